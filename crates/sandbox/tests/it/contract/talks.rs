//! Programs that live through a match.

use super::{LONG, Quick, SHORT, receive, soon};
use crate::programs::{Mark, nasty, peak_memory, python};
use certamen_sandbox::{Broken, Process, ProgramExit, Sandbox, TimeBudget};
use std::time::{Duration, Instant};

/// A living program and what is said to it.
struct Talk(Box<dyn Process>);

impl Talk {
    fn with(sandbox: &dyn Sandbox, words: &str) -> Talk {
        Talk(sandbox.start(&nasty(words)).unwrap())
    }

    fn send(&mut self, line: &str) {
        self.0.send(line.as_bytes()).unwrap();
    }

    /// The next line within `time`, or the end.
    fn hear_within(&mut self, time: Duration) -> Result<String, ProgramExit> {
        let mut line = b"what was there before".to_vec();
        match receive(&mut *self.0, &mut line, time) {
            Ok(()) => Ok(String::from_utf8(line).unwrap()),
            Err(Broken::Program(end)) => Err(end),
            Err(Broken::Sandbox(error)) => panic!("{error}"),
        }
    }

    /// The next line, or the end, at once.
    fn hear(&mut self) -> Result<String, ProgramExit> {
        soon(|| self.hear_within(LONG))
    }

    fn asked(&mut self, line: &str) -> Result<String, ProgramExit> {
        self.send(line);
        self.hear()
    }
}

#[expect(clippy::unnecessary_wraps, reason = "what is heard is either this or an end")]
fn said(line: &str) -> Result<String, ProgramExit> {
    Ok(line.to_owned())
}

pub(crate) fn lines_are_answered(sandbox: &dyn Sandbox) {
    let mut talk = Talk::with(sandbox, "echoes");
    for line in ["1", "", "two words", "ñ", "1"] {
        assert_eq!(talk.asked(line), said(line));
    }
    assert_eq!(talk.0.errors(), b"");
}

pub(crate) fn a_dialogue_with_a_script_works(sandbox: &dyn Sandbox) {
    let script = "while True: print(int(input()) + 1, flush=True)";
    let mut talk = Talk(sandbox.start(&python(script)).unwrap());
    for number in 0..10 {
        assert_eq!(talk.asked(&number.to_string()), Ok((number + 1).to_string()));
    }
    assert_eq!(talk.asked("nonsense"), Err(ProgramExit::Exited(1)));
    let words = String::from_utf8_lossy(talk.0.errors()).into_owned();
    assert!(words.contains("ValueError") && words.contains("nonsense"), "{words}");
}

pub(crate) fn long_lines_pass(sandbox: &dyn Sandbox) {
    let mut talk = Talk::with(sandbox, "echoes");
    let longest = "x".repeat(64 << 10);
    assert_eq!(talk.asked(&longest), Ok(longest.clone()));
    assert_eq!(talk.asked("short"), said("short"));
    assert_eq!(talk.asked(&(longest + "x")), Err(ProgramExit::Output));
}

pub(crate) fn a_line_longer_than_what_may_wait_arrives(sandbox: &dyn Sandbox) {
    let script = "while True: print(len(input()), flush=True)";
    let mut talk = Talk(sandbox.start(&python(script)).unwrap());
    assert_eq!(talk.asked(&"x".repeat(3 << 20)), Ok((3 << 20).to_string()));
    assert_eq!(talk.asked("short"), said("5"));
}

pub(crate) fn sleepers_stay_timed_out(sandbox: &dyn Sandbox) {
    let mut talk = Talk::with(sandbox, "sleeps");
    assert_eq!(soon(|| talk.hear_within(SHORT)), Err(ProgramExit::Timeout));
    assert_eq!(talk.hear(), Err(ProgramExit::Timeout));
    assert!(matches!(talk.0.send(b"anybody?"), Err(Broken::Program(ProgramExit::Timeout))));
}

pub(crate) fn sleepers_are_not_waited_for(sandbox: &dyn Sandbox) {
    let mut talk = Talk::with(sandbox, "sleeps");
    assert_eq!(talk.hear(), Err(ProgramExit::Timeout));
    let slept = talk.0.asleep();
    assert!((Duration::from_millis(500)..Duration::from_secs(1)).contains(&slept), "{slept:?}");
}

