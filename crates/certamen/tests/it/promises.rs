//! The page on the security of a site: every test that it names exists.

use crate::site::repository;
use std::{collections::BTreeSet, fs};

#[test]
fn every_promise_names_a_test_that_is_there() {
    let page = fs::read_to_string(repository("docs/security-of-a-site.md")).unwrap();
    let sources = glob::glob(&repository("crates/*/**/*.rs")).unwrap();
    let sources = sources.map(|path| fs::read_to_string(path.unwrap()).unwrap());
    let tests: BTreeSet<String> = sources.flat_map(|source| tests_in(&source)).collect();
    let rows = page.lines().filter(|line| line.starts_with("| ") && line.contains('`'));
    let mut promises = 0;
    for row in rows {
        let shown = row.trim_end_matches(" |").rsplit(" | ").next().unwrap();
        let named: Vec<&str> = shown.split('`').skip(1).step_by(2).collect();
        assert!(!named.is_empty(), "nothing shows it: {row}");
        for name in named {
            let endings = ["", "_takes_long", "_nightly"];
            let is_there = endings.iter().any(|end| tests.contains(&format!("{name}{end}")));
            assert!(is_there, "there is no test `{name}`: {row}");
        }
        promises += 1;
    }
    assert!(promises > 40, "{promises} rows");
}

/// The names of the tests in a file.
fn tests_in(source: &str) -> Vec<String> {
    let source = source.replace("#[tokio::test", "#[test");
    let after = source.split("#[test").skip(1);
    let named = after.filter_map(|rest| rest.split_once("fn ")?.1.split_once('('));
    named.map(|(name, _)| name.to_owned()).collect()
}
