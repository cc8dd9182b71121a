//! What interpreters and libraries print to standard error when a program fails.

use crate::check::advice::{Advice, Fact};
use crate::check::diagnosis::{Diagnosis, Source, source};
use certamen_sandbox::{Languages, OutputMarkers};

/// Whether a line reports an error.
type IsError = fn(&str) -> bool;

/// Errors that have a cause of their own, and the advice.
const CAUSES: &[(IsError, Advice)] = &[
    (is_memory, Advice::MemoryLimit),
    (is_network, Advice::NoNetwork),
    (is_module, Advice::MissingModule),
    (is_file, Advice::MissingFile),
];

const NO_CLASS: &str = "Could not find or load main class";

pub(crate) fn find(errors: &[u8], sources: &[Source]) -> Option<Diagnosis> {
    let text = String::from_utf8_lossy(errors);
    let lines: Vec<&str> =
        text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    let first = lines.iter().copied().find(|line| is_error(line))?;
    if source::is_python_two(sources) && text.contains("SyntaxError") {
        return Some(quoted(Diagnosis::new(Advice::PythonTwo), &lines, first));
    }
    if let Some(source) = source::not_utf8(sources).filter(|_| source::is_about_bytes(&text)) {
        let found = Diagnosis::new(Advice::NotUtf8).with(Fact::File(source.name.clone()));
        return Some(quoted(found, &lines, first));
    }
    if let Some(line) = source::class_line(sources).filter(|_| text.contains(NO_CLASS)) {
        let found = Diagnosis::new(Advice::ClassName).with(Fact::File(line));
        return Some(quoted(found, &lines, first));
    }
    for (is_cause, advice) in CAUSES {
        if let Some(line) = lines.iter().rev().find(|line| is_cause(line)) {
            return Some(quoted(Diagnosis::new(*advice), &lines, line));
        }
    }
    // Python names the error at the end, the others at the beginning.
    let python = lines.iter().any(|line| line.starts_with("Traceback"));
    let named = lines.iter().rev().find(|line| python && is_named(line));
    Some(quoted(Diagnosis::new(Advice::Exception), &lines, named.copied().unwrap_or(first)))
}

/// Adds the line of the error, and the line of the program where it happened.
fn quoted(found: Diagnosis, lines: &[&str], line: &str) -> Diagnosis {
    let found = found.with(Fact::Error(line.to_owned()));
    if found.facts.iter().any(|fact| matches!(fact, Fact::File(_))) {
        return found;
    }
    found.with_all(place(lines).map(|place| Fact::File(place.to_owned())))
}

/// The line that names the place in the program: the last one in Python, the first in others.
fn place<'a>(lines: &[&'a str]) -> Option<&'a str> {
    let own = |line: &&&str| !is_foreign(line);
    let python = |line: &&&str| line.trim_start().starts_with("File \"") && line.contains("line ");
    let frame = |line: &&&str| line.trim_start().starts_with("at ");
    let last = lines.iter().rev().filter(python).find(own);
    let last = last.or_else(|| lines.iter().rev().find(python));
    let first = || lines.iter().filter(frame).find(own).or_else(|| lines.iter().find(frame));
    last.or_else(first).copied()
}

fn is_error(line: &str) -> bool {
    contains_any(line, &["Segmentation fault", "Assertion", "Syntax error"], |it| &it.errors)
        || is_named(line)
        || is_placed(line)
        || CAUSES.iter().any(|(is_cause, _)| is_cause(line))
}

fn is_memory(line: &str) -> bool {
    contains_any(line, &["Cannot allocate memory", "out of memory"], |it| &it.memory)
}

fn is_network(line: &str) -> bool {
    const COMMON: &[&str] = &[
        "Network is unreachable",
        "Temporary failure in name resolution",
        "Name or service not known",
        "getaddrinfo",
    ];
    contains_any(line, COMMON, |it| &it.network)
}

fn is_module(line: &str) -> bool {
    contains_any(line, &["error while loading shared libraries"], |it| &it.modules)
}

fn is_file(line: &str) -> bool {
    const COMMON: &[&str] =
        &["No such file or directory", "Read-only file system", "Permission denied"];
    contains_any(line, COMMON, |it| &it.files)
}

/// A stack frame of the language and not of the program.
fn is_foreign(line: &str) -> bool {
    contains_any(line, &["/usr/lib/", "/usr/local/lib/"], |it| &it.foreign)
}

/// `NameError: …`, `java.lang.ArithmeticException: …`, `TypeError [CODE]: …`
fn is_named(line: &str) -> bool {
    let name = line.split([':', ' ', '[', '(']).next().unwrap_or_default();
    let plain = name.chars().all(|c| c.is_alphanumeric() || c == '.' || c == '_');
    plain && (name.ends_with("Error") || name.ends_with("Exception"))
}

/// `bot.rb:3:in 'f': … (NoMethodError)`, `lua: bot.lua:3: …`, `… at bot.pl line 3.`
fn is_placed(line: &str) -> bool {
    let number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    markers(|it| &it.places).any(|ending| line.split(ending).skip(1).any(number))
        || line.contains(" at ") && line.contains(".pl line ")
}

/// Whether `text` contains one of the words, common or of any language.
pub(super) fn contains_any(
    text: &str,
    common: &[&'static str],
    of: fn(&OutputMarkers) -> &Vec<String>,
) -> bool {
    common.iter().copied().chain(markers(of)).any(|word| text.contains(word))
}

fn markers(of: fn(&OutputMarkers) -> &Vec<String>) -> impl Iterator<Item = &'static str> {
    let languages = Languages::built_in().iter();
    languages.flat_map(move |(_, language)| of(&language.output_markers)).map(String::as_str)
}
