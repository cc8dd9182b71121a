//! Games whose rules are a program, through the commands.

use crate::served::Served;
use crate::site::{Said, Site, repository};
use std::fs;
use std::time::{Duration, Instant};

const MINORIA: &str = include_str!("../../../../games/minoria/minoria_class.py");

/// The levels that this user can have.
pub(crate) fn tiers() -> &'static [&'static str] {
    if rustix::process::geteuid().is_root() { &["A", "D"] } else { &["B", "D"] }
}

/// Plays one match by the rules at `game`, with a record.
fn played(site: &Site, game: &str, tier: &str) -> Said {
    let bots = ["builtin:random", "builtin:first", "alpha.py"];
    let mut arguments = vec!["play", game];
    arguments.extend(bots);
    arguments.extend(["--option", "rounds=5", "--seed", "3", "--tier", tier]);
    arguments.extend(["--record", "match.jsonl"]);
    site.run(&arguments)
}

const ALPHA: &str =
    "import sys\nfor line in sys.stdin:\n    print('ABC'[len(line) % 3], flush=True)\n";

#[test]
fn a_game_in_one_file_is_played_shown_and_verified() {
    for tier in tiers() {
        let site = Site::new();
        site.write("minoria.py", MINORIA);
        site.write("alpha.py", ALPHA);
        let said = played(&site, "./minoria.py", tier);
        assert_eq!(said.code, 0, "{tier}: {said:?}");
        let record = site.read("match.jsonl");
        let header: serde_json::Value =
            serde_json::from_str(record.lines().next().unwrap()).unwrap();
        let digest = header["rules_digest"].as_str().unwrap().to_owned();
        assert_eq!(header["rules_library"], "python-1");
        assert_eq!(record.lines().count(), 1 + 5 + 1);
        // Without the rules a record proves nothing; with them it does.
        let said = site.run(&["verify", "match.jsonl"]);
        assert!(said.code == 1 && said.err.contains(&digest), "{tier}: {said:?}");
        site.succeed(&["verify", "match.jsonl", "--game", "./minoria.py"]);
        let shown = site.succeed(&["show", "match.jsonl", "--game", "./minoria.py", "--print"]);
        assert!(shown.contains("1 5 0 0,0,0 -"), "{shown}");
        // A folder of games has it by its slug.
        site.write("games/other.py", MINORIA.replace("\"minoria\"", "\"other\""));
        let listed = site.succeed(&["games"]);
        assert!(listed.contains("other"), "{listed}");
        // Edited rules are other rules.
        site.write("minoria.py", format!("{MINORIA}\n# edited\n"));
        let said = site.run(&["verify", "match.jsonl", "--game", "./minoria.py"]);
        assert!(said.code == 1 && said.err.contains(&digest), "{tier}: {said:?}");
        let said = site.run(&["verify", "match.jsonl", "--game", "./minoria.py", "--other-rules"]);
        assert!(said.code == 3 && said.out.contains(&digest), "{tier}: {said:?}");
    }
}

#[test]
fn a_record_names_no_file_as_its_rules() {
    let site = Site::new();
    site.write("minoria.py", MINORIA);
    site.write("alpha.py", ALPHA);
    assert_eq!(played(&site, "./minoria.py", "D").code, 0);
    let record = site.read("match.jsonl");
    let header: serde_json::Value = serde_json::from_str(record.lines().next().unwrap()).unwrap();
    let digest = header["rules_digest"].as_str().unwrap();
    site.write("match.jsonl", record.replacen("\"minoria\"", "\"./minoria.py\"", 1));
    let said = site.run(&["verify", "match.jsonl"]);
    assert!(said.code == 1 && said.err.contains(digest), "{said:?}");
}

#[test]
fn a_fault_of_the_rules_ends_the_command_and_leaves_no_record() {
    let site = Site::new();
    let broken = MINORIA
        .replace("        award(state[\"points\"], actions)\n", "        state[\"nothing\"]\n");
    site.write("minoria.py", broken);
    site.write("alpha.py", ALPHA);
    let said = played(&site, "./minoria.py", "D");
    assert_eq!(said.code, 1, "{said:?}");
    for words in ["rules-error", "minoria.py:", "turn 1", "KeyError: 'nothing'"] {
        assert!(said.err.contains(words), "{words}: {}", said.err);
    }
}

