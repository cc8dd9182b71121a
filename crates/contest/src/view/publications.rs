//! Published standings, and why bots have no place in them.

use super::{
    standings_row::{StandingsColumns, StandingsRow},
    table::{Cell, Table},
    words,
};
use crate::{
    ExcludedBot,
    publication::{Publication, PublicationRow, UnrankedReason, UnrankedRow},
    vocabulary,
};
use certamen_game::{Language, Map};
use certamen_i18n::{Localize, Message, labelled};
use serde_json::{Value, json};

impl Publication {
    /// The rows as JSON, with the keys of all standings.
    pub fn lines(&self) -> impl Iterator<Item = Map> {
        let ranked = self.table.iter().map(|row| StandingsRow::from(row).to_map());
        ranked.chain(self.below.iter().map(UnrankedRow::line))
    }

    /// The rows with the headings of the original announcement, those without a rank at the end.
    pub fn rows(&self) -> Table {
        let ranked = self.table.iter().map(|row| (Some(row), Cell::from(&row.name)));
        let unranked = self.below.iter().map(|row| (None, Cell::Words(row.noted_name())));
        Table::of(ranked.chain(unranked))
            .number("share", words::published_share(), |(row, _)| {
                Cell::rounded(row.map(|row| row.share), 2)
            })
            .number("won", words::published_won(), |(row, _)| row.map(|row| row.won))
            .number("lost", words::published_lost(), |(row, _)| row.map(|row| row.lost))
            .number("drawn", words::published_drawn(), |(row, _)| row.map(|row| row.drawn))
            .text("bot", words::published_name(), |(_, name)| name.clone())
            .build()
    }
}

impl From<&PublicationRow> for StandingsRow {
    fn from(row: &PublicationRow) -> StandingsRow {
        StandingsRow {
            rank: Some(row.rank),
            bot: row.name.clone(),
            language: row.language.clone(),
            played: row.played,
            won: row.won,
            drawn: row.drawn,
            lost: row.lost,
            score: Some(row.share),
            faults: row.faults,
            disqualified: None,
            usage: None,
            columns: StandingsColumns::default(),
        }
    }
}

impl UnrankedRow {
    pub(super) fn line(&self) -> Map {
        let mut line = Map::new();
        let mut add = |key: &str, value: Value| drop(line.insert(key.to_owned(), value));
        add("rank", Value::Null);
        add("bot", json!(self.name));
        add("status", json!(self.status));
        if let Some(fault) = self.fault {
            add("disqualified", json!(fault));
        }
        if let Some(reason) = &self.reason {
            add("reason", json!(reason));
        }
        line
    }

    /// Its status and the cause: `disqualified: timeout`.
    pub fn note(&self) -> Message {
        let (status, fault) = (self.status.message(), self.fault.map(vocabulary::fault));
        match fault.or_else(|| self.reason.clone().map(Message::from)) {
            Some(reason) => labelled(status, reason),
            None => status,
        }
    }

    fn noted_name(&self) -> Message {
        let note = self.note();
        let noted = |language| format!("{} ({})", self.name, note.get(language));
        Message::per_language(Language::ALL.map(noted))
    }
}

impl From<&ExcludedBot> for UnrankedRow {
    fn from(excluded: &ExcludedBot) -> UnrankedRow {
        UnrankedRow {
            name: excluded.bot.clone(),
            status: UnrankedReason::Excluded,
            fault: None,
            reason: Some(excluded.reason.clone()),
        }
    }
}

impl Localize for UnrankedReason {
    fn message(&self) -> Message {
        match self {
            UnrankedReason::Disqualified => words::disqualified(),
            UnrankedReason::Banned => words::banned(),
            UnrankedReason::Excluded => words::excluded(),
        }
    }
}
