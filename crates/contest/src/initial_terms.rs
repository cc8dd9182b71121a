//! The configuration a contest was started with, and whether it is still the same contest. It may
//! grow: more matches, rounds or legs do not affect the matches played. Any other change makes
//! another contest.

use crate::compiled_rules::Edition;
use crate::{
    ConfigChange, ContestError, ContestFile, Corruption, Folder, Openings,
    draw::{self, BUILTIN, BuiltinSpecs, Draw, DrawRequest, Entropy},
    meta::{
        BUILT_IN, EDITION, ENTRANTS, Keys, OPENING_LIST, OPENINGS, RULES, SEED, TIER, store_json,
    },
};
use certamen_store::{BotVersion, Store, SubmissionId};
use certamen_tournament::FormatConfig;
use serde_json::{Value, json};
use std::{collections::BTreeMap, num::NonZeroU32};

/// The draw, brought up to date; `None` if a seed is given, or was at the first run.
pub(crate) fn drawn(
    folder: &Folder,
    file: &ContestFile,
    entries: &[BotVersion],
    asked: Option<u64>,
    entropy: &Entropy,
) -> Result<Option<Draw>, ContestError> {
    let Some(deadline) = &file.draw else { return Ok(None) };
    let begun = draw::read(folder)?.is_some();
    if !begun && (asked.is_some() || folder.store().exists()) {
        return Ok(None);
    }
    let wanted = DrawRequest { beacon: file.beacon.clone(), hides: file.hides_seed };
    let specs = BuiltinSpecs::of(&file.bots);
    draw::settle(folder, (deadline, &wanted), (entries, &specs), entropy).map(Some)
}

/// What a contest is begun with besides its file.
pub(crate) struct Beginning<'a> {
    /// The seed of `--seed`.
    pub(crate) asked: Option<u64>,
    pub(crate) draw: Option<&'a Draw>,
    pub(crate) openings: Option<&'a Openings>,
}

/// Compares `file` with the stored configuration, or stores it at the first run. Returns the
/// seed in force: that of the draw or `--seed` at the first run, later the stored one.
pub(crate) fn begin(
    folder: &Folder,
    file: &ContestFile,
    store: &mut Store,
    beginning: &Beginning<'_>,
) -> Result<u64, ContestError> {
    let Beginning { asked, draw, openings } = *beginning;
    let drawn = draw.map(Draw::seed).transpose();
    let drawn = drawn.map_err(|fault| ContestError::Damaged {
        path: folder.draw(),
        damage: Corruption::Draw(fault),
    })?;
    let now = fixed(file, openings);
    let changed = |change| ContestError::Changed {
        path: folder.contest_file(),
        change: Box::new(change),
        store: folder.written(),
    };
    let other_seed = |key: &str, now: u64, begun: u64| {
        let (now, begun) = (now.to_string(), begun.to_string());
        changed(ConfigChange::Changed { key: key.to_owned(), now, begun })
    };
    if let (Some(drawn), Some(asked)) = (drawn, asked.filter(|asked| Some(*asked) != drawn)) {
        return Err(other_seed("--seed", asked, drawn));
    }
    let path = folder.store();
    let keys = Keys { store, path: &path };
    let Some(stored) = keys.optional::<u64>(SEED)? else {
        let in_force = drawn.or(asked).unwrap_or(file.seed);
        let is_absent = |(key, value): &(&str, String)| OPTIONAL.contains(key) && value == NOTHING;
        let mut entries: Vec<_> = now.into_iter().filter(|entry| !is_absent(entry)).collect();
        entries.extend(openings.map(|openings| (OPENING_LIST, json!(openings).to_string())));
        entries.push((SEED, in_force.to_string()));
        entries.push((EDITION, u32::from(Edition).to_string()));
        store.set_meta(&entries)?;
        return Ok(in_force);
    };
    let mut grown = Vec::new();
    for (section, now) in now {
        let begun = match section {
            // Stores without such rules or openings have no such key.
            RULES | OPENINGS => store.meta(section)?.unwrap_or_else(|| NOTHING.to_owned()),
            _ => keys.text(section)?,
        };
        if begun == now {
            continue;
        }
        let (was, is) = (keys.parsed(section, &begun)?, keys.parsed(section, &now)?);
        compare_section(section, &was, &is).map_err(changed)?;
        let other = changed_numbering(&was, &is).filter(|_| section == "format");
        if let Some(other) = other
            && has_begun(store, file)?
        {
            return Err(changed(other));
        }
        grown.push((section, now));
    }
    for (key, seed) in [("--seed", asked), ("draw.json", drawn)] {
        if let Some(seed) = seed.filter(|seed| *seed != stored) {
            return Err(other_seed(key, seed, stored));
        }
    }
    keys.json::<Edition>(EDITION)?;
    store.set_meta(&grown)?;
    Ok(stored)
}

