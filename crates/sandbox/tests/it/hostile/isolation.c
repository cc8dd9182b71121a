/* Programs that reach for their keepers, for others, and for privileges. */
#include <linux/capability.h>
#include <sys/fsuid.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <grp.h>
#include <sys/statfs.h>
#include <sys/sysinfo.h>

ATTACK(kills) {
    const int deadly[] = {SIGKILL, SIGSTOP, SIGTERM, SIGSEGV, SIGHUP, SIGTSTP, SIGRTMAX};
    tell("parent", getppid());
    for (int each = 0; each < 7; each++) tried("kill", kill(1, deadly[each]));
    tried("empty group", kill(-1 - getpid(), SIGKILL));
    int child = fork();
    if (child == 0) forever();
    /* Everybody but the first process and oneself. */
    tried("all processes", kill(-1, SIGKILL));
    int status = 0;
    waitpid(child, &status, 0);
    tell("the child died of", WTERMSIG(status));
    answer();
}
ATTACK(peers) { /* into the first process */
    char bytes[64];
    struct iovec here = {bytes, 64}, there = {(void *)0x400000, 64};
    tried("attach", ptrace(PTRACE_ATTACH, 1, NULL, NULL));
    tried("seize", ptrace(PTRACE_SEIZE, 1, NULL, NULL));
    tried("read", process_vm_readv(1, &here, 1, &there, 1, 0));
    tried("write", process_vm_writev(1, &here, 1, &there, 1, 0));
    int handle = (int)syscall(SYS_pidfd_open, 1, 0);
    tried("descriptor", syscall(SYS_pidfd_getfd, handle, 3, 0));
    static const char *names[] = {"mem", "environ", "fd", "fd/3", "exe", "maps", "cwd", "root", "ns/pid"};
    for (int each = 0; each < 9; each++) {
        char path[64];
        snprintf(path, sizeof path, "/proc/1/%s", names[each]);
        tried(path, open(path, O_RDWR | O_CLOEXEC));
    }
    char target[64];
    tried("link", readlink("/proc/1/exe", target, sizeof target));
    answer();
}
ATTACK(descriptors) { /* open ones beyond the three */
    for (int each = 3; each < 4096; each++) if (fcntl(each, F_GETFD) >= 0) tell("open", each);
    answer();
}
ATTACK(rises) {
    struct rlimit most = {RLIM_INFINITY, RLIM_INFINITY};
    struct sched_param first = {.sched_priority = 1};
    cpu_set_t all;
    sched_getaffinity(0, sizeof all, &all);
    for (int which = 0; which < RLIM_NLIMITS; which++) {
        struct rlimit now;
        getrlimit((__rlimit_resource_t)which, &now);
        if (now.rlim_max != RLIM_INFINITY)
            tried("limit", setrlimit((__rlimit_resource_t)which, &most));
    }
    tried("limit of the first", prlimit(1, RLIMIT_NOFILE, &most, NULL));
    tried("fifo", sched_setscheduler(0, SCHED_FIFO, &first));
    tried("idle", sched_setscheduler(0, SCHED_IDLE, &(struct sched_param){0}));
    tried("nice", setpriority(PRIO_PROCESS, 0, -5));
    tried("nice of the first", setpriority(PRIO_PROCESS, 1, 5));
    tried("affinity", sched_setaffinity(0, sizeof all, &all));
    tried("affinity of the first", sched_setaffinity(1, sizeof all, &all));
    tried("mlockall", mlockall(MCL_CURRENT | MCL_FUTURE));
    tried("io priority", syscall(SYS_ioprio_set, 1, 0, 0));
    answer();
}
ATTACK(becomes_root) {
    struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct all[2] = {{~0u, ~0u, ~0u}, {~0u, ~0u, ~0u}}, now[2];
    gid_t none = 0;
    tried("setuid", setuid(0));
    tried("setgid", setgid(0));
    tried("setresuid", setresuid(0, 0, 0));
    tried("setgroups", setgroups(1, &none));
    tried("capabilities", syscall(SYS_capset, &head, all));
    tried("ambient", prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, 7, 0, 0));
    syscall(SYS_capget, &head, now);
    tell("held", now[0].effective | now[0].permitted | now[1].effective | now[1].permitted);
    tell("no new privileges", prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0));
    tell("root", getuid() == 0 || geteuid() == 0 || getgid() == 0);
    char line[4096], place[4096], flags[4096];
    FILE *mounts = fopen("/proc/self/mountinfo", "r");
    while (mounts && fgets(line, sizeof line, mounts))
        if (sscanf(line, "%*s %*s %*s %*s %4095s %4095s", place, flags) == 2)
            tell(place, strstr(flags, "nosuid") != NULL);
    answer();
}
ATTACK(runs_setuid) { /* programs that are root's: what they say of themselves */
    static const char *programs[] = {"/usr/bin/su", "/usr/bin/passwd", "/usr/bin/newgrp", "/usr/bin/mount"};
    for (int each = 0; each < 4; each++) {
        struct stat about;
        if (stat(programs[each], &about) < 0 || !(about.st_mode & S_ISUID)) continue;
        int ends[2];
        if (pipe(ends) < 0) _exit(8);
        int child = fork();
        if (child == 0) {
            dup2(ends[0], 0); /* nobody answers: it waits, or complains */
            dup2(ends[1], 1);
            execl(programs[each], programs[each], NULL);
            _exit(1);
        }
        wait_ms(20);
        char path[64], status[4096] = "";
        snprintf(path, sizeof path, "/proc/%d/status", child);
        int file = open(path, O_RDONLY);
        if (file >= 0 && read(file, status, sizeof status - 1) < 0) _exit(8);
        char *line = strstr(status, "\nUid:\t");
        if (line) {
            int real = -1, effective = -1;
            sscanf(line, "\nUid:\t%d\t%d", &real, &effective);
            tell("became root", effective == 0 || real != (int)getuid());
        }
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
    }
    answer();
}
ATTACK(types) { /* into a terminal */
    char letter = 'x';
    tried("the terminal", open("/dev/tty", O_RDWR));
    tried("type", ioctl(0, TIOCSTI, &letter));
    tried("type by a long number", syscall(SYS_ioctl, 0, (long)TIOCSTI | 1L << 32, &letter));
    tried("select", ioctl(0, TIOCLINUX, &letter));
    tried("take", ioctl(0, TIOCSCTTY, 1));
    answer();
}
ATTACK(reads_groups) { /* the names of its control groups, as it sees them */
    char line[512];
    FILE *groups = fopen("/proc/self/cgroup", "r");
    while (groups && fgets(line, sizeof line, groups)) {
        char *path = strrchr(line, ':');
        line[strcspn(line, "\n")] = 0;
        say("group: ");
        say(path ? path + 1 : line);
        say("\n");
    }
}
ATTACK(counts_machine) { /* what it learns of the whole machine, before a pause and after it */
    struct statfs disk;
    for (int each = 0; each < 2; each++) {
        struct sysinfo machine;
        struct stat about;
        int ends[2];
        sysinfo(&machine);
        if (pipe(ends) < 0 || fstat(ends[0], &about) < 0) _exit(8);
        tell("threads", machine.procs);
        tell("pipe", (long)about.st_ino);
        wait_ms(20);
    }
    tried("statfs", statfs("/usr", &disk));
    tried("fstatfs", fstatfs(0, &disk));
}
