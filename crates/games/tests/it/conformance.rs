//! Every registered game keeps to the contract, with many seeds and at every table size.

use game::{Map, conformance::check_match};

#[test]
fn random_matches_keep_to_the_contract() {
    for game in games::ALL {
        let sizes = game.info().seats;
        for seats in sizes.clone() {
            // Tables of every size, but many matches only at the smallest and the largest.
            let extreme = seats == *sizes.start() || seats == *sizes.end();
            for seed in 0..if extreme { 8 } else { 1 } {
                if let Err(error) = check_match(*game, Map::new(), seats, seed, 400) {
                    panic!("{error}");
                }
            }
        }
    }
}
