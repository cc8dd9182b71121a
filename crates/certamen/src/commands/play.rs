//! `certamen play`: matches on the console.

use super::show::{heading, result, told};
use crate::command_error::{CommandError, Context, usage};
use crate::flags::numbers;
use crate::flags::shared::MatchArgs;
use crate::say::{play, refusal};
use crate::{
    ending::Ending,
    interrupt::{Interrupt, command_line},
    last_words,
    running_score::RunningScore,
    setting,
    tty::Tty,
};
use certamen_contest::MoveTime;
use certamen_game::{
    Audience, Conditions, DynGame, DynState, Language, Map, MatchRecord, SeatEntry, Table,
    match_seed,
    record::{MEMORY, RecordWriter},
};
use certamen_hall::{Bench, Isolation, measured::time_needed, set_depth};
use certamen_referee::{MatchEvent, PlayError, player::Human};
use certamen_sandbox::LastWords;
use certamen_speech::Argument;
use certamen_worker::{Bot, Kind, Ready, Seating, SeatingPlan};
use clap::Args;
use serde_json::Value;
use std::path::PathBuf;
use std::{
    fs::File,
    io::{self, Write, stderr, stdout},
    ops::ControlFlow,
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    /// The game: `certamen games` lists them
    pub(crate) game: String,
    /// A folder with bot.toml, a source file, an executable, builtin:NAME[:key=value] or NAME=BOT
    #[arg(required = true, value_name = "BOT")]
    pub(crate) bots: Vec<String>,
    /// What luck comes from; drawn if absent
    #[arg(short, long, value_parser = numbers::seed)]
    pub(crate) seed: Option<u64>,
    /// An option of the game, the value as JSON or as text
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
    /// Write the record to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) of_match: MatchArgs,
    /// Play so many matches, everybody moving one seat on from one to the next
    #[arg(long, default_value_t = 1, value_parser = numbers::within::<u32>(1..=1_000_000))]
    pub(crate) games: u32,
    /// Print results only
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// Plays the matches that were asked for.
pub(crate) fn play(arguments: &PlayArgs, language: Language) -> Result<Ending, CommandError> {
    let game = setting::find_game(&arguments.game)?;
    let options = options(&arguments.options)?;
    let found = arguments.bots.iter().map(|given| Bot::find(given, game));
    let mut bots = found.collect::<Result<Vec<_>, _>>().map_err(usage)?;
    set_depth(&mut bots, arguments.of_match.depth, game);
    if arguments.record.is_some() && arguments.games > 1 {
        return Err(usage(refusal::one_record()));
    }
    let sandbox = Isolation::of_user(arguments.of_match.tier).sandbox(&bots)?;
    let tier = sandbox.tier();
    let seed = arguments.seed.unwrap_or_else(drawn_seed);
    let move_ms =
        move_ms(arguments.of_match.move_time.as_ref(), bots.len(), game, &options, language)?;
    let memory = arguments.of_match.memory.unwrap_or(MEMORY);
    let table = Table::new(game)
        .options(options)
        .seed(seed)
        .seats(bots.iter().map(seat_entry))
        .conditions(Conditions::usual(move_ms, memory, tier.to_string()));
    certamen_game::arbiter::Arbiter::start(game, table.clone()).map_err(usage)?;
    let bench = Bench::passing(game, sandbox, 1)?;
    let interrupt = Interrupt::listen()?;
    let people = people(&bots, language, &interrupt);
    let prepare = |bot: &Bot| match (&bot.kind, &people) {
        (Kind::Human, Some(human)) => Ok(Ready::Human(human.clone())),
        _ => bench.workshop.prepare(bot),
    };
    let ready = bots.iter().map(prepare).collect::<Result<Vec<_>, _>>()?;
    setting::banner(&bots, tier, language);
    bench.stay_on_one_core();
    let console = Console { arguments, language, interrupt, people: people.is_some() };
    console.play_all(&bench.plan, &table, &ready)
}

/// The people among the bots, who all sit at this terminal.
fn people(bots: &[Bot], language: Language, interrupt: &Interrupt) -> Option<Human> {
    let people = bots.iter().filter(|bot| matches!(bot.kind, Kind::Human)).count();
    let terminal = || Arc::new(Tty::new(interrupt.clone()));
    (people > 0).then(|| Human { terminal: terminal(), language, people })
}

/// What the console shows, and whether it was interrupted.
struct Console<'a> {
    arguments: &'a PlayArgs,
    language: Language,
    interrupt: Interrupt,
    /// Whether people play, who are shown each position when it is their turn.
    people: bool,
}

