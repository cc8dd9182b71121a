//! Results that a worker submitted are revoked once they are no longer trusted.

use crate::{ContestError, Folder, Results, deterministic::ObservedRepeats, opening::lock};
use certamen_store::{MachineShare, MatchNumber, Store, WorkerId};
use certamen_tournament::Pace;
use std::{collections::BTreeMap, time::SystemTime};

/// What several machines played, over all runs of a contest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FarmCounts {
    /// What each of them brought.
    pub machines: Vec<MachineShare>,
    /// Results that were no longer awaited.
    pub late: u64,
    /// Matches that had to be played again.
    pub void: u64,
    /// How many comparisons of matches that were played a second time ended how.
    pub audits: BTreeMap<&'static str, u64>,
}

/// Why something is taken away from a machine that is not suspended.
const BY_HAND: &str = "by hand";
/// How a comparison of matches that were played a second time ends.
const AUDIT_ENDS: [&str; 3] = ["alike", "different", "three ways"];

/// Takes all away that the machine called `name`, or with that key, handed in to the contest in
/// `folder`, and says which matches are to be played again: the next run does that.
pub fn revoke(folder: &Folder, name: &str) -> Result<Vec<MatchNumber>, ContestError> {
    let results = Results::open(folder)?;
    let rules = &results.contest_meta.rules;
    let no = |why| Err(ContestError::Unstruck(why));
    if rules.planner().pace() != Pace::Free || rules.programs.memory.lives_on() {
        return no(RevokeError::RestsOnThem);
    }
    let machines = results.machines()?;
    let is_meant = |own: &WorkerId| own.name == name || own.key == name;
    let own = || machines.iter().filter(|share| is_meant(&share.machine));
    let Some(first) = own().next() else {
        let known = machines.iter().map(|share| share.machine.name.clone()).collect();
        return no(RevokeError::NoMachine { name: name.to_owned(), known });
    };
    let key = &first.machine.key;
    if own().any(|share| share.machine.key != *key) {
        let known = own().map(|share| share.machine.clone()).collect();
        return no(RevokeError::Several { name: name.to_owned(), known });
    }
    let reason = own().find_map(|share| share.suspended.as_deref()).unwrap_or(BY_HAND);
    let (scoring, mut alike) = (results.scoring(), results.contest_meta.known.clone());
    drop(results);
    let _lock = lock(folder)?;
    let mut store = Store::create(&folder.store())?;
    let struck = store.revoke(key, SystemTime::now(), reason, scoring)?;
    forget(&mut alike, &struck);
    alike.remember(&mut store)?;
    Ok(struck)
}

/// Forgets what only these matches said of bots.
fn forget(known: &mut ObservedRepeats, struck: &[MatchNumber]) {
    let is_struck = |number: &i64| struck.contains(&MatchNumber(*number));
    known.breaches.retain(|breach| !breach.matches.iter().any(is_struck));
}

impl Results<'_> {
    /// The machines that played for the contest, where several did.
    pub fn machines(&self) -> Result<Vec<MachineShare>, ContestError> {
        Ok(self.store.machines()?)
    }

    /// What several machines played; nothing where only this one did.
    pub fn farm(&self) -> Result<Option<FarmCounts>, ContestError> {
        let machines = self.store.machines()?;
        if machines.is_empty() {
            return Ok(None);
        }
        let void = self.store.voids()?.iter().map(|(_, count)| count).sum();
        let mut audits = BTreeMap::new();
        // A note names matches and machines, and then how it ended; one of a slow machine does not.
        let ends = |what: &str| AUDIT_ENDS.into_iter().find(|how| what.ends_with(how));
        for how in self.store.audits()?.iter().filter_map(|what| ends(what)) {
            *audits.entry(how).or_default() += 1;
        }
        Ok(Some(FarmCounts { machines, late: self.store.late()?, void, audits }))
    }
}

/// Why nothing can be taken away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RevokeError {
    /// No machine of this name played.
    NoMachine {
        /// The name.
        name: String,
        /// Those that did.
        known: Vec<String>,
    },
    /// Several machines of this name played.
    Several {
        /// The name.
        name: String,
        /// They.
        known: Vec<WorkerId>,
    },
    /// Later matches were planned or played from the results of earlier ones.
    RestsOnThem,
}
