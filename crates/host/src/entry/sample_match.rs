//! One match of a bot that passed its checks, recorded for its author.

use crate::check_job::Candidate;
use certamen_game::{SeatEntry, Table, builtin::Arguments, match_seed};
use certamen_runner::referee::{MatchEvent, PlayError, play};
use certamen_runner::{Bot, BuiltBot, PlayerFactory};
use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

/// How long such a match is played at most; what was played until then is shown.
const LONGEST: Duration = Duration::from_secs(20);
/// The place at which it is played: none of those for matches of the contest.
const PLACE: usize = 1_002;

/// The record of a match of a candidate against the strongest built-in player that the game lists.
/// It decides nothing, so on an error on our side there is none.
pub(crate) fn sample_match(candidate: &Candidate<'_>) -> Option<Vec<u8>> {
    let Candidate { bot, plan, cache, options, conditions, .. } = *candidate;
    let game = plan.game;
    let own = cache.prepare(bot).ok()?;
    let name = game.builtin_names().last()?.to_string();
    let house = BuiltBot::House { name: name.clone(), arguments: Arguments::new() };
    let seats = usize::from(*game.info().seats.start());
    let table = Table::new(game)
        .options(options.clone())
        .seed(match_seed(1, "specimen"))
        .seats((0..seats).map(|seat| named(seat, bot, &name)))
        .conditions(conditions.clone());
    let bots: Vec<&BuiltBot> =
        (0..seats).map(|seat| if seat == 0 { &own } else { &house }).collect();
    let mut players = PlayerFactory { plan, place: PLACE }.players(&table, &bots).ok()?;
    let begun = Instant::now();
    let mut watch = |_: &MatchEvent<'_>| {
        let is_late = begun.elapsed() >= LONGEST;
        if is_late { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    match play(game, table, &[], &mut players, &mut watch) {
        Ok(record) => Some(record.to_bytes()),
        Err(PlayError::Stopped(unfinished)) => Some(unfinished.0.to_bytes()),
        Err(PlayError::Options(_) | PlayError::Void(_) | PlayError::Resume(_)) => None,
    }
}

/// The player at a seat, as the record names it.
fn named(seat: usize, bot: &Bot, house: &str) -> SeatEntry {
    if seat > 0 {
        return SeatEntry::named(house);
    }
    SeatEntry { digest: Some(bot.digest.clone()), ..SeatEntry::named(bot.name.clone()) }
}
