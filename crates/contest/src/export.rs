//! All data of a contest, entry by entry: the content of exports, which third parties check.

use crate::compiled_rules::Edition;
use crate::{
    ContestError, ExcludedBot, Openings, ReceiptEntry, Results,
    deterministic::ObservedRepeats,
    draw::{self, Draw},
    file::Programs,
    meta::{BUILT_IN, OPENING_LIST},
    results::ContestMeta,
};
use certamen_game::{Map, Outcome};
use certamen_store::{Attempt, MatchNumber, StoredMatch};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, io};

pub(crate) const EXPORT: u32 = 2;
/// Matches are read from the store in pages of this size.
const PAGE: usize = 1000;

/// An entry. An export has the contest first, then submissions and phases, matches by number,
/// receipts, the log of attempts, the standings from the top, and an end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExportEntry {
    Contest(Box<ContestHeader>),
    Submission(SubmissionEntry),
    Phase(PhaseEntry),
    Match(Box<MatchEntry>),
    /// A receipt for a submitted file.
    Receipt(ReceiptEntry),
    Attempt(Attempt),
    Standing(Map),
    /// Nothing more.
    End {
        matches: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        head: Option<String>,
    },
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContestHeader {
    pub export: u32,
    pub name: String,
    pub game: String,
    pub rules: u32,
    pub options: Map,
    /// The openings that matches begin with, in the order of their file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<Openings>,
    pub format: Map,
    pub ranking: Map,
    pub programs: Programs,
    pub tier: String,
    /// Absent while it is secret.
    pub seed: Option<u64>,
    /// The version of the formulas for seeds, plans and standings.
    pub edition: Edition,
    pub draw: Option<Draw>,
    #[serde(default)]
    pub(crate) deterministic: ObservedRepeats,
    /// The submissions of the entrants, in order of entry.
    pub entrants: Vec<i64>,
    /// Bots that could not enter at the last run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aside: Vec<ExcludedBot>,
    pub file: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SubmissionEntry {
    pub id: i64,
    pub bot: String,
    pub language: String,
    /// The hash of its files; empty for built-in players.
    pub digest: String,
    /// The specification of a built-in player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub builtin: Option<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PhaseEntry {
    pub first: i64,
    /// In order of entry.
    pub entrants: Vec<i64>,
    pub format: Map,
    pub programs: Programs,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchEntry {
    pub number: i64,
    /// The submissions by seat; a single one has a bye.
    pub seats: Vec<i64>,
    pub repeat: u32,
    /// Absent while it is secret.
    pub seed: Option<u64>,
    /// Absent if the match is to be played.
    pub outcome: Option<Outcome>,
    pub turns: u64,
    pub faults: u64,
    /// Byte for byte; absent for byes and for matches to be played.
    pub record: Option<String>,
}

/// How much of a draw is revealed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reveal {
    /// The secret once the contest is over; before that only the public part.
    WhenOver,
    Now,
}

impl Results<'_> {
    /// Passes all entries to `visit`, in order.
    pub fn export<E: From<ContestError>>(
        &self,
        reveal: Reveal,
        visit: &mut dyn FnMut(ExportEntry) -> Result<(), E>,
    ) -> Result<(), E> {
        let about = self.about(reveal)?;
        let hidden = about.seed.is_none();
        visit(ExportEntry::Contest(Box::new(about)))?;
        let path = self.folder.store();
        let built_in: Option<BTreeMap<i64, String>> = self.keys(&path).optional(BUILT_IN)?;
        let mut built_in = built_in.unwrap_or_default();
        for (id, found) in self.store.submissions().map_err(ContestError::from)? {
            visit(ExportEntry::Submission(SubmissionEntry {
                id: id.0,
                bot: found.name,
                language: found.language,
                digest: found.digest,
                builtin: built_in.remove(&id.0),
            }))?;
        }
        for phase in self.store.phases().map_err(ContestError::from)? {
            visit(ExportEntry::Phase(self.phase(&phase)?))?;
        }
        let mut matches = 0;
        let mut last = MatchNumber(0);
        loop {
            let page = self.store.matches_after(last, PAGE).map_err(ContestError::from)?;
            let Some(end) = page.last() else { break };
            last = end.number;
            for stored in page {
                matches += 1;
                visit(ExportEntry::Match(Box::new(self.match_entry(stored, hidden)?)))?;
            }
        }
        for receipt in self.receipts()? {
            visit(ExportEntry::Receipt(receipt.entry))?;
        }
        let mut line = 0;
        loop {
            let page = self.store.attempts_after(line, PAGE).map_err(ContestError::from)?;
            let Some(last) = page.last() else { break };
            line = last.line;
            for attempt in page {
                visit(ExportEntry::Attempt(attempt))?;
            }
        }
        for line in self.standings()? {
            visit(ExportEntry::Standing(line.to_map()))?;
        }
        let head = self.store.log_head().map_err(ContestError::from)?.map(|(_, head)| head);
        visit(ExportEntry::End { matches, head })
    }

    pub fn draw(&self) -> Result<Option<Draw>, ContestError> {
        draw::read(&self.folder)
    }

    fn about(&self, reveal: Reveal) -> Result<ContestHeader, ContestError> {
        let draw = self.draw()?;
        let ContestMeta { name, tier, rules, submissions, aside, known, .. } = &self.contest_meta;
        let game = rules.game.info();
        let open = draw.as_ref().is_some_and(|draw| draw.closed.is_none());
        let hide = draw.is_some() && reveal == Reveal::WhenOver && (open || !self.is_over()?);
        let is_public = draw.as_ref().is_some_and(|draw| draw.closed.is_none() && !draw.hides);
        let path = self.folder.store();
        let keys = self.keys(&path);
        Ok(ContestHeader {
            export: EXPORT,
            name: name.clone(),
            game: game.slug.to_owned(),
            rules: game.version,
            // As they are stored, without additional keys.
            options: keys.json("options")?,
            openings: keys.optional(OPENING_LIST)?,
            format: keys.json("format")?,
            ranking: keys.json("ranking")?,
            programs: rules.programs.clone(),
            tier: tier.clone(),
            // While entries are open, the seed in force follows from what is published.
            seed: Some(rules.seed).filter(|_| is_public || !hide),
            edition: Edition,
            draw: draw.map(|draw| if hide { draw.hidden() } else { draw }),
            deterministic: known.clone(),
            entrants: submissions.iter().map(|id| id.0).collect(),
            aside: aside.clone(),
            file: self.file()?,
        })
    }

    /// The text of the contest file, if it exists.
    fn file(&self) -> Result<Option<String>, ContestError> {
        let path = self.folder.contest_file();
        match crate::read_text(&path) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(ContestError::Io { path, error }),
        }
    }

    fn phase(&self, phase: &certamen_store::Phase) -> Result<PhaseEntry, ContestError> {
        let path = self.folder.store();
        let keys = self.keys(&path);
        Ok(PhaseEntry {
            first: phase.first.0,
            entrants: phase.entrants.iter().map(|id| id.0).collect(),
            format: keys.parsed("phase", &phase.format)?,
            programs: keys.parsed("phase", &phase.programs)?,
        })
    }

    fn match_entry(&self, stored: StoredMatch, hidden: bool) -> Result<MatchEntry, ContestError> {
        let played = stored.outcome.is_some() && stored.seats.len() > 1;
        let record = played.then(|| self.record(stored.number)).transpose()?;
        let record = record.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        Ok(MatchEntry {
            number: stored.number.0,
            seats: stored.seats.iter().map(|id| id.0).collect(),
            repeat: stored.repeat,
            seed: Some(stored.seed).filter(|_| played || !hidden),
            outcome: stored.outcome,
            turns: stored.turns,
            faults: stored.faults,
            record,
        })
    }
}