impl Console<'_> {
    fn play_all(
        &self,
        plan: &SeatingPlan,
        table: &Table,
        ready: &[Ready],
    ) -> Result<Ending, CommandError> {
        let names = table.seats.iter().map(|seat| certamen_game::escaped(&seat.bot)).collect();
        let mut score = RunningScore::new(names, plan.game.info().scoring);
        let count = self.arguments.games;
        let mut ending = Ending::Fine;
        for number in 0..count {
            let order: Vec<usize> =
                (0..ready.len()).map(|seat| (seat + number as usize) % ready.len()).collect();
            let seed = match count {
                1 => table.seed,
                _ => match_seed(table.seed, &format!("match {number}")),
            };
            let seats = order.iter().map(|bot| table.seats[*bot].clone()).collect();
            let bots: Vec<&Ready> = order.iter().map(|bot| &ready[*bot]).collect();
            let played = self.play_one(plan, &Table { seats, seed, ..table.clone() }, &bots)?;
            let Some(record) = played else {
                ending = Ending::Interrupted;
                break;
            };
            score.add(&order, &record);
            if count > 1 {
                self.show_score(&score.line(count))?;
            }
        }
        if count > 1 {
            score.summary(&mut stdout().lock(), self.language)?;
        }
        if ending == Ending::Interrupted {
            eprintln!("{}: {}", play::again().get(self.language), command_line());
        }
        Ok(ending)
    }

    /// Where results are all that is wanted, the score on the way to them is progress.
    fn show_score(&self, line: &str) -> io::Result<()> {
        if self.arguments.quiet {
            writeln!(stderr(), "{line}")
        } else {
            writeln!(stdout(), "{line}")
        }
    }

    /// Plays one match; nothing comes of it if it was interrupted.
    fn play_one(
        &self,
        plan: &SeatingPlan,
        table: &Table,
        bots: &[&Ready],
    ) -> Result<Option<MatchRecord>, CommandError> {
        let seating = Seating { plan, place: 0 };
        let words: Vec<Arc<LastWords>> = bots.iter().map(|_| Arc::default()).collect();
        let nothing = vec![Vec::new(); bots.len()];
        let mut players = seating.players_with_last_words(table, bots, &nothing, &words)?;
        let mut record = self.record_writer()?;
        let mut trouble = None;
        let mut watch = |event: &MatchEvent<'_>| {
            let shown = self.show(table, event).and_then(|()| write(record.as_mut(), event));
            match shown {
                Ok(()) if !self.interrupt.is_set() => ControlFlow::Continue(()),
                Ok(()) => ControlFlow::Break(()),
                Err(error) => {
                    trouble = Some(error);
                    ControlFlow::Break(())
                }
            }
        };
        let played =
            certamen_referee::play(plan.game, table.clone(), &[], &mut players, &mut watch);
        if let Some(error) = trouble {
            return Err(error.into());
        }
        drop(players);
        if let Some(path) = &self.arguments.record {
            last_words::write(path, table, &words)?;
        }
        match played {
            Ok(record) => Ok(Some(record)),
            Err(PlayError::Stopped(_)) => Ok(None),
            Err(PlayError::Void(void)) => Err(CommandError::new(refusal::unplayable(void))),
            Err(PlayError::Options(error)) => Err(usage(error)),
            Err(PlayError::Resume(reason)) => Err(CommandError::new(refusal::not_resumed(reason))),
        }
    }

    fn record_writer(&self) -> Result<Option<RecordWriter<File>>, CommandError> {
        let Some(path) = &self.arguments.record else { return Ok(None) };
        let file = File::create(path).context(path)?;
        Ok(Some(RecordWriter::new(file)))
    }

    fn show(&self, table: &Table, event: &MatchEvent<'_>) -> io::Result<()> {
        let mut out = stdout().lock();
        let language = self.language;
        let picture = |state: &dyn DynState| state.render(Audience::Everybody, language);
        match event {
            MatchEvent::End(_) if self.arguments.quiet && self.arguments.games > 1 => Ok(()),
            MatchEvent::End(outcome) => writeln!(out, "{}", result(table, outcome, language)),
            _ if self.arguments.quiet || self.arguments.games > 1 => Ok(()),
            MatchEvent::Start(arbiter) => {
                let picture = if self.people { String::new() } else { picture(arbiter.state()) };
                writeln!(out, "{}\n{picture}", heading(table, language))
            }
            MatchEvent::Turn(turn, state) => {
                let moves = turn.moves.iter().map(|entry| told(table, entry, language));
                let moves = moves.collect::<Vec<_>>().join(", ");
                let number = turn.turn;
                let shown = !self.people || state.outcome().is_some();
                let picture = if shown { picture(*state) } else { String::new() };
                writeln!(out, "{} {number}: {moves}\n{picture}", play::turn().get(language))
            }
        }
    }
}

