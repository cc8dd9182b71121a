/* Programs that want to meet others. */
#include <mqueue.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/un.h>

ATTACK(connects) {
    static const int families[] = {AF_INET, AF_INET6, AF_UNIX, AF_NETLINK, AF_PACKET, AF_VSOCK, AF_ALG};
    for (int each = 0; each < 7; each++)
        for (int kind = SOCK_STREAM; kind <= SOCK_RAW; kind++)
            tried("socket", socket(families[each], kind, 0));
    answer();
}
ATTACK(misuses_pairs) { /* a pair of sockets is allowed: it must lead to nobody else */
    int pair[2];
    struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "\0meeting"};
    tried("pair", socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
    tried("bind", bind(pair[0], (struct sockaddr *)&name, sizeof name));
    tried("connect", connect(pair[0], (struct sockaddr *)&name, sizeof name));
    tried("listen", listen(pair[0], 1));
    tried("datagrams", socketpair(AF_UNIX, SOCK_DGRAM, 0, pair));
    tried("internet", socketpair(AF_INET, SOCK_STREAM, 0, pair));
    answer();
}
ATTACK(sees_interfaces) {
    static char text[8192];
    int file = open("/proc/self/net/dev", O_RDONLY);
    if (file < 0 || read(file, text, sizeof text - 1) < 0) _exit(8);
    int interfaces = 0;
    for (char *at = text; (at = strchr(at, ':')); at++) interfaces++;
    tell("interfaces", interfaces);
    tell("loop", strstr(text, "lo:") != NULL);
}
ATTACK(meets) {
    struct mq_attr small = {.mq_maxmsg = 1, .mq_msgsize = 8};
    struct flock lock = {.l_type = F_WRLCK};
    int shared = open("/usr/bin/env", O_RDONLY);
    tried("shared memory", shmget(4711, 4096, IPC_CREAT | 0666));
    tried("semaphores", semget(4711, 1, IPC_CREAT | 0666));
    tried("messages", msgget(4711, IPC_CREAT | 0666));
    tried("queue", mq_open("/meeting", O_CREAT | O_RDWR, 0666, &small));
    tried("named memory", shm_open("/meeting", O_CREAT | O_RDWR, 0666));
    tried("flock", flock(shared, LOCK_EX));
    tried("lock", fcntl(shared, F_SETLK, &lock));
    tried("own lock", fcntl(shared, F_OFD_SETLK, &lock));
    tried("lease", fcntl(shared, F_SETLEASE, F_RDLCK));
    tried("notify", fcntl(shared, F_NOTIFY, DN_ACCESS));
    tried("inotify", inotify_init1(0));
    tried("fanotify", syscall(SYS_fanotify_init, 0, 0));
    tried("key", syscall(SYS_add_key, "user", "meeting", "x", 1L, -3L));
    tried("cache", syscall(SYS_mincore, (long)words & ~4095L, 4096L, words));
    answer();
}
/* When the files and devices that all programs see were last used, as far as it can be seen. */
static void stamps(void) {
    static const char *paths[] = {"/", "/dev/null", "/dev/zero", "/usr/bin/env", "/usr/bin", "/bot"};
    for (int each = 0; each < 6; each++) {
        struct stat about;
        if (stat(paths[each], &about) < 0) { tried(paths[each], -1); continue; }
        tell("read", about.st_atim.tv_sec * 1000 + about.st_atim.tv_nsec / 1000000);
        tell("written", about.st_mtim.tv_sec * 1000 + about.st_mtim.tv_nsec / 1000000);
        tell("changed", about.st_ctim.tv_sec * 1000 + about.st_ctim.tv_nsec / 1000000);
    }
}
ATTACK(reads_stamps) { stamps(); }
ATTACK(leaves_stamps) {
    static const char *paths[] = {"/dev/null", "/dev/zero", "/usr/bin/env"};
    char bytes[16];
    for (int each = 0; each < 3; each++) {
        int file = open(paths[each], O_RDWR);
        if (file < 0) file = open(paths[each], O_RDONLY);
        if (file < 0 || read(file, bytes, sizeof bytes) < 0) _exit(8);
        if (write(file, bytes, 1) < 0 && errno != EBADF) _exit(8);
        futimens(file, NULL);
        utimensat(AT_FDCWD, paths[each], NULL, 0);
    }
    closedir(opendir("/"));
    closedir(opendir("/usr/bin"));
    closedir(opendir("/bot"));
    answer();
}
