//! Tiers A and B: programs in a sandbox of their own, at the price of a bare spawn.
//!
//! The sandbox is built once for each program and match; a zygote in it, its first process, starts
//! the program as often as it is asked. The supervisor is this process: it makes the control groups
//! and holds the pipes; it never enters a sandbox.

mod cell;
mod cell_child;
mod mounts;
mod plan;
mod privileges;
mod process_scan;
mod scratch;
mod setup;
mod spawner;
mod wire;
mod zygote;

pub(crate) use mounts::DEVICES;
pub(crate) use plan::FolderView;
pub(crate) use spawner::{Spawner, become_spawner};

use crate::{
    Access, Cell, ErrorCause, Launcher, Operation, Program, Sandbox, SandboxError, Tier, TierLoss,
    TierLossReason,
    groups::{self, Groups},
};
use std::{
    hash::{BuildHasher, RandomState},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

/// The first of the users that programs run as. No other process has them, and none is the overflow
/// user.
pub(crate) const FIRST_USER: u32 = 200_000;
pub(crate) const USERS: u32 = 50_000;

/// The sandbox of tiers A and B.
#[derive(Clone)]
pub struct Isolated {
    groups: Option<Arc<Groups>>,
    launcher: Launcher,
    next: Arc<AtomicU32>,
}

impl Isolated {
    /// The strongest isolation for this user: tier A for root, tier B for others.
    pub fn open(launcher: &Launcher) -> Result<Isolated, TierLoss> {
        // The error must be the one that matters to the user: root has tier A or nothing.
        let is_root = rustix::process::geteuid().is_root();
        Isolated::of_tier(launcher, if is_root { Tier::A } else { Tier::B })
    }

    /// Isolation of tier A or B, tested once with a program that does nothing.
    pub fn of_tier(launcher: &Launcher, tier: Tier) -> Result<Isolated, TierLoss> {
        let tier_loss = |why: TierLossReason| TierLoss { tier, why };
        if !setup::is_possible() {
            return Err(tier_loss(TierLossReason::Platform));
        }
        let is_root = rustix::process::geteuid().is_root();
        let groups = match tier {
            Tier::A if !is_root => return Err(tier_loss(TierLossReason::NeedsRoot)),
            Tier::A => {
                let groups =
                    Groups::open().map_err(|missing| tier_loss(TierLossReason::Groups(missing)))?;
                Some(Arc::new(groups))
            }
            Tier::B if is_root => return Err(tier_loss(TierLossReason::IsRoot)),
            Tier::B => None,
            _ => return Err(tier_loss(TierLossReason::IsOpen)),
        };
        let sandbox =
            Isolated { groups, launcher: launcher.clone(), next: Arc::new(random_user().into()) };
        sandbox
            .spawn(&cell::nothing())
            .map_err(|cause| tier_loss(TierLossReason::Building(cause)))?;
        Ok(sandbox)
    }

    fn create(&self, program: &Program) -> Result<cell::CellProcess, SandboxError> {
        self.spawn(program).map_err(SandboxError::during(Operation::Building))
    }

    fn spawn(&self, program: &Program) -> Result<cell::CellProcess, ErrorCause> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let place = cell::CellSlot {
            user: FIRST_USER + number % USERS,
            name: format!("slot{number}"),
            groups: self.groups.clone(),
        };
        cell::CellProcess::new(&self.launcher, program, &place)
    }
}

impl Sandbox for Isolated {
    fn tier(&self) -> Tier {
        if self.groups.is_some() { Tier::A } else { Tier::B }
    }

    fn create_cell(&self, program: &Program) -> Result<Box<dyn Cell>, SandboxError> {
        program.executable()?;
        if program.folders.iter().any(|folder| matches!(folder.access, Access::Passing(_))) {
            return Ok(Box::new(cell::FreshCell::new(self.clone(), program.clone())));
        }
        Ok(Box::new(self.create(program)?))
    }
}

/// The first number of users and groups, so that no program can find out how many there were before.
pub(crate) fn random_user() -> u32 {
    RandomState::new().hash_one(()) as u32 % USERS
}

fn group_limits(program: &Program) -> groups::Limits {
    // The zygote is in the group, too.
    groups::Limits { memory: program.limits.memory, processes: program.limits.processes + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_first_user_is_random() {
        let drawn: BTreeSet<u32> = (0..20).map(|_| random_user()).collect();
        assert!(drawn.len() > 15 && drawn.iter().all(|user| *user < USERS), "{drawn:?}");
    }
}
