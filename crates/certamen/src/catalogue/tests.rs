//! Every text that people read is in the catalogue, and no message breaks it.

mod literals;

use super::{
    ERRORS, FINDINGS,
    form::Speaker,
    help::{self, HELP},
};
use certamen_game::{Language, Words};
use literals::{Literal, literals};
use proptest::prelude::*;
use std::{collections::BTreeSet, fs, path::PathBuf};

/// The sources of the workspace below `part`, without those of tests.
fn sources(part: &str) -> Vec<(PathBuf, String)> {
    let pattern = format!("{}/../{part}", env!("CARGO_MANIFEST_DIR"));
    let paths = glob::glob(&pattern).unwrap().map(Result::unwrap);
    let paths = paths.filter(|path| !path.ends_with("tests.rs") && !path.ends_with("testing.rs"));
    paths.map(|path| (path.clone(), fs::read_to_string(&path).unwrap())).collect()
}

/// A text as it is printed, with a number in each place.
fn printed(template: &str) -> String {
    let mut printed = String::new();
    let mut rest = template;
    while let Some(at) = rest.find(['{', '}']) {
        printed.push_str(&rest[..at]);
        let doubled = rest[at..].starts_with("{{") || rest[at..].starts_with("}}");
        if doubled {
            printed.push_str(&rest[at..=at]);
            rest = &rest[at + 2..];
        } else {
            printed.push('0');
            rest = rest[at..].split_once('}').map_or("", |(_, after)| after);
        }
    }
    printed + rest
}

/// Whether it is no name, number or unit, which are the same everywhere.
fn is_word(text: &str) -> bool {
    let is_argument = text.starts_with("--");
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    let is_name =
        is_argument || text.contains(|c: char| !c.is_alphabetic() && c != '\'' && c != '-');
    let is_unit = ["ms", "µs", "cpu", "minimax", "alpha-beta"].contains(&text);
    text.len() > 1 && !is_name && !is_unit && text.contains(|c: char| c.is_lowercase())
}

/// What of a text is in no table.
fn forgotten(tables: &[&[Words]], template: &str) -> Vec<String> {
    let mut unknown = Vec::new();
    for line in printed(template).lines() {
        let speaker = Speaker { tables, language: Language::Es };
        speaker.told(line.trim(), 0, &mut unknown);
    }
    // Some messages are put together of two parts of one text.
    let plain = |text: &str| -> String {
        text.split('`').enumerate().map(|(at, part)| if at % 2 == 1 { "0" } else { part }).collect()
    };
    let part = plain(&printed(template));
    let mut texts = tables.iter().copied().flatten();
    let is_part =
        part.len() > 8 && texts.any(|words| plain(words.en).replace("{}", "0").contains(&part));
    if is_part {
        unknown.clear();
    }
    unknown.retain(|text| text.split('`').step_by(2).flat_map(str::split_whitespace).any(is_word));
    unknown
}

/// Fails with every text that lacks: where it stands, what it is, what of it is unknown.
fn demand(tables: &[&[Words]], place: &str, texts: &[(PathBuf, Literal)]) {
    assert!(texts.len() > 20, "the sources are not found: {texts:?}");
    let missing: BTreeSet<String> = texts
        .iter()
        .filter_map(|(path, literal)| {
            let unknown = forgotten(tables, &literal.text);
            let text = &literal.text;
            (!unknown.is_empty())
                .then(|| format!("{}:{}: \"{text}\": {unknown:?}", path.display(), literal.line))
        })
        .collect();
    let list: Vec<&str> = missing.iter().map(String::as_str).collect();
    let place = format!("add to {place}, with {{}} for what is inserted");
    assert!(
        list.is_empty(),
        "{} texts have no translation; {place}:\n{}",
        list.len(),
        list.join("\n")
    );
}

fn select(part: &str, is_read: fn(&Literal) -> bool) -> Vec<(PathBuf, Literal)> {
    let all = sources(part).into_iter().flat_map(|(path, source)| {
        literals(&source).into_iter().map(move |literal| (path.clone(), literal))
    });
    all.filter(|(_, literal)| is_read(literal)).collect()
}

