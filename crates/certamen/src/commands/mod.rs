//! The subcommands, one file each.

mod account;
mod analyse;
mod archive;
mod backup;
#[cfg(feature = "bus")]
mod bus;
mod check;
mod compare;
mod completions;
mod doctor;
mod export;
mod field;
mod games;
mod host;
mod keys;
mod languages;
mod man;
mod matches;
mod matrix;
mod new_bot;
mod new_contest;
mod play;
mod run;
mod schema;
mod serve;
mod show;
mod standings;
mod verify;
#[cfg(feature = "bus")]
mod worker;
#[cfg(feature = "bus")]
mod workers;

pub(crate) use analyse::UnknownSearch;

use crate::{command_error::CommandError, ending::ExitStatus};
use certamen_i18n::Language;
use certamen_sandbox::Launcher;
use clap::{Parser, Subcommand};

/// Hosts programming-game tournaments.
#[derive(Parser, Debug)]
#[command(name = "certamen", version, max_term_width = 100)]
pub(crate) struct CommandLine {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[arg(long, global = true, value_name = "LANGUAGE")]
    pub(crate) lang: Option<Language>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Play(play::PlayArgs),
    Run(run::RunArgs),
    Host(host::HostArgs),
    Serve(serve::ServeArgs),
    Account(account::AccountArgs),
    #[cfg(feature = "bus")]
    Worker(worker::WorkerArgs),
    #[cfg(feature = "bus")]
    Workers(workers::WorkersArgs),
    #[cfg(feature = "bus")]
    Bus(bus::BusArgs),
    Standings(standings::StandingsArgs),
    Matches(matches::MatchesArgs),
    Matrix(matrix::MatrixArgs),
    Field(field::FieldArgs),
    Show(show::ShowArgs),
    Verify(verify::VerifyArgs),
    Export(export::ExportArgs),
    Archive(archive::ArchiveArgs),
    Backup(backup::BackupArgs),
    Analyse(analyse::AnalyseArgs),
    Check(check::CheckArgs),
    Compare(compare::CompareArgs),
    Games(games::GamesArgs),
    Keys(keys::KeysArgs),
    Languages(languages::LanguagesArgs),
    Doctor(doctor::DoctorArgs),
    NewBot(new_bot::NewBotArgs),
    NewContest(new_contest::NewContestArgs),
    Schema(schema::SchemaArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

/// Runs the requested subcommand. `language` is used for texts if no other is named; `helped`
/// returns the command with its help in a language.
pub(crate) fn run(
    arguments: CommandLine,
    language: Language,
    launcher: &Launcher,
    helped: fn(Language) -> clap::Command,
) -> Result<ExitStatus, CommandError> {
    let language = arguments.lang.unwrap_or(language);
    match arguments.command {
        Command::Play(play) => play::play(&play, language, launcher),
        Command::Run(run) => run::run(&run, language, launcher),
        Command::Host(host) => host::host(&host, language, launcher),
        Command::Serve(serve) => serve::serve(&serve, language, launcher),
        Command::Account(account) => account::account(&account, language),
        #[cfg(feature = "bus")]
        Command::Worker(worker) => worker::worker(&worker, language, launcher),
        #[cfg(feature = "bus")]
        Command::Workers(arguments) => workers::workers(&arguments, language),
        #[cfg(feature = "bus")]
        Command::Bus(arguments) => bus::bus(&arguments, language),
        Command::Standings(listing) => standings::standings(&listing, language),
        Command::Matches(arguments) => matches::matches(&arguments, language),
        Command::Matrix(matrix) => matrix::matrix(&matrix, language),
        Command::Field(field) => field::field(&field, language),
        Command::Show(show) => show::show(&show, language),
        Command::Verify(verify) => verify::verify(&verify, language, launcher),
        Command::Export(export) => export::export(&export, language),
        Command::Archive(archive) => archive::archive(&archive, language),
        Command::Backup(backup) => backup::backup(&backup, language),
        Command::Analyse(analyse) => analyse::analyse(&analyse, language, launcher),
        Command::Check(check) => check::check(&check, language, launcher),
        Command::Compare(compare) => compare::compare(&compare, language, launcher),
        Command::Games(games) => games::games(&games, language),
        Command::Languages(languages) => languages::languages(&languages, language, launcher),
        Command::Keys(keys) => keys::keys(&keys, language),
        Command::Doctor(doctor) => doctor::doctor(&doctor, language, launcher),
        Command::NewBot(new_bot) => new_bot::new_bot(&new_bot, language),
        Command::NewContest(new_contest) => new_contest::new_contest(&new_contest, language),
        Command::Schema(schema) => schema::schema(&schema),
        Command::Completions(completions) => {
            completions::completions(&completions, helped(Language::En))
        }
        Command::Man(man) => man::man(&man, &helped(Language::En)),
    }
}
