/* Programs that behave badly, one for each name: nasty NAME [ARGUMENT...].
   Output goes through write(2), so that nothing is flushed by accident. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

extern char **environ;
static int count;
static char **words;

static void put(int to, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t sent = write(to, bytes, length);
        if (sent <= 0) _exit(9);
        bytes += sent;
        length -= (size_t)sent;
    }
}
static void say(const char *text) { put(1, text, strlen(text)); }
static void say_number(long number) {
    char text[32];
    snprintf(text, sizeof text, "%ld\n", number);
    say(text);
}
static void forever(void) { for (;;) pause(); }
static void wait_ms(long ms) {
    struct timespec time = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}
static long number(int place) { return place < count ? atol(words[place]) : 0; }
static void pour(int to, char byte, long total) {
    static char chunk[1 << 16];
    memset(chunk, byte, sizeof chunk);
    for (long sent = 0; total < 0 || sent < total; sent += sizeof chunk) put(to, chunk, sizeof chunk);
}

static void answers(void) { say("42\n"); }
static void sleeps(void) { forever(); }
static void late(void) { wait_ms(number(2)); say("42\n"); }
static void floods(void) { pour(1, 'x', -1); }
static void one_line(void) { pour(1, 'x', 64L << 20); say("\n"); forever(); }
static void lines(void) { for (;;) say("7\n"); }
static void drips(void) { for (;;) { say("x"); wait_ms(10); } }
static void ahead(void) { say("1\n2\n3\n"); forever(); }
static void ahead_and_gone(void) { say("1\n2\nrest"); }
static void closes(void) { say("42\n"); close(1); forever(); }
static void closes_silently(void) { close(1); forever(); }
static void deaf(void) { close(0); say("42\n"); }
static void exits(void) { _exit((int)number(2)); }
static void answers_and_exits(void) { say("42\n"); _exit((int)number(2)); }
static void dies(void) { raise((int)number(2)); }
static void answers_and_dies(void) { say("42\n"); raise((int)number(2)); }
static void stops(void) { raise(SIGSTOP); forever(); }
static void unfinished(void) { say("42"); }
static void raw(void) { put(1, "a\0b\xff\xfe\x1b[2J\r\n", 11); wait_ms(number(2)); }
static void echoes(void) {
    static char line[1 << 20];
    while (fgets(line, sizeof line, stdin)) say(line);
}
static void ignores_everything(void) {
    for (int which = 1; which < 32; which++) signal(which, SIG_IGN);
    echoes();
    forever();
}
static void holds_output(void) {
    if (fork() == 0) forever();
    say("42\n");
}
static void holds_silently(void) {
    if (fork() == 0) forever();
}
static void family(void) {
    for (int child = 0; child < 10; child++) if (fork() == 0) forever();
    say("42\n");
}
static void family_of_a_sleeper(void) {
    family();
    forever();
}
static void chain(void) { /* each forks before it dies: only the group as a whole can be ended */
    say("42\n");
    for (;;) {
        int child = fork();
        if (child < 0) _exit(8);
        if (child > 0) _exit(0);
        wait_ms(1);
    }
}
static void complains(void) { pour(2, 'e', number(2)); put(2, "last words", 10); say("42\n"); }
static void complains_forever(void) { pour(2, 'e', -1); }
static void complains_about_lines(void) {
    static char line[1 << 16];
    while (fgets(line, sizeof line, stdin)) { pour(2, 'e', 1 << 20); say(line); }
    put(2, "heard it all", 12);
}
static void counts_input(void) {
    static char chunk[1 << 16];
    long total = 0;
    ssize_t got;
    while ((got = read(0, chunk, sizeof chunk)) > 0) total += got;
    say_number(total);
}
static void descriptors(void) {
    for (int each = 0; each < 4096; each++) if (fcntl(each, F_GETFD) >= 0) say_number(each);
}
static void environment(void) {
    for (char **entry = environ; *entry; entry++) { say(*entry); say("\n"); }
}
static void directory(void) {
    char path[4096];
    say(getcwd(path, sizeof path));
}
static void arguments(void) {
    for (int place = 2; place < count; place++) { say(words[place]); say("\n"); }
}
static void memory(void) {
    long total = number(2) << 20;
    char *bytes = malloc((size_t)total);
    if (!bytes) { say("refused\n"); return; }
    for (long place = 0; place < total; place += 4096) bytes[place] = 1;
    say(bytes[total - 4096] ? "taken\n" : "strange\n");
}
static void signals(void) { /* those it finds ignored or blocked, and its core file limit */
    sigset_t blocked;
    sigprocmask(SIG_BLOCK, NULL, &blocked);
    for (int which = 1; which < 32; which++) {
        struct sigaction action;
        if (sigaction(which, NULL, &action) == 0 && action.sa_handler == SIG_IGN) say_number(which);
        if (sigismember(&blocked, which) == 1) say_number(which);
    }
    struct rlimit core;
    getrlimit(RLIMIT_CORE, &core);
    say(core.rlim_cur <= 1 ? "no core\n" : "core\n");
}

#define ALL(X) X(answers) X(sleeps) X(late) X(floods) X(one_line) X(lines) X(drips) X(ahead) \
    X(ahead_and_gone) X(closes) X(closes_silently) X(deaf) X(exits) X(answers_and_exits) X(dies) \
    X(answers_and_dies) X(stops) X(unfinished) X(raw) X(echoes) X(ignores_everything) \
    X(holds_output) X(holds_silently) X(family) X(family_of_a_sleeper) X(chain) X(complains) \
    X(complains_forever) X(complains_about_lines) X(counts_input) X(descriptors) X(environment) \
    X(directory) X(arguments) X(memory) X(signals)
#define TRY(name) if (strcmp(argv[1], #name) == 0) { name(); return 0; }

int main(int argc, char **argv) {
    count = argc;
    words = argv;
    if (argc < 2) return 64;
    ALL(TRY)
    return 65;
}
