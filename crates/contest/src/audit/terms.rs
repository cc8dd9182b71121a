//! The terms that an export states, compared with its phases, its records and the text of its file.
//!
//! A contest may have been continued on other terms, and its file may have been edited since.
//! Permitted differences are remarks; impossible ones are findings.

use super::{
    AuditFinding, AuditNote, contest::AuditedContest, plan::PlannedPhase, report::Findings,
};
use crate::{
    ContestFile, MoveTime, OpeningOrder, SubmissionEntry,
    contest::conditions_of,
    draw::BuiltinSpecs,
    file::{self, is_pattern},
    initial_terms::{compare_section, lasting},
};
use certamen_game::{Conditions, Map, Table, escaped};
use certamen_i18n::Localize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Compares the stated terms of a contest with the rest of its export.
pub(super) fn check(
    contest: &AuditedContest,
    phases: &[PlannedPhase],
    entrants: &[&SubmissionEntry],
    conditions: &ConditionCounts,
    findings: &mut Findings,
) -> Vec<AuditNote> {
    check_phases(contest, phases, findings);
    let mut remarks = Vec::new();
    conditions.remarks(&mut remarks);
    let tier = conditions.usual().and_then(|keys| keys.get("tier")).cloned();
    if tier.as_ref().is_some_and(|tier| tier.as_str() != Some(&contest.header.tier)) {
        let (listed, found) = (escaped(&contest.header.tier), shown(tier.as_ref()));
        remarks.push(AuditNote::Tier { listed, found });
    }
    let Some(text) = &contest.header.file else {
        remarks.push(AuditNote::NoFile);
        return remarks;
    };
    match file::parse_as(text, contest.rules.game) {
        Ok(file) => {
            check_file(contest, &file, findings);
            compare_file(contest, &file, conditions, &mut remarks);
            compare_bots(contest, &file, entrants, &mut remarks);
        }
        Err(fault) => remarks.push(AuditNote::UnreadableFile(fault.message())),
    }
    remarks
}

fn check_phases(contest: &AuditedContest, phases: &[PlannedPhase], findings: &mut Findings) {
    for two in phases.windows(2) {
        let [before, after] = [&two[0], &two[1]].map(|phase| lasting(phase.format()));
        if compare_section("format", &before, &after).is_err() {
            findings.add(AuditFinding::PhaseFormat { first: two[1].first });
        }
    }
    let Some(last) = phases.last() else { return };
    if lasting(last.format()) != lasting(&contest.rules.format) {
        findings.add(AuditFinding::ContestKey { key: "format" });
    }
    if *last.programs() != contest.header.programs {
        findings.add(AuditFinding::ContestKey { key: "programs" });
    }
}

fn check_file(contest: &AuditedContest, file: &ContestFile, findings: &mut Findings) {
    let mut differs = |key: &'static str, listed: &Value, file: &Value| {
        if listed != file {
            let [listed, file] = [listed, file].map(|value| escaped(&value.to_string()));
            findings.add(AuditFinding::FileKey { key, listed, file });
        }
    };
    let game = |slug: &str| Value::from(slug);
    differs("game", &game(contest.rules.game.info().slug), &game(file.game.info().slug));
    differs("options", &json(&contest.rules.options), &json(&file.options));
    let order = |openings: Option<OpeningOrder>| json(&openings);
    differs(
        "openings.order",
        &order(contest.header.openings.as_ref().map(|openings| openings.order)),
        &order(file.openings.as_ref().map(|openings| openings.order)),
    );
    differs("ranking", &json(&contest.rules.ranking), &json(&file.ranking));
    differs(
        "programs.memory",
        &json(&contest.header.programs.memory),
        &json(&file.programs.memory),
    );
    differs(
        "programs.on_fault",
        &json(&contest.header.programs.on_fault),
        &json(&file.programs.on_fault),
    );
    let [listed, now] = [&contest.rules.format, &file.format].map(lasting);
    if compare_section("format", &listed, &now).is_err() {
        differs("format", &listed, &now);
    }
}

/// Remarks on keys that may differ: a seed given at the first run, a title, policies, limits.
fn compare_file(
    contest: &AuditedContest,
    file: &ContestFile,
    conditions: &ConditionCounts,
    remarks: &mut Vec<AuditNote>,
) {
    let mut differs = |key: &str, file: String, played: String| {
        if file != played {
            remarks.push(AuditNote::File { key: key.to_owned(), file, played });
        }
    };
    differs("name", escaped(&file.name), escaped(&contest.header.name));
    if let Some(seed) = contest.header.seed.filter(|_| contest.header.draw.is_none()) {
        differs("seed", file.seed.to_string(), seed.to_string());
    }
    let [listed, now] = [&contest.header.programs, &file.programs].map(json);
    let keys = now.as_object().into_iter().flat_map(Map::keys);
    // These two keys may not differ; they are checked above.
    for key in keys.filter(|key| !["memory", "on_fault"].contains(&key.as_str())) {
        let [now, listed] = [&now, &listed].map(|keys| shown(keys.get(key)));
        differs(&format!("programs.{key}"), now, listed);
    }
    if let Some(weakest) = conditions.weakest_tier()
        && *weakest > *file.sandbox.minimum_tier
    {
        differs("sandbox.minimum_tier", file.sandbox.minimum_tier.clone(), weakest.to_owned());
    }
    let Some(usual) = conditions.usual() else { return };
    let Ok(played) = serde_json::from_value::<Conditions>(Value::Object(usual.clone())) else {
        return;
    };
    let limit = match &file.limits.move_time {
        Some(MoveTime::Fixed(time)) => *time,
        _ => played.move_time(),
    };
    let openings = contest.header.openings.as_ref();
    let now = json(&conditions_of(file, openings, limit, &played.tier));
    for key in LIMITS {
        differs(key, shown(now.get(key)), shown(usual.get(key)));
    }
    let now = format!("{} ms", file.remote.allowance.as_millis());
    for played in &conditions.allowances {
        differs("remote.allowance", now.clone(), format!("{played} ms"));
    }
}

