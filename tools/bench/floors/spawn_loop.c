/* The least that asking a program by its argument takes: start it, read its answer to the end of
   the pipe, wait for its end. Plays Intervalo on a strip of 64 squares, again and again.

   spawn_loop MATCHES COMMAND...
   The strip is the command's last argument. Prints the runs and the nanoseconds that they took. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SQUARES = 64 };

static char *nothing[] = {NULL};

static void fail(const char *what) {
    perror(what);
    exit(1);
}

/* The command, and room for the strip. */
static char *command[64];
static int words;

static long ask(char *strip) {
    int out[2];
    if (pipe2(out, O_CLOEXEC)) fail("pipe");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    command[words] = strip;
    pid_t process;
    if (posix_spawn(&process, command[0], &actions, NULL, command, nothing)) fail("posix_spawn");
    posix_spawn_file_actions_destroy(&actions);
    close(out[1]);
    char answer[4096];
    size_t length = 0;
    ssize_t got;
    while ((got = read(out[0], answer + length, sizeof answer - 1 - length)) > 0) length += got;
    close(out[0]);
    waitpid(process, NULL, 0);
    answer[length] = 0;
    long square = atol(answer);
    if (square < 1 || square > SQUARES || strip[square - 1] != '.') fail("illegal square");
    return square;
}

int main(int count, char **arguments) {
    if (count < 3 || count > 60) return 2;
    for (words = 0; words + 2 < count; words++) command[words] = arguments[words + 2];
    long runs = 0;
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (int match = atoi(arguments[1]); match > 0; match--) {
        char strips[2][SQUARES + 1] = {{0}};
        memset(strips[0], '.', SQUARES);
        memset(strips[1], '.', SQUARES);
        while (strchr(strips[0], '.')) {
            long first = ask(strips[0]), second = ask(strips[1]);
            strips[0][first - 1] = strips[1][first - 1] = 'n';
            if (first != second) {
                strips[0][first - 1] = strips[1][second - 1] = 'p';
                strips[0][second - 1] = strips[1][first - 1] = 'a';
            }
            runs += 2;
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%ld %lld\n", runs,
           (end.tv_sec - begin.tv_sec) * 1000000000LL + end.tv_nsec - begin.tv_nsec);
    return 0;
}
