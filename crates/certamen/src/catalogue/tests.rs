//! Every text that people read is in the catalogue, and no message breaks it.

use super::ERRORS;
use certamen_game::Language;
use proptest::prelude::*;

#[test]
fn translations_have_the_places_of_their_texts() {
    for words in ERRORS.iter().copied().flatten() {
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
