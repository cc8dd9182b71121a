//! The command line in the user's language: its help, and messages about wrong use.

mod help;

pub(crate) use help::localized;

use crate::{
    commands::{CommandLine, UnknownSearch},
    console::Output,
    exit::harmless,
    flags::{NumberError, no_share, unreadable},
    say::command_line as say,
};
use certamen_contest::quantity::QuantityError;
use certamen_i18n::{Language, Localize, Message, UnknownLanguage};
use certamen_portal::course::UnknownAssignment;
use certamen_sandbox::UnknownTier;
use clap::{
    FromArgMatches, Parser,
    error::{ContextKind, ContextValue, Error, ErrorKind},
};
use std::{env, error::Error as _, ffi::OsString, io::Write, process};

/// Parses the command line. If the user asks for help or the arguments are invalid, prints an
/// answer in `language` and exits.
pub(crate) fn parse(language: Language) -> CommandLine {
    // The help texts are built only when they are needed.
    CommandLine::try_parse().unwrap_or_else(|_| {
        let mut command = localized(language);
        let parsed = command.try_get_matches_from_mut(env::args_os());
        let parsed = parsed.and_then(|matches| CommandLine::from_arg_matches(&matches));
        parsed.unwrap_or_else(|refusal| {
            // In English, clap's own words are used.
            let text = match language {
                Language::En => None,
                _ => error_text(&refusal, language),
            };
            let Some(text) = text else { print_and_exit(&refusal) };
            eprintln!("{}", harmless(&text));
            process::exit(refusal.exit_code())
        })
    })
}

/// Prints clap's message and exits. On a terminal, lines are broken at words; elsewhere nothing is
/// changed.
fn print_and_exit(refusal: &clap::Error) -> ! {
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
    let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = env::var_os("TERM").is_none_or(|term| term == "dumb");
    let text = if is_set("NO_COLOR") || is_dumb { plain } else { text.ansi().to_string() };
    // A closed terminal or pipe is not an error here.
    let _ = output.write_all(text.as_bytes());
    drop(output);
    process::exit(refusal.exit_code())
}

/// The language of help and usage errors: the one that the arguments ask for if it is valid, else
/// that of the environment, found as other programs do it; English if there is no translation.
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
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .find_map(|name| env::var(name).ok().filter(|value| !value.is_empty()));
    let code = set.as_deref().and_then(|value| value.get(..2)).unwrap_or("en");
    code.parse().unwrap_or_default()
}

/// The message; none where clap's own is meant for standard output or is already translated help.
pub(super) fn error_text(refusal: &Error, language: Language) -> Option<String> {
    let what = problem(refusal, language)?;
    let mut text = say::error(what).get(language);
    let tips = tips(refusal);
    if !tips.is_empty() {
        text.push('\n');
    }
    for tip in tips {
        text.push_str("\n  ");
        text.push_str(&tip.get(language));
    }
    if let Some(ContextValue::StyledStr(usage)) = refusal.get(ContextKind::Usage) {
        // It includes its heading.
        let usage = usage.to_string();
        let usage = usage.split_once(' ').map_or(&*usage, |(_, usage)| usage);
        text.push_str("\n\n");
        text.push_str(&say::usage(usage).get(language));
    }
    text.push_str("\n\n");
    text.push_str(&say::more("--help").get(language));
    text.push('\n');
    Some(text)
}

