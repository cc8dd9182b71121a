//! The subcommands, one file each.

mod analyse;
mod announce;
#[cfg(feature = "bus")]
pub(crate) mod bus;
mod challenge;
mod check;
mod compare;
mod doctor;
mod game_files;
mod keys;
mod languages;
mod new;
mod open;
mod peer_match;
mod play;
mod players;
mod reference;
mod remote;
mod results;
pub(crate) mod rules;
mod run;
mod serve;
mod show;
mod sit;
mod site;
mod verify;
#[cfg(feature = "bus")]
mod worker;
#[cfg(feature = "bus")]
mod workers;

pub(crate) use analyse::UnknownSearch;

use crate::{
    Result,
    exit::ExitStatus,
    logging::{self, LogFormat},
    say,
};
use certamen_contest::RelativeMoveTime;
use certamen_game::{DynGame, Language, number::milliseconds};
use certamen_host::runs_programs;
use certamen_i18n::{Localize, usage};
use certamen_runner::Bot;
use certamen_sandbox::{IsolationAdvice, Launcher, Tier};
use clap::{Parser, Subcommand};
use std::time::Duration;

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
    Sit(sit::SitArgs),
    Open(open::OpenArgs),
    Challenge(challenge::ChallengeArgs),
    Players(players::PlayersArgs),
    Run(run::RunArgs),
    Host(run::HostArgs),
    Serve(serve::ServeArgs),
    Account(site::AccountArgs),
    #[cfg(feature = "bus")]
    Worker(worker::WorkerArgs),
    #[cfg(feature = "bus")]
    Workers(workers::WorkersArgs),
    #[cfg(feature = "bus")]
    Bus(bus::BusArgs),
    Standings(results::StandingsArgs),
    Matches(results::MatchesArgs),
    Matrix(results::MatrixArgs),
    Field(results::FieldArgs),
    Show(show::ShowArgs),
    Verify(verify::VerifyArgs),
    Export(results::ExportArgs),
    Archive(site::ArchiveArgs),
    Backup(site::BackupArgs),
    Analyse(analyse::AnalyseArgs),
    Check(check::CheckArgs),
    Compare(compare::CompareArgs),
    Games(reference::GamesArgs),
    Brief(reference::BriefArgs),
    Keys(keys::KeysArgs),
    Remote(remote::RemoteArgs),
    Languages(languages::LanguagesArgs),
    Doctor(doctor::DoctorArgs),
    NewBot(new::NewBotArgs),
    NewContest(new::NewContestArgs),
    CheckGame(game_files::CheckGameArgs),
    NewGame(game_files::NewGameArgs),
    Schema(reference::SchemaArgs),
    Completions(reference::CompletionsArgs),
    Man(reference::ManArgs),
}

impl Command {
    /// The isolation level that the user asked for, which is that of rules, too.
    fn tier(&self) -> Option<Tier> {
        match self {
            Command::Play(play) => play.of_match.tier,
            Command::Sit(sit) => sit.tier,
            Command::Run(run) => run.tier,
            Command::Host(host) => host.tier,
            Command::Serve(serve) => serve.tier,
            Command::Analyse(analyse) => analyse.tier,
            Command::Check(check) => check.tier,
            Command::Open(open) => open.own.tier,
            Command::Challenge(challenge) => challenge.own.tier,
            Command::Compare(compare) => compare.of_match.tier,
            _ => None,
        }
    }
}

