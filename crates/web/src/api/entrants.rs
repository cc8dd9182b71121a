//! What is told of those who take part, and of one of them.

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

/// How strong somebody is, in Elo points from the mean of all.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ApiStrength {
    /// The bot.
    bot: String,
    /// Its strength; null where that is not known, or for the order only.
    #[serde(serialize_with = "number::serialize_known")]
    elo: Option<f64>,
    /// Where that lies with a probability of 95 %: not below.
    #[serde(serialize_with = "number::serialize_known")]
    low: Option<f64>,
    /// And not above.
    #[serde(serialize_with = "number::serialize_known")]
    high: Option<f64>,
}

/// Three of whom each beats the next, and the last the first.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ApiCircle {
    /// Who they are, from the first in the order of the table on.
    bots: [String; 3],
    /// In how many of 100 contests all circles that are told with this number are such.
    percent: f64,
}

/// Somebody who takes part.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ApiEntrant {
    /// What addresses call it.
    bot: String,
    /// What readers call it, where that is something else.
    alias: Option<String>,
    /// The language it is written in.
    language: String,
    /// Its place; absent for who has none.
    rank: Option<u32>,
    /// Who sent it, where programs are sent.
    author: Option<String>,
    /// Which of the versions that were sent it is.
    version: Option<u32>,
    /// When that was, as RFC 3339 has it.
    received: Option<String>,
    /// What its author says of it.
    note: Option<String>,
}

/// One bot, with what it did.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ApiBot {
    /// Who it is.
    entrant: ApiEntrant,
    /// Its line of the table.
    #[cfg_attr(feature = "schema", schemars(with = "super::told::ApiStanding"))]
    standing: StandingsRow,
    /// How strong it is.
    strength: ApiStrength,
    /// Its faults by kind.
    faults: BTreeMap<Fault, u64>,
    /// What it did against each of the others.
    against: Vec<PairLine>,
}

/// How strong everybody is, the strongest first.
pub(super) fn strengths(standings: &StandingsView) -> Vec<ApiStrength> {
    let elo = |place: &usize| {
        standings.ratings[*place].as_ref().map_or(f64::NEG_INFINITY, |rating| rating.elo)
    };
    let mut order: Vec<usize> = (0..standings.lines.len()).collect();
    order.sort_by(|one, other| elo(other).total_cmp(&elo(one)));
    order.into_iter().map(|place| strength(standings, place)).collect()
}

/// Who beats whom in circles, the surest first.
pub(super) fn circles(standings: &StandingsView) -> Vec<ApiCircle> {
    let circles = standings.circles().iter().map(|circle| ApiCircle {
        bots: circle.members.map(|id| standings.field.bots[id.index()].clone()),
        percent: circle.level.percent(),
    });
    circles.collect()
}

/// Everybody, in the order of the table.
pub(super) fn all(standings: &StandingsView, board: &Announcements) -> Vec<ApiEntrant> {
    standings.lines.iter().map(|line| entrant((standings, board), line)).collect()
}

/// The bot that is called so.
pub(super) fn bot(
    view: &ContestView,
    (standings, board): (&StandingsView, &Announcements),
    name: &str,
) -> Result<ApiBot, HttpError> {
    let place = known(standings, name)?;
    let line = &standings.lines[place];
    let mut against = standings.field.pair_lines(standings.model());
    against.retain(|pair| pair.bot == name);
    // Results call those with masks by names that are nobody's concern.
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
