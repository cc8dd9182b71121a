//! Matches that we fail to play again and again, and the bots that they have in common: neither
//! blocks other matches.

use super::Contest;
use crate::ContestError;
use certamen_store::{MatchNumber, StoredMatch, SubmissionId};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::SystemTime,
};

/// How often a match that we failed to play is tried, and on how many machines where there are so
/// many: one that is broken fails in everything, which says nothing of a match.
const TRIES: usize = 3;

/// Who failed to play a match.
#[derive(Clone, Copy, Debug)]
pub struct FailedBots<'a> {
    /// The machine, by its key, which cannot be chosen.
    pub machine: &'a str,
    /// How many there are that could have been given it.
    pub of: usize,
}

impl FailedBots<'static> {
    /// The only machine there is.
    pub const HERE: FailedBots<'static> = FailedBots { machine: "", of: 1 };
}

/// What happens to a match that we failed to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RetryDecision {
    /// It is played again, under the same number.
    Again,
    /// It was tried often enough: it is deferred, and the next run tries it again.
    PutAside,
}

impl Contest {
    /// Takes back a match that we failed to play, and says what happens to it.
    pub fn give_back(
        &mut self,
        number: MatchNumber,
        times: (SystemTime, SystemTime),
        reason: &str,
        on: FailedBots<'_>,
    ) -> Result<RetryDecision, ContestError> {
        self.store.note_void(number, times, reason)?;
        let seats = self.agenda.under_way(number).map(|stored| stored.seats.clone());
        let seats = seats.unwrap_or_default();
        let tries = self.tries.entry(number).or_default();
        tries.push(on.machine.to_owned());
        let machines: BTreeSet<&String> = tries.iter().collect();
        let goes_on = tries.len() < TRIES || machines.len() < TRIES.min(on.of);
        if goes_on && !seats.iter().any(|seat| self.suspended.contains(seat)) {
            self.agenda.put_back(number);
            return Ok(RetryDecision::Again);
        }
        // Those behind it may follow, as if it were finished.
        self.agenda.finish(number);
        self.put_aside.insert(number, seats);
        let found = in_common(&self.put_aside).filter(|id| !self.suspended.contains(id));
        if let Some(found) = found {
            self.suspended.insert(found);
            self.refill()?;
        }
        Ok(RetryDecision::PutAside)
    }

    /// The matches that were deferred in this run, one by one.
    pub fn deferred(&self) -> impl Iterator<Item = MatchNumber> {
        self.put_aside.keys().copied()
    }

    /// The names of those whose matches cannot be played, while others play theirs: they rest until
    /// the next run.
    pub fn suspended(&self) -> impl Iterator<Item = &str> {
        let both = self.submissions.iter().zip(&self.entrants);
        let found = both.filter(|(id, _)| self.suspended.contains(id));
        found.map(|(_, entrant)| entrant.name.as_str())
    }

    /// Whether a match is not to be played in this run.
    pub(super) fn is_put_aside(&self, stored: &StoredMatch) -> bool {
        self.put_aside.contains_key(&stored.number)
            || stored.seats.iter().any(|seat| self.suspended.contains(seat))
    }
}

/// Who sits in two or more of these matches, and always against others, who sit in no other.
fn in_common(matches: &BTreeMap<MatchNumber, Vec<SubmissionId>>) -> Option<SubmissionId> {
    let of = |id: SubmissionId| matches.values().filter(move |seats| seats.contains(&id));
    let alone_to_blame = |id: &SubmissionId| {
        let own = of(*id).count();
        let mut rivals = of(*id).flatten().filter(|rival| *rival != id);
        own > 1
            && rivals.all(|rival| {
                let shared = of(*rival).filter(|seats| seats.contains(id)).count();
                shared < own && shared == of(*rival).count()
            })
    };
    matches.values().flatten().copied().find(alone_to_blame)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(matches: &[[i64; 2]], expected: Option<i64>) {
        let matches = (1..)
            .map(MatchNumber)
            .zip(matches.iter().map(|seats| seats.iter().copied().map(SubmissionId).collect()));
        assert_eq!(in_common(&matches.collect()), expected.map(SubmissionId));
    }

    #[test]
    fn who_fails_with_different_rivals_who_fail_with_nobody_else_is_found() {
        check(&[[1, 2]], None);
        check(&[[1, 2], [3, 1]], Some(1));
        check(&[[1, 2], [2, 1]], None);
        check(&[[1, 2], [2, 1], [1, 3]], Some(1));
        check(&[[1, 2], [3, 4]], None);
        check(&[[1, 2], [1, 3], [2, 3]], None);
    }
}
