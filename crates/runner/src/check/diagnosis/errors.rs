//! What interpreters and libraries print to standard error when a program fails.

use super::{Diagnosis, Source, source, telltale};
use crate::check::{advice::Advice, fact::Fact};

/// Whether a line reports an error of some kind.
type ErrorMatcher = fn(&str) -> bool;

/// Errors that have a cause of their own.
const CAUSES: &[(ErrorMatcher, Advice)] = &[
    (telltale::is_memory, Advice::MemoryLimit),
    (telltale::is_network, Advice::NoNetwork),
    (telltale::is_module, Advice::MissingModule),
    (telltale::is_file, Advice::MissingFile),
];

/// What Java says if it does not find the class to start.
const NO_CLASS: &str = "Could not find or load main class";

/// The error that `errors` report, if any.
pub(crate) fn find(errors: &[u8], sources: &[Source]) -> Option<Diagnosis> {
    let text = String::from_utf8_lossy(errors);
    let lines: Vec<&str> =
        text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    let told = lines.iter().copied().find(|line| is_error(line))?;
    if source::is_python_two(sources) && text.contains("SyntaxError") {
        return Some(quoted(Diagnosis::new(Advice::PythonTwo), &lines, told));
    }
    if let Some(source) = source::not_utf8(sources).filter(|_| source::is_about_bytes(&text)) {
        let found = Diagnosis::new(Advice::NotUtf8).with(Fact::File(source.name.clone()));
        return Some(quoted(found, &lines, told));
    }
    if let Some(line) = source::class_line(sources).filter(|_| text.contains(NO_CLASS)) {
        return Some(quoted(
            Diagnosis::new(Advice::ClassName).with(Fact::File(line)),
            &lines,
            told,
        ));
    }
    for (tells, advice) in CAUSES {
        if let Some(line) = lines.iter().rev().find(|line| tells(line)) {
            return Some(quoted(Diagnosis::new(*advice), &lines, line));
        }
    }
    // Python names the error at the end, the others at the beginning.
    let python = lines.iter().any(|line| line.starts_with("Traceback"));
    let named = lines.iter().rev().find(|line| python && is_named(line));
    Some(quoted(Diagnosis::new(Advice::Exception), &lines, named.copied().unwrap_or(told)))
}

fn is_error(line: &str) -> bool {
    telltale::is_error(line)
        || is_named(line)
        || is_placed(line)
        || CAUSES.iter().any(|(tells, _)| tells(line))
}

/// `NameError: …`, `java.lang.ArithmeticException: …`, `TypeError [CODE]: …`
fn is_named(line: &str) -> bool {
    let name = line.split([':', ' ', '[', '(']).next().unwrap_or_default();
    let plain = name.chars().all(|c| c.is_alphanumeric() || c == '.' || c == '_');
    plain && (name.ends_with("Error") || name.ends_with("Exception"))
}

/// `bot.rb:3:in 'f': … (NoMethodError)`, `lua: bot.lua:3: …`, `… at bot.pl line 3.`
fn is_placed(line: &str) -> bool {
    telltale::is_placed(line) || line.contains(" at ") && line.contains(".pl line ")
}

/// With the error's line, and the line of the program that was at work.
fn quoted(found: Diagnosis, lines: &[&str], line: &str) -> Diagnosis {
    let found = found.with(Fact::Error(line.to_owned()));
    if found.facts.iter().any(|fact| matches!(fact, Fact::File(_))) {
        return found;
    }
    match place(lines) {
        Some(place) => found.with(Fact::File(place.to_owned())),
        None => found,
    }
}

/// Where the program was at work: Python names that last, the others first.
fn place<'a>(lines: &[&'a str]) -> Option<&'a str> {
    let own = |line: &&&str| !telltale::is_foreign(line);
    let python = |line: &&&str| line.trim_start().starts_with("File \"") && line.contains("line ");
    let frame = |line: &&&str| line.trim_start().starts_with("at ");
    let last = lines.iter().rev().filter(python).find(own);
    let last = last.or_else(|| lines.iter().rev().find(python));
    let first = || lines.iter().filter(frame).find(own).or_else(|| lines.iter().find(frame));
    last.or_else(first).copied()
}
