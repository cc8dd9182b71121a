//! Results that a worker submitted are revoked once they are no longer trusted.

use crate::{ContestError, Folder, Results, RevokeError, opening::lock};
use certamen_store::{MatchNumber, Store, WorkerId, WorkerShare};
use certamen_tournament::Pace;
use std::{collections::BTreeMap, time::SystemTime};

/// What several workers played, over all runs of a contest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FarmCounts {
    pub machines: Vec<WorkerShare>,
    /// Results that were no longer awaited.
    pub late: u64,
    /// Matches that had to be played again.
    pub void: u64,
    /// The number of audits by result.
    pub audits: BTreeMap<&'static str, u64>,
}

/// The reason for revoking results of a worker that is not suspended.
const BY_HAND: &str = "by hand";
const AUDIT_ENDS: [&str; 3] = ["alike", "different", "three ways"];

/// Revokes all results of the worker with this name or key in the contest in `folder`. Returns the
/// matches that the next run plays again.
pub fn revoke(folder: &Folder, name: &str) -> Result<Vec<MatchNumber>, ContestError> {
    let results = Results::open(folder)?;
    let rules = &results.contest_meta.rules;
    let no = |why| Err(ContestError::NotRevoked(why));
    if rules.planner().pace() != Pace::Free || rules.programs.memory.lives_on() {
        return no(RevokeError::LaterMatches);
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
    let (scoring, mut known) = (results.scoring(), results.contest_meta.known.clone());
    drop(results);
    let _lock = lock(folder)?;
    let mut store = Store::create(&folder.store())?;
    let revoked = store.revoke(key, SystemTime::now(), reason, scoring)?;
    // What is only known from these matches is forgotten.
    let is_revoked = |number: &i64| revoked.contains(&MatchNumber(*number));
    known.breaches.retain(|breach| !breach.matches.iter().any(is_revoked));
    known.remember(&mut store)?;
    Ok(revoked)
}

impl Results<'_> {
    pub fn machines(&self) -> Result<Vec<WorkerShare>, ContestError> {
        Ok(self.store.machines()?)
    }

    /// `None` if only this machine played.
    pub fn farm(&self) -> Result<Option<FarmCounts>, ContestError> {
        let machines = self.store.machines()?;
        if machines.is_empty() {
            return Ok(None);
        }
        let void = self.store.voids()?.iter().map(|(_, count)| count).sum();
        let mut audits = BTreeMap::new();
        // A note names matches and workers, then the result; a note on a slow worker has none.
        let ends = |what: &str| AUDIT_ENDS.into_iter().find(|how| what.ends_with(how));
        for how in self.store.audits()?.iter().filter_map(|what| ends(what)) {
            *audits.entry(how).or_default() += 1;
        }
        Ok(Some(FarmCounts { machines, late: self.store.late()?, void, audits }))
    }
}
