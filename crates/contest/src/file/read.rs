//! Reading a contest file: every unknown key and bad value is refused by name.

use super::{
    Closing, ContestFile, Course, Entries, Limits, Programs, Sandbox, Search, TimetableKeys,
};
use crate::{ContestError, Folder, MoveTime};
use certamen_game::{DynGame, Luck, Map};
use certamen_tournament::{FormatConfig, RankingConfig, Registered};
use schemars::JsonSchema;
use serde::Deserialize;
use std::fs;

/// Seeds are below 2^53, so that any JSON reader keeps them exact.
const SEEDS: u64 = 1 << 53;

/// A contest: a game, its entrants, who plays whom, and what counts.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Keys {
    /// The title, on one line.
    name: String,
    /// The game; `certamen games` lists them.
    game: String,
    /// What luck comes from; drawn if absent where `[entries]` close, else 1.
    #[schemars(range(max = 9_007_199_254_740_991_u64))]
    seed: Option<u64>,
    /// Who takes part: BOTs or patterns, relative to the file; the order is the order of entry.
    bots: Vec<String>,
    /// The game's own options; those left out have their usual value.
    #[serde(default)]
    options: Map,
    /// Who plays whom.
    #[schemars(schema_with = "super::schema::format")]
    format: toml::Table,
    /// What counts.
    #[schemars(schema_with = "super::schema::ranking")]
    ranking: toml::Table,
    /// What programs may use.
    #[serde(default)]
    limits: Limits,
    /// How programs are treated.
    #[serde(default)]
    programs: Programs,
    /// How isolated programs must be.
    #[serde(default)]
    sandbox: Sandbox,
    /// How house players search.
    search: Option<Search>,
    /// Who may enter, and until when.
    entries: Option<Entries>,
    /// Players come as files of registered pairs.
    course: Option<Course>,
    /// When tables are published, for contests that are held over days.
    timetable: Option<TimetableKeys>,
}

/// Refuses `nan` and `inf`, which TOML has and JSON, in which options are kept, has not.
fn refuse_what_is_no_number(text: &str) -> Result<(), String> {
    fn look(key: &str, value: &toml::Value) -> Result<(), String> {
        match value {
            toml::Value::Float(number) if !number.is_finite() => {
                Err(format!("key `{key}`: {number} is no number here: give a finite one"))
            }
            toml::Value::Table(table) => {
                let mut entries = table.iter();
                entries.try_for_each(|(name, value)| look(&format!("{key}.{name}"), value))
            }
            toml::Value::Array(values) => values.iter().try_for_each(|value| look(key, value)),
            _ => Ok(()),
        }
    }
    let table: toml::Table = toml::from_str(text).map_err(|error| error.to_string())?;
    table.iter().try_for_each(|(key, value)| look(key, value))
}

/// What luck comes from unless a file says otherwise.
const FIRST_SEED: u64 = 1;

impl ContestFile {
    /// Reads the contest file of `folder`.
    pub fn read(folder: &Folder) -> Result<ContestFile, ContestError> {
        let path = folder.contest_file();
        if !path.is_file() {
            return Err(ContestError::NoFile { path: folder.path().to_owned() });
        }
        let text = fs::read_to_string(&path)
            .map_err(|error| ContestError::Io { path: path.clone(), error })?;
        parse(&text).map_err(|reason| ContestError::File { path, reason })
    }
}

fn parse(text: &str) -> Result<ContestFile, String> {
    let keys: Keys = toml::from_str(text).map_err(|error| error.to_string())?;
    refuse_what_is_no_number(text)?;
    let game = certamen_games::find(&keys.game).ok_or_else(|| {
        let known: Vec<&str> = certamen_games::ALL.iter().map(|game| game.info().slug).collect();
        format!("key `game`: unknown game `{}`: use {}", keys.game, known.join(", "))
    })?;
    let closing = keys.entries.as_ref().map(Closing::read).transpose()?.flatten();
    let hosting = keys.timetable.map(|timetable| timetable.read(keys.entries.as_ref()));
    let file = ContestFile {
        game,
        name: keys.name,
        seed: keys.seed.unwrap_or(FIRST_SEED),
        // With a timetable there are many tables, each with luck of its own.
        draw: closing.filter(|_| keys.seed.is_none() && hosting.is_none()),
        bots: keys.bots,
        options: keys.options,
        format: format(keys.format)?,
        ranking: ranking(keys.ranking)?,
        limits: keys.limits,
        programs: keys.programs,
        sandbox: keys.sandbox,
        search: keys.search,
        entries: keys.entries,
        course: keys.course,
        hosting: hosting.transpose()?,
    };
    check(&file)?;
    Ok(file)
}

