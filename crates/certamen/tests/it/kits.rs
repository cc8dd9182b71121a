//! What authors are handed works as it is printed.

use crate::site::{Site, repository};
use std::fs;

#[test]
fn every_snippet_of_intervalo_is_a_whole_program() {
    let page = fs::read_to_string(repository("docs/protocols/intervalo-argv.md")).unwrap();
    let (_, snippets) = page.split_once("## In a line or two").unwrap();
    let (snippets, _) = snippets.split_once("## Transcripts").unwrap();
    let blocks: Vec<&str> = snippets.split("\n```").collect();
    let without = std::env::var("CERTAMEN_WITHOUT").unwrap_or_default();
    let mut tried = 0;
    for pair in blocks.chunks(2).filter(|pair| pair.len() == 2) {
        let name = pair[0].rsplit('`').nth(1).unwrap();
        let (language, source) = pair[1].split_once('\n').unwrap();
        if without.split(',').any(|name| name == language) {
            continue;
        }
        let site = Site::new();
        site.write(name, format!("{source}\n"));
        let play = ["play", "intervalo", name, "builtin:random", "--option", "squares=12"];
        let said = site.run(&[&play[..], &["--quiet", "--move-time", "20s"]].concat());
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{name} {said:?}");
        tried += 1;
    }
    assert!(tried >= 2, "{tried}");
}

#[test]
fn boards_to_print_have_the_squares_of_their_games() {
    let count = |board: &str, class: &str| {
        let drawing = fs::read_to_string(repository(&format!("docs/boards/{board}.svg"))).unwrap();
        assert!(drawing.contains("mm\" viewBox=") && drawing.ends_with("</svg>\n"), "{board}");
        drawing.matches(&format!("class=\"{class}\"")).count()
    };
    assert_eq!([count("footsteps", "square"), count("intervalo", "square")], [7, 64]);
    assert_eq!([count("mancala8", "hole"), count("mancala8", "kalaha")], [12, 2]);
    assert_eq!([9, 13, 19].map(|size| count(&format!("go-{size}"), "line")), [9, 13, 19]);
}

#[test]
fn the_kit_of_mancala8_tells_a_match_as_its_page_shows_it() {
    let site = Site::new();
    let play = ["play", "mancala8", "builtin:regular", "builtin:bueno", "--depth", "2"];
    site.succeed(&[&play[..], &["--seed", "1", "--record", "m.jsonl", "--quiet"]].concat());
    let told = site.succeed(&["show", "m.jsonl", "--transcript"]);
    let page = fs::read_to_string(repository("docs/guides/a-kit-for-mancala8.md")).unwrap();
    let (_, shown) = page.split_once("```text\n").unwrap();
    let (shown, _) = shown.split_once("```").unwrap();
    assert!(told.starts_with(shown), "{told}");
}

#[test]
fn a_language_that_nobody_knows_needs_two_lines() {
    let site = Site::new();
    site.write("own/bid.c", "#include <stdio.h>\n#include <string.h>\nint main(void) { char line[99]; \
        do { puts(\"1\"); fflush(stdout); } while (fgets(line, 99, stdin) && strcmp(line, \"fin\\n\")); }\n");
    site.write(
        "own/bot.toml",
        "name = \"bid\"\nlanguage = \"ocaml\"\nsource = [\"bid.c\"]\n\
         build = [\"/usr/bin/cc\", \"-o\", \"{out}/bid\", \"{source}\"]\nrun = [\"{out}/bid\"]\n",
    );
    let said = site.run(&["check", "own", "--game", "footsteps", "--patience", "1s"]);
    assert!(said.code == 0 && said.out.contains("all is well"), "{said:?}");
}
