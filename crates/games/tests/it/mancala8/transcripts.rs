//! The announcement's printed boards and its step-by-step game, played and compared by tokens:
//! numbers, words and `*`. Blanks and rules were lost when it was converted, and so was at times
//! where the right Kalaha stands, or the Kalaha itself.

use self::Kalaha::{Between, Lost};
use super::{builtin_player_named, start_at};
use certamen_game::{Audience, Language, Rng, Seat, State, builtin::BuiltinPlayer};
use certamen_games::mancala8::{
    Action, Board, Position,
    narration::Narrator,
    picture,
    transcript::{Transcript, Verbosity},
};

const FIRST_SOWING: &str = include_str!("../../../src/mancala8/transcripts/primera-siembra.txt");
const EXAMPLE: &str = include_str!("../../../src/mancala8/transcripts/desarrollo-del-juego.txt");
const STEP_BY_STEP: &str =
    include_str!("../../../src/mancala8/transcripts/partida-paso-a-paso.txt");

/// Where a printed board has side 0's Kalaha.
#[derive(Clone, Copy, PartialEq)]
enum Kalaha {
    /// Between the rows, as the program prints it.
    Between,
    /// Behind side 0's holes.
    Behind,
    /// Nowhere: lost in the conversion.
    Lost,
}

/// What is compared of a text; lines that begin with `>` are the announcement's own sentences.
fn tokens(text: &str) -> Vec<&str> {
    let lines = text.lines().filter(|line| !line.starts_with('>'));
    let tokens = lines.flat_map(str::split_whitespace);
    tokens.filter(|token| token.contains(|c: char| c.is_alphanumeric() || c == '*')).collect()
}

/// A picture's text with side 0's Kalaha where the announcement has it.
fn with_kalaha(picture: &str, place: Kalaha) -> String {
    let mut lines: Vec<String> = picture.lines().map(str::to_owned).collect();
    let between = lines.iter().rposition(|line| line.contains("Ac:")).expect("side 0") - 1;
    let [left, right] = tokens(&lines[between])[..] else { panic!("two Kalahas: {picture}") };
    let (left, right) = (left.to_owned(), right.to_owned());
    if place != Kalaha::Between {
        lines[between] = left;
    }
    if place == Kalaha::Behind {
        let row = &lines[between + 1];
        let mut row: Vec<&str> = tokens(row);
        let holes = if row[0] == "*" { 7 } else { 6 };
        row.insert(holes, &right);
        lines[between + 1] = row.join(" ");
    }
    lines.join("\n")
}

#[track_caller]
fn assert_same_tokens(shown: &str, printed: &str) {
    let (shown, printed) = (tokens(shown), tokens(printed));
    for (place, pair) in shown.iter().zip(&printed).enumerate() {
        let before = &printed[place.saturating_sub(12)..place];
        assert_eq!(pair.0, pair.1, "token {place}, after {}", before.join(" "));
    }
    assert_eq!(shown.len(), printed.len(), "one of them is longer");
}

#[test]
fn the_first_sowing() {
    let mut position = start_at(Board::START.rows(), 0);
    let before = position.render(Audience::Spectators, Language::Es);
    position.play(Action::Sow(1));
    let after = position.render(Audience::Spectators, Language::Es);
    let shown = [(before, Kalaha::Between), (after, Kalaha::Lost)]
        .map(|(picture, place)| with_kalaha(&picture, place))
        .join("\n");
    // These two boards are drawings: no heading, and no accumulators; on the first the sides are
    // named and the directions of sowing are shown, of which only R is played.
    let shown = shown.replace("TABLERO:", "").replace("Ac:  0", "");
    let printed = [" Lado 1 (Jugador 2)", " Lado 0 (Jugador 1)", "\u{2190}L", "R\u{2192}"]
        .iter()
        .fold(FIRST_SOWING.replace('\t', " "), |text, label| {
            assert!(text.contains(label), "{label}");
            text.replace(label, "")
        });
    assert_same_tokens(&shown, &printed);
}

