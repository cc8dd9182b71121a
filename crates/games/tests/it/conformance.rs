//! Every registered game keeps to the contract: with many seeds, at every table size, at the bounds
//! of every option.

use certamen_game::{
    DynGame, Language, Map, OptionsError, Rng,
    conformance::{check_builtin, check_every_table, check_match, check_secrets},
};
use serde_json::{Value, json};
use std::{env, fs};

#[test]
fn random_matches_keep_to_the_contract() {
    let many = if env::var_os("CERTAMEN_FAST").is_some() { 2 } else { 8 };
    for game in certamen_games::ALL {
        let sizes = game.info().seats;
        for seats in sizes.clone() {
            // Tables of every size, but many matches only at the smallest and the largest.
            let extreme = seats == *sizes.start() || seats == *sizes.end();
            for seed in 0..if extreme { many } else { 1 } {
                if let Err(error) = check_match(*game, Map::new(), seats, seed, 400) {
                    panic!("{error}");
                }
            }
        }
    }
}

#[test]
fn forfeits_are_counted_at_every_table() {
    for game in certamen_games::ALL {
        if let Err(error) = check_every_table(*game) {
            panic!("{error}");
        }
    }
}

#[test]
fn builtin_players_play_legal_actions_and_use_the_rng_only_if_declared() {
    for game in certamen_games::ALL {
        for name in game.builtin_names() {
            if let Err(error) = check_builtin(*game, name, 1, 20) {
                panic!("{error}");
            }
        }
    }
}

#[test]
fn seats_see_only_what_they_may_know() {
    for game in certamen_games::ALL {
        let seats = *game.info().seats.start();
        if let Err(error) = check_secrets(*game, &Map::new(), seats, 40, 30) {
            panic!("{error}");
        }
    }
}

/// The integer options of a game with their bounds, as its schema states them.
fn bounds(game: &dyn DynGame) -> Vec<(String, i64, i64)> {
    let schema = certamen_games::options_schema(game.info().slug);
    let Some(Value::Object(properties)) = schema.get("properties").cloned() else {
        return Vec::new();
    };
    let bounds = properties.into_iter().filter_map(|(key, property)| {
        let (low, high) = (property.get("minimum")?.as_i64()?, property.get("maximum")?.as_i64()?);
        Some((key, low, high))
    });
    bounds.collect()
}

#[test]
fn checked_in_schemas_are_those_of_the_options() {
    for game in certamen_games::ALL {
        let slug = game.info().slug;
        let path = format!("{}/src/{slug}/options.json", env!("CARGO_MANIFEST_DIR"));
        let text = serde_json::to_string_pretty(&game.options_schema()).unwrap() + "\n";
        if env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always") {
            fs::write(&path, &text).unwrap();
        }
        let advice = "INSTA_UPDATE=always cargo test -p certamen-games checked_in";
        assert!(fs::read_to_string(&path).unwrap() == text, "{slug}: write it again: {advice}");
    }
}

#[test]
fn schemas_contain_the_bounds() {
    let footsteps = certamen_games::find("footsteps").expect("registered");
    let expected = [("squares", 3, 100_001), ("points", 1, 1_000_000_000)];
    let mut found = bounds(footsteps);
    found.sort_by_key(|(key, ..)| key != "squares");
    assert_eq!(found, expected.map(|(key, low, high)| (key.to_owned(), low, high)));
}

fn only(key: &str, value: Value) -> Map {
    Map::from_iter([(key.to_owned(), value)])
}

fn refusal(game: &dyn DynGame, options: &Map) -> Option<OptionsError> {
    let seats = *game.info().seats.start();
    game.new_initial_state(options, seats, &mut Rng::of_turn(1, 0)).err()
}

#[test]
fn matches_at_the_bounds_of_the_options_keep_to_the_contract() {
    for game in certamen_games::ALL {
        let seats = *game.info().seats.start();
        for (key, low, high) in bounds(*game) {
            for value in [low, high] {
                let options = only(&key, json!(value));
                match refusal(*game, &options) {
                    Some(error) => assert_eq!(error.key(), Some(&*key), "{error}"),
                    None => drop(
                        check_match(*game, options, seats, 1, 40)
                            .unwrap_or_else(|error| panic!("{key} = {value}: {error}")),
                    ),
                }
            }
        }
    }
}

#[test]
fn options_beyond_their_bounds_and_unknown_ones_are_refused_by_name() {
    for game in certamen_games::ALL {
        let refused = |key: &str, value: Value| {
            let slug = game.info().slug;
            let error = refusal(*game, &only(key, value.clone()));
            let error = error.unwrap_or_else(|| panic!("{slug}: {key} = {value} is accepted"));
            assert_eq!(error.key(), Some(key), "{slug}: {key} = {value}: {error}");
        };
        for (key, low, high) in bounds(*game) {
            refused(&key, json!(low - 1));
            refused(&key, json!(high + 1));
            refused(&key, json!("fin"));
        }
        refused("no such option", json!(1));
    }
}

#[test]
fn every_option_has_a_valid_default() {
    for game in certamen_games::ALL {
        let Value::Object(defaults) = game.default_options() else {
            panic!("{}: options are an object", game.info().slug);
        };
        assert!(refusal(*game, &defaults).is_none(), "{}", game.info().slug);
        for (key, low, high) in bounds(*game) {
            let default = defaults.get(&key).and_then(Value::as_i64);
            assert!(default.is_none_or(|value| (low..=high).contains(&value)), "{key}");
        }
    }
}

#[test]
fn every_option_says_in_each_language_what_it_is_for() {
    for game in certamen_games::ALL {
        let defaults = game.default_options();
        for key in defaults.as_object().expect("options are an object").keys() {
            let word = game.option_word(key);
            let word = word.unwrap_or_else(|| panic!("{}: {key}: no words", game.info().slug));
            let reported = Language::ALL.map(|language| word.get(language));
            assert!(reported.iter().all(|words| !words.is_empty()), "{key}: {reported:?}");
        }
        assert!(game.option_word("no such option").is_none(), "{}", game.info().slug);
    }
}

#[test]
fn a_table_of_the_wrong_size_is_refused() {
    for game in certamen_games::ALL {
        let range = game.info().seats;
        for seats in [range.start() - 1, range.end() + 1] {
            let start = game.new_initial_state(&Map::new(), seats, &mut Rng::of_turn(1, 0));
            assert!(matches!(start.err(), Some(OptionsError::Players { .. })));
        }
    }
}
