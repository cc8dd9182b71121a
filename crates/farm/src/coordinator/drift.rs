//! Finds workers whose results, or whose timeouts, differ from those of other workers in the same
//! matches.

use super::{trust::Verdict, workers::Workers};
use crate::say;
use certamen_game::job::{MatchJob, SubmissionId, WorkerId};
use certamen_game::{Fault, Language, MatchRecord};
use certamen_i18n::Message;
use certamen_tournament::statistics::{FirstSeatResult, Residuals};
use std::collections::{BTreeMap, BTreeSet};

/// A worker is slow if it has timeouts in more than this share of its matches,
const LATE: f64 = 0.1;
/// out of more than this many,
const MATCHES: u32 = 20;
/// while other workers have them in less than this share of the same matches.
const LATE_ELSEWHERE: f64 = 0.02;

/// At most this many seatings are watched.
const MOST: usize = 1 << 16;

/// Earlier coordinators are assumed to have looked once per this many matches.
const A_LOOK: u64 = 100;

/// Number of matches, and of matches with a timeout.
type TimeoutCount = [u32; 2];

#[derive(Clone, Copy, Default)]
struct TimeoutRate {
    /// In matches since it was told to pause, or else since this coordinator began: workers
    /// recover.
    own: TimeoutCount,
    /// In earlier matches, which count for comparison with other workers.
    earlier: TimeoutCount,
}

/// Whether a match was played before this coordinator began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Since {
    Earlier,
    Now,
}

/// The results of workers, by order of seats.
#[derive(Default)]
pub(super) struct ResultDrift {
    /// Comparisons between users, and between workers of one user.
    results: Residuals<usize, Vec<SubmissionId>>,
    own_results: Residuals<usize, (usize, Vec<SubmissionId>)>,
    late: BTreeMap<Vec<SubmissionId>, BTreeMap<usize, TimeoutRate>>,
    /// The workers by index, and the indices by key; a user has the index of one of its workers.
    machines: Vec<WorkerId>,
    places: BTreeMap<String, usize>,
    reported: BTreeSet<usize>,
    remembered: u64,
    /// By how many deviations the results of each differed at the last look.
    deviations: Vec<(usize, f64)>,
}

impl ResultDrift {
    pub(super) fn add(
        &mut self,
        job: &MatchJob,
        record: &MatchRecord,
        machine: &WorkerId,
        user: &str,
    ) {
        let mut moves = record.turns.iter().flat_map(|turn| &turn.moves);
        let is_late = moves.any(|one| one.fault == Some(Fault::Timeout));
        let scores = record.outcome.as_ref().map_or(&[][..], |end| &end.scores);
        self.note(&job.seats, scores, is_late, machine, user, Since::Now);
    }

    /// Records a match with these bots by seat, its scores, and whether it had a timeout.
    pub(super) fn note(
        &mut self,
        seats: &[SubmissionId],
        scores: &[f64],
        is_late: bool,
        machine: &WorkerId,
        user: &str,
        since: Since,
    ) {
        if self.late.len() >= MOST && !self.late.contains_key(seats) {
            return;
        }
        let place = self.place(&machine.key, machine);
        let of_user = self.place(user, machine);
        let late = self.late.entry(seats.to_owned()).or_default();
        let late = late.entry(place).or_default();
        let counted = if since == Since::Now { &mut late.own } else { &mut late.earlier };
        *counted = sum(*counted, [1, u32::from(is_late)]);
        let [own, others @ ..] = scores else { return };
        let best = others.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let ending = if *own > best {
            FirstSeatResult::Won
        } else if *own < best {
            FirstSeatResult::Lost
        } else {
            FirstSeatResult::Drawn
        };
        self.results.add(&of_user, seats.to_owned(), ending);
        if of_user != place {
            self.own_results.add(&place, (of_user, seats.to_owned()), ending);
        }
    }

    /// The index of a worker, or of a user with this one.
    fn place(&mut self, key: &str, machine: &WorkerId) -> usize {
        let next = self.machines.len();
        let place = *self.places.entry(key.to_owned()).or_insert(next);
        if place == next {
            self.machines.push(machine.clone());
        }
        place
    }

    /// By how many standard deviations the results of workers differ, by their keys: at most `most`
    /// of the largest.
    pub(super) fn largest(&self, most: usize) -> BTreeMap<String, f64> {
        let mut all = self.deviations.clone();
        all.sort_by(|(_, one), (_, other)| other.abs().total_cmp(&one.abs()));
        all.truncate(most);
        let rounded = |deviations: f64| (deviations * 100.0).round() / 100.0;
        all.into_iter().map(|(who, own)| (self.machines[who].key.clone(), rounded(own))).collect()
    }

