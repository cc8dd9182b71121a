//! Audits a contest from its export: draw, records, plan and standings are computed again, and all
//! differences are reported.
//!
//! Nothing that can be computed is trusted. What an export omits at its end, such as the last
//! matches of an endless ladder, cannot be detected.

use crate::{
    ContestHeader, ExportEntry, LogHead, MatchEntry, Receipt, SubmissionEntry,
    compiled_rules::CompiledRules, opening_book::OpeningTable,
};
use breaches::Suspects;
use certamen_game::Map;
use certamen_store::SubmissionId;
use certamen_tournament::RankingConfig;
use contest::AuditedContest;
use drawn::PublishedDraw;
use log::{AttemptLog, Receipts};
use matches::{Checked, MatchCheck};
use plan::{PlannedPhase, kind_and_keys, read_format};
use replay::BotReplay;
use report::Findings;
use std::collections::BTreeMap;
use terms::ConditionCounts;

mod breaches;
mod contest;
mod drawn;
mod log;
mod matches;
mod plan;
mod replay;
mod report;
mod table;
mod terms;

pub use replay::Replayer;
pub use report::{
    AuditError, AuditFinding, AuditNote, AuditReport, AuditVerdict, EntryKind, LogCounts,
    MatchFinding, ReplayedAnswers, SeedStatus,
};

mod say {
    certamen_i18n::texts!("locales/audit");
}

/// The maximum number of submissions, entrants, phases and rows.
const MOST: usize = 10_000;
const MOST_RECEIPTS: usize = 100_000;
const MOST_MATCHES: usize = 5_000_000;

/// Audits a contest from the entries of an export, in order.
#[derive(Default)]
pub struct Auditor {
    contest: Option<AuditedContest>,
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
    conditions: ConditionCounts,
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

    /// Expects the entrants of a list published when entries closed: a digest and a name a line.
    pub fn expect_entrants(&mut self, list: &str) {
        self.published_draw.expect_entrants(list);
    }

    pub fn replay_programs(&mut self, replayer: Box<dyn Replayer>) {
        self.bot_replay.replayer = Some(replayer);
    }

    /// Asks no built-in player again.
    pub fn skip_replay(&mut self) {
        self.bot_replay.is_skipped = true;
    }

