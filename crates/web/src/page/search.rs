//! Queries for matches, as parameters of an address.

use crate::{
    address::{Query, encoded},
    http_error::HttpError,
};
use certamen_game::Fault;
use certamen_store::{FaultWanted, MatchNumber, MatchQuery};
use certamen_tournament::Verdict;

/// A query for matches.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct MatchSearch {
    /// A bot that played.
    pub(crate) bot: Option<String>,
    /// Its opponent.
    pub(crate) vs: Option<String>,
    /// The result for the first bot.
    pub(crate) result: Option<Verdict>,
    /// A fault in the match.
    pub(crate) fault: Option<FaultWanted>,
    /// Only matches before this one.
    pub(crate) before: Option<i64>,
}

/// The names of results in addresses.
pub(crate) const RESULTS: [(&str, Verdict); 3] =
    [("won", Verdict::Won), ("drawn", Verdict::Drawn), ("lost", Verdict::Lost)];

impl MatchSearch {
    pub(crate) fn read(query: &mut Query) -> Result<MatchSearch, HttpError> {
        let fault = match query.take("fault")? {
            None => None,
            Some(any) if any == "any" => Some(FaultWanted::Any),
            Some(word) => {
                let known = Fault::ALL.into_iter().find(|fault| fault.word() == word);
                Some(FaultWanted::Kind(known.ok_or_else(|| HttpError::value("fault", &word))?))
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

    /// The same query for the store.
    pub(crate) fn wanted(&self) -> MatchQuery<'_> {
        MatchQuery {
            bot: self.bot.as_deref(),
            against: self.vs.as_deref(),
            result: self.result,
            fault: self.fault,
            before: self.before.map(MatchNumber),
        }
    }

    /// The name of the result, if any.
    pub(crate) fn result_word(&self) -> Option<&'static str> {
        RESULTS.iter().find(|(_, known)| Some(*known) == self.result).map(|(word, _)| *word)
    }

    /// The name of the fault, if any.
    pub(crate) fn fault_word(&self) -> Option<&'static str> {
        self.fault.map(|fault| match fault {
            FaultWanted::Any => "any",
            FaultWanted::Kind(fault) => fault.word(),
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
