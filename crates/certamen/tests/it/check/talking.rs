//! Programs that do not answer, or at the wrong time.

use super::{check, check_all, chooser, sower};

const C_LOOP: &str = "#include <stdio.h>\n#include <string.h>\nint main(void) {\n  char line[200];\n\
    while (fgets(line, sizeof line, stdin) && strncmp(line, \"fin\", 3)) {\n\
      int own[6], hole = 0;\n\
      sscanf(line, \"%d %d %d %d %d %d\", own, own + 1, own + 2, own + 3, own + 4, own + 5);\n\
      while (!own[hole]) hole++;\n      ANSWER\n    }\n}\n";

fn c(answer: &str) -> String {
    C_LOOP.replace("ANSWER", answer)
}

#[test]
fn a_missing_flush_is_found() {
    check("bot.py", &sower("print(hole)"), "mancala8", "missing-flush");
    check("bot.c", &c("printf(\"%d\\n\", hole);"), "mancala8", "missing-flush");
    // Python's own `input()` flushes; this does not.
    let speaks_first =
        "import sys\nwhile True:\n  print(1)\n  if 'fin' in sys.stdin.readline(): break\n";
    check("bot.py", speaks_first, "footsteps", "missing-flush");
}

#[test]
fn reading_to_the_end_is_found() {
    let python = "import sys\nfor line in sys.stdin.read().split('\\n'):\n  if line.strip():\n    \
        print(0, flush=True)\n";
    check("bot.py", python, "mancala8", "reads-all-input");
    let c = "#include <stdio.h>\nint main(void) {\n  while (getchar() != EOF);\n  \
        printf(\"0\\n\");\n  fflush(stdout);\n}\n";
    check("bot.c", c, "mancala8", "reads-all-input");
}

#[test]
fn a_missing_end_of_line_is_found() {
    let answer = "sys.stdout.write(str(hole)); sys.stdout.flush()";
    check("bot.py", &sower(answer), "mancala8", "missing-line-end");
    check("bot.c", &c("printf(\"%d\", hole); fflush(stdout);"), "mancala8", "missing-line-end");
}

#[test]
fn answers_on_standard_error_are_found() {
    check(
        "bot.py",
        &sower("print(hole, file=sys.stderr, flush=True)"),
        "mancala8",
        "on-standard-error",
    );
    check("bot.py", &chooser("print(square, file=sys.stderr)"), "intervalo", "on-standard-error");
    check("bot.c", &c("fprintf(stderr, \"%d\\n\", hole);"), "mancala8", "on-standard-error");
}

#[test]
fn silence_is_found() {
    check_all("intervalo", "empty-output", &["pass\n", "print()\n", "print('  ')\n"]);
    check_all(
        "mancala8",
        "empty-output",
        &["input()\n", "input()\nprint('', flush=True)\ninput()\n"],
    );
}

#[test]
fn who_does_not_wait_is_found() {
    let first = "print(0, flush=True)\nwhile input() != 'fin': print(0, flush=True)\n";
    check("bot.py", first, "mancala8", "answers-unasked");
    let never = "for bid in range(50): print(1, flush=True)\nimport time\ntime.sleep(60)\n";
    check("bot.py", never, "footsteps", "answers-unasked");
    let banner = format!("print('Bot 1.0', flush=True)\n{}", sower("print(hole, flush=True)"));
    check("bot.py", &banner, "mancala8", "debug-output");
    let twice = "while True:\n  print('1\\n1', flush=True)\n  if input() == 'fin': break\n";
    check("bot.py", twice, "footsteps", "two-lines");
}

#[test]
fn who_waits_in_vain_is_found() {
    let waits = "while input() != 'fin': print(1, flush=True)\n";
    check("bot.py", waits, "footsteps", "waits-to-be-told");
    check("bot.py", "import time\ntime.sleep(60)\n", "mancala8", "waits-forever");
}

#[test]
fn the_wrong_protocol_is_found() {
    let argument = "import sys\nown = sys.argv[1].split()\n\
        print([hole for hole in range(6) if own[hole] != '0'][0])\n";
    check("bot.py", argument, "mancala8", "wrong-protocol");
    let input = "print(input().index('.') + 1)\n";
    check("bot.py", input, "intervalo", "wrong-protocol");
    let lines = "while True:\n  line = input()\n  if line == 'fin': break\n  \
        print(line.index('.') + 1, flush=True)\n";
    check("bot.py", lines, "intervalo", "wrong-protocol");
}

#[test]
fn who_ends_too_early_is_found() {
    let once =
        "own = input().split()\nprint([h for h in range(6) if own[h] != '0'][0], flush=True)\n";
    check("bot.py", once, "mancala8", "exits-after-first-answer");
    check("bot.py", "print(1, flush=True)\n", "footsteps", "exits-after-first-answer");
    let thrice = "for turn in range(3):\n  print(1, flush=True)\n  input()\n";
    check("bot.py", thrice, "footsteps", "exits-early");
    let closes = "import os, time\nfor turn in range(2):\n  print(1, flush=True)\n  input()\n\
        os.close(1)\ntime.sleep(60)\n";
    check("bot.py", closes, "footsteps", "exits-early");
}

#[test]
fn who_never_comes_to_an_end_is_found() {
    check("bot.py", "while True: pass\n", "intervalo", "infinite-loop");
    let later = "import sys\nif sys.argv[1].count('.') < 64:\n  while True: pass\n\
        print(sys.argv[1].index('.') + 1)\n";
    check("bot.py", later, "intervalo", "too-slow");
}
