//! What a contest was begun with, and whether it still is the same contest.

use crate::{
    ContestError, ContestFile, Damage, Folder,
    draw::{self, Chance, Draw},
};
use certamen_store::{Store, Submission};
use certamen_tournament::FormatConfig;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What must not change once results are stored.
const FIXED: [&str; 7] =
    ["game", "options", "format", "ranking", "seed", "programs.memory", "programs.on_fault"];

/// The draw of the contest, brought up to date; none if a seed is given, or was when it was begun.
pub(crate) fn drawn(
    folder: &Folder,
    file: &ContestFile,
    entries: &[Submission],
    asked: Option<u64>,
    chance: &Chance,
) -> Result<Option<Draw>, ContestError> {
    let Some(closing) = &file.draw else { return Ok(None) };
    let begun = draw::read(folder)?.is_some();
    if !begun && (asked.is_some() || folder.store().exists()) {
        return Ok(None);
    }
    draw::settle(folder, closing, entries, chance).map(Some)
}

/// Compares `file` with what the store was begun with, or begins it. Gives the seed in force:
/// that of the draw or `--seed` at the first run, ever after the one that is stored.
pub(crate) fn begin(
    folder: &Folder,
    file: &ContestFile,
    store: &mut Store,
    asked: Option<u64>,
    draw: Option<&Draw>,
) -> Result<u64, ContestError> {
    let drawn = draw.map(Draw::seed).transpose();
    let drawn = drawn.map_err(|fault| ContestError::Damaged {
        path: folder.draw(),
        damage: Damage::Draw(fault),
    })?;
    let now = FIXED.map(|key| (key, value(file, key)));
    let changed = |key, now: String, begun: String| ContestError::Changed {
        path: folder.contest_file(),
        key,
        now,
        begun,
        store: folder.written(),
    };
    if let (Some(drawn), Some(asked)) = (drawn, asked.filter(|asked| Some(*asked) != drawn)) {
        return Err(changed("--seed", asked.to_string(), drawn.to_string()));
    }
    let Some(stored) = store.meta("seed in force")? else {
        let in_force = drawn.or(asked).unwrap_or(file.seed);
        let mut entries: Vec<_> = now.to_vec();
        entries.push(("seed in force", in_force.to_string()));
        store.set_meta(&entries)?;
        return Ok(in_force);
    };
    for (key, now) in now {
        let begun = store.meta(key)?.unwrap_or_default();
        if begun != now {
            return Err(changed(key, now, begun));
        }
    }
    for (key, seed) in [("--seed", asked), ("draw.json", drawn)] {
        if let Some(seed) = seed.filter(|seed| seed.to_string() != stored) {
            return Err(changed(key, seed.to_string(), stored));
        }
    }
    Ok(stored.parse().unwrap_or(file.seed))
}

fn format(file: &ContestFile) -> Value {
    let mut keys = serde_json::to_value(&file.format).unwrap_or(Value::Null);
    if let (FormatConfig::Ladder(_), Some(keys)) = (&file.format, keys.as_object_mut()) {
        // A ladder may go on.
        keys.shift_remove("matches");
    }
    keys
}

fn value(file: &ContestFile, key: &str) -> String {
    let value = match key {
        "game" => json!(file.game.info().slug),
        // In the order of the alphabet: moving a line in the file changes nothing.
        "options" => json!(file.options.iter().collect::<BTreeMap<_, _>>()),
        "format" => format(file),
        "ranking" => serde_json::to_value(&file.ranking).unwrap_or(Value::Null),
        "programs.memory" => json!(file.programs.memory),
        "programs.on_fault" => json!(file.programs.on_fault),
        _ => json!(file.seed),
    };
    value.to_string()
}
