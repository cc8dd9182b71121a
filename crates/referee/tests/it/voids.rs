//! What the referee or the sandbox cannot do is never a player's fault.

use crate::match_of::MatchOf;
use certamen_game::{Fault, Termination, Void};
use certamen_referee::PlayError;

#[test]
fn a_program_that_cannot_be_started_is_a_void() {
    for slug in certamen_games::ALL.iter().map(|game| game.info().slug) {
        for path in ["/nowhere/bot"] {
            let table = MatchOf::few(slug, "{}");
            for at in 0..table.seats() {
                let seat = |seat| {
                    if seat == at { table.program(&[path]) } else { table.house("first") }
                };
                let seats = (0..table.seats()).map(seat).collect::<Vec<_>>();
                match table.try_play(seats) {
                    Err(PlayError::Void(Void::CannotStart(why))) => {
                        assert!(why.to_string().contains(path), "{slug}: {why}");
                    }
                    other => panic!("{slug}: {other:?}"),
                }
            }
        }
    }
}

#[test]
fn what_cannot_be_executed_has_lost() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, content: &[u8], mode| {
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let files = [
        file("plain", b"not executable", 0o644),
        file("script", b"#!/nowhere/interpreter\n", 0o755),
        file("rubbish", b"\x7fELF and rubbish", 0o755),
    ];
    for slug in certamen_games::ALL.iter().map(|game| game.info().slug) {
        for path in &files {
            let table = MatchOf::two(slug, "{}");
            let record = table.play([table.program(&[path]), table.house("first")]);
            let outcome = record.outcome.unwrap();
            let found = (outcome.termination, outcome.reason);
            assert_eq!(found, (Termination::Forfeit, Some(Fault::Exit)), "{slug}: {path}");
        }
    }
}
