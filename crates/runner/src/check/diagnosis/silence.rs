//! No answer: the program ended, closed its output, was too slow, or wrote to standard error.

use crate::check::advice::{Advice, Fact};
use crate::check::diagnosis::{Diagnosis, FaultContext, errors, source};
use certamen_game::Protocol;

pub(crate) fn ended(case: &FaultContext<'_>) -> Diagnosis {
    if is_on_standard_error(case) {
        return on_standard_error(case);
    }
    if let Some(other) = case.hints.other_protocol.filter(|_| case.answered == 0) {
        return wrong_protocol(case, other);
    }
    if let Some(error) = errors::find(&case.errors, case.sources) {
        return without_argument(case, &error).unwrap_or(error);
    }
    if let Some(found) = unfinished_line(case) {
        return found;
    }
    if case.protocol != Protocol::Lines {
        return Diagnosis::new(Advice::EmptyOutput);
    }
    match case.answered {
        0 => Diagnosis::new(Advice::EmptyOutput),
        1 => Diagnosis::new(Advice::ExitsAfterFirstAnswer),
        _ => Diagnosis::new(Advice::ExitsEarly),
    }
}

pub(crate) fn timeout(case: &FaultContext<'_>) -> Diagnosis {
    if let Some(found) = unfinished_line(case) {
        return found;
    }
    if is_on_standard_error(case) {
        return on_standard_error(case);
    }
    if let Some(answer) = &case.hints.after_input {
        return Diagnosis::new(Advice::WaitsToBeTold).with(Fact::Answer(answer.clone()));
    }
    if let Some(answer) = &case.hints.once_closed {
        let reads_all = match case.hints.while_open {
            Some(helps) => !helps,
            None => source::reads_all_input(case.sources),
        };
        let advice = if reads_all { Advice::ReadsAllInput } else { Advice::MissingFlush };
        let found = Diagnosis::new(advice).with(Fact::Answer(answer.clone()));
        let flush = source::flush(case.sources).filter(|_| !reads_all);
        return flush.into_iter().fold(found, Diagnosis::with);
    }
    if let Some(other) = case.hints.other_protocol.filter(|_| case.answered == 0) {
        return wrong_protocol(case, other);
    }
    if let Some(error) = errors::find(&case.errors, case.sources) {
        return error;
    }
    if case.protocol != Protocol::Lines
        && let Some(answer) = case.answer.as_ref().filter(|answer| is_answer(case, answer))
    {
        return Diagnosis::new(Advice::DoesNotEnd).with(Fact::Answer(answer.clone()));
    }
    if !case.busy && source::closes_output(case.sources) {
        return Diagnosis::new(Advice::ExitsEarly);
    }
    match (case.busy, case.answered) {
        (false, _) => Diagnosis::new(Advice::WaitsForever),
        (true, 0) => Diagnosis::new(Advice::InfiniteLoop),
        (true, _) => Diagnosis::new(Advice::TooSlow),
    }
}

pub(crate) fn wrong_protocol(case: &FaultContext<'_>, other: Protocol) -> Diagnosis {
    Diagnosis::new(Advice::WrongProtocol)
        .with(Fact::AskedBy(case.protocol))
        .with(Fact::Works(other))
}

fn without_argument(case: &FaultContext<'_>, error: &Diagnosis) -> Option<Diagnosis> {
    const SIGNS: &[&str] =
        &["IndexError", "OutOfBounds", "out of range", "out of bounds", "undefined"];
    if case.protocol == Protocol::Argv || case.answered > 0 || error.advice != Advice::Exception {
        return None;
    }
    let text = String::from_utf8_lossy(&case.errors);
    let line = source::argument_line(case.sources)
        .filter(|_| SIGNS.iter().any(|sign| text.contains(sign)))?;
    let found = Diagnosis::new(Advice::WrongProtocol).with(Fact::AskedBy(case.protocol));
    let quoted = error.facts.iter().filter(|fact| matches!(fact, Fact::Error(_)));
    Some(quoted.cloned().fold(found, Diagnosis::with).with(Fact::File(line)))
}

pub(crate) fn is_on_standard_error(case: &FaultContext<'_>) -> bool {
    last_line(&case.errors).is_some_and(|line| case.rules.is_legal(&line))
}

pub(crate) fn on_standard_error(case: &FaultContext<'_>) -> Diagnosis {
    let line = last_line(&case.errors).unwrap_or_default();
    Diagnosis::new(Advice::OnStandardError).with(Fact::Answer(line.as_bytes().to_vec()))
}

fn unfinished_line(case: &FaultContext<'_>) -> Option<Diagnosis> {
    let output = String::from_utf8_lossy(&case.unread).into_owned();
    if output.trim().is_empty() || output.contains('\n') {
        return None;
    }
    let complete =
        case.rules.is_legal(&output) || output.trim().bytes().all(|b| b.is_ascii_digit());
    let advice = if complete { Advice::MissingLineEnd } else { Advice::ExtraText };
    Some(Diagnosis::new(advice).with(Fact::Answer(case.unread.clone())))
}

fn is_answer(case: &FaultContext<'_>, output: &[u8]) -> bool {
    case.rules.is_legal(String::from_utf8_lossy(output).trim_end())
}

fn last_line(errors: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(errors);
    text.lines().rfind(|line| !line.trim().is_empty()).map(str::to_owned)
}
