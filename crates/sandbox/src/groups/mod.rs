//! Control groups: what limits, measures, freezes and kills programs, in version 1, version 2, or
//! both mounted side by side.
//!
//! Everything is made below the group that we are in, in a group named after this process.

mod hierarchy;
mod lost;
mod meter;
mod remove;
mod slot;
mod stale;
mod v1;
mod v2;

pub use lost::{Lacking, Missing, NoGroups};
pub(crate) use slot::Slot;

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

/// What of resource control works here for us. Its groups are removed with it and its last slot.
#[derive(Debug)]
pub(crate) struct Groups {
    dirs: Arc<GroupDirs>,
    made: AtomicU64,
    can_freeze: bool,
}

/// What all processes of a group may use together.
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
    /// Freezing, and killing at a stroke.
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

    /// What is missing if none of the hierarchies has it.
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

    /// Whether a hierarchy can do it; every group of version 2 has a clock and the two switches.
    fn fits(self, hierarchy: &Hierarchy) -> bool {
        match (self, hierarchy.version) {
            (GroupRole::Turns, Version::One) => false,
            (GroupRole::Turns | GroupRole::Clock, Version::Two) => true,
            (GroupRole::Clock, Version::One) => hierarchy.has("cpuacct"),
            (group_role, _) => group_role.controller().is_some_and(|name| hierarchy.has(name)),
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

/// The group of this run in one hierarchy.
#[derive(Debug)]
struct GroupHome {
    version: Version,
    directory: PathBuf,
    duties: Vec<GroupRole>,
}

/// The groups of this run.
#[derive(Debug)]
struct GroupDirs(Vec<GroupHome>);

impl Drop for GroupDirs {
    fn drop(&mut self) {
        for home in &self.0 {
            let _ = remove::tree(&home.directory);
        }
    }
}

impl Groups {
    /// Makes the groups of this run, after removing those of dead runs.
    ///
    /// Memory, number of processes and clock are required; freezing is not.
    pub(crate) fn open() -> Result<Groups, NoGroups> {
        let lost = |what| move |error| NoGroups(vec![Missing { what, error }]);
        let mut hierarchies = hierarchy::read().map_err(lost(Lacking::List))?;
        for unified in hierarchies.iter_mut().filter(|one| one.version == Version::Two) {
            unified.own = v2::base(&unified.own);
        }
        let dirs = Arc::new(make_homes(&hierarchies)?);
        let mut groups = Groups { dirs, made: AtomicU64::new(0), can_freeze: false };
        // What is configured may not work: the proof is a slot.
        let limits = Limits { memory: 16 << 20, processes: 8 };
        let proof = groups.slot("proof", &limits).map_err(lost(Lacking::Working))?;
        groups.can_freeze = proof.can_freeze();
        Ok(groups)
    }

    /// Whether [`Slot::freeze`] works.
    pub(crate) fn can_freeze(&self) -> bool {
        self.can_freeze
    }

    /// A new group for one program; no two are the same, though they have the same name.
    pub(crate) fn slot(&self, name: &str, limits: &Limits) -> io::Result<Slot> {
        let serial = self.made.fetch_add(1, Ordering::Relaxed);
        Slot::create(&self.dirs, &format!("{name}.{serial}"), limits)
    }
}

fn make_homes(hierarchies: &[Hierarchy]) -> Result<GroupDirs, NoGroups> {
    let us = stale::Owner::this()
        .map_err(|error| NoGroups(vec![Missing { what: Lacking::Start, error }]))?;
    let directory = us.directory();
    let (plan, mut missing) = plan(hierarchies);
    let mut dirs = GroupDirs(Vec::new());
    for (hierarchy, duties) in plan {
        stale::remove_dead(&hierarchy.own, &us);
        let what = duties
            .iter()
            .find(|group_role| group_role.required())
            .map(|group_role| group_role.lacking());
        let mut home = GroupHome {
            version: hierarchy.version,
            directory: hierarchy.own.join(&directory),
            duties,
        };
        let made = fs::create_dir(&home.directory);
        if let Err(error) = made {
            missing.extend(what.map(|what| Missing { what, error }));
            continue;
        }
        if home.version == Version::Two {
            enable(&mut home, hierarchy, &mut missing);
        }
        if home.duties.contains(&GroupRole::Share) {
            weigh(&home);
        }
        dirs.0.push(home);
    }
    if missing.is_empty() { Ok(dirs) } else { Err(NoGroups(missing)) }
}

/// Gives the group the weight of one ordinary program for each core that we may use. A group's usual
/// weight is that of one program on all cores together: with a match on each of two, and other
/// work on the machine, every match would get half of what a program without a group gets.
fn weigh(home: &GroupHome) {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    // It does without where it may not: nothing but speed depends on it.
    let _ = match home.version {
        Version::One => v1::weigh(&home.directory, cores),
        Version::Two => v2::weigh(&home.directory, cores),
    };
}

/// Which hierarchy does what. Version 1 goes first: a controller bound there is nowhere else.
fn plan(hierarchies: &[Hierarchy]) -> (Vec<(&Hierarchy, Vec<GroupRole>)>, Vec<Missing>) {
    let mut ordered: Vec<&Hierarchy> = hierarchies.iter().collect();
    ordered.sort_by_key(|one| one.version == Version::Two);
    let mut plan: Vec<(&Hierarchy, Vec<GroupRole>)> = Vec::new();
    let mut missing = Vec::new();
    for group_role in GroupRole::ALL {
        let found = ordered.iter().copied().find(|hierarchy| group_role.fits(hierarchy));
        match (found, plan.iter().position(|(one, _)| found == Some(one))) {
            (Some(_), Some(place)) => plan[place].1.push(group_role),
            (Some(hierarchy), None) => plan.push((hierarchy, vec![group_role])),
            (None, _) if group_role.required() => {
                missing.push(Missing { what: group_role.lacking(), error: Errno::NOENT.into() });
            }
            (None, _) => {}
        }
    }
    (plan, missing)
}

/// Makes the controllers of version 2 available to the slots.
fn enable(home: &mut GroupHome, hierarchy: &Hierarchy, missing: &mut Vec<Missing>) {
    home.duties.retain(|group_role| {
        let Some(controller) = group_role.controller() else { return true };
        let enabled = v2::enable(&hierarchy.own, controller)
            .and_then(|()| v2::enable(&home.directory, controller));
        match enabled {
            Ok(()) => true,
            Err(error) if group_role.required() => {
                missing.push(Missing { what: group_role.lacking(), error });
                false
            }
            Err(_) => false,
        }
    });
}

#[cfg(test)]
mod tests;
