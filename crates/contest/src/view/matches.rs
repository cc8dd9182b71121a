//! Matches with the names of their bots.

use super::{table::Table, words};
use crate::{ContestError, Results, vocabulary};
use certamen_game::{Fault, Language, Outcome, number};
use certamen_i18n::labelled;
use certamen_store::{FaultsByMatch, MatchNumber, StoredMatch};
use certamen_tournament::{SeatResult, seat_results};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A match.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShownMatch {
    /// Its number.
    #[serde(serialize_with = "serialize_number")]
    #[cfg_attr(feature = "schema", schemars(with = "i64"))]
    pub number: MatchNumber,
    /// The bots, seat by seat.
    pub bots: Vec<String>,
    /// The scores, seat by seat; null if it is not played yet.
    #[serde(rename = "scores", serialize_with = "serialize_scores")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<f64>>"))]
    pub outcome: Option<Outcome>,
    /// The number of turns.
    pub turns: u64,
    /// The number of faults.
    pub faults: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references to fields")]
fn serialize_number<S: Serializer>(number: &MatchNumber, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_i64(number.0)
}

#[expect(clippy::ref_option, reason = "serde passes references to fields")]
fn serialize_scores<S: Serializer>(
    outcome: &Option<Outcome>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    outcome.as_ref().map(|outcome| &outcome.scores).serialize(serializer)
}

impl Results<'_> {
    pub fn shown(&self, stored: &StoredMatch) -> Result<ShownMatch, ContestError> {
        let bots = stored.seats.iter().map(|seat| self.bot(*seat));
        Ok(ShownMatch {
            number: stored.number,
            bots: bots.collect::<Result<_, _>>()?,
            outcome: stored.outcome.clone(),
            turns: stored.turns,
            faults: stored.faults,
        })
    }

    /// A finished match with all that is known of it; `None` if it is to be played.
    pub fn detailed(
        &self,
        mut shown: ShownMatch,
        stored: &StoredMatch,
        faults: &FaultsByMatch,
    ) -> Option<MatchLine> {
        let mut outcome = shown.outcome.take()?;
        outcome.detail.extend(self.start_facts(stored));
        let all = faults.get(&shown.number).map(Vec::as_slice).unwrap_or_default();
        let of_seat = |seat| {
            let own = all.iter().filter(move |(id, _, _)| id == seat);
            own.map(|(_, fault, times)| (*fault, *times)).collect()
        };
        Some(MatchLine {
            shown,
            outcome,
            faults_by_seat: stored.seats.iter().map(of_seat).collect(),
            seed: stored.seed,
        })
    }

    /// What the match brought each seat, without faults.
    pub fn seat_results(&self, outcome: &Outcome) -> Vec<SeatResult> {
        seat_results(outcome, &vec![0; outcome.scores.len()], self.scoring())
    }
}

/// A finished match.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchLine {
    /// Without its outcome, which is below.
    shown: ShownMatch,
    /// With the facts of its start.
    outcome: Outcome,
    faults_by_seat: Vec<BTreeMap<Fault, u64>>,
    seed: u64,
}

impl MatchLine {
    pub fn json(&self) -> Value {
        let scores: Vec<Value> =
            self.outcome.scores.iter().map(|score| number::json(*score)).collect();
        json!({
            "match": self.shown.number.0,
            "seats": self.shown.bots,
            "scores": scores,
            "termination": self.outcome.termination,
            "reason": self.outcome.reason,
            "turns": self.shown.turns,
            "faults": self.shown.faults,
            "faults_by_seat": self.faults_by_seat,
            "seed": self.seed,
            "detail": self.outcome.detail,
        })
    }

    /// The lines as a table; the facts are those of `game`, in one language.
    pub fn table(lines: &[MatchLine], game: &str, language: Language) -> Table {
        Table::of(lines)
            .number("match", words::number(), |line| line.shown.number.to_string())
            .text("seats", words::seats(), |line| line.shown.bots.join(" - "))
            .text("scores", words::result(), |line| line.score())
            .number("turns", words::turns(), |line| line.shown.turns)
            .number("faults", words::faults(), |line| line.shown.faults)
            .text("detail", words::facts(), |line| line.facts(game, language))
            .build()
    }

    fn score(&self) -> String {
        let scores = self.outcome.scores.iter().map(|score| number::json(*score).to_string());
        scores.collect::<Vec<_>>().join(" : ")
    }

    /// Each bot with its faults, counted if there are several, and the facts of the outcome.
    fn facts(&self, game: &str, language: Language) -> String {
        let word = |(fault, times): (&Fault, &u64)| {
            let word = vocabulary::fault(*fault).get(language);
            if *times > 1 { format!("{word} ×{times}") } else { word }
        };
        let faulty =
            self.shown.bots.iter().zip(&self.faults_by_seat).filter(|(_, own)| !own.is_empty());
        let faulty = faulty.map(|(bot, own)| {
            labelled(bot, own.iter().map(word).collect::<Vec<_>>().join(" ")).get(language)
        });
        let facts = vocabulary::facts(game, &self.outcome.detail, language);
        faulty.chain(facts).collect::<Vec<_>>().join(", ")
    }
}
