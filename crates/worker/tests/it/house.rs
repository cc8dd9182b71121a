//! A table where bots meet, in-process or not.

use game::{DynGame, Map, MatchRecord, SeatEntry, Table, conformance};
use referee::{MatchEvent, play};
use sandbox::Unisolated;
use std::{ops::ControlFlow, path::Path, sync::Arc};
use worker::{Bot, Ready, Scratch, Seating, SeatingPlan, Workshop};

/// Where bots of one game meet.
pub(crate) struct House {
    plan: SeatingPlan,
    workshop: Workshop,
    options: Map,
}

impl House {
    /// A house for `game` with its workshop and scratch folders below `folder`.
    pub(crate) fn new(game: &'static dyn DynGame, options: &str, folder: &Path) -> House {
        let scratch = Scratch::Below(folder.join("scratch"));
        let plan = SeatingPlan { game, sandbox: Arc::new(Unisolated::new()), scratch };
        let workshop =
            Workshop::new(folder.join("builds"), std::sync::Arc::new(sandbox::Unisolated::new()));
        House { plan, workshop, options: serde_json::from_str(options).unwrap() }
    }

    /// The bot, ready to play.
    pub(crate) fn ready(&self, given: &str) -> Ready {
        let bot = Bot::find(given, self.plan.game).unwrap_or_else(|error| panic!("{error}"));
        self.workshop.prepare(&bot).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A match with ample time.
    pub(crate) fn play(&self, seats: [&Ready; 2], seed: u64) -> MatchRecord {
        let mut table = conformance::table(self.plan.game, self.options.clone(), 2, seed);
        table.conditions.move_ms = 10_000;
        table.conditions.memory = 256 << 20;
        self.play_at(table, seats)
    }

    fn play_at(&self, table: Table, seats: [&Ready; 2]) -> MatchRecord {
        let table = Table { seats: ["left", "right"].map(SeatEntry::named).into(), ..table };
        let seating = Seating { plan: &self.plan, place: 0 };
        let mut players = seating.players(&table, &seats).unwrap();
        let mut watch = |_: &MatchEvent<'_>| ControlFlow::Continue(());
        let played = play(self.plan.game, table, &[], &mut players, &mut watch);
        played.unwrap_or_else(|error| panic!("{error:?}"))
    }
}
