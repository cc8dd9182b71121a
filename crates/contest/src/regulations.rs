//! How a contest is held: all that plans and tables are computed from, beside who takes part and
//! what was played.

use crate::{ContestFile, file::Programs};
use certamen_game::{DynGame, Map};
use certamen_tournament::{Detail, EntrantId, Format, FormatConfig, History, RankingConfig};

/// How a contest is held.
#[derive(Clone)]
pub(crate) struct Regulations {
    pub(crate) game: &'static dyn DynGame,
    pub(crate) options: Map,
    pub(crate) format: FormatConfig,
    pub(crate) ranking: RankingConfig,
    pub(crate) programs: Programs,
    pub(crate) seed: u64,
}

impl Regulations {
    /// Those of a contest file, whose luck comes from `seed`.
    pub(crate) fn new(file: &ContestFile, seed: u64) -> Regulations {
        Regulations {
            game: file.game,
            options: file.options.clone(),
            format: file.format.clone(),
            ranking: file.ranking.clone(),
            programs: file.programs.clone(),
            seed,
        }
    }

    /// The format, which says who plays whom next.
    pub(crate) fn planner(&self) -> Box<dyn Format> {
        self.format.build(self.ranking.build(), self.seed)
    }

    /// What must be kept of single matches among so many entrants.
    pub(crate) fn detail(&self, entrants: usize) -> Detail {
        let seats = self.format.table_size(entrants);
        self.planner().detail().max(self.ranking.build().detail(seats))
    }

    /// Whether a match with so many seats is one of this contest among so many entrants. Where
    /// everybody sits at one table, a match from before somebody came or left is none.
    pub(crate) fn admits(&self, entrants: usize, seats: usize) -> bool {
        let one_table = matches!(self.format, FormatConfig::OneTable(_));
        !one_table || seats == self.format.table_size(entrants)
    }

    /// What of `history` belongs to this contest among so many entrants.
    pub(crate) fn admitted(&self, entrants: usize, mut history: History) -> History {
        history.retain(|seats: &[EntrantId]| self.admits(entrants, seats.len()));
        history
    }
}

/// What tells a match from all others of its contest, whoever else takes part.
pub(crate) fn match_key<'a>(names: impl Iterator<Item = &'a str>, repeat: u32) -> String {
    let names: Vec<&str> = names.collect();
    format!("{}\n{repeat}", names.join("\n"))
}
