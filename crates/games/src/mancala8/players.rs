//! The house players: the supplied search with the announcement's three evaluations.

use super::{
    action::Action,
    alpha_beta::{Order, minimax_a_b},
    evaluation,
    node::Node,
    search::{minimax, sure},
    state::Position,
};
use game::{
    Luck, Seat,
    house::{Arguments, HouseError, HousePlayer, refuse_others},
};
use std::ops::RangeInclusive;

/// Their names.
pub(super) const NAMES: &[&str] = &["regular", "bueno", "aleatorio"];

/// How far they look unless told otherwise: as far as in the tournament.
pub const DEFAULT_DEPTH: u32 = 2;
/// How far they can be told to look.
pub const DEPTHS: RangeInclusive<u32> = 1..=12;

/// The house player of this name.
pub(super) fn player(
    name: &str,
    arguments: &Arguments,
) -> Result<Box<dyn HousePlayer<Position>>, HouseError> {
    let evaluation = match name {
        "regular" => evaluation::regular,
        "bueno" => evaluation::bueno,
        "aleatorio" => {
            // Its evaluation is not a function of the node: two searches would not agree.
            refuse_others(name, arguments, &["depth"])?;
            return Ok(Box::new(Aleatorio { depth: depth(name, arguments)? }));
        }
        _ => return Err(HouseError::Unknown { name: name.to_owned() }),
    };
    refuse_others(name, arguments, &["depth", "search", "order"])?;
    let (depth, method) = (depth(name, arguments)?, method(name, arguments)?);
    Ok(Box::new(Searcher { evaluation, depth, method }))
}

/// Looks ahead with an evaluation.
struct Searcher {
    evaluation: fn(&Node) -> f64,
    depth: u32,
    method: Method,
}

#[derive(Clone, Copy)]
enum Method {
    Minimax,
    AlphaBeta(Order),
}

impl HousePlayer<Position> for Searcher {
    fn choose(&mut self, state: &Position, _seat: Seat, _luck: &mut Luck) -> Option<Action> {
        let value = sure(self.evaluation);
        let Ok(found) = match self.method {
            Method::Minimax => minimax(state.node(), self.depth, value),
            Method::AlphaBeta(order) => minimax_a_b(state.node(), self.depth, order, value),
        };
        found.best
    }
}

/// Looks ahead too, at positions worth a random number from 0 to 99 each.
struct Aleatorio {
    depth: u32,
}

impl HousePlayer<Position> for Aleatorio {
    fn choose(&mut self, state: &Position, _seat: Seat, luck: &mut Luck) -> Option<Action> {
        let Ok(found) = minimax(state.node(), self.depth, sure(|_| luck.below(100) as f64));
        found.best
    }
}

fn depth(name: &str, arguments: &Arguments) -> Result<u32, HouseError> {
    let Some(given) = arguments.get("depth") else { return Ok(DEFAULT_DEPTH) };
    let plain = given.bytes().all(|byte| byte.is_ascii_digit());
    let depth = given.parse().ok().filter(|depth| plain && DEPTHS.contains(depth));
    depth.ok_or_else(|| {
        let (low, high) = (DEPTHS.start(), DEPTHS.end());
        refused(name, "depth", format!("`{given}` given, {low} to {high} are possible"))
    })
}

fn method(name: &str, arguments: &Arguments) -> Result<Method, HouseError> {
    let order = arguments.get("order");
    match (arguments.get("search").map(String::as_str), order) {
        (None | Some("minimax"), None) => Ok(Method::Minimax),
        (None | Some("minimax"), Some(_)) => {
            Err(refused(name, "order", "it needs search=alpha-beta".to_owned()))
        }
        (Some("alpha-beta"), None) => Ok(Method::AlphaBeta(Order::default())),
        (Some("alpha-beta"), Some(order)) => order_named(name, order).map(Method::AlphaBeta),
        (Some(other), _) => {
            let reason = format!("`{other}` given, minimax and alpha-beta are possible");
            Err(refused(name, "search", reason))
        }
    }
}

fn order_named(name: &str, given: &str) -> Result<Order, HouseError> {
    let order = Order::ALL.into_iter().find(|order| order.name() == given);
    order.ok_or_else(|| {
        let known = Order::ALL.map(Order::name).join(", ");
        refused(name, "order", format!("`{given}` given, {known} are possible"))
    })
}

fn refused(name: &str, key: &str, reason: String) -> HouseError {
    HouseError::Argument { name: name.to_owned(), key: key.to_owned(), reason }
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
    fn others_are_refused_with_what_would_do() {
        for depth in ["0", "13", "", "two", "-1", "+2", "99999999999"] {
            let expected = format!(
                "house player `regular`: argument `depth`: `{depth}` given, 1 to 12 are possible"
            );
            assert_eq!(complaint("regular", &[("depth", depth)]), Some(expected));
        }
        let complain = |name, key, value| complaint(name, &[(key, value)]).expect("a complaint");
        assert!(complain("aleatorio", "search", "minimax").ends_with("it takes depth"));
        assert!(complain("bueno", "search", "best").contains("minimax and alpha-beta"));
        assert!(complain("bueno", "order", "gains").contains("search=alpha-beta"));
        assert!(complain("bueno", "dept", "2").contains("it takes depth, search, order"));
        let orders = complaint("bueno", &[("search", "alpha-beta"), ("order", "best")]);
        assert!(orders.expect("a complaint").contains("ascending, descending, gains"));
        assert_eq!(complaint("malo", &[]).as_deref(), Some("unknown house player `malo`"));
    }
}
