//! Finds what is probably wrong from a dialogue and its end: a table of symptoms for each fault.
//!
//! Nothing here runs a program; the results of experiments come as `Hints`.

mod answer;
mod errors;
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

    #[must_use]
    pub(crate) fn with_all(mut self, facts: impl IntoIterator<Item = Fact>) -> Diagnosis {
        self.facts.extend(facts);
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
    /// The word that an engine was to send last.
    pub(crate) awaited: Option<&'static str>,
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

impl FaultContext<'_> {
    fn answers_nothing(&self) -> bool {
        let blank = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().is_empty();
        self.answer.as_deref().is_none_or(blank) && self.unread.iter().all(u8::is_ascii_whitespace)
    }
}

/// A symptom: the finding, if it is there.
type Symptom = fn(&FaultContext<'_>) -> Option<Diagnosis>;

/// The symptoms of each fault; the first one that is there counts, and the last one always is.
fn symptoms(fault: Fault) -> &'static [Symptom] {
    match fault {
        Fault::Memory => &[|_| Some(Diagnosis::new(Advice::MemoryLimit))],
        Fault::Output => &[|_| Some(Diagnosis::new(Advice::OutputLimit))],
        Fault::Security => &[|_| Some(Diagnosis::new(Advice::ForbiddenCall))],
        Fault::Crash => &[prints_an_error, crashes],
        Fault::Illegal => &[
            answer::nearly_legal,
            prints_an_error,
            speaks_another_protocol,
            answers_nothing_but_a_line_end,
            answers_nothing_but_on_standard_error,
            answer::illegal,
        ],
        Fault::Exit => &[
            misses_a_word,
            answers_on_standard_error,
            speaks_another_protocol,
            misses_its_argument,
            prints_an_error,
            leaves_a_line_unfinished,
            ends,
        ],
        Fault::Timeout => &[
            misses_a_word,
            leaves_a_line_unfinished,
            answers_on_standard_error,
            waits_to_be_told,
            answers_once_its_input_is_closed,
            speaks_another_protocol,
            prints_an_error,
            does_not_end,
            closes_its_output,
            is_silent,
        ],
    }
}

pub(crate) fn diagnose(case: &FaultContext<'_>) -> Diagnosis {
    let found = symptoms(case.fault).iter().find_map(|symptom| symptom(case));
    found.expect("the last symptom is always there")
}

/// An engine that does not send the word that it is to send.
fn misses_a_word(case: &FaultContext<'_>) -> Option<Diagnosis> {
    let word = match (case.protocol, case.awaited?) {
        // `go` is a command of both protocols.
        (Protocol::Cecp, "bestmove") => "move",
        (Protocol::Uci | Protocol::Cecp, word) => word,
        _ => return None,
    };
    let found = Diagnosis::new(Advice::MissingWord).with(Fact::Awaited(word));
    Some(found.with_all(prints_an_error(case).into_iter().flat_map(|error| error.facts)))
}

fn prints_an_error(case: &FaultContext<'_>) -> Option<Diagnosis> {
    errors::find(&case.errors, case.sources)
}

#[expect(clippy::unnecessary_wraps, reason = "the functions of a table have one signature")]
fn crashes(case: &FaultContext<'_>) -> Option<Diagnosis> {
    Some(Diagnosis::new(Advice::Crash).with_all(case.end.map(Fact::Ended)))
}

fn speaks_another_protocol(case: &FaultContext<'_>) -> Option<Diagnosis> {
    let other = case.hints.other_protocol.filter(|_| case.answered == 0)?;
    let found = Diagnosis::new(Advice::WrongProtocol).with(Fact::AskedBy(case.protocol));
    Some(found.with(Fact::Works(other)))
}

/// An empty answer by Lisp's `print`, which writes the end of the line first.
fn answers_nothing_but_a_line_end(case: &FaultContext<'_>) -> Option<Diagnosis> {
    let empty = case.answers_nothing() && source::prints_line_end_first(case.sources);
    let answer = case.answer.clone().unwrap_or_default();
    empty.then(|| Diagnosis::new(Advice::LineEndFirst).with(Fact::Answer(answer)))
}

fn answers_nothing_but_on_standard_error(case: &FaultContext<'_>) -> Option<Diagnosis> {
    answers_on_standard_error(case).filter(|_| case.answers_nothing())
}