#[test]
fn a_slug_that_is_found_twice_or_not_at_all_is_refused() {
    let site = Site::new();
    site.write("games/minoria.py", MINORIA);
    let said = site.run(&["play", "minoria", "builtin:random", "builtin:first"]);
    assert!(said.code == 1 && said.err.contains("games/minoria.py"), "{said:?}");
    let said = site.run(&["play", "minoría", "builtin:random", "builtin:first"]);
    assert_eq!(said.code, 2, "{said:?}");
    let said = site.run(&["play", "./none.py", "builtin:random", "builtin:first"]);
    assert!(said.code == 1 && said.err.contains("none.py"), "{said:?}");
}

#[test]
fn a_contest_is_run_resumed_and_verified_by_its_own_rules() {
    let site = Site::new();
    site.write("contest/games/lucky.py", MINORIA.replace("\"minoria\"", "\"lucky\""));
    site.write(
        "contest/contest.toml",
        "name = \"Lucky\"\ngame = \"lucky\"\n\
         bots = [\"builtin:random\", \"builtin:first\", \"builtin:last\"]\n\
         [options]\nrounds = 3\n[format]\nkind = \"round-robin\"\ngames_per_pair = 2\n\
         [ranking]\nkind = \"points\"\n",
    );
    site.succeed(&["run", "contest"]);
    let standings = site.succeed(&["standings", "contest"]);
    assert!(standings.contains("random"), "{standings}");
    site.succeed(&["verify", "contest"]);
    site.succeed(&["verify", "contest#1"]);
    // With other rules it is another contest: both digests are named.
    let path = site.path().join("contest/games/lucky.py");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text + "\n# edited\n").unwrap();
    let said = site.run(&["run", "contest"]);
    assert_eq!(said.code, 1, "{said:?}");
    let digests = said.err.split(|c: char| !c.is_ascii_hexdigit()).filter(|word| word.len() == 64);
    assert_eq!(digests.count(), 2, "{}", said.err);
    fs::remove_file(&path).unwrap();
    let said = site.run(&["verify", "contest"]);
    assert!(said.code == 1 && said.err.contains("are a program, which is missing"), "{said:?}");
}

