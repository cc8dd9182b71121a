//! Checks made when there are no faults: the same questions again, and values close to a limit.

use super::{Session, faults::occasion};
use crate::check::{
    CheckError,
    advice::Advice,
    diagnosis::Diagnosis,
    fact::{Fact, Measurement},
    recorder::Recording,
    report::CheckReport,
    trial::{TrialBudget, TrialMatch},
};
use certamen_game::Protocol;
use std::time::{Duration, Instant};

/// How many matches are played twice.
const TWICE: usize = 2;
/// A program that takes this long to end does not react to the closing line.
const LINGERS: Duration = Duration::from_millis(150);
/// How long each of them may go on.
const TWICE_EACH: Duration = Duration::from_millis(700);

impl Session<'_> {
    /// The same matches again: equal questions, equal answers. Who says that it is deterministic is
    /// given another seed for its own luck, others the same.
    pub(crate) fn ask_twice(&mut self, trials: &[TrialMatch]) -> Result<(), CheckError> {
        if self.faults > 0 || self.protocol.is_none() {
            return Ok(());
        }
        let required = self.check.conditions.asked_again.is_some();
        let declared = required || self.check.bot.about.deterministic == Some(true);
        for trial in trials.iter().take(TWICE) {
            let seeds = [trial.seed, if declared { trial.seed + 1 } else { trial.seed }];
            let mut heard = Vec::new();
            for seed in seeds {
                let budget = TrialBudget { deadline: Instant::now() + TWICE_EACH, least: 1 };
                heard.push(self.tried.play(trial, seed, budget)?);
            }
            let pairs = heard[0].actions.iter().zip(&heard[1].actions);
            let Some((number, (first, then))) = (1..).zip(pairs).find(|(_, (one, two))| one != two)
            else {
                continue;
            };
            let advice = if declared { Advice::NotDeterministic } else { Advice::DrawsOwnLots };
            let found = Diagnosis::new(advice)
                .with(Fact::Question(number))
                .with(Fact::First(first.clone()))
                .with(Fact::Then(then.clone()));
            if declared {
                self.add(found, &Recording::default(), Some(occasion(trial, 0)));
            } else {
                self.note_once(found, &Recording::default());
            }
            break;
        }
        Ok(())
    }

    /// The report, with what is worth a word beside corrections.
    pub(crate) fn close(mut self) -> CheckReport {
        let limit = self.report.move_ms as f64;
        if self.report.slowest_ms > limit / 2.0 {
            let found = Diagnosis::new(Advice::NearTimeLimit)
                .with(Fact::Measured(Measurement::Milliseconds(self.report.slowest_ms)))
                .with(Fact::Limit(Measurement::Milliseconds(limit)));
            self.note_once(found, &Recording::default());
        }
        let (peak, memory) = (self.report.memory_peak.unwrap_or(0), self.report.memory);
        if peak > memory / 4 * 3 {
            let found = Diagnosis::new(Advice::NearMemoryLimit)
                .with(Fact::Measured(Measurement::Mebibytes(peak >> 20)))
                .with(Fact::Limit(Measurement::Mebibytes(memory >> 20)));
            self.note_once(found, &Recording::default());
        }
        let lingers = self.leaving.filter(|(took, times)| *took >= LINGERS && *times > 1);
        if let Some((took, _)) = lingers.filter(|_| self.bids_farewell()) {
            let took = Measurement::Milliseconds(took.as_secs_f64() * 1e3);
            let found = Diagnosis::new(Advice::IgnoresFarewell).with(Fact::Measured(took));
            self.note_once(found, &Recording::default());
        }
        if self.carriage_returns {
            self.note_once(Diagnosis::new(Advice::WindowsLineEnds), &Recording::default());
        }
        self.report.findings.sort_by_key(|finding| finding.severity);
        self.report
    }

    fn bids_farewell(&self) -> bool {
        let farewell = self.check.plan.game.info().farewell;
        farewell.is_some() && self.protocol == Some(Protocol::Lines)
    }
}
