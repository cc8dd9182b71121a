//! The tree of a knockout: which series feeds which, and who comes out of it.
//!
//! It knows nothing of matches: the caller supplies the winner of each series.

use super::{BracketBox, BracketPart};
use crate::EntrantId;
use std::collections::BTreeMap;

/// The most entrants a bracket has places for.
pub(crate) const MOST: usize = 4096;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Node {
    /// Among those who never lost: 1 is the last of them, 2n and 2n + 1 feed n.
    Winners(u32),
    /// Among those who lost once: by round, from 1, and place.
    Losers(u32, u32),
    /// Who never lost against who lost once.
    Final,
    /// The final again, after the first loss of who had never lost.
    Reset,
}

/// Codes of nodes are below this.
pub(super) const CODES: u32 = 64 << 12;

impl Node {
    /// A number for the node that does not depend on the size of the bracket.
    pub(super) fn code(self) -> u32 {
        match self {
            Node::Winners(node) => node,
            Node::Losers(round, place) => (round << 12) + place,
            Node::Final => 62 << 12,
            Node::Reset => 63 << 12,
        }
    }

    pub(super) fn of_code(code: u32) -> Node {
        match (code >> 12, code % (1 << 12)) {
            (0, node) => Node::Winners(node),
            (62, _) => Node::Final,
            (63, _) => Node::Reset,
            (round, place) => Node::Losers(round, place),
        }
    }
}

/// Who comes to a place of the bracket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BracketSlot {
    /// No entrant ever will.
    Empty,
    /// That is not decided yet.
    Open,
    Player(EntrantId),
}

/// How a series stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BracketSeries {
    /// It is not decided.
    Open,
    /// The first or the second of the two has won.
    Won(usize),
    /// Both have left.
    Empty,
}

/// A bracket and how far it is.
pub(super) struct Bracket<'a> {
    /// How many places there are in the first round: a power of two, at least two.
    pub(super) size: u32,
    /// Whether it takes two losses to be out.
    pub(super) double: bool,
    /// Who sits on these places.
    pub(super) leaves: Vec<BracketSlot>,
    /// How the series of two in a node stands.
    pub(super) series: &'a dyn Fn(Node, [EntrantId; 2]) -> BracketSeries,
}

/// What came out of each node: the winner and the loser.
pub(super) type Outcomes = BTreeMap<Node, [BracketSlot; 2]>;

