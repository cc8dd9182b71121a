//! `certamen compare`: tests whether one bot is stronger than another, for authors and scripts.

use super::play::{move_time, options, seat_entry, with_programs_memory};
use crate::{
    Result, commands,
    console::{Interrupt, command_line},
    exit::ExitStatus,
    flags::{self, MatchArgs},
    print::comparison,
    say::{play, refusal},
};
use certamen_contest::{OpeningOrder, Openings};
use certamen_game::{Conditions, DynGame, Language, Map, Table};
use certamen_games::openings::{BookForm, BookUse, with_opening};
use certamen_host::{
    Isolation, Sandboxes, Workspace, jobs,
    series::{Answers, CompareResult, CompareRun, SavedBlocks},
    set_depth,
};
use certamen_i18n::usage;
use certamen_runner::Bot;
use certamen_sandbox::{Launcher, Tier};
use certamen_tournament::statistics::SequentialTest;
use clap::Args;
use serde_json::json;
use std::{collections::BTreeSet, path::PathBuf};

#[derive(Args, Debug)]
pub(crate) struct CompareArgs {
    #[arg(value_name = "NEW")]
    pub(crate) new: String,
    #[arg(value_name = "OLD")]
    pub(crate) old: String,
    #[arg(long)]
    pub(crate) game: String,
    #[arg(long, value_name = "BOT")]
    pub(crate) against: Vec<String>,
    #[arg(long, default_value_t = 2, value_parser = flags::within::<u8>(2..=64))]
    pub(crate) seats: u8,
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    pub(crate) elo0: f64,
    #[arg(long, default_value_t = 30.0, allow_negative_numbers = true)]
    pub(crate) elo1: f64,
    #[arg(long, default_value_t = 0.05)]
    pub(crate) alpha: f64,
    #[arg(long, default_value_t = 0.05)]
    pub(crate) beta: f64,
    #[arg(long, default_value_t = 4000, value_parser = flags::within::<u32>(2..=10_000_000))]
    pub(crate) games: u32,
    #[arg(short, long, value_parser = flags::within::<u16>(1..=1024))]
    pub(crate) jobs: Option<u16>,
    #[arg(short, long, default_value_t = 1, value_parser = flags::seed)]
    pub(crate) seed: u64,
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<PathBuf>,
    #[arg(long, value_name = "N", requires = "openings", value_parser = flags::within::<u32>(1..=1_000))]
    pub(crate) plies: Option<u32>,
    #[command(flatten)]
    pub(crate) of_match: MatchArgs,
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    #[arg(short, long)]
    pub(crate) quiet: bool,
    #[arg(long)]
    pub(crate) json: bool,
}

