//! What the machine offers: each part of the isolation, tested by itself.

use super::{DoctorFinding, Item, Part, Status, say, selftest::SelftestDir};
use crate::{
    groups::Groups,
    obstacle::{CLONES, ENOUGH_NAMESPACES, MOST_NAMESPACES, Obstacle},
};
use certamen_i18n::{Localize, Message};
use rustix::{io::Errno, process::geteuid, system::uname};
use std::{fs, io};

pub(super) fn probe(selftest_dir: &SelftestDir) -> Vec<DoctorFinding> {
    PROBES.iter().flat_map(|probe| probe.run(selftest_dir)).collect()
}

/// The page with details.
const PAGE: &str = "docs/sandbox.md";

/// A probe of one feature of the machine, by itself.
enum MachineProbe {
    /// A feature that a few system calls test, in the language of canaries; if we are not root, a user
    /// namespace is made first. Without it, programs can do, or we cannot do, what the message says.
    Calls(Item, &'static str, fn() -> Message),
    Shown(fn(&SelftestDir) -> Vec<DoctorFinding>),
}

const PROBES: &[MachineProbe] = &[
    MachineProbe::Shown(|_| vec![kernel(), user()]),
    MachineProbe::Calls(Item::UserNamespace, "", say::loses_all_but_root),
    MachineProbe::Calls(Item::MountNamespace, "272 0x20000", say::private_root),
    MachineProbe::Calls(
        Item::OtherNamespaces,
        "272 0x6c000000;272 0x2000000",
        say::loses_own_network,
    ),
    MachineProbe::Calls(
        Item::PivotRoot,
        "272 0x20000;165 @none @/ 0 0x44000 0;165 @none @/tmp @tmpfs 0 0;80 @/tmp;155 @. @.",
        say::private_root,
    ),
    MachineProbe::Calls(
        Item::MountOfProc,
        "272 0x20020000;fork;165 @none @/ 0 0x44000 0;165 @proc @/proc @proc 14 0",
        say::loses_own_processes,
    ),
    MachineProbe::Calls(Item::MountAttributes, "442 -100 @/ 0 0 0", say::private_root),
    MachineProbe::Calls(Item::Seccomp, "317 1 0 0", say::call_filter),
    MachineProbe::Calls(Item::Pidfd, "434 1 0", say::loses_safe_ends),
    MachineProbe::Shown(|selftest_dir| vec![landlock(selftest_dir), time_source()]),
    MachineProbe::Shown(|_| control_groups()),
];

impl MachineProbe {
    fn run(&self, selftest_dir: &SelftestDir) -> Vec<DoctorFinding> {
        match *self {
            // Root needs a user namespace only if there is no alternative.
            MachineProbe::Calls(Item::UserNamespace, ..) if geteuid().is_root() => Vec::new(),
            MachineProbe::Calls(item, calls, loses) => {
                vec![feature(item, calls, loses, selftest_dir)]
            }
            MachineProbe::Shown(probe) => probe(selftest_dir),
        }
    }
}

fn feature(
    item: Item,
    calls: &str,
    loses: fn() -> Message,
    selftest_dir: &SelftestDir,
) -> DoctorFinding {
    let calls = prepared(calls);
    let asked = calls.split(';').filter(|call| *call != "fork").count();
    let answers = selftest_dir.calls_outside(&calls).unwrap_or_default();
    // These two get invalid arguments, and report that if they exist.
    let sense = match item {
        Item::Seccomp => -14,
        Item::MountAttributes => -22,
        _ => 0,
    };
    match answers.iter().find(|answer| **answer < 0 && **answer != sense) {
        None if answers.len() == asked => found(item, None),
        None => lost(item, None, loses()),
        Some(answer) => lost(item, Some(-*answer as i32), loses()),
    }
}

fn found(item: Item, detail: impl Into<Option<Message>>) -> DoctorFinding {
    DoctorFinding::new(Part::Probe, item, Status::Ok, detail)
}

/// A user namespace that contains this process, for users that are not root.
const OWN_USERS: &str = "272 0x10000000;2 @/proc/self/setgroups 1;1 3 @deny 4;3 3;\
    2 @/proc/self/uid_map 1;1 3 @1000\tUID\t1 LENGTH;3 3";

/// The calls, after those that a user other than root needs first.
fn prepared(calls: &str) -> String {
    if geteuid().is_root() {
        return calls.to_owned();
    }
    let user = geteuid().as_raw().to_string();
    let length = "1000".len() + user.len() + 3;
    let own = OWN_USERS.replace("UID", &user).replace("LENGTH", &length.to_string());
    if calls.is_empty() { own } else { format!("{own};{calls}") }
}

/// A missing feature, with the system's error number if there was an answer.
fn lost(item: Item, error: Option<i32>, loses: Message) -> DoctorFinding {
    let (cause, fix) = HostEnvironment::read().explain(error.unwrap_or(0));
    let answer = error.map(|code| io::Error::from_raw_os_error(code).message());
    let answer = answer.unwrap_or_else(say::no_answer);
    DoctorFinding {
        cause: Some(cause),
        fix: Some(fix),
        loses: Some(loses),
        ..DoctorFinding::new(Part::Probe, item, Status::Lost, answer)
    }
}

/// The current user, and the obstacles.
#[derive(Clone, Copy)]
struct HostEnvironment {
    root: bool,
    obstacle: Option<Obstacle>,
}

impl HostEnvironment {
    fn read() -> HostEnvironment {
        HostEnvironment { root: geteuid().is_root(), obstacle: Obstacle::on_this_machine() }
    }

