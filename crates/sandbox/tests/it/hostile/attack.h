/* What all attacks share: the text of each theme follows. A program is asked for an attack by the
   last of its arguments that names one. Output goes through write(2). */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int count;
static char **words;

struct attack { const char *name; void (*run)(void); };
static struct attack attacks[64];
static int known;
#define ATTACK(name) \
    static void name(void); \
    __attribute__((constructor)) static void enlist_##name(void) { \
        attacks[known++] = (struct attack){#name, name}; \
    } \
    static void name(void)

static void say(const char *text) {
    if (write(1, text, strlen(text)) < 0) _exit(9);
}
/* "what: ok", or "what: EPERM" and the like. */
static void tried(const char *what, long result) {
    char line[256];
    snprintf(line, sizeof line, "%s: %s\n", what, result >= 0 ? "ok" : strerrorname_np(errno));
    say(line);
}
static void tell(const char *what, long value) {
    char line[256];
    snprintf(line, sizeof line, "%s: %ld\n", what, value);
    say(line);
}
static void forever(void) { for (;;) pause(); }
static void wait_ms(long ms) {
    struct timespec time = {ms / 1000, ms % 1000 * 1000000};
    while (nanosleep(&time, &time) < 0) {}
}
static long used_ms(void) { /* computing time of this process, all threads together */
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}
static void burn_ms(long ms) {
    struct timespec time;
    do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    while (time.tv_sec * 1000 + time.tv_nsec / 1000000 < ms);
}

/* What a good program does. */
ATTACK(answer) { say("42\n"); }

int main(int argc, char **argv) {
    count = argc;
    words = argv;
    for (int place = argc - 1; place > 0; place--)
        for (int each = 0; each < known; each++)
            if (strcmp(argv[place], attacks[each].name) == 0) { attacks[each].run(); return 0; }
    return 65;
}
