//! Two authors who play each other directly: real processes, real programs, loopback.

use crate::{
    screen::Screen,
    site::{Said, Site, repository},
};
use certamen_game::Map;
use certamen_peer::{
    Connection, Offer, PeerLimits, PeerMessage, TlsConfigs, check_scope, identity::PrivateKey,
};
use rustix::thread::{LinkNameSpaceType, move_into_link_name_space};
use serde_json::{Value, json};
use std::{
    fs::{self, File},
    io::{BufRead, BufReader, Write},
    net::TcpListener,
    os::{fd::AsFd, unix::process::CommandExt},
    path::PathBuf,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
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
        OpenSide::of(command(site, "ana", &[&always[..], arguments].concat()))
    }

    fn of(mut command: Command) -> OpenSide {
        let mut child = command.spawn().unwrap();
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
            let shown = site.succeed(&["show", record.to_str().unwrap()]);
            let ends = ["wins", "raw", "reaches", "forfeits"];
            assert!(ends.iter().any(|end| shown.contains(end)), "{shown}");
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

#[test]
fn a_person_plays_at_a_terminal() {
    let site = Site::new();
    let options = ["--option", "squares=3", "--option", "points=9", "--move-time", "5min"];
    let arguments = [&["builtin:first", "--game", "footsteps"][..], &options].concat();
    let open = OpenSide::start(&site, &arguments);
    let own = ["--alias", "beto", "--key", "beto.key", "--out", "beto-out"];
    let mut screen =
        Screen::start(&site, &[&["challenge", &open.target, "human"][..], &own].concat());
    screen.until("x to leave): ");
    screen.type_in("no move\n");
    screen.until("x to leave): ");
    screen.type_in("2\n");
    let end = screen.until("record, signed by both");
    assert!(end.contains(" reaches the "), "{end}");
    assert_eq!(screen.code(), 0);
    let opened = open.end();
    assert_eq!(opened.code, 0, "{opened:?}");
    assert_eq!(equal_records(&site).len(), 1);
}

/// An opener that offers something else than it should; the target, and the line with which its offer
/// is answered.
fn offering(change: impl FnOnce(&mut Value)) -> (String, thread::JoinHandle<String>) {
    let limits = PeerLimits::default();
    let game = certamen_games::find("mancala8").unwrap();
    let offer = Offer::new(game, Map::new(), Duration::from_secs(1), &limits).unwrap();
    let offer = PeerMessage::Offer(Box::new(offer)).line();
    let mut offer: Value = serde_json::from_str(&offer).unwrap();
    change(&mut offer);
    let key = PrivateKey::from_raw([1; 32]);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let target = format!("{}#{}", listener.local_addr().unwrap(), key.public());
    let answering = thread::spawn(move || {
        let (socket, _) = listener.accept().unwrap();
        let mut connection = Connection::accept(socket, &TlsConfigs::new(&key), &limits).unwrap();
        let soon = || Instant::now() + Duration::from_secs(60);
        connection.receive(soon()).unwrap();
        let nonce = "00".repeat(32);
        let hello =
            json!({"type": "hello", "v": 1, "version": "1", "alias": "eva", "nonce": nonce});
        connection.send(&hello.to_string()).unwrap();
        connection.send(&offer.to_string()).unwrap();
        String::from_utf8(connection.receive(soon()).unwrap()).unwrap()
    });
    (target, answering)
}

#[test]
fn what_an_opener_offers_opens_no_file_and_names_none() {
    let site = Site::new();
    let rules = include_str!("../../../../games/minoria/minoria_class.py");
    site.write("minoria.py", rules);
    site.write("games/other.py", rules.replace("\"minoria\"", "\"other\""));
    for game in ["./minoria.py", "minoria.py", "other", "mancala8:x", "\u{1b}[2J"] {
        let (target, answered) = offering(|offer| offer["game"] = game.into());
        let said = challenge(&site, &target, "builtin:random", &[]);
        assert_eq!(said.code, 1, "{game}: {said:?}");
        assert!(!said.err.contains("panicked") && !said.err.contains('\u{1b}'), "{said:?}");
        let line = answered.join().unwrap();
        assert!(line.contains("\"type\":\"refuse\",\"why\":\"rules\""), "{line}");
    }
    // The own bot is made only if the offer can be accepted, and what is wrong with it stays here.
    site.write("broken/bot.toml", "secret-of-ana");
    let (target, answered) = offering(|offer| offer["rules"] = 99.into());
    let said = challenge(&site, &target, "broken", &[]);
    assert!(said.code == 1 && said.err.contains("version 99"), "{said:?}");
    answered.join().unwrap();
    let (target, answered) = offering(|_| {});
    let said = challenge(&site, &target, "broken", &[]);
    assert!(said.code != 0 && said.err.contains("broken"), "{said:?}");
    let line = answered.join().unwrap();
    assert!(line.contains("its bot cannot play") && !line.contains("broken"), "{line}");
}

#[test]
fn what_cannot_be_offered_is_named() {
    let site = Site::new();
    site.write("minoria.py", include_str!("../../../../games/minoria/minoria_class.py"));
    let open = |arguments: &[&str]| {
        let always = ["open", "builtin:random", "--listen", "127.0.0.1:0"];
        site.run(&[&always[..], arguments].concat())
    };
    let mancala = ["--game", "mancala8"];
    for (arguments, code, words) in [
        (&["--game", "./minoria.py"][..], 1, "its rules are a program"),
        (&[&mancala[..], &["--move-time", "61min"]].concat(), 2, "10 to 3600000 ms"),
        (&[&mancala[..], &["--move-time", "9ms"]].concat(), 2, "10 to 3600000 ms"),
        (&[&mancala[..], &["--alias", &"a".repeat(41)]].concat(), 2, "1 to 40 visible"),
        (&[&mancala[..], &["--until", "2020-01-01T00:00Z"]].concat(), 2, "2020-01-01"),
    ] {
        let said = open(arguments);
        assert!(said.code == code && said.err.contains(words), "{arguments:?}: {said:?}");
    }
}

#[test]
fn a_site_that_does_not_answer_does_not_end_the_other_matches() {
    let site = Site::new();
    let open = OpenSide::start(&site, &["builtin:first", "--game", "mancala8", "--games", "2"]);
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let publish = format!("http://{free}");
    let more = ["--games", "2", "--publish", &publish];
    let said = challenge(&site, &open.target, "builtin:last", &more);
    assert_eq!(said.code, 1, "{said:?}");
    assert_eq!(said.err.matches(&publish).count(), 2, "{said:?}");
    assert_eq!(open.end().code, 0);
    assert_eq!(equal_records(&site).len(), 2);
}

/// Two networks that have only each other, as two machines would. They are removed after the test.
struct Networks([String; 2]);

impl Networks {
    /// None where the system does not permit it, which is printed.
    fn new() -> Option<Networks> {
        let names = ["a", "b"].map(|end| format!("certamen-{}-{end}", std::process::id()));
        let networks = Networks(names);
        let [a, b] = &networks.0;
        let steps = format!(
            "netns add {a}\nnetns add {b}\n\
             link add peer0 netns {a} type veth peer name peer0 netns {b}\n\
             -n {a} addr add 10.0.0.1/24 dev peer0\n-n {a} link set peer0 up\n\
             -n {b} addr add 10.0.0.2/24 dev peer0\n-n {b} link set peer0 up"
        );
        for step in steps.lines() {
            let done = Command::new("ip").args(step.split(' ')).output();
            if !done.as_ref().is_ok_and(|done| done.status.success()) {
                eprintln!("skipped: `ip {step}`: {done:?}");
                return None;
            }
        }
        Some(networks)
    }

    /// Runs the command in the first or the second of them.
    fn inside(&self, place: usize, mut command: Command) -> Command {
        let network = File::open(format!("/run/netns/{}", self.0[place])).unwrap();
        let enter = move || -> std::io::Result<()> {
            let kind = Some(LinkNameSpaceType::Network);
            Ok(move_into_link_name_space(network.as_fd(), kind)?)
        };
        #[expect(unsafe_code, reason = "only the command is to be in the network")]
        // SAFETY: it is one system call and touches no memory.
        unsafe {
            command.pre_exec(enter);
        }
        command
    }
}

impl Drop for Networks {
    fn drop(&mut self) {
        for name in &self.0 {
            // It may not have been made.
            let _ = Command::new("ip").args(["netns", "del", name]).output();
        }
    }
}

#[test]
fn two_networks_play_every_game_in_scope() {
    let Some(networks) = Networks::new() else { return };
    for game in certamen_games::ALL.iter().filter(|game| check_scope(**game).is_ok()) {
        let (site, slug) = (Site::new(), game.info().slug);
        let open = ["open", "builtin:random", "--game", slug, "--listen", "10.0.0.1:7447"];
        let own = ["--alias", "ana", "--out", "ana-out"];
        let opener = command(&site, "ana", &[&open[..], &own].concat());
        let opener = OpenSide::of(networks.inside(0, opener));
        assert!(opener.target.starts_with("10.0.0.1:7447#"), "{}", opener.target);
        let call = ["challenge", &opener.target, "builtin:first", "--out", "beto-out"];
        let caller = command(&site, "beto", &call);
        let said = Said::of(networks.inside(1, caller).output().unwrap());
        assert_eq!(said.code, 0, "{slug}: {said:?}");
        let opened = opener.end();
        assert_eq!(opened.code, 0, "{slug}: {opened:?}");
        let records = equal_records(&site);
        assert_eq!(records.len(), 1, "{slug}");
        site.succeed(&["verify", records[0].to_str().unwrap()]);
    }
}
