//! The rules, example by example and by their properties.

use super::position::minority;
use super::*;
use certamen_game::{Language, Outcome, Rng, Seat, Seats, State};
use proptest::prelude::*;

fn round(position: &mut Position, choices: &str) {
    let choices = choices.chars().map(|letter| Choice::parse(&letter.to_string()).unwrap());
    let joint: Vec<(Seat, Choice)> = (0u8..).map(Seat).zip(choices).collect();
    position.apply(&joint, &mut Rng::of_turn(0, 1));
}

fn after(rounds: &[&str]) -> Position {
    let mut position = Position::start(rounds[0].len() as u8, rounds.len() as u32);
    for choices in rounds {
        round(&mut position, choices);
    }
    position
}

#[test]
fn the_least_chosen_option_scores_for_each_who_chose_it() {
    assert_eq!(after(&["AAB"]).points, [0, 0, 1]);
    assert_eq!(after(&["AAABB"]).points, [0, 0, 0, 1, 1]);
    assert_eq!(after(&["AABBC"]).points, [0, 0, 0, 0, 1]);
}

#[test]
fn ties_and_unanimous_choices_score_no_one() {
    for choices in ["AB", "ABC", "AABB", "ABBBC", "CC", "BBBB"] {
        assert_eq!(after(&[choices]).points, vec![0; choices.len()], "{choices}");
    }
}

#[test]
fn the_match_ends_after_its_rounds_with_the_points_as_scores() {
    let position = after(&["AAB", "CBB", "ABC"]);
    assert!(position.to_act().is_empty());
    let expected = Outcome::scored([1.0, 0.0, 1.0]).with_detail("rounds", 3);
    assert_eq!(position.outcome(), Some(expected));
}

#[test]
fn a_failing_player_ranks_below_the_others() {
    let mut position = Position::start(3, 9);
    round(&mut position, "AAB");
    let scores =
        |seats: &[u8]| position.forfeit(seats.iter().copied().map(Seat).collect::<Seats>()).scores;
    assert_eq!(scores(&[2]), [0.0, 0.0, -1.0]);
    assert_eq!(scores(&[0]), [-1.0, 0.0, 1.0]);
    assert_eq!(scores(&[0, 1]), [0.0, 0.0, 1.0]);
    assert_eq!(scores(&[0, 1, 2]), [0.0, 0.0, 0.0]);
}

#[test]
fn a_program_sees_the_points_and_the_last_choices() {
    let mut position = Position::start(3, 9);
    assert_eq!(position.observation(Seat(1)), "1 9 1 0,0,0 -");
    round(&mut position, "AAB");
    assert_eq!(position.observation(Seat(2)), "2 9 2 0,0,1 AAB");
}

#[test]
fn the_picture_says_who_scored() {
    let picture = after(&["AAB"]).render(certamen_game::Audience::Spectators, Language::En);
    let expected = "round 1/1\nchosen: AAB (A 2, B 1, C 0)\nB scores\npoints: 0 0 1\n";
    assert_eq!(picture, expected);
    assert!(
        after(&["ABC"]).render(certamen_game::Audience::Spectators, Language::Es).contains("nadie")
    );
}

#[test]
fn a_choice_is_a_capital_letter_on_a_line() {
    for reply in ["B", "B\n", " B\r\n", "\tB "] {
        assert_eq!(Choice::parse(reply), Some(Choice::B), "{reply:?}");
    }
    for reply in ["", "b", "D", "AB", "A B", "A\nB", "A\n\n", "\nA", "1", "Α"] {
        assert_eq!(Choice::parse(reply), None, "{reply:?}");
    }
}

#[test]
fn the_builtin_players_rotate_or_avoid_the_crowd() {
    let mut rng = Rng::of_turn(1, 1);
    let mut builtin = |name, position: &Position, seat| {
        let mut player = GAME.builtin_player(name, &Arguments::new()).unwrap();
        player.choose(position, Seat(seat), &mut rng).unwrap()
    };
    let start = Position::start(4, 9);
    assert_eq!(
        [0, 1, 2, 3].map(|seat| builtin("rotador", &start, seat)),
        [Choice::A, Choice::B, Choice::C, Choice::A]
    );
    let crowd = after(&["AAB"]);
    for _ in 0..20 {
        assert_ne!(builtin("esquivo", &crowd, 0), Choice::A);
    }
}

proptest! {
    #[test]
    fn only_those_of_the_smallest_group_score(letters in "[ABC]{2,20}") {
        let position = after(&[&letters]);
        let group = |letter: char| letters.chars().filter(|other| *other == letter).count();
        for (letter, points) in letters.chars().zip(&position.points) {
            let others = ['A', 'B', 'C'].into_iter().filter(|other| *other != letter);
            let mut others = others.map(group).filter(|count| *count > 0).peekable();
            let least = others.peek().is_some() && others.all(|count| count > group(letter));
            prop_assert_eq!(*points, u32::from(least));
        }
        prop_assert_eq!(position.scored(), minority(&position.last));
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        let position = Position::start(2, 1);
        if let Ok(choice) = position.read(Seat(0), &text) {
            prop_assert_eq!(text.trim(), choice.to_string());
        }
    }
}
