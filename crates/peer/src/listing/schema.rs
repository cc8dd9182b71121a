//! The JSON Schema of a line of a list, which is checked in.

use super::{Entry, MatchLine};
use schemars::SchemaGenerator;
use serde_json::{Value, json};
use std::{env, fs};

/// The schema of an entry has one more key than the type: the signature.
fn schema() -> Value {
    let mut generator = SchemaGenerator::default();
    let lines = [generator.subschema_for::<Entry>(), generator.subschema_for::<MatchLine>()];
    let mut definitions = generator.take_definitions(true);
    let entry = &mut definitions["Entry"];
    entry["properties"]["signature"] = json!({
        "type": "string",
        "description": "The signature of the line without this key, which is the last, in base64.",
        "pattern": "^[A-Za-z0-9+/]{86}==$",
    });
    let required = entry["required"].as_array_mut();
    required.expect("an entry has keys that it needs").push(json!("signature"));
    definitions.sort_keys();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "a line of a list of open players",
        "anyOf": lines,
        "$defs": definitions,
    })
}

#[test]
fn the_checked_in_schema_is_that_of_the_types() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/schemas/players.json");
    let text = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    if env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always") {
        fs::write(path, &text).unwrap();
    }
    let advice = "INSTA_UPDATE=always cargo nextest run -p certamen-peer checked_in";
    assert!(fs::read_to_string(path).unwrap() == text, "write it again: {advice}");
}
