//! Which matches are tried: every seat, every built-in player, tables of several sizes, and the
//! starting positions on which bots tend to fail.

use crate::check::trial::TrialMatch;
use certamen_game::{DynGame, Map, Seat, match_seed};

/// How many further matches there are against chance.
const MORE: u64 = 4;
/// What the matches' seeds come from.
const SEED: u64 = 11;

/// The matches, those first that find most.
pub(crate) fn trials(game: &dyn DynGame, options: &Map) -> Vec<TrialMatch> {
    let seats = game.info().seats;
    let (few, many) = (*seats.start(), *seats.end());
    let mut trials = Vec::new();
    let mut add = |options: &Map, seats: u8, seat: u8, opponent: &str| {
        let seed = match_seed(SEED, &format!("trial {}", trials.len()));
        let (options, opponent) = (options.clone(), opponent.to_owned());
        trials.push(TrialMatch { options, seats, seat: Seat(seat % seats), opponent, seed });
    };
    for (number, opponent) in (0..).zip(game.builtin_names()) {
        for seat in 0..few {
            add(options, few, seat + number, opponent);
        }
    }
    for (number, start) in (0..).zip(tricky(game, options)) {
        for seat in 0..few {
            add(&start, few, seat, ["random", "first", "last"][number % 3]);
        }
    }
    if many > few {
        for (seats, seat) in [(few + 1, 0), (few + 1, few), (many, 0), (many, many - 1)] {
            add(options, seats.min(many), seat, "random");
        }
    }
    for number in 0..MORE {
        add(options, few, number as u8, "random");
    }
    trials
}

/// The game's own awkward starts, unless they say otherwise than `options`.
fn tricky(game: &dyn DynGame, options: &Map) -> Vec<Map> {
    let agrees = |start: &Map| !start.keys().any(|key| options.contains_key(key));
    let starts = game
        .tricky_starts()
        .iter()
        .map(|text| serde_json::from_str::<Map>(text).expect("every game's starts are tested"));
    let merged = |start: Map| options.clone().into_iter().chain(start).collect();
    starts.filter(agrees).map(merged).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::Rng;

    #[test]
    fn every_trial_of_every_game_can_begin_and_every_seat_is_sat_on() {
        for game in certamen_games::ALL {
            let trials = trials(*game, &Map::new());
            for trial in &trials {
                let start =
                    game.new_initial_state(&trial.options, trial.seats, &mut Rng::of_turn(1, 0));
                let slug = game.info().slug;
                assert!(start.is_ok(), "{slug} {trial:?}: {:?}", start.err());
                assert!(trial.seat.0 < trial.seats, "{trial:?}");
            }
            for seat in 0..*game.info().seats.start() {
                assert!(trials[..2].iter().any(|trial| trial.seat == Seat(seat)), "{seat}");
            }
        }
    }

    #[test]
    fn what_the_author_fixed_is_not_changed() {
        let game = certamen_games::find("mancala8").unwrap();
        let fixed: Map = serde_json::from_str(r#"{"turn":1}"#).unwrap();
        for trial in trials(game, &fixed) {
            assert_eq!(trial.options["turn"], 1, "{trial:?}");
        }
        assert!(trials(game, &Map::new()).len() > trials(game, &fixed).len());
    }
}
