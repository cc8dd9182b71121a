//! Players asked over HTTP, with the player of the guide as a process.

use crate::site::{Site, repository};
use serde_json::Value;
use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

/// The player of the guide to language models.
pub(crate) struct GuidePlayer {
    process: Child,
    /// `http:URL`
    bot: String,
}

impl GuidePlayer {
    fn start() -> GuidePlayer {
        GuidePlayer::of_script(&repository("docs/guides/model_player.py"))
    }

    /// One that reports 5 tokens read, 1 written, and a cost of 0.001 USD for each move, and thinks for
    /// a moment.
    pub(crate) fn with_usage(site: &Site) -> GuidePlayer {
        let script = fs::read_to_string(repository("docs/guides/model_player.py")).unwrap();
        let note = r#""note": note[:1000]"#;
        let usage = r#""usage": {"in": 5, "out": 1, "usd": 0.001}"#;
        let asked = "action, note = choose(request)";
        assert!(script.contains(note) && script.contains(asked), "{script}");
        let script = script.replace(note, &format!("{note}, {usage}"));
        let pause = format!("{asked}; __import__('time').sleep(0.02)");
        let script = site.write("player.py", script.replace(asked, &pause));
        GuidePlayer::of_script(script.to_str().unwrap())
    }

    fn of_script(script: &str) -> GuidePlayer {
        let mut process = Command::new("/usr/bin/python3")
            .args([script, "0"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("Python is there");
        let mut bot = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut bot).unwrap();
        GuidePlayer { process, bot: bot.trim().to_owned() }
    }

    pub(crate) fn url(&self) -> &str {
        self.bot.strip_prefix("http:").expect("it prints a BOT")
    }
}

impl Drop for GuidePlayer {
    fn drop(&mut self) {
        self.process.kill().expect("it runs");
        self.process.wait().expect("it was killed");
    }
}

fn contest(site: &Site, player: &GuidePlayer, more: &str) {
    let url = player.url();
    let text = format!(
        "name = \"With a model\"\ngame = \"footsteps\"\nseed = 4\nallow_remote = true\n\
         bots = [\"builtin:random\", \"http:alpha\"]\n[options]\npoints = 12\n\
         [format]\nkind = \"round-robin\"\ngames_per_pair = 4\n[ranking]\nkind = \"wins\"\n\
         [sandbox]\nminimum_tier = \"D\"\n\
         [remote]\nprivate_addresses = true\n\
         [players.alpha]\nprotocol = \"http\"\nurl = \"{url}\"\nactions = true\nattempts = 2\n\
         move_time = \"60min\"\n{more}"
    );
    site.write("cup/contest.toml", text);
}

#[test]
fn a_match_against_the_player_of_the_guide_is_recorded_and_verified() {
    let (site, player) = (Site::new(), GuidePlayer::start());
    let arguments = ["play", "footsteps", &player.bot, "builtin:random", "--seed", "5"];
    site.succeed(&[&arguments[..], &["--record", "match.jsonl"]].concat());
    let record = site.read("match.jsonl");
    let header: Value = serde_json::from_str(record.lines().next().unwrap()).unwrap();
    let seats = &header["seats"];
    assert_eq!((&seats[0]["tier"], &seats[0]["via"]), (&"remote".into(), &"http".into()));
    assert!(seats[1].get("tier").is_none(), "{header}");
    site.succeed(&["verify", "match.jsonl"]);
}

#[test]
fn a_contest_counts_the_player_of_the_guide_and_keeps_its_secret() {
    let (site, player) = (Site::new(), GuidePlayer::start());
    contest(&site, &player, "secret_env = \"ALPHA_SECRET\"\n");
    let without = site.run(&["run", "cup"]);
    assert!(without.err.contains("ALPHA_SECRET"), "{}", without.err);
    let secret = "s3cret-of-alpha";
    let ran = site.command(&["run", "cup"]).env("ALPHA_SECRET", secret).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let rows = site.succeed(&["standings", "cup", "--format", "json"]);
    let rows: Vec<Value> = rows.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    let alpha = rows.iter().find(|row| row["bot"] == "alpha").expect("it is listed");
    assert_eq!((&alpha["language"], &alpha["played"]), (&"http".into(), &4.into()));
    assert_eq!((&alpha["usage"]["voids"], &alpha["faults"]), (&0.into(), &0.into()), "{alpha}");
    assert!(!site.succeed(&["standings", "cup"]).contains("isolation level"));
    let export = site.succeed(&["export", "cup"]);
    site.succeed(&["verify", "cup"]);
    for text in [&export, &String::from_utf8_lossy(&ran.stdout).into_owned()] {
        assert!(!text.contains(secret));
    }
    assert!(!String::from_utf8_lossy(&ran.stderr).contains(secret));
    no_file_has(&site.path().join("cup"), secret);
}

pub(crate) fn no_file_has(folder: &Path, secret: &str) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            no_file_has(&path, secret);
        } else if let Ok(content) = fs::read(&path) {
            let found = content.windows(secret.len()).any(|part| part == secret.as_bytes());
            assert!(!found, "{}", path.display());
        }
    }
}

