//! Checking a whole contest from what is told of it: draw, records, plan and table are computed
//! again, and whatever differs is said.
//!
//! Nothing here believes what can be computed. What an account leaves out at its end, such as the
//! last matches of a ladder without end, cannot be known.

mod asking;
mod breaches;
mod drawn;
mod error;
mod finding;
mod log;
mod matches;
mod plan;
mod say;
mod table;
mod terms;

pub use asking::Asked;
pub use error::{AuditError, EntryKind};
pub use finding::{Finding, MatchFinding};
pub use log::LogCounts;
pub use terms::Remark;

use crate::{
    About, Chain, Entry, ToldSubmission, deterministic::Known, draw::Draw, regulations::Regulations,
};
use asking::Asking;
use breaches::Suspects;
use certamen_game::Map;
use certamen_tournament::{FormatConfig, RankingConfig};
use drawn::Published;
use log::Log;
use matches::Checked;
use plan::Phase;
use serde_json::Value;
use std::collections::BTreeMap;
use terms::{Customs, ToldTerms};

/// So many findings are told; the others are counted.
const MOST_TOLD: usize = 50;
/// So many submissions, entrants and phases are looked at.
const MOST: usize = 10_000;
/// So many matches are looked at.
const MOST_MATCHES: usize = 5_000_000;

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// What differs; the first of it.
    pub findings: Vec<Finding>,
    /// How many more there are.
    pub more: u64,
    /// How many matches were replayed.
    pub replayed: u64,
    /// How many matches are to be played, as far as is known.
    pub to_come: u64,
    /// What is known of the luck.
    pub luck: Luck,
    /// Which answers were asked for again.
    pub asked: Asked,
    /// What is to be known beside that.
    pub remarks: Vec<Remark>,
    /// What the log of attempts says.
    pub log: LogCounts,
    /// How far the contest is.
    pub verdict: Verdict,
}

/// What is known of the luck of a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Luck {
    /// The host chose the seed.
    Chosen,
    /// Entries are open: the seed follows from the commitment.
    Preliminary,
    /// It was drawn, and secret, entrants and seed agree, unless a finding says otherwise.
    Drawn,
    /// Likewise, and a public value that nobody knew when entries closed was mixed in.
    Public,
    /// Likewise, but the host chose the public value, or when it was taken.
    ByHand,
    /// The secret has not been told.
    Hidden,
}

/// What it comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Everything agrees and nothing is left to play.
    Sound,
    /// Everything agrees so far, but not everything is known or played.
    SoundSoFar,
    /// Something differs.
    Broken,
}

/// What differs.
#[derive(Default)]
struct Findings {
    told: Vec<Finding>,
    more: u64,
}

impl Findings {
    fn add(&mut self, finding: Finding) {
        if self.told.len() < MOST_TOLD {
            self.told.push(finding);
        } else {
            self.more += 1;
        }
    }

    fn is_empty(&self) -> bool {
        self.told.is_empty()
    }
}

/// Who checks a contest. It is told the entries of an account in order.
#[derive(Default)]
pub struct Auditor {
    held: Option<Held>,
    submissions: BTreeMap<i64, ToldSubmission>,
    phases: Vec<Phase>,
    matches: Vec<Checked>,
    table: Vec<Map>,
    suspects: Suspects,
    findings: Findings,
    log: Log,
    published: Published,
    asking: Asking,
    customs: Customs,
    replayed: u64,
    ended: bool,
    head: Option<String>,
}

/// How the contest is held.
struct Held {
    regulations: Regulations,
    known: Known,
    /// Whether the seed is known.
    is_open: bool,
    draw: Option<Draw>,
    terms: ToldTerms,
    entrants: Vec<i64>,
}

impl Auditor {
    /// Expects this head, which somebody kept, in the log of attempts.
    pub fn expect(&mut self, chain: Chain) {
        self.log.expect(chain);
    }

    /// Asks no house player again.
    pub fn ask_nobody(&mut self) {
        self.asking.is_wanted = false;
    }

