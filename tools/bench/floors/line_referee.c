/* The least that a FootSteps referee can do: two living bots, blocking pipes, bids read and the
   state kept up; no clock, no limits, no record.

   line_referee alternating|together BOT POINTS SQUARES
   alternating: tells and asks one bot, then the other, as a referee must that charges each bot its
   own time only; together: tells both, then hears both.
   Prints the turns played and the nanoseconds from the first start to the last end. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

struct bot {
    pid_t process;
    int to, from;
    char heard[4096];
    size_t length;
};

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static void start(struct bot *bot, char *path) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC)) fail("pipe");
    bot->process = fork();
    if (bot->process < 0) fail("fork");
    if (bot->process == 0) {
        char *arguments[] = {path, NULL};
        dup2(in[0], 0);
        dup2(out[1], 1);
        execve(path, arguments, environ);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    bot->to = in[1];
    bot->from = out[0];
    bot->length = 0;
}

static void tell(struct bot *bot, long bid) {
    char line[32];
    int length = snprintf(line, sizeof line, "%ld\n", bid);
    if (write(bot->to, line, length) != length) fail("write");
}

static long hear(struct bot *bot, long points) {
    char *end;
    while (!(end = memchr(bot->heard, '\n', bot->length))) {
        ssize_t got = read(bot->from, bot->heard + bot->length, sizeof bot->heard - bot->length);
        if (got <= 0) fail("read");
        bot->length += got;
    }
    *end = 0;
    char *rest;
    long bid = strtol(bot->heard, &rest, 10);
    if (rest == bot->heard || *rest || bid > points || bid < (points > 0)) {
        fprintf(stderr, "illegal bid %s\n", bot->heard);
        exit(1);
    }
    size_t used = end + 1 - bot->heard;
    memmove(bot->heard, bot->heard + used, bot->length - used);
    bot->length -= used;
    return bid;
}

int main(int count, char **arguments) {
    if (count != 5) return 2;
    int together = strcmp(arguments[1], "together") == 0;
    long points[2] = {atol(arguments[3]), atol(arguments[3])};
    long reach = atol(arguments[4]) / 2, position = 0, turns = 0, bids[2] = {-1, -1};
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    struct bot bots[2];
    start(&bots[0], arguments[2]);
    start(&bots[1], arguments[2]);
    while (labs(position) < reach && (points[0] || points[1])) {
        long last[2] = {bids[0], bids[1]};
        if (together && turns) {
            tell(&bots[0], last[1]);
            tell(&bots[1], last[0]);
        }
        for (int seat = 0; seat < 2; seat++) {
            if (!together && turns) tell(&bots[seat], last[1 - seat]);
            bids[seat] = hear(&bots[seat], points[seat]);
        }
        position += (bids[1] > bids[0]) - (bids[0] > bids[1]);
        points[0] -= bids[0];
        points[1] -= bids[1];
        turns++;
    }
    for (int seat = 0; seat < 2; seat++) {
        if (write(bots[seat].to, "fin\n", 4) != 4) fail("write");
        close(bots[seat].to);
        waitpid(bots[seat].process, NULL, 0);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%ld %lld\n", turns,
           (end.tv_sec - begin.tv_sec) * 1000000000LL + end.tv_nsec - begin.tv_nsec);
    return 0;
}
