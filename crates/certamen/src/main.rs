//! The command `certamen`: one file a subcommand below `command/`, and what they share beside it.

mod arguments;
mod command;
mod ending;
mod format;
mod interrupt;
mod measured;
mod progress;
mod record_file;
mod setting;
mod text;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = arguments::Arguments::parse();
    ending::report(command::run(arguments))
}
