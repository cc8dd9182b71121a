//! Tests of programs that seldom change, keyed by those programs: what passed with the same files
//! and the same compiler is not played again, unless `CERTAMEN_ALL=1` asks for everything.

use std::{
    env, fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
};

/// What a language is built or run with.
const PROGRAMS: &[(&str, &str)] = &[
    ("c", "/usr/bin/cc"),
    ("common-lisp", "/usr/bin/sbcl"),
    ("course-lisp", "/usr/bin/sbcl"),
    ("cpp", "/usr/bin/g++"),
    ("d", "/usr/bin/gdc"),
    ("fairy-stockfish", "/usr/games/fairy-stockfish"),
    ("fairymax", "/usr/games/fairymax"),
    ("gnugo", "/usr/games/gnugo"),
    ("go", "/usr/bin/go"),
    ("java", "/usr/bin/javac"),
    ("javascript", "/usr/bin/node"),
    ("lua", "/usr/bin/lua5.4"),
    ("perl", "/usr/bin/perl"),
    ("python", "/usr/bin/python3"),
    ("r", "/usr/bin/Rscript"),
    ("ruby", "/usr/bin/ruby"),
    ("stockfish", "/usr/games/stockfish"),
];

/// The mark that a test leaves when it has passed.
pub(crate) struct Passed(PathBuf);

impl Passed {
    /// None if the test `name` passed with these `files` and the programs of these `languages`.
    pub(crate) fn not_yet(name: &str, files: &[PathBuf], languages: &[&str]) -> Option<Passed> {
        let mut hasher = DefaultHasher::new();
        for file in files.iter().flat_map(|path| files_below(path)) {
            (&file, fs::read(&file).unwrap()).hash(&mut hasher);
        }
        for (_, program) in PROGRAMS.iter().filter(|(language, _)| languages.contains(language)) {
            let program = Path::new(program).canonicalize().ok();
            let about = program.as_ref().and_then(|path| path.metadata().ok());
            (program, about.map(|it| (it.len(), it.modified().unwrap()))).hash(&mut hasher);
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("passed");
        let mark = folder.join(format!("{name}-{:016x}", hasher.finish()));
        let everything = env::var_os("CERTAMEN_ALL").is_some();
        if mark.exists() && !everything {
            eprintln!("{name}: passed before with the same files and compilers");
            return None;
        }
        Some(Passed(mark))
    }

    /// Remembers that the test has passed.
    pub(crate) fn remember(self) {
        fs::create_dir_all(self.0.parent().unwrap()).unwrap();
        fs::write(self.0, "").unwrap();
    }
}

/// The file itself, or all files below a folder, in a fixed order.
fn files_below(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let mut inner: Vec<PathBuf> =
        fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
    inner.sort();
    inner.iter().flat_map(|path| files_below(path)).collect()
}

#[test]
fn what_changed_is_tested_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bot.py");
    let passed = || Passed::not_yet("itself", &[folder.path().to_owned()], &["python"]);
    fs::write(&file, "1").unwrap();
    passed().expect("new").remember();
    assert!(passed().is_none() || env::var_os("CERTAMEN_ALL").is_some());
    fs::write(&file, "2").unwrap();
    assert!(passed().is_some());
}
