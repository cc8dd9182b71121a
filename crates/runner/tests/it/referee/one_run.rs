//! Programs that are run again for each move: Intervalo and Coins by argument, Go by input.

use crate::referee::match_of::{AMPLE, MatchOf, detail, faults, last_move};
use certamen_game::{Fault, MatchRecord, Termination};
use std::time::{Duration, Instant};

/// Ways to fail that have nothing to do with the game, and what they are called.
const FAILURES: [(&str, Fault); 10] = [
    ("import time; time.sleep(60)", Fault::Timeout),
    ("import os; os.kill(os.getpid(), 19)", Fault::Timeout),
    ("import time\nwhile True: print(1, end='', flush=True); time.sleep(0.01)", Fault::Timeout),
    ("", Fault::Exit),
    ("exit(3)", Fault::Exit),
    ("import os, time; os.close(1); time.sleep(60)", Fault::Exit),
    ("import os; os.abort()", Fault::Crash),
    ("import os; os.kill(os.getpid(), 9)", Fault::Crash),
    ("while True: print('1' * 1000)", Fault::Output),
    ("print('x'); print('y')", Fault::Illegal),
];

fn time_for(fault: Fault) -> u64 {
    if fault == Fault::Timeout { 300 } else { AMPLE }
}

/// The first free square of the strip.
const FIRST_FREE: &str = "import sys; print(sys.argv[-1].index('.') + 1)";