    /// Workers with timeouts that others do not have: in how many of how many matches.
    fn slow(&self) -> Vec<(usize, TimeoutCount)> {
        let mut sums: BTreeMap<usize, (TimeoutCount, TimeoutCount)> = BTreeMap::new();
        for cell in self.late.values() {
            let all = cell.values().fold([0, 0], |all, one| sum(all, one.all()));
            for (place, one) in cell {
                let (here, elsewhere) = sums.entry(*place).or_default();
                let own = one.all();
                *here = sum(*here, one.own);
                *elsewhere = sum(*elsewhere, [all[0] - own[0], all[1] - own[1]]);
            }
        }
        let share = |[matches, late]: [u32; 2]| f64::from(late) / f64::from(matches.max(1));
        let slow = sums.into_iter().filter(|(_, (here, elsewhere))| {
            let is_known = here[0] > MATCHES && elsewhere[0] > MATCHES;
            is_known && share(*here) > LATE && share(*elsewhere) < LATE_ELSEWHERE
        });
        slow.map(|(place, (here, _))| (place, here)).collect()
    }

    /// Records a match that was played before this coordinator began.
    pub(super) fn remember(
        &mut self,
        machine: &WorkerId,
        user: &str,
        seats: &[SubmissionId],
        scores: &[f64],
        is_late: bool,
    ) {
        self.note(seats, scores, is_late, machine, user, Since::Earlier);
        self.remembered += 1;
        // Earlier coordinators looked, too.
        if self.remembered.is_multiple_of(A_LOOK) {
            self.results.note_look();
            self.own_results.note_look();
        }
    }

    /// Compares the results of each worker with those of the others; returns who is to be
    /// suspended, and reports who differs less, once.
    pub(super) fn judge(&mut self, workers: &Workers, messages: &mut Vec<Message>) -> Vec<Verdict> {
        self.deviations = self.results.deviations();
        self.deviations.extend(self.own_results.deviations());
        let of_users = self.results.look().into_iter().map(|found| (found, true));
        let own = self.own_results.look().into_iter().map(|found| (found, false));
        let (mut verdicts, mut fallen) = (Vec::new(), BTreeSet::new());
        for (residual, is_user) in of_users.chain(own).collect::<Vec<_>>() {
            let machine = self.machines[residual.who].clone();
            let user = workers.user(&machine.key);
            let is_fallen = fallen.contains(&machine.key) || fallen.contains(user);
            if workers.is_suspended(&machine.key) || is_fallen {
                continue;
            }
            let deviations = format!("{:.1}", residual.deviations);
            if residual.is_sure {
                fallen.insert(if is_user { user.to_owned() } else { machine.key.clone() });
                let why = say::results_differ(deviations).get(Language::En);
                verdicts.push(Verdict { machine, why, is_user });
            } else if self.reported.insert(residual.who) {
                messages.push(say::residual(machine.name, deviations));
            }
        }
        verdicts
    }

    /// The workers that have timeouts that others do not have, each with a message. They are told
    /// to pause: if that is lost, they play on, and are told again when there are more results.
    pub(super) fn take_slow(&mut self, workers: &Workers) -> Vec<(WorkerId, Message)> {
        let mut slow = Vec::new();
        for (place, [matches, late]) in self.slow() {
            let machine = self.machines[place].clone();
            if !workers.is_suspended(&machine.key) {
                self.forgive(place);
                let message = say::slow(&machine.name, late, matches);
                slow.push((machine, message));
            }
        }
        slow
    }

    /// Resets the counts for which a worker was paused, so that they do not count a second time.
    fn forgive(&mut self, place: usize) {
        for late in self.late.values_mut().filter_map(|cell| cell.get_mut(&place)) {
            *late = TimeoutRate { own: [0, 0], earlier: late.all() };
        }
    }
}

impl TimeoutRate {
    fn all(self) -> TimeoutCount {
        sum(self.own, self.earlier)
    }
}

fn sum(one: TimeoutCount, other: TimeoutCount) -> TimeoutCount {
    [one[0] + other[0], one[1] + other[1]]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watch(all: &[(usize, i64, [u32; 2])]) -> ResultDrift {
        let mut watch = ResultDrift::default();
        for (place, seat, counts) in all {
            let cell = watch.late.entry(vec![SubmissionId(*seat)]).or_default();
            cell.insert(*place, TimeoutRate { own: *counts, earlier: [0, 0] });
        }
        watch
    }

    #[test]
    fn a_worker_is_slow_if_only_it_has_timeouts() {
        let slow = |all: &[(usize, i64, [u32; 2])]| watch(all).slow();
        let found = slow(&[(1, 1, [21, 3]), (2, 1, [100, 1])]);
        assert_eq!(found, [(1, [21, 3])]);
        assert_eq!(slow(&[(1, 1, [20, 9]), (2, 1, [100, 1])]), [], "too few");
        assert_eq!(slow(&[(1, 1, [30, 3]), (2, 1, [100, 1])]), [], "not more than a tenth");
        assert_eq!(slow(&[(1, 1, [30, 9]), (2, 1, [100, 2])]), [], "elsewhere, too");
        // Others play other bots; a worker that plays alone is compared with none.
        assert_eq!(slow(&[(1, 1, [30, 9]), (2, 2, [100, 0])]), []);
    }
}