fn answers_on_standard_error(case: &FaultContext<'_>) -> Option<Diagnosis> {
    let text = String::from_utf8_lossy(&case.errors);
    let last = text.lines().rfind(|line| !line.trim().is_empty())?;
    let answer = Fact::Answer(last.as_bytes().to_vec());
    case.rules.is_legal(last).then(|| Diagnosis::new(Advice::OnStandardError).with(answer))
}

/// A program that reads its argument, and gets none by its protocol.
fn misses_its_argument(case: &FaultContext<'_>) -> Option<Diagnosis> {
    const SIGNS: &[&str] =
        &["IndexError", "OutOfBounds", "out of range", "out of bounds", "undefined"];
    let error = prints_an_error(case)?;
    if case.protocol == Protocol::Argv || case.answered > 0 || error.advice != Advice::Exception {
        return None;
    }
    let text = String::from_utf8_lossy(&case.errors);
    let line = source::argument_line(case.sources)
        .filter(|_| SIGNS.iter().any(|sign| text.contains(sign)))?;
    let found = Diagnosis::new(Advice::WrongProtocol).with(Fact::AskedBy(case.protocol));
    let quoted = error.facts.into_iter().filter(|fact| matches!(fact, Fact::Error(_)));
    Some(found.with_all(quoted).with(Fact::File(line)))
}

fn leaves_a_line_unfinished(case: &FaultContext<'_>) -> Option<Diagnosis> {
    let output = String::from_utf8_lossy(&case.unread).into_owned();
    if output.trim().is_empty() || output.contains('\n') {
        return None;
    }
    let complete =
        case.rules.is_legal(&output) || output.trim().bytes().all(|b| b.is_ascii_digit());
    let advice = if complete { Advice::MissingLineEnd } else { Advice::ExtraText };
    Some(Diagnosis::new(advice).with(Fact::Answer(case.unread.clone())))
}

#[expect(clippy::unnecessary_wraps, reason = "the functions of a table have one signature")]
fn ends(case: &FaultContext<'_>) -> Option<Diagnosis> {
    Some(Diagnosis::new(match (case.protocol, case.answered) {
        (Protocol::Lines, 1) => Advice::ExitsAfterFirstAnswer,
        (Protocol::Lines, 2..) => Advice::ExitsEarly,
        _ => Advice::EmptyOutput,
    }))
}

fn waits_to_be_told(case: &FaultContext<'_>) -> Option<Diagnosis> {
    let answer = case.hints.after_input.clone()?;
    Some(Diagnosis::new(Advice::WaitsToBeTold).with(Fact::Answer(answer)))
}

fn answers_once_its_input_is_closed(case: &FaultContext<'_>) -> Option<Diagnosis> {
    let answer = Fact::Answer(case.hints.once_closed.clone()?);
    let answers_before = case.hints.while_open;
    if answers_before.map_or_else(|| source::reads_all_input(case.sources), |answers| !answers) {
        return Some(Diagnosis::new(Advice::ReadsAllInput).with(answer));
    }
    let found = Diagnosis::new(Advice::MissingFlush).with(answer);
    Some(found.with_all(source::flush(case.sources)))
}

fn does_not_end(case: &FaultContext<'_>) -> Option<Diagnosis> {
    let answer = case.answer.clone().filter(|_| case.protocol != Protocol::Lines)?;
    let legal = case.rules.is_legal(String::from_utf8_lossy(&answer).trim_end());
    legal.then(|| Diagnosis::new(Advice::DoesNotEnd).with(Fact::Answer(answer)))
}

fn closes_its_output(case: &FaultContext<'_>) -> Option<Diagnosis> {
    let closes = !case.busy && source::closes_output(case.sources);
    closes.then(|| Diagnosis::new(Advice::ExitsEarly))
}

#[expect(clippy::unnecessary_wraps, reason = "the functions of a table have one signature")]
fn is_silent(case: &FaultContext<'_>) -> Option<Diagnosis> {
    Some(Diagnosis::new(match (case.busy, case.answered) {
        (false, _) => Advice::WaitsForever,
        (true, 0) => Advice::InfiniteLoop,
        (true, _) => Advice::TooSlow,
    }))
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
