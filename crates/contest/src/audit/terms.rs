//! The terms that a contest tells of itself, compared with its phases, its records and the text of
//! its file.
//!
//! A contest may have been continued on other terms, and its file may have been edited since. What a
//! host may do is remarked; what cannot have happened is found.

use super::{Finding, Findings, plan::Phase};
use crate::{
    About, ContestFile, MoveTime,
    file::{self, Programs},
    growth,
    regulations::Regulations,
};
use certamen_game::{Conditions, Map, escaped};
use certamen_speech::{Message, Speak};
use certamen_tournament::FormatConfig;
use serde_json::Value;
use std::collections::BTreeMap;

/// So many different conditions are told apart; the others are counted together.
const KINDS: usize = 100;

/// What is to be known of a contest, though it does not make it unsound.
#[derive(Clone, PartialEq, Debug)]
pub enum Remark {
    /// The secret was drawn when entries had closed already.
    LateSecret,
    /// Names and the order of entry were mixed into the seed.
    OldMix,
    /// The contest file is not told.
    NoFile,
    /// The contest file cannot be read here.
    UnreadableFile(Message),
    /// The contest file says another value than the contest was played with.
    File {
        /// The key.
        key: &'static str,
        /// As the file has it.
        file: String,
        /// As it was played.
        played: String,
    },
    /// The contest tells another tier than most matches were played in.
    Tier {
        /// As it is told.
        told: String,
        /// As the records have it.
        found: String,
    },
    /// Not all matches were played under the same conditions.
    Conditions {
        /// The key.
        key: String,
        /// In how many matches it differs.
        matches: u64,
        /// Of how many.
        of: u64,
        /// Its value in most.
        most: String,
        /// Its value in one of the others.
        other: String,
    },
}

/// The terms that are told, and what records say of them.
pub(super) struct ToldTerms {
    name: String,
    tier: String,
    format: FormatConfig,
    programs: Programs,
    is_drawn: bool,
    seed: Option<u64>,
    file: Option<String>,
}

/// How many matches were played under which conditions.
#[derive(Default)]
pub(super) struct Customs(BTreeMap<String, (Map, u64)>);

impl Customs {
    /// Counts the conditions of a match.
    pub(super) fn see(&mut self, conditions: &Conditions) {
        let Ok(Value::Object(keys)) = serde_json::to_value(conditions) else { return };
        let text = Value::Object(keys.clone()).to_string();
        if self.0.len() < KINDS || self.0.contains_key(&text) {
            self.0.entry(text).or_insert((keys, 0)).1 += 1;
        }
    }

    /// The most frequent ones.
    fn usual(&self) -> Option<&Map> {
        self.0.values().max_by_key(|(_, count)| *count).map(|(keys, _)| keys)
    }

    /// In how many matches which key differs from what is usual.
    fn remarks(&self, remarks: &mut Vec<Remark>) {
        let Some(usual) = self.usual() else { return };
        let of = self.0.values().map(|(_, count)| count).sum();
        let mut found: BTreeMap<&str, (u64, &Map)> = BTreeMap::new();
        for (keys, count) in self.0.values() {
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
            remarks.push(Remark::Conditions { key: escaped(key), matches, of, most, other });
        }
    }
}

impl ToldTerms {
    /// Those of `about`, as they were read into `regulations`.
    pub(super) fn of(about: &About, regulations: &Regulations) -> ToldTerms {
        ToldTerms {
            name: about.name.clone(),
            tier: about.tier.clone(),
            format: regulations.format.clone(),
            programs: about.programs.clone(),
            is_drawn: about.draw.is_some(),
            seed: about.seed,
            file: about.file.clone(),
        }
    }

