//! What the machine offers: each thing that isolation is made of, tried by itself.

use super::{Finding, Part, Status, aviary::Aviary};
use crate::groups::Groups;
use rustix::{io::Errno, process::geteuid, system::uname};
use std::{fs, io};

/// Tries each thing.
pub(super) fn probe(aviary: &Aviary) -> Vec<Finding> {
    let mut findings = vec![kernel(), user()];
    findings.extend(FEATURES.iter().filter(|feature| feature.matters()).map(|it| it.probe(aviary)));
    findings.extend([landlock(aviary), time_source()]);
    findings.extend(control_groups());
    findings
}

/// Something that a few system calls show.
struct Feature {
    item: &'static str,
    /// In the language of canaries; for somebody who is not root, after a user namespace is made.
    calls: &'static str,
    /// Where it is needed.
    needed: Needed,
    loses: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Needed {
    Always,
    /// By root only if there is nothing else.
    ByUsers,
}

/// A user namespace with us in it, for those who are not root.
const OWN_USERS: &str = "272 0x10000000;2 @/proc/self/setgroups 1;1 3 @deny 4;3 3;\
    2 @/proc/self/uid_map 1;1 3 @1000\tUID\t1 LENGTH;3 3";

const FEATURES: &[Feature] = &[
    Feature {
        item: "user namespace",
        calls: "",
        needed: Needed::ByUsers,
        loses: "all isolation, unless run as root",
    },
    Feature {
        item: "mount namespace",
        calls: "272 0x20000",
        needed: Needed::Always,
        loses: "private root",
    },
    Feature {
        item: "other namespaces",
        calls: "272 0x6c000000;272 0x2000000",
        needed: Needed::Always,
        loses: "own network, processes, names",
    },
    Feature {
        item: "pivot_root",
        calls: "272 0x20000;165 @none @/ 0 0x44000 0;165 @none @/tmp @tmpfs 0 0;80 @/tmp;155 @. @.",
        needed: Needed::Always,
        loses: "private root",
    },
    Feature {
        item: "mount of proc",
        calls: "272 0x20020000;fork;165 @none @/ 0 0x44000 0;165 @proc @/proc @proc 14 0",
        needed: Needed::Always,
        loses: "own processes only",
    },
    Feature {
        item: "mount attributes",
        calls: "442 -100 @/ 0 0 0",
        needed: Needed::Always,
        loses: "private root",
    },
    Feature {
        item: "seccomp",
        calls: "317 1 0 0",
        needed: Needed::Always,
        loses: "system call filter",
    },
    Feature { item: "pidfd", calls: "434 1 0", needed: Needed::Always, loses: "safe ends" },
];

impl Feature {
    fn matters(&self) -> bool {
        self.needed == Needed::Always || !geteuid().is_root()
    }

    fn probe(&self, aviary: &Aviary) -> Finding {
        let calls = prepared(self.calls);
        let asked = calls.split(';').filter(|call| *call != "fork").count();
        let answers = aviary.calls_outside(&calls).unwrap_or_default();
        let errors = answers.iter().filter(|answer| **answer < 0);
        // These two are asked in a way that makes no sense, and say so where they exist.
        let sense = |answer: &i64| match self.item {
            "seccomp" => *answer == -14,
            "mount attributes" => *answer == -22,
            _ => false,
        };
        let failed = errors.copied().find(|answer| !sense(answer));
        match failed {
            None if answers.len() == asked => {
                Finding::new(Part::Probe, self.item, Status::Ok, String::new())
            }
            None => lost(self.item, &io::Error::other("no answer"), self.loses),
            Some(answer) => {
                lost(self.item, &io::Error::from_raw_os_error(-answer as i32), self.loses)
            }
        }
    }
}

/// The calls, after those that a user who is not root needs first.
fn prepared(calls: &str) -> String {
    if geteuid().is_root() {
        return calls.to_owned();
    }
    let user = geteuid().as_raw().to_string();
    let length = "1000".len() + user.len() + 3;
    let own = OWN_USERS.replace("UID", &user).replace("LENGTH", &length.to_string());
    if calls.is_empty() { own } else { format!("{own};{calls}") }
}

fn lost(item: &str, error: &io::Error, loses: &str) -> Finding {
    let (cause, fix) = Surroundings::read().explain(error.raw_os_error().unwrap_or(0));
    Finding {
        cause: cause.to_owned(),
        fix: fix.to_owned(),
        loses: loses.to_owned(),
        ..Finding::new(Part::Probe, item, Status::Lost, error.to_string())
    }
}

/// Who we are, and what stands in our way.
#[derive(Clone, Copy)]
struct Surroundings {
    root: bool,
    obstacle: Option<Obstacle>,
}

/// What usually forbids things.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Obstacle {
    /// A sysctl, to those who are not root.
    NoUserNamespaces,
    /// Another, of Debian's kernels.
    NoClones,
    AppArmor,
    /// That of a container.
    Filter,
}

impl Surroundings {
    fn read() -> Surroundings {
        let reads = |path: &str, value: &str| {
            fs::read_to_string(path).is_ok_and(|text| text.trim() == value)
        };
        let root = geteuid().is_root();
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let filtered = status.lines().any(|line| line == "Seccomp:\t2");
        let obstacles = [
            (Obstacle::NoUserNamespaces, reads("/proc/sys/user/max_user_namespaces", "0") && !root),
            (Obstacle::NoClones, reads("/proc/sys/kernel/unprivileged_userns_clone", "0") && !root),
            (
                Obstacle::AppArmor,
                reads("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1") && !root,
            ),
            (Obstacle::Filter, filtered),
        ];
        let obstacle = obstacles.iter().find(|(_, there)| *there).map(|(obstacle, _)| *obstacle);
        Surroundings { root, obstacle }
    }

