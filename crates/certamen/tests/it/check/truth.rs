//! Programs of new authors that once got wrong advice.

use super::{advised, check, check_all, chooser, tried};
use crate::site::Site;
use std::time::{Duration, Instant};

/// A program for FootSteps that bids `bid` in each turn.
fn bidder(bid: &str) -> String {
    format!(
        "import random\nwhile True:\n  print({bid}, flush=True)\n  if input() == 'fin': break\n"
    )
}

#[test]
fn a_square_that_is_taken_or_a_hole_that_is_empty_is_an_illegal_move() {
    check("bot.py", "print(1)\n", "intervalo", "illegal-move");
    for hole in ["'R 3'", "3"] {
        let source =
            format!("while True:\n  if input() == 'fin': break\n  print({hole}, flush=True)\n");
        check("bot.py", &source, "mancala8", "illegal-move");
    }
}

#[test]
fn an_amount_that_is_not_allowed_is_an_illegal_move() {
    for bid in ["0", "-4", "random.choice([0])"] {
        check("bot.py", &bidder(bid), "footsteps", "illegal-move");
    }
}

#[test]
fn an_output_buffer_is_distinguished_from_reading_to_the_end_in_every_language() {
    let cpp = "#include <iostream>\n#include <sstream>\n#include <string>\nusing namespace std;\n\
        int main() {\n  ios::sync_with_stdio(false);\n  cin.tie(nullptr);\n  string line;\n  \
        while (getline(cin, line) && line != \"fin\") {\n    istringstream own(line);\n    \
        int hole = 0, seeds = 0;\n    for (int i = 0; i < 6 && !seeds; i++) { own >> seeds; hole = i; }\n    \
        cout << hole << \"\\n\";\n  }\n}\n";
    check("bot.cpp", cpp, "mancala8", "missing-flush");
    let perl = "while (<STDIN>) {\n  last if /fin/;\n  my @own = split;\n  my ($hole) = grep { $own[$_] } 0..5;\n  \
        print \"$hole\\n\";\n}\n";
    check("bot.pl", perl, "mancala8", "missing-flush");
    let words = "#include <iostream>\n#include <string>\nusing namespace std;\n\
        int main() {\n  ios::sync_with_stdio(false);\n  cin.tie(nullptr);\n  string bid;\n  \
        do cout << 1 << \"\\n\"; while (cin >> bid && bid != \"fin\");\n}\n";
    check("bot.cpp", words, "footsteps", "missing-flush");
    let all = "my @all = <STDIN>;\n$| = 1;\nprint \"0\\n\" for @all;\n";
    check("bot.pl", all, "mancala8", "reads-all-input");
}

#[test]
fn an_answer_that_comes_too_late_is_reported_and_no_empty_line_stands_for_it() {
    let site = Site::new();
    site.write(
        "bot.py",
        "import sys\nwhile True:\n  print(7)\n  if 'fin' in sys.stdin.readline(): break\n",
    );
    let said = site.run(&["check", "bot.py", "--game", "footsteps", "--patience", "1s"]);
    assert!(said.out.contains("correction: missing-flush\n"), "{said:?}");
    assert!(said.out.contains("  the answer: 7"), "{said:?}");
    let (_, exchange) = said.out.split_once("byte for byte").unwrap();
    let mut heard = exchange.lines().filter(|line| line.contains("  < "));
    assert!(heard.all(|line| line.contains('7')), "{exchange}");
}

#[test]
fn a_java_class_that_is_not_found_is_named() {
    let main =
        "{ public static void main(String[] a) { System.out.println(a[0].indexOf('.') + 1); } }\n";
    for (head, line) in
        [("class Other ", "class Other"), ("package ana.bots;\nclass bot ", "package")]
    {
        let advised = tried(&Site::new(), "bot.java", &format!("{head}{main}"), "intervalo");
        assert_eq!(advised.codes, ["class-name"], "{:#?}", advised.lines);
        assert!(advised.lines[0]["facts"].to_string().contains(line), "{:#?}", advised.lines);
    }
}

#[test]
fn what_r_prints_before_a_number_is_no_digit_of_it() {
    let source =
        "square <- regexpr('.', commandArgs(TRUE)[1], fixed = TRUE)[1] + 7\nprint(square)\n";
    let advised = tried(&Site::new(), "bot.R", source, "intervalo");
    assert_eq!(advised.codes, ["decorated"], "{:#?}", advised.lines);
    assert_eq!(advised.lines[0]["facts"][1][1], "8", "{:#?}", advised.lines);
}

