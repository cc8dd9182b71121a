//! The standings computed again from the records.

use super::{
    AuditError, AuditFinding, contest::AuditedContest, matches::Checked, report::Findings,
};
use crate::{
    StandingsRow, SubmissionEntry, compiled_rules::CompiledRules, deterministic::ObservedRepeats,
    disqualified::voids_late, file::OnNondeterminism, state::ContestState,
};
use certamen_game::Map;
use certamen_store::SubmissionId;
use certamen_tournament::{
    Cause, Departure, DisqualifyingFault, Entrant, EntrantId, History, Pairing, SeatResult,
    SleepRecord, Status, VoidedMatches, departures, may_be_played,
};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The entrants of these submissions; names must be unique.
pub(super) fn entrants(
    ids: &[i64],
    submissions: &BTreeMap<i64, SubmissionEntry>,
) -> Result<Vec<Entrant>, AuditError> {
    let mut names = BTreeSet::new();
    let entrant = |id: &i64| {
        let found = submissions.get(id).ok_or(AuditError::NotListed(*id))?;
        if !names.insert(&found.bot) {
            return Err(AuditError::SameName(found.bot.clone()));
        }
        let (name, language) = (found.bot.clone(), found.language.clone());
        Ok(Entrant { name, language, status: Status::Active })
    };
    ids.iter().map(entrant).collect()
}

/// The sums of the matches among some submissions.
pub(super) struct TallySums {
    pub(super) history: History,
    disqualifying: Vec<DisqualifyingFault>,
    /// All matches with the bots that timed out asleep, if three of them suspend a bot.
    sleep_records: Vec<SleepRecord>,
    /// Played matches, by number, where bots may leave.
    played: Vec<(i64, Pairing, Vec<SeatResult>)>,
    /// Played matches in which a bot is listed as having answered differently.
    named: BTreeSet<i64>,
}

impl TallySums {
    /// Empty sums of a contest among this many entrants.
    pub(super) fn new(rules: &CompiledRules, entrants: usize) -> TallySums {
        TallySums {
            history: History::new(rules.detail(entrants)),
            disqualifying: Vec::new(),
            sleep_records: Vec::new(),
            played: Vec::new(),
            named: BTreeSet::new(),
        }
    }

    pub(super) fn add(
        &mut self,
        rules: &CompiledRules,
        known: &ObservedRepeats,
        pairing: &Pairing,
        checked: &Checked,
    ) {
        if rules.suspends() && pairing.seats.len() > 1 {
            let asleep = checked.asleep.iter().filter_map(|seat| pairing.seats.get(*seat));
            let asleep = checked.results.as_ref().map(|_| asleep.copied().collect());
            let (number, seats) = (checked.number, pairing.seats.clone());
            self.sleep_records.push(SleepRecord { number, seats, asleep });
        }
        let Some(results) = &checked.results else {
            self.history.schedule(pairing);
            return;
        };
        self.history.finish(pairing, results);
        let leaves = rules.programs.disqualifies() || rules.suspends();
        if leaves && voids_late(rules) {
            self.played.push((checked.number, pairing.clone(), results.clone()));
        }
        let disqualify_on = &rules.programs.disqualify_on;
        for (seat, fault) in
            checked.faults.iter().filter(|(_, fault)| disqualify_on.contains(fault))
        {
            self.disqualifying.push(DisqualifyingFault {
                number: checked.number,
                seats: pairing.seats.clone(),
                offender: pairing.seats[*seat],
                cause: Cause::Fault(*fault),
            });
        }
        if rules.programs.on_nondeterminism == OnNondeterminism::Disqualify {
            self.add_breaches(known, pairing, checked);
        }
    }

    /// Adds the breaches that the later one of two matches completes.
    fn add_breaches(&mut self, known: &ObservedRepeats, pairing: &Pairing, checked: &Checked) {
        let own = known.breaches.iter().filter(|one| one.matches.contains(&checked.number));
        for breach in own {
            self.named.insert(checked.number);
            let seat = checked.seats.iter().position(|id| *id == breach.submission);
            let Some(seat) = seat else { continue };
            if breach.matches.iter().all(|number| self.named.contains(number)) {
                self.disqualifying.push(DisqualifyingFault {
                    number: breach.matches[1],
                    seats: pairing.seats.clone(),
                    offender: pairing.seats[seat],
                    cause: Cause::Nondeterminism,
                });
            }
        }
    }

