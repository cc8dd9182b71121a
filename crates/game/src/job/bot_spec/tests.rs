//! Valid and invalid BOT arguments.

use super::*;
use proptest::prelude::*;

fn read(given: &str) -> BotSpec {
    given.parse().unwrap_or_else(|error| panic!("{given}: {error}"))
}

fn check(given: &str, name: Option<&str>, source: BotSource, arguments: &[(&str, &str)]) {
    let spec = read(given);
    let own = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
    let arguments = arguments.iter().map(own).collect();
    assert_eq!(spec, BotSpec { name: name.map(str::to_owned), source, arguments }, "{given}");
    assert_eq!(spec.to_string(), given);
}

fn builtin(name: &str) -> BotSource {
    BotSource::House { name: name.to_owned() }
}

fn evaluation(path: &str) -> BotSource {
    BotSource::Evaluation { path: path.into() }
}

fn path(path: &str) -> BotSource {
    BotSource::Path { path: path.into() }
}

#[test]
fn house_players_have_names_and_arguments() {
    check("builtin:random", None, builtin("random"), &[]);
    check("builtin:bueno:depth=4", None, builtin("bueno"), &[("depth", "4")]);
    check(
        "x=builtin:bueno:search=alpha-beta:depth=6",
        Some("x"),
        builtin("bueno"),
        &[("search", "alpha-beta"), ("depth", "6")],
    );
    check("builtin:", None, builtin(""), &[]);
    assert_eq!(BotSpec::of_house("regular:depth=2"), Ok(read("builtin:regular:depth=2")));
    let twice = read("builtin:bueno:depth=4:depth=6");
    assert_eq!(
        twice.builtin().map(|(name, own)| (name, own["depth"].clone())),
        Some(("bueno", "6".into()))
    );
}

#[test]
fn people_sit_down_by_any_name() {
    check("human", None, BotSource::Human, &[]);
    check("Ana=human", Some("Ana"), BotSource::Human, &[]);
    check("./human", None, path("./human"), &[]);
}

#[test]
fn an_equals_sign_belongs_to_the_name_or_to_the_path() {
    check("bots/vigia", None, path("bots/vigia"), &[]);
    check("viejo=../bots/vigia", Some("viejo"), path("../bots/vigia"), &[]);
    check("a=b=c.py", Some("a"), path("b=c.py"), &[]);
    check("./a=b.py", None, path("./a=b.py"), &[]);
    check("bots/a=b.py", None, path("bots/a=b.py"), &[]);
    check("/tmp/x:y=1/bots/v.py", None, path("/tmp/x:y=1/bots/v.py"), &[]);
    check("a:b", None, path("a:b"), &[]);
}

#[test]
fn what_stands_behind_a_file_is_its_search() {
    check("a/b.cl", None, evaluation("a/b.cl"), &[]);
    check("a/b.cl:depth=4", None, evaluation("a/b.cl"), &[("depth", "4")]);
    check("mia=b.cl:depth=4:x=", Some("mia"), evaluation("b.cl"), &[("depth", "4"), ("x", "")]);
    check("/a:b/c.cl:depth=4", None, evaluation("/a:b/c.cl"), &[("depth", "4")]);
    check("folder:depth=4", None, path("folder"), &[("depth", "4")]);
}

#[test]
fn what_is_no_notation_is_refused_by_what_stands_there() {
    let refused = |given: &str| given.parse::<BotSpec>().unwrap_err().to_string();
    assert_eq!(refused("builtin:bueno:4"), "`4` is not an argument: write key=value");
    assert_eq!(refused("b.cl:"), "`` is not an argument: write key=value");
    assert_eq!(refused("b.cl:deep"), "`deep` is not an argument: write key=value");
    assert_eq!(refused(" x=b.py"), "` x` starts or ends with a blank");
    assert_eq!(refused("=b.py"), "`` must have 1 to 40 characters");
}

#[test]
fn a_path_that_exists_is_a_path() {
    let there = |given: &str, file: &str| BotSpec::read(given, |path| path == Path::new(file));
    assert_eq!(there("a=b.py", "a=b.py"), Ok(read("./a=b.py")));
    assert_eq!(there("a=b.py", "b.py"), Ok(read("a=b.py")));
    let whole = BotSpec { name: Some("x".into()), ..BotSpec::of(path("f:depth=4")) };
    assert_eq!(there("x=f:depth=4", "f:depth=4"), Ok(whole));
    assert_eq!(there("human", "human"), Ok(read("human")));
    assert_eq!(there("builtin:x", "builtin:x"), Ok(read("builtin:x")));
}

#[test]
fn paths_are_seen_from_elsewhere() {
    let seen = |given: &str| read(given).within(Path::new("../..")).to_string();
    assert_eq!(seen("14023=accepted/x.cl:depth=2"), "14023=../../accepted/x.cl:depth=2");
    assert_eq!(seen("/abs/bot.py"), "/abs/bot.py");
    assert_eq!(seen("fuerte=builtin:bueno:depth=4"), "fuerte=builtin:bueno:depth=4");
    assert_eq!(seen("human"), "human");
}

/// Texts made of what the notation is made of, so that all its cases come up.
fn notation() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("builtin:"),
        Just("human"),
        Just("="),
        Just(":"),
        Just("/"),
        Just("."),
        Just(".cl"),
        Just("depth=4"),
        Just("bueno"),
        Just("ñ"),
        Just(" "),
    ];
    prop::collection::vec(word, 0..8).prop_map(|words| words.concat())
}

proptest! {
    #[test]
    fn what_was_read_is_written_as_it_was(given in prop_oneof![notation(), any::<String>()]) {
        if let Ok(spec) = given.parse::<BotSpec>() {
            prop_assert_eq!(spec.to_string(), given);
        }
    }

    #[test]
    fn what_is_written_is_read_again(
        name in prop::option::of("[a-z][a-z0-9 _.-]{0,8}[a-z]"),
        source in prop_oneof![
            "[a-z]{1,9}".prop_map(|name| BotSource::House { name }),
            "[a-z0-9./=]{1,20}".prop_map(|path| BotSpec::of_path(path).source),
            Just(BotSource::Human),
        ],
        arguments in prop::collection::vec(("[a-z]{1,9}", "[a-z0-9=]{0,4}"), 0..3),
    ) {
        let arguments = if source == BotSource::Human { Vec::new() } else { arguments };
        let spec = BotSpec { name, source, arguments };
        prop_assert_eq!(spec.to_string().parse(), Ok(spec));
    }
}
