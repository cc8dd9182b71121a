//! What pages tell, for programs: JSON below `/api/v1`, and the document that says what there is.

mod document;
mod told;
mod whole;

pub use whole::WriteOut;
pub(crate) use whole::sent as sent_whole;

use crate::{
    Slug,
    address::Query,
    page::{MatchSearch, match_number},
    refusal::{Refusal, Thing},
    site::Site,
};
use certamen_speech::{Language, Speak};
use certamen_store::{MatchNumber, Wanted};
use serde::Serialize;
use serde_json::json;

/// So many matches are told at a time.
const PAGE: usize = 50;

/// What a program asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ApiCall {
    /// What there is.
    Document,
    /// All contests.
    Contests,
    /// A contest.
    Contest(Slug),
    /// Its table.
    Standings(Slug),
    /// The moments of which its table was kept.
    Moments(Slug),
    /// Its published tables.
    Publications(Slug),
    /// Its matches, the newest first.
    Matches(Slug, MatchSearch),
    /// A match.
    Match(Slug, MatchNumber),
    /// Its record, as the format has it.
    Record(Slug, MatchNumber),
    /// All there is.
    Whole(Slug),
    /// What is new, as it comes.
    Events(Slug),
}

/// An answer and its type.
pub(crate) struct ApiAnswer {
    pub(crate) kind: &'static str,
    pub(crate) body: Vec<u8>,
}

impl ApiCall {
    /// What `path` below `/api` asks for.
    pub(crate) fn read(path: &str, query: Option<&str>) -> Result<ApiCall, Refusal> {
        let mut query = Query::read(query)?;
        let slug = |name: &str| Slug::read(name).ok_or_else(|| Thing::Contest.unknown(name));
        let segments: Vec<&str> = path.split('/').filter(|it| !it.is_empty()).collect();
        let call = match segments[..] {
            ["openapi.json"] => ApiCall::Document,
            ["v1", "contests"] => ApiCall::Contests,
            ["v1", "contests", name] => ApiCall::Contest(slug(name)?),
            ["v1", "contests", name, "standings"] => ApiCall::Standings(slug(name)?),
            ["v1", "contests", name, "moments"] => ApiCall::Moments(slug(name)?),
            ["v1", "contests", name, "publications"] => ApiCall::Publications(slug(name)?),
            ["v1", "contests", name, "matches"] => {
                ApiCall::Matches(slug(name)?, MatchSearch::read(&mut query)?)
            }
            ["v1", "contests", name, "export.jsonl"] => ApiCall::Whole(slug(name)?),
            ["v1", "contests", name, "events"] => ApiCall::Events(slug(name)?),
            ["v1", "contests", name, "matches", number] => {
                ApiCall::Match(slug(name)?, match_number(number)?)
            }
            ["v1", "contests", name, "matches", number, "record"] => {
                ApiCall::Record(slug(name)?, match_number(number)?)
            }
            _ => return Err(Thing::Page.unknown(path)),
        };
        query.finish()?;
        Ok(call)
    }

    /// The answer.
    pub(crate) fn answer(&self, site: &Site) -> Result<ApiAnswer, Refusal> {
        match self {
            ApiCall::Document => json_answer(&document::document()),
            ApiCall::Contests => {
                let told: Vec<_> = site.exhibits().map(|exhibit| told::contest(exhibit)).collect();
                json_answer(&told)
            }
            ApiCall::Contest(slug) => json_answer(&told::contest(site.exhibit(slug)?)),
            ApiCall::Standings(slug) => {
                json_answer(&site.exhibit(slug)?.revision().tabled()?.lines)
            }
            ApiCall::Moments(slug) => {
                let moments = site.exhibit(slug)?.results()?.kept_moments()?;
                json_answer(&moments.into_iter().map(told::moment).collect::<Vec<_>>())
            }
            ApiCall::Publications(slug) => json_answer(&site.exhibit(slug)?.board().publications),
            ApiCall::Matches(slug, search) => {
                let results = site.exhibit(slug)?.matches()?;
                let found = results.listed(&search.wanted(), PAGE)?;
                let told = found.iter().map(|stored| told::match_of(&results, stored));
                json_answer(&told.collect::<Result<Vec<_>, _>>()?)
            }
            ApiCall::Match(slug, number) => {
                let results = site.exhibit(slug)?.matches()?;
                let before = Some(MatchNumber(number.0.saturating_add(1)));
                let found = results.listed(&Wanted { before, ..Wanted::default() }, 1)?;
                let found = found.into_iter().find(|stored| stored.number == *number);
                let stored = found.ok_or_else(|| Thing::Match.unknown(&number.to_string()))?;
                json_answer(&told::match_of(&results, &stored)?)
            }
            // They are sent as they come, and not from here.
            ApiCall::Whole(_) | ApiCall::Events(_) => Err(Refusal::Ours),
            ApiCall::Record(slug, number) => {
                let body = site.exhibit(slug)?.matches()?.record(*number)?;
                Ok(ApiAnswer { kind: "application/jsonl", body })
            }
        }
    }
}

/// Why there is no answer, as RFC 9457 has it.
pub(crate) fn problem(refusal: &Refusal, language: Language) -> ApiAnswer {
    let told = json!({ "status": refusal.status(), "detail": refusal.message().get(language) });
    ApiAnswer { kind: "application/problem+json", body: told.to_string().into_bytes() }
}

fn json_answer(told: &impl Serialize) -> Result<ApiAnswer, Refusal> {
    let body = serde_json::to_vec(told).map_err(|_| Refusal::Ours)?;
    Ok(ApiAnswer { kind: "application/json", body })
}
