//! The starter code for authors works as printed.

use crate::{
    once::Passed,
    site::{Site, repository},
};
use std::{fs, path::PathBuf};

/// The snippets of the page, each with the name of its file and its language.
fn snippets(page: &str) -> Vec<(&str, &str, &str)> {
    let (_, snippets) = page.split_once("## In a line or two").unwrap();
    let (snippets, _) = snippets.split_once("## Transcripts").unwrap();
    let blocks: Vec<&str> = snippets.split("\n```").collect();
    let pairs = blocks.chunks(2).filter(|pair| pair.len() == 2);
    pairs
        .map(|pair| {
            let name = pair[0].rsplit('`').nth(1).unwrap();
            let (language, source) = pair[1].split_once('\n').unwrap();
            (name, language, source)
        })
        .collect()
}

/// Plays the snippet of a language as printed.
fn play_snippet(wanted: &str) {
    let page = PathBuf::from(repository("docs/protocols/intervalo-argv.md"));
    let language = if wanted == "lisp" { "common-lisp" } else { wanted };
    let name = format!("snippet-{language}");
    let Some(passed) = Passed::not_yet(&name, &[page], &[language]) else { return };
    let page = fs::read_to_string(repository("docs/protocols/intervalo-argv.md")).unwrap();
    let snippets = snippets(&page);
    let (name, _, source) =
        snippets.iter().find(|(_, language, _)| *language == wanted).expect(wanted);
    let site = Site::new();
    site.write(name, format!("{source}\n"));
    let play = ["play", "intervalo", name, "builtin:random", "--option", "squares=12"];
    let said = site.run(&[&play[..], &["--quiet", "--move-time", "20s"]].concat());
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{name} {said:?}");
    passed.remember();
}

/// A test for each language of the page: if it is not installed, the runner reports the test as
/// skipped.
macro_rules! snippets {
    ($($test:ident: $language:literal,)+) => {
        $(#[test]
        fn $test() {
            play_snippet($language);
        })+

        #[test]
        fn every_snippet_of_intervalo_is_played() {
            let page = fs::read_to_string(repository("docs/protocols/intervalo-argv.md")).unwrap();
            let found: Vec<&str> =
                snippets(&page).into_iter().map(|(_, language, _)| language).collect();
            assert_eq!(found, [$($language),+]);
        }
    };
}

snippets! {
    the_snippet_in_c_is_a_whole_program: "c",
    the_snippet_in_cpp_is_a_whole_program: "cpp",
    the_snippet_in_python_is_a_whole_program: "python",
    the_snippet_in_ruby_is_a_whole_program: "ruby",
    the_snippet_in_perl_is_a_whole_program: "perl",
    the_snippet_in_lua_is_a_whole_program: "lua",
    the_snippet_in_javascript_is_a_whole_program: "javascript",
    the_snippet_in_java_is_a_whole_program: "java",
    the_snippet_in_rust_is_a_whole_program: "rust",
    the_snippet_in_common_lisp_is_a_whole_program: "lisp",
}

/// Plays every sample in one of these languages, given by extensions, whose tools are installed.
fn play_samples(endings: &[&str]) {
    let files = glob::glob(&repository("bots/samples/*/*.*")).unwrap().map(Result::unwrap);
    let files = files.filter(|path| endings.iter().any(|it| path.extension() == Some(it.as_ref())));
    let files: Vec<PathBuf> = files.collect();
    let name = format!("samples-{}", endings.join("-"));
    let languages = ["c", "cpp", "d", "java", "javascript", "perl", "python", "r", "ruby"];
    let Some(passed) = Passed::not_yet(&name, &files, &languages) else { return };
    let mut played = 0;
    for path in glob::glob(&repository("bots/samples/*/*.*")).unwrap().map(Result::unwrap) {
        let ending = path.extension().unwrap().to_str().unwrap();
        if !endings.contains(&ending) {
            continue;
        }
        let game = path.parent().unwrap().file_name().unwrap().to_str().unwrap().to_owned();
        let path = path.display().to_string();
        let source = fs::read_to_string(&path).unwrap();
        let name = path.rsplit('/').next().unwrap();
        assert!(source.contains("run: ") && source.contains(name), "{path}: how is it run?");
        let site = Site::new();
        let play = ["play", &game, &path, "builtin:random", "--quiet", "--json"];
        let said = site.run(&[&play[..], &["--seed", "5", "--move-time", "20s"]].concat());
        if said.err.contains("is not installed: ") {
            eprintln!("{path}: skipped: {}", said.err);
            continue;
        }
        assert_eq!(said.code, 0, "{path}: {said:?}");
        let line: serde_json::Value = serde_json::from_str(&said.out).unwrap();
        assert_eq!(line["faults"], serde_json::json!([]), "{path}: {line}");
        assert!(line["turns"].as_u64() > Some(2), "{path}: {line}");
        played += 1;
    }
    eprintln!("{played} samples played in {endings:?}");
    passed.remember();
}

