//! The subcommands, one file each.

mod analyse;
mod archive;
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

pub(crate) use analyse::UnknownSearch;

use crate::{command_error::CommandError, ending::Ending};
use certamen_sandbox::Launcher;
use certamen_speech::Language;
use clap::{Parser, Subcommand};

/// Hosts programming-game tournaments.
#[derive(Parser, Debug)]
#[command(name = "certamen", version, max_term_width = 100)]
pub(crate) struct CommandLine {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// The language of texts: en, es, fr or it; default from the environment
    #[arg(long, global = true, value_name = "LANGUAGE")]
    pub(crate) lang: Option<Language>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Play one match, or several, on the console
    Play(play::PlayArgs),
    /// Run or resume a contest until it is finished
    Run(run::RunArgs),
    /// Hold a contest with a timetable: publish tables by itself until it is over
    Host(host::HostArgs),
    /// Play contests and show them in the browser while they are played
    Serve(serve::ServeArgs),
    /// Show the table of a contest
    Standings(standings::StandingsArgs),
    /// List the matches of a contest
    Matches(matches::MatchesArgs),
    /// Show who did what against whom in a contest
    Matrix(matrix::MatrixArgs),
    /// Show what the field of a contest is made of, whoever else takes part
    Field(field::FieldArgs),
    /// Show every state of a recorded match
    Show(show::ShowArgs),
    /// Replay records, or a whole contest with its draw, plan and table, and say whether all is sound
    Verify(verify::VerifyArgs),
    /// Write a whole contest out: for third parties who check it, for spreadsheets, for queries
    Export(export::ExportArgs),
    /// Write what everybody may see of contests as pages in a folder that needs no server
    Archive(archive::ArchiveArgs),
    /// Analyse positions: moves, values, what a search costs, how much a bot can be exploited
    Analyse(analyse::AnalyseArgs),
    /// Try a bot, or all entrants of a contest, and say what is wrong and how to mend it
    Check(check::CheckArgs),
    /// Say whether one bot is better than another, playing until it shows
    Compare(compare::CompareArgs),
    /// List the games
    Games(games::GamesArgs),
    /// Draw the secret keys that are missing in a course's register of pairs
    Keys(keys::KeysArgs),
    /// List the languages of bots: what is installed, its version, and how fast it starts
    Languages(languages::LanguagesArgs),
    /// Say what the sandbox really enforces here, tried with canary programs
    Doctor(doctor::DoctorArgs),
    /// Write a starter bot that plays legally
    NewBot(new_bot::NewBotArgs),
    /// Write a contest of house players that can be run at once, to be made one's own
    NewContest(new_contest::NewContestArgs),
    /// Print the JSON Schema of a kind of file, or of what a command prints
    Schema(schema::SchemaArgs),
    /// Print what a shell needs to complete these commands
    Completions(completions::CompletionsArgs),
    /// Print the manual page, or write all of them into a folder
    Man(man::ManArgs),
}

/// Runs the subcommand that was asked for; `language` is that of texts if none is named.
pub(crate) fn run(
    arguments: CommandLine,
    language: Language,
    launcher: &Launcher,
) -> Result<Ending, CommandError> {
    let language = arguments.lang.unwrap_or(language);
    match arguments.command {
        Command::Play(play) => play::play(&play, language, launcher),
        Command::Run(run) => run::run(&run, language, launcher),
        Command::Host(host) => host::host(&host, language, launcher),
        Command::Serve(serve) => serve::serve(&serve, language, launcher),
        Command::Standings(listing) => standings::standings(&listing, language),
        Command::Matches(arguments) => matches::matches(&arguments, language),
        Command::Matrix(matrix) => matrix::matrix(&matrix, language),
        Command::Field(field) => field::field(&field, language),
        Command::Show(show) => show::show(&show, language),
        Command::Verify(verify) => verify::verify(&verify, language, launcher),
        Command::Export(export) => export::export(&export, language),
        Command::Archive(archive) => archive::archive(&archive, language),
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
        Command::Completions(completions) => completions::completions(&completions),
        Command::Man(man) => man::man(&man),
    }
}
