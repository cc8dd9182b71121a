//! API documents of entrants.

use crate::{
    board::Announcements,
    contest::{ContestView, StandingsView},
    http_error::HttpError,
    public::known,
};
use certamen_contest::{PairLine, StandingsRow};
use certamen_game::{Fault, number};
use certamen_tournament::statistics::Rating;
use serde::Serialize;
use std::collections::BTreeMap;

/// The rating of a bot, in Elo points from the mean of all.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ApiStrength {
    /// The bot.
    bot: String,
    /// Its rating; null where it is unknown, or meaningful for the order only.
    #[serde(serialize_with = "number::serialize_known")]
    elo: Option<f64>,
    /// The lower bound of its 95 % interval.
    #[serde(serialize_with = "number::serialize_known")]
    low: Option<f64>,
    /// The upper bound of its 95 % interval.
    #[serde(serialize_with = "number::serialize_known")]
    high: Option<f64>,
}

/// A cycle: each of three bots beats the next, and the last the first.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ApiCircle {
    /// Their names, beginning with the highest-ranked.
    bots: [String; 3],
    /// The joint certainty, in percent, of all cycles with this number.
    percent: f64,
}

/// An entrant.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ApiEntrant {
    /// Its name in addresses.
    bot: String,
    /// Its displayed name, where that is different.
    alias: Option<String>,
    /// Its programming language.
    language: String,
    /// Its rank; absent if it has none.
    rank: Option<u32>,
    /// Its author, where the contest accepts submissions.
    author: Option<String>,
    /// The number of its version.
    version: Option<u32>,
    /// The time of that submission, as in RFC 3339.
    received: Option<String>,
    /// The author's note.
    note: Option<String>,
}

/// A bot with its results.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ApiBot {
    /// The entrant.
    entrant: ApiEntrant,
    /// Its row of the standings.
    #[cfg_attr(feature = "schema", schemars(with = "super::told::ApiStanding"))]
    standing: StandingsRow,
    /// Its rating.
    strength: ApiStrength,
    /// Its faults by kind.
    faults: BTreeMap<Fault, u64>,
    /// Its results against each of the others.
    against: Vec<PairLine>,
}

/// The ratings, the best first.
pub(super) fn strengths(standings: &StandingsView) -> Vec<ApiStrength> {
    let elo = |place: &usize| {
        standings.ratings[*place].as_ref().map_or(f64::NEG_INFINITY, |rating| rating.elo)
    };
    let mut order: Vec<usize> = (0..standings.lines.len()).collect();
    order.sort_by(|one, other| elo(other).total_cmp(&elo(one)));
    order.into_iter().map(|place| strength(standings, place)).collect()
}

/// The cycles, the most certain first.
pub(super) fn circles(standings: &StandingsView) -> Vec<ApiCircle> {
    let circles = standings.circles().iter().map(|circle| ApiCircle {
        bots: circle.members.map(|id| standings.field.bots[id.index()].clone()),
        percent: circle.level.percent(),
    });
    circles.collect()
}

/// The entrants, in the order of the standings.
pub(super) fn all(standings: &StandingsView, board: &Announcements) -> Vec<ApiEntrant> {
    standings.lines.iter().map(|line| entrant((standings, board), line)).collect()
}

/// The bot with this name.
pub(super) fn bot(
    view: &ContestView,
    (standings, board): (&StandingsView, &Announcements),
    name: &str,
) -> Result<ApiBot, HttpError> {
    let place = known(standings, name)?;
    let line = &standings.lines[place];
    let mut against = standings.field.pair_lines(standings.model());
    against.retain(|pair| pair.bot == name);
    // The names that results have for pseudonymous bots are private.
    let faults = match &standings.pseudonyms {
        Some(_) => BTreeMap::new(),
        None => view.results()?.faults_of(name)?.into_iter().collect(),
    };
    Ok(ApiBot {
        entrant: entrant((standings, board), line),
        standing: line.clone(),
        strength: strength(standings, place),
        faults,
        against,
    })
}

fn strength(standings: &StandingsView, place: usize) -> ApiStrength {
    let rating: Option<&Rating> = standings.ratings[place].as_ref();
    let interval = rating.map(Rating::interval);
    ApiStrength {
        bot: standings.lines[place].bot.clone(),
        elo: rating.map(|rating| rating.elo),
        low: interval.map(|interval| interval.low),
        high: interval.map(|interval| interval.high),
    }
}

fn entrant(
    (standings, board): (&StandingsView, &Announcements),
    line: &StandingsRow,
) -> ApiEntrant {
    let own = board.roster.taking_part();
    let decided = own.iter().map(|filed| &filed.decided);
    let decided = decided.clone().find(|decided| decided.sent.entrant == line.bot);
    let sent = decided.map(|decided| &decided.sent);
    let alias = standings.pseudonyms.as_ref().and_then(|pseudonyms| pseudonyms.alias(&line.bot));
    ApiEntrant {
        bot: line.bot.clone(),
        alias: alias.map(str::to_owned),
        language: line.language.clone(),
        rank: line.rank,
        author: sent.map(|sent| sent.author.clone()),
        version: decided.map(|decided| decided.number),
        received: sent.map(|sent| sent.received.to_string()),
        note: sent.map(|sent| sent.note.clone()),
    }
}
