//! The dialogues of the page on the Go Text Protocol: with our side of them, and with GNU Go's.

use certamen_game::{DynGame, Map, Move, Player, Seat, Turn, View, conformance::table};
use certamen_runner::referee::{
    MatchEvent, play,
    player::{
        GtpPlayer,
        scripted::{FunctionPlayer, ScriptedChannel},
    },
};
use std::{
    io::Write,
    ops::ControlFlow,
    process::{Command, Stdio},
};

const PAGE: &str = include_str!("../../../../../docs/protocols/gtp.md");

/// One dialogue.
#[derive(Default)]
struct Dialogue {
    seat: u8,
    options: Map,
    played: Vec<String>,
    commands: Vec<String>,
    said: Vec<String>,
    rival: Vec<String>,
}

fn dialogues() -> Vec<Dialogue> {
    let mut lines = PAGE.lines();
    let mut found = Vec::new();
    while lines.any(|line| line == "```gtp") {
        found.push(parse(lines.by_ref().take_while(|line| *line != "```")));
    }
    found
}

fn parse<'a>(lines: impl Iterator<Item = &'a str>) -> Dialogue {
    let mut dialogue = Dialogue::default();
    for (number, line) in lines.enumerate() {
        let (sign, rest) = line.split_at(1);
        let rest = rest.trim();
        match (sign, number) {
            (">", _) => dialogue.commands.push(rest.to_owned()),
            ("<", _) => dialogue.said.push(rest.to_owned()),
            ("#", 0) => {
                let (seat, options) = rest.split_once(", ").expect("seat and options");
                let seat = seat.strip_prefix("seat ").expect("a seat");
                dialogue.seat = seat.parse().expect("a number");
                dialogue.options = serde_json::from_str(options).expect("an object");
            }
            ("#", _) => {
                let (who, what) = rest.split_once(": ").expect("an actor and an action");
                match who {
                    "played" => dialogue.played = what.split(", ").map(str::to_owned).collect(),
                    _ => dialogue.rival.push(what.to_owned()),
                }
            }
            _ => panic!("no line of a dialogue: {line}"),
        }
    }
    dialogue
}

fn turn(number: usize, action: &str) -> Turn {
    let entry = Move {
        seat: Seat((number % 2) as u8),
        action: Some(action.to_owned()),
        automatic: false,
        fault: None,
        reply: None,
        ms: None,
        pondered_ms: None,
        asleep_ms: None,
        remote: certamen_game::record::RemoteMove::default(),
        extra: Map::new(),
    };
    Turn { turn: number as u64 + 1, moves: vec![entry], extra: Map::new() }
}

#[test]
fn the_runner_sends_what_is_documented() {
    let go: &dyn DynGame = certamen_games::find("go").expect("Go is a game");
    let dialogues = dialogues();
    assert_eq!(dialogues.len(), 2);
    for dialogue in dialogues {
        let engine = ScriptedChannel::with_answers(dialogue.said.iter().map(String::as_str));
        let mut rival = dialogue.rival.into_iter();
        let rival = FunctionPlayer(move |_: &View<'_>| Ok(rival.next().unwrap_or_default()));
        let mut players: [Box<dyn Player>; 2] =
            [Box::new(GtpPlayer::new(engine.clone())), Box::new(rival)];
        players.rotate_left(usize::from(dialogue.seat));
        let mut table = table(go, dialogue.options, 2, 1);
        table.conditions.move_ms = 72_000;
        let turns = dialogue.played.iter().enumerate();
        let played: Vec<Turn> = turns.map(|(number, action)| turn(number, action)).collect();
        let mut watch = |_: &MatchEvent<'_>| ControlFlow::Continue(());
        let record = play(go, table, &played, &mut players, &mut watch).expect("it is played");
        assert_eq!(engine.received(), dialogue.commands);
        let outcome = record.outcome.expect("it is over");
        assert_eq!((outcome.scores[usize::from(dialogue.seat)], outcome.reason), (1.0, None));
    }
}

#[test]
fn gnu_go_answers_as_documented() {
    let words = PAGE.lines().find_map(|line| line.strip_prefix("The engine is `"));
    let words = words.and_then(|words| words.split('`').next()).expect("the page names the engine");
    let arguments = words.split(' ').skip(1);
    for dialogue in dialogues() {
        let mut command = Command::new("/usr/games/gnugo");
        command.args(arguments.clone()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut engine = command.spawn().expect("GNU Go is installed");
        let commands = dialogue.commands.join("\n") + "\n";
        let mut input = engine.stdin.take().expect("it is piped");
        input.write_all(commands.as_bytes()).expect("it reads");
        drop(input);
        let output = engine.wait_with_output().expect("it ends");
        let said = String::from_utf8(output.stdout).expect("it speaks ASCII");
        let said: Vec<&str> = said.lines().map(str::trim_end).collect();
        assert!(
            dialogue
                .said
                .iter()
                .map(String::as_str)
                .eq(said[..dialogue.said.len()].iter().copied()),
            "{said:?}"
        );
    }
}
