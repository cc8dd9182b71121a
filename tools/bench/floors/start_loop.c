/* What a program's start takes of the processor, without anything around it: start it, say one
   line, read its answer to the end of the pipe, wait for its end.

   start_loop RUNS LINE ANSWER COMMAND...
   Prints the runs and the nanoseconds of computing time that they took. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static long nanoseconds(struct timeval time) {
    return time.tv_sec * 1000000000L + time.tv_usec * 1000L;
}

static long start(const char *line, const char *expected, char **command) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC)) fail("pipe");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    pid_t process;
    if (posix_spawn(&process, command[0], &actions, NULL, command, environ)) fail("posix_spawn");
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]);
    close(out[1]);
    size_t length = strlen(line);
    if (write(in[1], line, length) != (ssize_t)length || write(in[1], "\n", 1) != 1) fail("write");
    close(in[1]);
    char answer[256];
    size_t heard = 0;
    ssize_t got;
    while ((got = read(out[0], answer + heard, sizeof answer - 1 - heard)) > 0) heard += got;
    close(out[0]);
    answer[heard] = 0;
    answer[strcspn(answer, "\r\n")] = 0;
    struct rusage used;
    if (wait4(process, NULL, 0, &used) != process) fail("wait4");
    if (strcmp(answer, expected)) fail("another answer");
    return nanoseconds(used.ru_utime) + nanoseconds(used.ru_stime);
}

int main(int count, char **arguments) {
    if (count < 5) return 2;
    long runs = atol(arguments[1]), took = 0;
    setenv("PATH", "/usr/local/bin:/usr/bin:/bin", 1);
    setenv("LANG", "C.UTF-8", 1);
    for (long run = 0; run < runs; run++) took += start(arguments[2], arguments[3], arguments + 4);
    printf("%ld %ld\n", runs, took);
    return 0;
}
