//! The project's own tasks: `cargo xtask COMMAND`, one file per command.

mod bench;
mod boards;
mod ci;
mod docs;
mod figures;
mod golden;
mod journeys;
mod needs;
mod new_game;
mod package;
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
                                        install missing programs and run the tests
  ci [--fast]                           run all checks, cheapest first
  golden [GROUP …] [--diff FILE|--record|--freeze] [--binary FILE]
                                        compare the command's output and pages with recorded ones
  bench [--quick]                       run the benchmarks; figures are ratios within one run
  tidy                                  check dependencies, lengths, names, links, licences
  figures                               print statistics of the code; fail above their limits
  arrows                                print the dependency table of ARCHITECTURE.md
  package [--target MACHINE] [tarball] [wheel] [deb]
                                        write what people install to dist/
  docs                                  write the documentation as web pages to target/docs
  new-game SLUG                         create a new game from a template
  boards                                write the printable boards as PDF
  playthroughs [GAME]                   rewrite the snapshots of whole matches
  solve footsteps                       write the table that bots/footsteps/optimo reads
`--fast` skips slow steps.";

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// Success.
    Fine,
    /// The check failed; the reason has been printed.
    Failed,
    /// The user must do something first; what has been printed.
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
        ["docs"] => docs::run(),
        ["figures"] => figures::run(),
        ["arrows"] => {
            stdout().write_all(tidy::picture::draw().as_bytes())?;
            Ok(Ending::Fine)
        }
        ["golden", rest @ ..] => golden::run(rest),
        ["bench", rest @ ..] => bench::run(rest),
        ["package", rest @ ..] => package::run(&package::Plan::read(rest)?),
        ["new-game", slug] => new_game::run(slug),
        ["playthroughs"] => playthroughs::run(None),
        ["playthroughs", slug] => playthroughs::run(Some(slug)),
        ["solve", "footsteps"] => solve::footsteps(),
        ["help" | "--help" | "-h"] => {
            eprintln!("{USAGE}");
            Ok(Ending::Fine)
        }
        [] => bail!("missing command\n{USAGE}"),
        words => bail!("unknown command `{}`\n{USAGE}", words.join(" ")),
    }
}
