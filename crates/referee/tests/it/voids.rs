//! What the referee or the sandbox cannot do is never a player's fault.

use crate::match_of::MatchOf;
use certamen_game::Void;
use certamen_referee::PlayError;

#[test]
fn a_program_that_cannot_be_started_is_a_void() {
    let folder = tempfile::tempdir().unwrap();
    let plain = folder.path().join("plain");
    std::fs::write(&plain, "not executable").unwrap();
    for slug in certamen_games::ALL.iter().map(|game| game.info().slug) {
        for path in ["/nowhere/bot", plain.to_str().unwrap()] {
            let table = MatchOf::two(slug, "{}");
            let seatings = [
                [table.program(&[path]), table.house("first")],
                [table.house("first"), table.program(&[path])],
            ];
            for seats in seatings {
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
fn a_script_whose_interpreter_is_missing_is_a_void() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("bot");
    std::fs::write(&script, "#!/nowhere/interpreter\n").unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    let table = MatchOf::two("footsteps", "{}");
    let seats = [table.program(&[script.to_str().unwrap()]), table.house("first")];
    assert!(matches!(table.try_play(seats), Err(PlayError::Void(_))));
}
