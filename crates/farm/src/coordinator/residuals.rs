//! Machines whose results, or whose clocks, are not those of the others that play the same matches.

use super::{Coordinator, TrustRecord};
use crate::say;
use certamen_game::job::{MatchJob, SubmissionId, WorkerId};
use certamen_game::{Fault, Language, MatchRecord};
use certamen_tournament::statistics::{FirstSeatResult, Residuals};
use std::collections::{BTreeMap, BTreeSet};

/// Whoever has more than this share of matches in which time ran out,
const LATE: f64 = 0.1;
/// in more than so many,
const MATCHES: u32 = 20;
/// where elsewhere it runs out in less than this share of them, is slow.
const LATE_ELSEWHERE: f64 = 0.02;

/// So many ways to sit are watched at most.
const MOST: usize = 1 << 16;

/// For so many matches of earlier coordinators one look of theirs is counted.
const A_LOOK: u64 = 100;

/// Of how many matches time ran out in how many.
type TimeoutCount = [u32; 2];

/// How often time runs out on a machine.
#[derive(Clone, Copy, Default)]
struct TimeoutRate {
    /// In matches since it was told to rest, or else since this coordinator began: machines heal.
    own: TimeoutCount,
    /// In those before, which say how it is elsewhere.
    earlier: TimeoutCount,
}

/// Whether a match was played before this coordinator began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Since {
    /// It was.
    Earlier,
    /// It was not.
    Now,
}

/// What machines play, by who sits where.
#[derive(Default)]
pub(super) struct ResultDrift {
    /// Those of users beside each other, and those of one user's machines.
    results: Residuals<usize, Vec<SubmissionId>>,
    own_results: Residuals<usize, (usize, Vec<SubmissionId>)>,
    late: BTreeMap<Vec<SubmissionId>, BTreeMap<usize, TimeoutRate>>,
    /// The machines by their places, and their places by their keys; a user has the place of a machine
    /// of its.
    machines: Vec<WorkerId>,
    places: BTreeMap<String, usize>,
    /// Those of whom it was told that their results differ.
    told: BTreeSet<usize>,
    /// How many matches were played before this coordinator began.
    remembered: u64,
    /// By how many deviations the results of each differed at the last look.
    deviations: Vec<(usize, f64)>,
}

impl ResultDrift {
    /// Takes note of a match.
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
        self.note((&job.seats, scores, is_late), (machine, user), Since::Now);
    }

    /// Takes note of a match between those who sit there, which ended with these scores, and of
    /// whether time ran out in it.
    pub(super) fn note(
        &mut self,
        (seats, scores, is_late): (&[SubmissionId], &[f64], bool),
        (machine, user): (&WorkerId, &str),
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

    /// The place of a machine, or of a user with this one.
    fn place(&mut self, key: &str, machine: &WorkerId) -> usize {
        let next = self.machines.len();
        let place = *self.places.entry(key.to_owned()).or_insert(next);
        if place == next {
            self.machines.push(machine.clone());
        }
        place
    }

    /// By how many deviations the results of machines differ, by their keys: so many of the strangest.
    pub(super) fn strangest(&self, most: usize) -> BTreeMap<String, f64> {
        let mut all = self.deviations.clone();
        all.sort_by(|(_, one), (_, other)| other.abs().total_cmp(&one.abs()));
        all.truncate(most);
        let rounded = |deviations: f64| (deviations * 100.0).round() / 100.0;
        all.into_iter().map(|(who, own)| (self.machines[who].key.clone(), rounded(own))).collect()
    }

    /// Those in whose matches time runs out as it does nowhere else: in how many of how many.
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

    /// What a machine is to rest for does not count a second time.
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
    /// Takes note of a match that was played before this coordinator began, and is stored: between
    /// those who sat there, with these scores.
    pub fn remember(
        &mut self,
        machine: &WorkerId,
        seats: &[SubmissionId],
        scores: &[f64],
        is_late: bool,
    ) {
        let user = self.roster.user(&machine.key).to_owned();
        self.watch.note((seats, scores, is_late), (machine, &user), Since::Earlier);
        self.watch.remembered += 1;
        // Those before looked, too.
        if self.watch.remembered.is_multiple_of(A_LOOK) {
            self.watch.results.note_look();
            self.watch.own_results.note_look();
        }
    }

    /// Looks whether the results of each machine are those of the others. Where coordinators end
    /// sooner than they look by themselves, this is when what was remembered is judged.
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
            } else if self.watch.told.insert(residual.who) {
                self.news.push(say::residual(machine.name, deviations));
            }
        }
        for (place, [matches, late]) in self.watch.slow() {
            let machine = self.watch.machines[place].clone();
            if self.roster.is_suspended(&machine.key) {
                continue;
            }
            // If it does not hear that, it plays on, and is told again when more of it is known.
            self.tell_to_rest(&machine.key);
            self.watch.forgive(place);
            let told = say::slow(&machine.name, late, matches);
            self.trust_records.push(TrustRecord::Audited(told.get(Language::En)));
            self.news.push(told);
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
    fn a_machine_on_which_time_runs_out_is_slow_if_it_does_nowhere_else() {
        let slow = |all: &[(usize, i64, [u32; 2])]| watch(all).slow();
        let found = slow(&[(1, 1, [21, 3]), (2, 1, [100, 1])]);
        assert_eq!(found, [(1, [21, 3])]);
        assert_eq!(slow(&[(1, 1, [20, 9]), (2, 1, [100, 1])]), [], "too few");
        assert_eq!(slow(&[(1, 1, [30, 3]), (2, 1, [100, 1])]), [], "not more than a tenth");
        assert_eq!(slow(&[(1, 1, [30, 9]), (2, 1, [100, 2])]), [], "elsewhere, too");
        // Others play other bots, and who plays alone is compared with nobody.
        assert_eq!(slow(&[(1, 1, [30, 9]), (2, 2, [100, 0])]), []);
    }
}
