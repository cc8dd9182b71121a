//! Bots that are declared deterministic: their first matches on each order of seats are compared
//! again, and listed repeats of them must have the same moves.

use super::{AuditFinding, contest::AuditedContest, report::Findings};
use crate::{
    MatchEntry,
    deterministic::{
        COMPARED, Comparison, DeterminismBreach, REPEATS, compare, other_answers, uses_rng,
    },
};
use certamen_game::{DynGame, MatchRecord, record::AGAIN};
use std::collections::{BTreeMap, BTreeSet};

struct Copied {
    number: i64,
    original: i64,
    turns: blake3::Hash,
    is_declared: bool,
}

#[derive(Default)]
pub(super) struct Suspects {
    /// The records of the matches named in breaches.
    named: BTreeMap<i64, MatchRecord>,
    /// The first match of each order of seats, until the second is read.
    first: BTreeMap<Vec<i64>, (i64, MatchRecord)>,
    different: BTreeSet<DeterminismBreach>,
    lots: bool,
    /// The turns of the first matches, by number.
    turns: BTreeMap<i64, blake3::Hash>,
    copies: Vec<Copied>,
}

impl Suspects {
    pub(super) fn see(&mut self, listed: &MatchEntry, contest: &AuditedContest) {
        let (game, known) = (contest.rules.game, &contest.header.deterministic);
        let Some(text) = &listed.record else { return };
        let is_named = known.breaches.iter().any(|breach| breach.matches.contains(&listed.number));
        // Most records are not needed here.
        let header = text.lines().next().unwrap_or_default();
        let may_copy = header.contains(REPEATS);
        let is_declared = listed.seats.iter().all(|id| known.declared.contains(id));
        let is_first = is_declared && listed.repeat < COMPARED as u32 && listed.faults == 0;
        let may_differ = text.contains(AGAIN);
        if !is_named && !may_copy && !is_first && !may_differ {
            return;
        }
        let Ok((record, _)) = MatchRecord::read(text.as_bytes()) else { return };
        let turns = blake3::hash(&serde_json::to_vec(&record.turns).unwrap_or_default());
        let number = listed.number;
        // A bot that has left may have been declared before: only the last declarations are listed.
        let are_entrants = listed.seats.iter().all(|id| contest.header.entrants.contains(id));
        if let Some(original) = record.table.extra.get(REPEATS).filter(|_| are_entrants) {
            let original = original.as_i64().unwrap_or_default();
            self.copies.push(Copied { number, original, turns, is_declared });
        } else if is_first {
            self.turns.insert(number, turns);
            match self.first.remove(&listed.seats) {
                None => drop(self.first.insert(listed.seats.clone(), (number, record.clone()))),
                Some((before, other)) => {
                    self.compare(game, &listed.seats, [(before, &other), (number, &record)]);
                }
            }
        }
        for (turn, seat) in other_answers(&record) {
            let Some(submission) = listed.seats.get(seat.index()).copied() else { continue };
            let (matches, seats) = ([number; 2], listed.seats.clone());
            self.different.insert(DeterminismBreach { submission, matches, turn, seats });
        }
        if is_named {
            self.named.insert(number, record);
        }
    }

    fn compare(
        &mut self,
        game: &dyn DynGame,
        seats: &[i64],
        [(first, one), (second, other)]: [(i64, &MatchRecord); 2],
    ) {
        match compare(game, one, other) {
            Comparison::Same => {}
            Comparison::Incomparable => self.lots |= uses_rng(game, one, other),
            Comparison::Different { turn, seats: differing } => {
                let differing = differing.iter().filter_map(|seat| seats.get(seat.index()));
                self.different.extend(differing.map(|submission| DeterminismBreach {
                    submission: *submission,
                    matches: [first, second],
                    turn,
                    seats: seats.to_vec(),
                }));
            }
        }
    }

    pub(super) fn check(&self, contest: &AuditedContest, findings: &mut Findings) {
        let (game, known) = (contest.rules.game, &contest.header.deterministic);
        for breach in &known.breaches {
            if !self.proves(game, breach) {
                let (id, matches) = (breach.submission, breach.matches);
                findings.add(AuditFinding::NotDifferent { id, matches });
            }
        }
        // If the rules draw lots, the compared matches depend on which ended first.
        let unlisted = self.different.difference(&known.breaches);
        for breach in unlisted.filter(|_| !self.lots && !known.lots) {
            let (id, matches) = (breach.submission, breach.matches);
            findings.add(AuditFinding::UnlistedBreach { id, matches });
        }
        for Copied { number, original, turns, is_declared } in &self.copies {
            if !is_declared {
                findings.add(AuditFinding::CopyOfUndeclared { number: *number });
            } else if self.turns.get(original) != Some(turns) {
                findings.add(AuditFinding::NoCopy { number: *number, original: *original });
            }
        }
    }

    fn proves(&self, game: &dyn DynGame, breach: &DeterminismBreach) -> bool {
        let [Some(one), Some(other)] = breach.matches.map(|number| self.named.get(&number)) else {
            return false;
        };
        let differing =
            |seat: &certamen_game::Seat| breach.seats.get(seat.index()) == Some(&breach.submission);
        if breach.matches[0] == breach.matches[1] {
            return other_answers(one).any(|(turn, seat)| turn == breach.turn && differing(&seat));
        }
        match compare(game, one, other) {
            Comparison::Different { turn, seats } => {
                turn == breach.turn && seats.iter().any(differing)
            }
            Comparison::Same | Comparison::Incomparable => false,
        }
    }
}
