//! Pig: roll as often as you dare; a 1 loses what this turn has won.

mod certamen_game;

use certamen_game::{Actions, Game, Json, Manifest, Options, Rejected, Rng, data, run};

data! {
    struct State { turn: usize, rounds: usize, points: Vec<u64>, pot: u64, last: u64 }
}

struct Dice;

impl Game for Dice {
    type State = State;

    fn manifest(&self) -> Manifest {
        let title = Json::object([("en", Json::text("Pig")), ("es", Json::text("El uno pierde"))]);
        Manifest::new("dice", 2..=6).points().with("title", title).integer("rounds", 1, 100, 5)
    }

    fn start(&self, options: &Options, seats: usize, _: &mut Rng) -> Result<State, Rejected> {
        let rounds = options.get("rounds");
        Ok(State { turn: 0, rounds, points: vec![0; seats], pot: 0, last: 0 })
    }

    fn to_act(&self, state: &State) -> Vec<usize> {
        let seats = state.points.len();
        if state.turn < state.rounds * seats { vec![state.turn % seats] } else { vec![] }
    }

    fn legal(&self, _: &State, _: usize) -> Option<Vec<String>> {
        Some(["roll", "hold"].map(String::from).into())
    }

    fn apply(&self, mut state: State, actions: &Actions, rng: &mut Rng) -> State {
        for (seat, action) in actions {
            if action == "roll" {
                state.last = rng.below(6) + 1;
                state.pot += state.last;
            } else {
                state.points[*seat] += state.pot;
            }
            if action == "hold" || state.last == 1 {
                state = State { turn: state.turn + 1, pot: 0, last: 0, ..state };
            }
        }
        state
    }

    fn observe(&self, state: &State, seat: usize) -> String {
        let points: Vec<String> = state.points.iter().map(u64::to_string).collect();
        let State { turn, rounds, pot, last, .. } = state;
        format!("{} {rounds} {seat} {} {pot} {last}", turn / points.len() + 1, points.join(","))
    }

    fn scores(&self, state: &State) -> Vec<f64> {
        state.points.iter().map(|points| *points as f64).collect()
    }
}

fn main() {
    run(Dice);
}
