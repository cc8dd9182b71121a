//! Programs that are run once.

use super::{LONG, Quick, SHORT, soon};
use crate::programs::{Mark, nasty, peak_memory, python};
use certamen_sandbox::{ProgramExit, Run, Sandbox, TimeBudget};
use std::time::Duration;

fn run(sandbox: &dyn Sandbox, words: &str, wall: Duration) -> Run {
    sandbox.run(&nasty(words), None, None, wall).unwrap()
}

pub(crate) fn an_answer_is_heard(sandbox: &dyn Sandbox) {
    let run = run(sandbox, "answers", LONG);
    assert_eq!((&*run.output, run.end), (&b"42\n"[..], ProgramExit::Exited(0)));
    assert_eq!(run.errors, b"");
    assert!(!run.wall.is_zero() && !run.charged.is_zero());
}

pub(crate) fn an_answer_in_time_counts(sandbox: &dyn Sandbox) {
    let run = run(sandbox, "late 100", LONG);
    assert_eq!((&*run.output, run.end), (&b"42\n"[..], ProgramExit::Exited(0)));
    // On a busy machine the program sleeps already when we come to look at our clock.
    assert!(run.wall >= Duration::from_millis(10));
}

pub(crate) fn sleepers_are_not_waited_for(sandbox: &dyn Sandbox) {
    let run = soon(|| run(sandbox, "sleeps", LONG));
    assert_eq!((run.end, run.output.as_slice()), (ProgramExit::Timeout, &b""[..]));
    assert!(run.asleep >= Duration::from_millis(500), "{:?}", run.asleep);
}

pub(crate) fn naps_in_many_runs_are_counted_together(sandbox: &dyn Sandbox) {
    let script = "import time\ntime.sleep(0.4)\nprint(1)";
    let mut cell = sandbox.create_cell(&python(script)).unwrap();
    let time = Duration::from_secs(1);
    let mut ends =
        (0..20).map(|_| cell.run(None, None, TimeBudget { cpu: time, wall: LONG }).unwrap().end);
    let answers = ends.by_ref().take_while(|end| *end == ProgramExit::Exited(0)).count();
    assert!((1..20).contains(&answers), "{answers} answers");
}

pub(crate) fn sleepers_run_out_of_time(sandbox: &dyn Sandbox) {
    let run = soon(|| run(sandbox, "sleeps", SHORT));
    assert_eq!((&*run.output, run.end), (&b""[..], ProgramExit::Timeout));
    assert!(run.wall >= SHORT);
}

pub(crate) fn an_answer_too_late_does_not_count(sandbox: &dyn Sandbox) {
    // On a busy machine the program sleeps for a while before our clock runs.
    for late in ["late 150", "late 200"] {
        assert_eq!(soon(|| run(sandbox, late, SHORT)).end, ProgramExit::Timeout, "{late}");
    }
}

pub(crate) fn output_is_bounded(sandbox: &dyn Sandbox) {
    let before = peak_memory();
    for words in ["floods", "one_line", "lines"] {
        let run = soon(|| run(sandbox, words, LONG));
        assert_eq!(run.end, ProgramExit::Output, "{words}");
        assert!(run.output.len() < 1 << 20, "{words}: {} bytes", run.output.len());
    }
    let grown = peak_memory().saturating_sub(before);
    assert!(grown < 16 << 10, "{grown} KiB more memory");
}

pub(crate) fn output_in_small_pieces_gives_no_time(sandbox: &dyn Sandbox) {
    assert_eq!(soon(|| run(sandbox, "drips", SHORT)).end, ProgramExit::Timeout);
}

pub(crate) fn closing_the_output_is_the_end(sandbox: &dyn Sandbox) {
    let answered = soon(|| run(sandbox, "closes", LONG));
    assert_eq!((&*answered.output, answered.end), (&b"42\n"[..], ProgramExit::Exited(0)));
    let silent = soon(|| run(sandbox, "closes_silently", LONG));
    assert_eq!((&*silent.output, silent.end), (&b""[..], ProgramExit::Exited(0)));
}

pub(crate) fn unread_input_does_not_block(sandbox: &dyn Sandbox) {
    let much = vec![b'x'; 8 << 20];
    for words in ["answers", "deaf", "closes"] {
        let run = soon(|| sandbox.run(&nasty(words), None, Some(&much), LONG)).unwrap();
        assert_eq!((&*run.output, run.end), (&b"42\n"[..], ProgramExit::Exited(0)), "{words}");
    }
    let run = soon(|| sandbox.run(&nasty("sleeps"), None, Some(&much), SHORT)).unwrap();
    assert_eq!(run.end, ProgramExit::Timeout);
}

