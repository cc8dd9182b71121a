//! Programs that cannot be started.

use super::{advised, check, tried};
use crate::site::Site;
use std::{fs, os::unix::fs::PermissionsExt};

/// Checks an executable with this content.
fn script(content: &[u8]) -> Vec<String> {
    let site = Site::new();
    let path = site.write("bot", content);
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    let advised = advised(&site, &["check", "bot", "--game", "intervalo", "--json"]);
    assert_eq!(advised.code, 3, "{:?}", advised.lines);
    advised.codes
}

#[test]
fn what_cannot_be_built_is_reported_in_the_compilers_words() {
    let advised =
        tried(&Site::new(), "bot.c", "int main(void) { return nonsense; }\n", "intervalo");
    assert_eq!((&advised.codes[..], advised.code), (&["does-not-compile".to_owned()][..], 3));
    let words = advised.lines[0]["exchange"].to_string();
    assert!(words.contains("bot.c:1:") && words.contains("nonsense"), "{words}");
}

#[test]
fn first_lines_are_looked_at() {
    assert_eq!(script(b"#!/bin/sh\r\necho 1\r\n"), ["windows-shebang"]);
    assert_eq!(script(b"print(1)\n"), ["missing-shebang"]);
    assert_eq!(script(b"#!/usr/local/bin/pythin\nprint(1)\n"), ["missing-interpreter"]);
    assert_eq!(script(b"#!/usr/bin/env pythin\nprint(1)\n"), ["missing-interpreter"]);
    assert_eq!(script(b"\xef\xbb\xbf#!/bin/sh\necho 1\n"), ["byte-order-mark"]);
    assert_eq!(script(b"\x7fELF nonsense\0\0\0"), ["cannot-start"]);
}

#[test]
fn files_without_permission_or_language_are_distinguished() {
    let site = Site::new();
    assert_eq!(tried(&site, "bot", "#!/bin/sh\necho 1\n", "intervalo").codes, ["not-executable"]);
    assert_eq!(tried(&site, "bot.xyz", "print 1\n", "intervalo").codes, ["unknown-language"]);
    site.write("x/bot.toml", "name = \"x\"\nlanguage = \"executable\"\nsource = [\"run\"]\n");
    site.write("x/run", "#!/bin/sh\necho 1\n");
    let advised = advised(&site, &["check", "x", "--game", "intervalo", "--json"]);
    assert_eq!(advised.codes, ["not-executable"]);
    site.write("y/bot.toml", "name = \"y\"\nlanguage = \"python\"\nsource = [\"bot.py\"]\nrun = [\"pythin\", \"{source}\"]\n");
    site.write("y/bot.py", "print(1)\n");
    let advised = super::advised(&site, &["check", "y", "--game", "intervalo", "--json"]);
    assert_eq!(advised.codes, ["missing-interpreter"]);
}

#[test]
fn a_compiler_that_is_not_there_is_named_with_the_way_to_those_that_are() {
    let site = Site::new();
    site.write(
        "y/bot.toml",
        "name = \"y\"\nlanguage = \"haskell\"\nsource = [\"bot.hs\"]\n\
         build = [\"/usr/bin/ghc-of-no-one\", \"{source}\"]\nrun = [\"{out}/bot\"]\n",
    );
    site.write("y/bot.hs", "main = print 1\n");
    let advised = advised(&site, &["check", "y", "--game", "intervalo", "--json"]);
    assert_eq!((&advised.codes[..], advised.code), (&["missing-interpreter".to_owned()][..], 3));
    let reported = &advised.lines[0];
    assert!(reported["facts"].to_string().contains("/usr/bin/ghc-of-no-one"), "{reported:#}");
    let how = reported["how"].as_str().unwrap();
    assert!(how.contains("`certamen languages`") && !how.contains("bot.toml"), "{how}");
}

#[test]
fn python_two_is_recognised() {
    for source in ["import sys\nprint sys.argv[1].index('.') + 1\n", "print \"1\"\n"] {
        check("bot.py", source, "intervalo", "python-two");
    }
    let lines = "while True:\n  line = raw_input()\n  if line == 'fin': break\n  print line\n";
    check("bot.py", lines, "mancala8", "python-two");
}

#[test]
fn what_makes_no_sense_is_a_matter_of_usage() {
    let site = Site::new();
    site.write("bot.py", "print(1)\n");
    for (arguments, part) in [
        (&["check", "bot.py"][..], "--game"),
        (&["check", "bot.py", "--game", "checkers"], "unknown game `checkers`"),
        (&["check", "absent.py", "--game", "go"], "no such file or folder"),
        (&["check", "bot.py", "--game", "go", "--option", "size=1"], "option `size`"),
        (&["check", "bot.py", "--from", "r.jsonl"], "write RECORD#TURN"),
    ] {
        let said = site.run(arguments);
        assert_eq!((said.code, &*said.out), (2, ""), "{said:?}");
        assert!(said.err.contains(part), "{said:?}");
    }
}
