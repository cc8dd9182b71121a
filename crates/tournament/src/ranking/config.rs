//! Rankings as contest files name them.

use super::{
    Borda, ByRating, Copeland, Points, Ranking, ReferencesBeaten, Schulze, Standing, TieBreak,
    TotalScore, WinShare, Wins,
};
use crate::{Detail, Entrant, History, statistics::Measure};
use certamen_game::Map;
use serde::{Deserialize, Serialize, de::Error};
use serde_json::Value;

/// A ranking as contest files name it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RankingConfig {
    /// What the order goes by.
    #[serde(flatten)]
    pub rule: Rule,
    /// What decides between equal scores; nothing if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tie_breaks: Vec<TieBreak>,
}

/// What an order goes by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Rule {
    /// The number of matches won.
    Wins,
    /// 1 for a win, 1/2 for a draw.
    Points,
    /// The sum of the scores.
    TotalScore,
    /// The share of matches won, in per cent.
    WinShare,
    /// The same, with marks for the references beaten.
    ReferencesBeaten(ReferencesBeaten),
    /// Points for everybody left behind at a table.
    Borda,
    /// Points for everybody beaten on balance.
    Copeland,
    /// Everybody beaten along chains of majorities.
    Schulze,
    /// Estimated strength.
    Rating,
}

impl From<Rule> for RankingConfig {
    fn from(rule: Rule) -> RankingConfig {
        RankingConfig { rule, tie_breaks: Vec::new() }
    }
}

impl RankingConfig {
    /// The names of all rankings, each with its keys; all of them know `tie_breaks`.
    pub const KINDS: [(&str, &[&str]); 9] = [
        ("wins", &["tie_breaks"]),
        ("points", &["tie_breaks"]),
        ("total-score", &["tie_breaks"]),
        ("win-share", &["tie_breaks"]),
        ("references-beaten", &["references", "premium_skips_references", "pairs", "tie_breaks"]),
        ("borda", &["tie_breaks"]),
        ("copeland", &["tie_breaks"]),
        ("schulze", &["tie_breaks"]),
        ("rating", &["tie_breaks"]),
    ];

    /// The ranking named `kind`, its other keys read from `rest`.
    pub fn read(kind: &str, mut rest: Map) -> Result<RankingConfig, serde_json::Error> {
        if !RankingConfig::KINDS.iter().any(|(known, _)| *known == kind) {
            let known = RankingConfig::KINDS.map(|(kind, _)| kind).join(", ");
            return Err(Error::custom(format!("unknown kind `{kind}`: use {known}")));
        }
        let tie_breaks = match rest.remove("tie_breaks") {
            Some(list) => Vec::deserialize(list)?,
            None => Vec::new(),
        };
        rest.insert("kind".to_owned(), kind.into());
        Ok(RankingConfig { rule: Rule::deserialize(Value::Object(rest))?, tie_breaks })
    }

    /// Its name.
    pub fn kind(&self) -> &'static str {
        let index = match self.rule {
            Rule::Wins => 0,
            Rule::Points => 1,
            Rule::TotalScore => 2,
            Rule::WinShare => 3,
            Rule::ReferencesBeaten(_) => 4,
            Rule::Borda => 5,
            Rule::Copeland => 6,
            Rule::Schulze => 7,
            Rule::Rating => 8,
        };
        RankingConfig::KINDS[index].0
    }

    /// The ranking itself.
    pub fn build(&self) -> Box<dyn Ranking> {
        let ranking: Box<dyn Ranking> = match &self.rule {
            Rule::Wins => Box::new(Wins),
            Rule::Points => Box::new(Points),
            Rule::TotalScore => Box::new(TotalScore),
            Rule::WinShare => Box::new(WinShare),
            Rule::ReferencesBeaten(config) => Box::new(config.clone()),
            Rule::Borda => Box::new(Borda),
            Rule::Copeland => Box::new(Copeland),
            Rule::Schulze => Box::new(Schulze),
            Rule::Rating => Box::new(ByRating),
        };
        Box::new(TieBroken { ranking, tie_breaks: self.tie_breaks.clone() })
    }
}

/// A ranking with tie-breaks.
struct TieBroken {
    ranking: Box<dyn Ranking>,
    tie_breaks: Vec<TieBreak>,
}

impl Ranking for TieBroken {
    fn scores(&self, entrants: &[Entrant], history: &History) -> Vec<f64> {
        self.ranking.scores(entrants, history)
    }

    fn detail(&self, seats: usize) -> Detail {
        self.ranking.detail(seats)
    }

    fn measure(&self) -> Measure {
        self.ranking.measure()
    }

    fn tie_breaks(&self) -> &[TieBreak] {
        &self.tie_breaks
    }

    fn annotate(&self, entrants: &[Entrant], table: &mut [Standing]) {
        self.ranking.annotate(entrants, table);
    }
}
