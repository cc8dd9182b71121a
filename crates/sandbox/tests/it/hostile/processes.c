/* Programs that multiply. */
static void multiply(void) { for (;;) fork(); }

ATTACK(forks) { multiply(); }
ATTACK(forks_and_answers) {
    if (fork() == 0) multiply();
    wait_ms(50);
    answer();
}
ATTACK(counts_forks) { /* how many there can be */
    int children = 0;
    while (children < 10000) {
        int child = fork();
        if (child == 0) forever();
        if (child < 0) break;
        children++;
    }
    tell("children", children);
    tried("one more", fork());
}
static void *idle(void *nothing) { forever(); return nothing; }
ATTACK(counts_threads) {
    int threads = 0;
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 16384);
    for (pthread_t thread; threads < 10000; threads++)
        if (pthread_create(&thread, &small, idle, NULL) != 0) break;
    tell("threads", threads);
}
ATTACK(daemons) {
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            for (int which = 1; which < 65; which++) signal(which, SIG_IGN);
            for (int each = 0; each < 3; each++) close(each);
            forever();
        }
        _exit(0);
    }
    answer();
}
ATTACK(respawns) { /* chains in which each forks before it dies */
    for (int chain = 0; chain < 20; chain++)
        if (fork() == 0)
            for (;;) {
                int child = fork();
                if (child > 0) _exit(0);
                if (child == 0) setsid();
            }
    wait_ms(20);
    answer();
}
ATTACK(links) { /* of the chain below: each is a new program under another name */
    char name[32];
    snprintf(name, sizeof name, "[kworker/%d:1]", getpid() % 7);
    if (vfork() == 0) {
        execl("/proc/self/exe", name, words[1], "links", NULL);
        _exit(1);
    }
    forever();
}
ATTACK(odd) { /* children whose end is told by an odd signal, or to nobody; brothers, not children */
    const int flags[] = {0, SIGUSR1, SIGRTMAX, CLONE_PARENT, CLONE_PARENT | SIGCHLD};
    for (int each = 0; each < 5; each++)
        if (syscall(SYS_clone, (long)flags[each], 0L, 0L, 0L, 0L) == 0) forever();
    if (fork() == 0) links();
    wait_ms(20);
    answer();
}
ATTACK(outlived) { /* the main thread goes, another one stays */
    pthread_t thread;
    pthread_create(&thread, NULL, idle, NULL);
    answer();
    pthread_exit(NULL);
}
ATTACK(orphans) { /* many ended children that nobody has waited for, and orphans all the time */
    for (int each = 0; each < 300; each++) {
        int child = fork();
        if (child < 0) { tried("fork", child); return; }
        if (child == 0) { if (fork() == 0) _exit(0); _exit(0); }
        waitpid(child, NULL, 0);
    }
    answer();
}