/// Plays until the test decides.
pub(crate) fn compare(
    arguments: &CompareArgs,
    language: Language,
    launcher: &Launcher,
) -> Result<ExitStatus> {
    let test = sequential_test(arguments)?;
    let game = commands::find_game(&arguments.game)?;
    let (slug, seats) = (game.info().slug, game.info().seats);
    if !seats.contains(&arguments.seats) {
        let (fewest, most) = seats.into_inner();
        let due = if fewest == most { most.to_string() } else { format!("{fewest}–{most}") };
        return Err(usage(refusal::wrong_player_count(slug, arguments.seats, due)));
    }
    if arguments.seats > 2 && arguments.against.is_empty() {
        return Err(usage(refusal::alone_at_table(arguments.seats)));
    }
    let (due, named) = (usize::from(arguments.seats) - 1, arguments.against.len());
    if (1..due).contains(&named) {
        eprintln!("{}", refusal::same_others(due, named).get(language));
    }
    let given = [&arguments.new, &arguments.old].into_iter().chain(&arguments.against);
    let found = given.map(|given| Bot::find(given, game));
    let mut bots = found.collect::<Result<Vec<_>, _>>().map_err(usage)?;
    set_depth(&mut bots, arguments.of_match.depth, game);
    let sandboxes = Sandboxes::new(launcher, arguments.of_match.tier);
    let sandbox = Isolation::of_user(sandboxes).sandbox(&bots)?;
    let table = table(arguments, game, sandbox.tier(), language)?;
    let openings = openings(arguments, &table, game)?;
    let alike = bots.iter().all(Bot::is_deterministic);
    let answers = if alike { Answers::Alike } else { Answers::Unknown };
    let tier = sandbox.tier();
    let workspace = Workspace::passing(game, sandbox, jobs(arguments.jobs))?;
    let workspace = with_programs_memory(workspace, arguments.of_match.programs_memory);
    let ready = workspace.prepare(&bots)?;
    commands::warn_of_isolation(&bots, tier, arguments.of_match.tier, language);
    let bots: Vec<_> = bots.iter().map(seat_entry).zip(ready).collect();
    let most = u64::from(arguments.games);
    let seats = usize::from(arguments.seats);
    let compare_run = CompareRun { table, openings, bots, seats, test, most, answers };
    let kept =
        arguments.resume.as_ref().map(|path| SavedBlocks::open(path, &compare_run)).transpose()?;
    let stop = Interrupt::listen()?.stop();
    let evidence = compare_run.play(&workspace, (&stop, kept), &mut |blocks| {
        if !arguments.quiet {
            eprintln!("{}", comparison::line(blocks, &test));
        }
    })?;
    if arguments.json {
        comparison::print_json(&compare_run, &evidence)?;
    } else {
        comparison::print(&compare_run, &evidence, language)?;
    }
    if evidence.result == CompareResult::Stopped {
        eprintln!("{}: {}", play::again().get(language), command_line());
    }
    Ok(match evidence.result {
        CompareResult::Better => ExitStatus::Fine,
        CompareResult::NotBetter => ExitStatus::NotBetter,
        CompareResult::AllPlayed | CompareResult::NothingNew => ExitStatus::NotPlain,
        CompareResult::Stopped => ExitStatus::Interrupted,
    })
}

fn sequential_test(arguments: &CompareArgs) -> Result<SequentialTest> {
    let CompareArgs { elo0, elo1, alpha, beta, .. } = *arguments;
    if !(elo0.abs() <= 2000.0 && elo1.abs() <= 2000.0 && elo0 < elo1) {
        return Err(usage(refusal::elo_range(elo0.to_string(), elo1.to_string())));
    }
    for (name, value) in [("alpha", alpha), ("beta", beta)] {
        if !(value > 0.0 && value < 0.5) {
            return Err(usage(refusal::error_rate(name, value.to_string())));
        }
    }
    Ok(SequentialTest { elo0, elo1, alpha, beta })
}

/// The options of one block after the other, shuffled by the seed; empty without openings.
fn openings(arguments: &CompareArgs, table: &Table, game: &dyn DynGame) -> Result<Vec<Map>> {
    let Some(path) = &arguments.openings else { return Ok(Vec::new()) };
    let Some(form) = BookForm::of(&path.to_string_lossy()) else {
        return Err(usage(refusal::no_book(path)));
    };
    if arguments.plies.is_some() && form != BookForm::Pgn {
        return Err(usage(refusal::plies_of_pgn(path)));
    }
    let used = BookUse {
        game,
        options: &table.options,
        seats: usize::from(arguments.seats),
        form,
        plies: arguments.plies,
    };
    let list = Openings::of_file(path, &used)?;
    let openings = Openings { order: OpeningOrder::Random, list };
    let mut openings = openings.in_order(arguments.seed);
    // Books that are cut have equal beginnings: played again, they would say nothing new.
    let mut seen = BTreeSet::new();
    openings.retain(|opening| seen.insert(json!(opening).to_string()));
    Ok(openings.iter().map(|opening| with_opening(&table.options, opening)).collect())
}

/// The table of all matches without seats and seed; checks that a match can start.
fn table(
    arguments: &CompareArgs,
    game: &'static dyn DynGame,
    tier: Tier,
    language: Language,
) -> Result<Table> {
    let options = options(&arguments.options)?;
    let limit = arguments.of_match.move_time.as_ref();
    let limit = move_time(limit, usize::from(arguments.seats), game, &options, language)?;
    let memory = arguments.of_match.memory.unwrap_or(certamen_game::record::MEMORY);
    let table = Table::new(game)
        .options(options)
        .seed(arguments.seed)
        .unnamed(arguments.seats)
        .conditions(Conditions::allowing(limit, memory, tier.to_string()).bounded());
    certamen_game::arbiter::Arbiter::start(game, table.clone()).map_err(usage)?;
    Ok(table)
}
