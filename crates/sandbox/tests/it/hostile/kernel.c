/* Programs that try doors of the kernel. */
#include <sys/mount.h>

#define TRY(call, ...) tried(#call, syscall(SYS_##call, __VA_ARGS__))

ATTACK(moves_out) {
    static const long new[] = {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC,
        CLONE_NEWUTS, CLONE_NEWCGROUP, CLONE_NEWUSER | CLONE_NEWNET};
    for (int each = 0; each < 8; each++) {
        tried("unshare", unshare((int)new[each]));
        long child = syscall(SYS_clone, new[each] | SIGCHLD, 0L, 0L, 0L, 0L);
        if (child == 0) _exit(0);
        tried("clone", child);
    }
    TRY(setns, 0L, 0L);
    TRY(mount, "none", "/bot", "tmpfs", 0L, 0L);
    TRY(umount2, "/proc", (long)MNT_DETACH);
    TRY(chroot, "/bot");
    TRY(pivot_root, "/bot", "/bot");
    TRY(open_tree, -100L, "/", 0L);
    TRY(move_mount, -100L, "/usr", -100L, "/bot", 0L);
    TRY(fsopen, "tmpfs", 0L);
    TRY(sethostname, "x", 1L);
    answer();
}
ATTACK(clones_by_structure) {
    struct { uint64_t flags, rest[10]; } arguments = {.flags = CLONE_NEWUSER};
    tried("with namespaces", syscall(SYS_clone3, &arguments, sizeof arguments));
    arguments.flags = 0;
    tried("without", syscall(SYS_clone3, &arguments, sizeof arguments));
    tried("of the future", syscall(900L));
    answer();
}
ATTACK(knocks) {
    TRY(bpf, 0L, 0L, 0L);
    TRY(perf_event_open, 0L, 0L, -1L, -1L, 0L);
    TRY(io_uring_setup, 1L, 0L);
    TRY(userfaultfd, 0L);
    TRY(keyctl, 0L, 0L);
    TRY(init_module, 0L, 0L, "");
    TRY(finit_module, -1L, "", 0L);
    TRY(delete_module, "x", 0L);
    TRY(kexec_load, 0L, 0L, 0L, 0L);
    TRY(reboot, 0xfee1deadL, 672274793L, 0L, 0L);
    TRY(quotactl, 0L, 0L, 0L, 0L);
    TRY(open_by_handle_at, -100L, 0L, 0L);
    TRY(name_to_handle_at, -100L, "/", 0L, 0L, 0L);
    TRY(syslog, 3L, 0L, 0L);
    TRY(swapon, "/bot", 0L);
    TRY(acct, "/bot");
    TRY(personality, 0x0040000L);
    TRY(iopl, 3L);
    TRY(modify_ldt, 0L, 0L, 0L);
    long context = 0;
    TRY(io_setup, 1L, &context);
    TRY(syncfs, 0L);
    TRY(fadvise64, 0L, 0L, 0L, 4L);
    TRY(readahead, 0L, 0L, 1L);
    TRY(memfd_secret, 0L);
    TRY(fchmod, 1L, 04755L);
    answer();
}
ATTACK(enters_by_the_old_door) { /* that of programs of 32 bits; number 20 there is getpid */
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20L) : "memory");
    tell("old", result > 0);
    answer();
}
ATTACK(enters_by_the_short_door) { /* x32 */
    tried("short", syscall(0x40000000L | 39));
    answer();
}
ATTACK(child_enters) { /* a child dies of it, and its parent answers */
    if (fork() == 0) syscall(0x40000000L | 39);
    wait(NULL);
    answer();
}
