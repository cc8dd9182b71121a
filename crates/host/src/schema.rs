//! The JSON Schemas of the files that people and programs write, and of what commands print.

#[cfg(all(test, feature = "schema"))]
use serde_json::{Value, json};

macro_rules! written {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../schemas/", $name, ".json")))),+]
    };
}

/// Those of files first, which are generated from types, as a test compares. Output of commands is
/// put together where it is printed: another test compares each with its schema.
const WRITTEN: &[(&str, &str)] = written![
    "contest",
    "bot",
    "record",
    "analyse",
    "chain",
    "check",
    "check-game",
    "compare",
    "doctor",
    "export",
    "fair-play",
    "field",
    "forecast",
    "game",
    "games",
    "languages",
    "last-words",
    "matches",
    "matrix",
    "metrics",
    "moves",
    "play",
    "players",
    "publication",
    "question",
    "receipt",
    "show",
    "standings",
    "states",
    "verify",
];

pub fn names() -> impl Iterator<Item = &'static str> {
    WRITTEN.iter().map(|(name, _)| *name)
}

/// The schema of this name, as text.
pub fn named(name: &str) -> Option<&'static str> {
    WRITTEN.iter().find(|(known, _)| *known == name).map(|(_, schema)| *schema)
}

/// The schemas that are generated from types, with their names.
#[cfg(all(test, feature = "schema"))]
fn generated() -> [(&'static str, Value); 3] {
    [("contest", certamen_contest::file::schema()), ("bot", bot()), ("record", record())]
}

#[cfg(all(test, feature = "schema"))]
fn bot() -> Value {
    let mut schema = schemars::schema_for!(certamen_runner::Manifest).to_value();
    schema["title"] = json!("bot.toml");
    // Editors offer those known here; any other name is valid for a bot with a command of its own.
    let known = certamen_sandbox::Languages::built_in();
    let names: Vec<&str> = known.iter().map(|(name, _)| name).collect();
    let command = json!({ "required": ["command"] });
    schema["anyOf"] = json!([
        { "required": ["language", "source"], "properties": { "source": { "minItems": 1 } } },
        command,
    ]);
    let language = &mut schema["properties"]["language"];
    language["anyOf"] = json!([{ "enum": names }, { "type": "string" }]);
    schema
}

#[cfg(all(test, feature = "schema"))]
fn record() -> Value {
    let mut generator = schemars::SchemaGenerator::default();
    let lines = [
        generator.subschema_for::<certamen_game::Table>(),
        generator.subschema_for::<certamen_game::Turn>(),
        generator.subschema_for::<certamen_game::record::Last>(),
    ];
    let mut definitions = generator.take_definitions(true);
    definitions.sort_keys();
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "a line of the record of a match",
        "anyOf": lines,
        "$defs": definitions,
    });
    schema
}

#[cfg(all(test, feature = "schema"))]
mod tests {
    use super::*;
    use std::{env, fs};

    #[test]
    fn checked_in_schemas_are_those_of_the_types() {
        for (name, schema) in generated() {
            let path = format!("{}/../../docs/schemas/{name}.json", env!("CARGO_MANIFEST_DIR"));
            let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
            if env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always") {
                fs::write(&path, &text).unwrap();
            }
            let advice = "INSTA_UPDATE=always cargo test -p certamen-host checked_in";
            assert!(fs::read_to_string(&path).unwrap() == text, "{name}: write it again: {advice}");
        }
    }
}
