/* Programs that look around and leave things. */
static void reads(const char *path) {
    int file = open(path, O_RDONLY);
    tried(path, file);
    if (file >= 0) close(file);
}
static void writes(const char *path) {
    int file = open(path, O_WRONLY | O_CREAT, 0666);
    tried(path, file);
    if (file >= 0) close(file);
}

ATTACK(looks_around) {
    static const char *paths[] = {
        "/etc/passwd", "/etc/shadow", "/etc/hosts", "/root", "/home", "/var", "/tmp", "/run", "/sys",
        "/opt", "/boot", "/srv", "/dev/mem", "/dev/kmsg", "/dev/tty", "/dev/ptmx", "/dev/shm",
        "/dev/sda", "/dev/fuse", "/dev/kvm", "/proc/1", "/proc/1/environ", "/proc/kcore",
        "/bot/../../etc/passwd", "/bot/../../../../root", "/proc/thread-self/cwd/../etc/passwd",
        "/proc/self/cwd/../../etc/passwd",
    };
    for (unsigned each = 0; each < sizeof paths / sizeof *paths; each++) reads(paths[each]);
    reads(getenv("RIVAL"));
    answer();
}
ATTACK(counts_processes) { /* which it can see */
    DIR *all = opendir("/proc");
    int seen = 0;
    for (struct dirent *entry; (entry = readdir(all));) seen += atoi(entry->d_name) > 0;
    tell("seen", seen);
}
ATTACK(writes_around) {
    static const char *paths[] = {
        "/new", "/bot/new", "/usr/new", "/usr/bin/env", "/bin/sh", "/dev/new", "/proc/new",
        "/proc/sys/kernel/hostname", "/proc/sys/kernel/ns_last_pid", "/proc/self/oom_score_adj",
        "/proc/self/comm", "/proc/self/timerslack_ns", "/proc/sysrq-trigger",
    };
    for (unsigned each = 0; each < sizeof paths / sizeof *paths; each++) writes(paths[each]);
    tried("own file", open(words[0], O_WRONLY));
    tried("mkdir", mkdir("/bot/new", 0777));
    tried("unlink", unlink(words[0]));
    tried("rename", rename(words[0], "/bot/new"));
    tried("chmod", chmod(words[0], 0777));
    tried("device times", utimensat(AT_FDCWD, "/dev/null", NULL, 0));
    tried("device mode", chmod("/dev/null", 0600));
    tried("file times", utimensat(AT_FDCWD, "/usr/bin/env", NULL, 0));
    tried("mkfifo", mkfifo("/bot/fifo", 0666));
    tried("attribute", syscall(SYS_setxattr, "/bin/sh", "user.a", "b", 1L, 0L));
    answer();
}
ATTACK(links) { /* things in its own folder that somebody might follow */
    int file = open("/scratch/file", O_CREAT | O_RDWR, 0777);
    tried("symlink", symlink("/etc/passwd", "/scratch/link"));
    tried("through it", open("/scratch/link", O_RDONLY));
    tried("symlink of a folder", symlink("/", "/scratch/all"));
    tried("through that", open("/scratch/all/usr", O_RDONLY));
    tried("hard link", link("/usr/bin/env", "/scratch/env"));
    tried("fifo", mkfifo("/scratch/fifo", 0666));
    tried("block device", mknod("/scratch/disk", S_IFBLK | 0666, 8 << 8));
    tried("character device", mknod("/scratch/memory", S_IFCHR | 0666, 1 << 8 | 1));
    tried("setuid", fchmod(file, 04777));
    tried("owner", fchown(file, 0, 0));
    answer();
}
ATTACK(fills) { /* bytes first, then names */
    static char chunk[1 << 16];
    char name[64];
    long written = 0, most = 1L << 34;
    int file = -1;
    for (int each = 0; written < most; each++) {
        snprintf(name, sizeof name, "/scratch/%d", each);
        file = open(name, O_CREAT | O_WRONLY, 0600);
        long sent = 0;
        for (int part = 0; part < 16 && (sent = write(file, chunk, sizeof chunk)) > 0; part++)
            written += sent;
        if (file < 0 || sent <= 0) break;
        close(file);
    }
    tried("bytes", file < 0 ? -1 : write(file, chunk, sizeof chunk));
    int made = 0;
    for (; made < 1000000; made++) {
        snprintf(name, sizeof name, "/scratch/n%d", made);
        if (mkdir(name, 0700) < 0) break;
    }
    tried("names", mkdir("/scratch/one_more", 0700));
    answer();
}
ATTACK(remembers) { /* how often it was here, in a folder and a file that can be executed */
    char times[64] = {0};
    mkdir("/scratch/deep", 0700);
    int file = open("/scratch/deep/times", O_CREAT | O_RDWR, 0700);
    tell("has", read(file, times, sizeof times));
    tried("puts", write(file, "x", 1));
    close(file);
    answer();
}
ATTACK(writes_long_file) { /* longer than any file may be */
    static char chunk[1 << 20];
    signal(SIGXFSZ, SIG_IGN);
    int file = memfd_create("long", 0);
    long sent = 0;
    for (int part = 0; part < 4096 && (sent = write(file, chunk, sizeof chunk)) > 0; part++) {}
    tried("bytes", sent);
    answer();
}
