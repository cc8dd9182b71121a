//! The text of `--help` in any language, looked up by the names of commands and arguments.
//!
//! The argument structs have no doc comments, because clap would print those in English.

use crate::{
    commands::CommandLine,
    say::{command_line as say, help},
};
use certamen_i18n::{Language, Message};
use clap::{
    Arg, Command, CommandFactory,
    builder::{PossibleValue, StyledStr, Styles},
};
use std::fmt::Write;

type Group = (fn() -> Message, &'static [&'static str]);

/// The commands grouped by purpose, in the order in which `--help` lists them.
const GROUPS: [Group; 6] = [
    (
        say::group_play,
        &[
            "play",
            "sit",
            "open",
            "challenge",
            "players",
            "games",
            "brief",
            "new-game",
            "check-game",
            "new-bot",
            "check",
            "compare",
            "analyse",
            "languages",
            "doctor",
        ],
    ),
    (say::group_contests, &["new-contest", "run", "host", "keys", "remote"]),
    (say::group_results, &["standings", "matches", "matrix", "field", "show", "verify", "export"]),
    (say::group_site, &["serve", "account", "archive", "backup"]),
    (say::group_machines, &["bus", "worker", "workers"]),
    (say::group_files, &["schema", "completions", "man", "help"]),
];

pub(crate) fn localized(language: Language) -> Command {
    let mut command = CommandLine::command();
    // Flags and commands that clap adds exist only after this call.
    command.build();
    with_help(command, "", language)
}

/// The text of a command; the top-level command has the empty name.
fn of_command(name: &str) -> Option<Message> {
    help::of(&[if name.is_empty() { "certamen" } else { name }])
}

/// The text of an argument: that of this command, or else the one shared by all commands.
fn of_argument(command: &str, argument: &Arg) -> Option<Message> {
    match argument.get_id().as_str() {
        // It mentions the longer help, if there is one; only clap knows that.
        "help" => Some(of_help_flag(argument.get_help())),
        "version" => help::of(&["version_flag"]),
        // The text of the command `check-game` is not that of `check --game`.
        id if is_command(command, id) => help::of(&[id]),
        id => help::of(&[command, id]).or_else(|| help::of(&[id])),
    }
}

/// Whether the id of this argument's text is that of a command.
fn is_command(command: &str, argument: &str) -> bool {
    let name = format!("{command}-{argument}");
    GROUPS.iter().any(|(_, names)| names.contains(&name.as_str()))
}

fn of_help_flag(help: Option<&StyledStr>) -> Message {
    let help = help.map(ToString::to_string).unwrap_or_default();
    match (help.contains("--help"), help.contains("-h")) {
        (true, _) => help::help_flag_more(),
        (false, true) => help::help_flag_summary(),
        (false, false) => help::help_flag(),
    }
}

/// The text of a value of an argument, for this command or for all.
fn of_value(command: &str, argument: &str, value: &PossibleValue) -> Option<Message> {
    let name = value.get_name();
    help::of(&[command, argument, name]).or_else(|| help::of(&[argument, name]))
}

fn with_help(command: Command, name: &str, language: Language) -> Command {
    let command = match of_command(name) {
        Some(about) => command.about(about.get(language)),
        None => command,
    };
    // In English, subcommands use clap's own layout.
    let template = match language {
        _ if name.is_empty() => Some(grouped(&command, language)),
        Language::En => None,
        _ => Some(template(&command, language)),
    };
    let command = match template {
        Some(template) => command.help_template(template),
        None => command,
    };
    let command = if language == Language::En {
        command.mut_args(|argument| match of_argument(name, &argument) {
            Some(help) => argument.help(help.to_string()),
            None => argument,
        })
    } else {
        command.mut_args(|argument| with_argument_help(argument, name, language))
    };
    command.mut_subcommands(|inner| {
        let name = within(name, inner.get_name());
        with_help(inner, &name, language)
    })
}

/// The name of a command within another one; below `help`, clap repeats all commands.
fn within(outer: &str, inner: &str) -> String {
    match outer {
        "" | "help" => inner.to_owned(),
        _ => format!("{outer}_{inner}"),
    }
}

