//! Two authors who play each other directly: real processes, real programs, loopback.

use crate::site::{Said, Site, repository};
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::PathBuf,
    process::{Child, Command, Stdio},
};

/// An author with a key of their own.
fn command(site: &Site, who: &str, arguments: &[&str]) -> Command {
    let mut command = site.command(arguments);
    command.env("XDG_CONFIG_HOME", site.path().join(who));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// An opener that has printed whom to call.
struct OpenSide {
    child: Child,
    output: BufReader<std::process::ChildStdout>,
    target: String,
}

impl OpenSide {
    fn start(site: &Site, arguments: &[&str]) -> OpenSide {
        let always = ["open", "--listen", "127.0.0.1:0", "--alias", "ana", "--out", "ana-out"];
        let mut child = command(site, "ana", &[&always[..], arguments].concat()).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let target = line.split_whitespace().find(|word| word.contains('#'));
        let target = target.unwrap_or_else(|| panic!("{line}")).to_owned();
        OpenSide { child, output, target }
    }

    fn end(mut self) -> Said {
        let mut rest = String::new();
        std::io::Read::read_to_string(&mut self.output, &mut rest).unwrap();
        let mut said = Said::of(self.child.wait_with_output().unwrap());
        said.out = rest;
        said
    }
}

fn challenge(site: &Site, target: &str, bot: &str, more: &[&str]) -> Said {
    let always = ["challenge", target, bot, "--alias", "beto", "--out", "beto-out"];
    Said::of(command(site, "beto", &[&always[..], more].concat()).output().unwrap())
}

/// The records in a folder.
fn records(site: &Site, folder: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(site.path().join(folder)).unwrap();
    let paths = files.map(|file| file.unwrap().path());
    let mut paths: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|it| it == "jsonl")).collect();
    paths.sort();
    paths
}

fn equal_records(site: &Site) -> Vec<PathBuf> {
    let both = ["ana-out", "beto-out"].map(|folder| records(site, folder));
    let [opener, challenger] = &both;
    assert_eq!(opener.len(), challenger.len());
    for (one, other) in opener.iter().zip(challenger) {
        assert_eq!(one.file_name(), other.file_name());
        assert_eq!(fs::read(one).unwrap(), fs::read(other).unwrap());
    }
    opener.clone()
}

#[test]
fn programs_of_every_protocol_play_and_the_record_verifies() {
    let bot = |path: &str| repository(&format!("bots/{path}"));
    for (game, opener, challenger) in [
        ("mancala8", "builtin:random".to_owned(), "builtin:first".to_owned()),
        ("footsteps", bot("footsteps/espejo"), bot("footsteps/azar")),
    ] {
        let site = Site::new();
        let open = OpenSide::start(&site, &[&opener, "--game", game, "--games", "2"]);
        let said = challenge(&site, &open.target, &challenger, &["--games", "2"]);
        assert_eq!(said.code, 0, "{game}: {said:?}");
        let opened = open.end();
        assert_eq!(opened.code, 0, "{game}: {opened:?}");
        let records = equal_records(&site);
        assert_eq!(records.len(), 2);
        for record in &records {
            let verified = site.succeed(&["verify", record.to_str().unwrap()]);
            assert!(verified.contains("signed by both: ana (U"), "{verified}");
            assert!(verified.contains("not verifiable: times"), "{verified}");
            assert!(
                site.succeed(&["show", record.to_str().unwrap()]).contains("wins")
                    || site.succeed(&["show", record.to_str().unwrap()]).contains("draw")
            );
            let log = fs::read_to_string(record.with_extension("log")).unwrap();
            assert!(log.starts_with("< {\"type\":\"hello\""), "{log}");
            assert!(log.contains("\"type\":\"seal\""), "{log}");
        }
    }
}