pub(crate) fn a_line_is_awaited_without_ending_the_program(sandbox: &dyn Sandbox) {
    let script = "import sys\nsys.stdout.write('un'); sys.stdout.flush(); input()\n\
        print('asked', flush=True); input(); print('end', flush=True)";
    let mut talk = Talk(sandbox.start(&python(script)).unwrap());
    let time = TimeBudget { cpu: LONG, wall: LONG };
    talk.0.begin_turn(time).unwrap();
    let awaited = |talk: &mut Talk, time| talk.0.await_line(Instant::now() + time).to_vec();
    let mut first = Vec::new();
    // Starting takes a while on a busy machine.
    soon(|| {
        while first.is_empty() {
            first = awaited(&mut talk, SHORT);
        }
    });
    assert_eq!(first, b"un", "the program waits");
    assert_eq!(awaited(&mut talk, SHORT), b"un", "and it was not ended");
    talk.send("");
    assert_eq!(soon(|| awaited(&mut talk, LONG)), b"unasked\n");
    assert_eq!(soon(|| awaited(&mut talk, LONG)), b"unasked\n", "nothing was taken");
    talk.0.end_turn().unwrap();
    assert_eq!(talk.hear(), said("unasked"));
    assert_eq!(talk.asked(""), said("end"));
    talk.0.begin_turn(time).unwrap();
    assert_eq!(soon(|| awaited(&mut talk, LONG)), b"", "its end is not waited for");
    talk.0.end_turn().unwrap();
    let mut flood = Talk::with(sandbox, "one_line");
    flood.0.begin_turn(time).unwrap();
    assert!(soon(|| awaited(&mut flood, LONG)).len() < 1 << 20, "it is bounded");
}

pub(crate) fn naps_are_counted_together(sandbox: &dyn Sandbox) {
    let script = "import time\nfor n in range(99): input(); time.sleep(0.4); print(n, flush=True)";
    let mut talk = Talk(sandbox.start(&python(script)).unwrap());
    let time = Duration::from_secs(1);
    let mut answers = 0;
    let end = loop {
        talk.send("another");
        match talk.hear_within(time) {
            Ok(_) => answers += 1,
            Err(end) => break end,
        }
        assert!(answers < 20, "it slept for eight seconds");
    };
    assert_eq!(end, ProgramExit::Timeout);
    assert!(answers > 1, "two naps are shorter than what may be slept");
}

pub(crate) fn a_computing_program_is_awake(sandbox: &dyn Sandbox) {
    let script = "import subprocess, sys\nbusy = 'import time\\nend = time.process_time() + 1.2\\n\
        while time.process_time() < end: pass'\nwhile True:\n    if input() == 'self': exec(busy)\n    \
        else: subprocess.run([sys.executable, '-S', '-c', busy])\n    print('done', flush=True)";
    let mut talk = Talk(sandbox.start(&python(script)).unwrap());
    for who in ["self", "child"] {
        talk.send(who);
        assert_eq!(talk.hear_within(LONG), said("done"), "{who}");
    }
}

pub(crate) fn a_late_answer_is_never_read(sandbox: &dyn Sandbox) {
    let mut talk = Talk::with(sandbox, "late 200");
    assert_eq!(soon(|| talk.hear_within(SHORT)), Err(ProgramExit::Timeout));
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(talk.hear(), Err(ProgramExit::Timeout));

    // Neither is one that was on its way when the program was stopped for something else.
    let script =
        "import sys\nsys.stdout.write('x' * 70_000 + '\\n7\\n7\\n')\nsys.stdout.flush()\ninput()";
    let mut talk = Talk(sandbox.start(&python(script)).unwrap());
    assert_eq!(talk.hear(), Err(ProgramExit::Output));
    assert_eq!(talk.hear(), Err(ProgramExit::Output));
}

