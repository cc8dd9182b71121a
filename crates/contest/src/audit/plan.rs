//! The plan computed again, phase by phase: the format must ask for exactly the listed matches.

use super::{
    AuditError, AuditFinding,
    contest::AuditedContest,
    matches::Checked,
    report::Findings,
    table::{self, TallySums},
};
use crate::{
    PhaseEntry, SubmissionEntry, compiled_rules::CompiledRules, deterministic::ObservedRepeats,
    draw::BuiltinSpecs, file::Programs, state::ContestState,
};
use certamen_game::Map;
use certamen_store::SubmissionId;
use certamen_tournament::{Entrant, EntrantId, Format, FormatConfig, Next, Pace, Pairing};
use serde_json::Value;
use std::{
    cell::OnceCell,
    collections::{BTreeMap, BTreeSet},
};

pub(super) struct PlannedPhase {
    pub(super) first: i64,
    pub(super) submissions: Vec<SubmissionId>,
    rules: CompiledRules,
    planner: Box<dyn Format>,
    fresh: Vec<Entrant>,
    places: BTreeMap<i64, EntrantId>,
    /// Independent of names; match seeds follow from them.
    pub(super) identities: BTreeMap<SubmissionId, String>,
}

pub(super) struct Planned {
    pub(super) to_come: u64,
    /// Whether the format asks for no more.
    pub(super) is_over: bool,
}

impl PlannedPhase {
    /// Reads a listed phase; refuses what cannot be a phase.
    pub(super) fn read(
        listed: PhaseEntry,
        contest: &AuditedContest,
        submissions: &BTreeMap<i64, SubmissionEntry>,
        specs: &BuiltinSpecs,
    ) -> Result<PlannedPhase, AuditError> {
        let format = read_format(&listed.format)?;
        let rules = CompiledRules { format, programs: listed.programs, ..contest.rules.clone() };
        let fresh = table::entrants(&listed.entrants, submissions)?;
        let names: Vec<&str> = fresh.iter().map(|entrant| entrant.name.as_str()).collect();
        let CompiledRules { game, format, ranking, programs, .. } = &rules;
        let policy = programs.disqualifies().then_some(programs.on_disqualified);
        certamen_tournament::check(format, ranking, policy).map_err(AuditError::Contradiction)?;
        // Bots that were absent then are excluded now, or entered in another phase.
        let others = submissions.values().map(|listed| listed.bot.as_str());
        let excluded = contest.header.aside.iter().map(|excluded| excluded.bot.as_str());
        let absent: Vec<&str> = excluded.chain(others).collect();
        certamen_tournament::check_entrants(format, ranking, (&names, &absent))
            .map_err(AuditError::Contradiction)?;
        let seats = format.table_size(names.len());
        if !u8::try_from(seats).is_ok_and(|seats| game.info().seats.contains(&seats)) {
            return Err(AuditError::TableSize(seats));
        }
        let entrant = |id: &i64| {
            let listed = &submissions[id];
            (SubmissionId(*id), &*listed.bot, &*listed.digest)
        };
        Ok(PlannedPhase {
            identities: specs.identities(listed.entrants.iter().map(entrant)),
            first: listed.first,
            places: table::places(&listed.entrants),
            submissions: listed.entrants.into_iter().map(SubmissionId).collect(),
            planner: rules.planner(),
            rules,
            fresh,
        })
    }

    pub(super) fn format(&self) -> &FormatConfig {
        &self.rules.format
    }

    pub(super) fn programs(&self) -> &Programs {
        &self.rules.programs
    }

    fn named(&self, pairing: &Pairing) -> String {
        let names =
            pairing.seats.iter().map(|id| certamen_game::escaped(&self.fresh[id.index()].name));
        format!("{} ({})", names.collect::<Vec<_>>().join(" - "), u64::from(pairing.repeat) + 1)
    }
}

/// Computes the plan of all phases and compares it with `matches`, in ascending order.
pub(super) fn check(
    phases: &[PlannedPhase],
    known: &ObservedRepeats,
    matches: &[Checked],
    findings: &mut Findings,
) -> Planned {
    let mut planned = Planned { to_come: 0, is_over: false };
    if phases.first().is_none_or(|phase| phase.first != 1) {
        findings.add(AuditFinding::FirstPhase);
        return planned;
    }
    if phases.windows(2).any(|two| two[0].first >= two[1].first) {
        findings.add(AuditFinding::PhasesDescend);
        return planned;
    }
    for (place, phase) in phases.iter().enumerate() {
        let after = phases.get(place + 1);
        let until = after.map_or(i64::MAX, |next| next.first);
        let mut replay = PhaseReplay::start(phase, known, matches, until);
        replay.go(after, findings);
        planned = replay.planned(after.is_none());
    }
    let last = phases.last().map(|phase| &phase.rules.format);
    let endless = matches!(last, Some(FormatConfig::Ladder(keys)) if keys.matches.is_none());
    planned.is_over |= endless;
    planned
}

struct PhaseReplay<'a> {
    phase: &'a PlannedPhase,
    known: &'a ObservedRepeats,
    tally_sums: TallySums,
    /// The matches of the phase that are not planned yet.
    rest: BTreeMap<Pairing, &'a Checked>,
    /// Matches that the plan of this phase does not have.
    unplanned: Vec<i64>,
    unplayed: Vec<(i64, Pairing)>,
    is_over: bool,
    /// Whether the plan goes on with matches that are not listed.
    goes_on: bool,
    /// The matches of later phases, and of these their seats and repeats once they are needed.
    later: &'a [Checked],
    replanned: OnceCell<BTreeSet<(&'a [i64], u32)>>,
}

