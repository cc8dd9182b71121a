//! The value of a position, where it can be computed while a user waits: for viewers of
//! a match, from the same solution and the same search as `certamen analyse`.

use crate::{
    footsteps::{self, solve::Solution},
    mancala8,
};
use certamen_game::{DynState, Seat};
use certamen_i18n::Message;

#[derive(Clone, PartialEq, Debug)]
pub struct Worth {
    /// How that was found out, and what the numbers mean.
    pub how: Message,
    /// What it is worth to whom.
    pub value: (Seat, f64),
    /// What there is to say of single actions.
    pub actions: Vec<ActionWorth>,
}

/// What there is to say of an action.
#[derive(Clone, PartialEq, Debug)]
pub struct ActionWorth {
    /// Who may play it.
    pub seat: Seat,
    pub action: String,
    /// Of it.
    pub figure: ActionValue,
}

/// What is told of an action.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ActionValue {
    /// How often the best player plays it.
    Share(f64),
    /// What it is worth to the player that plays it.
    Value(f64),
    /// It is worth no more than this.
    AtMost(f64),
}

/// What a state is worth, if its game has an answer and the board is small enough.
pub fn worth(state: &dyn DynState) -> Option<Worth> {
    PositionValuer::default().worth(state)
}

/// Whether there is an answer to what a state is worth: this takes no time.
pub fn is_known(state: &dyn DynState) -> bool {
    let any = state.as_any();
    let known = match any.downcast_ref::<footsteps::Position>() {
        Some(position) => footsteps::solve::is_solved_at_once(position),
        None => any.is::<mancala8::Position>(),
    };
    known && state.outcome().is_none()
}

/// Values the positions of a match, one after the other: what is found out once for a
/// board is not found out again for its next position.
#[derive(Debug, Default)]
pub struct PositionValuer {
    solution: Option<Solution>,
}

impl PositionValuer {
    /// What a state is worth, if its game has an answer and the board is small enough.
    pub fn worth(&mut self, state: &dyn DynState) -> Option<Worth> {
        if !is_known(state) {
            return None;
        }
        let any = state.as_any();
        if let Some(position) = any.downcast_ref::<footsteps::Position>() {
            return footsteps::solve::worth(position, &mut self.solution);
        }
        any.downcast_ref::<mancala8::Position>().map(mancala8::searcher::worth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find;
    use certamen_game::{
        DynGame, Map, Rng, arbiter::Arbiter, conformance::check_match, replay::replay,
    };

    fn start(game: &dyn DynGame, options: &str) -> Box<dyn DynState> {
        let options: Map = serde_json::from_str(options).unwrap();
        game.new_initial_state(&options, 2, &mut Rng::of_turn(0, 0)).unwrap()
    }

    #[test]
    fn a_small_board_of_footsteps_is_solved() {
        let state = start(find("footsteps").unwrap(), r#"{"squares":3,"points":2}"#);
        let worth = worth(state.as_ref()).unwrap();
        // The higher bid wins at once: both bid all they have.
        assert!(worth.value.1.abs() < 1e-9, "{worth:?}");
        let sure = |seat| {
            worth.actions.iter().any(|action| {
                action.seat == seat
                    && action.action == "2"
                    && action.figure == ActionValue::Share(1.0)
            })
        };
        assert!(sure(Seat(0)) && sure(Seat(1)), "{worth:?}");
        let large = start(find("footsteps").unwrap(), r#"{"squares":21,"points":100}"#);
        assert_eq!(super::worth(large.as_ref()), None, "that would take too long");
        assert!(is_known(state.as_ref()) && !is_known(large.as_ref()));
    }

    #[test]
    fn an_appraiser_agrees_with_the_analysis_of_single_positions() {
        let mut known = Vec::new();
        for (slug, options) in
            [("footsteps", r#"{"squares":5,"points":9}"#), ("mancala8", "{}"), ("go", "{}")]
        {
            let (game, mut position_valuer) = (find(slug).unwrap(), PositionValuer::default());
            let options = serde_json::from_str(options).unwrap();
            let record = check_match(game, options, 2, 1, 5).unwrap();
            let mut valued = 0;
            let look = &mut |arbiter: &Arbiter| {
                let state = arbiter.state();
                let found = position_valuer.worth(state);
                assert_eq!(found, worth(state), "{slug}");
                assert_eq!(found.is_some(), is_known(state), "{slug}");
                valued += usize::from(found.is_some());
            };
            replay(game, &record, look).unwrap();
            known.push(valued >= record.turns.len());
        }
        assert_eq!(known, [true, true, false], "nothing is said of Go");
    }

    #[test]
    fn every_move_of_mancala8_has_a_value_and_the_best_is_that_of_the_position() {
        let state = start(find("mancala8").unwrap(), "{}");
        let worth = worth(state.as_ref()).unwrap();
        assert_eq!(worth.actions.len(), 6);
        let best = worth.actions.iter().filter_map(|action| match action.figure {
            ActionValue::Value(value) => Some(value),
            _ => None,
        });
        assert_eq!(best.fold(f64::NEG_INFINITY, f64::max), worth.value.1);
        let go = start(find("go").unwrap(), r#"{"size":5}"#);
        assert_eq!(super::worth(go.as_ref()), None);
    }
}
