//! Checks a whole contest from its export: draw, records, plan and standings are computed
//! again, and all differences are reported.
//!
//! Nothing that can be computed is trusted. What an export omits at its end, such as the last
//! matches of an endless ladder, cannot be detected.

use crate::{
    ContestHeader, ExcludedBot, ExportEntry, LogHead, MatchEntry, Receipt, SubmissionEntry,
    compiled_rules::{CompiledRules, MatchSeat},
    deterministic::ObservedRepeats,
    draw::Draw,
};
use asking::BotReplay;
use breaches::{Declared, Suspects};
use certamen_game::Map;
use certamen_store::SubmissionId;
use certamen_tournament::{Edition, RankingConfig};
use drawn::{DrawnContest, PublishedDraw};
use log::{AttemptLog, Receipts};
use matches::Checked;
use plan::{PlannedPhase, kind_and_keys, read_format};
use report::Findings;
use std::collections::BTreeMap;
use terms::{ConditionCounts, ExportedTerms};

mod asking;
mod breaches;
mod drawn;
mod log;
mod matches;
mod plan;
mod report;
mod table;
mod terms;

pub use asking::{ReplayedAnswers, Replayer};
pub use log::LogCounts;
pub use report::{
    AuditError, AuditFinding, AuditNote, AuditReport, AuditVerdict, EntryKind, MatchFinding,
    SeedStatus,
};

mod say {
    certamen_i18n::texts!("locales/audit");
}

const MOST_RECEIPTS: usize = 100_000;
const MOST_MATCHES: usize = 5_000_000;

/// Audits a contest from the entries of an export, in order.
#[derive(Default)]
pub struct Auditor {
    held: Option<AuditedContest>,
    submissions: BTreeMap<i64, SubmissionEntry>,
    phases: Vec<PlannedPhase>,
    matches: Vec<Checked>,
    table: Vec<Map>,
    suspects: Suspects,
    findings: Findings,
    log: AttemptLog,
    receipts: Receipts,
    published_draw: PublishedDraw,
    bot_replay: BotReplay,
    customs: ConditionCounts,
    replayed: u64,
    ended: bool,
    head: Option<String>,
}

impl Auditor {
    pub fn expect(&mut self, log_head: LogHead) {
        self.log.expect(log_head);
    }

    pub fn expect_receipt(&mut self, receipt: Receipt) {
        self.receipts.expect(receipt);
    }

    pub fn expect_commitment(&mut self, commitment: String) {
        self.published_draw.expect_commitment(commitment);
    }

    /// Expects these entrants, of whom a list was published when entries closed: a digest a line,
    /// with a name behind it.
    pub fn expect_entrants(&mut self, list: &str) {
        self.published_draw.expect_entrants(list);
    }

    pub fn replay_programs(&mut self, asker: Box<dyn Replayer>) {
        self.bot_replay.asker = Some(asker);
    }

    /// Asks no built-in player again.
    pub fn skip_replay(&mut self) {
        self.bot_replay.is_wanted = false;
    }

    /// Takes one entry in.
    ///
    /// # Errors
    ///
    /// Why nothing of the kind can be checked: it is no account, or not all of one.
    pub fn take(&mut self, entry: ExportEntry) -> Result<(), AuditError> {
        if self.ended {
            return Err(AuditError::AfterEnd);
        }
        match entry {
            ExportEntry::Contest(_) if self.held.is_some() => {
                return Err(AuditError::SecondContest);
            }
            ExportEntry::Contest(about) => {
                self.bot_replay.read(about.file.as_deref());
                let held = held(*about)?;
                let (rules, known) = (&held.regulations, &held.known);
                let opened = self.bot_replay.open(rules.game, rules.programs.memory, known);
                opened.map_err(AuditError::Asker)?;
                self.held = Some(held);
            }
            ExportEntry::Submission(told) => {
                bounded(EntryKind::Submissions, self.submissions.len(), MOST)?;
                let id = told.id;
                if let Some(spec) = &told.builtin {
                    self.bot_replay.specs.insert(&told.bot, spec);
                }
                if self.submissions.insert(id, told).is_some() {
                    return Err(AuditError::ToldTwice(id));
                }
            }
            ExportEntry::Phase(told) => {
                bounded(EntryKind::Phases, self.phases.len(), MOST)?;
                bounded(EntryKind::Entrants, told.entrants.len(), MOST)?;
                let held = self.held.as_ref().ok_or(AuditError::PhaseOfNoContest)?;
                let (regulations, aside) = (&held.regulations, &held.aside);
                let among = (&self.submissions, &self.bot_replay.specs);
                self.phases.push(PlannedPhase::read(told, regulations, among, aside)?);
            }
            ExportEntry::Match(told) => {
                bounded(EntryKind::Matches, self.matches.len(), MOST_MATCHES)?;
                self.take_match(&told)?;
            }
            ExportEntry::Receipt(told) => {
                bounded(EntryKind::Receipts, self.receipts.told, MOST_RECEIPTS)?;
                self.receipts.take(&told, &mut self.log);
            }
            ExportEntry::Attempt(attempt) => {
                bounded(EntryKind::Attempts, self.log.lines(), 2 * MOST_MATCHES)?;
                self.log.take(&attempt, &mut self.findings);
            }
            ExportEntry::Standing(line) => {
                bounded(EntryKind::Lines, self.table.len(), MOST)?;
                self.table.push(line);
            }
            ExportEntry::End { matches, head } => {
                self.ended = true;
                self.head = head;
                let found = self.matches.len();
                if matches != found as u64 {
                    self.findings.add(AuditFinding::End { told: matches, found });
                }
            }
        }
        Ok(())
    }