#[test]
fn every_error_of_the_workspace_is_in_the_catalogue() {
    let mut errors = select("*/src/**/*.rs", |literal| literal.before.ends_with("#[error("));
    // What a game that breaks its contract gets is for those who write games.
    errors.retain(|(path, _)| !path.ends_with("conformance.rs"));
    demand(ERRORS, "a table of crates/certamen/src/catalogue", &errors);
}

/// How the code stands before a text that becomes an error, or the reason in one.
const REASONS: &[&str] = &[
    "add(",
    "ok_or_else(||",
    "usage(",
    "bail!(",
    "anyhow!(",
    ".context(",
    ".with_context(||",
    "Err(",
    "ok_or(",
    "because(",
    "Void(",
    "custom(",
    "wrong(",
    "too_much(",
    "refuse(key,",
    "running(",
    "doing(",
    "let reason =",
    "reason:",
    "Error::other(",
    "text =",
];

#[test]
fn every_reason_is_in_the_catalogue() {
    let mut reasons = select("*/src/**/*.rs", |literal| {
        let mut before = literal.before.as_str();
        while let Some(outer) =
            ["format!(", "&", "usage("].iter().find_map(|end| before.strip_suffix(end))
        {
            if REASONS.iter().any(|reason| before.ends_with(reason)) {
                break;
            }
            before = outer.trim_end();
        }
        // One word is a name, and `:` is a separator.
        literal.text.trim().contains(' ') && REASONS.iter().any(|reason| before.ends_with(reason))
    });
    let is_internal =
        |path: &PathBuf| ["conformance.rs", "scripted.rs"].iter().any(|name| path.ends_with(name));
    reasons.retain(|(path, _)| !is_internal(path));
    demand(ERRORS, "a table of crates/certamen/src/catalogue", &reasons);
}

#[test]
fn every_finding_of_the_doctor_is_in_the_catalogue() {
    /// What is said to canaries and to the system.
    const TO_MACHINES: [&str; 16] = [
        "calls:",
        ".hear(",
        ".hear(&format!(",
        ".run(",
        ".run_for(",
        ".calls(",
        ".calls_outside(",
        ".outside(",
        "reads(",
        "read_to_string(",
        ".cage(sandbox,",
        ".expect(",
        "let calls = format!(",
        "field(",
        "let path =",
        "_USERS: &str =",
    ];
    let mut findings = select("sandbox/src/doctor/*.rs", |literal| {
        let is_said = !TO_MACHINES.iter().any(|end| literal.before.ends_with(end));
        is_said && literal.text.contains(' ') && !literal.before.ends_with("#[error(")
    });
    findings.extend(select("sandbox/src/groups/*.rs", |literal| {
        let before = &literal.before;
        before.ends_with("=>") || before.ends_with("=> {") || before.ends_with("lost(")
    }));
    let is_inner = |path: &PathBuf| path.ends_with("aviary.rs") || path.ends_with("cache.rs");
    findings.retain(|(path, _)| !is_inner(path));
    demand(FINDINGS, "canaries.rs or machine.rs of crates/certamen/src/catalogue", &findings);
}

/// Adds what the help of a command lacks.
fn lacking(command: &clap::Command, missing: &mut BTreeSet<String>) {
    let mut lacks = |whose: &str, text: Option<&clap::builder::StyledStr>| match text {
        None => _ = missing.insert(format!("{whose} has no help")),
        Some(text) if help::words(&text.to_string()).is_none() => {
            missing.insert(format!("{whose}: {text}"));
        }
        Some(_) => {}
    };
    let name = command.get_bin_name().unwrap_or_default().to_owned();
    // Below `help` the commands have their texts once more.
    if name.starts_with("certamen help ") {
        return;
    }
    lacks(&name, command.get_about());
    for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
        let whose = format!("{name} {}", argument.get_id());
        if name != "certamen help" {
            lacks(&whose, argument.get_help());
        }
        if let Some(long) = argument.get_long_help() {
            lacks(&whose, Some(long));
        }
        for value in
            argument.get_possible_values().iter().filter(|value| value.get_help().is_some())
        {
            lacks(&format!("{whose} {}", value.get_name()), value.get_help());
        }
    }
    for inner in command.get_subcommands() {
        lacking(inner, missing);
    }
}

