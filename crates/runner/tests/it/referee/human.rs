//! People at a terminal whose lines are written down beforehand.

use certamen_game::{
    Audience, Language, Map, MatchRecord, Player, Seat, Turn, builtin::Arguments,
    conformance::table,
};
use certamen_runner::referee::{
    MatchEvent, PlayError, UnfinishedMatch, play,
    player::{Echo, HumanPlayer, Terminal},
};
use std::{
    collections::VecDeque,
    io,
    ops::ControlFlow,
    sync::{Arc, Mutex},
};

/// A terminal where these lines are typed, and all that was to be seen at it.
#[derive(Debug, Default)]
struct Typed {
    lines: Mutex<VecDeque<&'static str>>,
    seen: Mutex<String>,
}

impl Terminal for Typed {
    fn show(&self, text: &str) -> io::Result<()> {
        self.seen.lock().unwrap().push_str(text);
        Ok(())
    }

    fn ask(&self, prompt: &str, echo: Echo) -> io::Result<Option<String>> {
        self.show(prompt)?;
        let line = self.lines.lock().unwrap().pop_front();
        match (line, echo) {
            (Some(line), Echo::Shown) => self.show(&format!("{line}\n"))?,
            _ => self.show("\n")?,
        }
        Ok(line.map(str::to_owned))
    }
}

/// The outcome of a match on which the first `people` seats are people who type `lines`.
struct Played {
    seen: String,
    record: MatchRecord,
}

impl Played {
    fn is_finished(&self) -> bool {
        self.record.outcome.is_some()
    }

    fn actions(&self, seat: u8) -> Vec<&str> {
        self.record.turns.iter().filter_map(|turn: &Turn| turn.action(Seat(seat))).collect()
    }
}

fn played(
    slug: &str,
    options: &str,
    people: usize,
    language: Language,
    lines: &[&'static str],
) -> Played {
    let game = certamen_games::find(slug).unwrap();
    let options: Map = serde_json::from_str(options).unwrap();
    let typed =
        Arc::new(Typed { lines: Mutex::new(lines.iter().copied().collect()), ..Typed::default() });
    let human_player = HumanPlayer { terminal: typed.clone(), language, people };
    let mut players: Vec<Box<dyn Player>> = Vec::new();
    for seat in 0..2 {
        let rival = || game.builtin_player("first", &Arguments::new()).unwrap();
        players.push(if seat < people { Box::new(human_player.clone()) } else { rival() });
    }
    let mut table = table(game, options, 2, 1);
    // People are not hurried.
    table.conditions.move_ms = 0;
    let mut watch = |_: &MatchEvent<'_>| ControlFlow::Continue(());
    let record = match play(game, table, &[], &mut players, &mut watch) {
        Ok(record) => record,
        Err(PlayError::Stopped(unfinished)) => {
            let UnfinishedMatch(record) = *unfinished;
            record
        }
        Err(other) => panic!("{other:?}"),
    };
    let seen = typed.seen.lock().unwrap().clone();
    Played { seen, record }
}

const SMALL: &str = r#"{"size":3}"#;

#[test]
fn a_person_sees_the_position_and_the_legal_moves() {
    let played = played("go", SMALL, 1, Language::En, &["2 2", "pass", "pass", "x"]);
    let start = certamen_games::find("go").unwrap();
    let state = start.new_initial_state(
        &serde_json::from_str(SMALL).unwrap(),
        2,
        &mut certamen_game::Rng::of_turn(1, 0),
    );
    let picture = state.unwrap().render(Audience::Seat(Seat(0)), Language::En);
    let expected = format!(
        "player 0 (seat 0)\n{}\nlegal moves: 1 1, 1 2, 1 3, 2 1, 2 2, 2 3, 3 1, 3 2, 3 3, pass\n\
         your move (? for help, x to leave): 2 2\n",
        picture.trim_end()
    );
    assert!(played.seen.starts_with(&expected), "{}", played.seen);
    assert_eq!(played.actions(0), ["2 2", "pass", "pass"]);
    assert!(!played.is_finished(), "the fourth answer left");
}

#[test]
fn many_legal_moves_are_shortened() {
    let go = played("go", "{}", 1, Language::En, &["x"]);
    assert!(go.seen.contains("moves: 1 1, 1 2, 1 3, 1 4, "), "{}", go.seen);
    assert!(go.seen.contains(" 1 12, …, pass\n"), "{}", go.seen);
    let bids = played("footsteps", r#"{"points":100000}"#, 1, Language::En, &["x"]);
    assert!(
        bids.seen.contains("moves: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, …\n"),
        "{}",
        bids.seen
    );
}

#[test]
fn illegal_moves_are_refused_with_a_reason_and_asked_again() {
    let lines = ["4 1", "", "hello\u{1b}[2J", "X", " 2 2 ", "2 2", "x"];
    let played = played("go", SMALL, 1, Language::En, &lines);
    assert_eq!(played.actions(0), ["2 2"]);
    assert_eq!(played.seen.matches("invalid move: ").count(), 5, "{}", played.seen);
    assert!(played.seen.contains("invalid move: there is a stone on 2 2\n"));
    assert_eq!(played.record.turns.iter().filter(|turn| turn.moves[0].fault.is_some()).count(), 0);
}

#[test]
fn leaving_and_the_end_of_input_leave_a_match_unfinished() {
    for lines in [&["1 1", "x"][..], &["1 1"]] {
        let played = played("go", SMALL, 1, Language::En, lines);
        assert!(!played.is_finished());
        assert_eq!(played.record.turns.len(), 2, "the rival has answered");
        let (back, _) = MatchRecord::read(&played.record.to_bytes()).unwrap();
        assert_eq!(back, played.record);
    }
}

#[test]
fn people_are_charged_nothing() {
    let played = played("footsteps", r#"{"squares":3,"points":9}"#, 1, Language::En, &["9"]);
    assert!(played.is_finished());
    assert_eq!(played.record.turns[0].moves[0].ms, Some(0.0));
}

#[test]
fn two_people_who_choose_together_do_not_see_each_others_choice() {
    let options = r#"{"squares":3,"points":9}"#;
    let both = played("footsteps", options, 2, Language::En, &["7", "20", "8"]);
    assert!(both.is_finished());
    assert_eq!((both.actions(0), both.actions(1)), (vec!["7"], vec!["8"]));
    assert_eq!(
        both.seen.matches("hidden as you type (? for help, x to leave): \n").count(),
        3,
        "{}",
        both.seen
    );
    assert!(!both.seen.contains("leave): 7"), "{}", both.seen);
    let one = played("footsteps", options, 1, Language::En, &["7"]);
    assert!(one.seen.contains("your move (? for help, x to leave): 7\n"), "{}", one.seen);
    let in_turn = played("go", SMALL, 2, Language::En, &["1 1", "2 2", "x"]);
    assert!(in_turn.seen.contains("your move (? for help, x to leave): 2 2\n"), "{}", in_turn.seen);
}

#[test]
fn people_read_their_languages() {
    let asked = |language| played("go", SMALL, 1, language, &["0 0", "x"]).seen;
    for (language, words) in [
        (Language::Es, ["jugadas legales", "su jugada", "jugada no válida"]),
        (Language::Fr, ["coups légaux", "votre coup", "coup non valable"]),
        (Language::It, ["mosse legali", "la sua mossa", "mossa non valida"]),
    ] {
        let seen = asked(language);
        for word in words {
            assert!(seen.contains(word), "{language}: {word}: {seen}");
        }
    }
}
