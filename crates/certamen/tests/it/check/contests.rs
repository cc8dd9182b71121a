//! `check CONTEST_DIR`: one report for each author, in the author's language.

use super::{advised, chooser};
use crate::site::{Said, Site};
use std::fs;

fn contest() -> Site {
    let site = Site::new();
    let bot = |name: &str, about: &str, source: &str| {
        let manifest =
            format!("name = \"{name}\"\nlanguage = \"python\"\nsource = [\"b.py\"]\n{about}\n");
        site.write(&format!("c/bots/{name}/bot.toml"), manifest);
        site.write(&format!("c/bots/{name}/b.py"), source);
    };
    let ana = "author = \"Ana / ../x\"\nlang = \"es\"";
    bot("good", ana, &chooser("print(square)"));
    bot("loud", ana, &chooser("print('Jugada:', square)"));
    bot("luc", "author = \"Luc\"\nlang = \"fr\"", &chooser("print([square])"));
    let file = "name = \"x\"\ngame = \"intervalo\"\nbots = [\"bots/*\", \"builtin:first\"]\n\
        [options]\nsquares = 20\n[format]\nkind = \"round-robin\"\n[ranking]\nkind = \"wins\"\n\
        [sandbox]\nminimum_tier = \"D\"\n";
    site.write("c/contest.toml", file);
    site
}

/// Checks the entrants of the contest, for less time than by default.
fn checked(site: &Site) -> Said {
    site.run(&["check", "c", "--lang", "en", "--patience", "1500ms"])
}

#[test]
fn every_author_gets_a_report_in_their_language() {
    let site = contest();
    let said = checked(&site);
    assert_eq!(said.code, 3, "{said:?}");
    assert_eq!(said.out, "good: ok\nloud: extra-text\nluc: decorated\n");
    let reports = site.path().join("c/.certamen/reports");
    assert_eq!(fs::read_dir(&reports).unwrap().count(), 2);
    let ana = fs::read_to_string(reports.join("Ana------x.txt")).unwrap();
    assert!(ana.contains("sin problemas") && ana.contains("corrección: extra-text"), "{ana}");
    assert!(ana.contains("Jugada:") && !ana.contains("no problems found"), "{ana}");
    let luc = fs::read_to_string(reports.join("Luc.txt")).unwrap();
    assert!(
        luc.contains("correction\u{202f}: decorated") && luc.contains("La réponse est entre"),
        "{luc}"
    );
    assert!(!luc.contains('\u{1b}'));
}

#[test]
fn without_corrections_it_succeeds_and_json_has_everything() {
    let site = contest();
    for bot in ["loud", "luc"] {
        site.write(&format!("c/bots/{bot}/b.py"), chooser("print(square)"));
    }
    let advised = advised(&site, &["check", "c", "--json"]);
    assert_eq!((advised.lines.len(), advised.code), (3, 0), "{:?}", advised.lines);
    assert_eq!(advised.lines[1]["bot"], "loud");
    let usage = site.run(&["check", "c", "--game", "go"]);
    assert_eq!(usage.code, 2, "{usage:?}");
    site.write(
        "c/bots/luc/bot.toml",
        "name = \"luc\"\nlanguage = \"python\"\nsource = [\"b.py\"]\nlang = \"de\"\n",
    );
    let wrong = checked(&site);
    assert!(
        wrong.code == 3 && wrong.out.contains("key `lang`: `de` is not one of `en`"),
        "{wrong:?}"
    );
}

#[test]
fn one_bot_is_tried_as_a_contest_would_have_it() {
    let site = contest();
    let file = std::fs::read_to_string(site.path().join("c/contest.toml")).unwrap();
    site.write("c/contest.toml", format!("{file}[programs]\nmemory = \"none\"\n"));
    let writes = chooser("open('notes.txt', 'w').write('x')\nprint(square)");
    site.write("bot.py", writes);
    let at_home = advised(
        &site,
        &["check", "bot.py", "--game", "intervalo", "--programs-memory", "match", "--json"],
    );
    assert!(at_home.codes.is_empty(), "{:#?}", at_home.lines);
    let there = advised(&site, &["check", "bot.py", "--contest", "c", "--json"]);
    assert_eq!((&there.codes[..], there.code), (&["missing-file".to_owned()][..], 3));
    let both = site.run(&["check", "bot.py", "--contest", "c", "--game", "intervalo"]);
    assert_eq!(both.code, 2, "{both:?}");
}

#[test]
fn where_programs_must_be_deterministic_all_are_asked_twice() {
    let site = contest();
    let seeded = "import os, random\nrandom.seed(os.environ['CERTAMEN_SEED'])\n";
    let free = "[i + 1 for i, c in enumerate(sys.argv[1]) if c == '.']";
    let random = format!("{seeded}{}", chooser(&format!("print(random.choice({free}))")));
    for bot in ["loud", "luc"] {
        site.write(&format!("c/bots/{bot}/b.py"), &random);
    }
    assert_eq!(checked(&site).code, 0);
    let file = fs::read_to_string(site.path().join("c/contest.toml")).unwrap();
    site.write("c/contest.toml", file + "[programs]\ndeterministic = \"required\"\n");
    let said = checked(&site);
    assert_eq!(said.code, 3, "{said:?}");
    assert_eq!(said.out, "good: ok\nloud: not-deterministic\nluc: not-deterministic\n");
}