    /// The likely cause of an error, and the remedy.
    fn explain(self, error: i32) -> (Message, Message) {
        let more = || say::fix_sysctl(MOST_NAMESPACES, ENOUGH_NAMESPACES);
        let container = || say::fix_container(PAGE);
        match (Errno::from_raw_os_error(error), self.obstacle) {
            (Errno::NOSYS, _) => (say::cause_kernel(), say::fix_kernel()),
            (Errno::NOSPC, _) => (say::cause_namespaces(), more()),
            (_, Some(Obstacle::NoUserNamespaces)) => (say::cause_sysctl(MOST_NAMESPACES), more()),
            (_, Some(Obstacle::NoClones)) => {
                (say::cause_sysctl(CLONES), say::fix_sysctl(CLONES, "1"))
            }
            (_, Some(Obstacle::AppArmor)) => (say::cause_app_armor(), say::fix_profile(PAGE)),
            (_, Some(Obstacle::Filter)) => (say::cause_filter(), container()),
            (Errno::PERM | Errno::ACCESS, None) if self.root => (say::cause_root(), container()),
            (Errno::PERM | Errno::ACCESS, None) => (say::cause_rights(), say::fix_rights()),
            _ => (say::cause_unknown(), say::fix_unknown(PAGE)),
        }
    }
}

fn kernel() -> DoctorFinding {
    let name = uname();
    let text = |part: &std::ffi::CStr| part.to_string_lossy().into_owned();
    let detail = [name.sysname(), name.release(), name.machine()].map(text).join(" ");
    found(Item::Kernel, Message::verbatim(detail))
}

fn user() -> DoctorFinding {
    let user = geteuid();
    if user.is_root() {
        return found(Item::User, Message::verbatim("root"));
    }
    DoctorFinding {
        cause: Some(say::cause_user()),
        fix: Some(say::fix_user(PAGE)),
        loses: Some(say::loses_second_user()),
        ..DoctorFinding::new(
            Part::Probe,
            Item::User,
            Status::Lost,
            Message::verbatim(user.as_raw().to_string()),
        )
    }
}

fn landlock(selftest_dir: &SelftestDir) -> DoctorFinding {
    let answer = selftest_dir.calls_outside("444 0 0 1").unwrap_or_default();
    match answer[..] {
        [version] if version > 0 => {
            found(Item::Landlock, Message::verbatim(format!("ABI {version}")))
        }
        [error] => lost(Item::Landlock, Some(-error as i32), say::loses_second_wall_behind()),
        _ => lost(Item::Landlock, None, say::loses_second_wall()),
    }
}

fn time_source() -> DoctorFinding {
    let path = "/sys/devices/system/clocksource/clocksource0/current_clocksource";
    let source = fs::read_to_string(path).unwrap_or_default().trim().to_owned();
    let is_slow = ["hpet", "acpi_pm", "jiffies"].contains(&source.as_str());
    let detail = (!source.is_empty()).then(|| Message::verbatim(source));
    if !is_slow {
        return found(Item::TimeSource, detail);
    }
    DoctorFinding {
        cause: Some(say::cause_counter()),
        fix: Some(say::fix_counter()),
        loses: Some(say::loses_cheap_clocks()),
        ..DoctorFinding::new(Part::Probe, Item::TimeSource, Status::Lost, detail)
    }
}

fn control_groups() -> Vec<DoctorFinding> {
    let turns = |can_freeze| {
        if can_freeze {
            return found(Item::Turns, None);
        }
        lost(Item::Turns, Some(Errno::NOENT.raw_os_error()), say::freezing())
    };
    match Groups::open() {
        Ok(groups) => {
            vec![found(Item::ControlGroups, say::resources()), turns(groups.can_freeze())]
        }
        Err(missing) => {
            let finding = |missing: &crate::groups::Missing| DoctorFinding {
                fix: Some(if geteuid().is_root() { missing.fix() } else { say::fix_rights() }),
                loses: Some(say::loses_tier_a()),
                ..DoctorFinding::new(
                    Part::Probe,
                    Item::Missing(missing.what),
                    Status::Lost,
                    missing.error.message(),
                )
            };
            missing.0.iter().map(finding).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_depend_on_the_environment() {
        let explain =
            |error: Errno, around: HostEnvironment| around.explain(error.raw_os_error()).1;
        let user = HostEnvironment { root: false, obstacle: None };
        let root = HostEnvironment { root: true, ..user };
        let app_armor = HostEnvironment { obstacle: Some(Obstacle::AppArmor), ..user };
        let filtered = HostEnvironment { obstacle: Some(Obstacle::Filter), ..root };
        assert_eq!(explain(Errno::PERM, user), say::fix_rights());
        assert_eq!(explain(Errno::ACCESS, app_armor), say::fix_profile(PAGE));
        assert_eq!(explain(Errno::PERM, root), say::fix_container(PAGE));
        assert_eq!(explain(Errno::PERM, filtered), say::fix_container(PAGE));
        assert_eq!(explain(Errno::NOSPC, user).id(), Some("fix_sysctl"));
        assert_eq!(explain(Errno::NOSYS, root), say::fix_kernel());
    }
}