#[test]
fn the_worked_example() {
    let mut position = start_at([[1, 0, 1, 3, 2, 4, 7], [2, 1, 2, 5, 3, 0, 5]], 0);
    let mut shown = Vec::new();
    let mut show = |position: &Position| {
        let picture = picture::picture_with_players(position, Language::Es);
        shown.push(with_kalaha(&picture, Kalaha::Behind).replace("TABLERO:", ""));
    };
    show(&position);
    for hole in [4, 3] {
        position.play(Action::Sow(hole));
        show(&position);
        assert_eq!(position.automatic(), Some(Action::Pass));
        position.play(Action::Pass);
    }
    position.play(Action::Sow(5));
    show(&position);
    // "Tras sembrar las 3 semillas de dicho hoyo, el tablero quedaría (previo a la captura)"
    show(&position.sown(2));
    // "... el jugador 2 las captura, llevándolas a su Kalaha, quedando el tablero": still the same
    // turn.
    show(&position.captured(2));
    position.play(Action::Sow(2));
    assert_eq!(position.node().plays_next(), Seat(0));
    // A misprint, later corrected by its authors: nothing was captured by the sowing from hole 5,
    // "nótese que el marcador de acumulado no varía puesto que no hay captura".
    for (board, played, printed) in [(3, 0, 5), (4, 0, 5), (5, 1, 6)] {
        let (played, printed) =
            (format!("Ac:  {played}  Jugador 2"), format!("Ac:  {printed}  Jugador 2"));
        assert!(shown[board].contains(&played), "{}", shown[board]);
        shown[board] = shown[board].replace(&played, &printed);
    }
    assert_same_tokens(&shown.join("\n"), EXAMPLE);
}

/// The step-by-step game as it is told, with a person on side 0 who types these inputs.
fn reported(inputs: impl Iterator<Item = &'static str>, places: &[Kalaha]) -> String {
    let names = ["Humano".to_owned(), "Ju-Mmx-Regular".to_owned()];
    let transcript = Transcript {
        narrator: Narrator { language: Language::Es, names },
        verbosity: Verbosity::default(),
        depth: 2,
        people: [true, false],
        searchers: [None, None],
    };
    let mut machine = builtin_player_named("regular", &[("depth", "2")]);
    let mut position = start_at(Board::START.rows(), 0);
    let mut text = transcript.opening();
    let mut play = |position: &mut Position, action| {
        text += &transcript.turn(position, action);
        position.play(action);
    };
    for input in inputs {
        while let Some(action) = others_action(&position, &mut *machine) {
            play(&mut position, action);
        }
        let action = position.read(Seat(0), input).expect("what the announcement plays is legal");
        play(&mut position, action);
    }
    while let Some(action) = others_action(&position, &mut *machine) {
        play(&mut position, action);
    }
    text += &transcript.ending(&position);
    let parts: Vec<&str> = text.split("TABLERO:").collect();
    assert_eq!(parts.len(), places.len() + 1, "a place for each board");
    let boards = parts[1..].iter().zip(places);
    let boards = boards.map(|(part, place)| format!("TABLERO:{}", with_kalaha(part, *place)));
    parts[0].to_owned() + &boards.collect::<Vec<_>>().join("\n")
}

/// What is played without asking the person: a forced pass, or the machine's move.
fn others_action(position: &Position, machine: &mut dyn BuiltinPlayer<Position>) -> Option<Action> {
    let machine = || (position.node().turn == Seat(1)).then(|| choose(machine, position));
    position.automatic().or_else(machine)
}

fn choose(machine: &mut dyn BuiltinPlayer<Position>, position: &Position) -> Action {
    machine.choose(position, Seat(1), &mut Rng::of_turn(0, 0)).expect("a move")
}

#[test]
fn the_step_by_step_game() {
    let inputs = STEP_BY_STEP
        .lines()
        .filter_map(|line| line.strip_prefix("Introduzca jugada o x para terminar : "));
    assert_eq!(inputs.clone().collect::<Vec<_>>(), ["3", "0", "1", "2"]);
    // Lost at the start, after [J 2] and after [J 8].
    let places = [Lost, Lost, Between, Between, Between, Between, Between, Lost];
    assert_same_tokens(&reported(inputs, &places), STEP_BY_STEP);
}

#[test]
fn every_language_has_its_own_words_and_the_same_numbers() {
    let position = start_at(Board::START.rows(), 0);
    let reported = Language::ALL.map(|language| {
        let narrator = Narrator { language, names: ["a".to_owned(), "b".to_owned()] };
        [
            narrator.heading(),
            narrator.subheading(3),
            narrator.turn(&position),
            narrator.choices(&position),
            narrator.sowing(&position, 3),
            narrator.sowing(&position, 4),
            narrator.played(&position, Action::Sow(3)),
            narrator.played(&position, Action::Pass),
            picture::picture_with_players(&position, language),
        ]
        .join("\n")
    });
    let numbers = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_ascii_digit());
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    for (place, text) in reported.iter().enumerate() {
        assert_eq!(numbers(text), numbers(&reported[0]));
        assert!(reported[..place].iter().all(|other| other != text), "{text}");
    }
}
