//! What a program finds around it, and what is left when it is gone.

use super::{LONG, Quick, SHORT, receive};
use crate::{
    alone::times,
    programs::{descriptors, nasty, program, zombies},
};
use certamen_sandbox::{
    Access, Broken, Folder, Limits, Program, ProgramExit, Sandbox, SandboxError, Tier,
};
use std::{fs, os::unix::fs::PermissionsExt, path::PathBuf};

fn output(sandbox: &dyn Sandbox, program: &Program, argument: Option<&str>) -> String {
    let run = sandbox.run(program, argument, None, LONG).unwrap();
    assert_eq!(run.end, ProgramExit::Exited(0));
    String::from_utf8(run.output).unwrap()
}

/// What it says as a living program.
fn reported(sandbox: &dyn Sandbox, program: &Program) -> String {
    let mut process = sandbox.start(program).unwrap();
    let mut all = Vec::new();
    let mut line = Vec::new();
    while receive(&mut *process, &mut line, LONG).is_ok() {
        all.extend_from_slice(&line);
        all.push(b'\n');
    }
    String::from_utf8(all).unwrap()
}

pub(crate) fn only_three_descriptors_are_open(sandbox: &dyn Sandbox) {
    // With others alive, whose pipes are none of its business.
    let _others: Vec<_> = (0..3).map(|_| sandbox.start(&nasty("sleeps")).unwrap()).collect();
    let program = nasty("descriptors");
    assert_eq!(output(sandbox, &program, None), "0\n1\n2\n");
    assert_eq!(reported(sandbox, &program), "0\n1\n2\n");
}

pub(crate) fn the_environment_is_what_was_given(sandbox: &dyn Sandbox) {
    let given = [("CERTAMEN_SEAT", "1"), ("EMPTY", ""), ("TEXT", "{\"a\": [1, 2]} = ñ")];
    let environment = given.map(|(key, value)| (key.to_owned(), value.to_owned()));
    let program = Program { environment: environment.into(), ..nasty("environment") };
    let mut found: Vec<_> = output(sandbox, &program, None).lines().map(str::to_owned).collect();
    found.sort();
    assert_eq!(found, given.map(|(key, value)| format!("{key}={value}")));
    assert_eq!(output(sandbox, &nasty("environment"), None), "");
    assert_eq!(reported(sandbox, &nasty("environment")), "");
}

pub(crate) fn the_directory_is_what_was_given(sandbox: &dyn Sandbox) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().canonicalize().unwrap();
    let mut program = Program { directory: path.clone(), ..nasty("directory") };
    program.folders.push(Folder { outside: path.clone(), inside: "/here", access: Access::Read });
    // Who has a root of its own is told the names inside.
    let name = if sandbox.tier() > Tier::B { path } else { PathBuf::from("/here") };
    assert_eq!(output(sandbox, &program, None), name.to_str().unwrap());
}

pub(crate) fn the_argument_comes_last_and_whole(sandbox: &dyn Sandbox) {
    let program = nasty("arguments first");
    for argument in ["second", "two words", "", "$HOME `id` * ; \"'\\", "..wn", "-x"] {
        assert_eq!(output(sandbox, &program, Some(argument)), format!("first\n{argument}\n"));
    }
    assert_eq!(output(sandbox, &program, None), "first\n");
    let long = "x".repeat(60_000);
    assert_eq!(output(sandbox, &program, Some(&long)), format!("first\n{long}\n"));
}

pub(crate) fn signals_are_as_a_program_expects_them(sandbox: &dyn Sandbox) {
    assert_eq!(output(sandbox, &nasty("signals"), None), "no core\n");
}

pub(crate) fn memory_is_limited(sandbox: &dyn Sandbox) {
    let limits = Limits { memory: 64 << 20, ..Limits::default() };
    let within = Program { limits, ..nasty("memory 16") };
    assert_eq!(output(sandbox, &within, None), "taken\n");
    let beyond = Program { limits, ..nasty("memory 512") };
    let run = sandbox.run(&beyond, None, None, LONG).unwrap();
    assert_ne!(run.output, b"taken\n");
}

pub(crate) fn a_program_that_cannot_be_started_is_our_fault(sandbox: &dyn Sandbox) {
    let folder = tempfile::tempdir().unwrap();
    let here = |path: &std::path::Path| program(vec![path.into()]);
    let missing = folder.path().join("missing");
    let programs = [
        (here(&missing), "missing"),
        (program(Vec::new()), "no command"),
        (Program { directory: missing, ..nasty("answers") }, "missing"),
    ];
    for (program, named) in programs {
        let errors = [
            sandbox.run(&program, None, None, SHORT).err(),
            sandbox.run(&program, None, Some(b"input"), SHORT).err(),
            sandbox.start(&program).err(),
        ];
        for error in errors {
            let error = error.unwrap_or_else(|| panic!("{named}: it was started"));
            let ours = matches!(error, SandboxError::Start { .. } | SandboxError::NoCommand);
            assert!(ours, "{error}");
            assert!(error.to_string().contains(named), "{named}: {error}");
        }
    }
    assert_eq!(zombies(), 0);
}

pub(crate) fn a_file_that_is_not_executed_is_the_programs_fault(sandbox: &dyn Sandbox) {
    let folder = tempfile::tempdir_in(crate::programs::place()).unwrap();
    let file = |name: &str, content: &[u8], mode| {
        let path = folder.path().join(name);
        fs::write(&path, content).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        path
    };
    let files = [
        file("plain", b"not executable", 0o644),
        file("rubbish", b"\x7fELF and rubbish", 0o755),
        file("missing", b"#!/no/such/interpreter\n", 0o755),
        file("nothing", b"", 0o755),
        folder.path().to_owned(),
    ];
    for path in files {
        let program = program(vec![path.clone().into()]);
        let named = path.file_name().unwrap().to_str().unwrap();
        for input in [None, Some(&b"input"[..])] {
            let error = sandbox.run(&program, None, input, SHORT).unwrap_err();
            assert!(matches!(error, SandboxError::Refused { .. }), "{named}: {error}");
            assert!(error.to_string().contains(named), "{named}: {error}");
        }
        // A program that confines itself is there before it is refused.
        match sandbox.start(&program) {
            Err(error) => assert!(matches!(error, SandboxError::Refused { .. }), "{error}"),
            Ok(mut process) => {
                let heard = receive(&mut *process, &mut Vec::new(), LONG);
                assert!(
                    matches!(heard, Err(Broken::Program(ProgramExit::Exited(_)))),
                    "{named}: {heard:?}"
                );
            }
        }
    }
    assert_eq!(zombies(), 0);
}

pub(crate) fn nothing_is_left_of_many(sandbox: &dyn Sandbox) {
    let (before, mut line) = (descriptors(), Vec::new());
    for number in 0..times(400) {
        let words = ["answers", "exits 1", "dies 9", "complains 100"][number % 4];
        sandbox.run(&nasty(words), None, Some(b"input"), LONG).unwrap();
        if number % 4 == 0 {
            let mut process = sandbox.start(&nasty("echoes")).unwrap();
            process.send(b"1").unwrap();
            receive(&mut *process, &mut line, LONG).unwrap();
            assert_eq!(line, b"1");
        }
    }
    assert_eq!((descriptors(), zombies()), (before, 0));
}
