//! Public pages as values, and the addresses that they have, with the parameters of match searches.

use crate::{
    Slug,
    address::{Query, decoded, encoded},
    assets,
    http_error::{HttpError, Resource},
    replay::PIECE,
};
use certamen_game::{Fault, Language};
use certamen_store::{FaultFilter, MatchNumber, MatchQuery};
use certamen_tournament::Verdict;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Page {
    Home,
    Feed,
    Live,
    Game(String),
    Series(String),
    Contest(Slug, ContestPart),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ContestPart {
    Overview,
    /// The standings, current or as saved under a number.
    Standings(Option<i64>),
    Matrix,
    Pairs,
    Field,
    FairPlay,
    Entrants,
    Rules,
    Publications,
    Publication(u32),
    Notices,
    Faq,
    Feed,
    EmbeddedTable,
    EmbeddedMatch(MatchNumber),
    Matches(MatchSearch),
    Match(MatchNumber, Option<u64>),
    /// The frames for stepping through a match, from this turn on, of the record with this digest;
    /// of the current record if that is empty.
    Frames(MatchNumber, u64, String),
    Worth(MatchNumber),
    Bot(String),
}

/// The pages of a contest without further parameters.
pub(crate) const PLAIN: [(&str, ContestPart); 10] = [
    ("matrix", ContestPart::Matrix),
    ("pairs", ContestPart::Pairs),
    ("field", ContestPart::Field),
    ("fair-play", ContestPart::FairPlay),
    ("entrants", ContestPart::Entrants),
    ("rules", ContestPart::Rules),
    ("publications", ContestPart::Publications),
    ("notices", ContestPart::Notices),
    ("faq", ContestPart::Faq),
    ("feed.atom", ContestPart::Feed),
];

impl Page {
    /// The page at `path`, which is without its language, and the unknown parameters.
    pub(crate) fn read(path: &str, query: Option<&str>) -> Result<(Self, Query), HttpError> {
        let segments = path.split('/').filter(|segment| !segment.is_empty());
        let segments = segments.map(decoded).collect::<Result<Vec<_>, _>>()?;
        let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
        let mut query = Query::read(query);
        let page = match segments[..] {
            [] => Page::Home,
            ["hall"] => Page::Live,
            ["feed.atom"] => Page::Feed,
            ["games", game] => Page::Game(game.to_owned()),
            ["series", series] => {
                let slug = Slug::read(series).ok_or_else(|| Resource::Series.unknown(series))?;
                Page::Series(slug.to_string())
            }
            ["c", ref rest @ ..] if !rest.is_empty() => {
                let (slug, rest) = contest(rest)?;
                Page::Contest(slug, ContestPart::read(rest, &mut query)?)
            }
            ["embed", "c", ref rest @ ..] if !rest.is_empty() => {
                let (slug, rest) = contest(rest)?;
                Page::Contest(slug, ContestPart::embedded(rest)?)
            }
            // Known parameters were removed before.
            [code, ..] if code.len() == 2 => return Err(Resource::Language.unknown(code)),
            _ => return Err(Resource::Page.unknown(path)),
        };
        Ok((page, query))
    }

    /// Its address, without the language; begins with a slash.
    pub(crate) fn path(&self) -> String {
        match self {
            Page::Home => "/".to_owned(),
            Page::Feed => "/feed.atom".to_owned(),
            Page::Live => "/hall".to_owned(),
            Page::Game(slug) => format!("/games/{}", encoded(slug)),
            Page::Series(series) => format!("/series/{series}"),
            Page::Contest(
                slug,
                part @ (ContestPart::EmbeddedTable | ContestPart::EmbeddedMatch(_)),
            ) => format!("/embed/c/{slug}{}", part.path()),
            Page::Contest(slug, part) => format!("/c/{slug}{}", part.path()),
        }
    }

    pub(crate) fn is_matrix(&self) -> bool {
        matches!(self, Page::Contest(_, ContestPart::Matrix | ContestPart::Pairs))
    }

    /// Whether it is as much work as many moves.
    pub(crate) fn is_expensive(&self) -> bool {
        matches!(self, Page::Contest(_, ContestPart::Worth(_)))
    }

    pub(crate) fn address(&self, language: Language) -> String {
        format!("/{language}{}", self.path())
    }
}

impl ContestPart {
    /// Whether it is expensive for many matches.
    pub(crate) fn is_stale(&self) -> bool {
        use ContestPart::{FairPlay, Field, Matrix, Pairs};
        matches!(self, Matrix | Pairs | Field | FairPlay)
    }

    fn read(segments: &[&str], query: &mut Query) -> Result<Self, HttpError> {
        Ok(match segments {
            [] => ContestPart::Overview,
            ["standings"] => {
                let number = query.take_number("at")?;
                let number = number.map(|number| i64::try_from(number).unwrap_or(i64::MAX));
                ContestPart::Standings(number)
            }
            ["publications", number] => {
                let found = plain_number(number).and_then(|number| u32::try_from(number).ok());
                ContestPart::Publication(
                    found.ok_or_else(|| Resource::Publication.unknown(number))?,
                )
            }
            ["matches"] => ContestPart::Matches(MatchSearch::read(query)?),
            ["matches", number] => {
                ContestPart::Match(match_number(number)?, query.take_number("turn")?)
            }
            ["matches", number, "frames.js"] => {
                let from = query.take_number("from")?.unwrap_or_default();
                if from % PIECE != 0 {
                    return Err(HttpError::value("from", &from.to_string()));
                }
                ContestPart::Frames(match_number(number)?, from, record_digest(query)?)
            }
            ["matches", number, "worth"] => ContestPart::Worth(match_number(number)?),
            ["bots", bot] => ContestPart::Bot((*bot).to_owned()),
            [name] => {
                let found = PLAIN.into_iter().find(|(known, _)| known == name);
                found.ok_or_else(|| Resource::Page.unknown(name))?.1
            }
            _ => return Err(Resource::Page.unknown(&segments.join("/"))),
        })
    }

    fn embedded(segments: &[&str]) -> Result<Self, HttpError> {
        match segments {
            ["standings"] => Ok(ContestPart::EmbeddedTable),
            ["matches", number] => Ok(ContestPart::EmbeddedMatch(match_number(number)?)),
            _ => Err(Resource::Page.unknown(&segments.join("/"))),
        }
    }

    pub(crate) fn path(&self) -> String {
        match self {
            ContestPart::Overview => String::new(),
            ContestPart::Standings(None) | ContestPart::EmbeddedTable => "/standings".to_owned(),
            ContestPart::Standings(Some(number)) => format!("/standings?at={number}"),
            ContestPart::Publication(number) => format!("/publications/{number}"),
            ContestPart::Matches(search) => format!("/matches{}", search.query()),
            ContestPart::Match(number, None) | ContestPart::EmbeddedMatch(number) => {
                format!("/matches/{number}")
            }
            ContestPart::Match(number, Some(turn)) => format!("/matches/{number}?turn={turn}"),
            ContestPart::Frames(number, from, of) => {
                let from = (*from > 0).then(|| format!("from={from}"));
                let of = (!of.is_empty()).then(|| format!("of={of}"));
                let parameters: Vec<String> = from.into_iter().chain(of).collect();
                let mark = if parameters.is_empty() { "" } else { "?" };
                format!("/matches/{number}/frames.js{mark}{}", parameters.join("&"))
            }
            ContestPart::Worth(number) => format!("/matches/{number}/worth"),
            ContestPart::Bot(name) => format!("/bots/{}", encoded(name)),
            plain => {
                let found = PLAIN.iter().find(|(_, part)| part == plain);
                format!("/{}", found.map(|(name, _)| *name).unwrap_or_default())
            }
        }
    }
}

/// The contest or championship that the segments begin with, and the remaining segments.
pub(crate) fn contest<'a, 's>(segments: &'a [&'s str]) -> Result<(Slug, &'a [&'s str]), HttpError> {
    let (name, rest) = segments.split_first().ok_or_else(|| Resource::Contest.unknown(""))?;
    let slug = Slug::read(name).ok_or_else(|| Resource::Contest.unknown(name))?;
    let ["championships", given, rest @ ..] = rest else { return Ok((slug, rest)) };
    let found = plain_number(given).and_then(|number| usize::try_from(number).ok());
    let number = found.filter(|number| *number > 0);
    let number = number.ok_or_else(|| Resource::Championship.unknown(given))?;
    Ok((slug.championship(number), rest))
}

