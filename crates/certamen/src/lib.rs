//! The command `certamen`: the subcommands are below `commands/`, shared code is beside it.

mod analysis;
mod command_line;
mod commands;
mod console;
mod exit;
mod flags;
mod logging;
mod print;
mod say;

use std::process::ExitCode;

type Result<T, E = certamen_i18n::UserError> = std::result::Result<T, E>;

pub fn main() -> ExitCode {
    // This program also runs as a helper that sets up sandboxes; in that case, `init` does not
    // return.
    let launcher = certamen_sandbox::init();
    let language = command_line::language_asked_for(std::env::args_os());
    let arguments = command_line::parse(language);
    let result = commands::run(arguments, language, &launcher, command_line::localized);
    let code = exit::report(result, language);
    commands::rules::report_retries(language);
    certamen_external::close_all();
    code
}
