//! `FootSteps`: what a position is worth, how to bid there, and what a bot loses to the best
//! opponent.

use super::{AnalyseArgs, bids_report::Bids, positions, told};
use crate::analysis::{Boards, Study, known_mix};
use crate::command_error::{CommandError, usage};
use crate::ending::ExitStatus;
use crate::say::refusal;
use certamen_game::{DynGame, Language, Map, State};
use certamen_games::footsteps::{Position, place, solve::Solution};
use certamen_host::Sandboxes;
use certamen_i18n::{Localize, Message};
use certamen_runner::Bot;
use certamen_sandbox::Launcher;
use std::io::{Write, stdout};

/// Number of matches for a bot that plays at random.
const SAMPLES: u32 = 400;

pub(super) fn analyse(
    arguments: &AnalyseArgs,
    game: &'static dyn DynGame,
    language: Language,
    launcher: &Launcher,
) -> Result<ExitStatus, CommandError> {
    let mut boards = Boards::default();
    let positions = positions::read(arguments, position_of)?;
    let bot = arguments.bot.as_deref().map(|given| Bot::find(given, game)).transpose();
    let bot = bot.map_err(usage)?;
    if let Some(bot) = bot.as_ref().filter(|bot| known_mix(bot).is_none()) {
        // A program's state follows from the messages it was sent; it cannot be set to a position.
        if positions.iter().any(|position| !is_start(position)) {
            return Err(usage(refusal::starts_at_start(&bot.name)));
        }
    }
    let samples = arguments.samples.unwrap_or(SAMPLES);
    let sandboxes = Sandboxes::new(launcher, arguments.tier);
    let study = Study { game, sandboxes, samples, seed: arguments.seed.unwrap_or(1) };
    let mut out = stdout().lock();
    for position in &positions {
        let solution = boards.solved(position)?;
        let weakness = bot.as_ref().map(|bot| study.weakness(bot, position, &solution));
        let weakness = weakness.transpose().map_err(told)?;
        let found = Bids { position, solution: &solution, weakness };
        if arguments.json {
            writeln!(out, "{}", found.json(bot.as_ref()))?;
        } else {
            found.print(&mut out, bot.as_ref(), language)?;
        }
    }
    Ok(ExitStatus::Fine)
}

fn position_of(map: &Map) -> Result<Position, Message> {
    let position = place::position(map).map_err(|error| error.message())?;
    if position.outcome().is_some() {
        return Err(refusal::match_over());
    }
    // Checked before anything is solved.
    let (squares, points) = (position.squares, position.points[0].max(position.points[1]));
    Solution::fits(squares, points).map_err(|error| error.message())?;
    Ok(position)
}

fn is_start(position: &Position) -> bool {
    position.position == 0 && position.points[0] == position.points[1]
}
