//! Matches that are taken up again after some of their turns.

use crate::referee::match_of::{MatchOf, faults, timeless};
use certamen_game::{MatchRecord, Player};
use certamen_runner::referee::{PlayError, ResumeError};

/// One point more than the rival bid last, as far as the points go: it has to remember both.
const MIRROR: &str = "
points, bid = 50, 3
while True:
    bid = min(bid, points)
    points -= bid
    print(bid, flush=True)
    heard = input()
    if heard == 'fin': break
    bid = int(heard) + 1
";

/// Takes a match up again after each of its turns; it must come to the same end.
fn check<S: Into<Vec<Box<dyn Player>>>>(
    options: (&str, &str),
    seats: impl Fn(&MatchOf) -> S,
) -> MatchRecord {
    let table = || MatchOf::few(options.0, options.1);
    let whole = table().play(seats(&table()));
    assert_eq!(faults(&whole), 0);
    for cut in 0..=whole.turns.len() {
        let table = table().after(&whole.turns[..cut]);
        let resumed = table.play(seats(&table));
        assert_eq!(timeless(resumed), timeless(whole.clone()), "after {cut} turns");
    }
    whole
}

#[test]
fn built_in_players_continue_as_before() {
    for game in certamen_games::ALL {
        let slug = game.info().slug;
        let options = match slug {
            "go" => r#"{"size": 3, "max_plies": 20}"#,
            "coins" => r#"{"coins": 20, "rounds": 5}"#,
            "intervalo" => r#"{"squares": 12}"#,
            "chess" => r#"{"fen": "8/8/8/4k3/8/4K3/4P3/8 w - - 60 80"}"#,
            _ => "{}",
        };
        check((slug, options), |table| {
            let names = ["random", "last"].iter().cycle().take(table.seats());
            names.map(|name| table.builtin(name)).collect::<Vec<_>>()
        });
    }
}

#[test]
fn programs_without_memory_continue_as_before() {
    let script = "import sys; print(sys.argv[-1].index('.') + 1)";
    check(("intervalo", r#"{"squares": 6}"#), |table| {
        [table.python(script), table.builtin("last")]
    });
}

#[test]
fn programs_with_memory_receive_all_earlier_turns() {
    check(("footsteps", "{}"), |table| [table.python(MIRROR), table.builtin("random")]);
    let whole = check(("footsteps", r#"{"squares": 21}"#), |table| {
        [
            table.python("while True:\n print(5, flush=True)\n if input() == 'fin': break"),
            table.python(MIRROR),
        ]
    });
    assert!(whole.turns.len() > 8, "{whole:?}");
}

#[test]
fn a_player_with_other_memories_is_detected() {
    let table = MatchOf::two("footsteps", "{}");
    let whole = table.play([table.python(MIRROR), table.builtin("random")]);
    let table = table.after(&whole.turns[..1]);
    let reasons =
        ["print(1, flush=True); input()", "print('x', flush=True); input()", ""].map(|script| {
            match table.try_play([table.python(script), table.builtin("random")]) {
                Err(PlayError::Resume(why @ ResumeError::Otherwise { .. })) => why.to_string(),
                other => panic!("{other:?}"),
            }
        });
    assert_eq!(
        reasons,
        [
            "turn 1: seat 0 played 3, but now plays 1",
            "turn 1: seat 0 played 3, but now plays no legal move",
            "turn 1: seat 0 played 3, but now plays no legal move",
        ]
    );
}

#[test]
fn turns_that_cannot_have_been_played_are_refused() {
    let table = MatchOf::two("footsteps", "{}");
    let whole = table.play([table.builtin("first"), table.builtin("first")]);
    let mut turns = whole.turns[..2].to_vec();
    turns[1].moves[0].action = Some("50".to_owned());
    let table = table.after(&turns);
    match table.try_play([table.builtin("first"), table.builtin("first")]) {
        Err(PlayError::Resume(ResumeError::Turn(why))) => {
            assert!(why.to_string().contains("50"), "{why}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn no_program_is_started_for_a_finished_match() {
    let table = MatchOf::two("footsteps", "{}");
    let whole = table.play([table.builtin("last"), table.builtin("first")]);
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("started");
    let script = format!("open({trace:?}, 'w').close()");
    let table = table.after(&whole.turns);
    let again = table.play([table.python(&script), table.python(&script)]);
    assert_eq!(again, whole);
    assert!(!trace.exists());
}
