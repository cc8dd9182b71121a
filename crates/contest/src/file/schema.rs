//! The JSON Schema of contest files, for editors. What it accepts may still be refused on reading:
//! a schema knows no folders, and not every value that fits a key makes sense with the others.

use super::read::Keys;
use certamen_game::record;
use certamen_tournament::{FormatConfig, OnDisqualified, RankingConfig, Registered};
use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

/// The JSON Schema of `contest.toml`.
pub fn schema() -> Value {
    let mut schema = schemars::schema_for!(Keys).to_value();
    schema["title"] = json!("contest.toml");
    let slugs: Vec<&str> = certamen_games::ALL.iter().map(|game| game.info().slug).collect();
    schema["properties"]["game"]["enum"] = json!(slugs);
    schema["allOf"] = slugs.iter().map(|slug| options(slug, &mut schema["$defs"])).collect();
    tell_usual_limits(&mut schema["$defs"]["Limits"]["properties"]);
    schema
}

/// The options of a game, where the game is that one.
fn options(slug: &str, definitions: &mut Value) -> Value {
    let game = certamen_games::find(slug).expect("the list of games has it");
    let text = game.options_schema().to_string();
    let text = text.replace("#/$defs/", &format!("#/$defs/{slug}-"));
    let mut own: Value = serde_json::from_str(&text).expect("it was JSON before");
    own.as_object_mut().expect("options are objects").remove("$schema");
    let inner = own.as_object_mut().and_then(|own| own.remove("$defs"));
    if let (Some(Value::Object(inner)), Some(all)) = (inner, definitions.as_object_mut()) {
        all.extend(inner.into_iter().map(|(name, inner)| (format!("{slug}-{name}"), inner)));
    }
    json!({
        "if": { "properties": { "game": { "const": slug } }, "required": ["game"] },
        "then": { "properties": { "options": own } },
    })
}

/// `[format]`: an object for each kind.
pub(super) fn format(_: &mut SchemaGenerator) -> Schema {
    one_of(FormatConfig::KINDS)
}

/// `[ranking]`: an object for each kind.
pub(super) fn ranking(_: &mut SchemaGenerator) -> Schema {
    one_of(RankingConfig::KINDS)
}

fn one_of(kinds: &[Registered]) -> Schema {
    let kinds: Vec<Value> = kinds.iter().map(|kind| named(kind).to_value()).collect();
    json_schema!({ "oneOf": kinds })
}

/// The keys of a kind and its name.
fn named(kind: &Registered) -> Schema {
    let mut schema = kind.schema();
    let keys = schema.ensure_object();
    for (key, more) in [("properties", json!({})), ("required", json!([]))] {
        keys.entry(key).or_insert(more);
    }
    keys["properties"]["kind"] = json!({ "const": kind.name });
    if let Some(required) = keys["required"].as_array_mut() {
        required.insert(0, json!("kind"));
    }
    schema
}

/// The words of `programs.on_disqualified`.
pub(super) fn on_disqualified(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "enum": OnDisqualified::ALL, "default": OnDisqualified::default() })
}

/// The values that limits have by default, as people write them.
fn tell_usual_limits(limits: &mut Value) {
    let usual =
        [("start_time", "5s"), ("memory", "256 MiB"), ("output", "64 KiB"), ("scratch", "16 MiB")];
    for limit in limits.as_object_mut().into_iter().flatten().map(|(_, limit)| limit) {
        // None is what is usual for the reader, not for whoever writes.
        limit.as_object_mut().and_then(|limit| limit.remove("default"));
    }
    for (key, usual) in usual {
        limits[key]["default"] = json!(usual);
    }
    limits["processes"]["default"] = json!(record::PROCESSES);
    limits["machines"]["default"] = json!("any");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quantity;

    #[test]
    fn the_usual_limits_are_those_in_force() {
        let limits = schema()["$defs"]["Limits"]["properties"].clone();
        let text = |key: &str| limits[key]["default"].as_str().unwrap().to_owned();
        let start = quantity::time(&text("start_time")).unwrap();
        assert_eq!(start.as_millis() as u64, record::START_MS);
        for (key, usual) in
            [("memory", record::MEMORY), ("output", record::OUTPUT), ("scratch", record::SCRATCH)]
        {
            let all = bytesize::ByteSize::b(0)..=bytesize::ByteSize::tib(1);
            assert_eq!(quantity::size_within(&text(key), all), Ok(usual), "{key}");
        }
        assert_eq!(limits["processes"]["default"], record::PROCESSES);
    }

    #[test]
    fn every_reference_leads_somewhere() {
        let schema = schema();
        let text = schema.to_string();
        for reference in text.split("\"#/$defs/").skip(1) {
            let name = reference.split('"').next().unwrap();
            assert!(schema["$defs"].get(name).is_some(), "{name}");
        }
    }
}
