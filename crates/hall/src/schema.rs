//! The JSON Schemas of the files that people and programs write, and of what commands print.

use certamen_game::{Table, Turn, record::Last};
use certamen_sandbox::Languages;
use schemars::SchemaGenerator;
use serde_json::{Value, json};

/// A kind of file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SchemaKind {
    /// contest.toml
    Contest,
    /// bot.toml
    Bot,
    /// One line of the record of a match
    Record,
}

/// A name and the schema of that name, written by hand.
macro_rules! written {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../../../docs/schemas/", $name, ".json")))),+]
    };
}

/// What commands print is put together where it is printed: a test compares each with its schema.
const PRINTED: &[(&str, &str)] = written![
    "analyse",
    "chain",
    "check",
    "compare",
    "doctor",
    "export",
    "fair-play",
    "field",
    "forecast",
    "games",
    "languages",
    "last-words",
    "matches",
    "matrix",
    "metrics",
    "moves",
    "play",
    "publication",
    "question",
    "receipt",
    "show",
    "standings",
    "states",
    "verify",
];

/// The files that are read here.
const READ: [(&str, SchemaKind); 3] =
    [("contest", SchemaKind::Contest), ("bot", SchemaKind::Bot), ("record", SchemaKind::Record)];

/// The names of all schemas: those of files first.
pub fn names() -> impl Iterator<Item = &'static str> {
    READ.iter().map(|(name, _)| *name).chain(PRINTED.iter().map(|(name, _)| *name))
}

/// The schema of this name, as text.
pub fn named(name: &str) -> Option<String> {
    let read = READ.iter().find(|(known, _)| *known == name).map(|(_, kind)| text(*kind));
    let printed = || PRINTED.iter().find(|(known, _)| *known == name);
    read.or_else(|| printed().map(|(_, schema)| (*schema).to_owned()))
}

/// The schema of a kind of file, as text.
pub fn text(kind: SchemaKind) -> String {
    let schema = match kind {
        SchemaKind::Contest => certamen_contest::file::schema(),
        SchemaKind::Bot => bot(),
        SchemaKind::Record => record(),
    };
    serde_json::to_string_pretty(&schema).expect("schemas are plain data") + "\n"
}

fn bot() -> Value {
    let mut schema = schemars::schema_for!(certamen_worker::Manifest).to_value();
    schema["title"] = json!("bot.toml");
    // Editors offer those known here; any other name will do for a bot that brings its command.
    let known = Languages::built_in();
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

fn record() -> Value {
    let mut generator = SchemaGenerator::default();
    let lines = [
        generator.subschema_for::<Table>(),
        generator.subschema_for::<Turn>(),
        generator.subschema_for::<Last>(),
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
