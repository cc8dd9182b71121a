//! Contest files that are read, and those that are refused by key.

use super::{BotEntry, ContestFile, expand, is_builtin};
use crate::Folder;
use certamen_i18n::{Language, Localize};
use std::{fs, path::Path, time::Duration};

const GOOD: &str = r#"
    name = "A contest"
    game = "footsteps"
    bots = ["builtin:random", "builtin:first"]
    [format]
    kind = "round-robin"
    [ranking]
    kind = "wins"
"#;

fn parse(text: &str) -> Result<ContestFile, certamen_game::job::FileError> {
    super::parse(text, Path::new(""))
}

fn check(change: &str, to: &str, expected: &str) {
    let text = GOOD.replace(change, to);
    assert_ne!(text, GOOD, "the change changes nothing");
    let error = parse(&text).err().expect("this must be refused").to_string();
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
    limit("move_time = \"soon\"", "key `limits.move_time`: `soon` is not a duration");
    limit("move_time = \"50% of x\"", "key `limits.move_time`: `50% of x`: name a built-in");
    limit("move_time = \"0% of builtin:first\"", "key `limits.move_time`");
    limit("move_time = \"9% of builtin:bueno\"", "key `limits.move_time`: unknown built-in player");
    limit("match_time = \"0s\"", "key `limits.match_time`: `0s` is out of range");
    limit("increment = \"1s\"", "key `limits.increment`: there is no clock");
    let both = "match_time = \"1s\"\nincrement";
    limit(&format!("{both} = \"0s\""), "key `limits.increment`: `0s` is out of range");
    limit("start_time = \"-1s\"", "key `limits.start_time`");
    limit("memory = \"1 KiB\"", "key `limits.memory`: `1 KiB` is out of range");
    limit("processes = 0", "key `limits.processes`: 0 is out of range");
    limit("processes = -1", "key `limits.processes`");
    limit("output = \"1 GiB\"", "key `limits.output`");
    limit("scratch = \"1\"", "key `limits.scratch`");
    limit("machines = \"some\"", "key `limits.machines`: `some` is not one of `any`, `alike`");
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
    let schedule = parse(&text).unwrap().schedule.unwrap();
    let first = &schedule.starts + schedule.publish_every;
    assert_eq!(first.timestamp().to_string(), "2015-03-13T13:00:00Z");
    let refused = |change: &str, to: &str, expected: &str| {
        let error =
            parse(&text.replace(change, to)).err().expect("this must be refused").to_string();
        assert!(error.contains(expected), "{error}");
    };
    refused("[Europe/Madrid]\"\n        [t", "\"\n [t", "key `entries.closes`: `2015-03-27T12");
    refused("[Europe/Madrid]\"\n        p", "\"\n p", "key `timetable.starts`: `2015-03-13T12");
    refused("Europe", "Europa", "is not a time with a time zone");
    refused(
        "closes = \"2015-03-27",
        "closes = \"2015-03-12",
        "key `entries.closes`: must be after",
    );
    refused("closes = \"2015-03-27T12:00[Europe/Madrid]\"", "", "key `entries.closes` is missing");
    refused("\"2 hours\"", "\"soon\"", "key `timetable.publish_every`: `soon` is not a duration");
    refused("\"2 hours\"", "\"1 second\"", "key `timetable.publish_every`: `1 second` is out");
    refused("\"2 hours\"", "\"-2 hours\"", "key `timetable.publish_every`");
    refused("\"2 hours\"", "\"90000 years\"", "key `timetable.publish_every`");
    refused(
        "publish_every = \"2 hours\"",
        "waves = 0",
        "invalid value 0: expected a whole number from 1",
    );
    refused("publish_every", "publish_each", "unknown key `publish_each`");
    let course = |keys: &str| text.replace("[format]", &format!("[course]\n{keys}\n[format]"));
    let read = parse(&course("minimum = { against = \"regular:depth=2\" }")).unwrap();
    assert_eq!(read.course.unwrap().register, "pairs.csv");
    let refused = |keys: &str| parse(&course(keys)).err().expect("it must be").to_string();
    let unknown = refused("minimum = { against = \"no_one\" }");
    assert!(unknown.contains("key `course.minimum.against`: unknown built-in player"), "{unknown}");
    assert!(refused("rules = { goto = 1 }").contains("unknown key `goto`"));
    let never = text.replace("2015-03-27T12:00[Europe/Madrid]", "never");
    assert_eq!(parse(&never).unwrap().schedule.unwrap().closes, None);
}

