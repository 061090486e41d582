/* What the machine itself takes: spawn a program so many times, read its pipe, wait, compare.
 *
 * spawn_loop WORKERS TIMES EXPECTED PROGRAM [ARGUMENT...]
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static char expected[1 << 20], seen[1 << 20];

static size_t run(char **command) {
    int ends[2], status;
    pid_t child;
    posix_spawn_file_actions_t actions;
    struct rusage used;
    size_t length = 0;
    if (pipe2(ends, O_CLOEXEC)) { perror("pipe2"); exit(2); }
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    if (posix_spawn(&child, command[0], &actions, NULL, command, environ)) { perror(command[0]); exit(2); }
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    struct pollfd wanted = {ends[0], POLLIN, 0};
    for (;;) {
        poll(&wanted, 1, -1);
        ssize_t got = read(ends[0], seen + length, sizeof seen - length);
        if (got <= 0) break;
        length += got;
    }
    close(ends[0]);
    wait4(child, &status, 0, &used);
    return length;
}

static int work(int times, char **command, size_t right) {
    for (int i = 0; i < times; i++)
        if (run(command) != right || memcmp(seen, expected, right)) { fputs("wrong output\n", stderr); return 1; }
    return 0;
}

int main(int argc, char **argv) {
    if (argc < 5) { fputs("spawn_loop WORKERS TIMES EXPECTED PROGRAM [ARGUMENT...]\n", stderr); return 2; }
    int workers = atoi(argv[1]), times = atoi(argv[2]), failed = 0, status;
    FILE *file = fopen(argv[3], "rb");
    if (!file) { perror(argv[3]); return 2; }
    size_t right = fread(expected, 1, sizeof expected, file);
    fclose(file);
    for (int i = 0; i < workers; i++)
        if (!fork()) _exit(work((times + i) / workers, argv + 4, right));
    while (wait(&status) > 0) failed |= status;
    return failed ? 1 : 0;
}
