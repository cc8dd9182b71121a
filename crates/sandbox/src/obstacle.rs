//! What keeps programs from user namespaces on this machine, and the command that permits them: two
//! lines for users whose first command gets a weaker sandbox than contests require.

use crate::Tier;
use certamen_i18n::{Localize, Message};
use rustix::process::geteuid;
use std::{fs, path::Path};

/// Sysctls, by their names as `sysctl` writes them.
pub(crate) const MOST_NAMESPACES: &str = "user.max_user_namespaces";
pub(crate) const CLONES: &str = "kernel.unprivileged_userns_clone";
const APP_ARMOR: &str = "kernel.apparmor_restrict_unprivileged_userns";

/// Number of user namespaces to permit: far more than matches that are played at once.
pub(crate) const ENOUGH_NAMESPACES: &str = "15000";

/// What usually forbids namespaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Obstacle {
    /// A sysctl, for users that are not root.
    NoUserNamespaces,
    /// Another one, of Debian's kernels.
    NoClones,
    /// The restriction of Ubuntu 23.10 and later.
    AppArmor,
    /// The system call filter of a container.
    Filter,
}

impl Obstacle {
    /// The first obstacle in a machine, as its files show it: `read` returns the content of one.
    pub(crate) fn find(is_root: bool, read: impl Fn(&str) -> Option<String>) -> Option<Obstacle> {
        let is = |sysctl: &str, value: &str| {
            let file = format!("/proc/sys/{}", sysctl.replace('.', "/"));
            !is_root && read(&file).is_some_and(|text| text.trim() == value)
        };
        let status = read("/proc/self/status").unwrap_or_default();
        let is_filtered = status.lines().any(|line| line == "Seccomp:\t2");
        let in_container =
            ["/.dockerenv", "/run/.containerenv"].map(&read).iter().any(Option::is_some);
        let obstacles = [
            // The sysctls of a container are those of its machine, where they may be set as well.
            (Obstacle::Filter, is_filtered && in_container),
            (Obstacle::NoUserNamespaces, is(MOST_NAMESPACES, "0")),
            (Obstacle::NoClones, is(CLONES, "0")),
            (Obstacle::AppArmor, is(APP_ARMOR, "1")),
            (Obstacle::Filter, is_filtered),
        ];
        obstacles.into_iter().find(|(_, is_there)| *is_there).map(|(obstacle, _)| obstacle)
    }

    /// The first obstacle on this machine.
    pub(crate) fn on_this_machine() -> Option<Obstacle> {
        Obstacle::find(geteuid().is_root(), |path| fs::read_to_string(Path::new(path)).ok())
    }

    fn cause(self) -> Message {
        match self {
            Obstacle::NoUserNamespaces => say::none_allowed(MOST_NAMESPACES),
            Obstacle::NoClones => say::none_allowed(CLONES),
            Obstacle::AppArmor => say::app_armor(),
            Obstacle::Filter => say::filter(),
        }
    }

    /// The command that removes it.
    fn command(self) -> String {
        match self {
            Obstacle::NoUserNamespaces => set_sysctl(MOST_NAMESPACES, ENOUGH_NAMESPACES),
            Obstacle::NoClones => set_sysctl(CLONES, "1"),
            Obstacle::AppArmor => set_sysctl(APP_ARMOR, "0"),
            Obstacle::Filter => CONTAINER.to_owned(),
        }
    }
}

/// The options with which a container gets the best level that its user can have.
const CONTAINER: &str = "docker run --cap-add=SYS_ADMIN --security-opt seccomp=unconfined \
                         --security-opt apparmor=unconfined --security-opt systempaths=unconfined";

fn set_sysctl(name: &str, value: &str) -> String {
    format!("sudo sysctl -w {name}={value}")
}

/// Why this machine has a weaker sandbox than it could have, and the command that changes it: two
/// lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IsolationAdvice {
    /// The level that programs get.
    have: Tier,
    /// The level that is reached by the command.
    better: Tier,
    obstacle: Obstacle,
}

impl IsolationAdvice {
    /// For programs that run at level `have` because nothing better is available; none if that is
    /// enough for contests by default, or if it is not known what the machine forbids.
    pub fn on_this_machine(have: Tier) -> Option<IsolationAdvice> {
        // Other machines have no better level.
        if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
            return None;
        }
        IsolationAdvice::of(have, geteuid().is_root(), Obstacle::on_this_machine())
    }

    fn of(have: Tier, is_root: bool, obstacle: Option<Obstacle>) -> Option<IsolationAdvice> {
        let better = if is_root { Tier::A } else { Tier::B };
        let obstacle = obstacle.filter(|_| have > Tier::B)?;
        Some(IsolationAdvice { have, better, obstacle })
    }
}

impl Localize for IsolationAdvice {
    fn message(&self) -> Message {
        let IsolationAdvice { have, better, obstacle } = self;
        say::advice(obstacle.cause(), obstacle.command(), have.letter(), better.letter())
    }
}

certamen_i18n::display!(IsolationAdvice);

mod say {
    certamen_i18n::texts!("locales/advice");
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_i18n::Language;

    /// The lines for a machine with these files, at the best level that is available there.
    fn advice(is_root: bool, files: &[(&str, &str)], have: Tier) -> Option<String> {
        let read = |path: &str| {
            let found = files.iter().find(|(name, _)| *name == path);
            found.map(|(_, content)| (*content).to_owned())
        };
        let advice = IsolationAdvice::of(have, is_root, Obstacle::find(is_root, read));
        advice.map(|advice| advice.message().get(Language::En))
    }

    const UBUNTU: (&str, &str) = ("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1\n");
    const FILTERED: (&str, &str) = ("/proc/self/status", "Name:\tx\nSeccomp:\t2\n");

    #[test]
    fn a_user_reads_what_forbids_namespaces_and_the_command_that_permits_them() {
        let cases: [(&[(&str, &str)], &str); 5] = [
            (&[UBUNTU], "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"),
            (
                &[("/proc/sys/user/max_user_namespaces", "0\n")],
                "sudo sysctl -w user.max_user_namespaces=15000",
            ),
            (
                &[("/proc/sys/kernel/unprivileged_userns_clone", "0\n")],
                "sudo sysctl -w kernel.unprivileged_userns_clone=1",
            ),
            (&[FILTERED], CONTAINER),
            // In a container the sysctls are not the user's.
            (&[UBUNTU, FILTERED, ("/.dockerenv", "")], CONTAINER),
        ];
        for (files, command) in cases {
            let text = advice(false, files, Tier::C).unwrap();
            let lines: Vec<&str> = text.lines().collect();
            assert_eq!(lines.len(), 2, "{text}");
            assert!(lines[0].starts_with("isolation level C instead of B: "), "{text}");
            assert!(lines[1].starts_with("for level B") && lines[1].ends_with(command), "{text}");
        }
    }

    #[test]
    fn root_is_advised_only_of_its_container() {
        assert_eq!(advice(true, &[UBUNTU], Tier::C), None);
        let text = advice(true, &[FILTERED], Tier::C).unwrap();
        assert!(text.contains("isolation level C instead of A: "), "{text}");
    }

    #[test]
    fn nothing_is_said_where_the_level_is_enough_or_the_obstacle_unknown() {
        assert_eq!(advice(false, &[UBUNTU], Tier::B), None);
        assert_eq!(advice(true, &[FILTERED], Tier::A), None);
        let permitted = ("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "0\n");
        assert_eq!(advice(false, &[permitted], Tier::D), None);
    }
}
