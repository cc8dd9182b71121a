//! Who is better than whom at Go.

use crate::test_table::TestTable;

/// Moves with which matches begin, so that deterministic players do not play the same one twice.
const OPENINGS: [[&str; 2]; 3] = [["5 5", "3 3"], ["3 7", "7 3"], ["3 3", "5 6"]];

#[test]
fn simulations_beat_tactics_on_the_small_board_nightly() {
    let folder = tempfile::tempdir().unwrap();
    let table =
        TestTable::new(certamen_games::find("go").unwrap(), r#"{"size": 9}"#, folder.path());
    let [simulador, tactico] = ["simulador", "tactico"]
        .map(|name| table.ready(&format!("{}/../../bots/go/{name}", env!("CARGO_MANIFEST_DIR"))));
    let mut won = 0.0;
    for opening in OPENINGS {
        for (seat, seats) in [[&simulador, &tactico], [&tactico, &simulador]].iter().enumerate() {
            let record = table.play_after(&opening, *seats);
            let outcome = record.outcome.unwrap();
            assert_eq!(outcome.reason, None, "no player fails");
            won += outcome.scores[seat];
        }
    }
    assert!(won >= 5.0, "simulador won {won} of {} matches", 2 * OPENINGS.len());
}
