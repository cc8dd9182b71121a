//! SLUG: players take 1, 2 or 3 stones in turn; who takes the last one wins.
//!
//! Try it:    certamen play ./SLUG.rs builtin:random builtin:random
//! Check it:  certamen check-game SLUG.rs

mod certamen_game;

use certamen_game::{Actions, Game, Json, Manifest, Options, Rejected, Rng, data, run};

data! {
    struct State { stones: i64, seat: usize, last: String }
}

struct Rules;

impl Game for Rules {
    type State = State;

    fn manifest(&self) -> Manifest {
        // Minimum, maximum and default of the option. `.points()` allows any scores.
        let manifest = Manifest::new("SLUG", 2..=2).integer("stones", 1, 64, 21);
        // "turns" if rng is used after the start, "start" if only there.
        manifest.with("chance", Json::text("none"))
    }

    fn start(&self, options: &Options, _: usize, _: &mut Rng) -> Result<State, Rejected> {
        Ok(State { stones: options.integer("stones"), seat: 0, last: "-".into() })
    }

    fn to_act(&self, state: &State) -> Vec<usize> {
        if state.stones > 0 { vec![state.seat] } else { vec![] }
    }

    fn legal(&self, state: &State, _: usize) -> Option<Vec<String>> {
        Some((1..=state.stones.min(3)).map(|taken| taken.to_string()).collect())
    }

    fn apply(&self, state: State, actions: &Actions, _: &mut Rng) -> State {
        let last = actions[&state.seat].clone();
        let taken: i64 = last.parse().expect("legal actions are numbers");
        State { stones: state.stones - taken, seat: 1 - state.seat, last }
    }

    /// What the program on this seat reads: the stones that are left and the last action.
    fn observe(&self, state: &State, _: usize) -> String {
        format!("{} {}", state.stones, state.last)
    }

    /// Who is next has lost when no stone is left.
    fn scores(&self, state: &State) -> Vec<f64> {
        (0..2).map(|seat| if seat == state.seat { 0.0 } else { 1.0 }).collect()
    }

    fn grid(&self, state: &State, _: Option<usize>) -> Option<Json> {
        let row = if state.stones > 0 { "o".repeat(state.stones as usize) } else { ".".into() };
        Some(Json::object([("rows", Json::list([Json::text(row)]))]))
    }
}

fn main() {
    run(Rules);
}
