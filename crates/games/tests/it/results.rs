//! The results of all games as sentences, in four languages.

use certamen_game::{Language, Outcome, Termination, conformance::check_match, result_sentence};
use serde_json::json;

fn names() -> Vec<String> {
    ["ana", "bob", "eva"].map(str::to_owned).to_vec()
}

/// The sentence of an outcome with these scores and this detail.
fn check(game: &str, scores: &[f64], detail: &serde_json::Value, expected: [&str; 4]) {
    let detail = detail.as_object().unwrap().clone();
    let outcome = Outcome { detail, ..Outcome::scored(scores) };
    let sentence = result_sentence(certamen_games::find(game), &outcome, &names());
    assert_eq!(Language::ALL.map(|language| sentence.get(language)), expected);
}

const FIRST: &[f64] = &[1.0, 0.0];
const SECOND: &[f64] = &[0.0, 1.0];
const EVEN: &[f64] = &[0.5, 0.5];

#[test]
fn go_says_which_colour_wins_and_by_how_much() {
    check(
        "go",
        SECOND,
        &json!({ "area": [3, 75], "prisoners": [0, 9], "end": "passes" }),
        [
            "White (bob) wins by 72 points, 75 to 3",
            "Gana blanco (bob) por 72 puntos, 75 a 3",
            "Blanc (bob) gagne de 72 points, 75 à 3",
            "Bianco (bob) vince di 72 punti, 75 a 3",
        ],
    );
    check(
        "go",
        FIRST,
        &json!({ "area": [41, 40], "end": "passes" }),
        [
            "Black (ana) wins by 1 point, 41 to 40",
            "Gana negro (ana) por 1 punto, 41 a 40",
            "Noir (ana) gagne de 1 point, 41 à 40",
            "Nero (ana) vince di 1 punto, 41 a 40",
        ],
    );
    check(
        "go",
        SECOND,
        &json!({ "area": [0, 0], "end": "resignation" }),
        [
            "White (bob) wins: black resigns",
            "Gana blanco (bob): negro abandona",
            "Blanc (bob) gagne\u{202f}: noir abandonne",
            "Bianco (bob) vince: nero abbandona",
        ],
    );
    let english = |scores: &[f64], end: &str| {
        let outcome = Outcome::scored(scores).with_detail("end", end).with_detail("area", [9, 9]);
        let game = certamen_games::find("go");
        result_sentence(game, &outcome, &names()).get(Language::En)
    };
    assert_eq!(english(FIRST, "resignation"), "Black (ana) wins: white resigns");
    assert_eq!(english(EVEN, "passes"), "Draw: 9 points each");
    assert_eq!(english(EVEN, "repetition"), "Draw: the position occurs again");
    assert_eq!(english(EVEN, "plies"), "Draw: the move limit is reached");
}

#[test]
fn footsteps_says_which_end_is_reached_with_what_is_left() {
    check(
        "footsteps",
        FIRST,
        &json!({ "position": -3, "points": [45, 0] }),
        [
            "ana reaches the left end with 45 points left",
            "ana llega al extremo izquierdo y le quedan 45 puntos",
            "ana atteint l’extrémité gauche\u{202f}; il lui reste 45 points",
            "ana raggiunge l’estremità sinistra con 45 punti rimasti",
        ],
    );
    check(
        "footsteps",
        SECOND,
        &json!({ "position": 3, "points": [4, 1] }),
        [
            "bob reaches the right end with 1 point left",
            "bob llega al extremo derecho y le queda 1 punto",
            "bob atteint l’extrémité droite\u{202f}; il lui reste 1 point",
            "bob raggiunge l’estremità destra con 1 punto rimasto",
        ],
    );
    check(
        "footsteps",
        EVEN,
        &json!({ "position": 1, "points": [0, 0] }),
        [
            "Draw: both have spent all their points",
            "Empate: ambos han gastado todos sus puntos",
            "Partie nulle\u{202f}: tous les points sont dépensés",
            "Patta: entrambi hanno speso tutti i punti",
        ],
    );
}