#[test]
fn failing_to_choose_a_square_forfeits() {
    for (script, fault) in FAILURES {
        let table = MatchOf::two("intervalo", r#"{"squares": 8}"#).with_time(time_for(fault));
        let record = table.play([table.python(script), table.builtin("first")]);
        assert_eq!((record.turns.len(), faults(&record)), (1, 1), "{script}");
        assert_eq!(last_move(&record, 0).fault, Some(fault), "{script}");
        assert_eq!(last_move(&record, 1).action.as_deref(), Some("1"));
        let outcome = record.outcome.unwrap();
        assert_eq!((&*outcome.scores, outcome.reason), (&[0.0, 1.0][..], Some(fault)));
    }
}

#[test]
fn a_square_that_is_not_free_is_illegal() {
    for (square, kept) in [("0", "0"), ("9", "9"), ("-1", "-1"), ("1\\n2", "1\\n2\\n")] {
        let table = MatchOf::two("intervalo", r#"{"squares": 8}"#);
        let script = format!("print('{square}')");
        let record = table.play([table.builtin("last"), table.python(&script)]);
        let failed = last_move(&record, 1);
        assert_eq!(failed.fault, Some(Fault::Illegal));
        assert!(failed.reply.as_deref().unwrap().starts_with(kept), "{failed:?}");
    }
}

/// Plays the script against a built-in player and against itself, and expects that nothing is wrong.
fn check_fine(table: &MatchOf, script: &str) -> MatchRecord {
    let started = Instant::now();
    let record = table.play([table.python(script), table.python(script)]);
    assert_eq!(faults(&record), 0, "{script}");
    let against_builtin = table.play([table.builtin("random"), table.python(script)]);
    assert_eq!(faults(&against_builtin), 0, "{script}");
    let passed = started.elapsed();
    assert!(passed < Duration::from_secs(10), "{script}: it took {passed:?}");
    record
}

#[test]
fn an_answer_counts_despite_later_output() {
    let table = MatchOf::two("intervalo", r#"{"squares": 4}"#);
    for afterwards in [
        "exit(3)",
        "raise Exception",
        "sys.stdout.flush(); import os; os.close(1); import time; time.sleep(60)",
        "sys.stdout.flush(); import os, time; os.fork() or time.sleep(60)",
        "sys.stderr.write('e' * 1_000_000)",
    ] {
        check_fine(&table, &format!("{FIRST_FREE}\n{afterwards}"));
    }
    check_fine(&table, "import sys; print(sys.argv[-1].index('.') + 1, end='')");
    check_fine(&table, "import sys; print(sys.argv[-1].index('.') + 1, end='\\r\\n')");
}

#[test]
fn a_crash_after_the_answer_is_a_crash() {
    let table = MatchOf::two("intervalo", r#"{"squares": 4}"#);
    let script = format!("{FIRST_FREE}\nsys.stdout.flush(); import os; os.abort()");
    let record = table.play([table.python(&script), table.builtin("first")]);
    assert_eq!(last_move(&record, 0).fault, Some(Fault::Crash));
}

#[test]
fn a_failure_at_coins_costs_only_its_turn() {
    for (script, fault) in FAILURES {
        let options = r#"{"coins": 30, "order": [0, 1], "rounds": 2}"#;
        let table = MatchOf::two("coins", options).with_time(time_for(fault));
        let record = table.play([table.python(script), table.builtin("last")]);
        let outcome = record.outcome.as_ref().unwrap();
        assert_ne!(outcome.termination, Termination::Forfeit, "{script}");
        assert_eq!((outcome.reason, &*outcome.seats), (None, &[][..]));
        assert_eq!((record.turns.len(), faults(&record)), (4, 2), "{script}");
        for turn in record.turns.iter().step_by(2) {
            let [entry] = &*turn.moves else { panic!("one acts at a time") };
            assert_eq!((entry.seat.0, entry.fault), (0, Some(fault)), "{script}");
            assert_eq!(entry.action.as_deref(), Some("NNN"));
            let reply = (fault == Fault::Illegal).then_some("x\\ny\\n");
            assert_eq!(entry.reply.as_deref(), reply);
        }
    }
}

#[test]
fn coins_plays_the_valid_part_of_an_invalid_answer() {
    let options = r#"{"coins": 30, "order": [0, 1], "rounds": 1, "bad_output": "per-character"}"#;
    let table = MatchOf::two("coins", options);
    let record = table.play([table.python("print('N\\0Nxyz')"), table.builtin("first")]);
    let entry = &record.turns[0].moves[0];
    assert_eq!((entry.fault, entry.action.as_deref()), (Some(Fault::Illegal), Some("NNN")));
    assert_eq!(entry.reply.as_deref(), Some("N\\u{0}Nxyz\\n"));
}

#[test]
fn three_actions_at_coins_are_played() {
    let options = r#"{"coins": 30, "order": [1, 0], "rounds": 3}"#;
    check_fine(&MatchOf::two("coins", options), "print('NNN')");
}

/// The first empty point, from what stands on the input.
const FIRST_EMPTY: &str = "
import sys
rows = sys.stdin.read().split()[:3]
empty = [(r, c) for r in range(3) for c in range(3) if rows[r][c] == '0']
print('%d %d' % (empty[0][0] + 1, empty[0][1] + 1) if len(empty) > 6 else 'pass')
";

#[test]
fn a_board_on_standard_input_is_answered() {
    let table = MatchOf::two("go", r#"{"size": 3}"#);
    let record = check_fine(&table, FIRST_EMPTY);
    assert_eq!(record.turns.last().unwrap().moves[0].action.as_deref(), Some("pass"));
    assert!(record.turns.len() >= 4, "{record:?}");
    // Who does not look at the board may still pass.
    check_fine(&table, "print('pass')");
    check_fine(&table, "import os; os.close(0); print('pass')");
}

#[test]
fn failing_at_go_forfeits() {
    for (script, fault) in FAILURES {
        let table = MatchOf::two("go", r#"{"size": 3}"#).with_time(time_for(fault));
        let record = table.play([table.builtin("first"), table.python(script)]);
        assert_eq!((record.turns.len(), faults(&record)), (2, 1), "{script}");
        assert_eq!(last_move(&record, 1).fault, Some(fault), "{script}");
        let outcome = record.outcome.as_ref().unwrap();
        assert_eq!((&*outcome.scores, outcome.reason), (&[1.0, 0.0][..], Some(fault)));
        assert!(detail(&record, "prisoners").is_array(), "{record:?}");
    }
}

#[test]
fn a_stone_on_a_stone_is_illegal() {
    let table = MatchOf::two("go", r#"{"size": 3}"#);
    let record = table.play([table.python("print('1 1')"), table.python("print('1 1')")]);
    assert_eq!(last_move(&record, 1).fault, Some(Fault::Illegal));
    assert_eq!(last_move(&record, 1).reply.as_deref(), Some("1 1\\n"));
}
