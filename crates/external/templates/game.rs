// The rules of a game. All players choose A, B or C at the same time; a letter that fewer chose than
// any other scores a point. Change what you like, then run: certamen check-game SLUG.rs
mod certamen_game;

use certamen_game::{Actions, Game, Manifest, Options, Rejected, Rng, data, run};

data! {
    struct State { round: i64, rounds: i64, points: Vec<i64>, last: String }
}

struct Rules;

impl Game for Rules {
    type State = State;

    fn manifest(&self) -> Manifest {
        Manifest::new("SLUG", 2..=20).points().integer("rounds", 1, 100, 10)
    }

    fn start(&self, options: &Options, seats: usize, _: &mut Rng) -> Result<State, Rejected> {
        let rounds = options.integer("rounds");
        Ok(State { round: 0, rounds, points: vec![0; seats], last: "-".into() })
    }

    fn to_act(&self, state: &State) -> Vec<usize> {
        let acting = if state.round < state.rounds { state.points.len() } else { 0 };
        (0..acting).collect()
    }

    fn legal(&self, _: &State, _: usize) -> Option<Vec<String>> {
        Some(["A", "B", "C"].map(String::from).into())
    }

    fn apply(&self, mut state: State, actions: &Actions, _: &mut Rng) -> State {
        state.last = actions.values().map(String::as_str).collect();
        let counts = ['A', 'B', 'C'].map(|letter| state.last.matches(letter).count());
        let chosen = counts.into_iter().filter(|count| *count > 0);
        let least = chosen.clone().min().unwrap_or(0);
        let alone = chosen.clone().filter(|count| *count == least).count() == 1;
        for (seat, action) in actions {
            let count = state.last.matches(action.as_str()).count();
            state.points[*seat] += i64::from(chosen.clone().count() > 1 && alone && count == least);
        }
        state.round += 1;
        state
    }

    fn observe(&self, state: &State, seat: usize) -> String {
        let points: Vec<String> = state.points.iter().map(i64::to_string).collect();
        let State { round, rounds, last, .. } = state;
        format!("{} {rounds} {seat} {} {last}", round + 1, points.join(","))
    }

    fn scores(&self, state: &State) -> Vec<f64> {
        state.points.iter().map(|points| *points as f64).collect()
    }
}

fn main() {
    run(Rules);
}