/// Runs the requested subcommand. `language` is used for texts if no other is named; `helped`
/// returns the command with its help in a language.
pub(crate) fn run(
    arguments: CommandLine,
    language: Language,
    launcher: &Launcher,
    helped: fn(Language) -> clap::Command,
) -> Result<ExitStatus> {
    let language = arguments.lang.unwrap_or(language);
    rules::install(launcher);
    rules::use_tier(arguments.command.tier());
    match arguments.command {
        Command::Play(play) => play::play(&play, language, launcher),
        Command::Sit(sit) => sit::sit(&sit, language, launcher),
        Command::Open(open) => open::open(&open, language, launcher),
        Command::Challenge(challenge) => challenge::challenge(&challenge, language, launcher),
        Command::Players(arguments) => players::players(&arguments, language),
        Command::Run(run) => run::run(&run, language, launcher),
        Command::Host(host) => run::host(&host, language, launcher),
        Command::Serve(serve) => {
            logging::start(if serve.is_json_logged() { LogFormat::Json } else { LogFormat::Text });
            serve::serve(&serve, language, launcher)
        }
        Command::Account(account) => site::account(&account, language),
        #[cfg(feature = "bus")]
        Command::Worker(worker) => {
            logging::start(LogFormat::Text);
            worker::worker(&worker, language, launcher)
        }
        #[cfg(feature = "bus")]
        Command::Workers(arguments) => workers::workers(&arguments, language),
        #[cfg(feature = "bus")]
        Command::Bus(arguments) => bus::bus(&arguments, language),
        Command::Standings(listing) => results::standings(&listing, language),
        Command::Matches(arguments) => results::matches(&arguments, language),
        Command::Matrix(matrix) => results::matrix(&matrix, language),
        Command::Field(field) => results::field(&field, language),
        Command::Show(show) => show::show(&show, language),
        Command::Verify(verify) => verify::verify(&verify, language, launcher),
        Command::Export(export) => results::export(&export, language),
        Command::Archive(archive) => site::archive(&archive, language),
        Command::Backup(backup) => site::backup(&backup, language),
        Command::Analyse(analyse) => analyse::analyse(&analyse, language, launcher),
        Command::Check(check) => check::check(&check, language, launcher),
        Command::Compare(compare) => compare::compare(&compare, language, launcher),
        Command::Games(games) => reference::games(&games, language),
        Command::Brief(brief) => reference::brief(&brief, language),
        Command::Languages(languages) => languages::languages(&languages, language, launcher),
        Command::Keys(keys) => keys::keys(&keys, language),
        Command::Remote(arguments) => remote::remote(&arguments, language),
        Command::Doctor(doctor) => doctor::doctor(&doctor, language, launcher),
        Command::NewBot(new_bot) => new::new_bot(&new_bot, language),
        Command::CheckGame(check_game) => game_files::check_game(&check_game, language, launcher),
        Command::NewGame(new_game) => game_files::new_game(&new_game, language),
        Command::NewContest(new_contest) => new::new_contest(&new_contest, language, launcher),
        Command::Schema(schema) => reference::schema(&schema),
        Command::Completions(completions) => {
            reference::completions(&completions, helped(Language::En))
        }
        Command::Man(man) => reference::man(&man, &helped(Language::En)),
    }
}

pub(crate) fn find_game(slug: &str) -> Result<&'static dyn DynGame> {
    rules::find(slug)?.ok_or_else(|| {
        let known: Vec<&str> = certamen_games::all().iter().map(|game| game.info().slug).collect();
        usage(say::refusal::unknown_game(slug, known.join(", ")))
    })
}

/// Warns if programs run without isolation, and says how the machine provides a better level unless
/// the user `chose` this one.
pub(crate) fn warn_of_isolation(bots: &[Bot], tier: Tier, chose: Option<Tier>, language: Language) {
    if !runs_programs(bots) {
        return;
    }
    if tier == Tier::D {
        eprintln!("{}", say::play::unisolated().get(language));
    }
    if chose.is_none() {
        print_advice(tier, language);
    }
}

/// Prints why programs get no better level than `tier` here, and the command that changes it.
pub(crate) fn print_advice(tier: Tier, language: Language) {
    if let Some(advice) = IsolationAdvice::on_this_machine(tier) {
        eprintln!("{}", advice.message().get(language));
    }
}

/// Prints the time limit that a relative one amounts to on this machine.
pub(crate) fn print_move_time(share: &RelativeMoveTime, limit: Duration, language: Language) {
    let limit = milliseconds(limit);
    let share = share.label().get(language);
    eprintln!("{}: {limit} ms ({share})", say::play::move_time().get(language));
}
