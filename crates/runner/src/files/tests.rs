//! Bot folders with unusual content.

use super::*;
use std::{
    os::unix::fs::symlink,
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

const SECRET: &str = "what root alone may read";

fn refusal(root: &Path) -> FilesError {
    match folder(root) {
        Err(BotError::Files { why, .. }) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn links_are_not_followed_wherever_they_lie() {
    let (bot, secret) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    std::fs::write(secret.path().join("key"), SECRET).unwrap();
    std::fs::create_dir(bot.path().join("data")).unwrap();
    for (name, to) in [("link", secret.path().join("key")), ("data/all", secret.path().into())] {
        let link = bot.path().join(name);
        symlink(to, &link).unwrap();
        assert_eq!(refusal(bot.path()), FilesError::NotPlain { path: name.into() });
        std::fs::remove_file(link).unwrap();
    }
    assert_eq!(folder(bot.path()).unwrap().len(), 0);
}

/// The author exchanges a file with a hidden link again and again while the host reads.
#[test]
fn nobody_wins_a_race_against_the_reader() {
    let (bot, secret) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    std::fs::write(secret.path().join("key"), SECRET).unwrap();
    let [data, hidden] = ["data.txt", ".hidden"].map(|name| bot.path().join(name));
    std::fs::write(&data, "data").unwrap();
    symlink(secret.path().join("key"), &hidden).unwrap();
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                let flags = fs::RenameFlags::EXCHANGE;
                fs::renameat_with(CWD, &data, CWD, &hidden, flags).unwrap();
            }
        });
        for _ in 0..2_000 {
            for file in folder(bot.path()).unwrap_or_default() {
                assert_eq!(file.content, b"data");
            }
        }
        over.store(true, Ordering::Relaxed);
    });
}

#[test]
fn a_pipe_holds_nobody_up() {
    let bot = tempfile::tempdir().unwrap();
    let pipe = bot.path().join("bot.py");
    fs::mknodat(CWD, &pipe, FileType::Fifo, Mode::RWXU, 0).unwrap();
    assert_eq!(refusal(bot.path()), FilesError::NotPlain { path: "bot.py".into() });
    let single = file(bot.path(), Path::new("bot.py"));
    assert!(matches!(single, Err(BotError::Files { why: FilesError::NotPlain { .. }, .. })));
}

#[test]
fn folders_do_not_lie_too_deep() {
    let bot = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(bot.path().join("x/".repeat(DEEPEST))).unwrap();
    assert!(folder(bot.path()).is_ok());
    std::fs::create_dir_all(bot.path().join("x/".repeat(DEEPEST + 1))).unwrap();
    assert_eq!(refusal(bot.path()), FilesError::TooDeep);
}
