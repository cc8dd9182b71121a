//! API types of contests and matches.

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
    /// Its name in addresses.
    slug: String,
    /// Its name.
    name: String,
    /// The slug of its game, if known.
    game: Option<String>,
    /// The number of matches played.
    matches: u64,
    /// The total number of matches, if known.
    planned: Option<u64>,
    /// Whether all matches are played.
    over: bool,
}

/// A match.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ApiMatch {
    /// Its number.
    number: i64,
    /// The bots, seat by seat.
    bots: Vec<String>,
    /// The scores, seat by seat; absent if it is not played yet.
    scores: Option<Vec<f64>>,
    /// The number of turns.
    turns: u64,
    /// The number of faults.
    faults: u64,
}

/// Saved standings; the page `/standings?at=NUMBER` shows them.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ApiMoment {
    /// Its number.
    number: i64,
    /// The time, in seconds since 1970.
    at: u64,
    /// The number of finished matches.
    matches: u64,
}

/// A row of the standings; some rankings add keys.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(dead_code, reason = "it is there for its schema: lines are written by the contest")]
pub(super) struct ApiStanding {
    /// Its rank; absent if it has none.
    rank: Option<u32>,
    /// The bot.
    bot: String,
    /// Its score; null where it is meaningful for the order only.
    score: Option<f64>,
    /// The number of its matches.
    played: u64,
}

/// An error response.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(dead_code, reason = "it is there for its schema")]
pub(super) struct ApiProblem {
    /// The HTTP status.
    status: u16,
    /// The error message.
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
