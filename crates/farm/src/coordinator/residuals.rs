//! Finds workers whose results, or whose timeouts, differ from those of other workers in the same
//! matches.

use super::{Coordinator, TrustRecord};
use crate::say;
use certamen_game::job::{MatchJob, SubmissionId, WorkerId};
use certamen_game::{Fault, Language, MatchRecord};
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

impl Coordinator {
    /// Records a match that was played before this coordinator began, and is stored: its bots by
    /// seat and its scores.
    pub fn remember(
        &mut self,
        machine: &WorkerId,
        seats: &[SubmissionId],
        scores: &[f64],
        is_late: bool,
    ) {
        let user = self.roster.user(&machine.key).to_owned();
        self.watch.note(seats, scores, is_late, machine, &user, Since::Earlier);
        self.watch.remembered += 1;
        // Earlier coordinators looked, too.
        if self.watch.remembered.is_multiple_of(A_LOOK) {
            self.watch.results.note_look();
            self.watch.own_results.note_look();
        }
    }

    /// Compares the results of each worker with those of the others. Where coordinators end sooner
    /// than they do this by themselves, this is when what was recorded is judged.
    pub fn judge(&mut self) {
        self.watch.deviations = self.watch.results.deviations();
        self.watch.deviations.extend(self.watch.own_results.deviations());
        let of_users = self.watch.results.look().into_iter().map(|found| (found, true));
        let own = self.watch.own_results.look().into_iter().map(|found| (found, false));
        for (residual, is_user) in of_users.chain(own).collect::<Vec<_>>() {
            let machine = self.watch.machines[residual.who].clone();
            if self.roster.is_suspended(&machine.key) {
                continue;
            }
            let deviations = format!("{:.1}", residual.deviations);
            if residual.is_sure {
                let why = say::results_differ(deviations).get(Language::En);
                self.suspend(machine, &why, is_user);
            } else if self.watch.reported.insert(residual.who) {
                self.messages.push(say::residual(machine.name, deviations));
            }
        }
        for (place, [matches, late]) in self.watch.slow() {
            let machine = self.watch.machines[place].clone();
            if self.roster.is_suspended(&machine.key) {
                continue;
            }
            // If this is lost, it plays on, and is told again when there are more results.
            self.command_pause(&machine.key);
            self.watch.forgive(place);
            let message = say::slow(&machine.name, late, matches);
            self.trust_records.push(TrustRecord::Audited(message.get(Language::En)));
            self.messages.push(message);
        }
    }
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
