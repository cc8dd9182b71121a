//! How a contest is held: all that plans and tables are computed from, beside what was played.

use crate::{Columns, Line, current::current, file::Programs};
use certamen_game::{DynGame, Map};
use certamen_tournament::{
    Detail, Entrant, Format, FormatConfig, History, Next, Pace, RankingConfig, Standing, Status,
    after_departures, table,
};
use std::borrow::Cow;

/// How many matches are planned at a time.
pub(crate) const BATCH: usize = 200_000;

/// How a contest is held.
#[derive(Clone)]
pub(crate) struct Conduct {
    pub(crate) game: &'static dyn DynGame,
    pub(crate) options: Map,
    pub(crate) format: FormatConfig,
    pub(crate) ranking: RankingConfig,
    pub(crate) programs: Programs,
    pub(crate) seed: u64,
}

impl Conduct {
    /// What must be kept of single matches among so many entrants.
    pub(crate) fn detail(&self, entrants: usize) -> Detail {
        let seats = self.format.table_size(entrants);
        self.built().detail().max(self.ranking.build().detail(seats))
    }

    /// The table of `history`.
    pub(crate) fn lines(&self, entrants: &[Entrant], history: History) -> Vec<Line> {
        let format = self.built();
        let history = current(&self.format, entrants.len(), history);
        let history = self.settled(&*format, entrants, &history);
        let table = table(&*format, &*self.ranking.build(), entrants, &history);
        table
            .into_iter()
            .map(|standing| line(&entrants[standing.entrant.index()], standing))
            .collect()
    }

    /// What of `history` counts.
    pub(crate) fn counted(&self, entrants: &[Entrant], history: History) -> History {
        let format = self.built();
        let history = current(&self.format, entrants.len(), history);
        self.settled(&*format, entrants, &history).into_owned()
    }

    /// What is planned after `history`, in which nothing is under way.
    pub(crate) fn next(&self, entrants: &[Entrant], history: &History) -> Next {
        let format = self.built();
        format.next(entrants, &self.settled(&*format, entrants, history), BATCH)
    }

    /// When its format may be asked for more.
    pub(crate) fn pace(&self) -> Pace {
        self.built().pace()
    }

    fn built(&self) -> Box<dyn Format> {
        self.format.build(self.ranking.build(), self.seed)
    }

    fn settled<'a>(
        &self,
        format: &dyn Format,
        entrants: &[Entrant],
        history: &'a History,
    ) -> Cow<'a, History> {
        let meetings = format.meetings(entrants, history);
        after_departures(history, entrants, self.programs.on_disqualified, &meetings)
    }
}

/// What tells a match from all others of its contest, whoever else takes part.
pub(crate) fn key<'a>(names: impl Iterator<Item = &'a str>, repeat: u32) -> String {
    let names: Vec<&str> = names.collect();
    format!("{}\n{repeat}", names.join("\n"))
}

fn line(entrant: &Entrant, standing: Standing) -> Line {
    let tally = &standing.tally;
    Line {
        rank: standing.rank,
        bot: entrant.name.clone(),
        language: entrant.language.clone(),
        played: tally.played,
        won: tally.won,
        drawn: tally.drawn,
        lost: tally.lost,
        score: standing.score,
        faults: tally.faults,
        disqualified: match entrant.status {
            Status::Disqualified(cause) => Some(cause),
            Status::Active => None,
        },
        columns: Columns(standing.columns),
    }
}