/// One more line of the record. What is played is in the file at once.
fn write<W: Write>(record: Option<&mut RecordWriter<W>>, event: &MatchEvent<'_>) -> io::Result<()> {
    let Some(record) = record else { return Ok(()) };
    match event {
        MatchEvent::Start(arbiter) => record.table(arbiter.table()),
        MatchEvent::Turn(turn, _) => record.turn(turn),
        MatchEvent::End(outcome) => record.outcome(outcome),
    }
}

pub(crate) fn seat_entry(bot: &Bot) -> SeatEntry {
    let digest = Some(bot.digest.clone()).filter(|digest| !digest.is_empty());
    SeatEntry { bot: bot.name.clone(), digest, extra: Map::new() }
}

/// `key=value` entries; a value is JSON if it can be read as such, else text.
pub(super) fn options(given: &[String]) -> Result<Map, CommandError> {
    let entry = |entry: &String| {
        let halves = entry.split_once('=');
        let (key, value) = halves.ok_or_else(|| usage(refusal::option_form(entry)))?;
        let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
        Ok((key.to_owned(), value))
    };
    given.iter().map(entry).collect()
}

/// The time for a move, measured if it is a share of somebody's.
pub(super) fn move_ms(
    given: Option<&MoveTime>,
    seats: usize,
    game: &'static dyn DynGame,
    options: &Map,
    language: Language,
) -> Result<u64, CommandError> {
    let share = match given {
        None => return Ok(game.info().move_time.as_millis() as u64),
        Some(MoveTime::Fixed(time)) => return Ok(time.as_millis() as u64),
        Some(MoveTime::Share(share)) => share,
    };
    let wrong =
        |reason: &dyn Argument| usage(refusal::move_time(share.to_string(), reason.value()));
    share.player(game).transpose().map_err(|error| wrong(&error))?;
    let seats = u8::try_from(seats).unwrap_or(u8::MAX);
    let needed = time_needed(game, options, seats, share).map_err(|error| wrong(&error))?;
    let move_ms = share.milliseconds(needed);
    setting::tell_move_time(share, move_ms, language);
    Ok(move_ms)
}

/// A seed that nobody chose; it is shown and recorded.
fn drawn_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    match_seed(now.as_nanos() as u64, &std::process::id().to_string())
}
