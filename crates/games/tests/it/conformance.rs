//! Every registered game keeps to the contract, with many seeds and at every table size.

use game::{Map, conformance::check_match};

#[test]
fn random_matches_keep_to_the_contract() {
    for game in games::ALL {
        for seats in game.info().seats {
            for seed in 0..8 {
                if let Err(error) = check_match(*game, Map::new(), seats, seed, 400) {
                    panic!("{error}");
                }
            }
        }
    }
}