fn grouped(command: &Command, language: Language) -> String {
    let styles = Styles::styled();
    let (heading, literal) = (styles.get_header(), styles.get_literal());
    let usage = say::usage("{usage}").get(language);
    let mut template = format!("{{about-with-newline}}\n{usage}\n");
    let there = |name: &&&str| command.find_subcommand(name).is_some();
    let width = GROUPS.iter().flat_map(|(_, names)| *names).map(|name| name.len()).max();
    let width = width.unwrap_or(0);
    for (group, names) in GROUPS {
        let _ = write!(template, "\n{heading}{}{heading:#}\n", group().get(language));
        for name in names.iter().filter(there) {
            let about = of_command(name).map(|about| about.get(language)).unwrap_or_default();
            let _ = writeln!(template, "  {literal}{name:width$}{literal:#}  {about}");
        }
    }
    let options = say::options_heading().get(language);
    let _ = write!(template, "\n{heading}{options}{heading:#}\n{{options}}");
    template
}

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

fn with_argument_help(argument: Arg, command: &str, language: Language) -> Arg {
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
        // Of its own texts, clap has a long form only for the help flag.
        argument.get_long_help().map(|long| of_help_flag(Some(long)).get(language))
    };
    let argument = argument.hide_default_value(true).hide_possible_values(true);
    let argument = argument.help(short.join(" "));
    match long {
        Some(long) => argument.long_help(long),
        None => argument,
    }
}

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

    /// Names without a text or with one in the code, and the texts that are used.
    #[derive(Default)]
    struct HelpCoverage {
        used: BTreeSet<String>,
        wrong: Vec<String>,
    }

    impl HelpCoverage {
        fn check(&mut self, whose: &str, text: Option<&Message>) {
            match text.and_then(Message::id) {
                Some(id) => drop(self.used.insert(id.to_owned())),
                None => self.wrong.push(format!("{whose}: no text")),
            }
        }

        fn command(&mut self, command: &Command, name: &str) {
            self.check(name, of_command(name).as_ref());
            for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
                self.argument(argument, name);
            }
            for inner in command.get_subcommands() {
                // Below `help`, clap repeats all commands.
                if name != "help" {
                    self.command(inner, &within(name, inner.get_name()));
                }
            }
        }

        fn argument(&mut self, argument: &Arg, command: &str) {
            let id = argument.get_id().as_str();
            let whose = format!("{command} {id}");
            self.check(&whose, of_argument(command, argument).as_ref());
            if let (true, Some(long)) = (id == "help", argument.get_long_help()) {
                self.check(&whose, Some(&of_help_flag(Some(long))));
            }
            let clap_adds = ["help", "version", "subcommand"].contains(&id);
            if let (false, Some(help)) = (clap_adds, argument.get_help()) {
                self.wrong.push(format!("{whose}: the code says {help}"));
            }
            for value in argument.get_possible_values() {
                let ours = of_value(command, id, &value);
                self.used.extend(ours.as_ref().and_then(Message::id).map(str::to_owned));
                let ours = ours.map(|ours| ours.to_string());
                if value.get_help().map(ToString::to_string) != ours {
                    self.wrong.push(format!("{whose} {}: the code says it", value.get_name()));
                }
            }
        }
    }

    #[test]
    fn every_command_is_in_one_group() {
        let mut command = CommandLine::command();
        command.build();
        let all: BTreeSet<&str> = command.get_subcommands().map(Command::get_name).collect();
        let grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        assert_eq!(grouped.len(), grouped.iter().collect::<BTreeSet<_>>().len(), "{grouped:?}");
        assert_eq!(grouped.into_iter().filter(|name| all.contains(name)).count(), all.len());
    }

    #[test]
    fn an_argument_has_not_the_text_of_a_command() {
        let game = of_argument("check", &Arg::new("game"));
        assert_eq!(game.map(|it| it.to_string()), Some(help::game().to_string()));
        let path = of_argument("check-game", &Arg::new("game"));
        assert_eq!(path.map(|it| it.to_string()), Some(help::check_game_game().to_string()));
    }

    #[test]
    fn all_help_has_texts_and_each_text_is_used() {
        let mut command = CommandLine::command();
        command.build();
        let mut coverage = HelpCoverage::default();
        coverage.command(&command, "");
        assert_eq!(coverage.wrong, Vec::<String>::new());
        let unused = help::TEXTS.all.iter().copied();
        let unused: Vec<&str> = unused.filter(|id| !coverage.used.contains(*id)).collect();
        assert_eq!(unused, Vec::<&str>::new());
    }
}
