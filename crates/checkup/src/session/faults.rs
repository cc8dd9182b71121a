//! Faults, and answers that nobody asked for.

use super::{ENOUGH, Session};
use crate::{
    advice::Advice,
    at::At,
    diagnosis::{Case, Clues, Diagnosis, Rules, diagnose, one_more_or_less},
    fact::Fact,
    report::Occasion,
    tape::{Reel, Sound},
    trial::{Faulty, PlayedTrial},
};
use certamen_game::Numbers;

impl Session<'_> {
    /// A match without a fault in which more was said than asked.
    pub(super) fn runs_ahead(&mut self, trial: &PlayedTrial, reel: &Reel) {
        let first = reel.speaks_first();
        let said = |sound: &Sound| matches!(sound, Sound::Said(_));
        let start = reel.entries.iter().position(|entry| said(&entry.sound)).unwrap_or(0);
        let from = if first { start } else { 0 };
        let ahead = reel.entries.iter().skip(from).find_map(|entry| match &entry.sound {
            Sound::Unasked(bytes) if !bytes.trim_ascii().is_empty() => Some(bytes),
            _ => None,
        });
        let Some(bytes) = ahead else { return };
        if self.has(&[Advice::TwoLines, Advice::AnswersUnasked]) {
            return;
        }
        let lines = bytes.split(|byte| *byte == b'\n').count() - 1;
        let advice = if lines >= 3 { Advice::AnswersUnasked } else { Advice::TwoLines };
        let found = Diagnosis::new(advice).with(Fact::Answer(bytes.clone()));
        self.add(found, reel, Some(occasion(trial, 0)));
    }

    /// A fault: what it is, said once.
    pub(super) fn fault(
        &mut self,
        trial: &PlayedTrial,
        faulty: &Faulty,
        clues: Clues,
        reel: &Reel,
    ) {
        let start = self.usual_start();
        let rules = At {
            state: &*faulty.state,
            start: start.as_deref(),
            seat: trial.seat,
            numbers: self.examination.plan.game.numbers(),
        };
        let (answer, unheard, end) = reel.last_said();
        let protocol = self.protocol.unwrap_or(self.examination.plan.game.info().protocol);
        let case = Case {
            fault: faulty.fault,
            protocol,
            answered: faulty.answered,
            end,
            answer: answer.clone(),
            unheard,
            errors: reel.errors.clone(),
            sources: &self.sources,
            clues,
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
        self.add(found, reel, Some(occasion(trial, faulty.turn)));
    }
}

/// The match in which something happened.
pub(super) fn occasion(trial: &PlayedTrial, turn: u64) -> Occasion {
    Occasion {
        options: trial.options.clone(),
        seats: trial.seats,
        seat: trial.seat.0,
        opponent: trial.opponent.clone(),
        seed: trial.seed,
        turn,
    }
}