#[test]
fn matches_that_are_decided_early_need_engines() {
    let section = |keys: &str| format!("[adjudication]\n{keys}\n[format]");
    let refused = |keys: &str, expected: &str| check("[format]", &section(keys), expected);
    refused("resign = { score = 600, moves = 3 }", "key `adjudication.resign`");
    refused("draw = { score = 20, moves = 8 }", "key `adjudication.draw`");
    refused("resign = { score = 600 }", "moves");
    refused("moves = 0", "adjudication.moves");
    refused("tablebases = true", "tablebases");
    let read = |keys: &str| {
        let file = parse(&GOOD.replace("[format]", &section(keys))).unwrap();
        file.conditions(Duration::from_secs(1), "A").adjudication
    };
    assert_eq!(read("moves = 150").unwrap().moves.map(u32::from), Some(150));
    assert_eq!(read(""), None);
}

#[test]
fn engines_live_on_where_nothing_else_does() {
    let chess = |programs: &str| {
        let head = "name = \"e\"\ngame = \"chess\"\nbots = [\"a\", \"b\"]\n[format]\n\
            kind = \"round-robin\"\n[ranking]\nkind = \"points\"\n[programs]\n";
        parse(&format!("{head}{programs}\n"))
    };
    let conditions = |programs| {
        let conditions = chess(programs).unwrap().conditions(Duration::from_secs(1), "A");
        serde_json::to_string(&conditions).unwrap()
    };
    assert!(conditions("life = \"contest\"").contains("\"life\":\"contest\""));
    assert!(!conditions("life = \"match\"").contains("life"));
    let refused = chess("life = \"contest\"\nmemory = \"pair\"").err().unwrap().to_string();
    assert!(refused.contains("key `programs.life`") && refused.contains("memory"), "{refused}");
}

#[test]
fn limits_become_conditions() {
    let text = GOOD.replace(
        "[format]",
        "[limits]\nmatch_time = \"1 min\"\nincrement = \"0.6s\"\nstart_time = \"0s\"\nmemory = \"1 GiB\"
        processes = 1\noutput = \"1 KiB\"\nscratch = \"1 MiB\"
        [programs]\non_fault = \"forfeit\"\n[format]",
    );
    let conditions = parse(&text).unwrap().conditions(Duration::from_millis(20), "A");
    let expected = r#"{"move_ms":20,"memory":1073741824,"tier":"A","on_fault":"forfeit","match_ms":60000,"increment_ms":600,"start_ms":0,"processes":1,"output":1024,"scratch":1048576,"turns":1000000,"bytes":8388608}"#;
    assert_eq!(serde_json::to_string(&conditions).unwrap(), expected);
    let usual = parse(GOOD).unwrap().conditions(Duration::from_secs(1), "A");
    assert_eq!(usual, certamen_game::Conditions::usual(1000, 256 << 20, "A").bounded());
}

#[test]
fn bad_files_are_refused_by_key() {
    check("name =", "nome =", "unknown key `nome`");
    check("footsteps", "checkers", "unknown game `checkers`");
    check("round-robin", "swiss-ish", "key `format.kind`: unknown kind `swiss-ish`");
    check("[format]", "[options]\npoints = inf\n[format]", "key `options.points`: inf is not");
    check("[format]", "[options]\npoints = [nan]\n[format]", "key `options.points`: NaN is not");
    check("kind = \"round-robin\"", "", "`format.kind` is missing");
    check(
        "kind = \"round-robin\"",
        "kind = \"round-robin\"\ncolour = 1",
        "key `format.colour`: unknown key: round-robin has games_per_pair",
    );
    check(
        "kind = \"round-robin\"",
        "kind = \"round-robin\"\ngames_per_pair = 0",
        "invalid value 0: expected a whole number from 1",
    );
    check("wins", "beauty", "`beauty`");
    check("[format]", "[options]\npoints = 0\n[format]", "`points`");
    check("[format]", "[options]\ncolour = 0\n[format]", "`colour`");
    check("[format]", "[programs]\nmemory = \"life\"\n[format]", "`life`");
    check("[format]", "[programs]\nlife = \"forever\"\n[format]", "`forever`");
    check("[format]", "[programs]\nlife = \"contest\"\n[format]", "key `programs.life`");
    check("[format]", "[programs]\non_fault = \"shrug\"\n[format]", "`shrug`");
    check("[format]", "[programs]\non_disqualified = \"cry\"\n[format]", "`cry`");
    check("[format]", "[programs]\non_nondeterminism = \"sigh\"\n[format]", "`sigh`");
    check(
        "\"round-robin\"",
        "\"round-robin\"\nstop = \"settled top 0\"",
        "key `format.stop`: invalid stop `settled top 0`",
    );
    check(
        "\"round-robin\"",
        "\"swiss\"\nstop = \"settled\"",
        "key `format.stop`: a key of round-robin and one-table and ladder",
    );
    check("[format]", "[programs]\ndisqualify_on = [\"ugly\"]\n[format]", "`ugly`");
    check("[format]", "[sandbox]\nminimum_tier = \"E\"\n[format]", "unknown isolation level `E`");
    check("[format]", "[entries]\nends = 1\n[format]", "`ends`");
    check("game =", "seed = 9007199254740992\ngame =", "`seed`");
}

