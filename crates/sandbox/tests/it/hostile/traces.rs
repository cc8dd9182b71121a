//! What a sandbox could leave behind on the machine.

use crate::programs::{descriptors, place, zombies};
use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// What there is of all that, at one time.
#[derive(Debug)]
pub(super) struct Traces {
    descriptors: usize,
    zombies: usize,
    zygotes: usize,
    mounts: usize,
    groups: Vec<PathBuf>,
    files: Vec<PathBuf>,
}

impl Traces {
    pub(super) fn now() -> Traces {
        Traces {
            descriptors: descriptors(),
            zombies: zombies(),
            zygotes: zygotes().len(),
            mounts: fs::read_to_string("/proc/self/mountinfo").unwrap().lines().count(),
            groups: groups_of(std::process::id()),
            files: files(),
        }
    }

    /// Other tests may have run before, which does not matter here.
    fn is_within(&self, before: &Traces) -> bool {
        let counts =
            |traces: &Traces| [traces.descriptors, traces.zombies, traces.zygotes, traces.mounts];
        let known =
            |now: &[PathBuf], before: &[PathBuf]| now.iter().all(|one| before.contains(one));
        counts(self).iter().zip(counts(before)).all(|(now, before)| *now <= before)
            && known(&self.groups, &before.groups)
            && known(&self.files, &before.files)
    }

    /// Asserts that nothing has come to what there was; those who die take a moment.
    pub(super) fn assert_no_more(&self) {
        let patience = Instant::now() + Duration::from_secs(5);
        loop {
            let now = Traces::now();
            if now.is_within(self) {
                return;
            }
            assert!(Instant::now() < patience, "before: {self:?}\nafter: {now:?}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// The first processes of our sandboxes, by number.
pub(super) fn zygotes() -> Vec<i32> {
    let ours = format!("PPid:\t{}\n", std::process::id());
    let numbers = fs::read_dir("/proc").unwrap();
    let numbers = numbers.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let is_ours = |number: &i32| {
        let read = |what| fs::read_to_string(format!("/proc/{number}/{what}")).unwrap_or_default();
        read("status").contains(&ours) && read("cmdline") == "zygote\0"
    };
    numbers.filter(is_ours).collect()
}

/// The control groups of a process that runs sandboxes, wherever they are.
pub(super) fn groups_of(process: u32) -> Vec<PathBuf> {
    let mut found = Vec::new();
    search(Path::new("/sys/fs/cgroup"), &format!("certamen.{process}."), &mut found);
    found
}

fn search(folder: &Path, prefix: &str, found: &mut Vec<PathBuf>) {
    // Others make and remove groups while we look.
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            if entry.file_name().to_string_lossy().starts_with(prefix) {
                found.push(entry.path());
            }
            search(&entry.path(), prefix, found);
        }
    }
}

/// What lies where the programs are, but for their texts and themselves.
fn files() -> Vec<PathBuf> {
    let entries = fs::read_dir(place()).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries
        .filter(|path| path.extension().is_none_or(|ending| ending != crate::programs::COMPILED))
        .collect();
    files.sort();
    files
}
