//! `certamen play`: matches on the console.

use crate::{
    Result, commands,
    console::{
        CheckCommands, Console, Interrupt, Tty, ViewOptions, command_line, print_staying, quoted,
        record_file, say::refusal as of_record, stepper::StepperExit,
    },
    exit::ExitStatus,
    flags::{self, MatchArgs, ProgramsKeep},
    say::{play as said, refusal},
};
use certamen_contest::MoveTime;
use certamen_game::{
    Conditions, DynGame, Language, Map, OptionsError, SeatEntry, Table, Turn,
    arbiter::Arbiter,
    match_seed,
    record::{MEMORY, Via},
};
use certamen_host::{Isolation, Sandboxes, Workspace, set_depth, timing::time_needed};
use certamen_i18n::{Argument, Context, UserError, labelled, usage};
use certamen_runner::{Bot, BotKind, BuiltBot, referee::player::HumanPlayer};
use certamen_sandbox::Launcher;
use clap::Args;
use serde_json::Value;
use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    pub(crate) game: String,
    #[arg(long = "games-in", value_name = "DIR")]
    pub(crate) games_in: Vec<PathBuf>,
    #[arg(required = true, value_name = "BOT")]
    pub(crate) bots: Vec<String>,
    #[arg(short, long, value_parser = flags::seed)]
    pub(crate) seed: Option<u64>,
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
    #[arg(long, value_name = "RECORD#TURN", conflicts_with_all = ["options", "seed"])]
    pub(crate) from: Option<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) of_match: MatchArgs,
    #[arg(long, default_value_t = 1, value_parser = flags::within::<u32>(1..=1_000_000))]
    pub(crate) games: u32,
    #[arg(short, long)]
    pub(crate) quiet: bool,
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn play(
    arguments: &PlayArgs,
    language: Language,
    launcher: &Launcher,
) -> Result<ExitStatus> {
    commands::rules::use_folders(&arguments.games_in);
    let game = commands::find_game(&arguments.game)?;
    let resumed_match =
        arguments.from.as_deref().map(|from| ResumedMatch::find(from, game)).transpose()?;
    let found = arguments.bots.iter().map(|given| Bot::find(given, game));
    let mut bots = found.collect::<Result<Vec<_>, _>>().map_err(usage)?;
    set_depth(&mut bots, arguments.of_match.depth, game);
    if arguments.record.is_some() && arguments.games > 1 {
        return Err(usage(refusal::one_record()));
    }
    let sandboxes = Sandboxes::new(launcher, arguments.of_match.tier);
    let sandbox = Isolation::of_user(sandboxes).sandbox(&bots)?;
    let tier = sandbox.tier();
    let mut table = table(arguments, game, resumed_match.as_ref(), &bots, language)?;
    table.conditions.tier = tier.to_string();
    check_start(game, &table)?;
    let workspace = with_programs_memory(
        Workspace::passing(game, sandbox, 1)?,
        arguments.of_match.programs_memory,
    );
    let interrupt = Interrupt::listen()?;
    let people = bots.iter().filter(|bot| matches!(bot.kind, BotKind::Human)).count();
    // All people use this terminal.
    let terminal = (people > 0).then(|| Tty::new(interrupt.clone())).transpose()?.map(Arc::new);
    let human_player =
        |terminal: &Arc<Tty>| HumanPlayer { terminal: terminal.clone(), language, people };
    let prepare = |bot: &Bot| match (&bot.kind, &terminal) {
        (BotKind::Human, Some(terminal)) => Ok(BuiltBot::Human(human_player(terminal))),
        _ => workspace.cache.prepare(bot),
    };
    let ready = bots.iter().map(prepare).collect::<Result<Vec<_>, _>>()?;
    commands::warn_of_isolation(&bots, tier, arguments.of_match.tier, language);
    workspace.stay_on_one_core();
    let view_options = match arguments {
        PlayArgs { json: true, .. } => ViewOptions::Json,
        PlayArgs { quiet: true, .. } => ViewOptions::Results,
        _ => ViewOptions::Everything,
    };
    let console = Console {
        view_options,
        games: arguments.games,
        record: arguments.record.as_deref(),
        language,
        interrupt,
        people: terminal,
        continue_command: continue_command(arguments),
        check_commands: check_commands(arguments, &bots, game),
        turns: resumed_match.map(|resumed_match| resumed_match.turns).unwrap_or_default(),
    };
    if console.play_all(&workspace.plan, &table, &ready)? == StepperExit::Interrupted {
        eprintln!("{}", labelled(said::again(), same_command(arguments, &table)).get(language));
        return Ok(ExitStatus::Interrupted);
    }
    if !arguments.quiet {
        let seated = bots.iter().zip(&ready).filter(|(_, ready)| ready.is_known_to_stay());
        let names: Vec<&str> = seated.map(|(bot, _)| bot.name.as_str()).collect();
        print_staying(&names, language);
    }
    Ok(ExitStatus::Fine)
}

