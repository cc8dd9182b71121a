//! Commands whose places are filled in, and invalid ones.

use super::*;

#[test]
fn the_built_in_list_is_well_formed() {
    for (name, language) in Languages::built_in().iter() {
        assert!(!language.run.is_empty() && !language.suffixes.is_empty(), "{name}");
        assert!(!language.package.is_empty() && !language.version.is_empty(), "{name}");
        assert!(!language.flush.is_empty(), "{name}");
    }
}

fn places() -> Places {
    Places {
        directory: "/bots/x".into(),
        out: "/builds/1".into(),
        sources: vec!["a.c".into(), "b.c".into()],
    }
}

#[test]
fn places_are_filled_in() {
    let places = places();
    let command = Languages::built_in().get("c").unwrap().build_command(&places).unwrap();
    let words: Vec<_> = command[1..].iter().map(|word| word.to_str().unwrap()).collect();
    assert_eq!(words, ["-O2", "-o", "/builds/1/bot", "/bots/x/a.c", "/bots/x/b.c", "-lm"]);
}

#[test]
fn the_class_of_a_java_program_has_the_name_of_its_file() {
    let places = Places { sources: vec!["src/Bot.java".into()], ..places() };
    let command = super::fill(&["-cp", "{out}", "{stem}"].map(str::to_owned), &places);
    assert_eq!(command, ["-cp", "/builds/1", "Bot"]);
}

#[test]
fn collectors_are_told_how_much_memory_there_is() {
    let command = ["/x/{half}", "-Xmx{half}m", "{quarter}MB"].map(OsString::from);
    assert_eq!(fill_memory(&command, 256 << 20), ["/x/{half}", "-Xmx128m", "64MB"]);
    assert_eq!(fill_memory(&command, 1)[1], "-Xmx1m");
}

#[test]
fn what_is_needed_besides_is_looked_for() {
    let mut language = Languages::built_in().get("kotlin").unwrap().clone();
    language.needs = vec!["/nowhere/kotlinc".to_owned()];
    let error = language.run_command(&places()).unwrap_err().to_string();
    let expected = "/nowhere/kotlinc is not installed: install the Debian package kotlin";
    assert_eq!(error, expected);
}

#[test]
fn an_own_command_starts_with_what_everybody_may_run() {
    let fill = |tool: &str| places().fill(&[tool.to_owned(), "{out}/x".to_owned()]);
    for tool in ["sh", "/bin/sh", "/usr/bin/env"] {
        let command = fill(tool).unwrap();
        assert!(Path::new(&command[0]).starts_with("/usr"), "{command:?}");
        assert_eq!(command[1], "/builds/1/x");
    }
    assert_eq!(fill("{directory}/run").unwrap()[0], "/bots/x/run");
    let compiler = fill("cc").unwrap();
    assert_eq!(compiler, fill("/usr/bin/cc").unwrap());
}

#[test]
fn other_paths_are_refused() {
    for tool in ["/etc/passwd", "/usr/../etc/passwd", "../x", "etc/x", "/var/x", "", "no-such"] {
        let error = places().fill(&[tool.to_owned()]).unwrap_err();
        assert!(matches!(error, ToolError::Unusual { .. }), "{tool}: {error}");
    }
}

#[test]
fn unknown_names_are_refused_with_those_there_are() {
    let error = Languages::built_in().get("cobol").unwrap_err().to_string();
    assert!(error.starts_with("unknown language `cobol`: expected one of c, common-lisp, cpp, "));
    assert!(error.ends_with(", rust"), "{error}");
}
