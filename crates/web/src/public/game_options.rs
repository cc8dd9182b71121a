//! The options of a game: description, default and possible values.

use crate::frame::PageContext;
use certamen_game::DynGame;
use serde_json::Value;

/// An option.
pub(super) struct OptionRow {
    pub(super) key: String,
    /// Its description, in the reader's language.
    pub(super) word: String,
    /// Its default; empty where there is none, which the description explains.
    pub(super) usual: String,
    /// The possible values, as far as its schema states them: a range or a list.
    pub(super) values: Vec<String>,
    pub(super) range: String,
}

/// All options of the game.
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

/// The range of a number.
fn range(frame: PageContext<'_>, property: &Value) -> Option<String> {
    let (low, high) = (property.get("minimum")?.as_u64()?, property.get("maximum")?.as_u64()?);
    Some(format!("{}–{}", frame.count(low), frame.count(high)))
}

/// The allowed words of an enumeration.
fn values(schema: &Value, property: &Value) -> Vec<String> {
    let place = property["$ref"].as_str().and_then(|place| place.strip_prefix('#'));
    let named = place.and_then(|place| schema.pointer(place)).unwrap_or(property);
    let listed = named["enum"].as_array().into_iter().flatten();
    let told = named["oneOf"].as_array().into_iter().flatten().map(|one| &one["const"]);
    listed.chain(told).filter(|value| value.is_string()).map(Value::to_string).collect()
}
