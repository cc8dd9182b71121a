//! Faults, and answers without a question.

use super::{ENOUGH, Session};
use crate::check::{
    advice::Advice,
    at::RulesView,
    diagnosis::{Diagnosis, FaultContext, Hints, Rules, diagnose, one_more_or_less},
    fact::Fact,
    recorder::{IoEvent, Recording},
    report::Example,
    trial::{BotFault, TrialMatch},
};
use certamen_game::Numbers;

impl Session<'_> {
    /// A match without a fault in which the bot wrote more than it was asked for.
    pub(super) fn runs_ahead(&mut self, trial: &TrialMatch, recording: &Recording) {
        let first = recording.speaks_first();
        let said = |io_event: &IoEvent| matches!(io_event, IoEvent::Said(_));
        let start = recording.entries.iter().position(|entry| said(&entry.io_event)).unwrap_or(0);
        let from = if first { start } else { 0 };
        let ahead = recording.entries.iter().skip(from).find_map(|entry| match &entry.io_event {
            IoEvent::Unasked(bytes) if !bytes.trim_ascii().is_empty() => Some(bytes),
            _ => None,
        });
        let Some(bytes) = ahead else { return };
        if self.has(&[Advice::TwoLines, Advice::AnswersUnasked]) {
            return;
        }
        let lines = bytes.split(|byte| *byte == b'\n').count() - 1;
        let advice = if lines >= 3 { Advice::AnswersUnasked } else { Advice::TwoLines };
        let found = Diagnosis::new(advice).with(Fact::Answer(bytes.clone()));
        self.add(found, recording, Some(occasion(trial, 0)));
    }

    /// A fault: its kind, reported once.
    pub(super) fn fault(
        &mut self,
        trial: &TrialMatch,
        faulty: &BotFault,
        hints: Hints,
        recording: &Recording,
    ) {
        let start = self.usual_start();
        let rules = RulesView {
            state: &*faulty.state,
            start: start.as_deref(),
            seat: trial.seat,
            numbers: self.check.plan.game.numbers(),
        };
        let (answer, unheard, end) = recording.last_said();
        let protocol = self.protocol.unwrap_or(self.check.plan.game.info().protocol);
        let case = FaultContext {
            fault: faulty.fault,
            protocol,
            answered: faulty.answered,
            end,
            answer: answer.clone(),
            unheard,
            errors: recording.errors.clone(),
            sources: &self.sources,
            hints,
            busy: faulty.busy,
            rules: &rules,
        };
        let mut found = diagnose(&case);
        if matches!(found.advice, Advice::IllegalMove | Advice::IndexBase) {
            let text = String::from_utf8_lossy(answer.as_deref().unwrap_or_default()).into_owned();
            let shifted = |by| rules.is_legal(&one_more_or_less(&text, by));
            // Who has answered well before counts as the game does.
            let first = faulty.answered == 0 && rules.numbers == Numbers::Places;
            self.off.push([1, -1].map(|by| first && shifted(by)));
            let always = |side: usize| self.off.iter().all(|off| off[side]);
            if self.off.len() >= ENOUGH && always(0) != always(1) {
                found.advice = Advice::IndexBase;
                self.report.findings.retain(|finding| finding.advice != Advice::IllegalMove);
            } else if found.advice == Advice::IndexBase && !always(0) && !always(1) {
                found.advice = Advice::IllegalMove;
                found.facts.retain(|fact| !matches!(fact, Fact::WouldDo(_)));
                self.report.findings.retain(|finding| finding.advice != Advice::IndexBase);
            }
        }
        self.add(found, recording, Some(occasion(trial, faulty.turn)));
    }
}

/// The match in which something happened.
pub(super) fn occasion(trial: &TrialMatch, turn: u64) -> Example {
    Example {
        options: trial.options.clone(),
        seats: trial.seats,
        seat: trial.seat.0,
        opponent: trial.opponent.clone(),
        seed: trial.seed,
        turn,
    }
}
