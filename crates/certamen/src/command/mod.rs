//! The subcommands, one file each.

mod check;
mod compare;
mod doctor;
mod games;
mod matches;
mod play;
mod run;
mod show;
mod standings;
mod verify;

use crate::{
    arguments::{Arguments, Command},
    ending::Ending,
    text,
};

/// Runs the subcommand that was asked for.
pub(crate) fn run(arguments: Arguments) -> anyhow::Result<Ending> {
    let language = arguments.lang.unwrap_or_else(text::environment_language);
    match arguments.command {
        Command::Play(play) => play::play(&play, language),
        Command::Run(run) => run::run(&run, language),
        Command::Standings(listing) => standings::standings(&listing, language),
        Command::Matches(listing) => matches::matches(&listing, language),
        Command::Show(show) => show::show(&show, language),
        Command::Verify(verify) => verify::verify(&verify),
        Command::Check(check) => check::check(&check, language),
        Command::Compare(compare) => compare::compare(&compare, language),
        Command::Games(games) => games::games(&games, language),
        Command::Doctor(doctor) => doctor::doctor(&doctor, language),
    }
}
