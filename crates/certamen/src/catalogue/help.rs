//! The command line in the reader's language: its help, and what is said of its misuse.

mod commands;
mod keeping;
mod playing;
mod trying;

use super::error;
use crate::arguments::Arguments;
use certamen_game::{Language, Words};
use clap::{
    Arg, Command, CommandFactory, FromArgMatches, Parser,
    builder::{PossibleValue, StyledStr},
};
use std::fmt::Write;

/// All help texts.
pub(super) const HELP: &[&[Words]] =
    &[commands::TEXTS, playing::TEXTS, trying::TEXTS, keeping::TEXTS];

const USAGE: Words = Words { en: "Usage:", es: "Uso:", fr: "Utilisation :", it: "Uso:" };
const COMMANDS: Words =
    Words { en: "Commands:", es: "Órdenes:", fr: "Commandes :", it: "Comandi:" };
const ARGUMENTS: Words =
    Words { en: "Arguments:", es: "Argumentos:", fr: "Arguments donnés :", it: "Argomenti:" };
const OPTIONS: Words =
    Words { en: "Options:", es: "Opciones:", fr: "Options possibles :", it: "Opzioni:" };
const DEFAULT: Words =
    Words { en: "default: ", es: "si falta: ", fr: "par défaut : ", it: "se manca: " };
const POSSIBLE: Words = Words {
    en: "possible values: ",
    es: "valores posibles: ",
    fr: "valeurs possibles : ",
    it: "valori possibili: ",
};

/// What stands on the command line. Whoever asks for help, or makes no sense, gets an answer in
/// `language`, and the program ends.
pub(crate) fn parse(language: Language) -> Arguments {
    if language == Language::En {
        return Arguments::parse();
    }
    let mut command = command(language);
    let parsed = command.try_get_matches_from_mut(std::env::args_os());
    let parsed = parsed.and_then(|matches| Arguments::from_arg_matches(&matches));
    parsed.unwrap_or_else(|refusal| {
        if !refusal.use_stderr() {
            refusal.exit();
        }
        eprint!("{}", error(&refusal.render().to_string(), language));
        std::process::exit(refusal.exit_code())
    })
}

/// The command with its help in `language`.
pub(super) fn command(language: Language) -> Command {
    let mut command = Arguments::command();
    if language == Language::En {
        return command;
    }
    // Only then it has the flags and the command that clap adds.
    command.build();
    told(command, language)
}

/// The words of a help text.
pub(super) fn words(text: &str) -> Option<Words> {
    HELP.iter().copied().flatten().find(|words| words.en == text).copied()
}

fn text(text: &StyledStr, language: Language) -> String {
    let text = text.to_string();
    words(&text).map_or(text, |words| words.get(language).to_owned())
}

fn told(command: Command, language: Language) -> Command {
    let about = command.get_about().map(|about| text(about, language));
    let template = template(&command, language);
    let command = command.help_template(template);
    let command = match about {
        Some(about) => command.about(about),
        None => command,
    };
    command
        .mut_args(|argument| told_argument(argument, language))
        .mut_subcommands(|inner| told(inner, language))
}

/// The layout of clap's own, with other headings.
fn template(command: &Command, language: Language) -> String {
    let mut template = format!("{{about-with-newline}}\n{} {{usage}}\n", USAGE.get(language));
    let mut arguments = command.get_arguments().filter(|argument| !argument.is_hide_set());
    let parts = [
        (command.has_subcommands(), COMMANDS, "{subcommands}"),
        (command.get_positionals().next().is_some(), ARGUMENTS, "{positionals}"),
        (arguments.any(|argument| !argument.is_positional()), OPTIONS, "{options}"),
    ];
    for (_, heading, part) in parts.iter().filter(|(there, ..)| *there) {
        let _ = write!(template, "\n{}\n{part}\n", heading.get(language));
    }
    template.pop();
    template
}

fn told_argument(argument: Arg, language: Language) -> Arg {
    let help = argument.get_help().map(|help| text(help, language)).unwrap_or_default();
    let values: Vec<PossibleValue> = argument.get_possible_values();
    let defaults: Vec<String> =
        argument.get_default_values().iter().map(|value| value.display().to_string()).collect();
    let takes_value = argument.get_action().takes_values();
    let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
    let note = |words: Words, of: &[&str]| {
        let is_said = takes_value && !of.is_empty();
        is_said.then(|| format!("[{}{}]", words.get(language), of.join(", ")))
    };
    let defaults: Vec<&str> = defaults.iter().map(String::as_str).collect();
    let default = note(DEFAULT, &defaults);
    let short = [Some(help.clone()), default.clone(), note(POSSIBLE, &names)];
    let short: Vec<String> = short.into_iter().flatten().collect();
    let explained = values.iter().any(|value| value.get_help().is_some());
    let long = if explained {
        let parts = [Some(help), Some(listed(&values, language)), default];
        Some(parts.into_iter().flatten().collect::<Vec<_>>().join("\n\n"))
    } else {
        argument.get_long_help().map(|help| text(help, language))
    };
    let argument = argument.hide_default_value(true).hide_possible_values(true);
    let argument = argument.help(short.join(" "));
    match long {
        Some(long) => argument.long_help(long),
        None => argument,
    }
}

/// The values with what they mean, one a line.
fn listed(values: &[PossibleValue], language: Language) -> String {
    let mut list = POSSIBLE.get(language).trim_end().to_owned();
    let width = values.iter().map(|value| value.get_name().len() + 1).max().unwrap_or(0);
    for value in values {
        let name = format!("{}:", value.get_name());
        let help = value.get_help().map(|help| text(help, language)).unwrap_or_default();
        let _ = write!(list, "\n- {name:width$} {help}");
    }
    list
}
