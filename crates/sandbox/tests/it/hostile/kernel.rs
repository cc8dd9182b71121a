//! Programs that try doors of the kernel.

use super::{LONG, check, theme};
use certamen_sandbox::ProgramExit;

#[test]
fn no_process_enters_other_namespaces() {
    check(|ground| ground.survive(&theme!("kernel"), "moves_out").all_failed(&["EPERM"]));
}

#[test]
fn calls_that_hide_their_arguments_do_not_exist() {
    check(|ground| {
        ground.survive(&theme!("kernel"), "clones_by_structure").all_failed(&["ENOSYS"]);
    });
}

#[test]
fn large_parts_of_the_kernel_are_closed() {
    check(|ground| ground.survive(&theme!("kernel"), "knocks").all_failed(&["EPERM"]));
}

#[test]
fn side_doors_end_the_program() {
    check(|ground| {
        let short = ground.fight(&theme!("kernel"), "enters_by_the_short_door", LONG);
        assert_eq!((short.end, &*short.output), (ProgramExit::Security, &b""[..]));
        let old = ground.fight(&theme!("kernel"), "enters_by_the_old_door", LONG);
        // A kernel without programs of 32 bits has no such door: it is a protection fault.
        assert!(
            matches!(old.end, ProgramExit::Security | ProgramExit::Signalled(11)),
            "{:?}",
            old.end
        );
        assert_eq!(old.output, b"");
    });
}

#[test]
fn ending_a_child_ends_no_other_process() {
    check(|ground| drop(ground.survive(&theme!("kernel"), "child_enters")));
}
