//! The supplied search with a player's evaluation: whoever submits a function sits like this.

use crate::{Host, say};
use certamen_game::{Budget, Channel, Failure, Fault, Player, Reply, Seat, View, Void, match_seed};
use certamen_games::mancala8::{Position, search::minimax_in_batches};
use std::time::{Duration, Instant};

/// A player that looks `depth` plies ahead with values that are asked for.
pub struct Searching<C> {
    host: Host<C>,
    depth: u32,
    legacy: bool,
    begun: bool,
}

/// What a player answers who finds none of his moves worth more than the least.
const NO_MOVE: &str = "no move: all are worth -99999 or less";

impl<C: Channel> Searching<C> {
    /// A player behind `channel`; `legacy` is the old engine's `cuenta-fichas`.
    pub fn new(channel: C, depth: u32, legacy: bool) -> Searching<C> {
        Searching { host: Host::new(channel), depth, legacy, begun: false }
    }

    /// Loading a player is not thinking: it has a time of its own, and is not charged.
    fn begin(&mut self, view: &View<'_>, budget: Budget) -> Result<(), Failure> {
        if self.begun {
            return Ok(());
        }
        let more = Duration::from_millis(view.table.conditions.start_ms);
        let [cpu, wall] = [budget.cpu, budget.wall].map(|time| time + more);
        self.host.channel().begin_turn(Budget { cpu, wall })?;
        let seed = seed(view.table.seed, view.seat);
        let begun = self.host.begin(seed, self.legacy, Instant::now() + wall);
        self.host.channel().end_turn();
        self.begun = true;
        begun
    }

    fn search(&mut self, root: &Position) -> Result<String, Failure> {
        match minimax_in_batches(root, self.depth, &mut self.host) {
            Ok(found) => Ok(found.best.map_or_else(|| NO_MOVE.to_owned(), |it| it.to_string())),
            Err(Failure::Fault(Fault::Illegal)) => Ok(self.host.words().unwrap_or_default()),
            Err(failure) => Err(failure),
        }
    }
}

/// What a program on this seat finds as `CERTAMEN_SEED`.
fn seed(of_match: u64, seat: Seat) -> u64 {
    match_seed(of_match, &format!("program on seat {seat}"))
}

impl<C: Channel> Player for Searching<C> {
    fn act(&mut self, view: &View<'_>, budget: Budget) -> Result<Reply, Failure> {
        let Some(root) = view.state.as_any().downcast_ref::<Position>() else {
            return Err(Failure::Void(Void::Ours(say::not_here(&view.table.game))));
        };
        self.begin(view, budget)?;
        let started = Instant::now();
        self.host.channel().begin_turn(budget)?;
        let text = self.search(root);
        let wall = started.elapsed();
        let charged = self.host.channel().end_turn().unwrap_or(wall);
        let pondered = self.host.channel().pondered();
        Ok(Reply { given: text?.into(), charged, wall, pondered })
    }
}