impl Bracket<'_> {
    /// All nodes, in an order in which each comes after those that feed it.
    pub(super) fn nodes(&self) -> Vec<Node> {
        let mut nodes: Vec<Node> = (1..self.size).rev().map(Node::Winners).collect();
        if self.double {
            for round in 1..=self.loser_rounds() {
                nodes.extend((0..self.loser_width(round)).map(|place| Node::Losers(round, place)));
            }
            nodes.extend([Node::Final, Node::Reset]);
        }
        nodes
    }

    /// What came out of every node, and who met there.
    pub(super) fn resolve(&self) -> (Outcomes, Vec<(Node, [EntrantId; 2])>) {
        let mut outcomes = Outcomes::new();
        let mut met = Vec::new();
        for node in self.nodes() {
            let outcome = match self.seats(node, &outcomes) {
                [BracketSlot::Player(one), BracketSlot::Player(other)] => {
                    met.push((node, [one, other]));
                    let players = [one, other].map(BracketSlot::Player);
                    match (self.series)(node, [one, other]) {
                        BracketSeries::Open => [BracketSlot::Open, BracketSlot::Open],
                        BracketSeries::Won(winner) => [players[winner], players[1 - winner]],
                        BracketSeries::Empty => [BracketSlot::Empty, BracketSlot::Empty],
                    }
                }
                [BracketSlot::Empty, one] | [one, BracketSlot::Empty] => [one, BracketSlot::Empty],
                _ => [BracketSlot::Open, BracketSlot::Open],
            };
            outcomes.insert(node, outcome);
        }
        (outcomes, met)
    }

    /// The boxes of a drawing, each after those that lead to it; `wins` has the matches that two
    /// have won in a node.
    pub(super) fn boxes(&self, wins: impl Fn(Node, [EntrantId; 2]) -> [u32; 2]) -> Vec<BracketBox> {
        let (outcomes, _) = self.resolve();
        let mut boxes = Vec::new();
        for node in self.nodes() {
            let seats = self.seats(node, &outcomes);
            if node == Node::Reset && seats == [BracketSlot::Empty; 2] {
                continue;
            }
            let (part, round, place, width) = self.position(node);
            let ids = seats.map(|slot| match slot {
                BracketSlot::Player(id) => Some(id),
                BracketSlot::Empty | BracketSlot::Open => None,
            });
            let pair = if let [Some(one), Some(other)] = ids { Some([one, other]) } else { None };
            let won = |id: &EntrantId| outcomes[&node][0] == BracketSlot::Player(*id);
            boxes.push(BracketBox {
                part,
                round,
                place,
                width,
                seats: ids,
                wins: pair.map_or([0; 2], |pair| wins(node, pair)),
                winner: pair.and_then(|pair| pair.iter().position(won)),
            });
        }
        // Nodes of those who never lost are numbered from the last round on.
        boxes.sort_by_key(|one| (one.part, one.round, one.place));
        boxes
    }

    /// The part of a node, its round from 0, its place there, and the width of the round.
    fn position(&self, node: Node) -> (BracketPart, u32, u32, u32) {
        match node {
            Node::Winners(node) => {
                let depth = node.ilog2();
                let round = self.size.ilog2() - 1 - depth;
                (BracketPart::Winners, round, node - (1 << depth), 1 << depth)
            }
            Node::Losers(round, place) => {
                (BracketPart::Losers, round - 1, place, self.loser_width(round))
            }
            Node::Final => (BracketPart::Final, 0, 0, 1),
            Node::Reset => (BracketPart::Final, 1, 0, 1),
        }
    }

    /// How many series a round of those who lost once has.
    fn loser_width(&self, round: u32) -> u32 {
        self.size >> (round / 2 + if round.is_multiple_of(2) { 1 } else { 2 })
    }

    /// Who meets in a node.
    fn seats(&self, node: Node, outcomes: &Outcomes) -> [BracketSlot; 2] {
        let winner = |node| outcomes[&node][0];
        let loser = |node| outcomes[&node][1];
        let first = self.size / 2;
        match node {
            Node::Winners(node) if node >= first => {
                [0, 1].map(|side| self.leaves[(2 * (node - first) + side) as usize])
            }
            Node::Winners(node) => [2 * node, 2 * node + 1].map(|node| winner(Node::Winners(node))),
            Node::Losers(1, place) => {
                [0, 1].map(|side| loser(Node::Winners(first + 2 * place + side)))
            }
            Node::Losers(round, place) if round % 2 == 0 => {
                let width = self.size >> (round / 2 + 1);
                // Those who drop come from the other end every other time: rematches come late.
                let from = if round % 4 == 2 { width - 1 - place } else { place };
                [winner(Node::Losers(round - 1, place)), loser(Node::Winners(width + from))]
            }
            Node::Losers(round, place) => {
                [0, 1].map(|side| winner(Node::Losers(round - 1, 2 * place + side)))
            }
            Node::Final => [winner(Node::Winners(1)), self.best_loser(outcomes)],
            Node::Reset => match (winner(Node::Final), self.best_loser(outcomes)) {
                (BracketSlot::Open, _) | (_, BracketSlot::Open) => [BracketSlot::Open; 2],
                (champion, challenger) if champion == challenger => {
                    [loser(Node::Final), challenger]
                }
                _ => [BracketSlot::Empty; 2],
            },
        }
    }

    /// Who comes out of the rounds of those who lost once.
    fn best_loser(&self, outcomes: &Outcomes) -> BracketSlot {
        match self.loser_rounds() {
            0 => outcomes[&Node::Winners(1)][1],
            rounds => outcomes[&Node::Losers(rounds, 0)][0],
        }
    }

    fn loser_rounds(&self) -> u32 {
        2 * (self.size.ilog2() - 1)
    }

    /// How many rounds each of `entrants` was short of winning: 0 for who may still win.
    pub(super) fn rounds_short(&self, entrants: usize) -> Vec<u32> {
        let (outcomes, met) = self.resolve();
        let worst = self.loser_rounds() + self.size.ilog2() + 2;
        let mut short = vec![worst; entrants];
        for slot in &self.leaves {
            if let BracketSlot::Player(id) = slot {
                short[id.index()] = 0;
            }
        }
        let decisive = |node: &Node| !self.double || !matches!(node, Node::Winners(_));
        for (node, pair) in met.iter().filter(|(node, _)| decisive(node)) {
            let winner = outcomes[node][0];
            let is_last = *node != Node::Final || outcomes[&Node::Reset] == [BracketSlot::Empty; 2];
            for id in pair {
                if winner != BracketSlot::Open && winner != BracketSlot::Player(*id) && is_last {
                    short[id.index()] = self.rounds_after(*node);
                }
            }
        }
        short
    }

    /// How many rounds there are from a node to the end, its own included.
    fn rounds_after(&self, node: Node) -> u32 {
        match node {
            Node::Winners(node) => node.ilog2() + 1,
            Node::Losers(round, _) => self.loser_rounds() - round + 2,
            Node::Final | Node::Reset => 1,
        }
    }
}