    /// Takes one entry in.
    ///
    /// # Errors
    ///
    /// Why nothing of the kind can be checked: it is no account, or not all of one.
    pub fn take(&mut self, entry: Entry) -> Result<(), AuditError> {
        if self.ended {
            return Err(AuditError::AfterEnd);
        }
        match entry {
            Entry::Contest(_) if self.held.is_some() => return Err(AuditError::SecondContest),
            Entry::Contest(about) => {
                self.asking.read(about.file.as_deref());
                self.held = Some(held(*about)?);
            }
            Entry::Submission(told) => {
                bounded(EntryKind::Submissions, self.submissions.len(), MOST)?;
                let id = told.id;
                if self.submissions.insert(id, told).is_some() {
                    return Err(AuditError::ToldTwice(id));
                }
            }
            Entry::Phase(told) => {
                bounded(EntryKind::Phases, self.phases.len(), MOST)?;
                bounded(EntryKind::Entrants, told.entrants.len(), MOST)?;
                let held = self.held.as_ref().ok_or(AuditError::PhaseOfNoContest)?;
                self.phases.push(Phase::read(told, &held.regulations, &self.submissions)?);
            }
            Entry::Match(told) => {
                bounded(EntryKind::Matches, self.matches.len(), MOST_MATCHES)?;
                let held = self.held.as_ref().ok_or(AuditError::MatchOfNoContest)?;
                let seed = held.is_open.then_some(held.regulations.seed);
                let checked = matches::check(
                    &told,
                    &held.regulations,
                    seed,
                    &self.submissions,
                    (&mut self.customs, &mut self.asking, &mut self.findings),
                )?;
                self.suspects.see(&told, &held.known);
                self.log.see(&told);
                if self.matches.last().is_some_and(|last| last.number >= checked.number) {
                    return Err(AuditError::NotAscending(checked.number));
                }
                self.replayed += u64::from(checked.results.is_some() && checked.seats.len() > 1);
                self.matches.push(checked);
            }
            Entry::Attempt(attempt) => {
                bounded(EntryKind::Attempts, self.log.lines(), 2 * MOST_MATCHES)?;
                self.log.take(&attempt, &mut self.findings);
            }
            Entry::Standing(line) => {
                bounded(EntryKind::Lines, self.table.len(), MOST)?;
                self.table.push(line);
            }
            Entry::End { matches, head } => {
                self.ended = true;
                self.head = head;
                let found = self.matches.len();
                if matches != found as u64 {
                    self.findings.add(Finding::End { told: matches, found });
                }
            }
        }
        Ok(())
    }

    /// Says what was found.
    ///
    /// # Errors
    ///
    /// Why it cannot be checked: it is not all of an account.
    pub fn finish(mut self) -> Result<Report, AuditError> {
        if !self.ended {
            return Err(AuditError::BreaksOff);
        }
        let held = self.held.take().ok_or(AuditError::NoContest)?;
        let mut remarks = Vec::new();
        let luck = self.check_draw(&held, &mut remarks);
        self.suspects.check(held.regulations.game, &held.known, &mut self.findings);
        let planned = plan::check(&self.phases, &held.known, &self.matches, &mut self.findings);
        let entrants = table::entrants(&held.entrants, &self.submissions)?;
        let among = (held.entrants.as_slice(), entrants.as_slice());
        table::check(
            (&held.regulations, &held.known),
            among,
            &self.matches,
            &self.table,
            &mut self.findings,
        );
        let told = (&held.regulations, self.phases.as_slice());
        remarks.extend(held.terms.check(told, &self.customs, &mut self.findings));
        let log = self.log.finish(self.head.as_deref(), &mut self.findings);
        let so_far = planned.to_come > 0 || !planned.is_over || luck == Luck::Hidden;
        let verdict = match (self.findings.is_empty(), so_far) {
            (false, _) => Verdict::Broken,
            (true, true) => Verdict::SoundSoFar,
            (true, false) => Verdict::Sound,
        };
        let Findings { told: findings, more } = self.findings;
        let (replayed, to_come) = (self.replayed, planned.to_come);
        Ok(Report {
            findings,
            more,
            replayed,
            to_come,
            luck,
            asked: self.asking.asked,
            remarks,
            log,
            verdict,
        })
    }
}

fn bounded(what: EntryKind, count: usize, most: usize) -> Result<(), AuditError> {
    if count < most { Ok(()) } else { Err(AuditError::TooMany { what, most }) }
}

fn held(about: About) -> Result<Held, AuditError> {
    let known = crate::account::EXPORT;
    if !(1..=known).contains(&about.export) {
        return Err(AuditError::Version { given: about.export, known });
    }
    let unknown = || AuditError::UnknownGame(about.game.clone());
    let game = certamen_games::find(&about.game).ok_or_else(unknown)?;
    let known = game.info().version;
    if about.rules != known {
        return Err(AuditError::Rules { given: about.rules, known });
    }
    bounded(EntryKind::Entrants, about.entrants.len(), MOST)?;
    let (kind, keys) = kind_and_keys(&about.ranking);
    let regulations = Regulations {
        game,
        options: about.options.clone(),
        format: read_format(&about.format)?,
        ranking: RankingConfig::read(&kind, keys).map_err(AuditError::Ranking)?,
        programs: about.programs.clone(),
        seed: about.seed.unwrap_or_default(),
        edition: about.edition,
    };
    let terms = ToldTerms::of(&about, &regulations);
    Ok(Held {
        terms,
        known: about.deterministic,
        regulations,
        is_open: about.seed.is_some(),
        draw: about.draw,
        entrants: about.entrants,
    })
}

fn read_format(keys: &Map) -> Result<FormatConfig, AuditError> {
    let (kind, keys) = kind_and_keys(keys);
    FormatConfig::read(&kind, Value::Object(keys)).map_err(AuditError::Format)
}

/// The kind that a section tells, which is unknown if it tells none, and its other keys.
fn kind_and_keys(section: &Map) -> (String, Map) {
    let mut keys = section.clone();
    let kind = match keys.remove("kind") {
        Some(Value::String(kind)) => kind,
        Some(other) => other.to_string(),
        None => String::new(),
    };
    (kind, keys)
}
