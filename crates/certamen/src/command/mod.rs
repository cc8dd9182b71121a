//! The subcommands, one file each.

mod analyse;
mod check;
mod compare;
mod completions;
mod doctor;
mod export;
mod fair_play;
mod field;
mod games;
pub(crate) mod host;
mod keys;
mod languages;
mod man;
mod matches;
mod matrix;
mod new_bot;
mod play;
mod run;
mod schema;
mod show;
mod standings;
mod verify;

pub(crate) use analyse::{Analyse as AnalyseArguments, UnknownSearch};
pub(crate) use export::Export as ExportArguments;
pub(crate) use keys::Keys as KeysArguments;
pub(crate) use show::result;

use crate::command_error::CommandError;
use crate::{
    arguments::{Arguments, Command},
    command_line,
    ending::Ending,
};

/// Runs the subcommand that was asked for.
pub(crate) fn run(arguments: Arguments) -> Result<Ending, CommandError> {
    let language = arguments.lang.unwrap_or_else(command_line::environment_language);
    match arguments.command {
        Command::Play(play) => play::play(&play, language),
        Command::Run(run) => run::run(&run, language),
        Command::Host(host) => host::host(&host, language),
        Command::Standings(listing) => standings::standings(&listing, language),
        Command::Matches(listing) => matches::matches(&listing, language),
        Command::Matrix(matrix) => matrix::matrix(&matrix, language),
        Command::Field(field) => field::field(&field, language),
        Command::Show(show) => show::show(&show, language),
        Command::Verify(verify) => verify::verify(&verify, language),
        Command::Export(export) => export::export(&export),
        Command::Analyse(analyse) => analyse::analyse(&analyse, language),
        Command::Check(check) => check::check(&check, language),
        Command::Compare(compare) => compare::compare(&compare, language),
        Command::Games(games) => games::games(&games, language),
        Command::Languages(languages) => languages::languages(&languages, language),
        Command::Keys(keys) => keys::keys(&keys, language),
        Command::Doctor(doctor) => doctor::doctor(&doctor, language),
        Command::NewBot(new_bot) => new_bot::new_bot(&new_bot, language),
        Command::Schema(schema) => schema::schema(&schema),
        Command::Completions(completions) => completions::completions(&completions),
        Command::Man(man) => man::man(&man),
    }
}
