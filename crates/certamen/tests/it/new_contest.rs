//! `certamen new-contest`: a new contest from scratch.

use crate::{
    site::{Said, Site},
    words::{LANGUAGES, check_texts},
};
use serde_json::Value;
use std::{fs, process::Command};

#[test]
fn a_contest_of_every_game_is_played_at_once_in_every_language() {
    for game in certamen_games::ALL {
        let slug = game.info().slug;
        for language in LANGUAGES {
            let site = Site::new();
            let folder = format!("mine-{language}");
            let said = site.succeed(&["new-contest", slug, &folder, "--lang", language]);
            assert!(said.contains(&format!("certamen run {folder}")), "{said}");
            // Go on a large board takes long; its size is an option in the file.
            if slug == "go" {
                let file = site.path().join(&folder).join("contest.toml");
                let text = fs::read_to_string(&file).unwrap();
                assert!(text.contains("\n# size = 19\n"), "{text}");
                fs::write(&file, text.replace("\n# size = 19\n", "\nsize = 5\n")).unwrap();
            }
            let table = site.succeed(&["run", &folder, "--quiet", "--json", "--strict"]);
            let rows: Vec<Value> =
                table.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            assert!(rows.len() >= 3, "{slug}: {table}");
            let played = |row: &Value| row["played"].as_u64().unwrap() >= 4;
            assert!(rows.iter().all(played), "{slug}: {table}");
        }
    }
}

#[test]
fn a_program_that_is_put_into_its_folder_takes_part_without_its_hash() {
    let site = Site::new();
    site.succeed(&["new-contest", "footsteps", "a contest/of mine"]);
    let folder = site.path().join("a contest/of mine");
    let notes = fs::read_to_string(folder.join("bots/README.txt")).unwrap();
    assert!(notes.contains("certamen check 'a contest/of mine'"), "{notes}");
    site.write(
        "a contest/of mine/bots/eight.py",
        "while True:\n  print(1, flush=True)\n  if input() == 'fin': break\n",
    );
    let file = folder.join("contest.toml");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("\n    # \"bots/*\",\n"), "{text}");
    assert!(text.contains("\nname = \"of mine\"\n"), "{text}");
    fs::write(&file, text.replace("# \"bots/*\"", "\"bots/*\"")).unwrap();
    let table = site.succeed(&["run", "a contest/of mine", "--quiet"]);
    assert!(table.contains(" eight "), "{table}");
}

#[test]
fn the_comments_are_in_the_readers_language_and_every_option_is_there() {
    for game in certamen_games::ALL {
        let slug = game.info().slug;
        let site = Site::new();
        let texts = LANGUAGES.map(|language| {
            site.succeed(&["new-contest", slug, language, "--lang", language]);
            let folder = site.path().join(language);
            ["contest.toml", "bots/README.txt"]
                .map(|file| fs::read_to_string(folder.join(file)).unwrap())
                .concat()
        });
        for text in &texts {
            let options = game.default_options();
            for key in options.as_object().unwrap().keys() {
                assert!(text.contains(key), "{slug} {key}: {text}");
            }
            let widest = text.lines().map(|line| line.chars().count()).max();
            assert!(widest <= Some(110), "{widest:?} {text}");
            // Programs may remember what the announcement allows.
            let remembers = game.info().memory.word();
            assert!(text.contains(&format!("\nmemory = \"{remembers}\"\n")), "{slug}: {text}");
        }
        let prose = |text: &String| {
            let comments = text.lines().map(|line| line.trim_start_matches(['#', ' ']));
            let plain = |line: &&str| {
                !line.contains("certamen ")
                    && !line.contains(" = ")
                    && !line.contains("bots/*")
                    && !line.contains("builtin")
                    && !line.contains(".schema.")
                    && !line.starts_with('[')
            };
            comments.filter(plain).collect::<Vec<_>>().join("\n")
        };
        check_texts(
            &texts.each_ref().map(prose),
            "bots toml contest md docs file mybot java mybot python readme txt match never seed",
        );
    }
}

#[test]
fn a_contest_is_held_as_another_one() {
    let site = Site::new();
    let repository = crate::site::repository("contests/intervalo");
    for (from, folder) in [("intervalo", "by-name"), (&*repository, "by-folder")] {
        let said = site.succeed(&["new-contest", "intervalo", folder, "--from", from]);
        assert!(said.contains(&format!("certamen run {folder}")), "{said}");
        let file = site.path().join(folder).join("contest.toml");
        let text = fs::read_to_string(&file).unwrap();
        let read: Value = toml::from_str(&text).unwrap();
        let model = fs::read_to_string(format!("{repository}/contest.toml")).unwrap();
        let model: Value = toml::from_str(&model).unwrap();
        for key in ["game", "seed", "options", "format", "ranking", "limits", "programs", "sandbox"]
        {
            assert_eq!(read[key], model[key], "{key}");
        }
        assert_eq!(read["name"], folder);
        let bots: Vec<&str> =
            read["bots"].as_array().unwrap().iter().map(|bot| bot.as_str().unwrap()).collect();
        assert_eq!(bots, ["builtin:random", "builtin:first", "builtin:last"]);
        assert!(text.contains("Los algoritmos deberán ser estáticos"), "{text}");
        assert!(!text.contains("contests/intervalo") && text.contains("# \"bots/*\""), "{text}");
        fs::write(&file, text.replace("games_per_pair = 100", "games_per_pair = 1")).unwrap();
        site.succeed(&["run", folder, "--quiet"]);
    }
    let unknown = site.run(&["new-contest", "intervalo", "x", "--from", "checkers"]);
    assert!(unknown.code == 2 && unknown.err.contains("footsteps-memory"), "{unknown:?}");
    let other = site.run(&["new-contest", "go", "x", "--from", "intervalo"]);
    assert!(other.err.contains("a contest of intervalo, not of go"), "{other:?}");
    assert!(!site.path().join("x").exists());
}

