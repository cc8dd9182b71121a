/* Programs that write themselves a letter for their next move. */
#include <sys/prctl.h>

static void ends(int file) {
    struct stat about;
    fstat(file, &about);
    tell("flags", fcntl(file, F_GETFL));
    if (S_ISFIFO(about.st_mode)) tell("size", fcntl(file, F_GETPIPE_SZ));
}
static void times(const char *path) {
    struct stat about;
    if (stat(path, &about) < 0) return;
    tell(path, about.st_mtim.tv_sec);
    tell("and", about.st_mtim.tv_nsec);
    tell("entries", (long)about.st_nlink);
}
ATTACK(reads_state) { /* all that could be different in the next move */
    struct rlimit limit;
    cpu_set_t processors;
    sigset_t blocked;
    char text[256];
    tell("number", getpid());
    tell("parent", getppid());
    tell("session", getsid(0));
    tell("group", getpgrp());
    tell("user", (long)getuid());
    int child = fork();
    if (child == 0) _exit(0);
    tell("next number", child);
    waitpid(child, NULL, 0);
    tell("nice", getpriority(PRIO_PROCESS, 0));
    tell("nice of the first", getpriority(PRIO_PROCESS, 1));
    sched_getaffinity(0, sizeof processors, &processors);
    tell("processors", CPU_COUNT(&processors));
    for (int which = 0; which < RLIM_NLIMITS; which++) {
        getrlimit((__rlimit_resource_t)which, &limit);
        tell("soft", (long)limit.rlim_cur);
        tell("hard", (long)limit.rlim_max);
    }
    tell("policy", sched_getscheduler(0));
    tell("mask", (long)umask(0));
    tell("slack", prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0));
    tell("subreaper", prctl(PR_GET_DUMPABLE, 0, 0, 0, 0));
    sigprocmask(SIG_BLOCK, NULL, &blocked);
    for (int which = 1; which < 65; which++) {
        struct sigaction action;
        if (sigaction(which, NULL, &action) == 0 && action.sa_handler != SIG_DFL) tell("signal", which);
        if (sigismember(&blocked, which) == 1) tell("blocked", which);
    }
    say(getcwd(text, sizeof text));
    for (int file = 0; file < 3; file++) ends(file);
    times("/");
    times("/dev");
    times("/bot");
}
ATTACK(writes_state) {
    struct rlimit low = {16, 16};
    cpu_set_t first;
    CPU_ZERO(&first);
    CPU_SET(0, &first);
    setpriority(PRIO_PROCESS, 0, 7);
    setpriority(PRIO_PROCESS, 1, 7);
    nice(5);
    sched_setaffinity(0, sizeof first, &first);
    sched_setaffinity(1, sizeof first, &first);
    setrlimit(RLIMIT_NOFILE, &low);
    setrlimit(RLIMIT_STACK, &low);
    prlimit(1, RLIMIT_NOFILE, &low, NULL);
    umask(0777);
    prctl(PR_SET_TIMERSLACK, 12345, 0, 0, 0);
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    if (chdir("/usr") < 0) _exit(8);
    for (int file = 0; file < 3; file++) {
        fcntl(file, F_SETFL, O_NONBLOCK | O_ASYNC);
        fcntl(file, F_SETPIPE_SZ, 4096);
        fcntl(file, F_SETOWN, 1);
    }
    for (int which = 1; which < 65; which++) signal(which, SIG_IGN);
    for (int each = 0; each < 20; each++) if (fork() == 0) forever();
    open("/marker", O_CREAT | O_WRONLY, 0666);
    open("/dev/marker", O_CREAT | O_WRONLY, 0666);
    open("/bot/marker", O_CREAT | O_WRONLY, 0666);
    answer();
}
ATTACK(writes_letter) {
    int file = open("/scratch/letter", O_CREAT | O_EXCL | O_WRONLY, 0600);
    tried("letter", file);
    answer();
}
ATTACK(reads_letter) { tried("letter", open("/scratch/letter", O_RDONLY)); }
ATTACK(tries_everywhere) { /* a place to write, among all the folders there are */
    static const char *folders[] = {"/", "/bot", "/tmp", "/var/tmp", "/dev", "/dev/shm", "/proc", "/run",
        "/usr", "/etc", "/home", "/scratch", "/usr/tmp", "/proc/self", "/proc/self/fd", "/dev/mqueue"};
    char path[64];
    for (int each = 0; each < 16; each++) {
        snprintf(path, sizeof path, "%s/letter", folders[each]);
        int file = open(path, O_CREAT | O_WRONLY, 0600);
        if (file >= 0) tried(path, file);
    }
    answer();
}
