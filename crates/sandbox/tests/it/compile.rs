//! Builds: what compilers say, and that they end.

use sandbox::{CompileError, compile};
use std::{ffi::OsString, fs, path::Path};

fn shell(script: &str) -> Vec<OsString> {
    ["/bin/sh", "-c", script].map(OsString::from).into()
}

fn refused(command: &[OsString], directory: &Path) -> String {
    match compile(command, directory).unwrap_err() {
        CompileError::Refused(words) => words,
        other => panic!("{other}"),
    }
}

#[test]
fn nothing_to_do_is_done() {
    compile(&[], Path::new("/nowhere")).unwrap();
}

#[test]
fn a_build_leaves_its_products_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    compile(&shell("echo words; echo more >&2; echo made > product"), folder.path()).unwrap();
    let left: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left, ["product"]);
}

#[test]
fn the_compilers_words_are_shown_in_their_order() {
    let folder = tempfile::tempdir().unwrap();
    let words = refused(&shell("echo one; echo two >&2; echo three; exit 1"), folder.path());
    assert_eq!(words, "one\ntwo\nthree\n");
}

#[test]
fn long_words_are_cut() {
    let folder = tempfile::tempdir().unwrap();
    let script = "echo first; yes | head -c 3000000; exit 1";
    let words = refused(&shell(script), folder.path());
    assert!(words.starts_with("first\n") && words.len() == 16 << 10, "{} bytes", words.len());
}

#[test]
fn words_that_would_act_on_a_terminal_do_not() {
    let folder = tempfile::tempdir().unwrap();
    let words = refused(&shell("printf 'a\\tb\\033[2J\\377\\n'; exit 1"), folder.path());
    assert_eq!(words, "a\tb\u{fffd}[2J\u{fffd}\n");
}

#[test]
fn a_compiler_has_no_input_and_a_small_environment() {
    let folder = tempfile::tempdir().unwrap();
    let words = refused(
        &shell("read line || echo no input; env | cut -d= -f1 | sort; exit 1"),
        folder.path(),
    );
    let names: Vec<_> = words.lines().collect();
    assert_eq!(names, ["no input", "HOME", "LANG", "PATH", "PWD", "TMPDIR"]);
}

#[test]
fn what_a_build_leaves_running_ends_with_it() {
    let _alone = crate::alone::alone();
    let folder = tempfile::tempdir().unwrap();
    let mut program = crate::programs::nasty("sleeps");
    let mark = crate::programs::Mark::on(&mut program);
    let [path, words @ ..] = &*program.command else { unreachable!("it has a path") };
    let words = words.iter().map(|word| word.to_str().unwrap()).collect::<Vec<_>>().join(" ");
    let command = shell(&format!("{} {words} & exit 0", path.display()));
    compile(&command, folder.path()).unwrap();
    mark.assert_gone();
}

#[test]
fn a_missing_compiler_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let error = compile(&["/nowhere/cc".into()], folder.path()).unwrap_err().to_string();
    assert!(error.starts_with("cannot run the compiler /nowhere/cc: "), "{error}");
}
