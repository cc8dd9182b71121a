//! Matches of bots that are declared deterministic. The first two on each order of seats are
//! compared where they are stored. If two workers report a difference, a third is asked, so that a
//! worker that is alone is found.
//!
//! Nothing is declared here.

use super::{
    Coordinator,
    replay_audit::{WorkerAnswer, moves},
};
use certamen_game::MatchRecord;
use certamen_game::job::{MatchJob, SubmissionId, WorkerId};
use std::collections::BTreeMap;

/// At most this many differences are checked with other workers: with a game of chance results
/// always differ.
const MOST_ASKED: u32 = 64;

/// The first matches on each order of seats, as far as they came back to this coordinator.
#[derive(Default)]
pub(super) struct Compared {
    /// The first; nothing when it was compared with the second.
    first: BTreeMap<Vec<SubmissionId>, Option<FirstPlayed>>,
    asked: u32,
}

/// The first match on an order of seats.
struct FirstPlayed {
    job: MatchJob,
    went: blake3::Hash,
    by: WorkerId,
}

impl Coordinator {
    /// Whether all its bots are declared deterministic.
    pub(super) fn is_declared(&self, job: &MatchJob) -> bool {
        job.seats.iter().all(|id| self.contest.declared.contains(id))
    }

    /// Records a match that is back. If it differs from the first one on another worker, further
    /// workers replay both.
    pub(super) fn note_compared(
        &mut self,
        job: MatchJob,
        record: &MatchRecord,
        machine: &WorkerId,
    ) {
        let Some(went) = moves(record) else { return };
        let by = machine.clone();
        let second = FirstPlayed { job, went, by };
        let Some(first) = self.compared.first.get_mut(&second.job.seats) else {
            self.compared.first.insert(second.job.seats.clone(), Some(second));
            return;
        };
        let Some(first) = first.take() else { return };
        let is_alike = first.went == second.went || first.by.key == second.by.key;
        if is_alike || self.compared.asked >= MOST_ASKED {
            return;
        }
        self.compared.asked += 1;
        for FirstPlayed { job, went, by } in [first, second] {
            let mut answer = WorkerAnswer::of(&by, self.roster.user(&by.key));
            answer.know(job.number, went);
            self.play_again(&by.class, vec![job], answer);
        }
    }
}
