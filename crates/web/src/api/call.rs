//! What programs ask for, read from an address.

use crate::{
    Slug,
    address::{Query, decoded},
    http_error::{HttpError, Resource},
    page::{self, MatchSearch, match_number},
};
use certamen_store::MatchNumber;

/// What a program asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ApiCall {
    /// What there is.
    Document,
    /// All contests.
    Contests,
    /// Something of a contest, or of one of its championships.
    Of(Slug, ApiNoun),
}

/// Something of a contest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ApiNoun {
    /// What it is.
    Itself,
    /// Its table.
    Standings,
    /// The moments of which its table was kept.
    Moments,
    /// Who did what against whom.
    Matrix,
    /// How strong everybody is.
    Field,
    /// Who beats whom in circles.
    Circles,
    /// Whether everybody had the same chances.
    FairPlay,
    /// Who takes part.
    Entrants,
    /// One of those.
    Bot(String),
    /// How it is held.
    Rules,
    /// What its hosts tell.
    Notices,
    /// What is often asked.
    Faq,
    /// Its published tables.
    Publications,
    /// Its championships.
    Championships,
    /// Its matches, the newest first.
    Matches(MatchSearch),
    /// A match.
    Match(MatchNumber),
    /// Its record, as the format has it.
    Record(MatchNumber),
    /// All there is.
    Whole,
    /// What is new, as it comes.
    Events,
}

/// What of a contest is asked for by one word.
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
    /// What `path` below `/api` asks for.
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