fn entries(section: &str) -> String {
    const COURSE: &str = "[course]\n[timetable]\nstarts = \"2015-03-13T12:00[Europe/Madrid]\"\n";
    let (keys, course) =
        section.split_once(" in a course").map_or((section, ""), |(keys, _)| (keys, COURSE));
    let text = GOOD.replace("footsteps", "mancala8");
    let text = text
        .replace("[format]", &format!("[entries]\ncloses = \"never\"\n{keys}\n{course}[format]"));
    parse(&text).err().map_or_else(|| "read".to_owned(), |fault| fault.to_string())
}

#[test]
fn keys_of_entries_are_read_and_refused_by_name() {
    let all = "opens = \"2015-03-13T12:00[Europe/Madrid]\"\nper_author = 2\nper_slot_and_day = 3\n\
        max_source = \"64 KiB\"\nsource_only = true\nsingle_file = true\nlanguages = [\"c\"]\n\
        correction = \"2 days\"\nvisibility = \"open\"\napproval = true";
    assert_eq!(entries(all), "read");
    for (keys, expected) in [
        ("opens = \"soon\"", "key `entries.opens`: `soon` is not a time"),
        (
            "per_author = 0",
            "key `entries.per_author`: invalid value 0: expected a whole number from 1",
        ),
        ("max_source = \"1 GiB\"", "key `entries.max_source`: `1 GiB` is out of range"),
        ("max_source = 3", "key `entries.max_source`: invalid value 3"),
        ("correction = \"later\"", "key `entries.correction`: `later` is not a duration"),
        ("visibility = \"hidden\"", "`hidden`"),
        ("colour = 1", "`colour`"),
    ] {
        let shown = entries(keys);
        assert!(shown.contains(expected), "{keys}: {shown}");
    }
}

#[test]
fn keys_that_a_course_does_not_enforce_are_refused_by_name() {
    for key in [
        "opens = \"2015-03-13T12:00[Europe/Madrid]\"",
        "max_source = \"1 KiB\"",
        "source_only = true",
        "single_file = true",
        "languages = []",
        "correction = \"1 day\"",
        "visibility = \"open\"",
        "approval = true",
    ] {
        let name = key.split(' ').next().unwrap_or_default();
        let expected =
            format!("key `entries.{name}`: this version does not enforce it: leave it out");
        assert_eq!(entries(&format!("{key} in a course")), expected);
    }
}

#[test]
fn a_course_may_write_its_own_rules_down_and_no_others() {
    assert_eq!(entries("per_author = 3\nper_slot_and_day = 1 in a course"), "read");
    let expected = "key `entries.per_author`: 2 is not the rule of the course, which is 3: use that, or leave it out";
    assert_eq!(entries("per_author = 2 in a course"), expected);
    assert!(entries("per_slot_and_day = 2 in a course").contains("which is 1"));
}

fn shown(text: &str, language: Language) -> String {
    parse(text).err().expect("this must be refused").message().get(language)
}