#[test]
fn a_bot_that_ignores_the_end_message_gets_the_time_limit_explained() {
    // One that goes on printing may be stopped by the limit of output first.
    let source = "import time\nwhile True:\n  print(1, flush=True)\n  try: input()\n  \
                  except EOFError: time.sleep(60)\n";
    let advised = tried(&Site::new(), "bot.py", source, "footsteps");
    assert_eq!((&advised.codes[..], advised.code), (&[][..], 0), "{:#?}", advised.lines);
    assert_eq!(advised.notes, ["ignores-farewell"], "{:#?}", advised.lines);
    let figure = advised.lines[0]["facts"][0][1].as_str().unwrap();
    assert!(figure.ends_with(" ms") && figure.len() >= "150 ms".len(), "{figure}");
    let polite = tried(&Site::new(), "bot.py", &bidder("1"), "footsteps");
    assert!(polite.notes.is_empty() && polite.codes.is_empty(), "{:#?}", polite.lines);
}

#[test]
fn closing_the_output_is_an_early_exit_and_staying_is_no_exit() {
    let closes = "import sys, time\nprint(8, flush=True)\nsys.stdout.close()\ntime.sleep(60)\n";
    check("bot.py", closes, "footsteps", "exits-early");
    let waits = chooser("print(square, flush=True)\nimport time\ntime.sleep(60)");
    check("bot.py", &waits, "intervalo", "does-not-end");
}

#[test]
fn a_bot_that_expects_arguments_has_the_wrong_protocol() {
    let source = "import sys\npoints = int(sys.argv[1])\nprint(min(points, 4))\n";
    let advised = tried(&Site::new(), "bot.py", source, "footsteps");
    assert_eq!(advised.codes, ["wrong-protocol"], "{:#?}", advised.lines);
    assert!(advised.lines[0]["facts"].to_string().contains("sys.argv[1]"), "{:#?}", advised.lines);
}

#[test]
fn a_failure_before_the_first_answer_is_reported_at_once() {
    // Ten times the target, to leave room for other load on the machine.
    for (source, game, expected) in [
        ("import nonumpy\nprint(1)\n", "footsteps", "missing-module"),
        ("prit(1)\n", "intervalo", "exception"),
    ] {
        let began = Instant::now();
        let site = Site::new();
        site.write("bot.py", source);
        let advised = advised(&site, &["check", "bot.py", "--game", game, "--json"]);
        assert_eq!(advised.codes, [expected], "{:#?}", advised.lines);
        assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    }
}

#[test]
fn who_sleeps_as_long_as_the_limit_hears_the_same_in_every_tier() {
    let sleeper = |seconds: &str| {
        format!(
            "import time\nturn = 0\nwhile True:\n  turn += 1\n  if turn == 3: time.sleep({seconds})\n  \
             print(1, flush=True)\n  if input() == 'fin': break\n"
        )
    };
    let site = Site::new();
    let mut heard = Vec::new();
    for tier in ["A", "B", "C", "D"] {
        let of = |source: String| {
            site.write("bot.py", source);
            let asked = ["check", "bot.py", "--game", "footsteps", "--move-time", "1s"];
            let said =
                site.run(&[&asked[..], &["--patience", "1s", "--json", "--tier", tier]].concat());
            let line = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
            let lines = said.out.lines().map(line).filter(|line| line["weight"] == "correction");
            let codes: Vec<String> = lines.map(|line| line["advice"].to_string()).collect();
            (said.code, codes)
        };
        let (code, codes) = of(sleeper("1.5"));
        if code == 1 && codes.is_empty() {
            continue;
        }
        heard.push((tier, codes, of(sleeper("0.2"))));
    }
    assert!(heard.iter().any(|(tier, ..)| *tier == "D"), "{heard:?}");
    for (tier, slept, napped) in heard {
        assert_eq!(slept, ["\"waits-forever\""], "tier {tier}");
        assert_eq!(napped, (0, Vec::new()), "tier {tier}");
    }
}

#[test]
fn sources_in_other_encodings_are_named() {
    let python = chooser("# caf\u{e9}\nprint(square)");
    let java =
        "class bot { static String s = \"caf\u{e9}\"; public static void main(String[] a) { } }\n";
    let latin = |text: &str| text.chars().map(|letter| letter as u8).collect::<Vec<u8>>();
    let wide = |text: &str| {
        let units = text.encode_utf16().flat_map(u16::to_le_bytes);
        [0xff, 0xfe].into_iter().chain(units).collect::<Vec<u8>>()
    };
    for (file, bytes) in
        [("bot.py", latin(&python)), ("bot.py", wide(&python)), ("bot.java", latin(java))]
    {
        let site = Site::new();
        site.write(file, bytes);
        let advised = advised(&site, &["check", file, "--game", "intervalo", "--json"]);
        assert_eq!(advised.codes, ["not-utf8"], "{file} {:#?}", advised.lines);
    }
}

