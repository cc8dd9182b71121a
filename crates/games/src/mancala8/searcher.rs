//! A player of this game: an evaluation, a search depth and a search method.

use super::{
    alpha_beta::{Order, minimax_a_b_watched},
    node::{Action, Node},
    say,
    search::{Found, minimax, minimax_watched, sure},
    state::Position,
    trace::SearchObserver,
};
use crate::worth::{ActionValue, ActionWorth, Worth};
use certamen_game::{
    Rng, Seat,
    builtin::{Arguments, BuiltinError, BuiltinPlayer, refuse_others},
};
use certamen_i18n::Message;
use std::ops::RangeInclusive;

/// How far players look unless told otherwise: as far as in the tournament.
pub const DEFAULT_DEPTH: u32 = 2;
/// How far they can be told to look.
pub const DEPTHS: RangeInclusive<u32> = 1..=12;
/// What a position is worth to the side to move.
pub type Evaluation = fn(&Node) -> f64;
/// The evaluations there are, by name.
pub const EVALUATIONS: [(&str, Evaluation); 2] = [("regular", regular), ("bueno", bueno)];

/// How far to look ahead while a user waits.
const AT_ONCE: u32 = 6;

/// What `position` is worth to the side to move, as far as `bueno` sees.
pub(crate) fn worth(position: &Position) -> Worth {
    let node = position.node();
    let method = Method::AlphaBeta(Order::Gains);
    let found = Searcher { evaluation: bueno, depth: AT_ONCE, method }.search(node);
    let actions = found.moves.iter().map(|entry| ActionWorth {
        seat: node.turn,
        action: entry.action.to_string(),
        figure: if entry.exact {
            ActionValue::Value(entry.value)
        } else {
            ActionValue::AtMost(entry.value)
        },
    });
    let (value, actions) = ((node.turn, found.value), actions.collect());
    Worth { how: say::how_worth("bueno", AT_ONCE), value, actions }
}

/// A player that looks ahead with an evaluation.
#[derive(Clone, Copy, Debug)]
pub struct Searcher {
    /// What a position is worth to the side to move.
    pub evaluation: Evaluation,
    /// How many plies it looks ahead, in [`DEPTHS`].
    pub depth: u32,
    pub method: Method,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Everything.
    Minimax,
    /// What can still matter, in this order.
    AlphaBeta(Order),
}

impl Searcher {
    /// The searcher with the evaluation of this name, or none.
    pub fn named(name: &str, arguments: &Arguments) -> Result<Option<Searcher>, BuiltinError> {
        let Some((_, evaluation)) = EVALUATIONS.into_iter().find(|entry| entry.0 == name) else {
            return Ok(None);
        };
        refuse_others(name, arguments, &["depth", "search", "order"])?;
        let (depth, method) = (depth(name, arguments)?, method(name, arguments)?);
        Ok(Some(Searcher { evaluation, depth, method }))
    }

    /// Looks ahead from `root`.
    pub fn search(&self, root: &Node) -> Found {
        self.search_watched(root, &mut ())
    }

    /// The same with an observer.
    pub fn search_watched(&self, root: &Node, watch: &mut impl SearchObserver) -> Found {
        let value = sure(self.evaluation);
        let Ok(found) = match self.method {
            Method::Minimax => minimax_watched(root, self.depth, value, watch),
            Method::AlphaBeta(order) => minimax_a_b_watched(root, self.depth, order, value, watch),
        };
        found
    }
}

/// The argument `depth` of a player of this name, or the usual depth.
pub(super) fn depth(name: &str, arguments: &Arguments) -> Result<u32, BuiltinError> {
    let Some(given) = arguments.get("depth") else { return Ok(DEFAULT_DEPTH) };
    let plain = given.bytes().all(|byte| byte.is_ascii_digit());
    let depth = given.parse().ok().filter(|depth| plain && DEPTHS.contains(depth));
    depth.ok_or_else(|| {
        let (low, high) = (DEPTHS.start(), DEPTHS.end());
        refused(name, "depth", say::depths(quoted_name(given), low, high))
    })
}

fn method(name: &str, arguments: &Arguments) -> Result<Method, BuiltinError> {
    let order = arguments.get("order");
    match (arguments.get("search").map(String::as_str), order) {
        (None | Some("minimax"), None) => Ok(Method::Minimax),
        (None | Some("minimax"), Some(_)) => Err(refused(name, "order", say::needs_alpha_beta())),
        (Some("alpha-beta"), None) => Ok(Method::AlphaBeta(Order::default())),
        (Some("alpha-beta"), Some(order)) => order_named(name, order).map(Method::AlphaBeta),
        (Some(other), _) => {
            let reason = say::two_are_possible(quoted_name(other), "minimax", "alpha-beta");
            Err(refused(name, "search", reason))
        }
    }
}

fn order_named(name: &str, given: &str) -> Result<Order, BuiltinError> {
    let order = Order::ALL.into_iter().find(|order| order.name() == given);
    order.ok_or_else(|| {
        let known = Order::ALL.map(Order::name).join(", ");
        refused(name, "order", say::some_are_possible(quoted_name(given), known))
    })
}

/// What was given, as words of others are shown.
fn quoted_name(given: &str) -> String {
    format!("`{given}`")
}

fn refused(name: &str, key: &str, reason: Message) -> BuiltinError {
    BuiltinError::Argument { name: name.to_owned(), key: key.to_owned(), reason }
}

// The evaluations of the announcement's own players, from the view of the side to move.

/// Regular: the points of the side to move less those of the other, "una simple estimación".
#[inline]
pub fn regular(node: &Node) -> f64 {
    f64::from(node.lead())
}

/// Bueno: Regular, one ply deeper; "su ventaja radica en que expande un nivel".
#[inline]
pub fn bueno(node: &Node) -> f64 {
    if node.is_over() {
        // The side that is ahead: this is what lets Regular beat it at times.
        return -50.0;
    }
    let leads = node.actions().map(|action| -node.after(action).lead());
    f64::from(leads.max().expect("who is not over has a move"))
}

// The built-in players: the announcement's evaluations with the supplied search.

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
    fn choose(&mut self, state: &Position, _seat: Seat, _rng: &mut Rng) -> Option<Action> {
        self.search(state.node()).best
    }

    fn uses_rng(&self) -> bool {
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

    fn uses_rng(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mancala8::{Action, Board, trace::Trace};
    use certamen_game::Seat;

    fn traced(method: Method, depth: u32) -> (Found, Trace) {
        let root = Node { board: Board::START, turn: Seat(0), pass: false };
        let mut trace = Trace::default();
        let searcher = Searcher { evaluation: regular, depth, method };
        (searcher.search_watched(&root, &mut trace), trace)
    }

    #[test]
    fn a_trace_has_every_node_but_the_root() {
        for method in [Method::Minimax, Method::AlphaBeta(Order::Gains)] {
            let (found, trace) = traced(method, 3);
            assert_eq!(trace.tried.len() as u64 + 1, found.nodes);
            let first = trace.tried.iter().filter(|entry| entry.ply == 1);
            let mut first: Vec<(Action, f64)> = first.map(|e| (e.action, e.value)).collect();
            first.sort_by_key(|entry| entry.0.to_string());
            let moves: Vec<_> = found.moves.iter().map(|m| (m.action, m.value)).collect();
            assert_eq!(first, moves);
            assert!(trace.tried.iter().any(|entry| entry.ply == 3));
            assert_eq!(trace.tried.iter().any(|entry| entry.cut), method != Method::Minimax);
        }
    }

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
