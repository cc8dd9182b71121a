//! The project's own chores: `cargo xtask COMMAND`, one file a command.

mod bench;
mod boards;
mod ci;
mod figures;
mod golden;
mod journeys;
mod needs;
mod new_game;
mod packages;
mod playthroughs;
mod repository;
mod solve;
mod test;
mod tidy;

use anyhow::{Result, bail};
use std::{
    env,
    io::{Write, stdout},
    process::ExitCode,
};

const USAGE: &str = "usage: cargo xtask COMMAND
  test [--fast|--nightly] [--without NAME,NAME]
                                        install what the tests need, then run them
  ci [--fast]                           everything that must hold, cheapest first
  golden [GROUP …] [--diff FILE|--record|--freeze] [--binary FILE]
                                        compare what the command prints and serves with before
  bench [--quick]                       figures, as ratios within one run
  tidy                                  arrows, lengths, names, links, commands, licences
  figures                               what the code is made of, in numbers
  arrows                                the picture of ARCHITECTURE.md
  new-game SLUG                         a game to begin with, in a folder of its own
  boards                                the boards to print, as PDF
  playthroughs [GAME]                   rewrite the snapshots of whole matches
  solve footsteps                       write the table that bots/footsteps/optimo reads
`--fast` leaves out what takes long.";

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// Well.
    Fine,
    /// The answer is no, and the reason has been printed.
    Failed,
    /// Something has to be done by hand first, and it has been printed.
    Stuck,
}

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match run(&words) {
        Ok(Ending::Fine) => ExitCode::SUCCESS,
        Ok(Ending::Failed) => ExitCode::from(1),
        Ok(Ending::Stuck) => ExitCode::from(2),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(words: &[&str]) -> Result<Ending> {
    match words {
        ["test", rest @ ..] => test::run(&test::Plan::read(rest)?),
        ["ci"] => ci::run(ci::Extent::Everything),
        ["ci", "--fast"] => ci::run(ci::Extent::Fast),
        ["tidy"] => tidy::run(),
        ["boards"] => boards::run(),
        ["figures"] => figures::run(),
        ["arrows"] => {
            stdout().write_all(tidy::picture::draw().as_bytes())?;
            Ok(Ending::Fine)
        }
        ["golden", rest @ ..] => golden::run(rest),
        ["bench", rest @ ..] => bench::run(rest),
        ["new-game", slug] => new_game::run(slug),
        ["playthroughs"] => playthroughs::run(None),
        ["playthroughs", slug] => playthroughs::run(Some(slug)),
        ["solve", "footsteps"] => solve::footsteps(),
        ["help" | "--help" | "-h"] => {
            eprintln!("{USAGE}");
            Ok(Ending::Fine)
        }
        [] => bail!("a command is missing\n{USAGE}"),
        words => bail!("`{}` is no command\n{USAGE}", words.join(" ")),
    }
}
