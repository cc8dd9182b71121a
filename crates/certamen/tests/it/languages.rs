//! `certamen languages` as users run it. That each language works is tested in the sandbox's crate.

use crate::site::{Said, Site};
use serde_json::{Value, json};

fn languages(arguments: &[&str]) -> Said {
    Site::new().run(&[&["languages"], arguments].concat())
}

#[test]
fn what_is_installed_has_a_version_and_a_time() {
    let said = languages(&["--json", "python"]);
    assert_eq!(said.code, 0, "{said:?}");
    let card: Value = serde_json::from_str(&said.out).unwrap();
    let keys: Vec<&String> = card.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["language", "suffixes", "installed", "version", "start_ms"]);
    assert_eq!((&card["language"], &card["suffixes"]), (&json!("python"), &json!(["py"])));
    assert_eq!(card["installed"], json!(true));
    assert!(card["version"].as_str().unwrap().starts_with("Python 3."), "{card}");
    assert!(card["start_ms"].as_f64().unwrap() > 0.0, "{card}");
}

/// Runs the command for Rust with a search path on which nothing is found.
fn without_rust(arguments: &[&str]) -> Said {
    let site = Site::new();
    let output = site
        .command(&[&["languages", "rust"], arguments].concat())
        .env("PATH", "/nowhere")
        .output()
        .unwrap();
    Said {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn what_is_not_installed_is_named_with_its_package() {
    if std::path::Path::new("/usr/bin/rustc").exists() {
        // Tools at Debian's usual paths cannot be hidden.
        assert!(without_rust(&[]).out.contains("rustc "));
        return;
    }
    let said = without_rust(&["--json"]);
    let expected =
        json!({"language": "rust", "suffixes": ["rs"], "installed": false, "package": "rustc"});
    assert_eq!(serde_json::from_str::<Value>(&said.out).unwrap(), expected, "{said:?}");
    for (language, words) in [
        ("en", "not installed: rustc"),
        ("es", "no instalado: rustc"),
        ("fr", "pas installé: rustc"),
        ("it", "non installato: rustc"),
    ] {
        let said = without_rust(&["--lang", language]);
        assert!(said.code == 0 && said.out.contains(words), "{said:?}");
    }
}

#[test]
fn an_unknown_language_is_rejected_by_name() {
    let said = languages(&["cobol"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.err.contains("unknown language `cobol`: expected one of c,"), "{said:?}");
}