pub(crate) fn lines_are_bounded(sandbox: &dyn Sandbox) {
    let before = peak_memory();
    for words in ["floods", "one_line"] {
        assert_eq!(Talk::with(sandbox, words).hear(), Err(ProgramExit::Output), "{words}");
    }
    let grown = peak_memory().saturating_sub(before);
    assert!(grown < 16 << 10, "{grown} KiB more memory");
}

pub(crate) fn endless_lines_are_read_one_by_one(sandbox: &dyn Sandbox) {
    let before = peak_memory();
    let mut talk = Talk::with(sandbox, "lines");
    for _ in 0..100_000 {
        assert_eq!(talk.hear(), said("7"));
    }
    let grown = peak_memory().saturating_sub(before);
    assert!(grown < 16 << 10, "{grown} KiB more memory");
}

pub(crate) fn output_in_small_pieces_gives_no_time(sandbox: &dyn Sandbox) {
    let mut talk = Talk::with(sandbox, "drips");
    assert_eq!(soon(|| talk.hear_within(SHORT)), Err(ProgramExit::Timeout));
}

pub(crate) fn lines_written_ahead_are_stored(sandbox: &dyn Sandbox) {
    let mut talk = Talk::with(sandbox, "ahead");
    let heard: Vec<_> = (0..3).map(|_| talk.asked("next")).collect();
    assert_eq!(heard, [said("1"), said("2"), said("3")]);
    assert_eq!(talk.hear_within(SHORT), Err(ProgramExit::Timeout));
}

pub(crate) fn an_incomplete_line_is_no_line(sandbox: &dyn Sandbox) {
    let mut talk = Talk::with(sandbox, "ahead_and_gone");
    assert_eq!([talk.hear(), talk.hear()], [said("1"), said("2")]);
    assert_eq!(talk.hear(), Err(ProgramExit::Exited(0)));
    assert_eq!(Talk::with(sandbox, "unfinished").hear(), Err(ProgramExit::Exited(0)));
}

pub(crate) fn closing_the_output_is_the_end(sandbox: &dyn Sandbox) {
    let mut talk = Talk::with(sandbox, "closes");
    assert_eq!([talk.hear(), talk.hear()], [said("42"), Err(ProgramExit::Exited(0))]);
    assert_eq!(Talk::with(sandbox, "closes_silently").hear(), Err(ProgramExit::Exited(0)));
}

pub(crate) fn unread_lines_do_not_block(sandbox: &dyn Sandbox) {
    let before = peak_memory();
    let mut talk = Talk::with(sandbox, "sleeps");
    let line = vec![b'x'; 10_000];
    let broken = soon(|| (0..10_000).find_map(|_| talk.0.send(&line).err()));
    assert!(matches!(broken, Some(Broken::Program(ProgramExit::Timeout))), "{broken:?}");
    let grown = peak_memory().saturating_sub(before);
    assert!(grown < 16 << 10, "{grown} KiB more memory");

    let mut talk = Talk::with(sandbox, "sleeps");
    soon(|| (0..50).for_each(|_| talk.0.send(&line).unwrap()));
    assert_eq!(soon(|| talk.hear_within(SHORT)), Err(ProgramExit::Timeout));
}

pub(crate) fn a_program_that_answers_need_not_read(sandbox: &dyn Sandbox) {
    let mut talk = Talk::with(sandbox, "lines");
    let line = "x".repeat(1_000);
    for _ in 0..500 {
        assert_eq!(talk.asked(&line), said("7"));
    }
    // What is read late still arrives whole.
    let script = "import sys, time\nprint(1, flush=True)\ntime.sleep(0.1)\n\
        print(sum(len(input()) for _ in range(500)), flush=True)";
    let mut talk = Talk(sandbox.start(&python(script)).unwrap());
    (0..500).for_each(|_| talk.send(&line));
    assert_eq!([talk.hear(), talk.hear()], [said("1"), said("500000")]);
}