    /// Notes matches against bots that have left.
    pub(super) fn elsewhere(
        &mut self,
        rules: &CompiledRules,
        places: &BTreeMap<i64, EntrantId>,
        checked: &Checked,
    ) {
        if rules.asks_elsewhere() {
            for place in checked.seats.iter().filter_map(|seat| places.get(seat)) {
                self.history.note_elsewhere(*place, checked.repeat);
            }
        }
    }

    /// The matches in play when a bot left.
    pub(super) fn too_late(&self) -> VoidedMatches {
        let left = self.departures();
        let late = self.played.iter().filter(|(number, pairing, _)| {
            !left.is_empty() && !may_be_played(&left, *number, &pairing.seats)
        });
        late.map(|(_, pairing, results)| (pairing.clone(), results.clone())).collect()
    }

    pub(super) fn departures(&self) -> BTreeMap<EntrantId, Departure> {
        let slept = |sleep_record: &SleepRecord| {
            sleep_record.asleep.as_ref().is_some_and(|asleep| !asleep.is_empty())
        };
        // Without such timeouts, no bot can be suspended.
        let sleep_records =
            if self.sleep_records.iter().any(slept) { &*self.sleep_records } else { &[] };
        departures(&self.disqualifying, sleep_records)
    }

    /// `fresh` entrants, with the status of those that have left.
    pub(super) fn entrants(&self, fresh: &[Entrant]) -> Vec<Entrant> {
        let mut entrants = fresh.to_vec();
        for (id, departure) in self.departures() {
            entrants[id.index()].status = Status::Disqualified(departure.cause);
        }
        entrants
    }
}

/// The match as a pairing of entrants; `None` if others sit in it.
pub(super) fn pairing(
    rules: &CompiledRules,
    places: &BTreeMap<i64, EntrantId>,
    checked: &Checked,
) -> Option<Pairing> {
    let seats: Option<Vec<EntrantId>> =
        checked.seats.iter().map(|seat| places.get(seat).copied()).collect();
    let count = places.len();
    let own = |seats: &Vec<EntrantId>| seats.len() == 1 || rules.admits(count, seats.len());
    seats.filter(own).map(|seats| Pairing { seats, repeat: checked.repeat })
}

/// The indices of the entrants, by submission.
pub(super) fn places(entrants: &[i64]) -> BTreeMap<i64, EntrantId> {
    entrants.iter().copied().zip((0..).map(EntrantId)).collect()
}

/// Computes the standings again and compares them with the listed ones.
pub(super) fn check(
    contest: &AuditedContest,
    fresh: &[Entrant],
    matches: &[Checked],
    listed: &[Map],
    findings: &mut Findings,
) {
    let (rules, known) = (&contest.rules, &contest.header.deterministic);
    let ids = &contest.header.entrants;
    let places = places(ids);
    let mut tally_sums = TallySums::new(rules, ids.len());
    for checked in matches {
        if let Some(pairing) = pairing(rules, &places, checked) {
            tally_sums.add(rules, known, &pairing, checked);
        } else {
            tally_sums.elsewhere(rules, &places, checked);
        }
    }
    let submissions: Vec<SubmissionId> = ids.iter().copied().map(SubmissionId).collect();
    let state = ContestState {
        rules,
        planner: &*rules.planner(),
        submissions: &submissions,
        entrants: &tally_sums.entrants(fresh),
        too_late: &tally_sums.too_late(),
        history: &rules.admitted(ids.len(), tally_sums.history),
        known,
    };
    compare(&state.lines(), listed, findings);
}

/// The key of a row for what its bot has used.
const USAGE: &str = "usage";

fn compare(lines: &[StandingsRow], listed: &[Map], findings: &mut Findings) {
    if lines.len() != listed.len() {
        findings.add(AuditFinding::TableLength { lines: lines.len(), listed: listed.len() });
    }
    for (line, (computed, listed)) in (1..).zip(lines.iter().zip(listed)) {
        let computed = computed.to_map();
        let show = |value: &Value| certamen_game::escaped(&value.to_string());
        for (key, value) in &computed {
            let found = listed.get(key).unwrap_or(&Value::Null);
            if found != value {
                let (key, found, computed) = (key.clone(), show(found), show(value));
                findings.add(AuditFinding::TableKey { line, key, found, computed });
            }
        }
        // What players report of their own use is a claim that results do not depend on.
        let is_unknown = |key: &&String| !computed.contains_key(*key) && *key != USAGE;
        if let Some(key) = listed.keys().find(is_unknown) {
            let key = certamen_game::escaped(key);
            findings.add(AuditFinding::TableUnknownKey { line, key });
        }
    }
}
