//! What pages tell, for programs: JSON below `/api/v1`, and the document that says what there is.

mod call;
#[cfg(all(test, feature = "schema"))]
mod document;
mod entrants;
mod texts;
mod told;
mod whole;

pub(crate) use call::{ApiCall, ApiNoun};
pub use whole::ExportWriter;
pub(crate) use whole::sent as sent_whole;

use crate::{
    Slug,
    archive::{Chosen, plain_name},
    championships,
    contest::{ContestSnapshot, ContestView},
    http_error::{HttpError, Resource},
    site::Site,
};
use certamen_i18n::Language;
use certamen_store::{MatchNumber, MatchQuery};
use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Value, json};

/// What `document` generates in a test, which compares the two.
const DOCUMENT: &str = include_str!("openapi.json");

/// So many matches are told at a time.
const PAGE: usize = 50;

/// An answer and its type.
pub(crate) struct ApiAnswer {
    pub(crate) kind: &'static str,
    pub(crate) body: Vec<u8>,
    /// Of when it is, unless it is of now.
    pub(crate) at: Option<Timestamp>,
}

impl ApiCall {
    /// The answer.
    pub(crate) fn answer(&self, site: &Site) -> Result<ApiAnswer, HttpError> {
        match self {
            ApiCall::Document => {
                let document: Value =
                    serde_json::from_str(DOCUMENT).map_err(|_| HttpError::Ours)?;
                json_answer(&document)
            }
            ApiCall::Contests => {
                let told: Vec<_> = site.exhibits().map(|view| told::contest(view)).collect();
                json_answer(&told)
            }
            ApiCall::Of(slug, ApiNoun::Championships) => championships(site, slug),
            ApiCall::Of(slug, noun) => {
                let view = site.shown(slug)?;
                if !noun.is_stale() {
                    return noun.answer(&view, &view.revision());
                }
                let found = view.stale_snapshot();
                let answer = noun.answer(&view, &found.told)?;
                Ok(ApiAnswer { at: found.at, ..answer })
            }
        }
    }
}

impl ApiNoun {
    /// Whether it takes long to tell of many matches: then it is told as it was up to a minute ago.
    pub(super) fn is_stale(&self) -> bool {
        matches!(self, ApiNoun::Matrix | ApiNoun::Field | ApiNoun::Circles | ApiNoun::FairPlay)
    }

    fn answer(
        &self,
        view: &ContestView,
        snapshot: &ContestSnapshot,
    ) -> Result<ApiAnswer, HttpError> {
        let board = || view.board();
        match self {
            ApiNoun::Itself => json_answer(&told::contest(view)),
            ApiNoun::Standings => json_answer(&snapshot.tabled()?.lines),
            ApiNoun::Moments => {
                let moments = view.results()?.kept_moments()?;
                json_answer(&moments.into_iter().map(told::moment).collect::<Vec<_>>())
            }
            ApiNoun::Matrix => {
                let standings = snapshot.tabled()?;
                json_answer(&standings.field.pair_lines(standings.model()))
            }
            ApiNoun::Field => json_answer(&entrants::strengths(snapshot.tabled()?)),
            ApiNoun::Circles => json_answer(&entrants::circles(snapshot.tabled()?)),
            ApiNoun::FairPlay => json_answer(&snapshot.tabled()?.fair_play(&view.folder)?.lines()),
            ApiNoun::Entrants => json_answer(&entrants::all(snapshot.tabled()?, &board())),
            ApiNoun::Bot(name) => {
                json_answer(&entrants::bot(view, (snapshot.tabled()?, &board()), name)?)
            }
            ApiNoun::Rules => json_answer(&texts::rules(view, snapshot)?),
            ApiNoun::Notices => json_answer(&texts::all(&board().notices)),
            ApiNoun::Faq => json_answer(&texts::all(&board().faq)),
            ApiNoun::Publications => json_answer(&board().publications),
            // They are sent as they come, or told of a whole contest, and not from here.
            ApiNoun::Championships | ApiNoun::Whole | ApiNoun::Events => Err(HttpError::Ours),
            ApiNoun::Matches(search) => matches(view, &search.wanted(), PAGE),
            ApiNoun::Match(number) => match_of(view, *number),
            ApiNoun::Record(number) => {
                let body = view.matches()?.record(*number)?;
                Ok(ApiAnswer { kind: "application/jsonl", body, at: None })
            }
        }
    }
}