/// The kind that a section names, its other keys being keys of that kind.
fn kind(section: &str, table: &mut toml::Table, kinds: &[Registered]) -> Result<String, String> {
    let known = || kinds.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ");
    let kind = match table.remove("kind") {
        Some(toml::Value::String(kind)) => kind,
        Some(other) => return Err(format!("key `{section}.kind`: {other:?} is no text")),
        None => return Err(format!("key `{section}.kind` is missing: use {}", known())),
    };
    let Some(found) = kinds.iter().find(|known| known.name == kind) else {
        return Err(format!("key `{section}.kind`: unknown kind `{kind}`: use {}", known()));
    };
    let keys = found.keys();
    if let Some(key) = table.keys().find(|key| !keys.contains(key)) {
        let others: Vec<&str> =
            kinds.iter().filter(|kind| kind.keys().contains(key)).map(|kind| kind.name).collect();
        let belongs = match others.as_slice() {
            [] => "unknown key".to_owned(),
            others => format!("a key of {}", others.join(" and ")),
        };
        let keys = keys.join(", ");
        return Err(format!("key `{section}.{key}`: {belongs}: {kind} has {keys}"));
    }
    Ok(kind)
}

fn format(mut table: toml::Table) -> Result<FormatConfig, String> {
    let kind = kind("format", &mut table, FormatConfig::KINDS)?;
    FormatConfig::read(&kind, table).map_err(|error| format!("section [format]: {error}"))
}

fn ranking(mut table: toml::Table) -> Result<RankingConfig, String> {
    let kind = kind("ranking", &mut table, RankingConfig::KINDS)?;
    let wrong = |error: &dyn std::fmt::Display| format!("section [ranking]: {error}");
    let keys = Map::deserialize(table).map_err(|error| wrong(&error))?;
    RankingConfig::read(&kind, keys).map_err(|error| wrong(&error))
}

fn check(file: &ContestFile) -> Result<(), String> {
    if file.seed >= SEEDS {
        return Err(format!("key `seed`: {} is too large, 0 to 2^53 - 1 are possible", file.seed));
    }
    if file.name.trim().is_empty() || file.name.chars().any(char::is_control) {
        return Err("key `name`: a contest needs a name on one line".to_owned());
    }
    if !["A", "B", "C", "D"].contains(&file.sandbox.minimum_tier.as_str()) {
        let tier = &file.sandbox.minimum_tier;
        return Err(format!("key `sandbox.minimum_tier`: unknown tier `{tier}`: use A, B, C or D"));
    }
    let programs = &file.programs;
    let policy = programs.disqualifies().then_some(programs.on_disqualified);
    certamen_tournament::check(&file.format, &file.ranking, policy)
        .map_err(|found| format!("key `{}`: {}", found.key, found.reason))?;
    if let Some(MoveTime::Share(share)) = &file.limits.move_time {
        let tried = share.player(file.game).transpose();
        tried.map_err(|error| format!("key `limits.move_time`: {error}"))?;
    }
    if file.course.is_some() && file.hosting.is_none() {
        return Err(
            "section [course] needs a section [timetable]: players come over days".to_owned()
        );
    }
    if let Some(minimum) = file.course.as_ref().and_then(|course| course.minimum.as_ref()) {
        let tried = minimum.player(file.game);
        tried.map_err(|error| format!("key `course.minimum.against`: {error}"))?;
    }
    check_options(file.game, &file.options)
}

