//! Recorded exchanges, and what is wrong in each.

use super::*;
use certamen_i18n::Language;

/// A game in which 2 to 9 are legal at the start, and now only 3, 5 and 7.
struct Odd;

impl Rules for Odd {
    fn read(&self, answer: &str) -> Result<(), Message> {
        let legal = ["3", "5", "7"].contains(&answer.strip_suffix('\n').unwrap_or(answer));
        if legal { Ok(()) } else { Err(Message::verbatim("it is not free")) }
    }

    fn numbers(&self) -> Numbers {
        Numbers::Places
    }

    fn was_legal_at_start(&self, answer: &str) -> bool {
        answer.trim().parse().is_ok_and(|number| (2..=9).contains(&number))
    }
}

fn case(fault: Fault) -> FaultContext<'static> {
    FaultContext {
        fault,
        protocol: Protocol::Lines,
        answered: 0,
        end: None,
        awaited: None,
        answer: None,
        unread: Vec::new(),
        errors: Vec::new(),
        sources: &[],
        hints: Hints::default(),
        busy: false,
        rules: &Odd,
    }
}

fn check(case: &FaultContext<'_>, expected: Advice) {
    let found = diagnose(case);
    assert_eq!(found.advice, expected, "{found:?}");
}

#[test]
fn invalid_answers_are_diagnosed_by_the_change_that_helps() {
    for (answer, expected) in [
        ("Move: 3", Advice::ExtraText),
        ("3 ", Advice::TrailingBlanks),
        ("3\r", Advice::WindowsLineEnds),
        ("3.0", Advice::Decimals),
        ("+3", Advice::Decimals),
        ("[3]", Advice::Decorated),
        ("'3'", Advice::Decorated),
        ("(3,)", Advice::Decorated),
        ("\u{feff}3", Advice::ByteOrderMark),
        ("1\n3", Advice::DebugOutput),
        ("3\n5", Advice::TwoLines),
        ("-3", Advice::IllegalMove),
        ("3-", Advice::WrongSeparator),
        ("[1] 3", Advice::Decorated),
        ("[1] \"3\"", Advice::Decorated),
        ("\n3 ", Advice::LineEndFirst),
        ("4", Advice::IllegalMove),
        ("what?", Advice::NotAnAnswer),
        ("", Advice::EmptyOutput),
        (" \n", Advice::EmptyOutput),
        ("3\0", Advice::NotText),
    ] {
        let answer = Some(answer.as_bytes().to_vec());
        check(&FaultContext { answer, ..case(Fault::Illegal) }, expected);
    }
    check(
        &FaultContext { answer: Some(vec![0xff, 0xfe]), ..case(Fault::Illegal) },
        Advice::NotText,
    );
}

#[test]
fn the_element_number_that_r_prints_is_ignored() {
    /// 3 and 13 are legal.
    struct Teens;
    impl Rules for Teens {
        fn read(&self, answer: &str) -> Result<(), Message> {
            Odd.read(answer.strip_prefix('1').unwrap_or(answer))
        }
        fn was_legal_at_start(&self, answer: &str) -> bool {
            Odd.was_legal_at_start(answer)
        }
        fn numbers(&self) -> Numbers {
            Numbers::Places
        }
    }
    let found = diagnose(&FaultContext {
        answer: Some(b"[1] 3\n".to_vec()),
        rules: &Teens,
        ..case(Fault::Illegal)
    });
    let would_do = found.facts.iter().find(|fact| matches!(fact, Fact::WouldDo(_))).unwrap();
    assert_eq!(would_do.value(Language::En), "3");
}

#[test]
fn the_word_that_an_engine_does_not_send_is_named() {
    for fault in [Fault::Timeout, Fault::Exit] {
        let case = FaultContext {
            protocol: Protocol::Uci,
            awaited: Some("readyok"),
            answer: Some(b"info string loading".to_vec()),
            ..case(fault)
        };
        let found = diagnose(&case);
        assert_eq!(found.advice, Advice::MissingWord);
        assert!(found.facts.iter().any(|fact| fact.value(Language::Fr) == "readyok"));
        let other = diagnose(&FaultContext { protocol: Protocol::Lines, ..case });
        assert_ne!(other.advice, Advice::MissingWord);
    }
}

#[test]
fn amounts_have_no_index_base() {
    struct Bids;
    impl Rules for Bids {
        fn read(&self, answer: &str) -> Result<(), Message> {
            Odd.read(answer)
        }
        fn was_legal_at_start(&self, answer: &str) -> bool {
            Odd.was_legal_at_start(answer)
        }
        fn numbers(&self) -> Numbers {
            Numbers::Amounts
        }
    }
    for (answer, rules, expected) in [
        ("10", &Odd as &dyn Rules, Advice::IllegalMove),
        ("1", &Odd, Advice::IllegalMove),
        ("6", &Bids, Advice::IllegalMove),
        ("-3", &Bids, Advice::IllegalMove),
    ] {
        check(
            &FaultContext { answer: Some(answer.into()), rules, ..case(Fault::Illegal) },
            expected,
        );
    }
}

