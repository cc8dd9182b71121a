//! Programs that look around, and those that leave things.

use super::{Report, check, theme, with_scratch};
use certamen_sandbox::{Access, CellPool, Folder, Program, Sandbox, packed};
use std::{fs, os::unix::fs::PermissionsExt, sync::Arc};
use tempfile::TempDir;

const NOT_THERE: &[&str] = &["ENOENT", "EACCES", "ENXIO", "ENOTDIR"];
const NOT_WRITABLE: &[&str] =
    &["EROFS", "EACCES", "EPERM", "ENOENT", "EXDEV", "ETXTBSY", "EXIST", "EOPNOTSUPP"];

#[test]
fn there_is_nothing_to_see() {
    let rival = tempfile::tempdir().unwrap();
    fs::write(rival.path().join("plan"), "e4").unwrap();
    check(|ground| {
        let mut program = theme!("files");
        let plan = rival.path().join("plan").to_str().unwrap().to_owned();
        program.environment.push(("RIVAL".to_owned(), plan));
        let report = ground.survive(&program, "looks_around");
        report.all_failed(NOT_THERE);
        assert_eq!(report.outcome("/etc/passwd"), "ENOENT");
        assert_eq!(report.outcome("/proc/1"), "ENOENT");
    });
}

#[test]
fn only_its_own_processes_are_there() {
    check(|ground| {
        let report = ground.survive(&theme!("files"), "counts_processes");
        assert_eq!(report.number("seen"), 1);
    });
}

#[test]
fn there_is_nowhere_to_write() {
    check(|ground| ground.survive(&theme!("files"), "writes_around").all_failed(NOT_WRITABLE));
}

#[test]
fn nothing_leads_out_of_its_own_folder() {
    check(|ground| {
        let report = ground.survive(&with_scratch(theme!("files"), 1 << 20), "links");
        let (made, failed): (Vec<_>, Vec<_>) =
            report.0.into_iter().partition(|(_, outcome)| outcome == "ok");
        let names = |list: &[(String, String)]| -> Vec<String> {
            list.iter().map(|(what, _)| what.clone()).collect()
        };
        // They are its own, and lead nowhere.
        assert_eq!(names(&made), ["symlink", "symlink of a folder", "fifo"]);
        let expected = [
            "through it",
            "through that",
            "hard link",
            "block device",
            "character device",
            "setuid",
            "owner",
        ];
        assert_eq!(names(&failed), expected);
        assert_eq!((&*failed[0].1, &*failed[1].1), ("ELOOP", "ELOOP"));
    });
}

/// A temporary folder, and a program that may keep files there, up to this many bytes.
fn with_kept(mut program: Program, size: u64) -> (TempDir, Program) {
    let home = tempfile::tempdir().unwrap();
    let outside = home.path().join("kept");
    fs::create_dir(&outside).unwrap();
    program.folders.push(Folder { outside, inside: "/scratch", access: Access::Kept(size) });
    (home, program)
}

#[test]
fn what_is_kept_is_found_again() {
    check(|ground| {
        let (home, program) = with_kept(theme!("files"), 1 << 20);
        let sandbox = CellPool::new(Arc::new(ground.0.clone()), 8);
        for before in 0..3 {
            let mut cell = sandbox.create_cell(&program).unwrap();
            for more in 0..2 {
                let run = super::soon(|| super::run(&mut *cell, "remembers", super::LONG));
                let report = Report::of(&run, "remembers");
                assert_eq!(report.number("has"), before * 2 + more);
            }
        }
        let file = home.path().join("kept/deep/times");
        assert_eq!(fs::read(&file).unwrap(), b"xxxxxx");
        let mode = fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o7111, 0o111);
    });
}

#[test]
fn links_and_devices_are_not_kept() {
    check(|ground| {
        let (home, program) = with_kept(theme!("files"), 1 << 20);
        let report = ground.survive(&program, "links");
        for what in ["through it", "through that"] {
            assert_eq!(report.outcome(what), "ELOOP");
        }
        for what in ["hard link", "block device", "character device", "owner"] {
            assert_ne!(report.outcome(what), "ok", "{what}");
        }
        let left = fs::read_dir(home.path().join("kept")).unwrap();
        let left: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["file"]);
    });
}

#[test]
fn a_folder_that_is_kept_is_full_when_it_is_full() {
    check(|ground| {
        let (home, program) = with_kept(theme!("files"), 4 << 20);
        ground.survive(&program, "fills").all_failed(&["ENOSPC"]);
        // More names than are kept.
        assert!(!home.path().join("kept").exists());
        let (home, program) = with_kept(theme!("files"), 64 << 10);
        ground.survive(&program, "fills").all_failed(&["ENOSPC"]);
        let kept = packed::pack(&home.path().join("kept"), 64 << 10).unwrap();
        assert!(packed::room(&kept) > 0);
    });
}

#[test]
fn a_full_folder_is_full() {
    check(|ground| {
        for size in [64 << 10, 4 << 20] {
            let program = with_scratch(theme!("files"), size);
            let mut cell = ground.create_cell(&program).unwrap();
            let run = super::soon(|| super::run(&mut *cell, "fills", super::LONG));
            Report::of(&run, "fills").all_failed(&["ENOSPC"]);
            // Its own folder is as full as before in the next move, and the move counts.
            let run = super::soon(|| super::run(&mut *cell, "answer", super::LONG));
            assert!(Report::of(&run, "answer").0.is_empty());
            // The next match has an empty one.
            let next = ground.survive(&program, "fills");
            next.all_failed(&["ENOSPC"]);
        }
    });
}

#[test]
fn files_are_bounded() {
    check(|ground| {
        // Where they are not counted there are no files without a name.
        let error = if ground.is_a() { "EFBIG" } else { "EBADF" };
        ground.survive(&theme!("files"), "writes_long_file").all_failed(&[error]);
    });
}
