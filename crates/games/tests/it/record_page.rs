//! The record on the page about records is one.

use certamen_game::{
    MatchRecord,
    record::Seal,
    replay::{compare, replay},
};

const PAGE: &str = include_str!("../../../../docs/record-format.md");

#[test]
fn the_record_that_is_shown_verifies() {
    let (_, block) = PAGE.split_once("```json\n").expect("the page shows a record");
    let (bytes, _) = block.split_once("```").expect("the record ends");
    let (record, seal) = MatchRecord::read(bytes.as_bytes()).unwrap();
    let game = certamen_games::find(&record.table.game).unwrap();
    let end = replay(game, &record, &mut |_| {}).unwrap();
    assert_eq!(compare(record.outcome.as_ref().unwrap(), end.outcome().unwrap()), []);
    assert_eq!(seal, Seal::Sound);
    assert_eq!(record.to_bytes(), bytes.as_bytes());
}
