//! `cargo xtask figures`: statistics of the code without tests.

mod circles;
mod production;
mod type_names;

use crate::{Ending, repository, tidy::lengths};
use anyhow::Result;
use production::Production;
use std::{
    collections::BTreeMap,
    io::{Write, stdout},
};

/// The command may not grow beyond this: what others could use belongs into a crate of its own.
const LONGEST_COMMAND: usize = 6_000;

/// Prints the figures.
pub(crate) fn run() -> Result<Ending> {
    let files = Production::of(&repository::files()?);
    let mut lines: BTreeMap<&str, usize> = BTreeMap::new();
    for file in &files {
        *lines.entry(file.crate_name()).or_default() += file.lines();
    }
    let mut out = stdout().lock();
    writeln!(out, "lines without tests")?;
    for (name, lines) in &lines {
        let note = match *name {
            "certamen" => format!(" (at most {LONGEST_COMMAND})"),
            _ => String::new(),
        };
        writeln!(out, "  {lines:>6} {name}{note}")?;
    }
    writeln!(out, "  {:>6} altogether", lines.values().sum::<usize>())?;
    let circle = circles::longest(&files);
    writeln!(out, "longest circle of files: {}", circle.len())?;
    circle.iter().try_for_each(|path| writeln!(out, "  {path}"))?;
    let strings: usize = files.iter().map(|file| string_errors(&file.code)).sum();
    writeln!(out, "Result<_, String>: {strings}")?;
    let types = type_names::count(&files);
    writeln!(
        out,
        "type names that stand for two types or more: {} of {} ({:.1} %)",
        types.shared.len(),
        types.names,
        100.0 * types.shared.len() as f64 / types.names.max(1) as f64
    )?;
    for (name, places) in &types.shared {
        writeln!(out, "  {name}: {}", places.join(" "))?;
    }
    let long: Vec<String> = files.iter().flat_map(long_functions).collect();
    writeln!(out, "functions of more than {} lines: {}", lengths::LONG_FUNCTION, long.len())?;
    long.iter().try_for_each(|function| writeln!(out, "  {function}"))?;
    Ok(Ending::Fine)
}

fn long_functions(file: &Production) -> Vec<String> {
    let all = lengths::functions(&file.code).into_iter();
    let long = all.filter(|(_, _, length)| *length > lengths::LONG_FUNCTION);
    long.map(|(line, name, length)| format!("{}:{line}: {name}, {length} lines", file.path))
        .collect()
}

/// How often an error is a text.
fn string_errors(code: &str) -> usize {
    let inner = code.match_indices("Result<").map(|(at, begin)| &code[at + begin.len()..]);
    inner.filter(|inner| second_argument(inner) == Some("String")).count()
}

/// The second of the arguments between angle brackets, of which the first is open.
fn second_argument(inner: &str) -> Option<&str> {
    let (mut depth, mut comma) = (0, None);
    for (at, character) in inner.char_indices() {
        match character {
            '<' | '(' | '[' => depth += 1,
            ',' if depth == 0 && comma.is_none() => comma = Some(at + 1),
            // The head of an arrow closes nothing.
            '>' if inner[..at].ends_with('-') => {}
            '>' | ')' | ']' if depth == 0 => return Some(inner[comma?..at].trim()),
            '>' | ')' | ']' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_that_are_texts_are_counted() {
        let code = "fn a() -> Result<(), String>; fn b() -> Result<Vec<(u8, String)>, E>; \
            fn c(f: &dyn Fn() -> Result<BTreeMap<u8, u8>, String>) -> io::Result<String>;";
        assert_eq!(string_errors(code), 2);
    }

    #[test]
    fn no_error_of_ours_is_a_text() {
        let files = Production::of(&repository::files().unwrap());
        let texts = files.iter().filter(|file| string_errors(&file.code) > 0);
        let texts: Vec<String> = texts.map(|file| file.path.clone()).collect();
        assert!(texts.is_empty(), "{texts:?}");
    }
}