#[test]
fn any_bytes_have_a_diagnosis() {
    for first in 0..=255 {
        for second in [0, b'\n', b'3', b'[', 0xc3, 0xff] {
            let answer = Some(vec![first, second, b'.']);
            diagnose(&FaultContext { answer, ..case(Fault::Illegal) });
        }
    }
    let long = Some(vec![b'['; 100_000]);
    diagnose(&FaultContext { answer: long, ..case(Fault::Illegal) });
}

#[test]
fn silence_is_diagnosed_by_hints() {
    let silent = || case(Fault::Timeout);
    let hints = |once_closed: &str, while_open| Hints {
        once_closed: Some(once_closed.into()),
        while_open,
        ..Hints::default()
    };
    check(&FaultContext { hints: hints("3", Some(true)), ..silent() }, Advice::MissingFlush);
    check(&FaultContext { hints: hints("3", Some(false)), ..silent() }, Advice::ReadsAllInput);
    check(&FaultContext { hints: hints("3", None), ..silent() }, Advice::MissingFlush);
    let source = Source { name: "b.py".into(), content: b"print(3)\n".to_vec() };
    let sources = std::slice::from_ref(&source);
    let found = diagnose(&FaultContext { hints: hints("3", None), sources, ..silent() });
    let flush = found.facts.iter().find(|fact| matches!(fact, Fact::Flush(_))).unwrap();
    assert_eq!(flush.value(Language::En), "print(x, flush=True)");
    let source = Source { name: "b.rb".into(), content: b"line = STDIN.read\n".to_vec() };
    let sources = std::slice::from_ref(&source);
    check(&FaultContext { hints: hints("3", None), sources, ..silent() }, Advice::ReadsAllInput);
    let after_input = Hints { after_input: Some(b"3".to_vec()), ..Hints::default() };
    check(&FaultContext { hints: after_input, ..silent() }, Advice::WaitsToBeTold);
    check(&FaultContext { unread: b"3".to_vec(), ..silent() }, Advice::MissingLineEnd);
    check(&FaultContext { unread: b"Move? ".to_vec(), ..silent() }, Advice::ExtraText);
    check(&FaultContext { errors: b"hm\n3\n".to_vec(), ..silent() }, Advice::OnStandardError);
    check(&silent(), Advice::WaitsForever);
    check(&FaultContext { busy: true, ..silent() }, Advice::InfiniteLoop);
    check(&FaultContext { busy: true, answered: 4, ..silent() }, Advice::TooSlow);
}

#[test]
fn ends_are_diagnosed_by_earlier_output() {
    let ended = || case(Fault::Exit);
    check(&ended(), Advice::EmptyOutput);
    check(&FaultContext { answered: 1, ..ended() }, Advice::ExitsAfterFirstAnswer);
    check(&FaultContext { answered: 2, ..ended() }, Advice::ExitsEarly);
    let other = Hints { other_protocol: Some(Protocol::Argv), ..Hints::default() };
    check(&FaultContext { hints: other, ..ended() }, Advice::WrongProtocol);
    for (errors, expected) in [
        (
            "Traceback (most recent call last):\n  File \"b.py\", line 3, in f\nKeyError: 3\n",
            Advice::Exception,
        ),
        ("MemoryError\n", Advice::MemoryLimit),
        ("ModuleNotFoundError: No module named 'numpy'\n", Advice::MissingModule),
        ("FileNotFoundError: [Errno 2] No such file or directory: 'x'\n", Advice::MissingFile),
        ("socket.gaierror: [Errno -3] Temporary failure in name resolution\n", Advice::NoNetwork),
        (
            "Exception in thread \"main\" java.lang.ArithmeticException: / by zero\n",
            Advice::Exception,
        ),
        (
            "Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space\n",
            Advice::MemoryLimit,
        ),
        ("b.rb:3:in `f': undefined method (NoMethodError)\n", Advice::Exception),
        ("lua5.4: b.lua:3: attempt to index a nil value\n", Advice::Exception),
        ("thread 'main' panicked at b.rs:3:5:\nindex out of bounds\n", Advice::Exception),
        ("Can't locate JSON/XS.pm in @INC\n", Advice::MissingModule),
        ("PHP Fatal error:  Uncaught Error: x in b.php:3\n", Advice::Exception),
        ("just thinking\n", Advice::EmptyOutput),
    ] {
        check(&FaultContext { errors: errors.into(), ..ended() }, expected);
    }
    check(
        &FaultContext { end: Some(ProgramExit::Signalled(11)), ..case(Fault::Crash) },
        Advice::Crash,
    );
    check(&case(Fault::Memory), Advice::MemoryLimit);
    check(&case(Fault::Output), Advice::OutputLimit);
    check(&case(Fault::Security), Advice::ForbiddenCall);
}

#[test]
fn a_traceback_is_quoted_with_its_place() {
    let errors =
        "Traceback (most recent call last):\n  File \"b.py\", line 3, in f\nKeyError: '\u{1b}'\n";
    let found = diagnose(&FaultContext { errors: errors.into(), ..case(Fault::Exit) });
    let facts: Vec<String> = found.facts.iter().map(|fact| fact.value(Language::En)).collect();
    assert_eq!(facts, ["KeyError: '\\u{1b}'", "File \"b.py\", line 3, in f"]);
}