/// Checks that the rules accept the options.
fn check_start(game: &'static dyn DynGame, table: &Table) -> Result<()> {
    let started = Arbiter::start(game, table.clone()).map_err(|error| match error {
        OptionsError::Void(void) => UserError::new(of_record::unplayable(*void)),
        error => usage(error),
    });
    started.map(drop)
}

/// The command that plays the same matches again: a drawn seed is added.
fn same_command(arguments: &PlayArgs, table: &Table) -> String {
    match (arguments.seed, &arguments.from) {
        (None, None) => format!("{} --seed {}", command_line(), table.seed),
        _ => command_line(),
    }
}

fn table(
    arguments: &PlayArgs,
    game: &'static dyn DynGame,
    resumed_match: Option<&ResumedMatch>,
    bots: &[Bot],
    language: Language,
) -> Result<Table> {
    let (options, seed) = match resumed_match {
        Some(resumed_match) => (resumed_match.options.clone(), resumed_match.seed),
        None => (
            options(&arguments.options)?,
            arguments.seed.unwrap_or_else(|| {
                let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                match_seed(now.as_nanos() as u64, &std::process::id().to_string())
            }),
        ),
    };
    let given = arguments.of_match.move_time.as_ref();
    let limit = move_time(given, bots.len(), game, &options, language)?;
    let memory = arguments.of_match.memory.unwrap_or(MEMORY);
    let mut table = Table::new(game)
        .options(options)
        .seed(seed)
        .seats(bots.iter().map(seat_entry))
        .conditions(Conditions::allowing(limit, memory, String::new()).bounded());
    if let Some(resumed_match) = resumed_match {
        table.extra.insert("from".to_owned(), resumed_match.from.clone().into());
    }
    Ok(table)
}

/// The same workspace, with the user's setting for what programs may keep, if there is one.
pub(super) fn with_programs_memory(
    workspace: Workspace,
    memory: Option<ProgramsKeep>,
) -> Workspace {
    match memory {
        Some(memory) => workspace.remembering(memory.into()),
        None => workspace,
    }
}

pub(crate) fn seat_entry(bot: &Bot) -> SeatEntry {
    let digest = Some(bot.digest.clone()).filter(|digest| !digest.is_empty());
    let entry = SeatEntry { digest, ..SeatEntry::named(bot.name.clone()) };
    match bot.kind {
        BotKind::Http(_) => entry.remote(Via::Http),
        _ => entry,
    }
}

/// Parses `key=value` entries; a value is JSON if it parses as such, else text.
pub(super) fn options(given: &[String]) -> Result<Map> {
    let entry = |entry: &String| {
        let halves = entry.split_once('=');
        let (key, value) = halves.ok_or_else(|| usage(refusal::option_form(entry)))?;
        let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
        Ok((key.to_owned(), value))
    };
    given.iter().map(entry).collect()
}