#[test]
fn rules_are_begun_and_checked_by_commands() {
    let site = Site::new();
    site.succeed(&["new-game", "mine", "--language", "python"]);
    let said = site.run(&["new-game", "mine"]);
    assert!(said.code == 1 && said.err.contains("mine.py"), "{said:?}");
    let passed = site.succeed(&["check-game", "mine.py", "--time", "3s", "--tier", "D"]);
    assert!(passed.contains("mine.py: passed"), "{passed}");
    let text = site.read("mine.py").replace("    return [", "    return [0] or [");
    site.write("mine.py", text);
    let said = site.run(&["check-game", "mine.py", "--time", "3s", "--tier", "D", "--json"]);
    assert_eq!(said.code, 3, "{said:?}");
    let report: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(report["findings"][0]["code"], "bad-scores", "{report}");
    let schema = serde_json::from_str(&site.succeed(&["schema", "check-game"])).unwrap();
    let mut all = boon::Schemas::new();
    let mut compiler = boon::Compiler::new();
    compiler.add_resource("schema.json", schema).unwrap();
    let index = compiler.compile("schema.json", &mut all).unwrap();
    all.validate(&report, index).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn the_schema_of_a_game_s_options_is_printed_for_names_and_paths() {
    let site = Site::new();
    let schema_of = |game| -> serde_json::Value {
        serde_json::from_str(&site.succeed(&["schema", "options", game])).unwrap()
    };
    assert!(schema_of("go")["properties"]["size"].is_object());
    site.succeed(&["new-game", "mine", "--language", "python"]);
    assert!(schema_of("./mine.py")["properties"]["stones"].is_object());
    for wrong in [&["schema", "options"][..], &["schema", "record", "go"]] {
        assert_eq!(site.run(wrong).code, 2, "{wrong:?}");
    }
}

/// The faulty games that need a sandbox, and the faults that each may end with.
fn isolated_games() -> Vec<(String, Vec<String>)> {
    let text =
        fs::read_to_string(repository("crates/external/tests/faulty/expected.toml")).unwrap();
    let table: toml::Table = text.parse().unwrap();
    let isolated = table.into_iter().filter(|(_, keys)| keys.get("isolated").is_some());
    let kinds =
        |keys: &toml::Value| keys["kind"].as_str().unwrap().split('|').map(str::to_owned).collect();
    isolated.map(|(name, keys)| (name, kinds(&keys))).collect()
}

#[test]
fn what_rules_try_in_a_sandbox_is_their_fault_and_costs_no_match() {
    let games = isolated_games();
    assert_eq!(games.len(), 4, "{games:?}");
    for (name, kinds) in games {
        let site = Site::new();
        let game = repository(&format!("crates/external/tests/faulty/{name}"));
        let mut arguments = vec!["play", &game, "builtin:first", "builtin:last"];
        arguments.extend(["--tier", tiers()[0], "--record", "match.jsonl"]);
        let said = site.run(&arguments);
        let is_due = kinds.iter().any(|kind| said.err.contains(kind.as_str()));
        assert!(said.code == 1 && is_due, "{name}: {kinds:?}: {said:?}");
        assert!(!site.path().join("match.jsonl").exists(), "{name}: nothing is stored");
    }
}

/// A contest of three built-in players by the rules that `game` names.
fn contest(game: &str, more: &str) -> String {
    format!(
        "name = \"Lucky\"\ngame = \"{game}\"\n\
         bots = [\"builtin:random\", \"builtin:first\", \"builtin:last\"]\n{more}\
         [options]\nrounds = 3\n[format]\nkind = \"round-robin\"\ngames_per_pair = 20\n\
         [ranking]\nkind = \"points\"\n"
    )
}

#[test]
fn a_contest_by_a_program_is_killed_and_resumed() {
    let slow = MINORIA.replace("\"minoria\"", "\"lucky\"").replace(
        "    def apply(self, state, actions, rng):\n",
        "    def apply(self, state, actions, rng):\n        import time; time.sleep(0.005)\n",
    );
    let undisturbed = Site::new();
    let site = Site::new();
    for site in [&undisturbed, &site] {
        site.write("c/games/lucky.py", &slow);
        site.write("c/contest.toml", contest("lucky", ""));
    }
    undisturbed.succeed(&["run", "c", "--quiet"]);
    let played = || site.run(&["matches", "c", "--format", "json"]).out.lines().count();
    let mut kills = 0;
    for wanted in [1, 20] {
        let mut run = site.start(&["run", "c", "--quiet"]);
        while played() < wanted && run.try_wait().unwrap().is_none() {}
        kills += usize::from(run.try_wait().unwrap().is_none());
        run.kill().unwrap();
        run.wait().unwrap();
    }
    assert!(kills > 0, "it was over before it was killed");
    site.succeed(&["run", "c", "--quiet"]);
    let table = |site: &Site| site.succeed(&["standings", "c", "--format", "json"]);
    assert_eq!(table(&site), table(&undisturbed));
    assert_eq!(played(), 60);
    site.succeed(&["verify", "c"]);
}

#[test]
fn rules_that_fail_in_a_contest_stop_it_and_store_nothing_of_the_match() {
    let site = Site::new();
    let broken = MINORIA
        .replace("\"minoria\"", "\"lucky\"")
        .replace("        award(state[\"points\"], actions)\n", "        state[\"nothing\"]\n");
    site.write("c/games/lucky.py", broken);
    site.write("c/contest.toml", contest("lucky", ""));
    let said = site.run(&["run", "c"]);
    assert_eq!(said.code, 1, "{said:?}");
    // Which of those played at the same time fails first is not determined.
    for words in ["error: match ", "rules-error", "lucky.py:", "KeyError: 'nothing'"] {
        assert!(said.err.contains(words), "{words}: {}", said.err);
    }
    assert_eq!(site.succeed(&["matches", "c", "--format", "json"]), "");
    let logs = fs::read_dir(site.path().join("c/.certamen/logs")).unwrap();
    let logs = logs.map(|log| fs::read_to_string(log.unwrap().path()).unwrap());
    let log = logs.collect::<String>();
    assert!(log.contains("\n> {\"id\":") && log.contains("\n< {\"id\":"), "{log}");
}

#[test]
fn rules_that_draw_by_themselves_stop_a_contest_at_its_first_match() {
    let site = Site::new();
    let draws = MINORIA
        .replace("\"minoria\"", "\"lucky\"")
        .replace("state['round'] + 1} {", "__import__('random').random()} {");
    site.write("c/games/lucky.py", draws);
    site.write("c/contest.toml", contest("lucky", ""));
    let said = site.run(&["run", "c", "--jobs", "1"]);
    assert_eq!(said.code, 1, "{said:?}");
    for words in ["error: match 1", "rules-unstable", "position.observations"] {
        assert!(said.err.contains(words), "{words}: {}", said.err);
    }
    assert_eq!(site.succeed(&["matches", "c", "--format", "json"]), "");
}

#[test]
fn rules_run_in_the_level_that_the_contest_demands() {
    let site = Site::new();
    site.write("c/games/lucky.py", MINORIA.replace("\"minoria\"", "\"lucky\""));
    site.write("c/contest.toml", contest("lucky", "[sandbox]\nminimum_tier = \"B\"\n"));
    let said = site.run(&["run", "c", "--tier", "D"]);
    assert_eq!(said.code, 1, "{said:?}");
    for words in ["level B", "level D", "certamen doctor"] {
        assert!(said.err.contains(words), "{words}: {said:?}");
    }
}

#[test]
fn a_record_starts_no_file_of_its_choice() {
    let site = Site::new();
    site.write("minoria.py", MINORIA);
    site.write("alpha.py", ALPHA);
    assert_eq!(played(&site, "./minoria.py", "D").code, 0);
    let started = site.path().join("started");
    let evil = format!("open({started:?}, 'w').close()\n{MINORIA}");
    site.write("evil.py", evil);
    let record = site.read("match.jsonl").replacen("\"minoria\"", "\"./evil.py\"", 1);
    site.write("evil.jsonl", record);
    for command in [["verify", "evil.jsonl"], ["show", "evil.jsonl"]] {
        let said = site.run(&command);
        assert_eq!(said.code, 1, "{said:?}");
        assert!(!started.exists(), "{command:?} started what the record names");
    }
}

#[test]
fn an_export_starts_no_file_of_its_choice() {
    let site = Site::new();
    let started = site.path().join("started");
    site.write("evil.py", format!("open({started:?}, 'w').close()\n{MINORIA}"));
    site.write("c/games/lucky.py", MINORIA.replace("\"minoria\"", "\"lucky\""));
    site.write("c/contest.toml", contest("./games/lucky.py", ""));
    site.succeed(&["run", "c", "--quiet"]);
    let export = site.succeed(&["export", "c"]);
    // The rules are named by the one who verifies.
    site.write("export.jsonl", &export);
    site.succeed(&["verify", "export.jsonl", "--game", "c/games/lucky.py"]);
    let said = site.run(&["verify", "export.jsonl"]);
    assert!(said.code == 1 && said.err.contains("lucky"), "{said:?}");
    site.write("export.jsonl", export.replace("./games/lucky.py", "./evil.py"));
    site.run(&["verify", "export.jsonl", "--game", "c/games/lucky.py"]);
    assert!(!started.exists(), "the file of another machine's contest was started");
}

#[test]
fn records_of_earlier_versions_that_replay_alike_are_verified_with_a_note() {
    let site = Site::new();
    site.write("alpha.py", ALPHA);
    let game = |version: &str| MINORIA.replace("    slug,", &format!("    {version}\n    slug,"));
    site.write("minoria.py", MINORIA);
    assert_eq!(played(&site, "./minoria.py", "D").code, 0);
    site.write("minoria.py", game("version, replays = 2, [1]"));
    let said = site.run(&["verify", "match.jsonl", "--game", "./minoria.py"]);
    assert!(said.code == 3 && said.out.contains("rules"), "{said:?}");
    site.write("minoria.py", game("version = 2"));
    let said = site.run(&["verify", "match.jsonl", "--game", "./minoria.py"]);
    assert_eq!(said.code, 1, "{said:?}");
}

#[test]
fn another_environment_is_a_note_of_verify() {
    let site = Site::new();
    site.write("alpha.py", ALPHA);
    // The folder is another one whenever the program is staged without a sandbox.
    let own = "    environment = {\"library\": __import__(\"os\").getcwd()}\n    slug,";
    site.write("minoria.py", MINORIA.replace("    slug,", own));
    assert_eq!(played(&site, "./minoria.py", "D").code, 0);
    assert!(site.read("match.jsonl").contains("\"rules_environment\":{\"library\":"));
    let said = site.run(&["verify", "match.jsonl", "--game", "./minoria.py"]);
    assert!(said.code == 3 && said.out.contains("library"), "{said:?}");
}

#[test]
fn two_games_of_one_slug_are_refused_with_both_places() {
    let site = Site::new();
    let lucky = MINORIA.replace("\"minoria\"", "\"lucky\"");
    site.write("games/lucky.py", &lucky);
    site.write("games/lucky/lucky.py", &lucky);
    site.write(
        "games/lucky/game.toml",
        "game = { slug = \"lucky\", scoring = \"points\" }\n\
         program = { language = \"python\", source = [\"lucky.py\"] }\n",
    );
    let said = site.run(&["play", "lucky", "builtin:random", "builtin:first"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.err.contains("games/lucky and games/lucky.py"), "{said:?}");
    let said = site.run(&["play", "luckyy", "builtin:random", "builtin:first"]);
    assert!(said.code == 2 && said.err.contains("minoria"), "the known games are listed: {said:?}");
}

#[test]
fn files_whose_names_no_game_can_have_are_not_listed() {
    let site = Site::new();
    site.write("games/lucky.py", MINORIA.replace("\"minoria\"", "\"lucky\""));
    for name in ["lucky.old.py", "lucky:old.py", "Lucky.py", ".lucky.py"] {
        site.write(&format!("games/{name}"), "raise SystemExit(1)\n");
    }
    let listed = site.run(&["games"]);
    assert!(listed.out.contains("lucky") && listed.code == 0, "{listed:?}");
    assert!(!listed.err.contains("old") && !listed.err.contains("Lucky"), "{listed:?}");
}

#[test]
fn options_that_do_not_go_are_refused_as_those_of_built_in_games() {
    let site = Site::new();
    let rejects = MINORIA.replace("import Game, run", "import Game, Rejected, run").replace(
        "        return {\"round\": 0,",
        "        if options[\"rounds\"] == 7:\n            raise Rejected(\"rounds\", \"not seven\")\n        \
         return {\"round\": 0,",
    );
    site.write("minoria.py", rejects);
    for (option, words) in
        [("rounds=0", "1..10000"), ("rounds=7", "not seven"), ("turns=1", "rounds")]
    {
        for command in [
            vec!["play", "./minoria.py", "builtin:random", "builtin:first", "--option", option],
            vec!["check-game", "minoria.py", "--time", "1s", "--option", option],
        ] {
            // What the program rejects is found when it is asked.
            let due = if command[0] == "check-game" && option == "rounds=7" { 3 } else { 2 };
            let said = site.run(&command);
            assert_eq!(said.code, due, "{command:?}: {said:?}");
            assert!([said.out, said.err].concat().contains(words), "{command:?}");
        }
    }
    let said = site.run(&["check-game", "minoria.py", "--seats", "30"]);
    assert!(said.code == 2 && said.err.contains("20"), "{said:?}");
}

#[test]
fn rules_that_are_asked_twice_are_reported_at_the_end() {
    let site = Site::new();
    let marker = site.path().join("died");
    let dies = format!(
        "    def apply(self, state, actions, rng):\n        import os\n        \
         if not os.path.exists({marker:?}):\n            open({marker:?}, 'w').close(); os._exit(3)\n"
    );
    site.write("minoria.py", MINORIA.replace("    def apply(self, state, actions, rng):\n", &dies));
    site.write("alpha.py", ALPHA);
    let said = played(&site, "./minoria.py", "D");
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.err.contains("1 requests") && said.err.contains("rules-exit"), "{said:?}");
}

#[test]
fn actions_for_checks_only_are_not_shown() {
    let site = Site::new();
    site.write("minoria.py", MINORIA.replace("    slug,", "    show_legal = False\n    slug,"));
    site.write("alpha.py", ALPHA);
    assert_eq!(played(&site, "./minoria.py", "D").code, 0, "built-in players know them");
    site.succeed(&["verify", "match.jsonl", "--game", "./minoria.py"]);
}

#[test]
fn serve_stops_the_contest_whose_rules_fail_and_plays_the_others() {
    let site = Site::new();
    let broken = MINORIA
        .replace("\"minoria\"", "\"lucky\"")
        .replace("        award(state[\"points\"], actions)\n", "        state[\"nothing\"]\n");
    site.write("all/broken/games/lucky.py", broken);
    site.write("all/broken/contest.toml", contest("lucky", ""));
    site.write("all/sound/contest.toml", crate::site::mancala(2));
    let log = site.path().join("log");
    let serve = site.command(&["serve", "all", "--jobs", "1", "--listen", "127.0.0.1:0"]);
    let served = Served::by(serve, fs::File::create(&log).unwrap().into());
    let begun = Instant::now();
    let said = || fs::read_to_string(&log).unwrap();
    let is_over =
        || site.run(&["matches", "all/sound", "--format", "json"]).out.lines().count() == 30;
    while !(said().contains("rules-error") && is_over()) {
        assert!(begun.elapsed() < Duration::from_secs(60), "{}", said());
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(
        said().contains("lucky.py:") && said().contains("start `certamen serve` again"),
        "{}",
        said()
    );
    assert_eq!(site.run(&["matches", "all/broken", "--format", "json"]).out, "");
    let (status, _, page) = served.get("/en/c/sound");
    assert_eq!(status, 200, "{page}");
}

#[test]
fn processes_of_built_in_games_are_refused() {
    let site = Site::new();
    let rules = "[rules]\nprocesses = 1\n";
    site.write("c/contest.toml", contest("minoria", rules));
    let said = site.run(&["run", "c"]);
    assert!(said.code == 1 && said.err.contains("rules.processes"), "{said:?}");
    site.write("c/games/lucky.py", MINORIA.replace("\"minoria\"", "\"lucky\""));
    site.write("c/contest.toml", contest("lucky", rules));
    site.succeed(&["run", "c", "--quiet", "--jobs", "2"]);
    site.write("c/contest.toml", contest("lucky", "[rules]\nprocesses = 0\n"));
    assert_eq!(site.run(&["run", "c"]).code, 1);
}

#[test]
fn a_game_by_a_program_is_not_offered_to_another_machine() {
    let site = Site::new();
    site.write("minoria.py", MINORIA.replace("    slug,", "    chance = \"none\"\n    slug,"));
    let said =
        site.run(&["open", "builtin:random", "--game", "./minoria.py", "--listen", "127.0.0.1:0"]);
    assert_ne!(said.code, 0, "{said:?}");
    assert!(said.err.contains("program"), "{said:?}");
}

#[test]
fn a_new_contest_is_played_by_the_program_that_was_named() {
    let site = Site::new();
    site.write("mine/minoria.py", MINORIA);
    site.succeed(&["new-contest", "mine/minoria.py", "cups/first"]);
    let file = site.read("cups/first/contest.toml");
    assert!(file.contains("\ngame = \"../../mine/minoria.py\"\n"), "{file}");
    site.succeed(&["run", "cups/first", "--quiet"]);
    // The built-in game of the same slug would need no program.
    std::fs::remove_file(site.path().join("mine/minoria.py")).unwrap();
    let said = site.run(&["verify", "cups/first"]);
    assert!(said.code == 1 && said.err.contains("`minoria`"), "{said:?}");
    site.write("minoria.py", MINORIA);
    let said = site.run(&["new-bot", "./minoria.py", "python"]);
    assert!(said.code == 2 && said.err.contains("its rules are a program"), "{said:?}");
}

#[test]
fn no_starter_is_promised_where_a_game_has_none() {
    let site = Site::new();
    site.write("lucky.py", MINORIA.replace("\"minoria\"", "\"lucky\""));
    site.succeed(&["new-contest", "lucky.py", "cup"]);
    let notes = site.read("cup/bots/README.txt");
    assert!(notes.contains("certamen check cup") && !notes.contains("new-bot"), "{notes}");
    let served = Served::start(&site, &["serve", "cup", "--no-play"]);
    let (status, _, page) = served.get("/en/games/lucky");
    assert!(status == 200 && page.contains("<h1>lucky</h1>"), "{page}");
    assert!(!page.contains("new-bot"), "{page}");
}

#[test]
fn players_on_other_machines_are_refused_where_the_rules_are_a_program() {
    let site = Site::new();
    site.write("cup/minoria.py", MINORIA);
    let text = contest("./minoria.py", "").replace("[options]\nrounds = 3\n", "");
    assert!(text.contains("bots = ["), "{text}");
    let bots = "allow_remote = true\nbots = [\"remote:ana\", ";
    site.write("cup/contest.toml", text.replacen("bots = [", bots, 1));
    let said = site.run(&["run", "cup"]);
    assert!(said.code == 1 && said.err.contains("key `game`"), "{said:?}");
    assert!(said.err.contains("built-in games only"), "{said:?}");
}
