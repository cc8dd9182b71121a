/* Programs that take memory, in every way there is. */
#include <sys/socket.h>

#define MIB (1L << 20)

static void touch(volatile char *bytes, long size) {
    for (long at = 0; at < size; at += 4096) bytes[at] = 1;
}
static char *shared(long size) {
    char *bytes = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (bytes == MAP_FAILED) { say("refused\n"); _exit(1); }
    return bytes;
}
static void take(long size) {
    char *bytes = malloc((size_t)size);
    if (!bytes) { say("refused\n"); _exit(1); }
    touch(bytes, size);
}

ATTACK(takes) { take(512 * MIB); answer(); }
ATTACK(takes_by_and_by) { for (int each = 0; each < 512; each++) take(MIB); answer(); }
ATTACK(grows_its_stack) {
    struct rlimit most;
    getrlimit(RLIMIT_STACK, &most);
    most.rlim_cur = most.rlim_max;
    setrlimit(RLIMIT_STACK, &most);
    char *bytes = alloca(512 * MIB);
    touch(bytes, 512 * MIB);
    answer();
}
ATTACK(takes_by_children) { /* each a little */
    for (int each = 0; each < 12; each++) if (fork() == 0) { take(24 * MIB); forever(); }
    wait_ms(20000);
    answer();
}
static int sleeps(void *nothing) { (void)nothing; forever(); return 0; }
static void pieces(int count) { /* which the kernel cannot join, and nobody has touched */
    for (int each = 0; each < count; each++) {
        int access = each % 2 ? PROT_READ : PROT_READ | PROT_WRITE;
        if (mmap(NULL, 4096, access, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED) break;
    }
    burn_ms(300);
    answer();
}
ATTACK(has_many_pieces) { pieces(20000); }
ATTACK(has_some_pieces) { pieces(3000); }
ATTACK(has_many_maps) { /* one memory in very many pieces, with very many heads */
    static char stacks[29][4096] __attribute__((aligned(16)));
    for (int each = 0; each < 40000; each++) {
        int access = each % 2 ? PROT_READ : PROT_READ | PROT_WRITE;
        volatile char *piece = mmap(NULL, 4096, access, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (piece == MAP_FAILED) break;
        (void)*piece;
    }
    for (int each = 0; each < 29; each++)
        clone(sleeps, stacks[each] + 4096, CLONE_VM | SIGCHLD, NULL);
    burn_ms(1000);
    answer();
}
static void tables_of(long size) { /* a table of the kernel's for each two MiB of one page of zeros */
    volatile char *bytes = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (bytes == MAP_FAILED) { say("refused\n"); _exit(1); }
    madvise((void *)bytes, (size_t)size, MADV_NOHUGEPAGE);
    for (long at = 0; at < size; at += 2 * MIB) (void)bytes[at];
}
ATTACK(has_large_tables) { tables_of(48L << 30); burn_ms(1000); answer(); }
ATTACK(has_larger_tables) { tables_of(96L << 30); burn_ms(1000); answer(); }
ATTACK(child_takes) { /* a child dies of it, and its parent goes on as if nothing were */
    if (fork() == 0) take(512 * MIB);
    wait(NULL);
    answer();
}
ATTACK(child_takes_later) { /* likewise, as a living program */
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        if (line[0] == 't') { if (fork() == 0) take(512 * MIB); wait(NULL); }
        answer();
    }
}
ATTACK(takes_shared) { touch(shared(512 * MIB), 512 * MIB); answer(); }
ATTACK(takes_files) { /* that have no name */
    static char chunk[1 << 20];
    for (int each = 0; each < 60; each++) {
        int file = memfd_create("hoard", 0);
        for (int part = 0; part < 15; part++) if (write(file, chunk, sizeof chunk) < 0) _exit(3);
    }
    answer();
}
ATTACK(takes_pipes) { /* what lies in pipes is the kernel's */
    int ends[2];
    static char chunk[1 << 16];
    int pipes = 0;
    while (pipe2(ends, O_NONBLOCK) == 0) {
        fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
        while (write(ends[1], chunk, sizeof chunk) > 0) {}
        pipes++;
    }
    tell("pipes", pipes);
}
ATTACK(takes_socket_pairs) { /* and what lies in those */
    int ends[2], much = 1 << 22, pairs = 0;
    static char chunk[1 << 16];
    while (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0) {
        for (int end = 0; end < 2; end++) {
            if (setsockopt(ends[end], SOL_SOCKET, SO_SNDBUF, &much, sizeof much) == 0) _exit(3);
            while (write(ends[end], chunk, sizeof chunk) > 0) {}
        }
        pairs++;
    }
    tell("pairs", pairs);
}
ATTACK(fills_scratch) { /* the folder is larger than the memory */
    static char chunk[1 << 20];
    char name[64];
    for (int each = 0; each < 100; each++) {
        snprintf(name, sizeof name, "/scratch/%d", each);
        int file = open(name, O_CREAT | O_WRONLY, 0600);
        for (int part = 0; part < 8; part++) if (write(file, chunk, sizeof chunk) < 0) _exit(3);
        close(file);
    }
    answer();
}
ATTACK(overflows) { /* its stack, as a recursion without end does */
    volatile char frame[4096];
    frame[0] = 1;
    overflows();
    frame[1] = 2;
}
ATTACK(strays) { *(volatile int *)8 = 1; }
ATTACK(aborts) { abort(); }
ATTACK(talks_nonsense) { __builtin_trap(); }