/// Which seed, from 0, sits on which of `size` places: the best two meet last, if they win.
pub(super) fn seed_places(size: u32) -> Vec<usize> {
    let mut seeds = vec![0];
    while seeds.len() < size as usize {
        let last = 2 * seeds.len() - 1;
        seeds = seeds.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    seeds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_spread() {
        assert_eq!(seed_places(8), [0, 7, 3, 4, 1, 6, 2, 5]);
    }

    #[test]
    fn boxes_have_their_rounds_and_the_winner_of_a_bye_has_no_series() {
        let seat = |id| BracketSlot::Player(EntrantId(id));
        let leaves = vec![seat(0), BracketSlot::Empty, seat(1), seat(2)];
        let series = |node, _| match node {
            Node::Winners(3) => BracketSeries::Won(1),
            _ => BracketSeries::Open,
        };
        let bracket = Bracket { size: 4, double: false, leaves, series: &series };
        let boxes = bracket.boxes(|_, _| [1, 2]);
        let found: Vec<_> = boxes
            .iter()
            .map(|one| (one.round, one.place, one.width, one.seats.map(|id| id.map(|id| id.0))))
            .collect();
        let expected = [
            (0, 0, 2, [Some(0), None]),
            (0, 1, 2, [Some(1), Some(2)]),
            (1, 0, 1, [Some(0), Some(2)]),
        ];
        assert_eq!(found, expected);
        assert_eq!(boxes.iter().map(|one| one.winner).collect::<Vec<_>>(), [None, Some(1), None]);
        assert_eq!(boxes.iter().map(|one| one.wins).collect::<Vec<_>>(), [[0, 0], [1, 2], [1, 2]]);
    }

    #[test]
    fn boxes_of_a_double_elimination_fill_their_rounds() {
        let leaves = (0..8).map(|id| BracketSlot::Player(EntrantId(id))).collect();
        let series = |_, _| BracketSeries::Open;
        let bracket = Bracket { size: 8, double: true, leaves, series: &series };
        let boxes = bracket.boxes(|_, _| [0, 0]);
        let widths = |part| -> Vec<u32> {
            let rounds = (0..4).map(|round| {
                let own = boxes.iter().filter(|one| one.part == part && one.round == round);
                let places: Vec<_> = own.map(|one| (one.place, one.width)).collect();
                assert!((0..).zip(&places).all(|(at, (place, _))| at == *place), "{places:?}");
                assert!(places.iter().all(|(_, width)| *width == places.len() as u32));
                places.len() as u32
            });
            rounds.filter(|width| *width > 0).collect()
        };
        assert_eq!(widths(BracketPart::Winners), [4, 2, 1]);
        assert_eq!(widths(BracketPart::Losers), [2, 2, 1, 1]);
        assert_eq!(widths(BracketPart::Final), [1, 1]);
        assert_eq!(boxes.len(), 15);
    }

    #[test]
    fn codes_lead_back() {
        for double in [false, true] {
            let leaves = vec![BracketSlot::Empty; 64];
            let bracket = Bracket { size: 64, double, leaves, series: &|_, _| BracketSeries::Open };
            let nodes = bracket.nodes();
            assert_eq!(nodes.len(), if double { 63 + 62 + 2 } else { 63 });
            for node in nodes {
                assert_eq!(Node::of_code(node.code()), node);
                assert!(node.code() < CODES);
            }
        }
    }
}
