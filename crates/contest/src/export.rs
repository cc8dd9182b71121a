//! All data of a contest, entry by entry: what exports are made of and what a
//! third party checks.

use crate::{
    ContestError, ExcludedBot, ReceiptEntry, Results,
    deterministic::ObservedRepeats,
    draw::{self, Draw},
    file::Programs,
    meta::{BUILT_IN, ContestMeta},
};
use certamen_game::{Map, Outcome};
use certamen_store::{Attempt, MatchNumber, StoredMatch};
use certamen_tournament::Edition;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, io};

/// The version of exports.
pub(crate) const EXPORT: u32 = 2;
/// This many matches are read from the store at a time.
const PAGE: usize = 1000;

/// One entry. An export has the contest first, then submissions and phases, then matches
/// by number, receipts, the log of attempts, the table from its top, and an end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExportEntry {
    /// How it is held.
    Contest(Box<ContestHeader>),
    /// One version of a bot.
    Submission(SubmissionEntry),
    /// From which match on who took part.
    Phase(PhaseEntry),
    /// A match, played or not.
    Match(Box<MatchEntry>),
    /// A receipt that was given for a file that came.
    Receipt(ReceiptEntry),
    /// A line of the log of attempts.
    Attempt(Attempt),
    /// A line of the table.
    Standing(Map),
    /// Nothing more.
    End {
        /// How many matches there were.
        matches: u64,
        /// The hash of the last line of the log of attempts, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        head: Option<String>,
    },
}

/// How a contest is held.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContestHeader {
    /// The version of the export.
    pub export: u32,
    /// Its name.
    pub name: String,
    /// The slug of its game.
    pub game: String,
    /// The version of the rules.
    pub rules: u32,
    /// The game's options, as given.
    pub options: Map,
    /// Who plays whom.
    pub format: Map,
    /// Who stands where.
    pub ranking: Map,
    /// How programs are treated.
    pub programs: Programs,
    /// The tier of isolation it was last run in.
    pub tier: String,
    /// What luck comes from; absent while that is not to be known.
    pub seed: Option<u64>,
    /// By which formulas luck, plan and table are computed.
    #[serde(default)]
    pub edition: Edition,
    /// How it was drawn, if it was.
    pub draw: Option<Draw>,
    /// Which bots are declared deterministic, and whether they were.
    #[serde(default)]
    pub(crate) deterministic: ObservedRepeats,
    /// The submissions that take part, in order of entry.
    pub entrants: Vec<i64>,
    /// Those who would take part, but could not at the last run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aside: Vec<ExcludedBot>,
    /// The contest file, word for word, if it was there.
    pub file: Option<String>,
}

/// One version of a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SubmissionEntry {
    /// Its number.
    pub id: i64,
    /// The bot's name.
    pub bot: String,
    /// The language it is written in.
    pub language: String,
    /// The hash of its files; empty for built-in players.
    pub digest: String,
    /// Which built-in player it is, as contest files name it; absent in contests of older editions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub builtin: Option<String>,
}

/// From which match on who took part.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PhaseEntry {
    /// The first match that could be planned then.
    pub first: i64,
    /// The submissions that took part, in order of entry.
    pub entrants: Vec<i64>,
    /// The format.
    pub format: Map,
    /// How programs were treated.
    pub programs: Programs,
}

/// A match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchEntry {
    /// Its number.
    pub number: i64,
    /// The submissions by seat; one alone has a bye.
    pub seats: Vec<i64>,
    /// From 0, among the matches with these seats.
    pub repeat: u32,
    /// Its seed; absent while that is not to be known.
    pub seed: Option<u64>,
    /// How it ended; absent if it is to be played.
    pub outcome: Option<Outcome>,
    /// How many turns it took.
    pub turns: u64,
    /// How many faults there were.
    pub faults: u64,
    /// Its record, byte for byte; absent for a bye and for a match to be played.
    pub record: Option<String>,
}

/// How much of a drawn luck is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reveal {
    /// The secret once the contest is over, before that only its public part.
    WhenOver,
    /// All.
    Now,
}

impl Results<'_> {
    /// Passes all entries to `tell`, in order.
    pub fn export<E: From<ContestError>>(
        &self,
        reveal: Reveal,
        tell: &mut dyn FnMut(ExportEntry) -> Result<(), E>,
    ) -> Result<(), E> {
        let about = self.about(reveal)?;
        let hidden = about.seed.is_none();
        tell(ExportEntry::Contest(Box::new(about)))?;
        let path = self.folder.store();
        let built_in: Option<BTreeMap<i64, String>> = self.keys(&path).optional(BUILT_IN)?;
        let mut built_in = built_in.unwrap_or_default();
        for (id, found) in self.store.submissions().map_err(ContestError::from)? {
            let certamen_store::BotVersion { name: bot, digest, language } = found;
            let builtin = built_in.remove(&id.0);
            tell(ExportEntry::Submission(SubmissionEntry {
                id: id.0,
                bot,
                language,
                digest,
                builtin,
            }))?;
        }
        for phase in self.store.phases().map_err(ContestError::from)? {
            tell(ExportEntry::Phase(self.phase(&phase)?))?;
        }
        let mut matches = 0;
        let mut last = MatchNumber(0);
        loop {
            let page = self.store.matches_after(last, PAGE).map_err(ContestError::from)?;
            let Some(end) = page.last() else { break };
            last = end.number;
            for stored in page {
                matches += 1;
                tell(ExportEntry::Match(Box::new(self.told(stored, hidden)?)))?;
            }
        }
        for receipt in self.receipts()? {
            tell(ExportEntry::Receipt(receipt.told))?;
        }
        let mut line = 0;
        loop {
            let page = self.store.attempts_after(line, PAGE).map_err(ContestError::from)?;
            let Some(last) = page.last() else { break };
            line = last.line;
            for attempt in page {
                tell(ExportEntry::Attempt(attempt))?;
            }
        }
        for line in self.standings()? {
            tell(ExportEntry::Standing(line.to_map()))?;
        }
        let head = self.store.log_head().map_err(ContestError::from)?.map(|(_, head)| head);
        tell(ExportEntry::End { matches, head })
    }

    /// How its luck was drawn, if it was; whole, with the secret.
    pub fn draw(&self) -> Result<Option<Draw>, ContestError> {
        draw::read(&self.folder)
    }

    fn about(&self, reveal: Reveal) -> Result<ContestHeader, ContestError> {
        let draw = self.draw()?;
        let ContestMeta { name, tier, rules: regulations, submissions, aside, known, .. } =
            &self.contest_meta;
        let game = regulations.game.info();
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
            // As they were stored, with no key more.
            options: keys.json("options")?,
            format: keys.json("format")?,
            ranking: keys.json("ranking")?,
            programs: regulations.programs.clone(),
            tier: tier.clone(),
            // While entries are open, the seed in force follows from what is published.
            seed: Some(regulations.seed).filter(|_| is_public || !hide),
            edition: regulations.edition,
            draw: draw.map(|draw| if hide { draw.hidden() } else { draw }),
            deterministic: known.clone(),
            entrants: submissions.iter().map(|id| id.0).collect(),
            aside: aside.clone(),
            file: self.file()?,
        })
    }

    /// The contest file, word for word, if it is there.
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

    fn told(&self, stored: StoredMatch, hidden: bool) -> Result<MatchEntry, ContestError> {
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
