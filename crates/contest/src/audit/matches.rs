//! One match: its record is replayed and compared with its entry.

use super::{
    AuditError, AuditFinding, MatchFinding, replay::BotReplay, report::Findings,
    terms::ConditionCounts,
};
use crate::{
    MatchEntry, SubmissionEntry, compiled_rules::CompiledRules, disqualified::seats_asleep,
    opening_book::OpeningTable,
};
use certamen_game::{
    Fault, Map, MatchRecord, Outcome, Termination,
    record::Seal,
    replay::{compare, replay},
};
use certamen_tournament::{SeatResult, seat_results, verdicts};
use std::collections::BTreeMap;

const SEATS: usize = 64;

pub(super) struct Checked {
    pub(super) number: i64,
    pub(super) seats: Vec<i64>,
    pub(super) repeat: u32,
    /// The result by seat; `None` if the match is to be played.
    pub(super) results: Option<Vec<SeatResult>>,
    /// Who committed what, by seat.
    pub(super) faults: Vec<(usize, Fault)>,
    /// The seats that slept until they timed out.
    pub(super) asleep: Vec<usize>,
    /// The tier of a match with bots.
    pub(super) tier: Option<String>,
}

/// What a match is checked with.
pub(super) struct MatchCheck<'a> {
    pub(super) rules: &'a CompiledRules,
    pub(super) openings: Option<&'a OpeningTable>,
    pub(super) submissions: &'a BTreeMap<i64, SubmissionEntry>,
    pub(super) conditions: &'a mut ConditionCounts,
    pub(super) bot_replay: &'a mut BotReplay,
    pub(super) findings: &'a mut Findings,
}

impl MatchCheck<'_> {
    /// Checks a match, whose seed must be `expected` if that is known.
    pub(super) fn check(
        self,
        listed: &MatchEntry,
        expected: Option<u64>,
    ) -> Result<Checked, AuditError> {
        let MatchCheck { rules, openings, submissions, conditions, bot_replay, findings } = self;
        let number = listed.number;
        let seats: Option<Vec<&SubmissionEntry>> =
            listed.seats.iter().map(|id| submissions.get(id)).collect();
        let seats = seats.filter(|seats| (1..=SEATS).contains(&seats.len()));
        let seats = seats.ok_or(AuditError::UnknownEntrant(number))?;
        let mut add = |what: MatchFinding| findings.add(AuditFinding::Match { number, what });
        add_seed(listed, expected, &mut add);
        let mut checked = Checked {
            number,
            seats: listed.seats.clone(),
            repeat: listed.repeat,
            results: None,
            faults: Vec::new(),
            asleep: Vec::new(),
            tier: None,
        };
        let Some(outcome) = &listed.outcome else {
            if listed.record.is_some() {
                add(MatchFinding::RecordWithoutOutcome);
            }
            return Ok(checked);
        };
        if seats.len() == 1 {
            if *outcome != Outcome::scored([SeatResult::BYE.score]) || listed.record.is_some() {
                add(MatchFinding::NoBye);
            }
            checked.results = Some(vec![SeatResult::BYE]);
            return Ok(checked);
        }
        let scoring = rules.game.info().scoring;
        let Some((record, seal)) = read(listed, &mut add) else {
            let scores = vec![0.0; seats.len()];
            let nothing = Outcome { termination: Termination::Limit, ..Outcome::scored(scores) };
            checked.results = Some(seat_results(&nothing, &vec![0; seats.len()], scoring));
            return Ok(checked);
        };
        conditions.see(&record.table);
        let all = &rules.options;
        let opened = openings.map(|it| it.expected(all, listed.repeat, &record.table.options));
        let options = opened.as_ref().unwrap_or(all);
        compare_header(listed, &record, &seats, (rules, options), &mut add);
        let replayed = compare_end(listed, outcome, &record, seal, rules)
            .and_then(|()| bot_replay.ask(rules.game, &record, &seats));
        if let Err(finding) = replayed {
            add(finding);
        }
        let moves = record.turns.iter().flat_map(|turn| &turn.moves);
        checked.faults = moves
            .filter_map(|entry| Some((entry.seat.index(), entry.fault?)))
            .filter(|(seat, _)| *seat < seats.len())
            .collect();
        if checked.faults.len() as u64 != listed.faults {
            add(MatchFinding::Faults { listed: listed.faults, found: checked.faults.len() });
        }
        let results = verdicts(&record, scoring);
        checked.results = results.filter(|results| results.len() == seats.len());
        checked.asleep = seats_asleep(&record);
        let has_programs = record.table.seats.iter().any(|seat| seat.digest.is_some());
        checked.tier = has_programs.then(|| record.table.conditions.tier.clone());
        Ok(checked)
    }
}

