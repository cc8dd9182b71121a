//! Every language: its test program is built and run in each tier that there is here.

use crate::without::is_left_out;
use crate::{
    alone::{alone, is_fast},
    compile::Site,
    confined::confined,
    isolated::isolated,
};
use certamen_sandbox::{
    Access, Folder, Language, LanguageTest, Languages, Limits, Places, Program, ProgramExit,
    Sandbox, TimeBudget, TrialError, Unisolated, fill_memory,
};
use rustix::process::geteuid;
use std::{fs, os::unix::fs::PermissionsExt, time::Duration};

/// The languages that are installed for the tests.
const PROVIDED: [&str; 11] =
    ["c", "cpp", "d", "java", "ruby", "python", "lua", "r", "javascript", "perl", "rust"];

/// Whether the tests can do without this language, and that it is not there is no failure.
fn may_be_missing(name: &str) -> bool {
    // Rust may be installed for root alone.
    let unreachable = name == "rust" && !geteuid().is_root();
    !PROVIDED.contains(&name) || unreachable || is_left_out(name)
}

/// Builds and runs the program of each language that is `wanted`; says which are not there.
fn check(sandbox: &dyn Sandbox, wanted: impl Fn(&str, &Language) -> bool) {
    let mut wrong = Vec::new();
    let known = Languages::built_in();
    for (name, language) in known.iter().filter(|(name, language)| wanted(name, language)) {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let tried = LanguageTest::build(sandbox, language, folder.path())
            .and_then(|trial| trial.run(sandbox, 2));
        match tried {
            Ok(took) => eprintln!("{name}: {took:?}"),
            Err(error) if is_left_out(name) => eprintln!("{name}: left out: {error}"),
            Err(TrialError::Tool(error)) if may_be_missing(name) => {
                eprintln!("{name}: left out: {error}");
            }
            Err(error) => wrong.push(format!("{name}: {error}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// All languages, or where there is no time those without a compiler: it is the same everywhere.
fn if_time(_: &str, language: &Language) -> bool {
    !is_fast() || language.build.is_empty()
}

#[test]
fn all_run_isolated() {
    let _alone = alone();
    check(&isolated(), |name, _| !is_fast() || PROVIDED.contains(&name));
}

#[test]
fn all_run_confined() {
    // Root's compilers may be where other users may not enter; programs are tested as another user.
    if !geteuid().is_root() {
        let _alone = alone();
        check(&confined(), if_time);
    }
}

#[test]
fn all_run_where_nothing_isolates() {
    let _alone = alone();
    check(&Unisolated::new(), if_time);
}

/// Programs that throw away much more memory than they may have at once.
const WASTEFUL: [(&str, &str, &str); 5] = [
    (
        "java",
        "Waste.java",
        "public class Waste { static int[] kept; public static void main(String[] words) {
           for (int i = 0; i < 20_000; i++) kept = new int[25_000];
           System.out.println(kept.length); } }",
    ),
    (
        "javascript",
        "waste.js",
        "let kept = []; for (let i = 0; i < 2e4; i++) { kept = []; for (let j = 0; j < 25e2; j++) \
         kept.push({ j }); } console.log(kept.length * 10);",
    ),
    (
        "go",
        "waste.go",
        "package main\nimport \"fmt\"\nvar kept []int32\nfunc main() { for i := 0; i < 20000; i++ \
         { kept = make([]int32, 25000) }; fmt.Println(len(kept)) }",
    ),
    (
        "common-lisp",
        "waste.lisp",
        "(defvar *kept*) (dotimes (i 20000) (setf *kept* (make-list 2500)))
         (format t \"~a~%\" (* 10 (length *kept*)))",
    ),
    (
        "kotlin",
        "Waste.kt",
        "fun main() { var kept = IntArray(1); for (i in 1..20000) kept = IntArray(25000)
         println(kept.size) }",
    ),
];

#[test]
fn garbage_is_collected_before_the_limit_is_reached_takes_long() {
    let _alone = alone();
    let sandbox = isolated();
    for (name, file, text) in WASTEFUL {
        let site = Site::with(&[(file, text)]);
        let places = Places {
            directory: site.path("source"),
            out: site.path("out"),
            sources: vec![file.into()],
        };
        let language = Languages::built_in().get(name).unwrap().clone();
        let tools = language.run_command(&places);
        match tools.and_then(|_| language.build_command(&places)) {
            Err(error) if may_be_missing(name) => {
                eprintln!("{name}: left out: {error}");
                continue;
            }
            command => site.build(&sandbox, &command.unwrap()).unwrap(),
        };
        let program = program(places, &language);
        let run = sandbox.create_cell(&program).unwrap().run(None, None, MUCH).unwrap();
        let said = String::from_utf8_lossy(&run.output).into_owned();
        let errors = String::from_utf8_lossy(&run.errors).into_owned();
        assert_eq!((run.end, said.trim()), (ProgramExit::Exited(0), "25000"), "{name}: {errors}");
    }
}

const MUCH: TimeBudget =
    TimeBudget { cpu: Duration::from_secs(60), wall: Duration::from_secs(120) };

fn program(places: Places, language: &Language) -> Program {
    let limits = Limits::default();
    let run = language.run_command(&places).unwrap();
    let folder = |outside, inside| Folder { outside, inside, access: Access::Read };
    Program {
        command: fill_memory(&run, limits.memory),
        directory: places.directory.clone(),
        environment: Vec::new(),
        limits,
        folders: vec![folder(places.directory, "/bot"), folder(places.out, "/out")],
    }
}

#[test]
fn temporary_files_last_for_one_run() {
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    let script = "
import os, tempfile
print(len(os.listdir(tempfile.gettempdir())), flush=True)
open(tempfile.gettempdir() + '/mark', 'w').write('x')";
    let mut program = crate::programs::python(script);
    program.give_temporary(folder.path());
    let sandbox = isolated();
    let mut cell = sandbox.create_cell(&program).unwrap();
    for _ in 0..3 {
        let run = cell.run(None, None, MUCH).unwrap();
        assert_eq!((run.end, &*run.output), (ProgramExit::Exited(0), &b"0\n"[..]));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
