//! What listings show of the start of a match, which only its first state has.

use crate::site::{ROUND_ROBIN, Site, play};
use certamen_game::{MatchRecord, replay::replay};

#[test]
fn the_coins_at_the_start_are_those_of_the_first_state() {
    let file = ROUND_ROBIN.replace("footsteps", "coins").replace("wins", "total-score");
    let site = Site::new(&file);
    play(&mut site.open(&["a", "b", "c"]).unwrap(), usize::MAX);
    let results = site.results().unwrap();
    let game = certamen_games::find("coins").unwrap();
    for played in results.matches().unwrap() {
        let (record, _) = MatchRecord::read(&results.record(played.number).unwrap()).unwrap();
        let mut first = None;
        replay(game, &record, &mut |arbiter| {
            first.get_or_insert(arbiter.state().json()["coins"].clone());
        })
        .unwrap();
        let reported = results.start_facts(&played);
        assert_eq!(reported.get("start_coins"), first.as_ref());
        assert!(game.detail_word("start_coins").is_some());
    }
    let site = Site::new(ROUND_ROBIN);
    play(&mut site.open(&["a", "b", "c"]).unwrap(), 1);
    let results = site.results().unwrap();
    let played = results.matches().unwrap();
    assert!(results.start_facts(&played[0]).is_empty());
}