    /// Takes the next entry.
    ///
    /// # Errors
    ///
    /// The entries are no export, or an incomplete one.
    pub fn take(&mut self, entry: ExportEntry) -> Result<(), AuditError> {
        if self.ended {
            return Err(AuditError::AfterEnd);
        }
        match entry {
            ExportEntry::Contest(_) if self.contest.is_some() => {
                return Err(AuditError::SecondContest);
            }
            ExportEntry::Contest(about) => {
                let contest = read_header(*about)?;
                self.bot_replay.read(contest.header.file.as_deref(), contest.rules.game);
                self.bot_replay.open(&contest).map_err(AuditError::Replayer)?;
                self.contest = Some(contest);
            }
            ExportEntry::Submission(listed) => {
                bounded(EntryKind::Submissions, self.submissions.len(), MOST)?;
                let id = listed.id;
                if let Some(spec) = &listed.builtin {
                    self.bot_replay.specs.insert(&listed.bot, spec);
                }
                if self.submissions.insert(id, listed).is_some() {
                    return Err(AuditError::ListedTwice(id));
                }
            }
            ExportEntry::Phase(listed) => {
                bounded(EntryKind::Phases, self.phases.len(), MOST)?;
                bounded(EntryKind::Entrants, listed.entrants.len(), MOST)?;
                let contest = self.contest.as_ref().ok_or(AuditError::PhaseOfNoContest)?;
                let specs = &self.bot_replay.specs;
                self.phases.push(PlannedPhase::read(listed, contest, &self.submissions, specs)?);
            }
            ExportEntry::Match(listed) => {
                bounded(EntryKind::Matches, self.matches.len(), MOST_MATCHES)?;
                self.take_match(&listed)?;
            }
            ExportEntry::Receipt(listed) => {
                bounded(EntryKind::Receipts, self.receipts.listed, MOST_RECEIPTS)?;
                self.receipts.take(&listed, &mut self.log);
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
                    self.findings.add(AuditFinding::End { listed: matches, found });
                }
            }
        }
        Ok(())
    }

    fn take_match(&mut self, listed: &MatchEntry) -> Result<(), AuditError> {
        let contest = self.contest.as_ref().ok_or(AuditError::MatchOfNoContest)?;
        let phase = self.phases.partition_point(|phase| phase.first <= listed.number);
        let phase = phase.checked_sub(1).and_then(|place| self.phases.get(place));
        let expected = contest.header.seed.map(|seed| {
            let seat = |id: &i64| {
                // A bot that is no entrant of the phase: the plan has no such match.
                let identity = phase.and_then(|phase| phase.identities.get(&SubmissionId(*id)));
                identity.map_or("", String::as_str)
            };
            let seats: Vec<&str> = listed.seats.iter().map(seat).collect();
            contest.rules.seed_of(seed, &seats, listed.repeat)
        });
        let check = MatchCheck {
            rules: &contest.rules,
            openings: contest.openings.as_ref(),
            submissions: &self.submissions,
            conditions: &mut self.conditions,
            bot_replay: &mut self.bot_replay,
            findings: &mut self.findings,
        };
        let checked = check.check(listed, expected)?;
        self.suspects.see(listed, contest);
        self.log.see(listed, checked.tier.as_ref());
        if self.matches.last().is_some_and(|last| last.number >= checked.number) {
            return Err(AuditError::NotAscending(checked.number));
        }
        self.replayed += u64::from(checked.results.is_some() && checked.seats.len() > 1);
        self.matches.push(checked);
        Ok(())
    }

    /// # Errors
    ///
    /// The export is incomplete.
    pub fn finish(mut self) -> Result<AuditReport, AuditError> {
        if !self.ended {
            return Err(AuditError::BreaksOff);
        }
        let contest = self.contest.take().ok_or(AuditError::NoContest)?;
        let findings = &mut self.findings;
        let began = self.phases.first().map(|phase| &phase.submissions).into_iter().flatten();
        let began = began.filter_map(|id| self.submissions.get(&id.0));
        let began: Vec<(&str, &str)> = began.map(|found| (&*found.bot, &*found.digest)).collect();
        let specs = &self.bot_replay.specs;
        let (seed_status, mut remarks) =
            self.published_draw.check(&contest, &began, specs, findings);
        self.suspects.check(&contest, findings);
        self.bot_replay.check_built_in(&contest, self.submissions.values(), findings);
        let known = &contest.header.deterministic;
        let planned = plan::check(&self.phases, known, &self.matches, findings);
        let entrants = table::entrants(&contest.header.entrants, &self.submissions)?;
        table::check(&contest, &entrants, &self.matches, &self.table, findings);
        let entered = contest.header.entrants.iter().filter_map(|id| self.submissions.get(id));
        let entered: Vec<&SubmissionEntry> = entered.collect();
        remarks.extend(terms::check(&contest, &self.phases, &entered, &self.conditions, findings));
        let receipts = self.receipts.finish(findings);
        let log = self.log.finish(self.head.as_deref(), &contest, findings);
        let so_far = planned.to_come > 0 || !planned.is_over || seed_status == SeedStatus::Hidden;
        let verdict = match (self.findings.is_empty(), so_far) {
            (false, _) => AuditVerdict::Broken,
            (true, true) => AuditVerdict::SoundSoFar,
            (true, false) => AuditVerdict::Sound,
        };
        let Findings { first: findings, more } = self.findings;
        Ok(AuditReport {
            findings,
            more,
            replayed: self.replayed,
            to_come: planned.to_come,
            seed_status,
            asked: self.bot_replay.answers,
            remarks,
            log,
            receipts,
            verdict,
        })
    }
}

fn bounded(what: EntryKind, count: usize, most: usize) -> Result<(), AuditError> {
    if count < most { Ok(()) } else { Err(AuditError::TooMany { what, most }) }
}

fn read_header(about: ContestHeader) -> Result<AuditedContest, AuditError> {
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
    let rules = CompiledRules {
        game,
        options: about.options.clone(),
        format: read_format(&about.format)?,
        ranking: RankingConfig::read(&kind, keys).map_err(AuditError::Ranking)?,
        programs: about.programs.clone(),
        seed: about.seed.unwrap_or_default(),
    };
    let openings = about.openings.as_ref();
    let openings = openings.and_then(|openings| OpeningTable::new(openings, about.seed));
    Ok(AuditedContest { header: about, rules, openings })
}
