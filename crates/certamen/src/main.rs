//! The command `certamen`: one file a subcommand below `commands/`, and what they share beside it.

mod command_error;
mod command_line;
mod commands;
mod ending;
mod flags;
mod new_folder;
mod say;
mod setting;

use std::process::ExitCode;

fn main() -> ExitCode {
    // Runs of this program build the sandboxes of programs, and come back no more.
    let launcher = certamen_sandbox::init();
    let language = command_line::language_asked_for(std::env::args_os());
    let arguments = command_line::parse(language);
    ending::report(commands::run(arguments, language, &launcher, command_line::localized), language)
}