impl<'a> PhaseReplay<'a> {
    fn start(
        phase: &'a PlannedPhase,
        known: &'a ObservedRepeats,
        matches: &'a [Checked],
        until: i64,
    ) -> PhaseReplay<'a> {
        let (before, later) =
            matches.split_at(matches.partition_point(|checked| checked.number < until));
        let mut replay = PhaseReplay {
            phase,
            known,
            tally_sums: TallySums::new(&phase.rules, phase.fresh.len()),
            rest: BTreeMap::new(),
            unplanned: Vec::new(),
            unplayed: Vec::new(),
            is_over: false,
            goes_on: false,
            later,
            replanned: OnceCell::new(),
        };
        for checked in before {
            match table::pairing(&phase.rules, &phase.places, checked) {
                Some(pairing) if checked.number < phase.first => replay.play(&pairing, checked),
                Some(pairing) => replay.expect(pairing, checked),
                None if checked.number >= phase.first => replay.unplanned.push(checked.number),
                None => replay.tally_sums.elsewhere(&phase.rules, &phase.places, checked),
            }
        }
        replay
    }

    fn expect(&mut self, pairing: Pairing, checked: &'a Checked) {
        if self.rest.insert(pairing, checked).is_some() {
            self.unplanned.push(checked.number);
        }
    }

    fn play(&mut self, pairing: &Pairing, checked: &Checked) {
        if checked.results.is_none() {
            self.unplayed.push((checked.number, pairing.clone()));
        }
        self.tally_sums.add(&self.phase.rules, self.known, pairing, checked);
    }

    fn next(&self) -> Next {
        let state = ContestState {
            rules: &self.phase.rules,
            planner: &*self.phase.planner,
            submissions: &self.phase.submissions,
            entrants: &self.tally_sums.entrants(&self.phase.fresh),
            history: &self.tally_sums.history,
            too_late: &self.tally_sums.too_late(),
            known: self.known,
        };
        state.next()
    }

    fn go(&mut self, after: Option<&PlannedPhase>, findings: &mut Findings) {
        let mut halted = false;
        while !halted {
            match self.next() {
                Next::Play(pairings) => halted = !self.compare(&pairings, after, findings),
                Next::Done(_) => {
                    self.is_over = true;
                    break;
                }
                Next::Wait => break,
            }
        }
        // Matches planned from missing results cannot be distinguished from invented ones.
        let rounds = self.phase.planner.pace() == Pace::Rounds;
        if halted && rounds && !self.goes_on {
            return;
        }
        let rest = self.rest.iter().map(|(pairing, checked)| (checked.number, Some(pairing)));
        let unplanned = self.unplanned.iter().map(|number| (*number, None));
        for (number, pairing) in rest.chain(unplanned) {
            let who = pairing.map(|pairing| self.phase.named(pairing));
            findings.add(AuditFinding::NotPlanned { number, who });
        }
    }

    /// Compares a plan with the listed matches; returns whether it may continue.
    fn compare(
        &mut self,
        pairings: &[Pairing],
        after: Option<&PlannedPhase>,
        findings: &mut Findings,
    ) -> bool {
        if !pairings.iter().any(|pairing| self.rest.contains_key(pairing)) {
            // A plan is stored as a whole: here the phase ended, or the contest is paused.
            self.goes_on = true;
            return false;
        }
        let mut missing = 0;
        let mut last = 0;
        for pairing in pairings {
            let Some(checked) = self.rest.remove(pairing) else {
                self.tally_sums.history.schedule(pairing);
                // The match was deleted if a bot left before it was played, and is planned again if
                // the bot came back.
                let left = |phase: &PlannedPhase| {
                    let entrant = |id: &EntrantId| self.phase.submissions[id.index()];
                    pairing.seats.iter().any(|id| !phase.submissions.contains(&entrant(id)))
                };
                if !after.is_some_and(left) && !self.is_replanned(pairing) {
                    missing += 1;
                    findings.add(AuditFinding::Missing { who: self.phase.named(pairing) });
                }
                continue;
            };
            if checked.number < last {
                let (number, who) = (checked.number, self.phase.named(pairing));
                findings.add(AuditFinding::Late { number, who, last });
            }
            last = last.max(checked.number);
            self.play(pairing, checked);
        }
        missing == 0
    }

    /// Whether a later phase lists this match.
    fn is_replanned(&self, pairing: &Pairing) -> bool {
        let replanned = self.replanned.get_or_init(|| {
            self.later.iter().map(|checked| (&*checked.seats, checked.repeat)).collect()
        });
        let seats: Vec<i64> =
            pairing.seats.iter().map(|id| self.phase.submissions[id.index()].0).collect();
        replanned.contains(&(&*seats, pairing.repeat))
    }

    fn planned(&self, is_last: bool) -> Planned {
        let left = self.tally_sums.departures();
        let to_come = self.unplayed.iter().filter(|(number, pairing)| {
            certamen_tournament::may_be_played(&left, *number, &pairing.seats)
        });
        Planned { to_come: to_come.count() as u64, is_over: is_last && self.is_over }
    }
}

pub(super) fn read_format(keys: &Map) -> Result<FormatConfig, AuditError> {
    let (kind, keys) = kind_and_keys(keys);
    FormatConfig::read(&kind, Value::Object(keys)).map_err(AuditError::Format)
}

/// The kind of a section, empty if there is none, and its other keys.
pub(super) fn kind_and_keys(section: &Map) -> (String, Map) {
    let mut keys = section.clone();
    let kind = match keys.remove("kind") {
        Some(Value::String(kind)) => kind,
        Some(other) => other.to_string(),
        None => String::new(),
    };
    (kind, keys)
}
