//! The dialogue of the protocol's page, played from both sides with its keys and nonces.

use crate::support::{CHALLENGER, OPENER, find, key, quick_limits, target};
use certamen_game::{Budget, Failure, Given, Map, Player, Reply, Seat, Table, View, Void};
use certamen_peer::{
    Challenge, Choice, Hash, NextCall, Offer, Opener, OpenerTerms, PeerEvent, Random, SeatPlayer,
    Stop, challenge,
};
use std::{collections::VecDeque, fmt::Write, fs, path::Path, thread, time::Duration};

/// Plays these actions, each in half a millisecond.
struct Script(VecDeque<&'static str>);

impl Player for Script {
    fn act(&mut self, _view: &View<'_>, _budget: Budget) -> Result<Reply, Failure> {
        let time = Duration::from_micros(500);
        let given = Given::from(self.0.pop_front().unwrap());
        Ok(Reply { given, charged: time, wall: time, pondered: Duration::ZERO })
    }
}

fn script(actions: [&'static str; 2]) -> impl FnMut(&Table, Seat) -> Result<Box<dyn Player>, Void> {
    move |_, _| Ok(Box::new(Script(actions.into())))
}

/// Nonces 32 times 10, 11 and so on in hexadecimal, from `first` on.
fn nonces(first: u8) -> Random {
    Random::known((first..first + 8).map(|byte| Hash([byte; 32])))
}

/// The lines of the dialogue with who says them, and the record of each side.
fn play() -> (String, [Vec<u8>; 2]) {
    let (game, limits) = (find("footsteps"), quick_limits());
    let options =
        Map::from_iter([("squares".to_owned(), 3.into()), ("points".to_owned(), 3.into())]);
    let offer = Offer::new(game, options, Duration::from_secs(1), &limits).unwrap();
    let (key_of_opener, alias) = (key(OPENER), "ana".to_owned());
    let terms = OpenerTerms {
        key: key_of_opener,
        alias,
        offer: offer.by("espejo", Some(Hash([7; 32])), 1),
        only: Vec::new(),
        until: None,
        limits: limits.clone(),
        random: nonces(0x10),
    };
    let opener = Opener::listen("127.0.0.1:0", terms, &Stop::default()).unwrap();
    let target = target(opener.address());
    let opened = thread::spawn(move || {
        let NextCall::Call(call) = opener.next() else { panic!("no call") };
        opener.play(call, game, &mut script(["1", "2"]), &mut |_| {})
    });
    let (own, stop, random) = (key(CHALLENGER), Stop::default(), nonces(0x20));
    let request = Challenge {
        target: &target,
        key: &own,
        alias: "beto",
        limits: &limits,
        stop: &stop,
        random: &random,
        find: &certamen_games::find,
    };
    let choose = |_: &Offer, _| {
        let seat: Box<SeatPlayer<'_>> = Box::new(script(["1", "1"]));
        Ok(Choice { bot: "random".to_owned(), digest: None, seat })
    };
    let mut dialogue = String::new();
    let mut watch = |event: &PeerEvent<'_>| {
        if let PeerEvent::Line { is_sent, line } = event {
            let who = if *is_sent { "challenger" } else { "opener" };
            writeln!(dialogue, "{who}: {line}").unwrap();
        }
    };
    let called = challenge(&request, choose, &mut watch).unwrap();
    let both = [opened.join().unwrap(), called];
    (dialogue, both.map(|played| played.record.unwrap().to_bytes()))
}

/// The text blocks of the page below this heading.
fn blocks(heading: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocols/peer.md");
    let page = fs::read_to_string(path).unwrap();
    let (_, rest) = page.split_once(&format!("\n## {heading}\n")).unwrap();
    let rest = rest.split("\n## ").next().unwrap();
    let blocks = rest.split("```").skip(1).step_by(2);
    blocks.map(|block| block.split_once('\n').unwrap().1).collect()
}

#[test]
fn the_dialogue_of_the_page_is_what_both_sides_say() {
    let (dialogue, records) = play();
    assert_eq!(records[0], records[1]);
    assert_eq!(dialogue, blocks("A dialogue"));
    assert_eq!(String::from_utf8(records[0].clone()).unwrap(), blocks("Its record"));
}
