//! A bot that sleeps through three of its matches in a row leaves: sleep is what costs a host, and
//! a bot that is silent three times will be silent again.
//!
//! In a row means by the numbers of matches, whenever they were played. A match that is not finished
//! breaks a row until it is, so that what is known of a contest at its end does not depend on which
//! matches were played side by side.

use crate::{Cause, Departure, DisqualifyingFault, EntrantId, disqualification::may_be_played};
use std::collections::BTreeMap;

/// This many matches in a row.
const ROW: u32 = 3;

/// A match of a bot that was found asleep in some.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SleepRecord {
    pub number: i64,
    pub seats: Vec<EntrantId>,
    /// Who slept until it was late; none if the match is not finished.
    pub asleep: Option<Vec<EntrantId>>,
}

/// How many matches each has slept through in a row, up to some match.
#[derive(Default)]
struct Rows(BTreeMap<EntrantId, u32>);

impl Rows {
    /// Counts a match; who leaves after it.
    fn count(&mut self, sleep_record: &SleepRecord) -> Vec<EntrantId> {
        let mut leaving = Vec::new();
        for seat in &sleep_record.seats {
            let slept = sleep_record.asleep.as_ref().is_some_and(|asleep| asleep.contains(seat));
            let row = self.0.entry(*seat).or_default();
            *row = if slept { *row + 1 } else { 0 };
            if *row >= ROW {
                leaving.push(*seat);
            }
        }
        leaving
    }
}

/// What happens in a match, in the order in which it counts.
#[derive(Clone, Copy)]
enum MatchIncident<'a> {
    Offence(&'a DisqualifyingFault),
    Vigil(&'a SleepRecord),
}

impl MatchIncident<'_> {
    fn place(&self) -> (i64, Option<(EntrantId, Cause)>) {
        match self {
            MatchIncident::Offence(own) => (own.number, Some((own.offender, own.cause))),
            // It is the match itself, before what was done in it.
            MatchIncident::Vigil(sleep_record) => (sleep_record.number, None),
        }
    }

    fn seats(&self) -> &[EntrantId] {
        match self {
            MatchIncident::Offence(own) => &own.seats,
            MatchIncident::Vigil(sleep_record) => &sleep_record.seats,
        }
    }
}

