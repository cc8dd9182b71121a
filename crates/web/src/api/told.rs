//! What is told of contests and matches.

use crate::contest::ContestView;
use certamen_contest::{ContestError, Results};
use certamen_game::DynGame;
use certamen_store::{SavedMoment, StoredMatch};
use serde::Serialize;
use std::time::SystemTime;

/// A contest.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ApiContest {
    /// What it is called in addresses.
    slug: String,
    /// Its name.
    name: String,
    /// The slug of its game, where that is known.
    game: Option<String>,
    /// How many matches were played.
    matches: u64,
    /// How many there are to be, where that is known.
    planned: Option<u64>,
    /// Whether all is played.
    over: bool,
}

/// A match that was played.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ApiMatch {
    /// Its number.
    number: i64,
    /// Who sat where.
    bots: Vec<String>,
    /// What each got; absent if it is to be played.
    scores: Option<Vec<f64>>,
    /// How many turns it took.
    turns: u64,
    /// How many faults there were.
    faults: u64,
}

/// A moment of which the table was kept; `/standings?at=NUMBER` shows it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ApiMoment {
    /// Its number.
    number: i64,
    /// When it was, in seconds since 1970.
    at: u64,
    /// How many matches were finished.
    matches: u64,
}

/// A line of the table; it has more keys where its ranking has them.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(dead_code, reason = "it is there for its schema: lines are written by the contest")]
pub(super) struct ApiStanding {
    /// Its place; absent for who has none.
    rank: Option<u32>,
    /// The bot.
    bot: String,
    /// Its score; null where that is for the order only.
    score: Option<f64>,
    /// How many matches it played.
    played: u64,
}

/// Why there is no answer.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(dead_code, reason = "it is there for its schema")]
pub(super) struct ApiProblem {
    /// The status of the answer.
    status: u16,
    /// Why, in words.
    detail: String,
}

pub(super) fn contest(view: &ContestView) -> ApiContest {
    let snapshot = view.revision();
    let standings = snapshot.tabled().ok();
    ApiContest {
        slug: view.slug.to_string(),
        name: snapshot.name.clone(),
        game: snapshot.game.map(DynGame::info).map(|info| info.slug.to_owned()),
        matches: snapshot.played(),
        planned: standings.map(|standings| standings.progress.total),
        over: standings.is_some_and(|standings| standings.over),
    }
}

pub(super) fn moment(kept: SavedMoment) -> ApiMoment {
    let at = kept.at.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    ApiMoment { number: kept.number, at: at.as_secs(), matches: kept.matches }
}

pub(super) fn match_of(
    results: &Results<'_>,
    stored: &StoredMatch,
) -> Result<ApiMatch, ContestError> {
    let bots = stored.seats.iter().map(|seat| results.bot(*seat));
    Ok(ApiMatch {
        number: stored.number.0,
        bots: bots.collect::<Result<_, _>>()?,
        scores: stored.outcome.as_ref().map(|outcome| outcome.scores.clone()),
        turns: stored.turns,
        faults: stored.faults,
    })
}
