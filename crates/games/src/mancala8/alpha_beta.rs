//! `minimax-a-b`: the answer of minimax with fewer evaluations, by alpha-beta pruning.

use super::{
    board::HOLES,
    node::{Action, Node},
    search::{Found, RootMove, WORST},
    trace::SearchObserver,
};

/// In which order moves are tried: it decides how much is pruned, never the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// From hole 0 to hole 5, as minimax does.
    #[default]
    Ascending,
    /// From hole 5 to hole 0.
    Descending,
    /// Those that bring most points first.
    Gains,
}

impl Order {
    pub const ALL: [Order; 3] = [Order::Ascending, Order::Descending, Order::Gains];

    /// Its name, as in an argument.
    pub fn name(self) -> &'static str {
        match self {
            Order::Ascending => "ascending",
            Order::Descending => "descending",
            Order::Gains => "gains",
        }
    }

    /// The moves of `node` in this order, with the nodes they lead to.
    fn successors(self, node: &Node) -> Successors {
        let mut successors = Successors { list: [(Action::Pass, *node); HOLES as usize], count: 0 };
        for action in node.actions() {
            successors.list[successors.count] = (action, node.after(action));
            successors.count += 1;
        }
        let moves = &mut successors.list[..successors.count];
        match self {
            Order::Ascending => {}
            Order::Descending => moves.reverse(),
            Order::Gains => moves.sort_by_key(|(_, after)| after.lead()),
        }
        successors
    }
}

/// Looks `depth` plies ahead; the move and its value are those of
/// [`minimax`](super::search::minimax), whatever the order.
pub fn minimax_a_b<E>(
    root: &Node,
    depth: u32,
    order: Order,
    value: impl FnMut(&Node) -> Result<f64, E>,
) -> Result<Found, E> {
    minimax_a_b_watched(root, depth, order, value, &mut ())
}

/// The same with an observer.
pub fn minimax_a_b_watched<E>(
    root: &Node,
    depth: u32,
    order: Order,
    value: impl FnMut(&Node) -> Result<f64, E>,
    watch: &mut impl SearchObserver,
) -> Result<Found, E> {
    let mut search = PruningSearch { value, watch, order, nodes: 0, evaluations: 0 };
    let mut moves = Vec::new();
    let (best, value) = if depth == 0 || root.is_over() {
        (None, search.negamax(root, 0, WORST, f64::INFINITY)?)
    } else {
        search.at_root(root, depth, &mut moves)?
    };
    Ok(Found { best, value, moves, nodes: search.nodes, evaluations: search.evaluations })
}

struct Successors {
    list: [(Action, Node); HOLES as usize],
    count: usize,
}

impl Successors {
    fn iter(&self) -> impl Iterator<Item = (Action, &Node)> {
        self.list[..self.count].iter().map(|(action, node)| (*action, node))
    }
}

struct PruningSearch<'a, F, W> {
    value: F,
    watch: &'a mut W,
    order: Order,
    nodes: u64,
    evaluations: u64,
}

impl<E, F: FnMut(&Node) -> Result<f64, E>, W: SearchObserver> PruningSearch<'_, F, W> {
    fn at_root(
        &mut self,
        root: &Node,
        depth: u32,
        moves: &mut Vec<RootMove>,
    ) -> Result<(Option<Action>, f64), E> {
        self.nodes += 1;
        let (mut best, mut highest) = (None, WORST);
        for (action, after) in self.order.successors(root).iter() {
            // Of equal moves the lowest hole is chosen: one that is tried late but lies lower has
            // to be seen exactly when it equals the best.
            let lower = best.is_some_and(|best| hole(action) < hole(best));
            let floor = if lower { highest.next_down() } else { highest };
            self.watch.enter(action);
            let value = -self.negamax(after, depth - 1, f64::NEG_INFINITY, -floor)?;
            self.watch.leave(value);
            if value > floor {
                (best, highest) = (Some(action), value);
            }
            let exact = value > floor || depth == 1 || after.is_over();
            moves.push(RootMove { action, value, exact });
        }
        moves.sort_by_key(|entry| hole(entry.action));
        Ok((best, highest))
    }

    /// The value of `node` if it lies above `alpha` and below `beta`; else a bound on that side.
    fn negamax(&mut self, node: &Node, depth: u32, alpha: f64, beta: f64) -> Result<f64, E> {
        self.nodes += 1;
        if depth == 0 || node.is_over() {
            self.evaluations += 1;
            return (self.value)(node);
        }
        let mut highest = WORST;
        for (action, after) in self.order.successors(node).iter() {
            self.watch.enter(action);
            let value = -self.negamax(after, depth - 1, -beta, -highest.max(alpha))?;
            self.watch.leave(value);
            if value > highest {
                highest = value;
            }
            if highest >= beta {
                self.watch.cut();
                break;
            }
        }
        Ok(highest)
    }
}

fn hole(action: Action) -> u8 {
    match action {
        Action::Sow(hole) => hole,
        Action::Pass => 0,
    }
}