pub(crate) fn the_end_is_reported(sandbox: &dyn Sandbox) {
    for (words, end) in [
        ("exits 0", ProgramExit::Exited(0)),
        ("exits 7", ProgramExit::Exited(7)),
        ("dies 11", ProgramExit::Signalled(11)),
        ("dies 6", ProgramExit::Signalled(6)),
        ("dies 9", ProgramExit::Signalled(9)),
    ] {
        assert_eq!(Talk::with(sandbox, words).hear(), Err(end), "{words}");
    }
    for (words, end) in [
        ("answers_and_exits 3", ProgramExit::Exited(3)),
        ("answers_and_dies 11", ProgramExit::Signalled(11)),
    ] {
        let mut talk = Talk::with(sandbox, words);
        assert_eq!([talk.hear(), talk.hear(), talk.hear()], [said("42"), Err(end), Err(end)]);
    }
}

pub(crate) fn sending_to_an_ended_program_is_possible(sandbox: &dyn Sandbox) {
    let mut program = nasty("exits 7");
    let mark = Mark::on(&mut program);
    let mut talk = Talk(sandbox.start(&program).unwrap());
    mark.assert_gone();
    (0..1_000).for_each(|_| talk.send("hello?"));
    assert_eq!(talk.hear(), Err(ProgramExit::Exited(7)));
}

pub(crate) fn a_program_that_stops_itself_runs_out_of_time(sandbox: &dyn Sandbox) {
    let mut talk = Talk::with(sandbox, "stops");
    assert_eq!(soon(|| talk.hear_within(SHORT)), Err(ProgramExit::Timeout));
}

pub(crate) fn no_signal_can_be_refused(sandbox: &dyn Sandbox) {
    let mut program = nasty("ignores_everything");
    let mark = Mark::on(&mut program);
    let mut talk = Talk(sandbox.start(&program).unwrap());
    assert_eq!(talk.asked("fin"), said("fin"));
    assert!(mark.lives());
    soon(|| drop(talk));
    mark.assert_gone();
}

pub(crate) fn children_that_hold_the_output_open_cause_no_delay(sandbox: &dyn Sandbox) {
    assert_eq!(Talk::with(sandbox, "holds_silently").hear(), Err(ProgramExit::Exited(0)));
    let mut talk = Talk::with(sandbox, "holds_output");
    assert_eq!([talk.hear(), talk.hear()], [said("42"), Err(ProgramExit::Exited(0))]);
}

pub(crate) fn descendants_end_with_their_program(sandbox: &dyn Sandbox) {
    for words in ["family", "family_of_a_sleeper", "chain"] {
        let mut program = nasty(words);
        let mark = Mark::on(&mut program);
        let mut talk = Talk(sandbox.start(&program).unwrap());
        assert_eq!(talk.hear(), said("42"), "{words}");
        soon(|| drop(talk));
        mark.assert_gone();
    }
}

pub(crate) fn bytes_arrive_as_they_are(sandbox: &dyn Sandbox) {
    let mut talk = Talk::with(sandbox, "raw 50");
    let mut line = Vec::new();
    receive(&mut *talk.0, &mut line, LONG).unwrap();
    assert_eq!(line, b"a\0b\xff\xfe\x1b[2J\r");
}

pub(crate) fn closed_input_is_an_end(sandbox: &dyn Sandbox) {
    let mut talk = Talk::with(sandbox, "echoes");
    talk.send("last");
    talk.0.close();
    assert_eq!([talk.hear(), talk.hear()], [said("last"), Err(ProgramExit::Exited(0))]);
}

pub(crate) fn output_on_standard_error_does_not_block(sandbox: &dyn Sandbox) {
    let mut talk = Talk::with(sandbox, "complains_about_lines");
    for line in ["1", "2", "3"] {
        assert_eq!(talk.asked(line), said(line));
    }
    assert!(talk.0.errors().iter().all(|byte| *byte == b'e'));
    talk.0.close();
    assert_eq!(talk.hear(), Err(ProgramExit::Exited(0)));
    assert!(talk.0.errors().ends_with(b"eeheard it all"));
    assert_eq!(talk.0.errors().len(), 8 << 10);
}

pub(crate) fn endless_output_on_standard_error_gives_no_time(sandbox: &dyn Sandbox) {
    let mut talk = Talk::with(sandbox, "complains_forever");
    assert_eq!(soon(|| talk.hear_within(SHORT)), Err(ProgramExit::Timeout));
    soon(|| drop(Talk::with(sandbox, "complains_forever")));
}
