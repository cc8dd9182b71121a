//! `check --from`: asks a recorded question again.

use super::{advised, sower};
use crate::site::Site;

#[test]
fn a_living_program_hears_what_was_before_and_is_compared_with_the_record() {
    let site = Site::new();
    site.write("me.py", sower("print('R', hole, flush=True)"));
    let play = ["play", "mancala8", "me.py", "builtin:last", "--seed", "1", "--quiet"];
    site.succeed(&[&play[..], &["--record", "r.jsonl"]].concat());
    let said = site.run(&["check", "me.py", "--from", "r.jsonl#1"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.out.contains("> 3 3 3 3 3 3 0 3 3 3 3 3 3 0 0\\n"), "{said:?}");
    assert!(said.out.contains("answer: R 0") && said.out.contains("recorded: R 0 (the same)"));
    let later = site.run(&["check", "me.py", "--from", "r.jsonl#3", "--lang", "es"]);
    assert_eq!(later.out.matches("  > ").count(), 2, "{later:?}");
    assert!(later.out.contains("(la misma)"), "{later:?}");
    site.write("other.py", sower("print('R', 5, file=sys.stderr); print('x', flush=True)"));
    let other = advised(&site, &["check", "me=other.py", "--from", "r.jsonl#1", "--json"]);
    assert_eq!(other.code, 3);
    assert_eq!(other.lines[0]["fault"], "illegal");
    assert_eq!(other.lines[0]["recorded"], "R 0");
    assert_eq!(other.lines[0]["stderr"][0], "R 5");
    let beyond = site.run(&["check", "me.py", "--from", "r.jsonl#999"]);
    assert_eq!(beyond.code, 2, "{beyond:?}");
}

#[test]
fn a_match_of_a_contest_is_asked_by_its_number() {
    let site = Site::new();
    site.write("c/contest.toml", crate::site::mancala(1));
    site.succeed(&["run", "c"]);
    site.write("me.py", sower("print('R', hole, flush=True)"));
    let said = advised(&site, &["check", "me.py", "--from", "c#2#1", "--json"]);
    assert_eq!(
        (said.lines[0]["answer"].as_str(), said.lines[0]["seat"].as_u64()),
        (Some("R 0"), Some(0))
    );
}

#[test]
fn what_we_cause_by_closing_the_input_is_no_error_of_the_bot() {
    let site = Site::new();
    let source = "while True:\n  print(1, flush=True)\n  if input() == 'fin': break\n";
    site.write("me.py", source);
    let play = ["play", "footsteps", "me.py", "builtin:first", "--quiet", "--record", "r.jsonl"];
    site.succeed(&play);
    let said = site.run(&["check", "me.py", "--from", "r.jsonl#3"]);
    assert!(said.out.contains("answer: 1") && said.out.contains("(the same)"), "{said:?}");
    assert!(!said.out.contains("EOFError") && !said.out.contains("Traceback"), "{said:?}");
}

#[test]
fn a_fault_is_described_in_the_readers_language() {
    let site = Site::new();
    site.write("me.py", "while True: print('x', flush=True); input()\n");
    let play = ["play", "footsteps", "me.py", "builtin:first", "--quiet", "--record", "r.jsonl"];
    site.succeed(&play);
    let said = site.run(&["check", "me.py", "--from", "r.jsonl#1", "--lang", "es"]);
    assert!(said.out.contains("(ilegal)") || said.out.contains("ilegal"), "{said:?}");
    assert!(!said.out.contains("(illegal)"), "{said:?}");
}
