//! The conditions that matches were played under, counted.

use super::AuditNote;
use certamen_game::{Map, Table, escaped};
use serde_json::Value;
use std::collections::BTreeMap;

/// At most this many different conditions are distinguished; the others are counted together.
const KINDS: usize = 100;

/// How many matches were played under which conditions.
#[derive(Default)]
pub(super) struct ConditionCounts {
    counts: BTreeMap<String, (Map, u64)>,
    /// The weakest tier in which programs played.
    weakest_tier: Option<String>,
}

impl ConditionCounts {
    /// Counts the conditions of a match.
    pub(super) fn see(&mut self, table: &Table) {
        let conditions = &table.conditions;
        // Where only built-in players meet there is no one to isolate.
        let has_programs = table.seats.iter().any(|seat| seat.digest.is_some());
        if has_programs && self.weakest_tier.as_ref().is_none_or(|tier| *tier < conditions.tier) {
            self.weakest_tier = Some(conditions.tier.clone());
        }
        let Ok(Value::Object(keys)) = serde_json::to_value(conditions) else { return };
        let text = Value::Object(keys.clone()).to_string();
        if self.counts.len() < KINDS || self.counts.contains_key(&text) {
            self.counts.entry(text).or_insert((keys, 0)).1 += 1;
        }
    }

    /// The most frequent ones.
    pub(super) fn usual(&self) -> Option<&Map> {
        self.counts.values().max_by_key(|(_, count)| *count).map(|(keys, _)| keys)
    }

    /// The weakest tier in which programs played, if any did.
    pub(super) fn weakest_tier(&self) -> Option<&str> {
        self.weakest_tier.as_deref()
    }

    /// In how many matches which key differs from what is usual.
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

/// A value as people read it; what is not written down has its usual value.
pub(super) fn shown(value: Option<&Value>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| escaped(&value.to_string()))
}
