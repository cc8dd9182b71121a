//! `FootSteps`: what a position is worth, how to bid there, and what a bot loses to the best
//! opponent.

use super::{
    AnalyseArgs,
    bids_report::{Found, Weakness},
    positions,
    subject::{Seated, seeds},
};
use crate::command_error::{CommandError, usage};
use crate::ending::Ending;
use crate::say::refusal;
use certamen_game::{DynGame, Language, Map, Seat, State, Void};
use certamen_games::footsteps::{
    Position, place,
    response::Response,
    solve::{Mix, Outlook, Solution},
    study::{estimate, foresee, plays},
};
use certamen_hall::{Bench, Isolation};
use certamen_speech::{Message, Speak};
use certamen_worker::{Bot, Kind};
use std::{
    io::{Write, stdout},
    rc::Rc,
};

/// How many matches a bot that draws lots is studied in.
const SAMPLES: u32 = 400;
/// How many bids a bot is asked for while a line is looked for that beats it.
const QUESTIONS: u32 = 2000;
/// With so many other seeds a line must be played alike.
const OTHER_SEEDS: usize = 10;

/// Analyses the positions that were asked for.
pub(super) fn analyse(
    arguments: &AnalyseArgs,
    game: &'static dyn DynGame,
    language: Language,
) -> Result<Ending, CommandError> {
    let mut boards = Boards::default();
    let positions = positions::read(arguments, position_of)?;
    let bot = arguments.bot.as_deref().map(|given| Bot::find(given, game)).transpose();
    let bot = bot.map_err(usage)?;
    if let Some(bot) = bot.as_ref().filter(|bot| known_mix(bot).is_none()) {
        // A program knows what it heard, not where it is put.
        if positions.iter().any(|position| !is_start(position)) {
            return Err(usage(refusal::starts_at_start(&bot.name)));
        }
    }
    let mut out = stdout().lock();
    for position in &positions {
        let solution = boards.solved(position)?;
        let weakness = bot.as_ref().map(|bot| weakness(arguments, game, bot, position, &solution));
        let found = Found { position, solution: &solution, weakness: weakness.transpose()? };
        if arguments.json {
            writeln!(out, "{}", found.json(bot.as_ref()))?;
        } else {
            found.print(&mut out, bot.as_ref(), language)?;
        }
    }
    Ok(Ending::Fine)
}

fn position_of(map: &Map) -> Result<Position, Message> {
    let position = place::position(map).map_err(|error| error.message())?;
    if position.outcome().is_some() {
        return Err(refusal::match_over());
    }
    // Said before anything is solved.
    let (squares, points) = (position.squares, position.points[0].max(position.points[1]));
    Solution::fits(squares, points).map_err(|error| error.message())?;
    Ok(position)
}

fn is_start(position: &Position) -> bool {
    position.position == 0 && position.points[0] == position.points[1]
}

/// The solved boards: positions of one board are solved together.
#[derive(Default)]
struct Boards(Vec<((u32, u64), Rc<Solution>)>);

impl Boards {
    fn solved(&mut self, position: &Position) -> Result<Rc<Solution>, CommandError> {
        let (squares, points) = (position.squares, position.points[0].max(position.points[1]));
        let fits = |known: &(u32, u64)| known.0 == squares && known.1 >= points;
        if let Some((_, solution)) = self.0.iter().find(|(known, _)| fits(known)) {
            return Ok(Rc::clone(solution));
        }
        let solution = Solution::of(squares, points)?;
        let solution = Rc::new(solution);
        self.0.push(((squares, points), Rc::clone(&solution)));
        Ok(solution)
    }
}

/// The lotteries of the house players that any game has.
fn known_mix(bot: &Bot) -> Option<fn(Outlook) -> Mix> {
    let Kind::House { name, .. } = &bot.kind else { return None };
    match &**name {
        "first" => Some(|seen| Mix::sure(seen.own.min(1))),
        "last" => Some(|seen| Mix::sure(seen.own)),
        "random" => Some(|seen| Mix::even(seen.own)),
        _ => None,
    }
}

fn weakness(
    arguments: &AnalyseArgs,
    game: &'static dyn DynGame,
    bot: &Bot,
    position: &Position,
    solution: &Solution,
) -> Result<Weakness, CommandError> {
    let opponent = Outlook::of(position, Seat(1));
    if let Some(mix) = known_mix(bot) {
        return Ok(Weakness::Exact(Response::to(solution, mix).value(opponent)));
    }
    let sandbox = Isolation::of_user(arguments.tier).sandbox(std::slice::from_ref(bot))?;
    let tier = sandbox.tier().to_string();
    let bench = Bench::passing(game, sandbox, 1)?;
    let ready = bench.workshop.prepare(bot)?;
    let mut options = Map::new();
    options.insert("points".to_owned(), position.points[0].into());
    options.insert("squares".to_owned(), position.squares.into());
    let mut table = Seated::table(game, options, &bot.name);
    let move_ms = game.info().move_time.as_millis() as u64;
    table.conditions = certamen_game::Conditions::usual(move_ms, 256 << 20, tier);
    bench.stay_on_one_core();
    let mut subject = Seated::new(&bench.plan, &ready, table);
    let ours = |void: Void| CommandError::new(refusal::not_studied(void));
    study(arguments, &mut subject, opponent, solution).map_err(ours)
}

/// Who can be foreseen is foreseen; who cannot is learned.
fn study(
    arguments: &AnalyseArgs,
    subject: &mut Seated<'_>,
    opponent: Outlook,
    solution: &Solution,
) -> Result<Weakness, Void> {
    let seed = arguments.seed.unwrap_or(1);
    let line = again(|| foresee(solution, opponent, subject, seed, QUESTIONS))?;
    if let Some(line) = line {
        let mut luck = seeds(seed);
        let mut alike = true;
        for _ in 0..OTHER_SEEDS {
            let seed = luck.below(1 << 53);
            alike = alike && again(|| plays(subject, &line, seed))?;
        }
        if alike {
            return Ok(Weakness::Line(line));
        }
    }
    let matches = arguments.samples.unwrap_or(SAMPLES);
    estimate(solution, opponent, subject, seed, matches).map(Weakness::Estimate)
}

/// Tries three times: where the host stands still a match breaks off, for no fault of the bot's.
fn again<T>(mut attempt: impl FnMut() -> Result<T, Void>) -> Result<T, Void> {
    attempt().or_else(|_| attempt()).or_else(|_| attempt())
}
