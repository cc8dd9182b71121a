//! What players asked over HTTP have used: tokens and cost as they reported them, and how often they
//! could not be reached.
//!
//! The sums follow from the records, which are read when a contest is opened; readers have them from
//! the store.

use crate::{
    ContestError, ContestFile,
    meta::{Keys, store_json},
};
use certamen_game::{MatchRecord, Seat, job::show_usd, record::Usage};
use certamen_i18n::Message;
use certamen_store::{Store, SubmissionId};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, path::Path};

pub(crate) mod say {
    certamen_i18n::texts!("locales/usage");
}

const KEY: &str = "usage";
/// After this number of void matches in a row, a player that cannot be reached is excluded from the run.
const VOIDS_IN_A_ROW: u32 = 3;

/// What an entrant has used in all of its matches, as it reported it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EntrantUsage {
    /// Tokens and cost.
    #[serde(flatten)]
    pub sum: Usage,
    /// How often it could not be reached, so that a match was void.
    #[serde(default)]
    pub voids: u64,
    /// The highest cost of a match so far, in millionths of a US dollar.
    #[serde(default, rename = "largest_usd_micros")]
    pub largest: u64,
}

impl EntrantUsage {
    fn add(&mut self, of_match: Usage) {
        self.sum = self.sum.plus(of_match);
        self.largest = self.largest.max(of_match.usd_micros.unwrap_or_default());
    }

    /// The cost so far, in millionths of a US dollar.
    pub fn spent(&self) -> u64 {
        self.sum.usd_micros.unwrap_or_default()
    }

    /// What is known of it, in one line.
    pub fn summary(&self) -> Message {
        let shown = |count: Option<u64>| count.map_or("–".to_owned(), |count| count.to_string());
        let Usage { input, output, usd_micros } = self.sum;
        let cost = usd_micros.map_or("–".to_owned(), show_usd);
        say::summary(shown(input), shown(output), cost, self.voids)
    }

    /// Whether another match may cost more than is left of `limit` by the matches that are played and
    /// these that are under way, each of which may cost as much as the most expensive one so far.
    fn may_exceed(&self, under_way: usize, limit: u64) -> bool {
        let matches = (under_way as u64).saturating_add(1);
        self.spent().saturating_add(self.largest.saturating_mul(matches)) > limit
    }
}

/// The players of a contest that are asked over HTTP, and what they have used.
#[derive(Default)]
pub(crate) struct UsageSums {
    sums: BTreeMap<SubmissionId, EntrantUsage>,
    limits: BTreeMap<SubmissionId, u64>,
    /// Void matches since the last one that was played, in this run.
    in_a_row: BTreeMap<SubmissionId, u32>,
}