/// Tries the options on the smallest table, so that a bad one is found before anything is written.
fn check_options(game: &dyn DynGame, options: &Map) -> Result<(), String> {
    let seats = *game.info().seats.start();
    let tried = game.new_initial_state(options, seats, &mut Luck::of_turn(0, 0));
    tried.map(drop).map_err(|error| format!("section [options]: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"
        name = "A contest"
        game = "footsteps"
        bots = ["builtin:random", "builtin:first"]
        [format]
        kind = "round-robin"
        [ranking]
        kind = "wins"
    "#;

    fn check(change: &str, to: &str, expected: &str) {
        let text = GOOD.replace(change, to);
        assert_ne!(text, GOOD, "the change changes nothing");
        let error = parse(&text).err().expect("this must be refused");
        assert!(error.contains(expected), "{error}");
    }

    #[test]
    fn the_smallest_contest_is_read() {
        let file = parse(GOOD).unwrap();
        assert_eq!((file.seed, file.sandbox.minimum_tier.as_str()), (1, "B"));
    }

    fn limit(line: &str, expected: &str) {
        check("[format]", &format!("[limits]\n{line}\n[format]"), expected);
    }

    #[test]
    fn limits_are_refused_by_key() {
        limit("move_time = \"soon\"", "key `limits.move_time`: `soon` is no time");
        limit("move_time = \"50% of x\"", "key `limits.move_time`: `50% of x`: name a house");
        limit("move_time = \"0% of builtin:first\"", "key `limits.move_time`");
        limit("move_time = \"9% of builtin:bueno\"", "key `limits.move_time`: unknown house");
        limit("match_time = \"0s\"", "key `limits.match_time`: `0s` is out of range");
        limit("start_time = \"-1s\"", "key `limits.start_time`");
        limit("memory = \"1 KiB\"", "key `limits.memory`: `1 KiB` is out of range");
        limit("processes = 0", "key `limits.processes`: 0 are not possible");
        limit("processes = -1", "key `limits.processes`");
        limit("output = \"1 GiB\"", "key `limits.output`");
        limit("scratch = \"1\"", "key `limits.scratch`");
        limit("speed = 1", "`speed`");
    }

    #[test]
    fn timetables_are_read_and_refused_by_key() {
        const KEYS: &str = r#"[entries]
            closes = "2015-03-27T12:00[Europe/Madrid]"
            [timetable]
            starts = "2015-03-13T12:00[Europe/Madrid]"
            publish_every = "2 hours"
            [format]"#;
        let text = GOOD.replace("footsteps", "mancala8").replace("[format]", KEYS);
        let hosting = parse(&text).unwrap().hosting.unwrap();
        let first = &hosting.starts + hosting.publish_every;
        assert_eq!(first.timestamp().to_string(), "2015-03-13T13:00:00Z");
        let refused = |change: &str, to: &str, expected: &str| {
            let error = parse(&text.replace(change, to)).err().expect("this must be refused");
            assert!(error.contains(expected), "{error}");
        };
        refused(
            "[Europe/Madrid]\"\n            [t",
            "\"\n [t",
            "key `entries.closes`: `2015-03-27T12",
        );
        refused(
            "[Europe/Madrid]\"\n            p",
            "\"\n p",
            "key `timetable.starts`: `2015-03-13T12",
        );
        refused("Europe", "Europa", "is no time with a time zone");
        refused(
            "closes = \"2015-03-27",
            "closes = \"2015-03-12",
            "key `entries.closes`: it is not",
        );
        refused("closes =", "per_author =", "key `entries.closes` is missing");
        refused("\"2 hours\"", "\"soon\"", "key `timetable.publish_every`: `soon` is no time");
        refused("\"2 hours\"", "\"1 second\"", "key `timetable.publish_every`: `1 second` is out");
        refused("\"2 hours\"", "\"-2 hours\"", "key `timetable.publish_every`");
        refused("\"2 hours\"", "\"90000 years\"", "key `timetable.publish_every`");
        refused("publish_every = \"2 hours\"", "waves = 0", "nonzero");
        refused("publish_every", "publish_each", "unknown field `publish_each`");
        let course = |keys: &str| text.replace("[format]", &format!("[course]\n{keys}\n[format]"));
        let read = parse(&course("minimum = { against = \"regular:depth=2\" }")).unwrap();
        assert_eq!(read.course.unwrap().register, "pairs.csv");
        let refused = |keys: &str| parse(&course(keys)).err().expect("this must be refused");
        let unknown = refused("minimum = { against = \"nobody\" }");
        assert!(unknown.contains("key `course.minimum.against`: unknown house"), "{unknown}");
        assert!(refused("rules = { goto = 1 }").contains("unknown field `goto`"));
        let never = text.replace("2015-03-27T12:00[Europe/Madrid]", "never");
        assert_eq!(parse(&never).unwrap().hosting.unwrap().closes, None);
    }

    #[test]
    fn limits_become_conditions() {
        let text = GOOD.replace(
            "[format]",
            "[limits]\nmatch_time = \"1 min\"\nstart_time = \"0s\"\nmemory = \"1 GiB\"
            processes = 1\noutput = \"1 KiB\"\nscratch = \"1 MiB\"
            [programs]\non_fault = \"forfeit\"\n[format]",
        );
        let conditions = parse(&text).unwrap().conditions(20, "A");
        let expected = r#"{"move_ms":20,"memory":1073741824,"tier":"A","on_fault":"forfeit","match_ms":60000,"start_ms":0,"processes":1,"output":1024,"scratch":1048576}"#;
        assert_eq!(serde_json::to_string(&conditions).unwrap(), expected);
        let usual = parse(GOOD).unwrap().conditions(1000, "A");
        assert_eq!(usual, certamen_game::Conditions::usual(1000, 256 << 20, "A"));
    }

    #[test]
    fn bad_files_are_refused_by_key() {
        check("name =", "nome =", "unknown field `nome`");
        check("footsteps", "chess", "unknown game `chess`");
        check("round-robin", "swiss-ish", "key `format.kind`: unknown kind `swiss-ish`");
        check("[format]", "[options]\npoints = inf\n[format]", "key `options.points`: inf is no");
        check("[format]", "[options]\npoints = [nan]\n[format]", "key `options.points`: NaN is no");
        check("kind = \"round-robin\"", "", "`format.kind` is missing");
        check(
            "kind = \"round-robin\"",
            "kind = \"round-robin\"\ncolour = 1",
            "key `format.colour`: unknown key: round-robin has games_per_pair",
        );
        check("kind = \"round-robin\"", "kind = \"round-robin\"\ngames_per_pair = 0", "nonzero");
        check("wins", "beauty", "`beauty`");
        check("[format]", "[options]\npoints = 0\n[format]", "`points`");
        check("[format]", "[options]\ncolour = 0\n[format]", "`colour`");
        check("[format]", "[programs]\nmemory = \"life\"\n[format]", "`life`");
        check("[format]", "[programs]\non_fault = \"shrug\"\n[format]", "`shrug`");
        check("[format]", "[programs]\non_disqualified = \"cry\"\n[format]", "`cry`");
        check("[format]", "[programs]\non_nondeterminism = \"sigh\"\n[format]", "`sigh`");
        check(
            "\"round-robin\"",
            "\"round-robin\"\nstop = \"settled top 0\"",
            "key `format.stop`: `settled top 0`",
        );
        check(
            "\"round-robin\"",
            "\"swiss\"\nstop = \"settled\"",
            "key `format.stop`: a key of round-robin and one-table and ladder",
        );
        check("[format]", "[programs]\ndisqualify_on = [\"ugly\"]\n[format]", "`ugly`");
        check("[format]", "[sandbox]\nminimum_tier = \"E\"\n[format]", "unknown tier `E`");
        check("[format]", "[entries]\nopens = 1\n[format]", "`opens`");
        check("game =", "seed = 9007199254740992\ngame =", "`seed`");
    }
}
