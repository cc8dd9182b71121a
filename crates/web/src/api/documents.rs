//! API types of contests, matches, entrants, rules and announcements. Their doc comments are the
//! descriptions in the `OpenAPI` document.

use crate::{
    board::{Announcement, Announcements},
    contest::{ContestSnapshot, ContestView, StandingsView},
    http_error::HttpError,
    public::{contest_options, known, shown_file},
};
use certamen_contest::{ContestError, PairLine, Results, StandingsRow};
use certamen_game::{DynGame, Fault, Map, number};
use certamen_store::{SavedMoment, StoredMatch};
use certamen_tournament::statistics::Rating;
use serde::Serialize;
use std::{collections::BTreeMap, time::SystemTime};

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
#[expect(dead_code, reason = "only for its schema: rows are serialised by certamen_contest")]
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
#[expect(dead_code, reason = "only for its schema")]
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

pub(super) fn moment(saved: SavedMoment) -> ApiMoment {
    let at = saved.at.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    ApiMoment { number: saved.number, at: at.as_secs(), matches: saved.matches }
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
    #[cfg_attr(feature = "schema", schemars(with = "ApiStanding"))]
    standing: StandingsRow,
    /// Its rating.
    strength: ApiStrength,
    /// Its faults by kind.
    faults: BTreeMap<Fault, u64>,
    /// Its results against each of the others.
    against: Vec<PairLine>,
}

/// The ratings, the best first.
pub(super) fn ratings(standings: &StandingsView) -> Vec<ApiStrength> {
    let elo = |place: &usize| {
        standings.ratings[*place].as_ref().map_or(f64::NEG_INFINITY, |rating| rating.elo)
    };
    let mut order: Vec<usize> = (0..standings.lines.len()).collect();
    order.sort_by(|one, other| elo(other).total_cmp(&elo(one)));
    order.into_iter().map(|place| rating_of(standings, place)).collect()
}

/// The cycles, the most certain first.
pub(super) fn cycles(standings: &StandingsView) -> Vec<ApiCircle> {
    let cycles = standings.cycles().iter().map(|cycle| ApiCircle {
        bots: cycle.members.map(|id| standings.field.bots[id.index()].clone()),
        percent: cycle.level.percent(),
    });
    cycles.collect()
}

/// The entrants, in the order of the standings.
pub(super) fn entrants(standings: &StandingsView, board: &Announcements) -> Vec<ApiEntrant> {
    standings.lines.iter().map(|line| entrant(standings, board, line)).collect()
}

/// The bot with this name.
pub(super) fn bot(
    view: &ContestView,
    standings: &StandingsView,
    board: &Announcements,
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
        entrant: entrant(standings, board, line),
        standing: line.clone(),
        strength: rating_of(standings, place),
        faults,
        against,
    })
}

fn rating_of(standings: &StandingsView, place: usize) -> ApiStrength {
    let rating: Option<&Rating> = standings.ratings[place].as_ref();
    let interval = rating.map(Rating::interval);
    ApiStrength {
        bot: standings.lines[place].bot.clone(),
        elo: rating.map(|rating| rating.elo),
        low: interval.map(|interval| interval.low),
        high: interval.map(|interval| interval.high),
    }
}

fn entrant(standings: &StandingsView, board: &Announcements, line: &StandingsRow) -> ApiEntrant {
    let entered = board.roster.taking_part();
    let decided = entered.iter().map(|filed| &filed.decided);
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

/// A text that an organizer wrote.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ApiText {
    /// Its name, the same in all languages.
    name: String,
    /// Its language, if given.
    language: Option<String>,
    /// Its date as the organizer wrote it; empty if there is none.
    date: String,
    /// Its title.
    title: String,
    /// Its body, in Markdown.
    text: String,
}

/// The rules of a contest.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ApiRules {
    /// The slug of its game.
    game: String,
    /// The options of its game with their values.
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Map<String, serde_json::Value>"))]
    options: Map,
    /// The rules as the organizers wrote them.
    texts: Vec<ApiText>,
    /// The contest file, where it is public.
    file: Option<String>,
}

/// All texts.
pub(super) fn texts(texts: &[Announcement]) -> Vec<ApiText> {
    let texts = texts.iter().map(|text| ApiText {
        name: text.name.clone(),
        language: text.language.map(|language| language.to_string()),
        date: text.date.clone(),
        title: text.title.clone(),
        text: text.text.clone(),
    });
    texts.collect()
}

/// The rules of a contest, once its file can be read.
pub(super) fn rules(view: &ContestView, snapshot: &ContestSnapshot) -> Result<ApiRules, HttpError> {
    let Some(file) = &snapshot.file else { return Err(HttpError::NotYet) };
    Ok(ApiRules {
        game: file.game.info().slug.to_owned(),
        options: contest_options(file),
        texts: texts(&view.board().rules),
        file: shown_file(view, snapshot),
    })
}