#[test]
fn a_changed_record_exits_1_and_one_with_one_signature_3() {
    let site = Site::new();
    let open = OpenSide::start(&site, &["builtin:random", "--game", "footsteps"]);
    assert_eq!(challenge(&site, &open.target, "builtin:random", &[]).code, 0);
    assert_eq!(open.end().code, 0);
    let record = fs::read_to_string(&equal_records(&site)[0]).unwrap();
    let (lines, last) = record.trim_end().rsplit_once('\n').unwrap();
    let mut last: serde_json::Value = serde_json::from_str(last).unwrap();
    last["signatures"].as_array_mut().unwrap().pop();
    site.write("one.jsonl", format!("{lines}\n{last}\n"));
    let said = site.run(&["verify", "one.jsonl"]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(said.out.contains("signed by one player only"), "{said:?}");
    last["signatures"][0]["seat"] = 1.into();
    site.write("wrong.jsonl", format!("{lines}\n{last}\n"));
    let said = site.run(&["verify", "wrong.jsonl"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.err.contains("signature"), "{said:?}");
    site.write("changed.jsonl", record.replace("\"ana\"", "\"eva\""));
    assert_eq!(site.run(&["verify", "changed.jsonl"]).code, 1);
}

#[test]
fn refusals_exit_1_and_name_what_is_wrong() {
    let site = Site::new();
    let said = site.run(&["open", "builtin:random", "--game", "mancala8", "--option", "pits=0"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.err.contains("pits"), "{said:?}");
    let open = OpenSide::start(&site, &["builtin:random", "--game", "mancala8"]);
    let other = "UCATS5YOVB6ROX2WUNKGNQ2MP3GMXDMKSG2O4N5CLX3A6W4PZGZZJPJO";
    let (address, key) = open.target.split_once('#').unwrap();
    let said = challenge(&site, &format!("{address}#{other}"), "builtin:first", &[]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.err.contains(other) && said.err.contains(key), "{said:?}");
    let said = challenge(&site, "nowhere", "builtin:first", &[]);
    assert_eq!(said.code, 2, "{said:?}");
    let said = challenge(&site, &open.target, "builtin:unknown", &[]);
    assert_eq!(said.code, 2, "{said:?}");
    assert_eq!(challenge(&site, &open.target, "builtin:first", &[]).code, 0);
    assert_eq!(open.end().code, 0);
}

#[test]
fn a_person_plays_from_standard_input() {
    let site = Site::new();
    let arguments = ["builtin:first", "--game", "footsteps", "--option", "squares=3"];
    let open = OpenSide::start(&site, &[&arguments[..], &["--option", "points=9"]].concat());
    let always = ["challenge", &open.target, "human", "--alias", "beto", "--out", "beto-out"];
    let mut person = command(&site, "beto", &always).stdin(Stdio::piped()).spawn().unwrap();
    person.stdin.take().unwrap().write_all(b"1\n1\n1\n1\n1\n1\n1\n1\n1\n").unwrap();
    let said = Said::of(person.wait_with_output().unwrap());
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(open.end().code, 0);
    assert_eq!(equal_records(&site).len(), 1);
}

#[test]
fn who_is_interrupted_exits_130_and_the_other_side_3() {
    let site = Site::new();
    let arguments = ["builtin:first", "--game", "footsteps"];
    let open = OpenSide::start(&site, &arguments);
    let always = ["challenge", &open.target, "human", "--alias", "beto", "--out", "beto-out"];
    let person = command(&site, "beto", &always).stdin(Stdio::piped()).spawn().unwrap();
    // The end of input leaves the match.
    let said = Said::of(person.wait_with_output().unwrap());
    assert_eq!(said.code, 130, "{said:?}");
    let opened = open.end();
    assert_eq!(opened.code, 3, "{opened:?}");
    assert!(opened.err.contains("unfinished"), "{opened:?}");
    let record = records(&site, "ana-out")[0].display().to_string();
    assert_eq!(site.run(&["verify", &record]).code, 1, "it is not complete");
}
