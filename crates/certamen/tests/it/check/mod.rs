//! `certamen check`: programs with one mistake, and the advice that names it.

mod answers;
mod contests;
mod endings;
mod questions;
mod starting;
mod submissions;
mod talking;
mod truth;
mod well;

use crate::site::Site;
use serde_json::Value;

/// The result for a bot: the codes of its corrections, then of its notes, and the full text.
struct Advised {
    codes: Vec<String>,
    notes: Vec<String>,
    lines: Vec<Value>,
    code: i32,
}

/// Checks the program `source`, written to `file`, in `game`.
fn tried(site: &Site, file: &str, source: &str, game: &str) -> Advised {
    site.write(file, source);
    advised(site, &["check", file, "--game", game, "--json"])
}

fn advised(site: &Site, arguments: &[&str]) -> Advised {
    // Less time than a user has by default, but every seat is tried.
    let said = site.run(&[arguments, &["--patience", "1500ms"]].concat());
    assert!(!said.err.contains("panicked"), "{said:?}");
    let line = |line: &str| serde_json::from_str(line).unwrap_or_else(|_| panic!("{said:?}"));
    let lines: Vec<Value> = said.out.lines().map(line).collect();
    assert!(!lines.is_empty(), "{said:?}");
    let of = |weight: &str| {
        let of_weight = lines.iter().filter(|line| line["weight"] == weight);
        of_weight.map(|line| line["advice"].as_str().unwrap().to_owned()).collect()
    };
    Advised { codes: of("correction"), notes: of("note"), lines, code: said.code }
}

/// Expects exactly this advice and exit code 3. In Go, a program that repeats the same move gets
/// advice on that, too.
fn check(file: &str, source: &str, game: &str, expected: &str) {
    let advised = tried(&Site::new(), file, source, game);
    let reported = if game == "go" { &advised.codes[..1] } else { &advised.codes[..] };
    assert_eq!(reported, [expected], "{game} {source}\n{:#?}", advised.lines);
    assert_eq!(advised.code, 3);
}

/// The same for several programs in Python.
fn check_all(game: &str, expected: &str, sources: &[&str]) {
    for source in sources {
        check("bot.py", source, game, expected);
    }
}

/// A program for Mancala8 that answers each line with the statement `answer`; `own` has its own
/// holes and `hole` a legal one.
fn sower(answer: &str) -> String {
    format!(
        "import sys\nwhile True:\n  line = sys.stdin.readline()\n  if line.strip() in ('', 'fin'): break\n  \
         own = [int(seeds) for seeds in line.split()][:6]\n  \
         hole = [hole for hole in range(6) if own[hole]][0]\n  {answer}\n"
    )
}

/// A program for Intervalo that answers with the statement `answer`; `square` has the first free
/// square, counted from 1.
fn chooser(answer: &str) -> String {
    format!("import sys\nsquare = sys.argv[1].index('.') + 1\n{answer}\n")
}
