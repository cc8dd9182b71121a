//! Programs that crash or are killed.

use super::{check, chooser, sower, tried};
use crate::site::Site;

#[test]
fn an_exception_is_named_with_its_line() {
    let source = chooser("print([][square])");
    let advised = tried(&Site::new(), "bot.py", &source, "intervalo");
    assert_eq!(advised.codes, ["exception"], "{:?}", advised.lines);
    let facts = advised.lines[0]["facts"].to_string();
    assert!(facts.contains("IndexError: list index out of range"), "{facts}");
    assert!(facts.contains("bot.py") && facts.contains("line 3"), "{facts}");
    check("bot.py", &sower("raise ValueError(hole)"), "mancala8", "exception");
}

#[test]
fn a_crash_is_named_with_its_signal() {
    let source = "#include <stdio.h>\nint main(int count, char **words) {\n  \
        volatile int *nowhere = 0;\n  printf(\"%d\\n\", *nowhere);\n}\n";
    let advised = tried(&Site::new(), "bot.c", source, "intervalo");
    assert_eq!(advised.codes, ["crash"], "{:?}", advised.lines);
    assert!(advised.lines[0]["facts"].to_string().contains("SIGSEGV"), "{:?}", advised.lines);
}

#[test]
fn limits_are_named() {
    check("bot.py", "x = bytearray(10 ** 9)\nprint(1)\n", "intervalo", "memory-limit");
    check("bot.py", "while True: print('much')\n", "intervalo", "output-limit");
}

#[test]
fn files_networks_and_modules_that_are_not_there_are_named() {
    check("bot.py", &chooser("open('book.txt')\nprint(square)"), "intervalo", "missing-file");
    check(
        "bot.py",
        &chooser("open('/nowhere/x', 'w')\nprint(square)"),
        "intervalo",
        "missing-file",
    );
    check("bot.py", &chooser("import nonumpy\nprint(square)"), "intervalo", "missing-module");
    let network = "import socket\nsocket.getaddrinfo('example.invalid', 80)\nprint(square)";
    check("bot.py", &chooser(network), "intervalo", "no-network");
}

#[test]
fn another_answer_to_the_same_question_is_found_if_it_was_promised() {
    let lots = chooser(
        "import random\nfree = [i + 1 for i, s in enumerate(sys.argv[1]) if s == '.']\n\
         print(random.choice(free))",
    );
    let site = Site::new();
    let advised = tried(&site, "bot.py", &lots, "intervalo");
    assert_eq!((advised.codes.len(), advised.code), (0, 0), "{:?}", advised.lines);
    assert_eq!(advised.notes, ["draws-own-lots"]);
    let seeded = lots.replace(
        "import random\n",
        "import random, os\nrandom.seed(os.environ['CERTAMEN_SEED'])\n",
    );
    let advised = tried(&site, "seeded.py", &seeded, "intervalo");
    assert!(advised.codes.is_empty() && advised.notes.is_empty(), "{:?}", advised.lines);
    for (folder, source) in [("one", &lots), ("two", &seeded)] {
        let manifest =
            "name = \"x\"\nlanguage = \"python\"\nsource = [\"bot.py\"]\ndeterministic = true\n";
        site.write(&format!("{folder}/bot.toml"), manifest);
        let advised = {
            site.write(&format!("{folder}/bot.py"), source);
            super::advised(&site, &["check", folder, "--game", "intervalo", "--json"])
        };
        assert_eq!((&advised.codes[..], advised.code), (&["not-deterministic".to_owned()][..], 3));
    }
}

#[test]
fn little_room_and_late_errors_are_noted() {
    let slow = chooser("import time\nwhile time.process_time() < 0.6: pass\nprint(square)");
    let site = Site::new();
    site.write("slow.py", &slow);
    let limits = ["--move-time", "1100ms", "--json"];
    let arguments = [&["check", "slow.py", "--game", "intervalo"], &limits[..]].concat();
    let advised = super::advised(&site, &arguments);
    assert_eq!((&advised.codes[..], &*advised.notes.concat()), (&[][..], "near-time-limit"));
    let late = "left = 50\nwhile True:\n  bid = min(left, 1)\n  print(bid, flush=True)\n  left -= bid\n  int(input())\n";
    let advised = tried(&site, "late.py", late, "footsteps");
    assert_eq!(
        (&advised.codes[..], &advised.notes[..]),
        (&[][..], &["error-at-end".to_owned()][..])
    );
}