#[test]
fn every_help_text_is_in_the_catalogue() {
    let mut english = help::command(Language::En);
    english.build();
    let mut missing = BTreeSet::new();
    lacking(&english, &mut missing);
    let list: Vec<&str> = missing.iter().map(String::as_str).collect();
    let place = "add to a table of crates/certamen/src/catalogue/help";
    assert!(list.is_empty(), "{} help texts lack; {place}:\n{}", list.len(), list.join("\n"));
}

#[test]
fn translations_have_the_places_of_their_texts() {
    for words in [ERRORS, FINDINGS, HELP].into_iter().flatten().copied().flatten() {
        let places = |text: &str| {
            let numbered = ["{0}", "{1}", "{2}"].iter().filter(|place| text.contains(**place));
            text.matches("{}").count() + numbered.count()
        };
        for text in [words.es, words.fr, words.it] {
            assert_eq!(places(text), places(words.en), "{}: {text}", words.en);
        }
    }
}

#[track_caller]
fn check(message: &str, language: Language, told: &str) {
    assert_eq!(super::error(message, language), told);
}

#[test]
fn messages_are_told_from_the_inside_out() {
    let nested = "c/contest.toml: key `bots`: bot `x`: there is no such file or folder; \
        a bot is a folder with bot.toml, a source file, an executable or builtin:NAME";
    check(nested, Language::En, nested);
    check(
        nested,
        Language::Es,
        "c/contest.toml: clave `bots`: bot `x`: no existe tal archivo o carpeta; \
        un bot es una carpeta con bot.toml, un archivo fuente, un ejecutable o builtin:NAME",
    );
    check(
        "r.jsonl: No such file or directory (os error 2)",
        Language::It,
        "r.jsonl: file o cartella inesistente (errore 2 di sistema)",
    );
    check(
        "no a: Permission denied (os error 13) (run as root, or start under `x`); \
         no b: File exists (os error 17) (see the control groups of this machine in /proc/x)",
        Language::Fr,
        "il manque a: permission refusée (erreur 13 du système) (lancez en root, ou démarrez sous \
         `x`); il manque b: le fichier existe déjà (erreur 17 du système) (voyez les groupes de \
         contrôle de cette machine dans /proc/x)",
    );
}

#[test]
fn names_and_what_is_unknown_stay() {
    check(
        "option `unknown key: x`: unknown key",
        Language::Es,
        "opción `unknown key: x`: clave desconocida",
    );
    check("made of: whatever", Language::It, "made of: whatever");
    check(
        "bot `a` cannot be built: the compiler ended with code 1:\na.c: 3 `{}` {7}\n",
        Language::Fr,
        "le bot `a` ne peut être construit: le compilateur a fini avec le code 1:\na.c: 3 `{}` {7}\n",
    );
}

#[test]
fn hostile_messages_take_no_long_time() {
    for part in [": ", "; ", "`", "no a: b (c) (", "{} given, ", " at line ", " (os error "] {
        for count in [100, 1000, 100_000] {
            let message = part.repeat(count);
            assert!(!super::error(&message, Language::Es).is_empty());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_message_breaks_the_catalogue(
        parts in prop::collection::vec("[ -~é…\n]{0,12}|: |; |`|\\(|\\)|\\{\\}|key `| given, ", 0..24),
    ) {
        let message = parts.concat();
        prop_assert_eq!(&super::error(&message, Language::En), &message);
        for language in Language::ALL {
            let told = super::error(&message, language);
            prop_assert_eq!(told.lines().count(), message.lines().count());
        }
    }
}