    fn take_match(&mut self, told: &MatchEntry) -> Result<(), AuditError> {
        let held = self.held.as_ref().ok_or(AuditError::MatchOfNoContest)?;
        let seed = held.is_open.then_some(held.regulations.seed);
        let phase = self.phases.partition_point(|phase| phase.first <= told.number);
        let phase = phase.checked_sub(1).and_then(|place| self.phases.get(place));
        let expected = seed.map(|seed| {
            let seat = |id: &i64| {
                let name = self.submissions.get(id).map_or("", |found| &found.bot);
                // Who takes no part has a seat all the same: the plan knows no such match.
                let identity = phase.and_then(|phase| phase.identities.get(&SubmissionId(*id)));
                MatchSeat { name, identity: identity.map_or("", String::as_str) }
            };
            let seats: Vec<MatchSeat<'_>> = told.seats.iter().map(seat).collect();
            held.regulations.seed_of(seed, &seats, told.repeat)
        });
        let checked = matches::check(
            told,
            &held.regulations,
            expected,
            &self.submissions,
            (&mut self.customs, &mut self.bot_replay, &mut self.findings),
        )?;
        self.suspects.see(told, held.declared());
        self.log.see(told, checked.tier.as_ref());
        if self.matches.last().is_some_and(|last| last.number >= checked.number) {
            return Err(AuditError::NotAscending(checked.number));
        }
        self.replayed += u64::from(checked.results.is_some() && checked.seats.len() > 1);
        self.matches.push(checked);
        Ok(())
    }

    /// Checks the origin of the seed.
    fn check_draw(&mut self, held: &AuditedContest, remarks: &mut Vec<AuditNote>) -> SeedStatus {
        let began = self.phases.first().map(|phase| &phase.submissions).into_iter().flatten();
        let began = began.filter_map(|id| self.submissions.get(&id.0));
        let specs = &self.bot_replay.specs;
        let drawn = DrawnContest {
            draw: held.draw.as_ref(),
            seed: held.is_open.then_some(held.regulations.seed),
            began: began.map(|found| (&*found.bot, &*found.digest)).collect(),
            identity: &|bot, digest| specs.identity(bot, digest),
            edition: held.regulations.edition,
        };
        drawn.check(&self.published_draw, &mut self.findings, remarks)
    }

    /// Says what was found.
    ///
    /// # Errors
    ///
    /// Why it cannot be checked: it is not all of an account.
    pub fn finish(mut self) -> Result<AuditReport, AuditError> {
        if !self.ended {
            return Err(AuditError::BreaksOff);
        }
        let held = self.held.take().ok_or(AuditError::NoContest)?;
        let mut remarks = Vec::new();
        let luck = self.check_draw(&held, &mut remarks);
        self.suspects.check(held.declared(), &mut self.findings);
        // In an older contest the file may have been edited since, and nothing else names them.
        if held.regulations.edition >= Edition::Fourth {
            let told = self.submissions.values();
            let forgets = !held.regulations.programs.memory.lives_on();
            self.bot_replay.check_built_in((held.declared(), forgets), told, &mut self.findings);
        }
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
        let entered = held.entrants.iter().filter_map(|id| self.submissions.get(id));
        let entered: Vec<&SubmissionEntry> = entered.collect();
        remarks.extend(held.terms.check(told, &entered, &self.customs, &mut self.findings));
        let receipts = self.receipts.finish(&mut self.findings);
        let terms = (held.terms.tier.as_str(), held.regulations.edition);
        let log = self.log.finish(self.head.as_deref(), terms, &mut self.findings);
        let so_far = planned.to_come > 0 || !planned.is_over || luck == SeedStatus::Hidden;
        let verdict = match (self.findings.is_empty(), so_far) {
            (false, _) => AuditVerdict::Broken,
            (true, true) => AuditVerdict::SoundSoFar,
            (true, false) => AuditVerdict::Sound,
        };
        let Findings { told: findings, more } = self.findings;
        let (replayed, to_come) = (self.replayed, planned.to_come);
        Ok(AuditReport {
            findings,
            more,
            replayed,
            to_come,
            luck,
            asked: self.bot_replay.asked,
            remarks,
            log,
            receipts,
            verdict,
        })
    }
}

const MOST: usize = 10_000;

struct AuditedContest {
    regulations: CompiledRules,
    known: ObservedRepeats,
    /// Whether the seed is known.
    is_open: bool,
    draw: Option<Draw>,
    terms: ExportedTerms,
    entrants: Vec<i64>,
    aside: Vec<ExcludedBot>,
}

impl AuditedContest {
    /// The declared bots.
    fn declared(&self) -> Declared<'_> {
        let CompiledRules { game, edition, .. } = self.regulations;
        Declared { game, known: &self.known, entrants: &self.entrants, edition }
    }
}

fn bounded(what: EntryKind, count: usize, most: usize) -> Result<(), AuditError> {
    if count < most { Ok(()) } else { Err(AuditError::TooMany { what, most }) }
}

fn held(about: ContestHeader) -> Result<AuditedContest, AuditError> {
    let known = crate::export::EXPORT;
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
    let regulations = CompiledRules {
        game,
        options: about.options.clone(),
        format: read_format(&about.format)?,
        ranking: RankingConfig::read(&kind, keys).map_err(AuditError::Ranking)?,
        programs: about.programs.clone(),
        seed: about.seed.unwrap_or_default(),
        edition: about.edition,
    };
    let terms = ExportedTerms::of(&about, &regulations);
    Ok(AuditedContest {
        terms,
        known: about.deterministic,
        regulations,
        is_open: about.seed.is_some(),
        draw: about.draw,
        entrants: about.entrants,
        aside: about.aside,
    })
}
