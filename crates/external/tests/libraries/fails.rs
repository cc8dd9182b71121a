//! A game that fails in one of its functions.

mod certamen_game;

use certamen_game::{Actions, Game, Manifest, Options, Rejected, Rng, data, run};

data! {
    struct State { stones: usize, last: i64 }
}

struct Fails;

impl Game for Fails {
    type State = State;

    fn manifest(&self) -> Manifest {
        Manifest::new("fails", 2..=2).integer("stones", 0, 9, 1)
    }

    fn start(&self, options: &Options, _: usize, _: &mut Rng) -> Result<State, Rejected> {
        Ok(State { stones: options.get("stones"), last: 0 })
    }

    fn to_act(&self, _: &State) -> Vec<usize> {
        vec![0]
    }

    fn legal(&self, _: &State, _: usize) -> Option<Vec<String>> {
        Some(vec!["A".into(), "B".into()])
    }

    fn apply(&self, state: State, _: &Actions, _: &mut Rng) -> State {
        let last = [1, 2, 3][state.stones]; // this line is named
        State { last, ..state }
    }

    fn observe(&self, _: &State, _: usize) -> String {
        "-".into()
    }

    fn scores(&self, _: &State) -> Vec<f64> {
        vec![0.0, 0.0]
    }
}

fn main() {
    run(Fails);
}