/// The problem, followed by the possible values.
fn problem(refusal: &Error, language: Language) -> Option<String> {
    let (argument, value) =
        (name(refusal, ContextKind::InvalidArg), name(refusal, ContextKind::InvalidValue));
    let message = match refusal.kind() {
        ErrorKind::ArgumentConflict => match refusal.get(ContextKind::PriorArg) {
            Some(ContextValue::String(other)) if Some(&**other) == argument => {
                say::given_twice(argument?)
            }
            Some(ContextValue::String(other)) => say::conflict(argument?, other),
            _ => say::conflicts(argument?),
        },
        ErrorKind::InvalidValue if value?.is_empty() => say::no_value(argument?),
        ErrorKind::InvalidValue => say::invalid_value(value?, argument?),
        ErrorKind::InvalidSubcommand => {
            say::unknown_command(name(refusal, ContextKind::InvalidSubcommand)?)
        }
        ErrorKind::MissingRequiredArgument => say::missing(),
        ErrorKind::MissingSubcommand => {
            say::command_missing(name(refusal, ContextKind::InvalidSubcommand)?)
        }
        ErrorKind::InvalidUtf8 => say::not_utf8(),
        ErrorKind::TooManyValues => say::too_many(value?, argument?),
        ErrorKind::ValueValidation => match refusal.source() {
            Some(reason) => say::invalid_value_because(value?, argument?, spoken(reason)),
            None => say::invalid_value(value?, argument?),
        },
        ErrorKind::UnknownArgument => say::unexpected(argument?),
        _ => return None,
    };
    let mut text = message.get(language);
    let listed = match refusal.kind() {
        ErrorKind::MissingRequiredArgument => names(refusal, ContextKind::InvalidArg),
        ErrorKind::ArgumentConflict => names(refusal, ContextKind::PriorArg),
        _ => &[],
    };
    text.extend(listed.iter().flat_map(|name| ["\n  ", name]));
    for (kind, list) in [
        (ContextKind::ValidValue, say::possible_values as fn(String) -> Message),
        (ContextKind::ValidSubcommand, say::subcommands),
    ] {
        let possible = names(refusal, kind);
        if !possible.is_empty() {
            text.push_str("\n  ");
            text.push_str(&list(possible.join(", ")).get(language));
        }
    }
    Some(text)
}

fn tips(refusal: &Error) -> Vec<Message> {
    type One = fn(String) -> Message;
    let similar: [(ContextKind, One, One); 3] = [
        (ContextKind::SuggestedSubcommand, say::similar_command, say::similar_commands),
        (ContextKind::SuggestedArg, say::similar_argument, say::similar_arguments),
        (ContextKind::SuggestedValue, say::similar_value, say::similar_values),
    ];
    let mut tips = Vec::new();
    for (kind, one, several) in similar {
        match refusal.get(kind) {
            Some(ContextValue::String(name)) => tips.push(one(name.clone())),
            Some(ContextValue::Strings(names)) if names.len() == 1 => {
                tips.push(one(names[0].clone()));
            }
            Some(ContextValue::Strings(names)) => {
                let quoted: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
                tips.push(several(quoted.join(", ")));
            }
            _ => {}
        }
    }
    if let Some(ContextValue::StyledStrs(more)) = refusal.get(ContextKind::Suggested) {
        for tip in more {
            let tip = tip.to_string();
            // Only the names in quotes are compared.
            match *tip.split('\'').skip(1).step_by(2).collect::<Vec<_>>() {
                [name] => tips.push(say::exists(name)),
                [argument, instead] => tips.push(say::as_value(argument, instead)),
                _ => {}
            }
        }
    }
    tips
}

/// The reason why a value is rejected, from the type of the error.
fn spoken(reason: &(dyn std::error::Error + 'static)) -> Message {
    fn of<E: Localize + std::error::Error + 'static>(
        reason: &(dyn std::error::Error + 'static),
    ) -> Option<Message> {
        reason.downcast_ref::<E>().map(Localize::message)
    }
    of::<NumberError>(reason)
        .or_else(|| of::<UnknownTier>(reason))
        .or_else(|| of::<UnknownLanguage>(reason))
        .or_else(|| of::<UnknownAssignment>(reason))
        .or_else(|| of::<UnknownSearch>(reason))
        .or_else(|| of::<QuantityError>(reason))
        .or_else(|| reason.downcast_ref().map(unreadable))
        .or_else(|| reason.downcast_ref().map(no_share))
        .unwrap_or_else(|| Message::verbatim(reason.to_string()))
}

fn name(refusal: &Error, kind: ContextKind) -> Option<&str> {
    match refusal.get(kind) {
        Some(ContextValue::String(name)) => Some(name),
        _ => None,
    }
}

fn names(refusal: &Error, kind: ContextKind) -> &[String] {
    match refusal.get(kind) {
        Some(ContextValue::Strings(names)) => names,
        _ => &[],
    }
}
