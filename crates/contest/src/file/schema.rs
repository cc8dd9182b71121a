//! The JSON Schema of contest files, for editors. A file that it accepts may still be refused: a
//! schema knows no folders and no dependencies between keys.

use super::Keys;
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
    add_default_limits(&mut schema["$defs"]["Limits"]["properties"]);
    schema
}

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

pub(super) fn on_disqualified(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "enum": OnDisqualified::ALL, "default": OnDisqualified::default() })
}

/// The default limits in human-readable form.
fn add_default_limits(limits: &mut Value) {
    let usual =
        [("start_time", "5s"), ("memory", "256 MiB"), ("output", "64 KiB"), ("scratch", "16 MiB")];
    for limit in limits.as_object_mut().into_iter().flatten().map(|(_, limit)| limit) {
        // `None` is a default of the code, not of the file.
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
    use crate::{ContestFile, Folder, quantity};
    use std::{collections::BTreeSet, path::Path};

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

    /// The keys of `node` that can be any text, with their sections.
    fn texts(schema: &Value, node: &Value, key: &str, found: &mut BTreeSet<String>) {
        if let Some(name) = node["$ref"].as_str().and_then(|to| to.strip_prefix("#/$defs/")) {
            texts(schema, &schema["$defs"][name], key, found);
        }
        let kinds = ["allOf", "anyOf", "oneOf", "prefixItems"];
        let lists = kinds.iter().filter_map(|kind| node[*kind].as_array()).flatten();
        let more = ["then", "else", "items", "additionalProperties"].map(|kind| &node[kind]);
        let inner: Vec<&Value> = lists.chain(more).filter(|inner| inner.is_object()).collect();
        for inner in &inner {
            texts(schema, inner, key, found);
        }
        let keys = node["properties"].as_object();
        for (name, inner) in keys.into_iter().flatten() {
            let key = if key.is_empty() { name.clone() } else { format!("{key}.{name}") };
            texts(schema, inner, &key, found);
        }
        let is_any = node == &json!(true)
            || node.as_object().is_some_and(|node| {
                let described = ["$ref", "enum", "const", "type", "properties", "pattern"];
                inner.is_empty() && described.iter().all(|kind| !node.contains_key(*kind))
            });
        let kind = &node["type"];
        let is_text =
            kind == "string" || kind.as_array().is_some_and(|all| all.contains(&json!("string")));
        let is_bound = ["enum", "const", "pattern"].iter().any(|kind| !node[*kind].is_null());
        if is_any || is_text && !is_bound {
            found.insert(key.to_owned());
        }
    }

    /// Keys of any text that name no file and no player. A new key that names one belongs below, as
    /// an attack.
    const PLAIN: &[&str] = &[
        "course.rules.place",
        "entries.closes",
        "entries.closes_after",
        "entries.correction",
        "entries.draw",
        "entries.languages",
        "entries.max_source",
        "entries.opens",
        "format.challengers",
        "format.references",
        "limits.increment",
        "limits.match_time",
        "limits.memory",
        "limits.output",
        "limits.scratch",
        "limits.start_time",
        "name",
        // These name other machines and variables: an edited file cannot change them.
        "options.fen",
        "options.moves",
        "players.cost",
        "players.move_time",
        "players.secret_env",
        "players.url",
        "ranking.pairs",
        "ranking.references",
        "remote.allowance",
        "remote.present",
        "remote.retry_time",
        "remote.start_wait",
        "site.prize",
        "site.series",
        "timetable.championship_every",
        "timetable.publish_every",
        "timetable.starts",
    ];

    /// Keys that name files or players, with values that name a file and one that is allowed.
    const NAMING: &[(&str, &[&str], &str)] = &[
        (
            "bots",
            &["bots = [\"../x.c\"]", "bots = [\"bots/*\"]", "bots = [\"y=/etc/x.c\"]"],
            "bots = [\"builtin:first\"]",
        ),
        (
            "limits.move_time",
            &[
                "limits.move_time = \"50% of ../../x.c\"",
                "limits.move_time = \"50% of /etc/x.c\"",
                "limits.move_time = \"50% of ./x.cl:depth=4\"",
                "limits.move_time = \"50% of x=y/x.c\"",
            ],
            "limits.move_time = \"50% of builtin:first\"",
        ),
        (
            "course.register",
            &["course.register = \"../x.csv\"", "course.register = \"/etc/passwd\""],
            "course.register = \"pairs.csv\"",
        ),
        (
            "course.minimum.against",
            &[
                "course.minimum = { against = \"../x.c\" }",
                "course.minimum = { against = \"x=/etc/x.c\" }",
            ],
            "course.minimum = { against = \"first\" }",
        ),
        (
            "openings.file",
            &["openings.file = \"../x.jsonl\"", "openings.file = \"/etc/x.jsonl\""],
            "openings.file = \"x.jsonl\"",
        ),
    ];

    #[test]
    fn no_key_of_an_edited_file_leads_out_of_its_folder() {
        let schema = schema();
        let mut found = BTreeSet::new();
        texts(&schema, &schema, "", &mut found);
        let known = PLAIN.iter().chain(NAMING.iter().map(|(key, ..)| key));
        let known: BTreeSet<String> = known.map(|key| (*key).to_owned()).collect();
        assert_eq!(found, known, "each key that may be any text is checked or names nothing");
        let folder = Folder::new(Path::new("x"));
        let file = |line: &str| {
            let bots = if line.starts_with("bots") { "" } else { "bots = [\"builtin:random\"]" };
            let course = if line.starts_with("course") { "" } else { "course = {}" };
            let text = format!(
                "name = \"x\"\ngame = \"mancala8\"\n{bots}\n{course}\n{line}\n\
                 format.kind = \"round-robin\"\nranking.kind = \"points\"\n\
                 entries.closes = \"2015-03-27T12:00[UTC]\"\n\
                 timetable = {{ starts = \"2015-03-13T12:00[UTC]\", publish_every = \"2 hours\" }}\n"
            );
            ContestFile::of_text(&folder, &text)
        };
        let old = file("").unwrap();
        for (_, attacks, good) in NAMING {
            assert!(file(good).unwrap().stays_inside(&old), "{good}");
            for attack in *attacks {
                // A file where only players are allowed, or only those of the folder, is refused on
                // reading.
                let Ok(new) = file(attack) else {
                    let refused = ["against", "openings"];
                    assert!(refused.iter().any(|key| attack.contains(key)), "{attack}");
                    continue;
                };
                assert!(!new.stays_inside(&old), "{attack}");
                assert!(new.stays_inside(&new), "{attack}: who owns the machine named it");
            }
        }
    }
}