/// Whether a match is planned that is numbered by the keys of the format: the qualifying matches of a
/// knockout are not.
fn has_begun(store: &Store, file: &ContestFile) -> Result<bool, ContestError> {
    let first = match &file.format {
        FormatConfig::Knockout(keys) => keys.qualifying_games.map_or(0, NonZeroU32::get),
        _ => 0,
    };
    let mut matches = store.to_be_played()?;
    matches.extend(store.finished()?);
    Ok(matches.iter().any(|stored| stored.repeat >= first))
}

/// Stores the entrants and the configuration in force from now on.
pub(crate) fn enter(
    folder: &Folder,
    file: &ContestFile,
    store: &mut Store,
    entries: &[BotVersion],
    tier: &str,
) -> Result<Vec<SubmissionId>, ContestError> {
    let entered = entries.iter().map(|entry| store.enter(entry));
    let submissions = entered.collect::<Result<Vec<_>, _>>()?;
    store_built_in(folder, file, store, submissions.iter().zip(entries))?;
    store.retain_scheduled(&submissions)?;
    let ids: Vec<i64> = submissions.iter().map(|id| id.0).collect();
    let format = serde_json::to_string(&file.format).expect("keys are plain data");
    let programs = serde_json::to_string(&file.programs).expect("words are plain data");
    // Once matches are played, only a run that plays more may state another tier.
    if store.record_count()? == 0 {
        store.set_meta(&[(TIER, tier.to_owned())])?;
    }
    store.set_meta(&[
        ("name", file.name.clone()),
        (ENTRANTS, serde_json::to_string(&ids).expect("numbers are plain data")),
        ("programs", programs.clone()),
    ])?;
    store.begin_phase(&submissions, &format, &programs)?;
    Ok(submissions)
}

/// Stores the built-in players among the entrants: seeds follow from them, and the file may change.
/// Once matches are planned, another player under the same name makes another contest.
fn store_built_in<'a>(
    folder: &Folder,
    file: &ContestFile,
    store: &mut Store,
    entered: impl Iterator<Item = (&'a SubmissionId, &'a BotVersion)>,
) -> Result<(), ContestError> {
    let path = folder.store();
    let mut known: BTreeMap<i64, String> =
        Keys { store, path: &path }.optional(BUILT_IN)?.unwrap_or_default();
    let is_planned = store.match_count()? > 0;
    let specs = BuiltinSpecs::of(&file.bots);
    for (id, entry) in entered.filter(|(_, entry)| entry.language == BUILTIN) {
        let now = specs.spec(&entry.name);
        let begun = known.insert(id.0, now.clone()).filter(|begun| is_planned && *begun != now);
        if let Some(begun) = begun {
            let key = format!("bots: {}", entry.name);
            return Err(ContestError::Changed {
                path: folder.contest_file(),
                change: Box::new(ConfigChange::Changed { key, now, begun }),
                store: folder.written(),
            });
        }
    }
    store_json(store, BUILT_IN, &known)
}

/// The keys that a store may lack, and what that means.
const OPTIONAL: [&str; 2] = [RULES, OPENINGS];
const NOTHING: &str = "null";

