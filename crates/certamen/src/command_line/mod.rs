//! The command line in the user's language: its help, and messages about wrong use.

mod help;
mod refused;

pub(crate) use help::localized;

use crate::console::Output;
use crate::{commands::CommandLine, ending::harmless};
use certamen_i18n::Language;
use clap::{FromArgMatches, Parser};
use std::{env, ffi::OsString, io::Write, process};

/// Parses the command line. If the user asks for help or the arguments are invalid, prints an
/// answer in `language` and exits.
pub(crate) fn parse(language: Language) -> CommandLine {
    // The help texts are built only when they are needed.
    CommandLine::try_parse().unwrap_or_else(|_| told(language))
}

/// Parses again, with all help texts.
fn told(language: Language) -> CommandLine {
    let mut command = localized(language);
    let parsed = command.try_get_matches_from_mut(env::args_os());
    let parsed = parsed.and_then(|matches| CommandLine::from_arg_matches(&matches));
    parsed.unwrap_or_else(|refusal| {
        // In English, clap's own words are used.
        let told = match language {
            Language::En => None,
            _ => refused::told(&refusal, language),
        };
        let Some(told) = told else { show(&refusal) };
        eprintln!("{}", harmless(&told));
        process::exit(refusal.exit_code())
    })
}

/// Prints clap's message and exits. On a terminal, lines are broken at words; elsewhere nothing is
/// changed.
fn show(refusal: &clap::Error) -> ! {
    let mut output = Output::of_text();
    let text = refusal.render();
    let plain = text.to_string();
    let harmless = harmless(&plain);
    if refusal.use_stderr() && harmless != plain.trim_end() {
        // The message quotes what the user typed, which may contain control characters.
        eprintln!("{harmless}");
        process::exit(refusal.exit_code());
    }
    if refusal.use_stderr() || output.width().is_none() {
        refusal.exit();
    }
    let text = if is_plain() { plain } else { text.ansi().to_string() };
    // A closed terminal or pipe is not an error here.
    let _ = output.write_all(text.as_bytes());
    drop(output);
    process::exit(refusal.exit_code())
}

/// Whether colours are unwanted or unsupported.
fn is_plain() -> bool {
    let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    is_set("NO_COLOR") || env::var_os("TERM").is_none_or(|term| term == "dumb")
}

/// The language from the environment, found as other programs do it; English if there is no
/// translation.
pub(crate) fn environment_language() -> Language {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .find_map(|name| env::var(name).ok().filter(|value| !value.is_empty()));
    let code = set.as_deref().and_then(|value| value.get(..2)).unwrap_or("en");
    code.parse().unwrap_or_default()
}

/// The language of help and usage errors: the one that the arguments ask for if it is valid, else
/// that of the environment.
pub(crate) fn language_asked_for(arguments: impl Iterator<Item = OsString>) -> Language {
    let mut arguments =
        arguments.take_while(|argument| argument != "--").map(|it| it.into_string().ok());
    while let Some(argument) = arguments.next() {
        let value = match argument.as_deref() {
            Some("--lang") => arguments.next().flatten(),
            Some(other) => other.strip_prefix("--lang=").map(ToOwned::to_owned),
            None => None,
        };
        if let Some(language) = value.and_then(|value| value.parse().ok()) {
            return language;
        }
    }
    environment_language()
}