#[test]
fn chess_says_how_it_ended() {
    let english = |scores: &[f64], end: &str| {
        let outcome = Outcome::scored(scores).with_detail("end", end);
        let game = certamen_games::find("chess");
        result_sentence(game, &outcome, &names()).get(Language::En)
    };
    assert_eq!(english(FIRST, "checkmate"), "White (ana) wins by checkmate");
    assert_eq!(english(SECOND, "checkmate"), "Black (bob) wins by checkmate");
    assert_eq!(english(FIRST, "resignation"), "White (ana) wins: black resigns");
    assert_eq!(english(SECOND, "resignation"), "Black (bob) wins: white resigns");
    assert_eq!(english(EVEN, "stalemate"), "Draw by stalemate");
    assert_eq!(english(EVEN, "material"), "Draw: neither side can give mate");
    assert_eq!(english(EVEN, "repetition"), "Draw by threefold repetition");
    assert_eq!(
        english(EVEN, "fifty-moves"),
        "Draw: fifty moves without a capture or a move of a pawn"
    );
    check(
        "chess",
        SECOND,
        &json!({ "plies": 4, "end": "checkmate" }),
        [
            "Black (bob) wins by checkmate",
            "Ganan las negras (bob) por jaque mate",
            "Les noirs (bob) gagnent par échec et mat",
            "Il nero (bob) vince per scacco matto",
        ],
    );
}

#[test]
fn games_of_points_say_the_points() {
    check(
        "intervalo",
        SECOND,
        &json!({ "points": [5, 11] }),
        ["bob wins, 11 to 5", "Gana bob, 11 a 5", "bob gagne, 11 à 5", "Vince bob, 11 a 5"],
    );
    check(
        "mancala8",
        FIRST,
        &json!({ "points": [25, 23], "slots": 40, "ac": [3, 4] }),
        ["ana wins, 25 to 23", "Gana ana, 25 a 23", "ana gagne, 25 à 23", "Vince ana, 25 a 23"],
    );
    check(
        "coins",
        &[7.0, 14.0, 9.0],
        &json!({ "rounds": 12, "coins": 0 }),
        [
            "bob wins with 14 points, ahead of eva with 9",
            "Gana bob con 14 puntos, por delante de eva con 9",
            "bob gagne avec 14 points, devant eva avec 9",
            "Vince bob con 14 punti, davanti a eva con 9",
        ],
    );
    check(
        "minoria",
        &[4.0, 4.0, 2.0],
        &json!({ "rounds": 10 }),
        [
            "ana, bob share the first place with 4 points",
            "ana, bob comparten el primer puesto con 4 puntos",
            "ana, bob partagent le premier rang avec 4 points",
            "ana, bob condividono la prima posizione con 4 punti",
        ],
    );
}

#[test]
fn a_match_of_mancala8_that_is_cut_short_says_so() {
    let cut = |scores: [f64; 2]| {
        let outcome = Outcome::scored(scores).with_termination(Termination::Limit);
        let outcome = outcome.with_detail("points", [30, 18]).with_detail("slots", 96);
        let game = certamen_games::find("mancala8");
        result_sentence(game, &outcome, &names()).get(Language::En)
    };
    assert_eq!(cut([0.5, 0.5]), "Draw: the match is cut short after 96 moves");
    assert_eq!(cut([1.0, 0.0]), "ana wins after 96 moves with 30 seeds, more than half of all");
}

#[test]
fn a_detail_that_makes_no_sense_gives_the_plain_sentence() {
    for game in certamen_games::ALL {
        for detail in [json!({}), json!({ "points": "x", "area": [1], "end": 7, "slots": -1 })] {
            let detail = detail.as_object().unwrap().clone();
            let outcome = Outcome { detail, ..Outcome::scored(FIRST) };
            let said = result_sentence(Some(*game), &outcome, &names()).get(Language::En);
            assert!(said.starts_with("ana wins"), "{}: {said}", game.info().slug);
        }
        let scoreless = result_sentence(Some(*game), &Outcome::default(), &[]);
        assert_eq!(scoreless.get(Language::En), "Draw", "{}", game.info().slug);
    }
}

#[test]
fn every_match_that_is_played_ends_with_a_sentence_that_names_the_winner() {
    for game in certamen_games::ALL {
        let info = game.info();
        let seats = *info.seats.start();
        let names: Vec<String> = (0..seats).map(|seat| format!("bot{seat}")).collect();
        // A small board, where there is a choice: every state of a match is checked.
        let options = if info.slug == "go" { json!({ "size": 5 }) } else { json!({}) };
        let options = options.as_object().unwrap();
        let records = (1..4).map(|seed| check_match(*game, options.clone(), seats, seed, 2000));
        let outcomes: Vec<Outcome> = records.filter_map(|record| record.unwrap().outcome).collect();
        assert!(!outcomes.is_empty(), "{}", info.slug);
        for outcome in outcomes {
            for language in Language::ALL {
                let said = result_sentence(Some(*game), &outcome, &names).get(language);
                if let [winner] = outcome.leaders()[..] {
                    assert!(said.contains(&names[winner]), "{}: {said}", info.slug);
                }
            }
        }
    }
}