/// The time limit for a move, measured if it is relative to a bot's.
pub(super) fn move_time(
    given: Option<&MoveTime>,
    seats: usize,
    game: &'static dyn DynGame,
    options: &Map,
    language: Language,
) -> Result<Duration> {
    let share = match given {
        None => return Ok(game.info().move_time),
        Some(MoveTime::Fixed(time)) => return Ok(*time),
        Some(MoveTime::Share(share)) => share,
    };
    let wrong =
        |reason: &dyn Argument| usage(refusal::move_time(share.to_string(), reason.value()));
    share.player(game).transpose().map_err(|error| wrong(&error))?;
    let seats = u8::try_from(seats).unwrap_or(u8::MAX);
    let needed = time_needed(game, options, seats, share).map_err(|error| wrong(&error))?;
    let limit = share.limit(needed).map_err(|reason| wrong(&reason))?;
    commands::print_move_time(share, limit, language);
    Ok(limit)
}

pub(super) struct ResumedMatch {
    pub(super) options: Map,
    pub(super) seed: u64,
    pub(super) turns: Vec<Turn>,
    pub(super) from: String,
}

impl ResumedMatch {
    /// Reads the match that `from` names, up to just before its turn.
    pub(super) fn find(from: &str, game: &'static dyn DynGame) -> Result<ResumedMatch> {
        let (record, turn) = record_file::with_turn(from)?;
        let found = record_file::find(record)?;
        let slug = game.info().slug;
        if found.game.info().slug != slug {
            return Err(usage(refusal::played_there(slug, from, found.game.info().slug)));
        }
        let found = found.record;
        let played = found.turns.len();
        let before = usize::try_from(turn).unwrap_or(usize::MAX) - 1;
        if before > played || before == played && found.outcome.is_some() {
            return Err(usage(of_record::turn(record, turn, played)));
        }
        let turns = found.turns[..before].to_vec();
        let table = &found.table;
        let mut arbiter = Arbiter::start(game, table.clone()).context(record)?;
        for turn in &turns {
            arbiter.replay(turn).context(record)?;
        }
        let (options, seed) = (table.options.clone(), table.seed);
        Ok(ResumedMatch { options, seed, turns, from: from.to_owned() })
    }
}

/// One command for each of `bots`, with the conditions of these arguments.
pub(super) fn check_commands(
    arguments: &PlayArgs,
    bots: &[Bot],
    game: &dyn DynGame,
) -> CheckCommands {
    let options = arguments.options.iter();
    let options = options.flat_map(|option| ["--option".to_owned(), option.clone()]);
    let conditions: Vec<String> = options.chain(condition_flags(arguments)).collect();
    let command = |(bot, given): (&Bot, &String)| {
        let mut words = vec!["check", given, "--game", game.info().slug];
        words.extend(conditions.iter().map(String::as_str));
        let words: Vec<String> = words.into_iter().map(quoted).collect();
        bot.needs_sandbox().then(|| format!("certamen {}", words.join(" ")))
    };
    CheckCommands(bots.iter().zip(&arguments.bots).map(command).collect())
}

/// The command that continues a match after its people left; without `--from`, which carries the
/// options and the seed.
pub(super) fn continue_command(arguments: &PlayArgs) -> String {
    let mut words = vec!["play".to_owned(), arguments.game.clone()];
    words.extend(arguments.bots.iter().cloned());
    words.extend(condition_flags(arguments));
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    format!("certamen {}", words.join(" "))
}

fn condition_flags(arguments: &PlayArgs) -> Vec<String> {
    let mut words = Vec::new();
    let mut add = |flag: &str, value: String| words.extend([flag.to_owned(), value]);
    let of_match = &arguments.of_match;
    if let Some(time) = &of_match.move_time {
        add("--move-time", time.to_string());
    }
    if let Some(size) = of_match.memory {
        add("--memory", size.to_string());
    }
    if let Some(tier) = of_match.tier {
        add("--tier", tier.to_string());
    }
    if let Some(memory) = of_match.programs_memory {
        add("--programs-memory", memory.word().to_owned());
    }
    words
}