pub(crate) fn match_number(given: &str) -> Result<MatchNumber, HttpError> {
    plain_number(given).map(MatchNumber).ok_or_else(|| Resource::Match.unknown(given))
}

fn plain_number(given: &str) -> Option<i64> {
    let plain = !given.is_empty() && given.bytes().all(|byte| byte.is_ascii_digit());
    given.parse().ok().filter(|_| plain)
}

/// The name of a record, as [`assets::digest`] gives it; empty if none is given.
fn record_digest(query: &mut Query) -> Result<String, HttpError> {
    let Some(given) = query.take("of")? else { return Ok(String::new()) };
    let plain = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let fits = given.len() == assets::DIGITS && given.bytes().all(plain);
    if fits { Ok(given) } else { Err(HttpError::value("of", &given)) }
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct MatchSearch {
    pub(crate) bot: Option<String>,
    pub(crate) vs: Option<String>,
    pub(crate) result: Option<Verdict>,
    pub(crate) fault: Option<FaultFilter>,
    pub(crate) before: Option<i64>,
}

pub(crate) const RESULTS: [(&str, Verdict); 3] =
    [("won", Verdict::Won), ("drawn", Verdict::Drawn), ("lost", Verdict::Lost)];

impl MatchSearch {
    pub(crate) fn read(query: &mut Query) -> Result<Self, HttpError> {
        let fault = match query.take("fault")? {
            None => None,
            Some(any) if any == "any" => Some(FaultFilter::Any),
            Some(word) => {
                let known = Fault::ALL.into_iter().find(|fault| fault.word() == word);
                Some(FaultFilter::Kind(known.ok_or_else(|| HttpError::value("fault", &word))?))
            }
        };
        let bot = query.take("bot")?;
        let result = match query.take("result")? {
            None => None,
            Some(word) => {
                let known = RESULTS.iter().find(|(known, _)| *known == word && bot.is_some());
                Some(known.ok_or_else(|| HttpError::value("result", &word))?.1)
            }
        };
        let before = query.take_number("before")?;
        let before = before.map(|number| i64::try_from(number).unwrap_or(i64::MAX));
        Ok(MatchSearch { bot, vs: query.take("vs")?, result, fault, before })
    }

    pub(crate) fn store_query(&self) -> MatchQuery<'_> {
        MatchQuery {
            bot: self.bot.as_deref(),
            against: self.vs.as_deref(),
            result: self.result,
            fault: self.fault,
            before: self.before.map(MatchNumber),
        }
    }

    pub(crate) fn result_word(&self) -> Option<&'static str> {
        RESULTS.iter().find(|(_, known)| Some(*known) == self.result).map(|(word, _)| *word)
    }

    pub(crate) fn fault_word(&self) -> Option<&'static str> {
        self.fault.map(|fault| match fault {
            FaultFilter::Any => "any",
            FaultFilter::Kind(fault) => fault.word(),
        })
    }

    pub(super) fn query(&self) -> String {
        let before = self.before.map(|number| number.to_string());
        let given = [
            ("bot", self.bot.as_deref()),
            ("vs", self.vs.as_deref()),
            ("result", self.result_word()),
            ("fault", self.fault_word()),
            ("before", before.as_deref()),
        ];
        let given =
            given.iter().filter_map(|(key, value)| Some(format!("{key}={}", encoded((*value)?))));
        let given: Vec<String> = given.collect();
        if given.is_empty() { String::new() } else { format!("?{}", given.join("&")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_store::FaultFilter;
    use certamen_tournament::Verdict;

    #[test]
    fn every_page_is_found_at_its_own_address() {
        let slug = Slug::read("go-9x9").unwrap();
        let search = MatchSearch {
            bot: Some("a b/ñ&c".to_owned()),
            vs: None,
            result: Some(Verdict::Drawn),
            fault: Some(FaultFilter::Any),
            before: Some(12),
        };
        let mut parts = PLAIN.map(|(_, part)| part).to_vec();
        parts.extend([
            ContestPart::Overview,
            ContestPart::Matches(MatchSearch::default()),
            ContestPart::Matches(search),
            ContestPart::Match(MatchNumber(7), None),
            ContestPart::Match(MatchNumber(7), Some(3)),
            ContestPart::Frames(MatchNumber(7), 0, String::new()),
            ContestPart::Frames(MatchNumber(7), 0, "0123456789abcdef".to_owned()),
            ContestPart::Frames(MatchNumber(7), 2 * PIECE, String::new()),
            ContestPart::Frames(MatchNumber(7), PIECE, "fedcba9876543210".to_owned()),
            ContestPart::Worth(MatchNumber(7)),
            ContestPart::Bot("../<x>?".to_owned()),
            ContestPart::Standings(None),
            ContestPart::Standings(Some(3)),
            ContestPart::Publication(4),
            ContestPart::EmbeddedTable,
            ContestPart::EmbeddedMatch(MatchNumber(5)),
        ]);
        let contest = parts.into_iter().map(|part| Page::Contest(slug.clone(), part));
        let series = Page::Series("spring".to_owned());
        let of_championship = |part| Page::Contest(slug.championship(2), part);
        let championships = [ContestPart::Matrix, ContestPart::EmbeddedTable].map(of_championship);
        for page in [Page::Home, Page::Feed, Page::Live, Page::Game("go".to_owned()), series]
            .into_iter()
            .chain(championships)
            .chain(contest)
        {
            let path = page.path();
            let (path, query) = path.split_once('?').map_or((&*path, None), |(p, q)| (p, Some(q)));
            let (found, rest) = Page::read(path, query).unwrap();
            assert!(found == page && rest.is_empty(), "{path}");
        }
    }

    #[test]
    fn unknown_parts_are_rejected_by_name() {
        for (path, query, named) in [
            ("/nothing", None, "nothing"),
            ("/de/c/a", None, "no pages in \"de\""),
            ("/c/Foot", None, "Foot"),
            ("/c/a/championships/0", None, "0"),
            ("/c/a/championships/x/matrix", None, "x"),
            ("/series/A%20b", None, "A b"),
            ("/c/a/matches/x", None, "x"),
            ("/c/a/matches/-1", None, "-1"),
            ("/c/a/matches/+1", None, "+1"),
            ("/c/a/matches/99999999999999999999", None, "99999999999999999999"),
            ("/c/a/matches/1", Some("turn=zwei"), "zwei"),
            ("/c/a/matches/1/frames.js", Some("from=7"), "7"),
            ("/c/a/matches/1/frames.js", Some("of=0123456789ABCDEF"), "ABCDEF"),
            ("/c/a/matches/1/frames.js", Some("of=0123"), "0123"),
            ("/c/a/matches", Some("fault=some"), "some"),
            ("/c/a/matches", Some("bot=a&result=well"), "well"),
            ("/c/a/matches", Some("result=won"), "won"),
            ("/c/a/matches", Some("bot=a&bot=b"), "bot"),
            ("/c/a/matches/x/worth", None, "x"),
            ("/c/a/standings", Some("at=x"), "x"),
            ("/c/a/publications/x", None, "x"),
            ("/embed/c/a/rules", None, "rules"),
            ("/c/%2e%2e/rules", None, "%2e%2e"),
            ("/c/a/bots/%00", None, "%00"),
            ("/c/a/bots/%ff", None, "%ff"),
            ("/c/a/bots/%", None, "%"),
        ] {
            let refused = Page::read(path, query).unwrap_err().to_string();
            assert!(refused.contains(named), "{path}: {refused}");
        }
    }

    #[test]
    fn known_parameters_are_read_and_unknown_ones_remain() {
        for (given, left) in [
            ("bot=a&fbclid=x", true),
            ("utm_source=a&bot=a&utm_source=b", true),
            ("%ff=1&bot=a", true),
            ("x=%&bot=a", true),
            ("bot=a&vs=&&", false),
        ] {
            let (page, rest) = Page::read("/c/a/matches", Some(given)).unwrap();
            assert_eq!(page.path(), "/c/a/matches?bot=a", "{given}");
            assert_eq!(!rest.is_empty(), left, "{given}");
        }
        let (page, rest) = Page::read("/c/a/matrix", Some("at=3")).unwrap();
        assert_eq!((&*page.path(), rest.is_empty()), ("/c/a/matrix", false));
    }
}
