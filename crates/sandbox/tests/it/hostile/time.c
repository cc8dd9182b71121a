/* Programs that take their time, and those that play with clocks. */
#include <sys/timex.h>
#include <x86intrin.h>

static void *spin(void *nothing) { for (;;) {} return nothing; }

ATTACK(spins) { for (;;) {} }
ATTACK(spins_in_grandchildren) { /* which nobody will wait for */
    for (int each = 0; each < 2; each++)
        if (fork() == 0) {
            if (fork() == 0) for (;;) {}
            _exit(0);
        }
    forever();
}
ATTACK(children_unseen) { /* ended children whose time is in nobody's account */
    signal(SIGCHLD, SIG_IGN);
    for (int each = 0; each < 4; each++) if (fork() == 0) { burn_ms(100); _exit(0); }
    wait_ms(100);
    while (waitpid(-1, NULL, 0) > 0) {}
    answer();
}
static void *burn(void *nothing) { burn_ms(240); return nothing; }
ATTACK(shares_work) { /* 480 ms of computing, in half the time if there are two processors */
    pthread_t thread;
    pthread_create(&thread, NULL, burn, NULL);
    burn(NULL);
    pthread_join(thread, NULL);
    answer();
}
ATTACK(refuses_signals) {
    for (int which = 1; which < 65; which++) signal(which, SIG_IGN);
    for (;;) {}
}
ATTACK(stops) { raise(SIGSTOP); forever(); }
ATTACK(waits_for_its_child) { /* which has its memory, so that it cannot be interrupted */
    if (vfork() == 0) forever();
}
ATTACK(stops_its_group) { kill(0, SIGSTOP); forever(); }
ATTACK(clocks) {
    struct timespec then = {1, 0};
    struct timeval time = {1, 0};
    struct timex adjustment = {.modes = ADJ_OFFSET};
    tried("clock_settime", clock_settime(CLOCK_REALTIME, &then));
    tried("settimeofday", settimeofday(&time, NULL));
    tried("adjtimex", adjtimex(&adjustment));
    answer();
}
ATTACK(timers) { /* a flood of them, and a clock of its own to watch */
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMIN};
    struct itimerspec often = {{0, 1000}, {0, 1000}};
    signal(SIGRTMIN, SIG_IGN);
    for (int each = 0; each < 5000; each++) {
        timer_t timer;
        if (timer_create(CLOCK_MONOTONIC, &event, &timer) < 0) break;
        timer_settime(timer, 0, &often, NULL);
    }
    for (volatile uint64_t last = 0;;) last = __rdtsc();
}
ATTACK(preloads) { /* itself, into itself */
    if (!getenv("LD_PRELOAD")) {
        setenv("LD_PRELOAD", words[0], 1);
        execv("/proc/self/exe", words);
    }
    answer();
}
ATTACK(ponders) { /* answers each line with its computing time; computes while others are on turn */
    char line[64];
    pthread_t thread;
    pthread_create(&thread, NULL, spin, NULL);
    while (fgets(line, sizeof line, stdin)) tell("used", used_ms());
}

ATTACK(crowds) { /* a crowd of sessions computes from the first line on; lines are answered */
    char line[64];
    int crowd = 0;
    while (fgets(line, sizeof line, stdin)) {
        for (; crowd < 20; crowd++) if (fork() == 0) { setsid(); for (;;) {} }
        answer();
    }
}

static volatile int bit;
static void *loads(void *nothing) { for (;;) if (!bit) wait_ms(1); return nothing; }
ATTACK(sends_by_load) { /* computes while others are on turn if it was told "1", sleeps if "0" */
    char line[64];
    pthread_t thread;
    pthread_create(&thread, NULL, loads, NULL);
    while (fgets(line, sizeof line, stdin)) { bit = line[0] == '1'; answer(); }
}
ATTACK(hears_load) { /* answers how long 20 ms of computing took, in microseconds */
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        struct timespec from, to;
        clock_gettime(CLOCK_MONOTONIC, &from);
        for (long start = used_ms(); used_ms() < start + 20;) {}
        clock_gettime(CLOCK_MONOTONIC, &to);
        tell("took", (to.tv_sec - from.tv_sec) * 1000000 + (to.tv_nsec - from.tv_nsec) / 1000);
    }
}
