//! Who takes part.

use super::StandingsRow;
use crate::{EntrantUsage, entry::EntryDecision};
use serde::Serialize;

/// An entrant.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EntrantLine {
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
    /// What it has used, if it is asked over HTTP.
    #[serde(skip_serializing_if = "Option::is_none")]
    usage: Option<EntrantUsage>,
}

impl EntrantLine {
    /// The bot of this row, and the decision that let it in, where bots are submitted.
    pub fn new(
        row: &StandingsRow,
        alias: Option<&str>,
        decided: Option<&EntryDecision>,
    ) -> EntrantLine {
        let sent = decided.map(|decided| &decided.sent);
        EntrantLine {
            bot: row.bot.clone(),
            alias: alias.map(str::to_owned),
            language: row.language.clone(),
            rank: row.rank,
            author: sent.map(|sent| sent.author.clone()),
            version: decided.map(|decided| decided.number),
            received: sent.map(|sent| sent.received.to_string()),
            note: sent.map(|sent| sent.note.clone()),
            usage: row.usage,
        }
    }
}
