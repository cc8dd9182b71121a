//! Answers that are unreadable or illegal.

use super::{check, check_all, chooser, sower, tried};
use crate::site::Site;

#[test]
fn text_around_the_answer_is_found() {
    for answer in ["print('Move:', hole)", "print('I play R', hole, '!')", "print('hole =', hole)"]
    {
        check("bot.py", &sower(&format!("{answer}; sys.stdout.flush()")), "mancala8", "extra-text");
    }
    check("bot.py", &chooser("print(f'My move: {square}')"), "intervalo", "extra-text");
    let prompt = "line = input('Move? ')\nwhile line != 'fin':\n  own = line.split()\n  \
        print([hole for hole in range(6) if own[hole] != '0'][0], flush=True)\n  line = input('Move? ')\n";
    check("bot.py", prompt, "mancala8", "extra-text");
}

#[test]
fn lines_beside_the_answer_are_found() {
    let debug = sower("print('thinking', own)\n  print(hole, flush=True)");
    check("bot.py", &debug, "mancala8", "debug-output");
    check("bot.py", &chooser("print('free:', square)\nprint(square)"), "intervalo", "debug-output");
    check("bot.py", &chooser("print(square)\nprint(square)"), "intervalo", "two-lines");
    let go = "print(1)\nprint(1)\n";
    check("bot.py", go, "go", "two-lines");
}

#[test]
fn another_index_base_is_found() {
    check("bot.py", &chooser("print(square - 1)"), "intervalo", "index-base");
    check("bot.py", &sower("print('R', hole + 6, flush=True)"), "mancala8", "index-base");
    let last = "import sys\nprint(len(sys.argv[1]) - sys.argv[1][::-1].index('.') + 1)\n";
    check("bot.py", last, "intervalo", "index-base");
    check("bot.py", "print(0, 0)\n", "go", "index-base");
}

#[test]
fn shapes_of_numbers_are_found() {
    let answers: &[(&str, &str)] = &[
        ("print(float(square))", "decimals"),
        ("print(square / 1)", "decimals"),
        ("print('%+d' % square)", "decimals"),
        ("print([square])", "decorated"),
        ("print(repr(str(square)))", "decorated"),
        ("print((square,))", "decorated"),
        ("print(f'\"{square}\"')", "decorated"),
    ];
    for (answer, expected) in answers {
        check("bot.py", &chooser(answer), "intervalo", expected);
    }
    check("bot.py", "print((1, 1))\n", "go", "decorated");
    check("bot.py", "print('1,1')\n", "go", "wrong-separator");
    check("bot.py", "print('1\\t1')\n", "go", "wrong-separator");
}

#[test]
fn case_blanks_and_line_ends_are_found() {
    check_all("coins", "wrong-case", &["print('nnn')\n"]);
    check_all(
        "coins",
        "trailing-blanks",
        &["print('NNN ')\n", "print(' NNN')\n", "print('NNN\\n')\n"],
    );
    check_all("coins", "wrong-separator", &["print('N N N')\n", "print('N,N,N')\n"]);
    check_all("coins", "decorated", &["print(['NNN'])\n"]);
    check_all("coins", "windows-line-ends", &["import sys\nsys.stdout.write('NNN\\r\\r\\n')\n"]);
    check("bot.py", &sower("print('r', hole, flush=True)"), "mancala8", "wrong-case");
    check_all("go", "wrong-case", &["print('PASS')\n"]);
}

#[test]
fn windows_line_ends_that_do_no_harm_are_noted() {
    let advised = tried(&Site::new(), "bot.py", "print('NNN', end='\\r\\n')\n", "coins");
    assert_eq!((&advised.codes[..], advised.code), (&[][..], 0), "{:?}", advised.lines);
    assert_eq!(advised.notes, ["windows-line-ends"]);
}

#[test]
fn bytes_that_are_no_text_are_found() {
    let write = |bytes: &str| chooser(&format!("sys.stdout.buffer.write({bytes})"));
    check("bot.py", &write("bytes([square])"), "intervalo", "not-an-answer");
    check("bot.py", &write("str(square).encode('utf-16')"), "intervalo", "not-text");
    check("bot.py", &write("square.to_bytes(4, 'little')"), "intervalo", "not-text");
    check("bot.py", &write("b'\\xef\\xbb\\xbf%d' % square"), "intervalo", "byte-order-mark");
}

#[test]
fn illegal_and_senseless_answers_are_distinguished() {
    let footsteps = "while True:\n  print(30, flush=True)\n  if input() == 'fin': break\n";
    check("bot.py", footsteps, "footsteps", "illegal-move");
    check_all("intervalo", "illegal-move", &["print(7)\n"]);
    check_all("intervalo", "not-an-answer", &["print('no idea')\n"]);
    let advised = tried(&Site::new(), "bot.py", "print(7)\n", "intervalo");
    let finding = &advised.lines[0];
    assert_eq!(finding["facts"][1][0], "the rules say", "{finding}");
    assert_eq!(finding["facts"][1][1], "square 7 is not free", "{finding}");
    let exchange = finding["exchange"].as_array().unwrap();
    assert!(exchange.iter().any(|line| line.as_str().unwrap().ends_with("< 7\\n")), "{finding}");
}
