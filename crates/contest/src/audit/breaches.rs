//! Those who are told not to be as deterministic as was declared: their matches are compared again.

use super::{Finding, findings::Findings};
use crate::{
    Told,
    comparison::{Comparison, compare},
    deterministic::{Breach, Known},
};
use certamen_game::{DynGame, MatchRecord};
use std::collections::BTreeMap;

/// The records of the matches that are named, until both of a pair were seen.
#[derive(Default)]
pub(super) struct Suspects(BTreeMap<i64, MatchRecord>);

impl Suspects {
    /// Keeps the record of a match that somebody is told to have answered differently in.
    pub(super) fn see(&mut self, told: &Told, known: &Known) {
        let named = known.breaches.iter().any(|breach| breach.matches.contains(&told.number));
        let record = told.record.as_ref().filter(|_| named);
        let record = record.and_then(|text| MatchRecord::read(text.as_bytes()).ok());
        if let Some((record, _)) = record {
            self.0.insert(told.number, record);
        }
    }

    /// Compares them.
    pub(super) fn check(&self, game: &dyn DynGame, known: &Known, findings: &mut Findings) {
        for breach in &known.breaches {
            if !self.proves(game, breach) {
                let (id, matches) = (breach.submission, breach.matches);
                findings.add(Finding::NotDifferent { id, matches });
            }
        }
    }

    fn proves(&self, game: &dyn DynGame, breach: &Breach) -> bool {
        let [Some(one), Some(other)] = breach.matches.map(|number| self.0.get(&number)) else {
            return false;
        };
        let guilty =
            |seat: &certamen_game::Seat| breach.seats.get(seat.index()) == Some(&breach.submission);
        match compare(game, one, other) {
            Comparison::Different { turn, seats } => {
                turn == breach.turn && seats.iter().any(guilty)
            }
            Comparison::Same | Comparison::Incomparable => false,
        }
    }
}
