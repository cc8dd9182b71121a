//! The same tests as an ordinary user, whose sandboxes are of tier B: for root, who has only
//! tier A, a run of this very binary under another number. For others there is nothing to add.

use crate::{
    alone::alone,
    isolated::set_up,
    programs::{COMPILED, PLACE, place},
};
use std::{
    env, fs,
    os::unix::{
        fs::{PermissionsExt, chown},
        process::CommandExt,
    },
    path::Path,
    process::Command,
};

/// An ordinary user: no name, no groups, no home.
const NUMBER: u32 = 54_321;

/// Runs the tests whose names begin with `group` as an ordinary user.
fn check(group: &str) {
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let _alone = alone();
    let folder = || tempfile::Builder::new().prefix("certamen-ordinary-").tempdir().unwrap();
    let (folder, scratch) = (folder(), folder());
    give(scratch.path());
    let tests = furnish(folder.path());
    let output = Command::new(tests)
        .args([group, "--test-threads=1"])
        // What is waited for there is the same in every tier.
        .args(["--skip", "_takes_long", "--skip", "unisolated::"])
        .env(PLACE, folder.path())
        .env("TMPDIR", scratch.path())
        .current_dir(folder.path())
        .uid(NUMBER)
        .gid(NUMBER)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(!said.contains(" 0 passed"), "there are no tests {group}");
}

/// Copies what the tests need to where an ordinary user finds it. Where the tests are then.
fn furnish(folder: &Path) -> std::path::PathBuf {
    let copy = |from: &Path, name: &str| {
        let to = folder.join(name);
        fs::copy(from, &to).unwrap();
        give(&to);
        to
    };
    give(folder);
    copy(&set_up(), "sandbox-setup");
    for entry in fs::read_dir(place()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == COMPILED) {
            copy(&path, path.file_name().unwrap().to_str().unwrap());
        }
    }
    copy(&env::current_exe().unwrap(), "tests")
}

fn give(path: &Path) {
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    chown(path, Some(NUMBER), Some(NUMBER)).unwrap();
}

/// A test for each group of tests.
macro_rules! groups {
    ($($name:ident: $group:literal,)+) => {
        $(#[test]
        fn $name() {
            check($group);
        })+
    };
}

groups! {
    the_contract_for_runs: "isolated::runs::",
    the_contract_for_talks: "isolated::talks::",
    the_contract_for_surroundings: "isolated::surroundings::",
    processes: "hostile::processes::",
    time: "hostile::time::",
    output: "hostile::output::",
    memory: "hostile::memory::",
    files: "hostile::files::",
    isolation: "hostile::isolation::",
    network: "hostile::network::",
    kernel: "hostile::kernel::",
    state: "hostile::state::",
    runner: "hostile::runner::",
    languages: "languages::",
    the_one_wall: "confined::",
    canaries_before_the_one_wall: "doctor::the_one_wall",
}