#[test]
fn limits_show_the_place_in_every_language() {
    let text = GOOD.replace("    [format]", "[limits]\nmove_time = \"soon\"\n[format]");
    let english = shown(&text, Language::En);
    let expected = "TOML parse error at line 6, column 13\n  |\n6 | move_time = \"soon\"\n  |             ^^^^^^\nkey `limits.move_time`: `soon` is not a duration: write for example `1s`, `500ms` or `2min`\n";
    assert_eq!(english, expected);
    let spanish = shown(&text, Language::Es);
    assert!(spanish.starts_with("error de TOML en la línea 6, columna 13\n  |\n6 |"), "{spanish}");
    assert!(
        spanish.contains("\nclave `limits.move_time`: `soon` no es una duración: escriba"),
        "{spanish}"
    );
}

#[test]
fn sections_and_kinds_keep_their_names_in_every_language() {
    let zero = GOOD.replace("round-robin\"", "round-robin\"\ngames_per_pair = 0");
    assert!(shown(&zero, Language::Es).starts_with("sección [format]: "));
    assert!(shown(&zero, Language::Fr).starts_with("section [format]\u{202f}: "));
    let foreign = GOOD.replace("round-robin\"", "swiss\"\nstop = \"settled\"");
    let shown = shown(&foreign, Language::It);
    assert!(shown.contains("una chiave di round-robin e one-table e ladder: swiss ha "), "{shown}");
}

#[test]
fn a_kind_that_is_no_text_is_shown_as_it_was_written() {
    let fault = shown(&GOOD.replace("\"round-robin\"", "3"), Language::En);
    assert_eq!(fault, "key `format.kind`: 3 is not a text");
}

/// The sample contests of the repository, with their paths.
fn samples() -> Vec<(String, String)> {
    let contests = concat!(env!("CARGO_MANIFEST_DIR"), "/../../contests");
    let folders = std::fs::read_dir(contests).unwrap();
    let paths = folders.map(|entry| entry.unwrap().path().join("contest.toml"));
    let paths = paths.filter(|path| path.is_file());
    paths.map(|path| (path.display().to_string(), std::fs::read_to_string(path).unwrap())).collect()
}

/// The text with `line` as the first of a section.
fn with_line(text: &str, section: &str, line: &str) -> String {
    let head = format!("\n[{section}]\n");
    if text.contains(&head) {
        text.replace(&head, &format!("{head}{line}\n"))
    } else {
        format!("{text}{head}{line}\n")
    }
}

#[test]
fn an_error_names_the_key_that_is_wrong_in_every_sample_and_section() {
    let sections = ["limits", "programs", "sandbox", "search", "timetable", "site", "options"];
    // A value of the wrong type, where the section has no such key yet.
    let types = [
        ("limits", "processes = [1]"),
        ("programs", "memory = [1]"),
        ("sandbox", "minimum_tier = [1]"),
        ("search", "depth = \"deep\""),
        ("timetable", "waves = \"many\""),
        ("site", "matches = [1]"),
    ];
    let samples = samples();
    assert!(samples.len() > 10);
    for (path, text) in &samples {
        let refused = |text: &str| parse(text).err().map(|error| error.to_string());
        assert_eq!(refused(text), None, "{path}");
        for section in sections {
            let error = refused(&with_line(text, section, "nonsense = 1"));
            let error = error.unwrap_or_else(|| panic!("{path} {section}"));
            assert!(error.contains("nonsense"), "{path} {section}: {error}");
        }
        for (section, line) in types {
            let key = line.split(' ').next().unwrap();
            let without: Vec<&str> =
                text.lines().filter(|line| !line.starts_with(&format!("{key} ="))).collect();
            let without = without.join("\n") + "\n";
            let error = refused(&with_line(&without, section, line)).unwrap_or_default();
            assert!(error.contains(key), "{path} {section} {line}: {error}");
        }
        for required in ["name", "game", "bots", "format", "ranking"] {
            let mut table: toml::Table = text.parse().unwrap();
            table.remove(required);
            let error = refused(&table.to_string()).unwrap_or_default();
            assert!(error.contains(required), "{path} without {required}: {error}");
        }
    }
}

