//! What a newcomer to a game needs at a table: the rules in brief, a sensible opponent and board, and
//! moves in words.

use super::words;
use certamen_game::{DynGame, DynState, Numbers, Seat, builtin::ANY_GAME};
use certamen_i18n::Message;

/// How many letters a move of letters has.
pub(super) const LETTERS: usize = 3;

/// The built-in player to begin with: the first that was written for the game.
pub(super) fn default_opponent(game: &dyn DynGame) -> &'static str {
    let names = game.builtin_names();
    let own = names.iter().find(|name| !ANY_GAME.contains(name));
    own.or(names.first()).copied().unwrap_or_default()
}

/// How many players a new table of the game has, where more than the fewest are possible.
pub(in crate::private) fn usual_players(slug: &str) -> u8 {
    // With two players no one ever scores.
    if slug == "minoria" { 3 } else { 2 }
}

/// The value of an option that suits people better than the game's own default.
pub(super) fn suggested_option(slug: &str, key: &str) -> Option<&'static str> {
    match (slug, key) {
        ("coins", "rounds") => Some("10"),
        ("go", "size") => Some("9"),
        ("intervalo", "squares") => Some("16"),
        _ => None,
    }
}

/// How a move is given; none for games that were found.
pub(super) fn how_to_move(slug: &str) -> Option<Message> {
    Some(match slug {
        "footsteps" => words::how_footsteps(),
        "intervalo" => words::how_intervalo(),
        "coins" => words::how_coins(),
        "mancala8" => words::how_mancala8(),
        "go" => words::how_go(),
        "minoria" => words::how_minoria(),
        "chess" => words::how_chess(),
        _ => return None,
    })
}

/// The letters that moves consist of, each with what it does; empty for other games.
pub(super) fn letters(slug: &str) -> Vec<(char, Message)> {
    if slug != "coins" {
        return Vec::new();
    }
    let amounts = |letters: [char; 3], word: fn(u32) -> Message| {
        (1..).zip(letters).map(move |(number, letter)| (letter, word(number)))
    };
    let mut all = vec![('N', words::coin_nothing())];
    all.extend(amounts(['1', '2', '3'], words::coin_take));
    all.extend(amounts(['A', 'B', 'C'], words::coin_put_back));
    all.extend(amounts(['X', 'Y', 'Z'], words::coin_remove));
    all.extend([
        ('F', words::coin_flip()),
        ('U', words::coin_unflip()),
        ('R', words::coin_previous()),
        ('T', words::coin_next()),
    ]);
    all
}

/// A move in words, where its notation says less.
pub(super) fn move_word(slug: &str, action: &str) -> Message {
    match (slug, action.strip_prefix("R ")) {
        ("mancala8", Some(hole)) => words::hole(hole),
        _ => match action {
            "pass" => words::pass(),
            "resign" => words::resign(),
            _ => Message::verbatim(action),
        },
    }
}

/// The moves beside those on the board that the rules accept now.
pub(super) fn spoken_moves(state: &dyn DynState, seat: Seat) -> Vec<String> {
    let known = ["pass", "resign"].into_iter();
    known.filter(|word| state.read(seat, word).is_ok()).map(str::to_owned).collect()
}

/// The least and the greatest number that may be given, where moves are amounts up to the seat's own
/// score.
pub(super) fn number_range(
    game: &dyn DynGame,
    state: &dyn DynState,
    seat: Seat,
) -> Option<(u64, u64)> {
    if game.numbers() != Numbers::Amounts {
        return None;
    }
    let low: u64 = state.legal_actions(seat, 1).first()?.parse().ok()?;
    let score = *state.scores().get(seat.index())?;
    // Scores are whole numbers below 2^53 where they are amounts.
    let high = Some(score).filter(|score| score.fract() == 0.0 && *score >= 0.0)? as u64;
    let may = |number: u64| state.read(seat, &number.to_string()).is_ok();
    (low <= high && may(high) && !may(high + 1)).then_some((low, high))
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::{Map, Rng};

    fn start(game: &dyn DynGame) -> Box<dyn DynState> {
        let seats = *game.info().seats.start();
        game.new_initial_state(&Map::new(), seats, &mut Rng::of_turn(0, 0)).unwrap()
    }

    #[test]
    fn each_game_has_an_opponent_and_says_how_to_move() {
        for game in certamen_games::ALL {
            let slug = game.info().slug;
            let name = default_opponent(*game);
            assert!(game.builtin_names().contains(&name) && name != "last", "{slug}: {name}");
            assert!(how_to_move(slug).is_some(), "{slug}");
            let defaults = game.default_options();
            for key in ["rounds", "size", "squares"] {
                let suggested = suggested_option(slug, key);
                assert!(suggested.is_none() || !defaults[key].is_null(), "{slug} has no {key}");
            }
        }
        assert_eq!(default_opponent(certamen_games::find("mancala8").unwrap()), "regular");
    }

    #[test]
    fn amounts_have_limits_and_letters_are_those_of_the_rules() {
        let of = |slug: &str| {
            let game = certamen_games::find(slug).unwrap();
            (game, start(game))
        };
        let (game, state) = of("footsteps");
        assert_eq!(number_range(game, &*state, Seat(0)), Some((1, 50)));
        let (game, state) = of("intervalo");
        assert_eq!(number_range(game, &*state, Seat(0)), None);
        let (_, state) = of("coins");
        let seat = state.to_act().iter().next().unwrap();
        let all = letters("coins");
        assert_eq!(all.len(), 14);
        for (letter, _) in all {
            assert!(state.read(seat, &letter.to_string().repeat(LETTERS)).is_ok(), "{letter}");
        }
        let (_, state) = of("go");
        assert_eq!(spoken_moves(&*state, Seat(0)), ["pass", "resign"]);
        let (_, state) = of("footsteps");
        assert!(spoken_moves(&*state, Seat(0)).is_empty());
    }
}
