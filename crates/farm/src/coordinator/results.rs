//! Unpacks and checks the results that workers submit.

use super::{
    Coordinator, MatchOutcome, MatchReturn, acceptance::accept, replay_audit::WorkerAnswer,
};
use crate::{
    message::{BatchResult, RejectedResult, SignedResult, VoidMatch},
    say,
};
use certamen_game::job::{MatchNumber, WorkerId};
use certamen_game::{Language, Void};
use certamen_i18n::Localize;
use std::{collections::BTreeSet, time::Duration};

/// At most this many characters of a worker's name are reported.
const LONGEST: usize = 64;

impl Coordinator {
    /// The part of a result that is accepted.
    pub(super) fn believe(
        &mut self,
        read: Result<SignedResult, RejectedResult>,
    ) -> Vec<MatchReturn> {
        let SignedResult { worker, user, result } = match read {
            Ok(signed) => signed,
            Err(error) => {
                self.news.push(error.message());
                return Vec::new();
            }
        };
        let name: String = certamen_game::escaped(&result.name).chars().take(LONGEST).collect();
        if !self.is_ours(&result) || !self.roster.is_of(&worker, &user) {
            self.news.push(say::foreign_token(name));
            return Vec::new();
        }
        let machine = WorkerId { key: worker, name, class: result.class.clone() };
        let back = self.take_apart(&result, &machine);
        if !self.out.has(&result.batch) {
            self.forget_parts(&result.batch);
        }
        back
    }

    fn take_apart(&mut self, result: &BatchResult, machine: &WorkerId) -> Vec<MatchReturn> {
        if self.roster.is_suspended(&machine.key) {
            self.refuse(result, machine);
            return Vec::new();
        }
        if self.compare(result, machine) {
            return Vec::new();
        }
        let took = result.played.iter().map(|played| played.us).fold(0, u64::saturating_add);
        if let Some(took) = self.at_most(&result.batch, Duration::from_micros(took)) {
            let sizing = self.sizing.entry(machine.class.clone()).or_default();
            sizing.learn(took, result.played.len());
        }
        let mut back = self.played(result, machine);
        back.extend(result.void.iter().filter_map(|void| self.void(result, machine, void)));
        let batch = (&*result.class, &*result.numbers);
        self.note_unable(batch, &machine.key, &result.unable);
        self.put_again(&result.gone);
        // What the worker did not begin.
        for number in result.left.iter().rev() {
            self.put_back(MatchNumber(*number), &result.batch);
        }
        back
    }

    fn played(&mut self, result: &BatchResult, machine: &WorkerId) -> Vec<MatchReturn> {
        let mut back = Vec::new();
        let is_drawn = self.draws_again(result, machine);
        let mut again = Vec::new();
        let mut answer = WorkerAnswer::of(machine, self.roster.user(&machine.key));
        let (mut compared, mut is_liar) = (Vec::new(), false);
        let mut open: BTreeSet<i64> = result.numbers.iter().copied().collect();
        for told in &result.played {
            let number = MatchNumber(told.n);
            // Each once: whatever arrives for one that is over is logged.
            if !open.remove(&told.n) {
                self.news.push(say::foreign_number(&machine.name, told.n));
                continue;
            }
            let found = self.out.work(number).or_else(|| self.waiting.get(number));
            let Some(job) = found else {
                back.push(self.back(number, MatchOutcome::Late(told.record.clone()), machine));
                continue;
            };
            let accepted = accept(self.contest.game, job, told, machine, &self.contest.weakest);
            match accepted {
                Ok(played) => {
                    self.build_failures.forget(&machine.class, &job.seats);
                    self.watch.add(job, &played.record, machine, self.roster.user(&machine.key));
                    compared.extend(
                        self.is_declared(job).then(|| (job.clone(), played.record.clone())),
                    );
                    if is_drawn && self.is_repeatable(job) {
                        again.push(job.clone());
                        answer.add(number, &played.record);
                    }
                    // The first result counts, even if another worker has the match now.
                    self.out.remove(number);
                    self.waiting.remove(number);
                    self.poison_suspects.forget(number);
                    self.overdue.forget(number);
                    back.push(self.back(number, MatchOutcome::Played(Box::new(played)), machine));
                }
                Err(error) => {
                    self.news.push(say::not_believed(&machine.name, error.message()));
                    is_liar |= self.note_refused(number, &machine.key);
                }
            }
        }
        if is_liar {
            self.suspend(machine.clone(), &say::cannot_be_true().get(Language::En), true);
        }
        self.play_again(&machine.class, again, answer);
        for (job, record) in compared {
            self.note_compared(job, &record, machine);
        }
        back
    }

    /// What a suspended worker submits goes out again.
    fn refuse(&mut self, result: &BatchResult, machine: &WorkerId) {
        self.news.push(say::refused_result(&machine.name));
        self.audit_queue.release(&result.batch);
        for number in result.numbers.iter().rev().map(|number| MatchNumber(*number)) {
            self.put_back(number, &result.batch);
        }
    }

    fn void(
        &mut self,
        result: &BatchResult,
        machine: &WorkerId,
        void: &VoidMatch,
    ) -> Option<MatchReturn> {
        let number = MatchNumber(void.n);
        if !self.out.is_in(number, &result.batch) {
            return None;
        }
        self.out.remove(number)?;
        let why: String = void.why.chars().take(200).collect();
        let why = Void::Ours(say::failed_on(&machine.name, certamen_game::escaped(&why)));
        Some(self.back(number, MatchOutcome::Void(why), machine))
    }

    /// A match of this batch goes out again before anything else.
    fn put_back(&mut self, number: MatchNumber, batch: &str) {
        if self.out.is_in(number, batch)
            && let Some(job) = self.out.remove(number)
        {
            self.waiting.put_back(vec![job]);
        }
    }

    /// The matches of which a result contains a record, if we handed them out.
    pub(super) fn numbers_of(
        &self,
        read: &Result<SignedResult, RejectedResult>,
    ) -> Vec<MatchNumber> {
        let Ok(SignedResult { result, .. }) = read else { return Vec::new() };
        if !self.is_ours(result) {
            return Vec::new();
        }
        let played = result.played.iter().map(|played| played.n);
        played.filter(|number| result.numbers.contains(number)).map(MatchNumber).collect()
    }

    pub(super) fn is_ours(&self, result: &BatchResult) -> bool {
        let BatchResult { contest, batch, class, numbers, token, .. } = result;
        let secret = &self.contest.secret;
        *contest == secret.contest && secret.has_handed_out(token, batch, class, numbers)
    }

    pub(super) fn back(
        &self,
        number: MatchNumber,
        came: MatchOutcome,
        machine: &WorkerId,
    ) -> MatchReturn {
        let of = self.roster.voters(&machine.class).max(1);
        MatchReturn { number, came, machine: self.roster.voter(&machine.class, &machine.key), of }
    }
}
