//! Control groups: what limits, measures, freezes and kills programs, in version 1, version 2, or
//! both mounted side by side.
//!
//! Everything is made below the group that we are in, in a group named after this process.

mod cleanup;
mod files;
mod hierarchy;
mod slot;

pub(crate) use slot::Slot;

use crate::say;
use certamen_i18n::{Localize, Message};
use hierarchy::{Hierarchy, Version};
use rustix::io::Errno;
use std::{
    fs, io,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

/// The resource control that works here. The groups are removed with it and its last slot.
#[derive(Debug)]
pub(crate) struct Groups {
    dirs: Arc<GroupDirs>,
    made: AtomicU64,
    can_freeze: bool,
}

/// The limits of all processes of a group together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// In bytes, without swap.
    pub(crate) memory: u64,
    /// Threads count as processes.
    pub(crate) processes: u64,
}

/// What a hierarchy is used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GroupRole {
    Memory,
    Processes,
    Clock,
    /// The group as a whole gets one share of the processor, however many threads it has.
    Share,
    /// Freezing, and killing all at once.
    Turns,
}

impl GroupRole {
    const ALL: [GroupRole; 5] = [
        GroupRole::Turns,
        GroupRole::Memory,
        GroupRole::Processes,
        GroupRole::Clock,
        GroupRole::Share,
    ];

    fn lacking(self) -> Lacking {
        match self {
            GroupRole::Memory => Lacking::Memory,
            GroupRole::Processes => Lacking::Processes,
            GroupRole::Clock => Lacking::Clock,
            GroupRole::Share => Lacking::Share,
            GroupRole::Turns => Lacking::Turns,
        }
    }

    fn required(self) -> bool {
        matches!(self, GroupRole::Memory | GroupRole::Processes | GroupRole::Clock)
    }

    /// Whether a hierarchy has it; every group of version 2 has a clock and both switches.
    fn fits(self, hierarchy: &Hierarchy) -> bool {
        match (self, hierarchy.version) {
            (GroupRole::Turns, Version::One) => false,
            (GroupRole::Turns | GroupRole::Clock, Version::Two) => true,
            (GroupRole::Clock, Version::One) => hierarchy.has("cpuacct"),
            (role, _) => role.controller().is_some_and(|name| hierarchy.has(name)),
        }
    }

    /// The controller that version 2 must have enabled for it.
    fn controller(self) -> Option<&'static str> {
        match self {
            GroupRole::Memory => Some("memory"),
            GroupRole::Processes => Some("pids"),
            GroupRole::Share => Some("cpu"),
            GroupRole::Clock | GroupRole::Turns => None,
        }
    }
}

#[derive(Debug)]
struct GroupHome {
    version: Version,
    directory: PathBuf,
    roles: Vec<GroupRole>,
}

/// The groups of this run.
#[derive(Debug)]
struct GroupDirs(Vec<GroupHome>);

impl Drop for GroupDirs {
    fn drop(&mut self) {
        for home in &self.0 {
            let _ = cleanup::remove_tree(&home.directory);
        }
    }
}

impl Groups {
    /// Creates the groups of this run, after removing those of dead runs. Memory, number of processes
    /// and clock are required; freezing is not.
    pub(crate) fn open() -> Result<Groups, NoGroups> {
        let lost = |what| move |error| NoGroups(vec![Missing { what, error }]);
        let mut hierarchies = hierarchy::read().map_err(lost(Lacking::List))?;
        for unified in hierarchies.iter_mut().filter(|one| one.version == Version::Two) {
            unified.own = files::base(&unified.own);
        }
        let dirs = Arc::new(make_groups(&hierarchies)?);
        let mut groups = Groups { dirs, made: AtomicU64::new(0), can_freeze: false };
        // A configured control may not work: the proof is a slot.
        let limits = Limits { memory: 16 << 20, processes: 8 };
        let proof = groups.slot("proof", &limits).map_err(lost(Lacking::Working))?;
        groups.can_freeze = proof.can_freeze();
        Ok(groups)
    }

    /// Whether [`Slot::freeze`] works.
    pub(crate) fn can_freeze(&self) -> bool {
        self.can_freeze
    }

    /// A new group for one program; groups of the same name are different.
    pub(crate) fn slot(&self, name: &str, limits: &Limits) -> io::Result<Slot> {
        let serial = self.made.fetch_add(1, Ordering::Relaxed);
        Slot::create(&self.dirs, &format!("{name}.{serial}"), limits)
    }
}

