//! The command line in the reader's language: its help, and what is said of its misuse.

mod help;
mod refused;

pub(crate) use help::localized;

use crate::commands::CommandLine;
use certamen_speech::Language;
use clap::{FromArgMatches, Parser};
use std::{env, ffi::OsString, process};

/// What stands on the command line. Whoever asks for help, or makes no sense, gets an answer in
/// `language`, and the program ends.
pub(crate) fn parse(language: Language) -> CommandLine {
    // Help is told only to those who are not understood, or ask for it.
    CommandLine::try_parse().unwrap_or_else(|_| told(language))
}

/// Reads it again, with all that can be said about it.
fn told(language: Language) -> CommandLine {
    let mut command = localized(language);
    let parsed = command.try_get_matches_from_mut(env::args_os());
    let parsed = parsed.and_then(|matches| CommandLine::from_arg_matches(&matches));
    parsed.unwrap_or_else(|refusal| {
        let told = match language {
            // In English the words are clap's own.
            Language::En => None,
            _ => refused::told(&refusal, language),
        };
        match told {
            Some(told) => eprint!("{told}"),
            None => refusal.exit(),
        }
        process::exit(refusal.exit_code())
    })
}

/// The language of the environment, as other programs find it; English if none of ours.
pub(crate) fn environment_language() -> Language {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .find_map(|name| env::var(name).ok().filter(|value| !value.is_empty()));
    let code = set.as_deref().and_then(|value| value.get(..2)).unwrap_or("en");
    code.parse().unwrap_or_default()
}

/// The language of the texts that say how to use the command: what its arguments ask for, if they
/// make sense, else that of the environment.
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
