//! Living programs that talk in lines: what each way of failing is called, and what is no failure.

use crate::referee::match_of::{MatchOf, faults, last_move, timeless};
use certamen_game::{Fault, MatchRecord, Seat, Termination};
use std::time::{Duration, Instant};

/// Bids one point a turn until it hears the end.
const MODEST: &str = "
import sys
while True:
    print(1, flush=True)
    if input() == 'fin': break
";

/// Plays `script` on both seats, once against a built-in player and once against a program, and
/// expects that it loses by `fault` after `turns` turns, while its opponent bids normally.
fn check(script: &str, turns: usize, fault: Fault, reply: Option<&str>) {
    let patience = if fault == Fault::Timeout { 500 } else { crate::referee::match_of::AMPLE };
    let table = MatchOf::two("footsteps", "{}").with_time(patience);
    for seat in [0, 1] {
        let bad = table.python(script);
        let started = Instant::now();
        let record = match seat {
            0 => table.play([bad, table.builtin("first")]),
            _ => table.play([table.python(MODEST), bad]),
        };
        let passed = started.elapsed();
        assert!(passed < Duration::from_secs(5), "{script}: it took {passed:?}");
        expect_forfeit(&record, seat, fault, reply);
        assert_eq!((record.turns.len(), faults(&record)), (turns, 1), "{script}");
    }
}

fn expect_forfeit(record: &MatchRecord, seat: u8, fault: Fault, reply: Option<&str>) {
    let failed = last_move(record, seat);
    assert_eq!((failed.fault, failed.reply.as_deref()), (Some(fault), reply), "{failed:?}");
    assert_eq!(failed.action, None);
    if fault == Fault::Timeout {
        assert_eq!(failed.ms, Some(500.0), "the clock stops at the limit");
    }
    let rival = last_move(record, 1 - seat);
    assert_eq!((rival.fault, rival.action.as_deref()), (None, Some("1")));
    let outcome = record.outcome.as_ref().unwrap();
    assert_eq!(outcome.scores[usize::from(1 - seat)], 1.0);
    assert_eq!(outcome.scores[usize::from(seat)], 0.0);
    assert_eq!((outcome.termination, outcome.reason), (Termination::Forfeit, Some(fault)));
    assert_eq!(outcome.seats, [Seat(seat)]);
}

#[test]
fn no_line_in_time_is_a_timeout() {
    check("import time; time.sleep(60)", 1, Fault::Timeout, None);
    check("import time; time.sleep(0.6); print(1)", 1, Fault::Timeout, None);
    check("import os; os.kill(os.getpid(), 19)", 1, Fault::Timeout, None);
    check("import sys\nfor line in sys.stdin: pass", 1, Fault::Timeout, None);
    // Half a line, and byte after byte of one.
    check("import sys; print(1, end='', flush=True); sys.stdin.read()", 1, Fault::Timeout, None);
    let drops = "import time\nwhile True: print(0, end='', flush=True); time.sleep(0.01)";
    check(drops, 1, Fault::Timeout, None);
}

#[test]
fn an_unflushed_answer_is_a_timeout() {
    let script =
        "import sys\nwhile True:\n  print(1)\n  if sys.stdin.readline() == 'fin\\n': break";
    check(script, 1, Fault::Timeout, None);
}

#[test]
fn an_end_without_an_answer_is_an_exit() {
    check("", 1, Fault::Exit, None);
    check("exit(3)", 1, Fault::Exit, None);
    check("raise Exception", 1, Fault::Exit, None);
    check("print(1, end='')", 1, Fault::Exit, None);
    check("import os, time; os.close(1); time.sleep(60)", 1, Fault::Exit, None);
    check("import os, time\nif os.fork() == 0: time.sleep(2)", 1, Fault::Exit, None);
}

#[test]
fn output_before_the_end_counts() {
    check("print(1); exit(3)", 2, Fault::Exit, None);
    check("print(1); print(1)", 3, Fault::Exit, None);
    check("import os; os.write(1, b'1\\n'); os.abort()", 2, Fault::Crash, None);
}

#[test]
fn a_signal_of_its_own_making_is_a_crash() {
    for signal in [4, 6, 9, 11, 15] {
        check(&format!("import os; os.kill(os.getpid(), {signal})"), 1, Fault::Crash, None);
    }
}

#[test]
fn an_answer_that_is_not_a_bid_is_illegal_and_recorded() {
    for (printed, kept) in [
        ("51", "51"),
        ("0", "0"),
        ("-1", "-1"),
        ("+5", "+5"),
        ("5.0", "5.0"),
        ("1e1", "1e1"),
        ("5 5", "5 5"),
        ("", ""),
        ("fin", "fin"),
        ("٥", "٥"),
        ("５", "５"),
        ("hello\tworld", "hello\\tworld"),
        ("C:\\n", "C:\\\\n"),
    ] {
        check(&format!("print({printed:?}, flush=True); input()"), 1, Fault::Illegal, Some(kept));
    }
    let long = "9".repeat(400);
    check(&format!("print('{long}')"), 1, Fault::Illegal, Some(&long[..64]));
    check("print('x' * 60_000)", 1, Fault::Illegal, Some(&"x".repeat(64)));
}