    /// Compares them with everything else that is told.
    pub(super) fn check(
        &self,
        (regulations, phases): (&Regulations, &[Phase]),
        customs: &Customs,
        findings: &mut Findings,
    ) -> Vec<Remark> {
        self.check_phases(phases, findings);
        let mut remarks = Vec::new();
        customs.remarks(&mut remarks);
        let tier = customs.usual().and_then(|keys| keys.get("tier")).cloned();
        if tier.as_ref().is_some_and(|tier| tier.as_str() != Some(&self.tier)) {
            let (told, found) = (escaped(&self.tier), shown(tier.as_ref()));
            remarks.push(Remark::Tier { told, found });
        }
        let Some(text) = &self.file else {
            remarks.push(Remark::NoFile);
            return remarks;
        };
        match file::parse(text) {
            Ok(file) => {
                self.check_file(regulations, &file, findings);
                self.compare_file(&file, customs, &mut remarks);
            }
            Err(fault) => remarks.push(Remark::UnreadableFile(fault.message())),
        }
        remarks
    }

    fn check_phases(&self, phases: &[Phase], findings: &mut Findings) {
        for two in phases.windows(2) {
            let [before, after] = [&two[0], &two[1]].map(|phase| lasting(phase.format()));
            if growth::compare("format", &before, &after).is_err() {
                findings.add(Finding::PhaseFormat { first: two[1].first });
            }
        }
        let Some(last) = phases.last() else { return };
        if lasting(last.format()) != lasting(&self.format) {
            findings.add(Finding::ContestKey { key: "format" });
        }
        if *last.programs() != self.programs {
            findings.add(Finding::ContestKey { key: "programs" });
        }
    }

    /// Finds what no run would have taken: these keys of a file may not change.
    fn check_file(&self, regulations: &Regulations, file: &ContestFile, findings: &mut Findings) {
        let mut differs = |key: &'static str, told: &Value, file: &Value| {
            if told != file {
                let [told, file] = [told, file].map(|value| escaped(&value.to_string()));
                findings.add(Finding::FileKey { key, told, file });
            }
        };
        let game = |slug: &str| Value::from(slug);
        differs("game", &game(regulations.game.info().slug), &game(file.game.info().slug));
        differs("options", &json(&regulations.options), &json(&file.options));
        differs("ranking", &json(&regulations.ranking), &json(&file.ranking));
        differs("programs.memory", &json(&self.programs.memory), &json(&file.programs.memory));
        differs(
            "programs.on_fault",
            &json(&self.programs.on_fault),
            &json(&file.programs.on_fault),
        );
        let [told, now] = [&self.format, &file.format].map(lasting);
        if growth::compare("format", &told, &now).is_err() {
            differs("format", &told, &now);
        }
    }

    /// Remarks what may differ: a seed that was given at the first run, a title, limits.
    fn compare_file(&self, file: &ContestFile, customs: &Customs, remarks: &mut Vec<Remark>) {
        let mut differs = |key, file: String, played: String| {
            if file != played {
                remarks.push(Remark::File { key, file, played });
            }
        };
        differs("name", escaped(&file.name), escaped(&self.name));
        if let Some(seed) = self.seed.filter(|_| !self.is_drawn) {
            differs("seed", file.seed.to_string(), seed.to_string());
        }
        let Some(usual) = customs.usual() else { return };
        let Ok(played) = serde_json::from_value::<Conditions>(Value::Object(usual.clone())) else {
            return;
        };
        let limit = match &file.limits.move_time {
            Some(MoveTime::Fixed(time)) => *time,
            _ => played.move_time(),
        };
        let now = json(&file.conditions(limit, &played.tier));
        for key in LIMITS {
            differs(key, shown(now.get(key)), shown(usual.get(key)));
        }
    }
}

/// The keys of conditions that a file decides on.
const LIMITS: [&str; 9] = [
    "move_ms",
    "move_us",
    "memory",
    "match_ms",
    "start_ms",
    "processes",
    "output",
    "scratch",
    "freeze",
];

/// What of a format may not change: a ladder may go on.
fn lasting(format: &FormatConfig) -> Value {
    let mut keys = json(format);
    if let (FormatConfig::Ladder(_), Some(keys)) = (format, keys.as_object_mut()) {
        keys.shift_remove("matches");
    }
    keys
}

fn json(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

/// A value as people read it; what is not written down has its usual value.
fn shown(value: Option<&Value>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| escaped(&value.to_string()))
}
