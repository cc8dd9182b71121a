//! `cargo xtask figures`: statistics of the code without tests.

mod cycles;
mod polling;
mod production;
mod type_names;

use crate::{
    Ending, repository,
    tidy::{self, lengths},
};
use anyhow::Result;
use production::Production;
use std::{
    collections::BTreeMap,
    io::{Write, stdout},
};

/// A file below this many lines is short.
const SHORT_FILE: usize = 60;

/// The most files of an import cycle: as many as of the core of `certamen-game`, where a state is asked
/// for plays and a player sees a state.
const LONGEST_CYCLE: f64 = 4.0;

/// A figure and the most that it may be.
struct Limited {
    what: &'static str,
    found: f64,
    limit: f64,
}

/// Prints the figures; fails if one is above its limit.
pub(crate) fn run() -> Result<Ending> {
    let all_files = repository::files()?;
    let files = Production::of(&all_files);
    let mut lines: BTreeMap<&str, usize> = BTreeMap::new();
    for file in &files {
        *lines.entry(file.crate_name()).or_default() += file.lines();
    }
    let mut out = stdout().lock();
    writeln!(out, "lines without tests")?;
    for (name, lines) in &lines {
        writeln!(out, "  {lines:>6} {name}")?;
    }
    let cycle = cycles::longest(&files);
    writeln!(out, "longest import cycle: {} files", cycle.len())?;
    cycle.iter().try_for_each(|path| writeln!(out, "  {path}"))?;
    let types = type_names::count(&files);
    writeln!(out, "type names of two types or more: {} of {}", types.shared.len(), types.names)?;
    for (name, places) in &types.shared {
        writeln!(out, "  {name}: {}", places.join(" "))?;
    }
    let polling = polling::count(&files);
    polling.differences.iter().try_for_each(|what| writeln!(out, "{what}"))?;
    let long: Vec<String> = files.iter().flat_map(long_functions).collect();
    writeln!(out, "functions of more than {} lines: {}", lengths::LONG_FUNCTION, long.len())?;
    long.iter().try_for_each(|function| writeln!(out, "  {function}"))?;
    let short = files.iter().filter(|file| file.lines() < SHORT_FILE).count();
    // The derive macros come with the crate that they are for.
    let crates = lines.keys().filter(|name| !name.ends_with("-macros")).count();
    let words = tidy::words::check(&all_files)?.len();
    let strings: usize = files.iter().map(|file| string_errors(&file.code)).sum();
    let shared = 100.0 * types.shared.len() as f64 / types.names.max(1) as f64;
    let limited = [
        Limited { what: "product lines", found: sum(&lines), limit: 100_000.0 },
        Limited { what: "files under 60 lines", found: short as f64, limit: 80.0 },
        Limited { what: "crates", found: crates as f64, limit: 13.0 },
        Limited { what: "words of the list", found: words as f64, limit: 0.0 },
        Limited { what: "Result<_, String>", found: strings as f64, limit: 0.0 },
        Limited { what: "shared type names, %", found: shared, limit: 4.0 },
        Limited {
            what: "files of an import cycle",
            found: cycle.len() as f64,
            limit: LONGEST_CYCLE,
        },
        Limited { what: "polling places", found: polling.places as f64, limit: polling::LIMIT },
    ];
    let mut ending = Ending::Fine;
    for Limited { what, found, limit } in limited {
        let above = if found > limit { "  above its limit" } else { "" };
        writeln!(out, "{what}: {found:.0} (at most {limit:.0}){above}")?;
        if found > limit {
            ending = Ending::Failed;
        }
    }
    Ok(ending)
}

fn sum(lines: &BTreeMap<&str, usize>) -> f64 {
    lines.values().sum::<usize>() as f64
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
    fn no_error_type_is_a_string() {
        let files = Production::of(&repository::files().unwrap());
        let texts = files.iter().filter(|file| string_errors(&file.code) > 0);
        let texts: Vec<String> = texts.map(|file| file.path.clone()).collect();
        assert!(texts.is_empty(), "{texts:?}");
    }
}
