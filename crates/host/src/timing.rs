//! How long the player that sets the move time needs for a move on this machine.
//!
//! It is the longest time in any of a fixed set of positions: a limit derived from it holds for
//! every move of a match, and a bot that is faster by the same factor in all positions must not
//! lose in those that are hard for both.

use crate::{HostError, bots::bot_of, error::TimingError};
use certamen_contest::{ContestFile, Folder, MoveTime, RelativeMoveTime};
use certamen_game::{Budget, Conditions, DynGame, Map, Table, View};
use certamen_runner::check::{slowest, time_charged};
use certamen_runner::{BuildCache, SeatingPlan, WriteAccess};
use certamen_sandbox::Sandbox;
use std::{sync::Arc, time::Duration};

/// Enough time for any player.
pub(crate) const NO_HURRY: Budget =
    Budget { cpu: Duration::from_secs(24 * 3600), wall: Duration::from_secs(24 * 3600) };
/// How long the built-in player of `share` needs for a move of `game`.
pub fn time_needed(
    game: &'static dyn DynGame,
    options: &Map,
    seats: u8,
    share: &RelativeMoveTime,
) -> Result<Duration, TimingError> {
    let missing = || TimingError::NotBuiltin { of: share.of().to_string() };
    share.player(game).ok_or_else(missing)?.map_err(TimingError::House)?;
    let table = Table::new(game).options(options.clone()).unnamed(seats);
    let mut ask = |view: &View<'_>| {
        let again = share.player(game).and_then(Result::ok);
        let mut player = again.expect("it was there a moment ago");
        Ok(player.act(view, NO_HURRY)?.wall)
    };
    slowest(game, &table, &mut ask)
        .map_err(|failure| TimingError::of(&share.of().to_string(), failure))
}

pub struct TimingRequest<'a> {
    pub folder: &'a Folder,
    pub sandbox: &'a Arc<dyn Sandbox>,
    pub write_access: WriteAccess,
    pub bots: usize,
}

impl TimingRequest<'_> {
    pub fn conditions(&self, file: &ContestFile) -> Result<Conditions, HostError> {
        let limit = match &file.limits.move_time {
            None => file.game.info().move_time,
            Some(MoveTime::Fixed(time)) => *time,
            Some(MoveTime::Share(share)) => {
                let needed = self.time_needed(file, share);
                let limit =
                    needed.and_then(|needed| share.limit(needed).map_err(TimingError::TooShort));
                limit.map_err(|error| HostError::MoveTime(Box::new(error)))?
            }
        };
        Ok(file.conditions(limit, self.sandbox.tier().letter()))
    }

    /// How long the player that sets the move time of the contest needs for a move.
    pub fn time_needed(
        &self,
        file: &ContestFile,
        share: &RelativeMoveTime,
    ) -> Result<Duration, TimingError> {
        let seats = file.format.table_size(self.bots) as u8;
        if share.player(file.game).is_some() {
            return time_needed(file.game, &file.options, seats, share);
        }
        let bot = bot_of(self.folder, share, file.game).map_err(TimingError::Bot)?;
        let cache = BuildCache::new(self.folder.builds(), Arc::clone(self.sandbox));
        let ready = cache.prepare(&bot).map_err(TimingError::Bot)?;
        let (sandbox, write_access) = (Arc::clone(self.sandbox), self.write_access.clone());
        let plan = SeatingPlan { game: file.game, sandbox, write_access };
        let table = Table::new(file.game)
            .options(file.options.clone())
            .unnamed(seats)
            .conditions(file.conditions(Duration::ZERO, self.sandbox.tier().letter()));
        time_charged(&plan, &table, &ready, NO_HURRY)
            .map_err(|failure| TimingError::of(&share.of().to_string(), failure))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_contest::MoveTime;

    fn needed(game: &str, of: &str) -> Duration {
        let Ok(MoveTime::Share(share)) = format!("100% of {of}").parse() else { panic!("{of}") };
        let game = certamen_games::find(game).unwrap();
        time_needed(game, &Map::new(), *game.info().seats.start(), &share).unwrap()
    }

    #[test]
    fn a_deeper_search_needs_longer() {
        let [shallow, deep] = ["builtin:bueno:depth=1", "builtin:bueno:depth=5"]
            .map(|player| needed("mancala8", player));
        assert!(deep > 4 * shallow, "{deep:?} and {shallow:?}");
    }

    #[test]
    fn every_game_has_positions_to_measure() {
        for game in certamen_games::ALL {
            let slug = game.info().slug;
            assert!(needed(slug, "builtin:random") > Duration::ZERO, "{slug}");
        }
    }
}
