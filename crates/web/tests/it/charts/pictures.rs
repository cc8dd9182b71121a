//! A random match of every registered game, drawn after some turns and at its end, as a snapshot.
//!
//! `INSTA_UPDATE=always cargo test -p certamen-web pictures` writes them again, on purpose.

use certamen_game::{
    Audience, DynGame, Language, Map, arbiter::Arbiter, conformance::check_match, replay::replay,
};
use serde_json::json;

const SEED: u64 = 2007;

/// A random match need not end soon; a picture of this turn says enough.
const TURNS: usize = 60;
/// The other picture is of this turn.
const EARLY: usize = 9;

#[test]
fn every_game_looks_as_it_always_did() {
    for game in certamen_games::ALL {
        insta::assert_snapshot!(game.info().slug, drawn(*game));
    }
}

#[test]
fn players_to_move_can_press_marks_in_board_games() {
    for slug in ["go", "intervalo", "mancala8", "minoria", "chess"] {
        let game = certamen_games::find(slug).unwrap();
        let seats = *game.info().seats.start();
        let arbiter =
            Arbiter::start(game, certamen_game::conformance::table(game, Map::new(), seats, SEED));
        let arbiter = arbiter.unwrap();
        let seat = arbiter.to_act().lowest().unwrap();
        let pressed = |audience| {
            let picture = arbiter.state().picture(audience, None, Language::It).unwrap();
            picture.marks.iter().filter(|mark| mark.action.is_some()).count()
        };
        assert_eq!(pressed(Audience::Spectators), 0, "{slug}");
        let legal = arbiter.state().legal_actions(seat, 1000);
        let places = legal.iter().filter(|action| *action != "pass").count();
        assert_eq!(pressed(Audience::Seat(seat)), places, "{slug}");
    }
}

/// The picture after some turns and at the end, in two languages.
fn drawn(game: &dyn DynGame) -> String {
    let info = game.info();
    let seats = *info.seats.end().min(info.seats.start().max(&3));
    // A large board would be long to read.
    let options: Map = match info.slug {
        "go" => Map::from_iter([("size".to_owned(), json!(9))]),
        _ => Map::new(),
    };
    let record = check_match(game, options, seats, SEED, TURNS);
    let record = record.unwrap_or_else(|error| panic!("{error}"));
    let mut drawn = Vec::new();
    let mut watch = |arbiter: &Arbiter| {
        let language = if drawn.len() == EARLY { Language::Es } else { Language::En };
        let (state, last) = (arbiter.state(), arbiter.turns().last());
        let picture = state.picture(Audience::Spectators, last, language);
        let picture = picture.unwrap_or_else(|| panic!("{} draws nothing", info.slug));
        let scores = state.scores().iter().map(f64::to_string).collect::<Vec<_>>().join(" ");
        drawn.push(format!("<!-- {} -->\n{}", scores, certamen_web::charts::board(&picture)));
    };
    replay(game, &record, &mut watch).unwrap_or_else(|error| panic!("{error}"));
    let last = drawn.len() - 1;
    [&drawn[EARLY.min(last)], &drawn[last]].map(String::as_str).concat()
}