/// Why there is no answer, as RFC 9457 has it.
pub(crate) fn problem(error: &HttpError, language: Language) -> ApiAnswer {
    let told = json!({ "status": error.status(), "detail": error.answer().get(language) });
    let body = told.to_string().into_bytes();
    ApiAnswer { kind: "application/problem+json", body, at: None }
}

/// The championships of a contest, the oldest first.
fn championships(site: &Site, slug: &Slug) -> Result<ApiAnswer, HttpError> {
    let whole = site.exhibit(slug)?;
    let numbers = 1..=championships::count(&whole.folder);
    let told = numbers.map(|number| Ok(told::contest(&*site.shown(&slug.championship(number))?)));
    json_answer(&told.collect::<Result<Vec<_>, HttpError>>()?)
}

fn matches(
    view: &ContestView,
    wanted: &MatchQuery<'_>,
    most: usize,
) -> Result<ApiAnswer, HttpError> {
    let results = view.matches()?;
    let found = results.listed(wanted, most)?;
    let told = found.iter().map(|stored| told::match_of(&results, stored));
    json_answer(&told.collect::<Result<Vec<_>, _>>()?)
}

/// All matches of a contest that are kept in an archive: those that were chosen, or all.
pub(crate) fn matches_of(
    view: &ContestView,
    chosen: Option<&Chosen>,
) -> Result<ApiAnswer, HttpError> {
    let Some(chosen) = chosen else {
        return matches(view, &MatchQuery::default(), usize::MAX >> 1);
    };
    let results = view.matches()?;
    let found = chosen.listed(&MatchQuery::default(), usize::MAX);
    let told = found.iter().map(|stored| told::match_of(&results, stored));
    json_answer(&told.collect::<Result<Vec<_>, _>>()?)
}

/// What there is to be told of a contest, by what addresses end in, without its matches: those are many.
pub(crate) fn nouns(site: &Site, slug: &Slug) -> Vec<(String, ApiNoun)> {
    let plain = call::PLAIN
        .into_iter()
        .filter(|(_, noun)| !matches!(noun, ApiNoun::Whole | ApiNoun::Events));
    let plain = plain.map(|(word, noun)| (format!("/{word}"), noun));
    let bots = site.shown(slug).ok().and_then(|view| {
        let snapshot = view.revision();
        let lines = &snapshot.tabled().ok()?.lines;
        Some(lines.iter().map(|line| line.bot.clone()).collect::<Vec<_>>())
    });
    let bots = bots.unwrap_or_default().into_iter();
    let bots = bots.map(|bot| (format!("/bots/{}", plain_name(&bot)), ApiNoun::Bot(bot)));
    std::iter::once((String::new(), ApiNoun::Itself)).chain(plain).chain(bots).collect()
}

fn match_of(view: &ContestView, number: MatchNumber) -> Result<ApiAnswer, HttpError> {
    let results = view.matches()?;
    let before = Some(MatchNumber(number.0.saturating_add(1)));
    let found = results.listed(&MatchQuery { before, ..MatchQuery::default() }, 1)?;
    let found = found.into_iter().find(|stored| stored.number == number);
    let stored = found.ok_or_else(|| Resource::Match.unknown(&number.to_string()))?;
    json_answer(&told::match_of(&results, &stored)?)
}

fn json_answer(told: &impl Serialize) -> Result<ApiAnswer, HttpError> {
    let body = serde_json::to_vec(told).map_err(|_| HttpError::Ours)?;
    Ok(ApiAnswer { kind: "application/json", body, at: None })
}
