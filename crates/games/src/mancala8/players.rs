//! The built-in players: the announcement's evaluations with the supplied search.

use super::{
    action::Action,
    search::{minimax, sure},
    searcher::{Searcher, depth},
    state::Position,
};
use certamen_game::{
    Rng, Seat,
    builtin::{Arguments, BuiltinError, BuiltinPlayer, refuse_others},
};

pub(super) const NAMES: &[&str] = &["regular", "bueno", "aleatorio"];

pub(super) fn player(
    name: &str,
    arguments: &Arguments,
) -> Result<Box<dyn BuiltinPlayer<Position>>, BuiltinError> {
    if let Some(searcher) = Searcher::named(name, arguments)? {
        return Ok(Box::new(searcher));
    }
    if name != "aleatorio" {
        return Err(BuiltinError::Unknown { name: name.to_owned() });
    }
    // Its evaluation is not a function of the node: two searches would not agree.
    refuse_others(name, arguments, &["depth"])?;
    Ok(Box::new(Aleatorio { depth: depth(name, arguments)? }))
}

impl BuiltinPlayer<Position> for Searcher {
    fn choose(&mut self, state: &Position, _seat: Seat, _luck: &mut Rng) -> Option<Action> {
        self.search(state.node()).best
    }

    fn draws_lots(&self) -> bool {
        false
    }
}

/// Looks ahead too, at positions worth a random number from 0 to 99 each.
struct Aleatorio {
    depth: u32,
}

impl BuiltinPlayer<Position> for Aleatorio {
    fn choose(&mut self, state: &Position, _seat: Seat, rng: &mut Rng) -> Option<Action> {
        let Ok(found) = minimax(state.node(), self.depth, sure(|_| rng.below(100) as f64));
        found.best
    }

    fn draws_lots(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(name: &str, arguments: &[(&str, &str)]) -> Option<String> {
        let pairs = arguments.iter().map(|&(key, value)| (key.to_owned(), value.to_owned()));
        player(name, &pairs.collect()).err().map(|error| error.to_string())
    }

    #[test]
    fn good_arguments_are_taken() {
        for name in NAMES {
            assert_eq!(complaint(name, &[]), None);
            assert_eq!(complaint(name, &[("depth", "12")]), None);
        }
        assert_eq!(complaint("bueno", &[("search", "minimax")]), None);
        assert_eq!(complaint("bueno", &[("search", "alpha-beta"), ("order", "gains")]), None);
    }

    #[test]
    fn other_arguments_are_refused_with_the_valid_ones() {
        for depth in ["0", "13", "", "two", "-1", "+2", "99999999999"] {
            let expected = format!(
                "built-in player `regular`: argument `depth`: `{depth}` is out of range: use 1 to 12"
            );
            assert_eq!(complaint("regular", &[("depth", depth)]), Some(expected));
        }
        let complain = |name, key, value| complaint(name, &[(key, value)]).expect("a complaint");
        assert!(complain("aleatorio", "search", "minimax").ends_with("it takes depth"));
        assert!(complain("bueno", "search", "best").contains("minimax or alpha-beta"));
        assert!(complain("bueno", "order", "gains").contains("search=alpha-beta"));
        assert!(complain("bueno", "dept", "2").contains("it takes depth, search, order"));
        let orders = complaint("bueno", &[("search", "alpha-beta"), ("order", "best")]);
        assert!(orders.expect("a complaint").contains("ascending, descending, gains"));
        assert_eq!(complaint("malo", &[]).as_deref(), Some("unknown built-in player `malo`"));
    }
}