/// Compares the seed of a match with the expected one. If that is known, every match must have a seed:
/// otherwise a host could try seeds until it likes one.
fn add_seed(listed: &MatchEntry, expected: Option<u64>, add: &mut impl FnMut(MatchFinding)) {
    let Some(found) = listed.seed else {
        if expected.is_some() || (listed.outcome.is_some() && listed.seats.len() > 1) {
            add(MatchFinding::NoSeed);
        }
        return;
    };
    if let Some(expected) = expected.filter(|expected| *expected != found) {
        add(MatchFinding::Seed { found, expected });
    }
}

/// The record, if it is readable and has an outcome for every seat.
fn read(listed: &MatchEntry, add: &mut impl FnMut(MatchFinding)) -> Option<(MatchRecord, Seal)> {
    let Some(text) = &listed.record else {
        add(MatchFinding::NoRecord);
        return None;
    };
    match MatchRecord::read(text.as_bytes()) {
        Ok((record, seal)) => {
            let scores = record.outcome.as_ref().map_or(0, |outcome| outcome.scores.len());
            let moves = record.turns.iter().flat_map(|turn| &turn.moves);
            let fits = moves.into_iter().all(|entry| entry.seat.index() < scores);
            if scores == listed.seats.len() && fits {
                return Some((record, seal));
            }
            add(MatchFinding::Scores { scores, seats: listed.seats.len() });
        }
        Err(error) => add(MatchFinding::unreadable(&error)),
    }
    None
}

fn compare_header(
    listed: &MatchEntry,
    record: &MatchRecord,
    seats: &[&SubmissionEntry],
    (rules, expected): (&CompiledRules, &Map),
    add: &mut impl FnMut(MatchFinding),
) {
    let table = &record.table;
    let mut differs = |key: &str, found: &str, expected: &str| {
        if found != expected {
            let [found, expected] = [found, expected].map(certamen_game::escaped);
            add(MatchFinding::Header { key: key.to_owned(), found, expected });
        }
    };
    let info = rules.game.info();
    differs("game", &table.game, info.slug);
    differs("rules", &table.rules.to_string(), &info.version.to_string());
    let options = |map| serde_json::to_value(map).unwrap_or_default();
    if options(&table.options) != options(expected) {
        let [found, expected] = [&table.options, expected].map(|map| options(map).to_string());
        differs("options", &found, &expected);
    }
    if !table.conditions.agrees() {
        let expected = table.conditions.move_us.unwrap_or_default().div_ceil(1_000);
        differs("conditions.move_ms", &table.conditions.move_ms.to_string(), &expected.to_string());
    }
    let on_fault = format!("{:?}", table.conditions.on_fault);
    differs("conditions.on_fault", &on_fault, &format!("{:?}", rules.programs.on_fault));
    if let Some(seed) = listed.seed {
        differs("seed", &table.seed.to_string(), &seed.to_string());
    }
    differs("seats", &table.seats.len().to_string(), &seats.len().to_string());
    for (seat, (found, expected)) in table.seats.iter().zip(seats).enumerate() {
        differs(&format!("seats[{seat}].bot"), &found.bot, &expected.bot);
        let digest = found.digest.as_deref().unwrap_or_default();
        differs(&format!("seats[{seat}].digest"), digest, &expected.digest);
    }
}

fn compare_end(
    listed: &MatchEntry,
    outcome: &Outcome,
    record: &MatchRecord,
    seal: Seal,
    rules: &CompiledRules,
) -> Result<(), MatchFinding> {
    let recorded = record.outcome.as_ref().ok_or(MatchFinding::NoOutcome)?;
    let end = replay(rules.game, record, &mut |_| {});
    let end = end.map_err(MatchFinding::NotPlayable)?;
    let computed = end.outcome().ok_or(MatchFinding::EndsEarly)?;
    if let Some(first) = compare(recorded, computed).into_iter().next() {
        return Err(MatchFinding::Recorded(Box::new(first)));
    }
    if seal != Seal::Sound {
        return Err(MatchFinding::Digest);
    }
    if let Some(first) = compare(outcome, recorded).into_iter().next() {
        return Err(MatchFinding::Outcome(Box::new(first)));
    }
    let found = record.turns.len() as u64;
    if found != listed.turns {
        return Err(MatchFinding::Turns { listed: listed.turns, found });
    }
    Ok(())
}