#[test]
fn an_end_of_line_before_the_answer_is_named() {
    let lisp = "(print (1+ (position #\\. (cadr sb-ext:*posix-argv*))))\n";
    check("bot.lisp", lisp, "intervalo", "line-end-first");
    let buffered = "(loop (print 1)\n  (when (string= (read-line *standard-input* nil \"fin\") \"fin\") (return)))\n";
    check("bot.lisp", buffered, "footsteps", "line-end-first");
    check_all("intervalo", "line-end-first", &["print('\\n1 ', end='')\n"]);
}

#[test]
fn a_module_that_is_not_there_is_named_with_the_line_that_asks_for_it() {
    let source = "const list = require('lodash');\nconsole.log(1);\n";
    let advised = tried(&Site::new(), "bot.js", source, "intervalo");
    assert_eq!(advised.codes, ["missing-module"], "{:#?}", advised.lines);
    let facts = advised.lines[0]["facts"].to_string();
    assert!(facts.contains("bot.js:1:"), "{facts}");
}

#[test]
fn unknown_endings_and_folders_without_a_manifest_have_a_way_out() {
    let site = Site::new();
    site.write("BOT.PY", "print(1)\n");
    let misspelt = advised(&site, &["check", "BOT.PY", "--game", "intervalo", "--json"]);
    assert_eq!((&misspelt.codes[..], misspelt.code), (&["unknown-language".to_owned()][..], 3));
    assert_eq!(misspelt.lines[0]["facts"][1][1], ".py", "{:#?}", misspelt.lines);
    site.write("folder/bot.py", "print(1)\n");
    let bare = advised(&site, &["check", "folder", "--game", "intervalo", "--json"]);
    assert_eq!((&bare.codes[..], bare.code), (&["no-manifest".to_owned()][..], 3));
}

#[test]
fn what_compilers_and_libraries_say_is_shown_as_it_is() {
    let site = Site::new();
    site.write("bot.c", "int main(void) { int x = \"a\\n\"; return 0 }\n");
    let said = site.run(&["check", "bot.c", "--game", "intervalo", "--lang", "es"]);
    assert!(said.out.contains("  salida del compilador:\n"), "{said:?}");
    assert!(!said.out.contains("byte por byte") && !said.out.contains("\\u{2018}"), "{said:?}");
    assert!(said.out.contains("int x = \"a\\n\"; return 0 }"), "{said:?}");
    let windows = chooser("open('C:\\\\Users\\\\Ana\\\\table.txt')");
    let advised = tried(&site, "bot.py", &windows, "intervalo");
    let error = advised.lines[0]["facts"][0][1].as_str().unwrap();
    assert!(error.ends_with("'C:\\\\Users\\\\Ana\\\\table.txt'"), "{error}");
}

#[test]
fn nothing_of_a_translated_report_is_english() {
    let site = Site::new();
    site.write("bot.py", bidder("0"));
    for (language, words) in [
        ("es", ["protocolo lines, nivel", "inicio", "semilla", "las reglas dicen: "]),
        ("fr", ["protocole lines, niveau", "début", "graine", "les règles disent\u{202f}: "]),
        ("it", ["protocollo lines, livello", "inizio", "seme", "le regole dicono: "]),
    ] {
        let said = site.run(&["check", "bot.py", "--game", "footsteps", "--lang", language]);
        for word in words {
            assert!(said.out.contains(word), "{word}\n{}", said.out);
        }
        for word in ["protocol lines", "* start", "seed", "bid 0: with"] {
            assert!(!said.out.contains(word), "{word}\n{}", said.out);
        }
    }
}

#[test]
fn a_compiler_s_warnings_are_shown_to_those_who_ask() {
    let site = Site::new();
    let source = "#include <stdio.h>\n#include <string.h>\nint main(int count, char **words) {\n  \
        int place = strchr(words[1], '.') - words[1];\n  char *never = 7;\n  \
        printf(\"%d\\n\", place + 1);\n}\n";
    site.write("bot.c", source);
    let arguments = ["check", "bot.c", "--game", "intervalo", "--patience", "1s", "--lang", "en"];
    let quiet = site.run(&arguments);
    assert!(quiet.code == 0 && !quiet.out.contains("warning:"), "{quiet:?}");
    let asked = site.run(&[&arguments[..], &["--warnings"]].concat());
    assert!(asked.out.starts_with("compiler output:\n"), "{asked:?}");
    assert!(asked.out.contains("warning: initialization of ‘char *’"), "{asked:?}");
}