#[test]
fn every_contest_that_comes_along_can_be_held_so() {
    let site = Site::new();
    let unknown = site.run(&["new-contest", "go", "x", "--from", "nothing"]).err;
    let (_, names) = unknown.trim_end().rsplit_once(": ").unwrap();
    let names: Vec<&str> = names.split(", ").collect();
    assert!(names.len() >= 10, "{names:?}");
    for name in names {
        let path = crate::site::repository(&format!("contests/{name}/contest.toml"));
        let model: Value = toml::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        let game = model["game"].as_str().unwrap();
        site.succeed(&["new-contest", game, name, "--from", name]);
        let said = site.run(&["run", name, "--forecast", "--tier", "D"]);
        let read = !said.err.contains("error: ") || said.err.contains("tier");
        assert!(read, "{name}: {said:?}");
    }
}

#[test]
fn what_is_there_is_never_overwritten() {
    let site = Site::new();
    site.write("mine/notes.txt", "precious");
    fs::create_dir(site.path().join("empty")).unwrap();
    for there in ["mine", "mine/notes.txt", "empty"] {
        let said = site.run(&["new-contest", "footsteps", there]);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{said:?}");
        let expected = format!("{there}: already exists: name a new folder");
        assert!(said.err.contains(&expected), "{said:?}");
    }
    assert_eq!(fs::read_dir(site.path().join("mine")).unwrap().count(), 1);
    assert_eq!(site.run(&["new-contest", "checkers", "checkers"]).code, 2);
    assert!(!site.path().join("checkers").exists());
}

#[test]
fn the_file_names_a_schema_that_knows_it() {
    let site = Site::new();
    site.succeed(&["new-contest", "coins", "mine"]);
    let folder = site.path().join("mine");
    let text = fs::read_to_string(folder.join("contest.toml")).unwrap();
    let schema = text.lines().next().unwrap().strip_prefix("#:schema ./").unwrap();
    let schema = fs::read_to_string(folder.join(schema)).unwrap();
    assert_eq!(schema, site.succeed(&["schema", "contest"]));
    let schema: Value = serde_json::from_str(&schema).unwrap();
    let file: Value = toml::from_str(&text).unwrap();
    let (mut schemas, mut compiler) = (boon::Schemas::new(), boon::Compiler::new());
    compiler.add_resource("contest.json", schema).unwrap();
    let schema = compiler.compile("contest.json", &mut schemas).unwrap();
    schemas.validate(&file, schema).unwrap_or_else(|error| panic!("{error}"));
}

/// Runs the command as an ordinary user of a machine that allows no user namespaces.
fn run_without_namespaces(site: &Site, arguments: &[&str]) -> Said {
    let script = "echo 0 >/proc/sys/user/max_user_namespaces && exec \"$0\" \"$@\"";
    let command = site.command(arguments);
    let mut restricted = Command::new("unshare");
    restricted.args(["--user", "--map-user=1000", "--keep-caps", "sh", "-c", script]);
    restricted.arg(command.get_program()).args(command.get_args());
    let set = command.get_envs().filter_map(|(name, value)| Some((name, value?)));
    restricted.current_dir(site.path()).envs(set);
    Said::of(restricted.output().expect("unshare is part of util-linux"))
}

#[test]
fn where_user_namespaces_are_forbidden_the_first_commands_say_what_permits_them() {
    let site = Site::new();
    let missing = "isolation level C instead of B";
    let command = "for level B: sudo sysctl -w user.max_user_namespaces=15000";
    let runs = [
        &["new-contest", "footsteps", "mine"][..],
        &["run", "mine"],
        &["new-bot", "footsteps", "python", "bot"],
        &["play", "footsteps", "bot", "builtin:random"],
        &["check", "bot", "--game", "footsteps"],
        &["doctor"],
    ];
    for arguments in runs {
        let said = run_without_namespaces(&site, arguments);
        assert_eq!(said.code, 0, "{arguments:?}: {said:?}");
        // All of the new contest's players are built in, and a starter runs nothing.
        let needs_none = ["new-bot", "run"].contains(&arguments[0]);
        let shown = format!("{}{}", said.out, said.err);
        for line in [missing, command] {
            assert_ne!(shown.contains(line), needs_none, "{arguments:?}: {said:?}");
        }
    }
}