#[test]
fn hostile_bytes_are_kept_as_escapes() {
    for (bytes, kept) in [
        ("5\\x00", "5\\u{0}"),
        ("\\xff\\xfe", "\\u{fffd}\\u{fffd}"),
        ("\\x1b[2J5", "\\u{1b}[2J5"),
        ("5\\r\\r", "5\\r\\r"),
        ("\\xef\\xbb\\xbf5", "\\u{feff}5"),
        ("\\xe2\\x80\\xae5", "\\u{202e}5"),
        ("<script>", "<script>"),
    ] {
        let script = format!("import sys; sys.stdout.buffer.write(b'{bytes}\\n')");
        check(&script, 1, Fault::Illegal, Some(kept));
    }
}

#[test]
fn floods_are_too_much_output() {
    let flood = "import sys\nwhile True: sys.stdout.write('1' * 65536)";
    check(flood, 1, Fault::Output, None);
    check("print('1' * (1 << 20))", 1, Fault::Output, None);
}

#[test]
fn a_fault_in_a_later_turn_is_the_same_fault() {
    let after_one = |rest: &str| format!("print(1, flush=True); input()\n{rest}");
    check(&after_one("import time; time.sleep(60)"), 2, Fault::Timeout, None);
    check(&after_one("exit()"), 2, Fault::Exit, None);
    check(&after_one("import os; os.abort()"), 2, Fault::Crash, None);
    check(&after_one("print(50)"), 2, Fault::Illegal, Some("50"));
    check(&after_one("print('1' * (1 << 20))"), 2, Fault::Output, None);
}

/// Plays `script` against bids of one point each and expects that nothing is wrong with it.
fn check_fine(options: &str, script: &str) -> MatchRecord {
    let table = MatchOf::two("footsteps", options);
    let left = table.play([table.python(script), table.builtin("first")]);
    let right = table.play([table.builtin("first"), table.python(script)]);
    for record in [&left, &right] {
        assert_eq!(faults(record), 0, "{script}: {record:?}");
        assert_eq!(record.outcome.as_ref().unwrap().termination, Termination::Normal);
    }
    left
}

#[test]
fn a_bid_sent_ahead_counts_for_the_next_turn() {
    let plain = check_fine("{}", MODEST);
    let all_at_once = "print('1\\n' * 50, flush=True)\nwhile input() != 'fin': pass";
    assert_eq!(timeless(check_fine("{}", all_at_once)), timeless(plain.clone()));
    let one_ahead = "print(1)\nwhile True:\n  print(1, flush=True)\n  if input() == 'fin': break";
    assert_eq!(timeless(check_fine("{}", one_ahead)), timeless(plain));
}

#[test]
fn ending_after_the_last_bid_is_not_a_fault() {
    let record = check_fine(r#"{"squares": 3, "points": 10}"#, "print(10)");
    assert_eq!(record.turns.len(), 1);
    check_fine(r#"{"points": 4}"#, "print('1\\n' * 4)");
}

#[test]
fn variants_of_print_are_accepted() {
    for line in ["1\\r\\n", " 1 \\n", "\\t1\\n", "0001\\n"] {
        let script = format!(
            "import sys\nwhile True:\n  sys.stdout.write('{line}'); sys.stdout.flush()\n  \
             if input() == 'fin': break"
        );
        check_fine("{}", &script);
    }
    let chatty = "import sys\nwhile True:\n  sys.stderr.write('e' * 500_000)\n  \
        print(1, flush=True)\n  if input() == 'fin': break";
    check_fine("{}", chatty);
}

#[test]
fn programs_that_ignore_the_closing_line_are_ended() {
    let table = MatchOf::two("footsteps", r#"{"points": 3}"#);
    let stubborn = "import signal, time\n\
        for each in range(1, 32):\n  if each not in (9, 19): signal.signal(each, signal.SIG_IGN)\n\
        print('1\\n1\\n1', flush=True)\ntime.sleep(60)";
    let started = Instant::now();
    let record = table.play([table.python(stubborn), table.python(stubborn)]);
    assert_eq!(faults(&record), 0);
    assert!(started.elapsed() < Duration::from_secs(6));
}

#[test]
fn programs_that_ignore_the_closing_line_are_waited_for_once() {
    let table = MatchOf::two("footsteps", r#"{"points": 3}"#);
    let lingers = "while True:\n  print(1, flush=True)\n  try: input()\n  except EOFError: pass";
    let mut times = Vec::new();
    for _ in 0..4 {
        let mut seats = [table.python(lingers), table.builtin("last")];
        assert_eq!(faults(&table.try_play_with(&mut seats).unwrap()), 0);
        let left = Instant::now();
        drop(seats);
        times.push(left.elapsed());
    }
    assert!(table.shutdown_policy.is_known_to_stay());
    assert!(times[0] >= Duration::from_millis(200), "{times:?}");
    assert!(times[1..].iter().any(|time| *time < Duration::from_millis(100)), "{times:?}");
}

#[test]
fn programs_that_end_at_the_closing_line_are_always_waited_for() {
    let table = MatchOf::two("footsteps", r#"{"points": 3}"#);
    let polite = "while True:\n  print(1, flush=True)\n  if input() == 'fin': break";
    table.play([table.python(polite), table.python(polite)]);
    assert!(!table.shutdown_policy.is_known_to_stay());
}

#[test]
fn both_players_fail_differently() {
    let table = MatchOf::two("footsteps", "{}");
    let record = table.play([table.python("print('x')"), table.python("exit()")]);
    assert_eq!(last_move(&record, 0).fault, Some(Fault::Illegal));
    assert_eq!(last_move(&record, 1).fault, Some(Fault::Exit));
    let outcome = record.outcome.unwrap();
    assert_eq!((outcome.scores, outcome.seats), (vec![0.0, 0.0], vec![Seat(0), Seat(1)]));
}