impl UsageSums {
    /// Adds up the records of the entrants that are asked over HTTP: their ids, names and languages.
    pub(crate) fn of_records<'a>(
        file: &ContestFile,
        entrants: impl Iterator<Item = (SubmissionId, &'a str, &'a str)>,
        store: &mut Store,
        path: &Path,
    ) -> Result<UsageSums, ContestError> {
        let mut found = UsageSums::default();
        let before = stored(Keys { store, path })?;
        for (id, name, language) in entrants {
            let Some(terms) = file.http_player(name, language) else { continue };
            let voids = before.get(&id.0).map_or(0, |usage| usage.voids);
            let mut sum = EntrantUsage { voids, ..EntrantUsage::default() };
            for seated in store.seated_matches(id)?.iter().filter(|seated| seated.is_finished) {
                let bytes = store.record(seated.number)?;
                let read = MatchRecord::read(&bytes);
                let (record, _) = read.map_err(|_| ContestError::Unfinished(seated.number))?;
                sum.add(of_seats(&record, &seated.seats, id));
            }
            found.sums.insert(id, sum);
            found.limits.extend(terms.cost.map(|limit| (id, limit)));
        }
        found.remember(store)?;
        Ok(found)
    }

    /// Adds a match that was played. Returns whether there was anything to add.
    pub(crate) fn note(&mut self, seats: &[SubmissionId], record: &MatchRecord) -> bool {
        let mut is_any = false;
        for (id, sum) in &mut self.sums {
            if seats.contains(id) {
                sum.add(of_seats(record, seats, *id));
                self.in_a_row.remove(id);
                is_any = true;
            }
        }
        is_any
    }

    /// Notes a match that is void because this player could not be reached; returns whether it was
    /// the third one in a row.
    pub(crate) fn note_void(&mut self, id: SubmissionId) -> bool {
        let Some(sum) = self.sums.get_mut(&id) else { return false };
        sum.voids += 1;
        let count = self.in_a_row.entry(id).or_default();
        *count += 1;
        *count >= VOIDS_IN_A_ROW
    }

    /// The players of which no match may start, because it might cost more than their limits.
    pub(crate) fn at_limit(&self) -> impl Iterator<Item = SubmissionId> + '_ {
        self.limits.iter().filter_map(|(id, limit)| {
            let sum = self.sums.get(id)?;
            sum.may_exceed(0, *limit).then_some(*id)
        })
    }

    /// Whether a match on these seats may start, with this many of each player under way: together they
    /// must not cost a player more than its limit.
    pub(crate) fn may_start(
        &self,
        seats: &[SubmissionId],
        under_way: impl Fn(SubmissionId) -> usize,
    ) -> bool {
        seats.iter().all(|id| {
            let known = self.sums.get(id).zip(self.limits.get(id));
            known.is_none_or(|(sum, limit)| !sum.may_exceed(under_way(*id), *limit))
        })
    }

    pub(crate) fn of(&self, id: SubmissionId) -> Option<EntrantUsage> {
        self.sums.get(&id).copied()
    }

    pub(crate) fn spent(&self, id: SubmissionId) -> u64 {
        self.sums.get(&id).map_or(0, EntrantUsage::spent)
    }

    pub(crate) fn remember(&self, store: &mut Store) -> Result<(), ContestError> {
        if self.sums.is_empty() {
            return Ok(());
        }
        let sums: BTreeMap<i64, &EntrantUsage> =
            self.sums.iter().map(|(id, sum)| (id.0, sum)).collect();
        store_json(store, KEY, &sums)
    }
}

/// What the entrants have used so far, by submission.
pub(crate) fn stored(keys: Keys<'_>) -> Result<BTreeMap<i64, EntrantUsage>, ContestError> {
    Ok(keys.optional(KEY)?.unwrap_or_default())
}

/// What the player `id` used in a match.
fn of_seats(record: &MatchRecord, seats: &[SubmissionId], id: SubmissionId) -> Usage {
    let is_own = |seat: Seat| seats.get(seat.index()) == Some(&id);
    let moves = record.turns.iter().flat_map(|turn| &turn.moves);
    let own = moves.filter(|entry| is_own(entry.seat)).filter_map(|entry| entry.remote.usage);
    own.fold(Usage::default(), Usage::plus)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_match_needs_room_for_the_most_expensive_one() {
        let cost = |micros| Usage { usd_micros: Some(micros), ..Usage::default() };
        let mut sum = EntrantUsage::default();
        assert!(!sum.may_exceed(7, 0), "nothing is known yet");
        sum.add(cost(300_000));
        sum.add(cost(500_000));
        assert_eq!((sum.spent(), sum.largest), (800_000, 500_000));
        assert!(!sum.may_exceed(0, 1_300_000) && sum.may_exceed(0, 1_299_999));
        assert!(!sum.may_exceed(2, 2_300_000) && sum.may_exceed(2, 2_299_999));
    }

    #[test]
    fn three_voids_in_a_row_exclude_a_player() {
        let id = SubmissionId(4);
        let mut sums = UsageSums::default();
        assert!(!sums.note_void(id), "it is not asked over HTTP");
        sums.sums.insert(id, EntrantUsage::default());
        assert_eq!([sums.note_void(id), sums.note_void(id)], [false, false]);
        let game = certamen_games::find("footsteps").unwrap();
        let table = certamen_game::Table::new(game);
        let record = MatchRecord {
            table,
            turns: Vec::new(),
            outcome: None,
            extra: certamen_game::Map::new(),
        };
        assert!(sums.note(&[id, SubmissionId(5)], &record));
        let more = [(); 3].map(|()| sums.note_void(id));
        assert_eq!(more, [false, false, true]);
        assert_eq!(sums.sums[&id].voids, 5);
    }
}
