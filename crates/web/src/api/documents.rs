//! API types of contests, matches, entrants, rules and announcements. Their doc comments are the
//! descriptions in the `OpenAPI` document.

use crate::{
    board::{Announcement, Announcements},
    contest::{ContestSnapshot, ContestView, StandingsView},
    http_error::HttpError,
    public::{contest_options, known, shown_file},
};
use certamen_contest::view::{EntrantLine, PairLine, StandingsRow, Strength, strongest_first};
use certamen_game::{DynGame, Fault, Map};
use certamen_store::SavedMoment;
use certamen_tournament::EntrantId;
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

/// A bot with its results.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ApiBot {
    /// The entrant.
    entrant: EntrantLine,
    /// Its row of the standings.
    standing: StandingsRow,
    /// Its rating.
    strength: Strength,
    /// Its faults by kind.
    faults: BTreeMap<Fault, u64>,
    /// Its results against each of the others.
    against: Vec<PairLine>,
}

/// The ratings, the best first.
pub(super) fn ratings(standings: &StandingsView) -> Vec<Strength> {
    let strength = |place: usize| {
        Strength::new(&standings.lines[place].bot, standings.ratings[place].as_ref())
    };
    strongest_first(&standings.ratings).into_iter().map(strength).collect()
}

/// The entrants, in the order of the standings.
pub(super) fn entrants(standings: &StandingsView, board: &Announcements) -> Vec<EntrantLine> {
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
    let ids = (0..standings.lines.len() as u32).map(EntrantId);
    let others = ids.filter(|id| id.index() != place);
    let own = EntrantId(place as u32);
    let against = others.map(|other| standings.field.pair_line(standings.model(), own, other));
    // The names that results have for pseudonymous bots are private.
    let faults = match &standings.pseudonyms {
        Some(_) => BTreeMap::new(),
        None => view.results()?.faults_of(name)?.into_iter().collect(),
    };
    Ok(ApiBot {
        entrant: entrant(standings, board, line),
        standing: line.clone(),
        strength: Strength::new(name, standings.ratings[place].as_ref()),
        faults,
        against: against.collect(),
    })
}

fn entrant(standings: &StandingsView, board: &Announcements, line: &StandingsRow) -> EntrantLine {
    let entered = board.roster.taking_part();
    let mut decided = entered.iter().map(|filed| &filed.decided);
    let decided = decided.find(|decided| decided.sent.entrant == line.bot);
    let alias = standings.pseudonyms.as_ref().and_then(|pseudonyms| pseudonyms.alias(&line.bot));
    EntrantLine::new(line, alias, decided)
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