fn make_groups(hierarchies: &[Hierarchy]) -> Result<GroupDirs, NoGroups> {
    let us = cleanup::Owner::this()
        .map_err(|error| NoGroups(vec![Missing { what: Lacking::Start, error }]))?;
    let directory = us.directory();
    let (plan, mut missing) = plan(hierarchies);
    let mut dirs = GroupDirs(Vec::new());
    for (hierarchy, roles) in plan {
        cleanup::remove_dead(&hierarchy.own, &us);
        let what = roles.iter().find(|role| role.required()).map(|role| role.lacking());
        let mut home = GroupHome {
            version: hierarchy.version,
            directory: hierarchy.own.join(&directory),
            roles,
        };
        let made = fs::create_dir(&home.directory);
        if let Err(error) = made {
            missing.extend(what.map(|what| Missing { what, error }));
            continue;
        }
        if home.version == Version::Two {
            enable(&mut home, hierarchy, &mut missing);
        }
        if home.roles.contains(&GroupRole::Share) {
            weigh(&home);
        }
        dirs.0.push(home);
    }
    if missing.is_empty() { Ok(dirs) } else { Err(NoGroups(missing)) }
}

/// Gives the group the weight of one ordinary program for each core that we may use. The default is
/// that of one program on all cores together: with a match on each of two cores and other work on
/// the machine, every match would get half of what a program without a group gets.
fn weigh(home: &GroupHome) {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    // Failing is allowed: only speed depends on it.
    let _ = home.version.weigh(&home.directory, cores);
}

/// The roles of each hierarchy. Version 1 goes first: a controller bound there is nowhere else.
fn plan(hierarchies: &[Hierarchy]) -> (Vec<(&Hierarchy, Vec<GroupRole>)>, Vec<Missing>) {
    let mut ordered: Vec<&Hierarchy> = hierarchies.iter().collect();
    ordered.sort_by_key(|one| one.version == Version::Two);
    let mut plan: Vec<(&Hierarchy, Vec<GroupRole>)> = Vec::new();
    let mut missing = Vec::new();
    for role in GroupRole::ALL {
        let found = ordered.iter().copied().find(|hierarchy| role.fits(hierarchy));
        match (found, plan.iter().position(|(one, _)| found == Some(one))) {
            (Some(_), Some(place)) => plan[place].1.push(role),
            (Some(hierarchy), None) => plan.push((hierarchy, vec![role])),
            (None, _) if role.required() => {
                missing.push(Missing { what: role.lacking(), error: Errno::NOENT.into() });
            }
            (None, _) => {}
        }
    }
    (plan, missing)
}

/// Makes the controllers of version 2 available to the slots.
fn enable(home: &mut GroupHome, hierarchy: &Hierarchy, missing: &mut Vec<Missing>) {
    home.roles.retain(|role| {
        let Some(controller) = role.controller() else { return true };
        let enabled = files::enable(&hierarchy.own, controller)
            .and_then(|()| files::enable(&home.directory, controller));
        match enabled {
            Ok(()) => true,
            Err(error) if role.required() => {
                missing.push(Missing { what: role.lacking(), error });
                false
            }
            Err(_) => false,
        }
    });
}

/// Why control groups cannot limit anything here.
#[derive(Debug)]
pub struct NoGroups(pub Vec<Missing>);

/// One thing that is missing.
#[derive(Debug)]
pub struct Missing {
    /// The missing part.
    pub what: Lacking,
    /// The system's answer.
    pub error: io::Error,
}

/// A part that can be missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Localize)]
#[localize(display)]
#[expect(missing_docs, reason = "the messages say what each is")]
pub enum Lacking {
    #[localize(say::group_memory())]
    Memory,
    #[localize(say::group_processes())]
    Processes,
    #[localize(say::group_clock())]
    Clock,
    #[localize(say::group_share())]
    Share,
    #[localize(say::group_turns())]
    Turns,
    #[localize(say::group_list())]
    List,
    #[localize(say::group_working())]
    Working,
    #[localize(say::group_start())]
    Start,
}

impl Missing {
    /// The likely remedy.
    pub(crate) fn fix(&self) -> Message {
        match self.error.raw_os_error().map(Errno::from_raw_os_error) {
            Some(Errno::ROFS) => say::fix_read_only(),
            Some(Errno::ACCESS | Errno::PERM) => say::fix_rights(),
            Some(Errno::BUSY) => say::fix_busy(),
            Some(Errno::NOENT) => say::fix_mount(),
            _ => say::fix_look(),
        }
    }
}

impl Localize for NoGroups {
    fn message(&self) -> Message {
        let each = self.0.iter().map(Localize::message).rev();
        let all = each.reduce(|others, first| say::no_groups(first, others));
        all.unwrap_or_else(|| Message::verbatim(""))
    }
}

impl Localize for Missing {
    fn message(&self) -> Message {
        say::no_group(self.what, &self.error, self.fix())
    }
}

certamen_i18n::error!(NoGroups);
certamen_i18n::display!(Missing);

#[cfg(test)]
mod tests;