/// Remarks on entrants other than those in the file, which may have been edited since.
fn compare_bots(
    contest: &AuditedContest,
    file: &ContestFile,
    entrants: &[&SubmissionEntry],
    remarks: &mut Vec<AuditNote>,
) {
    let named = file.bots.iter().filter(|given| !is_pattern(given)).count();
    let is_open = file.entries.is_some() || file.course.is_some() || named < file.bots.len();
    let count = entrants.len() + contest.header.aside.len();
    if count < named || (count > named && !is_open) {
        remarks.push(AuditNote::Bots { named, count });
    }
    let specs = BuiltinSpecs::of(&file.bots);
    for listed in entrants.iter().filter(|listed| listed.builtin.is_some()) {
        let spec = specs.spec(&listed.bot);
        let now = if specs.names(&listed.bot) { spec } else { "-".to_owned() };
        let played = listed.builtin.clone().unwrap_or_default();
        if now != played {
            let [file, played] = [now, played].map(|spec| escaped(&spec));
            let key = format!("bots: {}", escaped(&listed.bot));
            remarks.push(AuditNote::File { key, file, played });
        }
    }
}

/// The conditions that a contest file sets.
const LIMITS: [&str; 14] = [
    "move_ms",
    "move_us",
    "memory",
    "match_ms",
    "increment_ms",
    "start_ms",
    "processes",
    "output",
    "scratch",
    "freeze",
    "turns",
    "bytes",
    "adjudication",
    "life",
];

fn json(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

/// At most this many different conditions are distinguished; others are not counted.
const KINDS: usize = 100;

#[derive(Default)]
pub(super) struct ConditionCounts {
    counts: BTreeMap<String, (Map, u64)>,
    /// Those of matches with players on other machines, in milliseconds; others have none.
    allowances: BTreeSet<u64>,
    weakest_tier: Option<String>,
}

impl ConditionCounts {
    pub(super) fn see(&mut self, table: &Table) {
        let conditions = &table.conditions;
        // Built-in players need no isolation.
        let has_programs = table.seats.iter().any(|seat| seat.digest.is_some());
        if has_programs && self.weakest_tier.as_ref().is_none_or(|tier| *tier < conditions.tier) {
            self.weakest_tier = Some(conditions.tier.clone());
        }
        let Ok(Value::Object(mut keys)) = serde_json::to_value(conditions) else { return };
        keys.remove("allowance_ms");
        if self.allowances.len() < KINDS {
            self.allowances.extend(conditions.allowance_ms);
        }
        let text = Value::Object(keys.clone()).to_string();
        if self.counts.len() < KINDS || self.counts.contains_key(&text) {
            self.counts.entry(text).or_insert((keys, 0)).1 += 1;
        }
    }

    pub(super) fn usual(&self) -> Option<&Map> {
        self.counts.values().max_by_key(|(_, count)| *count).map(|(keys, _)| keys)
    }

    /// The weakest tier of the bots, if any played.
    pub(super) fn weakest_tier(&self) -> Option<&str> {
        self.weakest_tier.as_deref()
    }

    /// For each key that differs from the usual value, the number of matches.
    pub(super) fn remarks(&self, remarks: &mut Vec<AuditNote>) {
        let Some(usual) = self.usual() else { return };
        let of = self.counts.values().map(|(_, count)| count).sum();
        let mut found: BTreeMap<&str, (u64, &Map)> = BTreeMap::new();
        for (keys, count) in self.counts.values() {
            let names = keys.keys().chain(usual.keys());
            let mut differing: Vec<&String> =
                names.filter(|key| keys.get(*key) != usual.get(*key)).collect();
            differing.sort();
            differing.dedup();
            for key in differing {
                found.entry(key).or_insert((0, keys)).0 += count;
            }
        }
        for (key, (matches, other)) in found {
            let [most, other] = [usual, other].map(|keys| shown(keys.get(key)));
            remarks.push(AuditNote::Conditions { key: escaped(key), matches, of, most, other });
        }
    }
}

/// A value in readable form; `-` stands for the default.
pub(super) fn shown(value: Option<&Value>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| escaped(&value.to_string()))
}