/// Who has left and why, for an offence or for silence. Of each bot that was found asleep `vigils`
/// has all matches. A match with a bot that had left in one of a lower number should not have been
/// played: no bot leaves for it, so that it does not matter which matches were under way side by
/// side.
pub fn departures(
    offences: &[DisqualifyingFault],
    vigils: &[SleepRecord],
) -> BTreeMap<EntrantId, Departure> {
    let mut happenings: Vec<MatchIncident<'_>> =
        offences.iter().map(MatchIncident::Offence).collect();
    happenings.extend(vigils.iter().map(MatchIncident::Vigil));
    happenings.sort_by_key(MatchIncident::place);
    let (mut rows, mut left) = (Rows::default(), BTreeMap::new());
    for match_incident in happenings {
        let (number, _) = match_incident.place();
        if !may_be_played(&left, number, match_incident.seats()) {
            continue;
        }
        let mut leave = |id: EntrantId, cause: Cause| {
            left.entry(id).or_insert(Departure { number, cause });
        };
        match match_incident {
            MatchIncident::Offence(own) => leave(own.offender, own.cause),
            MatchIncident::Vigil(sleep_record) => {
                rows.count(sleep_record).into_iter().for_each(|id| leave(id, Cause::Silence));
            }
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::{Fault, Rng};
    use proptest::prelude::*;
    use std::slice;

    /// Matches of entrant 0, in order: `z` slept through, `.` awake, `?` not finished.
    fn check(matches: &str, expected: Option<i64>) {
        let asleep = |word: char| match word {
            'z' => Some(vec![EntrantId(0)]),
            '.' => Some(Vec::new()),
            _ => None,
        };
        let vigils: Vec<SleepRecord> = (1..)
            .zip(matches.chars())
            .map(|(number, word)| SleepRecord {
                number,
                seats: vec![EntrantId(0), EntrantId(number as u32)],
                asleep: asleep(word),
            })
            .collect();
        let left = departures(&[], &vigils);
        assert_eq!(left.get(&EntrantId(0)).map(|left| left.number), expected, "{matches}");
    }

    #[test]
    fn three_sleep_timeouts_in_a_row_disqualify() {
        check("zz", None);
        check("zzz", Some(3));
        check("z.zz.zzzz", Some(8));
        check("zz.zz.", None);
        check("zz?z", None);
        check("zz?zzz", Some(6));
    }

    #[test]
    fn a_match_with_an_entrant_that_had_left_is_ignored() {
        let sleep_records = |number, other, asleep: &[u32]| SleepRecord {
            number,
            seats: vec![EntrantId(0), EntrantId(other)],
            asleep: Some(asleep.iter().copied().map(EntrantId).collect()),
        };
        let disqualifying_fault = DisqualifyingFault {
            number: 1,
            seats: vec![EntrantId(1), EntrantId(2)],
            offender: EntrantId(1),
            cause: Cause::Fault(Fault::Crash),
        };
        let awake = [
            sleep_records(2, 3, &[0]),
            sleep_records(3, 1, &[]),
            sleep_records(4, 2, &[0]),
            sleep_records(5, 3, &[0]),
        ];
        let left = departures(slice::from_ref(&disqualifying_fault), &awake);
        assert_eq!(left[&EntrantId(0)], Departure { number: 5, cause: Cause::Silence });
        let asleep =
            [sleep_records(2, 3, &[0]), sleep_records(3, 1, &[0]), sleep_records(4, 2, &[0])];
        assert!(!departures(&[disqualifying_fault], &asleep).contains_key(&EntrantId(0)));
    }

    /// Matches of six, some of whom sleep more or less often, in the order of their numbers.
    fn matches(seed: u64, count: usize) -> Vec<SleepRecord> {
        let mut rng = Rng::of_turn(seed, 0);
        let drawn = (1..=count as i64).map(|number| {
            let one = rng.below(6) as u32;
            let other = (one + 1 + rng.below(5) as u32) % 6;
            let seats = vec![EntrantId(one), EntrantId(other)];
            let asleep = seats.iter().copied().filter(|id| rng.below(6) < u64::from(id.0));
            let asleep = Some(asleep.collect());
            SleepRecord { number, seats, asleep }
        });
        drawn.collect()
    }

    proptest! {
        #[test]
        fn departures_do_not_depend_on_parallel_play(
            seed: u64, count in 1usize..60, order: u64, jobs in 1usize..8,
        ) {
            let all = matches(seed, count);
            // One after the other, as far as they may be played.
            let mut alone: Vec<SleepRecord> = Vec::new();
            for sleep_record in &all {
                if may_be_played(&departures(&[], &alone), sleep_record.number, &sleep_record.seats) {
                    alone.push(sleep_record.clone());
                }
            }
            // This many under way, which end in any order.
            let mut rng = Rng::of_turn(order, 1);
            let mut known: Vec<SleepRecord> =
                all.iter().map(|sleep_record| SleepRecord { asleep: None, ..sleep_record.clone() }).collect();
            loop {
                let left = departures(&[], &known);
                let open: Vec<usize> = (0..known.len())
                    .filter(|at| known[*at].asleep.is_none())
                    .filter(|at| may_be_played(&left, known[*at].number, &known[*at].seats))
                    .take(jobs)
                    .collect();
                if open.is_empty() {
                    break;
                }
                let at = open[rng.below(open.len() as u64) as usize];
                known[at] = all[at].clone();
            }
            prop_assert_eq!(departures(&[], &alone), departures(&[], &known));
        }
    }
}
