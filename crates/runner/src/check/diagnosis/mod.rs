//! Finds what is probably wrong from a dialogue and its end, as a function over values.
//!
//! Nothing here runs a program; the results of experiments come as `Hints`.

mod answer;
mod errors;
mod silence;
mod source;

pub(crate) use answer::one_more_or_less;
pub(crate) use errors::find as find_error;
pub(crate) use source::{Source, at_start as of_source, is_about_bytes, not_utf8};

use crate::check::advice::{Advice, Fact};
use certamen_game::{DynState, Fault, Numbers, Protocol, Seat};
use certamen_i18n::{Localize, Message};
use certamen_sandbox::ProgramExit;

#[derive(Clone, Debug)]
pub(crate) struct Diagnosis {
    pub(crate) advice: Advice,
    pub(crate) facts: Vec<Fact>,
}

impl Diagnosis {
    pub(crate) fn new(advice: Advice) -> Diagnosis {
        Diagnosis { advice, facts: Vec::new() }
    }

    #[must_use]
    pub(crate) fn with(mut self, fact: Fact) -> Diagnosis {
        self.facts.push(fact);
        self
    }
}

/// The rules at one question.
pub(crate) trait Rules {
    fn read(&self, answer: &str) -> Result<(), Message>;
    fn was_legal_at_start(&self, answer: &str) -> bool;
    fn numbers(&self) -> Numbers;

    fn is_legal(&self, answer: &str) -> bool {
        self.read(answer).is_ok()
    }
}

/// What asking the program in other ways showed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hints {
    /// What it answered once its input was closed.
    pub(crate) once_closed: Option<Vec<u8>>,
    /// Whether it answered while its input was open, with no or a full output buffer, if tried.
    pub(crate) while_open: Option<bool>,
    /// Its answer after some input, in a game where programs write first.
    pub(crate) after_input: Option<Vec<u8>>,
    pub(crate) other_protocol: Option<Protocol>,
}

/// A fault and its circumstances.
pub(crate) struct FaultContext<'a> {
    pub(crate) fault: Fault,
    pub(crate) protocol: Protocol,
    pub(crate) answered: usize,
    pub(crate) end: Option<ProgramExit>,
    pub(crate) answer: Option<Vec<u8>>,
    /// Its other output: part of a line, or output without a question.
    pub(crate) unread: Vec<u8>,
    pub(crate) errors: Vec<u8>,
    pub(crate) sources: &'a [Source],
    pub(crate) hints: Hints,
    /// Whether it was computing rather than waiting when its time was over.
    pub(crate) busy: bool,
    pub(crate) rules: &'a dyn Rules,
}

pub(crate) fn diagnose(case: &FaultContext<'_>) -> Diagnosis {
    match case.fault {
        Fault::Memory => Diagnosis::new(Advice::MemoryLimit),
        Fault::Output => Diagnosis::new(Advice::OutputLimit),
        Fault::Security => Diagnosis::new(Advice::ForbiddenCall),
        Fault::Crash => crash(case),
        Fault::Illegal => illegal(case),
        Fault::Exit => silence::ended(case),
        Fault::Timeout => silence::timeout(case),
    }
}

fn crash(case: &FaultContext<'_>) -> Diagnosis {
    if let Some(error) = errors::find(&case.errors, case.sources) {
        return error;
    }
    let ended = case.end.map(Fact::Ended);
    ended.into_iter().fold(Diagnosis::new(Advice::Crash), Diagnosis::with)
}

fn illegal(case: &FaultContext<'_>) -> Diagnosis {
    let answer = case.answer.as_deref().unwrap_or_default();
    let found = answer::diagnose(answer, &case.unread, case.rules);
    let unclear = matches!(
        found.advice,
        Advice::NotAnAnswer | Advice::IllegalMove | Advice::EmptyOutput | Advice::NotText
    );
    if unclear && let Some(error) = errors::find(&case.errors, case.sources) {
        return error;
    }
    if unclear
        && case.answered == 0
        && let Some(other) = case.hints.other_protocol
    {
        return silence::wrong_protocol(case, other);
    }
    if found.advice == Advice::EmptyOutput && source::prints_line_end_first(case.sources) {
        return Diagnosis { advice: Advice::LineEndFirst, ..found };
    }
    if found.advice == Advice::EmptyOutput && silence::is_on_standard_error(case) {
        return silence::on_standard_error(case);
    }
    found
}

#[cfg(test)]
mod tests;

pub(crate) struct RulesView<'a> {
    pub(crate) state: &'a dyn DynState,
    pub(crate) start: Option<&'a dyn DynState>,
    pub(crate) seat: Seat,
    pub(crate) numbers: Numbers,
}

impl Rules for RulesView<'_> {
    fn read(&self, answer: &str) -> Result<(), Message> {
        self.state.read(self.seat, answer).map(drop).map_err(|error| error.message())
    }

    fn numbers(&self) -> Numbers {
        self.numbers
    }

    fn was_legal_at_start(&self, answer: &str) -> bool {
        self.start
            .is_some_and(|start| start.to_act().iter().any(|seat| start.read(seat, answer).is_ok()))
    }
}