#[test]
fn samples_in_languages_that_are_built_play_legally() {
    play_samples(&["c", "cpp", "d", "icn", "hs"]);
}

#[test]
fn samples_in_languages_that_are_read_play_legally() {
    play_samples(&["js", "php", "pl", "py", "R", "rb"]);
}

#[test]
fn samples_in_languages_with_a_machine_of_their_own_play_legally() {
    play_samples(&["java", "kt"]);
}

#[test]
fn every_language_of_the_announcements_has_two_samples() {
    let page = fs::read_to_string(repository("bots/samples/README.md")).unwrap();
    let rows = page.lines().filter(|line| line.starts_with("| ") && line.contains("]("));
    let rows: Vec<&str> = rows.collect();
    for (game, languages) in [
        ("FootSteps", "C C++ D Java Python Ruby Unicon"),
        ("Intervalo", "C C++ Python"),
        ("Coins", "C++ Haskell Java JavaScript Kotlin Lua Perl PHP Python R Ruby"),
        ("Mancala8", "Lisp"),
    ] {
        for language in languages.split(' ') {
            let head = format!("| {game} | {language} | ");
            let row = rows.iter().find(|row| row.starts_with(&head)).expect(&head);
            let paths = row.split("](").skip(1).filter_map(|rest| rest.split(')').next());
            let paths: Vec<String> =
                paths.map(|path| repository("bots/samples") + "/" + path).collect();
            assert!(paths.len() == 2 && paths[0] != paths[1], "{row}");
            assert!(paths.iter().all(|path| std::path::Path::new(path).is_file()), "{row}");
        }
    }
}

#[test]
fn boards_to_print_have_the_squares_of_their_games() {
    let count = |board: &str, class: &str| {
        let drawing = fs::read_to_string(repository(&format!("docs/boards/{board}.svg"))).unwrap();
        let page = fs::read(repository(&format!("docs/boards/{board}.pdf"))).unwrap();
        assert!(page.starts_with(b"%PDF-1.4\n") && page.ends_with(b"%%EOF\n"), "{board}");
        assert!(drawing.contains("mm\" viewBox=") && drawing.ends_with("</svg>\n"), "{board}");
        drawing.matches(&format!("class=\"{class}\"")).count()
    };
    assert_eq!([count("footsteps", "square"), count("intervalo", "square")], [7, 64]);
    assert_eq!([count("mancala8", "hole"), count("mancala8", "kalaha")], [12, 2]);
    assert_eq!([9, 13, 19].map(|size| count(&format!("go-{size}"), "line")), [9, 13, 19]);
}

#[test]
fn the_kit_of_mancala8_prints_a_match_as_its_page_shows_it() {
    let site = Site::new();
    let play = ["play", "mancala8", "builtin:regular", "builtin:bueno", "--depth", "2"];
    site.succeed(&[&play[..], &["--seed", "1", "--record", "m.jsonl", "--quiet"]].concat());
    let reported = site.succeed(&["show", "m.jsonl", "--transcript"]);
    let page = fs::read_to_string(repository("docs/guides/a-kit-for-mancala8.md")).unwrap();
    let (_, shown) = page.split_once("```text\n").unwrap();
    let (shown, _) = shown.split_once("```").unwrap();
    assert!(reported.starts_with(shown), "{reported}");
}

#[test]
fn an_unknown_language_needs_two_lines() {
    let site = Site::new();
    site.write("own/bid.c", "#include <stdio.h>\n#include <string.h>\nint main(void) { char line[99]; \
        do { puts(\"1\"); fflush(stdout); } while (fgets(line, 99, stdin) && strcmp(line, \"fin\\n\")); }\n");
    site.write(
        "own/bot.toml",
        "name = \"bid\"\nlanguage = \"ocaml\"\nsource = [\"bid.c\"]\n\
         build = [\"/usr/bin/cc\", \"-o\", \"{out}/bid\", \"{source}\"]\nrun = [\"{out}/bid\"]\n",
    );
    let said = site.run(&["check", "own", "--game", "footsteps", "--patience", "1s"]);
    assert!(said.code == 0 && said.out.contains("no problems found"), "{said:?}");
}
