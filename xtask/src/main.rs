//! The project's own chores.

mod bench;

use std::{env, io, process::ExitCode};

fn main() -> io::Result<ExitCode> {
    let words: Vec<String> = env::args().skip(1).collect();
    let fine = match words.split_first() {
        Some((command, rest)) if command == "bench" => bench::run(rest)?,
        _ => false,
    };
    Ok(if fine { ExitCode::SUCCESS } else { ExitCode::from(2) })
}
