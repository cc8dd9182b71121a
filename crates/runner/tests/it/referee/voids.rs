//! What the referee or the sandbox cannot do is never a player's fault.

use crate::referee::match_of::MatchOf;
use certamen_game::{Fault, Seat, Termination, Void};
use certamen_runner::referee::PlayError;

#[test]
fn a_program_that_cannot_be_started_is_a_void() {
    for slug in certamen_games::ALL.iter().map(|game| game.info().slug) {
        for path in ["/nowhere/bot"] {
            let table = MatchOf::few(slug, "{}");
            for at in 0..table.seats() {
                let seat = |seat| {
                    if seat == at { table.program(&[path]) } else { table.builtin("first") }
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
fn a_file_that_cannot_be_executed_is_the_programs_fault() {
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
            let record = table.play([table.program(&[path]), table.builtin("first")]);
            let moves = record.turns.iter().flat_map(|turn| &turn.moves);
            let own: Vec<_> = moves.filter(|entry| entry.seat == Seat(0)).collect();
            assert!(!own.is_empty(), "{slug}: {path}");
            assert!(own.iter().all(|entry| entry.fault == Some(Fault::Exit)), "{slug}: {path}");
            // Some rules have an answer to a fault, and go on.
            let goes_on = own.iter().all(|entry| entry.action.is_some());
            let ended = record.outcome.unwrap().termination;
            assert_eq!(ended == Termination::Forfeit, !goes_on, "{slug}: {path}");
        }
    }
}