#[test]
fn a_limit_without_reported_cost_is_a_fault() {
    let (site, player) = (Site::new(), GuidePlayer::start());
    contest(&site, &player, "cost = \"1 USD\"\n");
    site.succeed(&["run", "cup"]);
    let export = site.succeed(&["export", "cup"]);
    assert!(export.contains(r#"\"fault\":\"exit\""#) && export.contains(r#"\"cause\":\"cost\""#));
    site.succeed(&["verify", "cup"]);
    let checked = site.run(&["check", "http:alpha", "--contest", "cup"]);
    assert_eq!(checked.code, 3, "{checked:?}");
    assert!(checked.out.contains("`usage.usd`") && checked.out.contains("`price`"), "{checked:?}");
    let unknown = site.run(&["check", "http:beta", "--contest", "cup"]);
    assert_eq!(unknown.code, 2, "{unknown:?}");
}

#[test]
fn contest_files_with_impossible_players_are_refused_by_key() {
    let (site, player) = (Site::new(), GuidePlayer::start());
    let check = |from: &str, to: &str, expected: &str| {
        contest(&site, &player, "");
        let text = site.read("cup/contest.toml");
        assert!(text.contains(from), "{from}");
        site.write("cup/contest.toml", text.replace(from, to));
        let refused = site.run(&["run", "cup"]);
        assert_eq!(refused.code, 1, "{to}: {}", refused.err);
        assert!(refused.err.contains(expected), "{to}: {}", refused.err);
        assert!(!site.path().join("cup/.certamen/store.sqlite").exists());
    };
    check("allow_remote = true\n", "", "allow_remote");
    check("attempts = 2", "attempts = 0", "players.alpha.attempts");
    check("attempts = 2", "attempts = 6", "players.alpha.attempts");
    check("\"60min\"", "\"2h\"", "players.alpha.move_time");
    check("actions = true", "action = true", "action");
    check("private_addresses = true", "", "players.alpha.url");
    check("http:alpha", "http:beta", "beta");
    check("http:alpha", "http:https://player.example.org/", "players");
    let user = "https://user:word@player.example.org/";
    check(player.url(), user, "players.alpha.url");
    check(player.url(), "http://10.0.0.1/", "players.alpha.url");
    check("protocol = \"http\"", "protocol = \"gopher\"", "protocol");
}

#[test]
fn a_brief_is_printed_in_the_language_asked_for() {
    let site = Site::new();
    let english = site.succeed(&["brief", "footsteps"]);
    assert!(english.starts_with("# FootSteps\n") && english.contains("def choose(request):"));
    let spanish = site.succeed(&["brief", "footsteps", "--lang", "es"]);
    assert!(spanish.contains("Responda solo con la jugada"));
    assert!(site.run(&["brief", "checkers"]).err.contains("checkers"));
}
