//! Formats as contest files name them.

use super::{
    Divisions, Format, Gauntlet, Knockout, Ladder, OneTable, RoundRobin, Swiss, divisions,
    gauntlet, knockout, ladder, one_table, round_robin, swiss,
};
use crate::{Ranking, Stop, statistics::Measure};
use serde::{Deserialize, Deserializer, Serialize, de::Error};

/// A format as contest files name it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum FormatConfig {
    /// Everybody against everybody.
    RoundRobin(RoundRobin),
    /// Everybody at one table, or in turns where there are more entrants than chairs.
    OneTable(OneTable),
    /// Challengers against the field.
    Gauntlet(Gauntlet),
    /// Rounds among equals, nobody twice.
    Swiss(Swiss),
    /// Who loses is out.
    Knockout(Knockout),
    /// Matches where they tell most, for as long as one likes.
    Ladder(Ladder),
    /// Round robins one above the other, with promotion and relegation.
    Divisions(Divisions),
}

impl FormatConfig {
    /// The names of all formats, each with its keys.
    pub const KINDS: [(&str, &[&str]); 7] = [
        ("round-robin", &["games_per_pair", "replay_ties", "max_cycles", "stop"]),
        ("one-table", &["games", "seats", "stop"]),
        ("gauntlet", &["challengers", "games_per_pair"]),
        ("swiss", &["rounds", "games_per_round", "seeding"]),
        ("knockout", &["elimination", "best_of", "max_replays", "seeding", "qualifying_games"]),
        ("ladder", &["matches", "floor", "references", "stop"]),
        ("divisions", &["size", "promoted", "seasons", "games_per_pair"]),
    ];

    /// The format named `kind`, its other keys read from `rest`.
    pub fn read<'de, D: Deserializer<'de>>(kind: &str, rest: D) -> Result<FormatConfig, D::Error> {
        Ok(match kind {
            "round-robin" => FormatConfig::RoundRobin(RoundRobin::deserialize(rest)?),
            "one-table" => FormatConfig::OneTable(OneTable::deserialize(rest)?),
            "gauntlet" => FormatConfig::Gauntlet(Gauntlet::deserialize(rest)?),
            "swiss" => FormatConfig::Swiss(Swiss::deserialize(rest)?),
            "knockout" => FormatConfig::Knockout(Knockout::deserialize(rest)?),
            "ladder" => FormatConfig::Ladder(Ladder::deserialize(rest)?),
            "divisions" => FormatConfig::Divisions(Divisions::deserialize(rest)?),
            other => {
                let known = FormatConfig::KINDS.map(|(kind, _)| kind).join(", ");
                return Err(D::Error::custom(format!("unknown kind `{other}`: use {known}")));
            }
        })
    }

    /// Its name.
    pub fn kind(&self) -> &'static str {
        let index = match self {
            FormatConfig::RoundRobin(_) => 0,
            FormatConfig::OneTable(_) => 1,
            FormatConfig::Gauntlet(_) => 2,
            FormatConfig::Swiss(_) => 3,
            FormatConfig::Knockout(_) => 4,
            FormatConfig::Ladder(_) => 5,
            FormatConfig::Divisions(_) => 6,
        };
        FormatConfig::KINDS[index].0
    }

    /// The format itself. Who leads, where that matters, is decided by `ranking`, and what is drawn
    /// by lot follows from `seed`.
    pub fn build(&self, ranking: Box<dyn Ranking>, seed: u64) -> Box<dyn Format> {
        match self {
            FormatConfig::RoundRobin(config) => {
                Box::new(round_robin::Schedule::new(*config, ranking))
            }
            FormatConfig::OneTable(config) => Box::new(one_table::Schedule::new(*config, ranking)),
            FormatConfig::Gauntlet(config) => Box::new(gauntlet::Schedule::new(config.clone())),
            FormatConfig::Swiss(config) => Box::new(swiss::Schedule::new(*config, ranking, seed)),
            FormatConfig::Knockout(config) => {
                Box::new(knockout::Schedule::new(*config, ranking, seed))
            }
            FormatConfig::Ladder(config) => {
                Box::new(ladder::Schedule::new(config.clone(), ranking))
            }
            FormatConfig::Divisions(config) => Box::new(divisions::Schedule::new(*config, ranking)),
        }
    }

    /// When the contest may end early, if it may.
    pub fn stop(&self) -> Option<Stop> {
        match self {
            FormatConfig::RoundRobin(config) => config.stop,
            FormatConfig::OneTable(config) => config.stop,
            FormatConfig::Ladder(config) => config.stop,
            _ => None,
        }
    }

    /// By what two lines of the table are compared, where the ranking compares by `usual`.
    pub fn measure(&self, usual: Measure) -> Measure {
        match self {
            FormatConfig::Ladder(_) => Measure::Ratings,
            _ => usual,
        }
    }

    /// How many sit at one table.
    pub fn table_size(&self, entrants: usize) -> usize {
        match self {
            FormatConfig::OneTable(config) => config.table_size(entrants),
            _ => 2,
        }
    }
}