/// The samples show keys that are not in force, as comments without a space before the key.
#[test]
fn keys_in_comments_of_the_samples_are_valid() {
    let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../contests");
    let shown = |line: &str| {
        let rest = line.strip_prefix('#').filter(|rest| !rest.starts_with([' ', ':']));
        rest.filter(|rest| !rest.is_empty()).map(str::to_owned)
    };
    let mut found = 0;
    for sample in std::fs::read_dir(samples).unwrap() {
        let path = sample.unwrap().path().join("contest.toml");
        let text = std::fs::read_to_string(&path).unwrap();
        let keys = text.lines().filter_map(shown).count();
        if keys == 0 {
            continue;
        }
        found += 1;
        // As the comment says: the seed is drawn where entries close.
        let draws = text.contains("#closes");
        let lines = text.lines().filter(|line| !(draws && line.starts_with("seed = ")));
        let lines: Vec<String> =
            lines.map(|line| shown(line).unwrap_or_else(|| line.to_owned())).collect();
        let file = parse(&lines.join("\n")).unwrap_or_else(|why| panic!("{path:?}: {why}"));
        assert!(file.entries.is_some(), "{path:?}");
        assert!(!draws || file.draw.is_some(), "{path:?}");
    }
    assert!(found >= 5, "{found}");
}

#[test]
fn only_built_in_players_are_built_in() {
    for player in ["builtin:random", "x=builtin:first:depth=2"] {
        assert!(is_builtin(player), "{player}");
    }
    for path in ["../x=builtin:random", "/etc/*=builtin:y", "bots/*", "x=../y", "human"] {
        assert!(!is_builtin(path), "{path}");
    }
}

#[test]
fn a_file_that_names_files_of_the_machine_is_not_written() {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::new(place.path());
    let text = |bot: &str| {
        format!(
            "name = \"x\"\ngame = \"footsteps\"\nbots = [\"builtin:random\", \"{bot}\"]\n\
             [format]\nkind = \"round-robin\"\ngames_per_pair = 2\n[ranking]\nkind = \"points\"\n"
        )
    };
    fs::write(folder.contest_file(), text("builtin:first")).unwrap();
    assert!(ContestFile::rewrite(&folder, &text("builtin:last")).unwrap());
    assert!(!ContestFile::rewrite(&folder, &text("/etc/*")).unwrap());
    assert!(ContestFile::rewrite(&folder, "name = 1").is_err());
    let stored = fs::read_to_string(folder.contest_file()).unwrap();
    assert_eq!(stored, text("builtin:last"));
}

#[test]
fn patterns_name_all_bots_in_order() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["b.py", "a.c", "README.md", ".hidden"] {
        fs::write(folder.path().join(name), "").unwrap();
    }
    let BotEntry::Found(bots) = expand(folder.path(), "*").unwrap() else { panic!("a pattern") };
    let names: Vec<_> = bots.iter().filter_map(|bot| bot.path()?.file_name()).collect();
    assert_eq!(names, ["a.c", "b.py"]);
    let error = expand(folder.path(), "*.rb").unwrap_err();
    assert_eq!(error.to_string(), "key `bots`: `*.rb`: nothing found");
}

#[test]
fn built_in_players_and_names_are_unchanged() {
    let expanded = |given| match expand(Path::new("c"), given).unwrap() {
        BotEntry::Named(spec) => spec.to_string(),
        BotEntry::Found(found) => panic!("{found:?}"),
    };
    assert_eq!(expanded("builtin:bueno:depth=4"), "builtin:bueno:depth=4");
    assert_eq!(expanded("x=builtin:bueno:depth=4"), "x=builtin:bueno:depth=4");
    assert_eq!(expanded("viejo=../bots/viejo"), "viejo=c/../bots/viejo");
    assert_eq!(expanded("bots/x"), "c/bots/x");
    assert_eq!(expanded("bots/a=b.py"), "c/bots/a=b.py");
    assert_eq!(expanded("mia=bots/x.cl:depth=4"), "mia=c/bots/x.cl:depth=4");
}

const WITH_MODEL: &str = r#"
    name = "A contest"
    game = "footsteps"
    allow_remote = true
    bots = ["builtin:random", "http:alpha", "b=http:beta"]
    [format]
    kind = "round-robin"
    [ranking]
    kind = "wins"
    [players.alpha]
    protocol = "http"
    url = "https://player.example.org/move"
    secret_env = "ALPHA_SECRET"
    attempts = 2
    move_time = "60min"
    actions = true
    cost = "20 USD"
    price = { in = 3.0, out = 15.0 }
    [players.beta]
    protocol = "http"
    url = "https://beta.example.org/"
