//! Public pages as values, and the addresses that they have, with the parameters of match searches.

use crate::{
    Slug,
    address::{Query, encoded},
    http_error::{HttpError, Resource},
};
use certamen_game::{Fault, Language};
use certamen_store::{FaultFilter, MatchNumber, MatchQuery};
use certamen_tournament::Verdict;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Page {
    Home,
    Feed,
    Live,
    Games,
    Game(String),
    /// A page of the documentation, by its path without the extension; empty for the first one.
    Docs(String),
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
    Matches(MatchSearch),
    Match(MatchNumber, Option<u64>),
    /// The frames for stepping through a match, from this turn on, of the record with this digest;
    /// of the current record if that is empty.
    Frames(MatchNumber, u64, String),
    Worth(MatchNumber),
    /// The match as an animated picture.
    Animation(MatchNumber),
    /// The board for link previews, after a turn or half-way, which leaves the result open.
    Preview(MatchNumber, Option<u64>),
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
    /// Its address, without the language; begins with a slash.
    pub(crate) fn path(&self) -> String {
        match self {
            Page::Home => "/".to_owned(),
            Page::Feed => "/feed.atom".to_owned(),
            Page::Live => "/hall".to_owned(),
            Page::Games => "/games".to_owned(),
            Page::Game(slug) => format!("/games/{}", encoded(slug)),
            Page::Docs(name) if name.is_empty() => "/docs".to_owned(),
            Page::Docs(name) => format!("/docs/{name}"),
            Page::Series(series) => format!("/series/{series}"),
            Page::Contest(slug, part @ ContestPart::EmbeddedTable) => {
                format!("/embed/c/{slug}{}", part.path())
            }
            Page::Contest(slug, part) => format!("/c/{slug}{}", part.path()),
        }
    }

    pub(crate) fn address(&self, language: Language) -> String {
        format!("/{language}{}", self.path())
    }
}

impl ContestPart {
    pub(crate) fn path(&self) -> String {
        match self {
            ContestPart::Overview => String::new(),
            ContestPart::Standings(None) | ContestPart::EmbeddedTable => "/standings".to_owned(),
            ContestPart::Standings(Some(number)) => format!("/standings?at={number}"),
            ContestPart::Publication(number) => format!("/publications/{number}"),
            ContestPart::Matches(search) => format!("/matches{}", search.query()),
            ContestPart::Match(number, None) => format!("/matches/{number}"),
            ContestPart::Match(number, Some(turn)) => format!("/matches/{number}?turn={turn}"),
            ContestPart::Frames(number, from, of) => {
                let from = (*from > 0).then(|| format!("from={from}"));
                let of = (!of.is_empty()).then(|| format!("of={of}"));
                let parameters: Vec<String> = from.into_iter().chain(of).collect();
                let mark = if parameters.is_empty() { "" } else { "?" };
                format!("/matches/{number}/frames.js{mark}{}", parameters.join("&"))
            }
            ContestPart::Worth(number) => format!("/matches/{number}/worth"),
            ContestPart::Animation(number) => format!("/matches/{number}/animation.svg"),
            ContestPart::Preview(number, turn) => {
                let turn = turn.map(|turn| format!("?turn={turn}")).unwrap_or_default();
                format!("/matches/{number}/preview.png{turn}")
            }
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

pub(crate) fn plain_number(given: &str) -> Option<i64> {
    let plain = !given.is_empty() && given.bytes().all(|byte| byte.is_ascii_digit());
    given.parse().ok().filter(|_| plain)
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

    fn query(&self) -> String {
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
