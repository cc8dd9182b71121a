//! API requests, parsed from an address.

use crate::{
    Slug,
    address::{Query, decoded},
    http_error::{HttpError, Resource},
    page::{self, MatchSearch, match_number},
};
use certamen_store::MatchNumber;

/// An API request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ApiCall {
    /// The `OpenAPI` document.
    Document,
    /// All contests.
    Contests,
    /// A document of a contest, or of one of its championships.
    Of(Slug, ApiNoun),
}

/// A document of a contest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ApiNoun {
    /// The contest itself.
    Itself,
    /// The standings.
    Standings,
    /// The times of saved standings.
    Moments,
    /// The crosstable.
    Matrix,
    /// The ratings.
    Field,
    /// The cycles.
    Circles,
    /// The fair-play figures.
    FairPlay,
    /// The entrants.
    Entrants,
    /// An entrant.
    Bot(String),
    /// The rules.
    Rules,
    /// The notices.
    Notices,
    /// The frequently asked questions.
    Faq,
    /// The publications.
    Publications,
    /// The championships.
    Championships,
    /// The matches, the newest first.
    Matches(MatchSearch),
    /// A match.
    Match(MatchNumber),
    /// Its record, in the record format.
    Record(MatchNumber),
    /// The export.
    Whole,
    /// The event stream.
    Events,
}

/// The documents of a contest that one word names.
pub(super) const PLAIN: [(&str, ApiNoun); 14] = [
    ("standings", ApiNoun::Standings),
    ("moments", ApiNoun::Moments),
    ("matrix", ApiNoun::Matrix),
    ("field", ApiNoun::Field),
    ("circles", ApiNoun::Circles),
    ("fair-play", ApiNoun::FairPlay),
    ("entrants", ApiNoun::Entrants),
    ("rules", ApiNoun::Rules),
    ("notices", ApiNoun::Notices),
    ("faq", ApiNoun::Faq),
    ("publications", ApiNoun::Publications),
    ("championships", ApiNoun::Championships),
    ("export.jsonl", ApiNoun::Whole),
    ("events", ApiNoun::Events),
];

impl ApiCall {
    /// The request for `path` below `/api`.
    pub(crate) fn read(path: &str, query: Option<&str>) -> Result<ApiCall, HttpError> {
        let mut query = Query::read(query);
        let segments = path.split('/').filter(|segment| !segment.is_empty());
        let segments = segments.map(decoded).collect::<Result<Vec<_>, _>>()?;
        let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
        let call = match segments[..] {
            ["openapi.json"] => ApiCall::Document,
            ["v1", "contests"] => ApiCall::Contests,
            ["v1", "contests", ref rest @ ..] => {
                let (slug, rest) = page::contest(rest)?;
                ApiCall::Of(slug, ApiNoun::read((path, rest), &mut query)?)
            }
            _ => return Err(Resource::Page.unknown(path)),
        };
        query.finish()?;
        Ok(call)
    }
}

impl ApiNoun {
    fn read((path, rest): (&str, &[&str]), query: &mut Query) -> Result<ApiNoun, HttpError> {
        Ok(match rest {
            [] => ApiNoun::Itself,
            ["matches"] => ApiNoun::Matches(MatchSearch::read(query)?),
            ["matches", number] => ApiNoun::Match(match_number(number)?),
            ["matches", number, "record"] => ApiNoun::Record(match_number(number)?),
            ["bots", name] => ApiNoun::Bot((*name).to_owned()),
            [word] => {
                let known = PLAIN.into_iter().find(|(known, _)| known == word);
                known.ok_or_else(|| Resource::Page.unknown(path))?.1
            }
            _ => return Err(Resource::Page.unknown(path)),
        })
    }
}