    /// The likely cause of an error, and what would help.
    fn explain(self, error: i32) -> (&'static str, &'static str) {
        const MORE: &str = "set the sysctl user.max_user_namespaces to 15000";
        const CONTAINER: &str = "give the container the options of docs/sandbox.md";
        match (Errno::from_raw_os_error(error), self.obstacle) {
            (Errno::NOSYS, _) => {
                ("the kernel is too old, or a filter says so", "use Linux 5.12 or later")
            }
            (Errno::NOSPC, _) => ("there may be no more user namespaces", MORE),
            (_, Some(Obstacle::NoUserNamespaces)) => {
                ("the sysctl user.max_user_namespaces is 0", MORE)
            }
            (_, Some(Obstacle::NoClones)) => (
                "the sysctl kernel.unprivileged_userns_clone is 0",
                "set the sysctl kernel.unprivileged_userns_clone to 1",
            ),
            (_, Some(Obstacle::AppArmor)) => (
                "AppArmor keeps user namespaces from programs without a profile",
                "load the profile of docs/sandbox.md",
            ),
            (_, Some(Obstacle::Filter)) => {
                ("we are under a filter of system calls, as in a container", CONTAINER)
            }
            (Errno::PERM | Errno::ACCESS, None) if self.root => {
                ("root lacks capabilities, or parts of proc are masked", CONTAINER)
            }
            (Errno::PERM | Errno::ACCESS, None) => ("we have no right to do so", "run as root"),
            _ => ("unknown", "see docs/sandbox.md"),
        }
    }
}

fn kernel() -> Finding {
    let name = uname();
    let text = |part: &std::ffi::CStr| part.to_string_lossy().into_owned();
    let detail = [name.sysname(), name.release(), name.machine()].map(text).join(" ");
    Finding::new(Part::Probe, "kernel", Status::Ok, detail)
}

fn user() -> Finding {
    let user = geteuid();
    if user.is_root() {
        return Finding::new(Part::Probe, "user", Status::Ok, "root".to_owned());
    }
    Finding {
        cause: "programs can be given a user of their own by root only".to_owned(),
        fix: "run as root, as the service of docs/sandbox.md does".to_owned(),
        loses: "second user, tier A".to_owned(),
        ..Finding::new(Part::Probe, "user", Status::Lost, format!("{}", user.as_raw()))
    }
}

fn landlock(aviary: &Aviary) -> Finding {
    let answer = aviary.calls_outside("444 0 0 1").unwrap_or_default();
    match answer[..] {
        [version] if version > 0 => {
            Finding::new(Part::Probe, "Landlock", Status::Ok, format!("ABI {version}"))
        }
        [error] => lost(
            "Landlock",
            &io::Error::from_raw_os_error(-error as i32),
            "a second wall behind the private root",
        ),
        _ => lost("Landlock", &io::Error::other("no answer"), "a second wall"),
    }
}

fn time_source() -> Finding {
    let path = "/sys/devices/system/clocksource/clocksource0/current_clocksource";
    let source = fs::read_to_string(path).unwrap_or_default().trim().to_owned();
    match source.as_str() {
        "hpet" | "acpi_pm" | "jiffies" => Finding {
            cause: "the kernel does not trust the processor's counter".to_owned(),
            fix: "boot with clocksource=tsc if the machine's counter is sound".to_owned(),
            loses: "cheap clocks: every look at the time is a system call".to_owned(),
            ..Finding::new(Part::Probe, "time source", Status::Lost, source)
        },
        _ => Finding::new(Part::Probe, "time source", Status::Ok, source),
    }
}

fn control_groups() -> Vec<Finding> {
    let turns = |can_freeze| {
        let item = "freezing of control groups";
        if can_freeze {
            return Finding::new(Part::Probe, item, Status::Ok, String::new());
        }
        lost(item, &Errno::NOENT.into(), "freezing")
    };
    match Groups::open() {
        Ok(groups) => {
            let detail = "memory, number of processes, clock".to_owned();
            vec![
                Finding::new(Part::Probe, "control groups", Status::Ok, detail),
                turns(groups.can_freeze()),
            ]
        }
        Err(missing) => {
            let finding = |missing: &crate::groups::Missing| Finding {
                fix: if geteuid().is_root() { missing.fix } else { "run as root" }.to_owned(),
                loses: "tier A".to_owned(),
                ..Finding::new(Part::Probe, missing.what, Status::Lost, missing.error.to_string())
            };
            missing.0.iter().map(finding).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_are_told_by_what_is_around() {
        let explain = |error: Errno, around: Surroundings| around.explain(error.raw_os_error()).1;
        let user = Surroundings { root: false, obstacle: None };
        let root = Surroundings { root: true, ..user };
        let app_armor = Surroundings { obstacle: Some(Obstacle::AppArmor), ..user };
        let filtered = Surroundings { obstacle: Some(Obstacle::Filter), ..root };
        assert_eq!(explain(Errno::PERM, user), "run as root");
        assert!(explain(Errno::ACCESS, app_armor).contains("profile"));
        assert!(explain(Errno::PERM, root).contains("container"));
        assert!(explain(Errno::PERM, filtered).contains("container"));
        assert!(explain(Errno::NOSPC, user).contains("max_user_namespaces"));
        assert!(explain(Errno::NOSYS, root).contains("Linux"));
    }
}