"#;

#[test]
fn players_over_http_have_terms() {
    let file = parse(WITH_MODEL).unwrap();
    let alpha = file.http_player("alpha", "http").unwrap();
    assert_eq!((alpha.attempts, alpha.actions, alpha.cost), (2, true, Some(20_000_000)));
    assert_eq!(alpha.move_time, Some(Duration::from_secs(3600)));
    assert_eq!(alpha.secret_env.as_deref(), Some("ALPHA_SECRET"));
    assert_eq!(alpha.price.map(|price| price.cost(812, 40)), Some(3_036));
    let beta = file.http_player("b", "http").unwrap();
    assert_eq!((beta.url.host(), beta.attempts), ("beta.example.org", 1));
    assert!(file.http_player("beta", "http").is_none(), "its name is b");
    assert!(file.http_player("alpha", "python").is_none(), "a program of the same name");
}

#[test]
fn impossible_players_over_http_are_refused_by_key() {
    for (change, to, expected) in [
        ("allow_remote = true", "", "key `allow_remote`"),
        (
            "attempts = 2",
            "attempts = 0",
            "key `players.alpha.attempts`: 0 is not possible; use 1 to 5",
        ),
        ("attempts = 2", "attempts = -1", "use 1 to 5"),
        ("\"60min\"", "\"61min\"", "key `players.alpha.move_time`"),
        ("actions = true", "action = true", "unknown key `action`"),
        ("\"ALPHA_SECRET\"", "\"ALPHA SECRET\"", "key `players.alpha.secret_env`"),
        ("20 USD", "20 EUR", "key `players.alpha.cost`"),
        ("in = 3.0", "in = -3.0", "key `players.alpha.price`"),
        ("https://player", "http://player", "key `players.alpha.url`"),
        ("https://player.example.org", "http://127.0.0.1:80", "`remote.private_addresses = true`"),
        ("http:alpha", "http:gamma", "`[players.gamma]`"),
        ("http:alpha", "http:https://a.example/", "there is no `[players."),
        ("[format]", "[programs]\nmemory = \"contest\"\n[format]", "key `programs.memory`"),
        ("[format]", "[remote]\nretry_time = \"soon\"\n[format]", "key `remote.retry_time`"),
        ("[format]", "[remote]\nretries = 3\n[format]", "unknown key `retries`"),
    ] {
        let text = WITH_MODEL.replace(change, to);
        assert_ne!(text, WITH_MODEL, "{change}");
        let error = parse(&text).err().unwrap_or_else(|| panic!("{to} is accepted")).to_string();
        assert!(error.contains(expected), "{to}: {error}");
    }
}

#[test]
fn the_browser_cannot_name_another_rules_program() {
    let of = |game: &str| GOOD.replace("footsteps", game);
    for game in ["./x.py", "../x.py", "/etc/x.py", "x.py", "x", "x:small", "bots/x"] {
        assert!(!ContestFile::keeps_rules(GOOD, &of(game)), "{game}");
        assert!(ContestFile::keeps_rules(&of(game), &of(game)), "{game}: it was there before");
    }
    assert!(ContestFile::keeps_rules(&of("./x.py"), &of("coins")), "a built-in game");
    assert!(ContestFile::keeps_rules(GOOD, "no file"), "that is refused when it is read");
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::new(place.path());
    fs::write(folder.contest_file(), GOOD).unwrap();
    assert!(!ContestFile::rewrite(&folder, &of("./x.py")).unwrap());
    assert_eq!(fs::read_to_string(folder.contest_file()).unwrap(), GOOD);
}

#[test]
fn the_browser_cannot_change_which_machines_are_asked() {
    let old = parse(WITH_MODEL).unwrap();
    for (change, to) in [
        ("https://beta.example.org/", "https://other.example.org/"),
        ("\"ALPHA_SECRET\"", "\"AWS_SECRET\""),
        ("[format]", "[remote]\nprivate_addresses = true\n[format]"),
        ("\"b=http:beta\"", "\"c=http:beta\""),
    ] {
        let new = parse(&WITH_MODEL.replace(change, to)).unwrap();
        assert!(!new.stays_inside(&old), "{to}");
    }
    assert!(parse(&WITH_MODEL.replace("A contest", "Another")).unwrap().stays_inside(&old));
}