pub(crate) fn long_input_arrives_whole(sandbox: &dyn Sandbox) {
    for length in [0, 1, 1 << 16, 3 << 20] {
        let input = vec![b'x'; length];
        let run = sandbox.run(&nasty("counts_input"), None, Some(&input), LONG).unwrap();
        assert_eq!(String::from_utf8_lossy(&run.output), format!("{length}\n"));
    }
    let run = sandbox.run(&nasty("counts_input"), None, None, LONG).unwrap();
    assert_eq!(run.output, b"0\n", "without input there is nothing to read");
}

pub(crate) fn exit_codes_are_reported(sandbox: &dyn Sandbox) {
    for code in [0, 1, 7, 255] {
        let run = soon(|| run(sandbox, &format!("exits {code}"), LONG));
        assert_eq!((&*run.output, run.end), (&b""[..], ProgramExit::Exited(code)));
    }
}

pub(crate) fn an_answer_outweighs_an_exit_code(sandbox: &dyn Sandbox) {
    let run = run(sandbox, "answers_and_exits 3", LONG);
    assert_eq!((&*run.output, run.end), (&b"42\n"[..], ProgramExit::Exited(3)));
}

pub(crate) fn signals_are_reported(sandbox: &dyn Sandbox) {
    for signal in [4, 6, 9, 11, 15] {
        let run = soon(|| run(sandbox, &format!("dies {signal}"), LONG));
        assert_eq!(run.end, ProgramExit::Signalled(signal));
    }
    assert_eq!(run(sandbox, "answers_and_dies 11", LONG).end, ProgramExit::Signalled(11));
}

pub(crate) fn a_program_that_stops_itself_runs_out_of_time(sandbox: &dyn Sandbox) {
    assert_eq!(soon(|| run(sandbox, "stops", SHORT)).end, ProgramExit::Timeout);
}

pub(crate) fn bytes_arrive_as_they_are(sandbox: &dyn Sandbox) {
    assert_eq!(run(sandbox, "raw", LONG).output, b"a\0b\xff\xfe\x1b[2J\r\n");
    assert_eq!(run(sandbox, "unfinished", LONG).output, b"42", "an answer at its end of file");
}

pub(crate) fn no_signal_can_be_refused(sandbox: &dyn Sandbox) {
    let mut program = nasty("ignores_everything");
    let mark = Mark::on(&mut program);
    let run = soon(|| sandbox.run(&program, None, None, SHORT)).unwrap();
    assert_eq!(run.end, ProgramExit::Timeout);
    mark.assert_gone();
}

pub(crate) fn children_that_hold_the_output_open_cause_no_delay(sandbox: &dyn Sandbox) {
    let answered = soon(|| run(sandbox, "holds_output", LONG));
    assert_eq!((&*answered.output, answered.end), (&b"42\n"[..], ProgramExit::Exited(0)));
    let silent = soon(|| run(sandbox, "holds_silently", LONG));
    assert_eq!((&*silent.output, silent.end), (&b""[..], ProgramExit::Exited(0)));
}

pub(crate) fn descendants_end_with_their_program(sandbox: &dyn Sandbox) {
    for (words, end) in [
        ("family", ProgramExit::Exited(0)),
        ("family_of_a_sleeper", ProgramExit::Timeout),
        ("chain", ProgramExit::Exited(0)),
    ] {
        let mut program = nasty(words);
        let mark = Mark::on(&mut program);
        let run = soon(|| sandbox.run(&program, None, None, SHORT)).unwrap();
        assert_eq!((&*run.output, run.end), (&b"42\n"[..], end), "{words}");
        mark.assert_gone();
    }
}

pub(crate) fn the_end_of_standard_error_is_stored(sandbox: &dyn Sandbox) {
    let short = run(sandbox, "complains 0", LONG);
    assert_eq!((&*short.errors, &*short.output), (&b"last words"[..], &b"42\n"[..]));
    let long = run(sandbox, "complains 8388608", LONG);
    assert_eq!((&*long.output, long.end), (&b"42\n"[..], ProgramExit::Exited(0)));
    assert_eq!(long.errors.len(), 8 << 10);
    assert!(long.errors.starts_with(b"eeee") && long.errors.ends_with(b"eelast words"));
}

pub(crate) fn endless_output_on_standard_error_gives_no_time(sandbox: &dyn Sandbox) {
    let run = soon(|| run(sandbox, "complains_forever", SHORT));
    assert_eq!((run.end, run.errors.len()), (ProgramExit::Timeout, 8 << 10));
}