/// The values that must not change once results are stored, by key.
fn fixed(file: &ContestFile, openings: Option<&Openings>) -> [(&'static str, String); 9] {
    let openings = openings.map(|it| json!({ "order": it.order, "digest": it.digest() }));
    [
        ("game", json!(file.game.info().slug)),
        (RULES, json!(file.game.rules_source().rules_digest)),
        // Sorted: moving a line in the file changes nothing.
        ("options", json!(file.options.iter().collect::<BTreeMap<_, _>>())),
        (OPENINGS, json!(openings)),
        ("format", lasting(&file.format)),
        ("ranking", json!(file.ranking)),
        ("seed", json!(file.seed)),
        ("programs.memory", json!(file.programs.memory)),
        ("programs.on_fault", json!(file.programs.on_fault)),
    ]
    .map(|(key, value)| (key, value.to_string()))
}

/// The part of a format that may not change: a ladder may go on.
pub(crate) fn lasting(format: &FormatConfig) -> Value {
    let mut keys = serde_json::to_value(format).expect("keys are plain data");
    if let (FormatConfig::Ladder(_), Some(keys)) = (format, keys.as_object_mut()) {
        keys.shift_remove("matches");
    }
    keys
}

/// The numbers of formats that may increase.
const GROW: [&str; 5] = ["games_per_pair", "games", "rounds", "best_of", "max_cycles"];
/// Keys that number the matches: after a change, stored matches would be read as others.
const NUMBERS: [(&str, &str); 2] = [("knockout", "best_of"), ("divisions", "games_per_pair")];

/// Checks that `section` only grew.
pub(crate) fn compare_section(
    section: &str,
    begun: &Value,
    now: &Value,
) -> Result<(), ConfigChange> {
    let (Value::Object(before), Value::Object(after)) = (begun, now) else {
        let (now, begun) = (now.to_string(), begun.to_string());
        return Err(ConfigChange::Changed { key: section.to_owned(), now, begun });
    };
    // Another kind has other keys, which need not be reported.
    let kind = std::iter::once("kind");
    let keys = kind.chain(after.keys().chain(before.keys()).map(String::as_str));
    for own in keys {
        let key = format!("{section}.{own}");
        match (before.get(own), after.get(own)) {
            (was, is) if was == is => {}
            (Some(was), Some(is)) if grew(section, own, was, is) => {}
            (Some(was), Some(is)) => {
                let (now, begun) = (is.to_string(), was.to_string());
                return Err(ConfigChange::Changed { key, now, begun });
            }
            (Some(was), None) => return Err(ConfigChange::Removed { key, begun: was.to_string() }),
            (None, is) => {
                let now = is.map(Value::to_string).unwrap_or_default();
                return Err(ConfigChange::Added { key, now });
            }
        }
    }
    Ok(())
}

pub(crate) fn changed_numbering(begun: &Value, now: &Value) -> Option<ConfigChange> {
    let kind = now.get("kind")?.as_str()?;
    let (_, own) = NUMBERS.iter().find(|(format, _)| *format == kind)?;
    let (was, is) = (begun.get(own)?, now.get(own)?);
    (was != is).then(|| ConfigChange::Changed {
        key: format!("format.{own}"),
        now: is.to_string(),
        begun: was.to_string(),
    })
}

fn grew(section: &str, key: &str, was: &Value, is: &Value) -> bool {
    let counts = was.as_u64().zip(is.as_u64());
    section == "format" && GROW.contains(&key) && counts.is_some_and(|(was, is)| is > was)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn key(change: ConfigChange) -> String {
        match change {
            ConfigChange::Changed { key, .. }
            | ConfigChange::Added { key, .. }
            | ConfigChange::Removed { key, .. } => key,
        }
    }

    fn format(begun: &Value, now: &Value) -> Result<(), String> {
        compare_section("format", begun, now).map_err(key)
    }

    #[test]
    fn counts_may_grow_and_nothing_else_may_change() {
        let begun = json!({"kind": "round-robin", "games_per_pair": 2, "replay_ties": false});
        let mut now = begun.clone();
        now["games_per_pair"] = json!(3);
        assert_eq!(format(&begun, &now), Ok(()));
        assert_eq!(format(&now, &begun), Err("format.games_per_pair".to_owned()));
        now["replay_ties"] = json!(true);
        assert_eq!(format(&begun, &now), Err("format.replay_ties".to_owned()));
        now["kind"] = json!("gauntlet");
        assert_eq!(format(&begun, &now), Err("format.kind".to_owned()));
        let open = json!({"kind": "swiss", "rounds": null});
        let bound = json!({"kind": "swiss", "rounds": 9});
        assert_eq!(format(&open, &bound), Err("format.rounds".to_owned()));
    }

    #[test]
    fn other_sections_may_not_grow() {
        let [two, three] = [json!({"games": 2}), json!({"games": 3})];
        let key = "options.games".to_owned();
        let (now, begun) = ("3".to_owned(), "2".to_owned());
        let expected = ConfigChange::Changed { key: key.clone(), now, begun };
        assert_eq!(compare_section("options", &two, &three), Err(expected));
        let added = ConfigChange::Added { key: key.clone(), now: "2".to_owned() };
        assert_eq!(compare_section("options", &json!({}), &two), Err(added));
        let removed = ConfigChange::Removed { key, begun: "2".to_owned() };
        assert_eq!(compare_section("options", &two, &json!({})), Err(removed));
        assert!(compare_section("seed", &json!(1), &json!(2)).is_err());
    }
}
