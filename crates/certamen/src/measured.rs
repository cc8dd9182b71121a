//! How long a house player needs for a move on this machine.
//!
//! The longest it needs in any of a fixed set of positions: a limit derived from it holds for every
//! move of a match, and whoever is as much faster in all positions must not lose in those that are
//! hard for both. In each position the median of some repetitions counts, so that the machine's
//! other business does not.

use contest::Share;
use game::{
    Budget, DynGame, Luck, Map, View,
    arbiter::{Answer, Arbiter},
    conformance::table,
    match_seed,
};
use std::time::Duration;

/// The positions are those of random matches with seeds derived from this.
const SEED: u64 = 4;
/// How many random matches there are, and how many positions are taken from each.
const MATCHES: u64 = 12;
const POSITIONS: usize = 3;
/// How often the player is asked in each position.
const REPETITIONS: usize = 5;
/// Random matches that go on for ever end here.
const LONGEST: usize = 1_000;

/// How long the player of `share` needs for a move of `game`.
pub(crate) fn time_needed(
    game: &'static dyn DynGame,
    options: &Map,
    seats: u8,
    share: &Share,
) -> Result<Duration, String> {
    let mut longest = Duration::ZERO;
    for number in 0..MATCHES {
        let seed = match_seed(SEED, &number.to_string());
        let start = || Arbiter::start(game, table(game, options.clone(), seats, seed));
        let mut length = 0;
        let mut arbiter = start().map_err(|error| error.to_string())?;
        while length < LONGEST && step(&mut arbiter, seed)? {
            length += 1;
        }
        let mut luck = Luck::of_turn(seed, 0);
        let mut chosen: Vec<usize> =
            (0..POSITIONS).map(|_| luck.below(length.max(1) as u64) as usize).collect();
        chosen.sort_unstable();
        chosen.dedup();
        let mut arbiter = start().map_err(|error| error.to_string())?;
        for turn in 0..length {
            if chosen.contains(&turn) && arbiter.state().automatic().is_none() {
                longest = longest.max(median(game, &arbiter, share)?);
            }
            step(&mut arbiter, seed)?;
        }
    }
    Ok(longest)
}

/// Plays a turn at random; whether there was one to play.
fn step(arbiter: &mut Arbiter, seed: u64) -> Result<bool, String> {
    if arbiter.automatic().map_err(|void| void.0)? {
        return Ok(true);
    }
    if arbiter.outcome().is_some() {
        return Ok(false);
    }
    let turn = arbiter.turns().len() as u64 + 1;
    let answers = arbiter.to_act().iter().map(|seat| {
        let action = arbiter.state().sample(seat, &mut Luck::of_player(seed, seat, turn));
        let given = Ok(action.unwrap_or_default());
        Answer { seat, given, charged: Duration::ZERO, pondered: Duration::ZERO }
    });
    let answers = answers.collect();
    arbiter.answer(answers).map_err(|void| void.0)?;
    Ok(true)
}

/// The median time for the seat that is to act first.
fn median(game: &dyn DynGame, arbiter: &Arbiter, share: &Share) -> Result<Duration, String> {
    let Some(seat) = arbiter.to_act().lowest() else { return Ok(Duration::ZERO) };
    let (table, state, turns) = (arbiter.table(), arbiter.state(), arbiter.turns());
    let day = Duration::from_secs(24 * 3600);
    let mut times = Vec::with_capacity(REPETITIONS);
    for _ in 0..REPETITIONS {
        let mut player = share.player(game).map_err(|error| error.to_string())?;
        let view = View { table, state, seat, turns };
        let reply = player.act(&view, Budget { cpu: day, wall: day });
        times.push(reply.map_err(|failure| format!("{}: {failure:?}", share.of))?.wall);
    }
    times.sort_unstable();
    Ok(times[REPETITIONS / 2])
}

#[cfg(test)]
mod tests {
    use super::*;
    use contest::MoveTime;

    fn needed(game: &str, of: &str) -> Duration {
        let Ok(MoveTime::Share(share)) = format!("100% of {of}").parse() else { panic!("{of}") };
        let game = games::find(game).unwrap();
        time_needed(game, &Map::new(), *game.info().seats.start(), &share).unwrap()
    }

    #[test]
    fn whoever_looks_much_further_needs_longer() {
        let [shallow, deep] = ["builtin:bueno:depth=1", "builtin:bueno:depth=5"]
            .map(|player| needed("mancala8", player));
        assert!(deep > 4 * shallow, "{deep:?} and {shallow:?}");
    }

    #[test]
    fn every_game_has_positions_to_measure() {
        for game in games::ALL {
            let slug = game.info().slug;
            assert!(needed(slug, "builtin:random") > Duration::ZERO, "{slug}");
        }
    }
}
