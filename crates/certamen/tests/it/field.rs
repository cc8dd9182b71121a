//! Crosstables, ratings and charts of a contest.

use crate::site::{Site, mancala};

/// A contest that has been played.
fn played() -> Site {
    let site = Site::new();
    site.write("c/contest.toml", mancala(2));
    site.succeed(&["run", "c", "-q"]);
    site
}

fn json(site: &Site, arguments: &[&str]) -> Vec<serde_json::Value> {
    let out = site.succeed(&[arguments, &["--format", "json"]].concat());
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_matrix_adds_up_to_the_standings() {
    let site = played();
    let cells = json(&site, &["matrix", "c"]);
    assert_eq!(cells.len(), 6 * 5);
    for line in json(&site, &["standings", "c"]) {
        for key in ["played", "won", "drawn", "lost"] {
            let own = cells.iter().filter(|cell| cell["bot"] == line["bot"]);
            let sum: u64 = own.map(|cell| cell[key].as_u64().unwrap()).sum();
            assert_eq!(sum, line[key].as_u64().unwrap(), "{key} of {}", line["bot"]);
        }
    }
    for cell in &cells {
        let [low, share, high] = ["low", "share", "high"].map(|key| cell[key].as_f64().unwrap());
        assert!(0.0 <= low && low <= share && share <= high && high <= 1.0, "{cell}");
    }
}

/// A bot that has left, and whose matches were revoked, appears nowhere: standings, crosstable,
/// ratings and seats use the same matches, however many were in progress.
#[test]
fn what_the_table_does_not_count_nothing_else_counts() {
    for (policy, jobs) in
        [("strike matches", "1"), ("strike matches", "4"), ("played matches stand", "4")]
    {
        let site = Site::new();
        site.write("c/rogue.py", "import sys\nif sys.argv[1].count('.') < 6: print(99)\nelse: print(sys.argv[1].index('.') + 1)\n");
        // All others play at random: no match repeats another one, which the crosstable would leave
        // out.
        let file = mancala(4).replace("mancala8", "intervalo");
        let file = file.replace("\"builtin:regular\", \"builtin:bueno\"", "\"rogue.py\"");
        let file = file.replace("builtin:first", "b=builtin:random");
        let file = file.replace("builtin:last", "c=builtin:random");
        let file = file.replace(", \"builtin:regular:depth=4\"", "");
        let programs = format!(
            "disqualify_on = [\"illegal\"]\non_disqualified = \"{policy}\"\nmemory = \"none\""
        );
        let file = file.replace("[format]", "[options]\nsquares = 8\n[format]");
        site.write(
            "c/contest.toml",
            format!("{file}[programs]\n{programs}\n[sandbox]\nminimum_tier = \"D\"\n"),
        );
        site.succeed(&["run", "c", "-q", "--jobs", jobs]);
        let table = json(&site, &["standings", "c"]);
        let rogue = table.iter().find(|line| line["bot"] == "rogue").unwrap();
        assert_eq!(rogue["disqualified"], "illegal", "{rogue}");
        let cells = json(&site, &["matrix", "c"]);
        let own = |line: &serde_json::Value| {
            let own = cells.iter().filter(|cell| cell["bot"] == line["bot"]);
            own.map(|cell| cell["played"].as_u64().unwrap()).sum::<u64>()
        };
        assert!(table.iter().all(|line| own(line) == line["played"]), "{table:?} {cells:?}");
        let counted: u64 = table.iter().map(|line| line["played"].as_u64().unwrap()).sum();
        let seats = json(&site, &["standings", "c", "--fair-play"]);
        let sat = seats.iter().filter(|line| line.get("seat").is_some());
        let sat: u64 = sat.map(|line| line["played"].as_u64().unwrap()).sum();
        assert_eq!(sat, counted, "{seats:?}");
        let field = json(&site, &["field", "c"]);
        let stands = policy == "played matches stand";
        let rogue = field.iter().find(|line| line["bot"] == "rogue").unwrap();
        assert_eq!(rogue["elo"].is_number(), stands, "{rogue}");
        assert!(stands || (rogue["nash"] == 0 && rogue["alpha_rank"] == 0), "{rogue}");
        assert!(stands || counted == 3 * 2 * 4, "the three others met: {table:?}");
    }
}

#[test]
fn tables_fit_into_a_hundred_columns() {
    let site = played();
    for command in ["matrix", "field"] {
        let out = site.succeed(&[command, "c", "--lang", "es"]);
        assert!(out.lines().all(|line| line.chars().count() <= 100), "{out}");
    }
    assert!(site.succeed(&["matrix", "c", "--lang", "es"]).contains("porcentaje de los puntos"));
}

#[test]
fn ratings_say_how_sure_they_are() {
    let site = played();
    let members = json(&site, &["field", "c"]);
    let elo = |member: &serde_json::Value, key: &str| member[key].as_f64().unwrap();
    let mean: f64 = members.iter().map(|member| elo(member, "elo")).sum::<f64>() / 6.0;
    assert!(mean.abs() < 1e-6, "{mean}");
    assert!(
        members.iter().all(|m| elo(m, "low") < elo(m, "elo") && elo(m, "elo") < elo(m, "high"))
    );
    for key in ["nash", "alpha_rank"] {
        let sum: f64 = members.iter().map(|member| elo(member, key)).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{key}: {sum}");
    }
    let anchored = json(&site, &["field", "c", "--anchor", "random"]);
    let anchor = anchored.iter().find(|member| member["bot"] == "random").unwrap();
    assert_eq!((elo(anchor, "elo"), elo(anchor, "high")), (0.0, 0.0));
    let said = site.run(&["field", "c", "--anchor", "absent"]);
    assert!(said.code == 2 && said.err.contains("--anchor absent: no such bot"), "{said:?}");
}

#[test]
fn pictures_are_whole_and_follow_the_paper() {
    let site = played();
    for command in ["matrix", "field"] {
        let svg = site.succeed(&[command, "c", "--format", "svg"]);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert!(svg.contains("prefers-color-scheme: dark"));
        assert_eq!(svg.matches("<g>").count(), svg.matches("</g>").count());
        assert!(svg.contains("random") && svg.contains("bueno"));
    }
}

#[test]
fn places_are_settled_by_evidence() {
    let site = Site::new();
    let contest = |games: u32| {
        let all = r#""builtin:first", "builtin:last", "builtin:random", "builtin:regular", "builtin:bueno", "builtin:regular:depth=4""#;
        mancala(games).replace(all, r#""builtin:random", "builtin:bueno:depth=4""#)
    };
    site.write("few/contest.toml", contest(4));
    site.write("many/contest.toml", contest(200));
    let settled = |folder: &str| {
        site.succeed(&["run", folder, "-q"]);
        json(&site, &["standings", folder, "--settled"])
    };
    let (few, many) = (settled("few"), settled("many"));
    assert_eq!(few[0]["settled"], false, "{few:?}");
    assert!(few[0]["matches_to_settle"].is_u64() || few[0]["won"] == few[1]["won"], "{few:?}");
    assert_eq!((&many[0]["settled"], &many[0]["bot"]), (&true.into(), &"bueno:depth=4".into()));
    assert!(many[1]["settled"].is_null(), "no bot is below the last: {many:?}");
    assert!(site.succeed(&["standings", "many", "--settled"]).contains("certain at 95 %"));
}

#[test]
fn shares_say_how_sure_they_are() {
    let site = played();
    for member in json(&site, &["field", "c"]) {
        for key in ["nash", "alpha_rank"] {
            let interval = &member[format!("{key}_interval")];
            let [low, high] = [0, 1].map(|end| interval[end].as_f64().unwrap());
            assert!(0.0 <= low && low <= high && high <= 1.0, "{key}: {member}");
        }
    }
    assert!(site.succeed(&["field", "c"]).contains("95 % interval of the share"));
}

#[test]
fn strengths_of_a_ladder_are_reported_for_the_order_only() {
    let site = Site::new();
    let file = mancala(2).replace("\"round-robin\"", "\"ladder\"");
    let file =
        file.replace("games_per_pair = 2", "matches = 40").replace("\"points\"", "\"rating\"");
    site.write("c/contest.toml", file);
    site.succeed(&["run", "c", "-q"]);
    for member in json(&site, &["field", "c"]) {
        assert!(member["elo"].is_null() && member["low"].is_null(), "{member}");
    }
    assert!(site.succeed(&["field", "c"]).contains("only give the order"));
    let picture = site.run(&["field", "c", "--format", "svg"]);
    assert!(picture.code == 2 && picture.err.contains("only give the order"), "{picture:?}");
    // Nor do the standings have any.
    for line in json(&site, &["standings", "c"]) {
        assert!(line["score"].is_null() && line["rank"].is_u64(), "{line}");
    }
    assert!(!site.succeed(&["standings", "c"]).contains("score"));
    let csv = site.succeed(&["standings", "c", "--format", "csv"]);
    assert!(csv.lines().skip(1).all(|line| line.split(',').nth(7) == Some("")), "{csv}");
    site.succeed(&["verify", "c"]);
    // Changes are also reported by rank only.
    let file = site.read("c/contest.toml").replace("matches = 40", "matches = 80");
    site.write("c/contest.toml", file);
    let printed = site.succeed(&["run", "c"]);
    assert!(!printed.contains("score"), "{printed}");
}

#[test]
fn a_table_of_strengths_says_how_far_they_reach() {
    let site = Site::new();
    site.write("c/contest.toml", mancala(4).replace("\"points\"", "\"rating\""));
    let printed = site.succeed(&["run", "c", "-q"]);
    assert!(printed.contains("±95 %"), "{printed}");
    for line in json(&site, &["standings", "c"]) {
        assert!(line["reach"].as_f64().unwrap() > 10.0 && line["score"].is_number(), "{line}");
    }
    let csv = site.succeed(&["standings", "c", "--format", "csv"]);
    assert!(
        csv.starts_with("rank,bot,language,played,won,drawn,lost,score,±95 %,faults\n"),
        "{csv}"
    );
}

#[test]
fn a_field_says_who_is_probably_first_and_above_the_next() {
    let site = played();
    let members = json(&site, &["field", "c"]);
    let first: f64 = members.iter().map(|member| member["first"].as_f64().unwrap()).sum();
    assert!((first - 1.0).abs() < 1e-9, "{first}");
    for member in &members[..5] {
        let ahead = member["above_next"].as_f64().unwrap();
        assert!((0.5..=1.0).contains(&ahead), "{member}");
    }
    assert!(members[5]["above_next"].is_null(), "no bot is below the last");
}

#[test]
fn results_are_shown_beside_expected_results() {
    let site = played();
    let printed = site.succeed(&["matrix", "c", "--expected"]);
    assert!(printed.contains("in parentheses") && printed.contains("(5"), "{printed}");
    // A bot's expected score against all its opponents equals its actual score.
    let cells = json(&site, &["matrix", "c"]);
    for bot in ["random", "bueno"] {
        let own = || cells.iter().filter(|cell| cell["bot"] == bot);
        let sum = |key: &str| -> f64 {
            own().map(|cell| cell[key].as_f64().unwrap() * cell["played"].as_f64().unwrap()).sum()
        };
        let (came, expected) = (sum("share"), sum("expected"));
        assert!((came - expected).abs() < 0.6, "{bot}: {came} {expected}");
    }
}

#[test]
fn headings_of_csv_are_english_everywhere() {
    let site = played();
    for command in [
        &["standings", "c"][..],
        &["standings", "c", "--settled"],
        &["standings", "c", "--fair-play"],
        &["matches", "c"],
        &["matrix", "c"],
        &["field", "c"],
        &["export", "c"],
        &["export", "c", "--table", "moves"],
        &["export", "c", "--table", "states"],
    ] {
        let headings = |language: &str| {
            let all = [command, &["--format", "csv", "--lang", language]].concat();
            site.succeed(&all).lines().next().unwrap().to_owned()
        };
        let english = headings("en");
        for language in ["es", "fr", "it"] {
            assert_eq!(headings(language), english, "{command:?} in {language}");
        }
    }
}

#[test]
fn a_bot_can_be_left_out_of_the_field() {
    let site = Site::new();
    site.write("c/contest.toml", mancala(2));
    site.succeed(&["run", "c", "-q"]);
    let names = |more: &[&str]| -> Vec<String> {
        let lines = json(&site, &[&["field", "c"], more].concat());
        lines.iter().map(|line| line["bot"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&[]).len(), 6);
    let left = names(&["--without", "bueno", "--without", "random"]);
    assert!(left.len() == 4 && !left.contains(&"bueno".to_owned()), "{left:?}");
    // A bot that only beat this one is rated lower without it.
    let elo = |more: &[&str], name: &str| {
        let lines = json(&site, &[&["field", "c", "--anchor", "last"], more].concat());
        lines.iter().find(|line| line["bot"] == name).unwrap()["elo"].as_f64().unwrap()
    };
    assert_ne!(elo(&[], "first"), elo(&["--without", "random"], "first"));
    let said = site.run(&["field", "c", "--without", "absent"]);
    assert!(said.code == 2 && said.err.contains("--without absent"), "{said:?}");
}

#[test]
fn matches_are_listed_by_bot_pair_result_and_fault() {
    let site = Site::new();
    site.write("c/contest.toml", mancala(2));
    site.succeed(&["run", "c", "-q"]);
    let listed = |more: &[&str]| json(&site, &[&["matches", "c"], more].concat());
    assert_eq!(listed(&[]).len(), 30);
    let own = listed(&["--bot", "bueno"]);
    assert_eq!(own.len(), 10);
    assert_eq!(listed(&["--bot", "bueno", "--bot", "random"]).len(), 2);
    let by = |result: &str| listed(&["--bot", "bueno", "--result", result]).len();
    assert_eq!(by("won") + by("drawn") + by("lost"), 10);
    let won = listed(&["--bot", "bueno", "--result", "won"]);
    assert!(!won.is_empty());
    for line in won {
        let seats = line["seats"].as_array().unwrap();
        let own = seats.iter().position(|bot| bot == "bueno").unwrap();
        assert!(line["scores"][own].as_f64() > line["scores"][1 - own].as_f64(), "{line}");
    }
    assert!(listed(&["--faults"]).is_empty());
    let said = site.run(&["matches", "c", "--bot", "absent"]);
    assert!(said.code == 2 && said.err.contains("--bot absent"), "{said:?}");
}

#[test]
fn versions_of_a_bot_stand_side_by_side() {
    let site = Site::new();
    let program = |bid: u32| {
        format!(
            "left = 50\nwhile True:\n    bid = min(left, {bid})\n    print(bid, flush=True)\n    \
             left -= bid\n    if input() == 'fin': break\n"
        )
    };
    site.write("c/own.py", program(1));
    let file = r#"
name = "Versions"
game = "footsteps"
bots = ["own.py", "builtin:random", "other=builtin:random"]
[format]
kind = "round-robin"
games_per_pair = 8
[ranking]
kind = "wins"
[sandbox]
minimum_tier = "D"
"#;
    site.write("c/contest.toml", file);
    site.succeed(&["run", "c", "-q"]);
    site.write("c/own.py", program(9));
    site.succeed(&["run", "c", "-q"]);
    let lines = json(&site, &["field", "c", "--versions", "own"]);
    let elo = |name: &str| {
        let found = lines.iter().find(|line| line["bot"] == name);
        found.unwrap_or_else(|| panic!("no {name} in {lines:?}"))["elo"].as_f64().unwrap()
    };
    assert!(elo("own") > elo("own (1)"), "{lines:?}");
    assert_eq!(json(&site, &["field", "c"]).len(), 3);
    let said = site.run(&["field", "c", "--versions", "absent"]);
    assert!(said.code == 2 && said.err.contains("--versions absent"), "{said:?}");
}

#[test]
fn strengths_over_time_end_where_the_field_is() {
    let site = played();
    let printed = json(&site, &["field", "c", "--over-time"]);
    let last = printed.iter().map(|line| line["after"].as_i64().unwrap()).max().unwrap();
    assert_eq!((printed.len(), last), (6 * 10, 30));
    for member in json(&site, &["field", "c"]) {
        let now = printed.iter().find(|line| line["after"] == last && line["bot"] == member["bot"]);
        let [now, then] = [&now.unwrap()["elo"], &member["elo"]].map(|elo| elo.as_f64().unwrap());
        assert!((now - then).abs() < 1e-6, "{member}");
    }
    let table = site.succeed(&["field", "c", "--over-time"]);
    assert!(table.lines().all(|line| line.chars().count() <= 100), "{table}");
}
