//! The command `certamen`: one file per subcommand below `commands/`, and shared code beside it.

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

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    // This program also runs as a helper that sets up sandboxes; in that case, `init` does not
    // return.
    let launcher = certamen_sandbox::init();
    let language = command_line::language_asked_for(std::env::args_os());
    let arguments = command_line::parse(language);
    ending::report(commands::run(arguments, language, &launcher, command_line::localized), language)
}
