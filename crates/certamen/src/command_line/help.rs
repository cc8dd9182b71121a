//! What `--help` says in other languages than clap's: texts by the names of commands and arguments.

use crate::{
    commands::CommandLine,
    say::{command_line as say, help},
};
use certamen_speech::{Language, Message};
use clap::{
    Arg, Command, CommandFactory,
    builder::{PossibleValue, StyledStr},
};
use std::fmt::Write;

/// The command with its help in `language`.
pub(crate) fn localized(language: Language) -> Command {
    let mut command = CommandLine::command();
    if language == Language::En {
        return command;
    }
    // Only then it has the flags and the command that clap adds.
    command.build();
    told(command, "", language)
}

/// The text of a command, `name` below its parents.
fn of_command(name: &str) -> Option<Message> {
    text(&[name])
}

/// The text of an argument: of this command, or else of all that have one of this name.
fn of_argument(command: &str, argument: &Arg) -> Option<Message> {
    match argument.get_id().as_str() {
        // It says how there is more to read, which only clap knows.
        "help" => Some(of_help_flag(argument.get_help())),
        "version" => text(&["version_flag"]),
        id => text(&[command, id]).or_else(|| text(&[id])),
    }
}

fn of_help_flag(help: Option<&StyledStr>) -> Message {
    let help = help.map(ToString::to_string).unwrap_or_default();
    match (help.contains("--help"), help.contains("-h")) {
        (true, _) => help::help_flag_more(),
        (false, true) => help::help_flag_summary(),
        (false, false) => help::help_flag(),
    }
}

/// The text of a value of an argument, of this command or of all.
fn of_value(command: &str, argument: &str, value: &PossibleValue) -> Option<Message> {
    let name = value.get_name();
    text(&[command, argument, name]).or_else(|| text(&[argument, name]))
}

fn text(names: &[&str]) -> Option<Message> {
    help::of(&names.join("_").replace('-', "_"))
}

fn told(command: Command, name: &str, language: Language) -> Command {
    let about = of_command(if name.is_empty() { "certamen" } else { name });
    let template = template(&command, language);
    let command = command.help_template(template);
    let command = match about {
        Some(about) => command.about(about.get(language)),
        None => command,
    };
    command.mut_args(|argument| told_argument(argument, name, language)).mut_subcommands(|inner| {
        let name = inner.get_name().to_owned();
        told(inner, &name, language)
    })
}

/// The layout of clap's own, with other headings.
fn template(command: &Command, language: Language) -> String {
    let usage = say::usage("{usage}").get(language);
    let mut template = format!("{{about-with-newline}}\n{usage}\n");
    let mut arguments = command.get_arguments().filter(|argument| !argument.is_hide_set());
    let parts = [
        (command.has_subcommands(), say::commands_heading(), "{subcommands}"),
        (command.get_positionals().next().is_some(), say::arguments_heading(), "{positionals}"),
        (arguments.any(|it| !it.is_positional()), say::options_heading(), "{options}"),
    ];
    for (_, heading, part) in parts.iter().filter(|(there, ..)| *there) {
        let _ = write!(template, "\n{}\n{part}\n", heading.get(language));
    }
    template.pop();
    template
}

fn told_argument(argument: Arg, command: &str, language: Language) -> Arg {
    let help = of_argument(command, &argument);
    let help = help.map(|help| help.get(language)).unwrap_or_default();
    let values: Vec<PossibleValue> = argument.get_possible_values();
    let defaults: Vec<String> =
        argument.get_default_values().iter().map(|value| value.display().to_string()).collect();
    let takes_value = argument.get_action().takes_values();
    let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
    let note = |list: String, message: fn(String) -> Message| {
        (takes_value && !list.is_empty()).then(|| message(list).get(language))
    };
    let default = note(defaults.join(", "), say::default);
    let short = [Some(help.clone()), default.clone(), note(names.join(", "), say::possible_values)];
    let short: Vec<String> = short.into_iter().flatten().collect();
    let explained = values.iter().any(|value| value.get_help().is_some());
    let long = if explained {
        let list = listed(&values, command, argument.get_id().as_str(), language);
        let parts = [Some(help), Some(list), default];
        Some(parts.into_iter().flatten().collect::<Vec<_>>().join("\n\n"))
    } else {
        // Of its own texts clap lengthens only that of the flag that asks for help.
        argument.get_long_help().map(|long| of_help_flag(Some(long)).get(language))
    };
    let argument = argument.hide_default_value(true).hide_possible_values(true);
    let argument = argument.help(short.join(" "));
    match long {
        Some(long) => argument.long_help(long),
        None => argument,
    }
}

/// The values with what they mean, one a line.
fn listed(values: &[PossibleValue], command: &str, argument: &str, language: Language) -> String {
    let mut list = say::values_heading().get(language);
    let width = values.iter().map(|value| value.get_name().len() + 1).max().unwrap_or(0);
    for value in values {
        let name = format!("{}:", value.get_name());
        let help = of_value(command, argument, value).map(|help| help.get(language));
        let _ = write!(list, "\n- {name:width$} {}", help.unwrap_or_default());
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// What clap's English says, and what ours does.
    fn compared(
        command: &Command,
        name: &str,
        used: &mut BTreeSet<String>,
        wrong: &mut Vec<String>,
    ) {
        let mut compare = |whose: &str, english: Option<&StyledStr>, ours: Option<Message>| {
            let english = english.map(ToString::to_string);
            used.extend(ours.as_ref().and_then(Message::id).map(str::to_owned));
            let ours = ours.map(|ours| ours.to_string());
            if english.is_some() && english != ours {
                wrong.push(format!("{name} {whose}: {english:?} {ours:?}"));
            }
        };
        let called = if name.is_empty() { "certamen" } else { name };
        compare("", command.get_about(), of_command(called));
        for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
            let id = argument.get_id().as_str();
            compare(id, argument.get_help(), of_argument(name, argument));
            if id == "help" {
                compare(
                    id,
                    argument.get_long_help(),
                    argument.get_long_help().map(|it| of_help_flag(Some(it))),
                );
            }
            for value in argument.get_possible_values() {
                compare(value.get_name(), value.get_help(), of_value(name, id, &value));
            }
        }
        for inner in command.get_subcommands() {
            // Below `help` the commands stand once more.
            if name != "help" {
                compared(inner, inner.get_name(), used, wrong);
            }
        }
    }

    #[test]
    fn the_english_texts_are_those_of_the_code_and_each_is_used() {
        let mut command = CommandLine::command();
        command.build();
        let (mut used, mut wrong) = (BTreeSet::new(), Vec::new());
        compared(&command, "", &mut used, &mut wrong);
        assert_eq!(wrong, Vec::<String>::new());
        let unused = help::TEXTS.all.iter().map(|text| text.id);
        let unused: Vec<&str> = unused.filter(|id| !used.contains(*id)).collect();
        assert_eq!(unused, Vec::<&str>::new());
    }
}
