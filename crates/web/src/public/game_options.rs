//! The options of a game: what each is for, its usual value, and what it may be.

use crate::frame::PageContext;
use certamen_game::DynGame;
use serde_json::Value;

/// An option.
pub(super) struct OptionRow {
    pub(super) key: String,
    /// What it is for, in the reader's language.
    pub(super) word: String,
    /// Its usual value; empty where it is none, of which the words tell.
    pub(super) usual: String,
    /// What it may be, as far as its schema says so: values, or from what to what.
    pub(super) values: Vec<String>,
    pub(super) range: String,
}

/// All of them, as the game has them.
pub(super) fn all(frame: PageContext<'_>, game: &'static dyn DynGame) -> Vec<OptionRow> {
    let (usual, schema) =
        (game.default_options(), certamen_games::options_schema(game.info().slug));
    let options = usual.as_object().into_iter().flatten().map(|(key, usual)| {
        let property = &schema["properties"][key];
        OptionRow {
            key: key.clone(),
            word: game.option_word(key).map(|word| frame.t(word)).unwrap_or_default(),
            usual: if usual.is_null() { String::new() } else { usual.to_string() },
            values: values(&schema, property),
            range: range(frame, property).unwrap_or_default(),
        }
    });
    options.collect()
}

/// From what to what a number may be.
fn range(frame: PageContext<'_>, property: &Value) -> Option<String> {
    let (low, high) = (property.get("minimum")?.as_u64()?, property.get("maximum")?.as_u64()?);
    Some(format!("{}–{}", frame.count(low), frame.count(high)))
}

/// The words that are possible, where it is one of some.
fn values(schema: &Value, property: &Value) -> Vec<String> {
    let place = property["$ref"].as_str().and_then(|place| place.strip_prefix('#'));
    let named = place.and_then(|place| schema.pointer(place)).unwrap_or(property);
    let listed = named["enum"].as_array().into_iter().flatten();
    let told = named["oneOf"].as_array().into_iter().flatten().map(|one| &one["const"]);
    listed.chain(told).filter(|value| value.is_string()).map(Value::to_string).collect()
}
