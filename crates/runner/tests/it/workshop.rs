//! What the workshop keeps, and for whom.

use crate::test_table::TestTable;
use certamen_runner::{Bot, BuildCache, BuiltBot};
use std::{fs, os::unix::fs::PermissionsExt, path::Path, thread};

fn c_bot(folder: &Path, bid: u32) -> Bot {
    let source = format!(
        "#include <stdio.h>\nint main(void) {{ printf(\"{bid}\\n\"); fflush(stdout); getchar(); }}"
    );
    fs::write(folder.join("bot.c"), source).unwrap();
    Bot::find(folder.join("bot.c").to_str().unwrap(), certamen_games::find("footsteps").unwrap())
        .unwrap()
}

fn command(ready: BuiltBot) -> String {
    match ready {
        BuiltBot::Program(program) => program.command[0].to_str().unwrap().to_owned(),
        BuiltBot::Builtin { .. }
        | BuiltBot::Evaluation(_)
        | BuiltBot::Human(_)
        | BuiltBot::Remote(_) => {
            panic!("it is a program")
        }
    }
}

#[test]
fn equal_files_are_built_once() {
    let (folder, builds) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let cache = BuildCache::new(
        builds.path().join("not/made/yet"),
        std::sync::Arc::new(certamen_sandbox::Unisolated::new()),
    );
    let first = command(cache.prepare(&c_bot(folder.path(), 1)).unwrap());
    let built = fs::metadata(&first).unwrap().modified().unwrap();
    assert_eq!(command(cache.prepare(&c_bot(folder.path(), 1)).unwrap()), first);
    assert_eq!(fs::metadata(&first).unwrap().modified().unwrap(), built);
    assert_ne!(command(cache.prepare(&c_bot(folder.path(), 2)).unwrap()), first);
}

#[test]
fn two_parallel_builds_of_the_same_bot_succeed() {
    let (folder, builds) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let bot = c_bot(folder.path(), 1);
    let cache = BuildCache::new(
        builds.path().to_owned(),
        std::sync::Arc::new(certamen_sandbox::Unisolated::new()),
    );
    let commands: Vec<String> = thread::scope(|scope| {
        let threads: Vec<_> =
            (0..4).map(|_| scope.spawn(|| command(cache.prepare(&bot).unwrap()))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(commands.iter().all(|command| *command == commands[0]), "{commands:?}");
    assert_eq!(fs::read_dir(builds.path()).unwrap().count(), 1, "no drafts are left");
}

#[test]
fn executable_permission_changes_the_digest() {
    let (folder, builds) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let manifest = "name = \"x\"\nlanguage = \"executable\"\nsource = [\"x\"]";
    fs::write(folder.path().join("bot.toml"), manifest).unwrap();
    fs::write(folder.path().join("x"), "#!/bin/sh\necho 1\nread line\n").unwrap();
    let cache = BuildCache::new(
        builds.path().to_owned(),
        std::sync::Arc::new(certamen_sandbox::Unisolated::new()),
    );
    let find = || {
        let game = certamen_games::find("footsteps").unwrap();
        Bot::find(folder.path().to_str().unwrap(), game).unwrap()
    };
    cache.prepare(&find()).unwrap_err();
    let permission = fs::Permissions::from_mode(0o755);
    fs::set_permissions(folder.path().join("x"), permission).unwrap();
    cache.prepare(&find()).unwrap();
}

#[test]
fn a_single_file_sees_only_itself() {
    let (folder, scratch) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::write(folder.path().join("secret.py"), "").unwrap();
    let script = "import os, sys\n\
        seen = os.listdir(os.path.dirname(sys.argv[0])) + os.listdir('.')\n\
        while True:\n  print(1 if seen == ['bot.py'] else str(seen), flush=True)\n  input()\n";
    fs::write(folder.path().join("bot.py"), script).unwrap();
    let table = TestTable::new(certamen_games::find("footsteps").unwrap(), "{}", scratch.path());
    let bot = table.ready(folder.path().join("bot.py").to_str().unwrap());
    let record = table.play([&bot, &table.ready("builtin:last")], 1);
    assert_eq!(record.turns[0].moves[0].action.as_deref(), Some("1"), "{record:?}");
}

#[test]
fn scratch_folders_are_empty_at_each_match() {
    let (folder, place) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let script = "import os\n\
        bid = 1 + len(os.listdir('.'))\n\
        os.makedirs('deep/er')\nopen('deep/er/file', 'w').close()\n\
        os.chmod('deep/er', 0o500)\n\
        while True:\n  print(bid, flush=True)\n  input()\n";
    fs::write(folder.path().join("bot.py"), script).unwrap();
    let table = TestTable::new(certamen_games::find("footsteps").unwrap(), "{}", place.path());
    let bot = table.ready(folder.path().join("bot.py").to_str().unwrap());
    for seed in 0..3 {
        let record = table.play([&bot, &bot], seed);
        for entry in &record.turns[0].moves {
            assert_eq!(entry.action.as_deref(), Some("1"), "{record:?}");
        }
    }
}
