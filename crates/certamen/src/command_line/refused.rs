//! Messages about an invalid command line, from the kind and the context of clap's error.

use crate::flags::numbers::{NumberError, no_share, unreadable};
use crate::{commands::UnknownSearch, say::command_line as say};
use certamen_contest::quantity::QuantityError;
use certamen_i18n::{Language, Localize, Message, UnknownLanguage};
use certamen_portal::course::UnknownAssignment;
use certamen_sandbox::UnknownTier;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use std::error::Error as _;

/// The message; none where clap's own is meant for standard output or is already translated help.
pub(super) fn told(refusal: &Error, language: Language) -> Option<String> {
    let what = what(refusal, language)?;
    let mut told = say::error(what).get(language);
    let tips = tips(refusal);
    if !tips.is_empty() {
        told.push('\n');
    }
    for tip in tips {
        told.push_str("\n  ");
        told.push_str(&tip.get(language));
    }
    if let Some(ContextValue::StyledStr(usage)) = refusal.get(ContextKind::Usage) {
        // It includes its heading.
        let usage = usage.to_string();
        let usage = usage.split_once(' ').map_or(&*usage, |(_, usage)| usage);
        told.push_str("\n\n");
        told.push_str(&say::usage(usage).get(language));
    }
    told.push_str("\n\n");
    told.push_str(&say::more("--help").get(language));
    told.push('\n');
    Some(told)
}

/// The problem, followed by the possible values.
fn what(refusal: &Error, language: Language) -> Option<String> {
    let (argument, value) =
        (name(refusal, ContextKind::InvalidArg), name(refusal, ContextKind::InvalidValue));
    let message = match refusal.kind() {
        ErrorKind::ArgumentConflict => return Some(conflict(refusal, argument?, language)),
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
    let mut told = message.get(language);
    if refusal.kind() == ErrorKind::MissingRequiredArgument {
        told.push_str(&lines(names(refusal, ContextKind::InvalidArg)));
    }
    for (kind, list) in [
        (ContextKind::ValidValue, say::possible_values as fn(String) -> Message),
        (ContextKind::ValidSubcommand, say::subcommands),
    ] {
        let possible = names(refusal, kind);
        if !possible.is_empty() {
            told.push_str("\n  ");
            told.push_str(&list(possible.join(", ")).get(language));
        }
    }
    Some(told)
}

fn conflict(refusal: &Error, argument: &str, language: Language) -> String {
    match refusal.get(ContextKind::PriorArg) {
        Some(ContextValue::String(other)) if other == argument => {
            say::given_twice(argument).get(language)
        }
        Some(ContextValue::String(other)) => say::conflict(argument, other).get(language),
        _ => {
            let others = lines(names(refusal, ContextKind::PriorArg));
            format!("{}{others}", say::conflicts(argument).get(language))
        }
    }
}

fn lines(names: &[String]) -> String {
    names.iter().flat_map(|name| ["\n  ", name]).collect()
}

/// Suggestions of similar names.
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
