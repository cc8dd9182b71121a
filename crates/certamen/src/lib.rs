//! The command `certamen`: one file a subcommand below `commands/`, and what they share beside it.

pub mod analysis;
mod command_error;
mod command_line;
mod commands;
pub mod console;
mod ending;
mod flags;
mod new_folder;
pub mod print;
mod say;
mod setting;

use std::process::ExitCode;

/// Runs the command that this process was started with.
pub fn main() -> ExitCode {
    // Runs of this program build the sandboxes of programs, and come back no more.
    let launcher = certamen_sandbox::init();
    let language = command_line::language_asked_for(std::env::args_os());
    let arguments = command_line::parse(language);
    ending::report(commands::run(arguments, language, &launcher, command_line::localized), language)
}
