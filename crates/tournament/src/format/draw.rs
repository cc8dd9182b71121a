//! The seats in a bracket and the state of its series, from the numbers of the matches.

use super::{
    Knockout, Pairing,
    bracket::{BracketSeries, BracketSlot, CODES, MOST, Node, seed_places},
};
use crate::{Entrant, EntrantId, History, SeatResult};
use certamen_game::match_seed;
use std::{
    collections::{BTreeMap, BTreeSet},
    num::NonZeroU32,
};

/// The matches of a node by number: who sat where, and the results once there are any.
type Games = BTreeMap<u32, ([EntrantId; 2], Option<Vec<SeatResult>>)>;

/// A bracket as far as it is played.
pub(super) struct BracketDraw<'a> {
    entrants: &'a [Entrant],
    /// All entrants, best first.
    seeds: Vec<EntrantId>,
    first: u32,
    best_of: u32,
    block: u32,
    seed: u64,
    games: BTreeMap<Node, Games>,
    /// The nodes in which each entrant has matches.
    nodes: BTreeMap<EntrantId, BTreeSet<Node>>,
}

impl<'a> BracketDraw<'a> {
    /// Reads the matches of the bracket.
    pub(super) fn read(
        (config, seed): (&Knockout, u64),
        entrants: &'a [Entrant],
        seeds: Vec<EntrantId>,
        history: &History,
    ) -> BracketDraw<'a> {
        let best_of = config.best_of.get();
        let mut draw = BracketDraw {
            entrants,
            seeds,
            first: config.qualifying_games.map_or(0, NonZeroU32::get),
            best_of,
            block: best_of + config.max_replays,
            seed,
            games: BTreeMap::new(),
            nodes: BTreeMap::new(),
        };
        for (seats, cell) in history.tables() {
            let &[one, other] = seats else { continue };
            for repeat in cell.scheduled.iter().filter(|repeat| *repeat >= draw.first) {
                let number = repeat - draw.first;
                let node = Node::of_code((number / draw.block) % CODES);
                let result = cell.results.get(&repeat).cloned();
                let games = draw.games.entry(node).or_default();
                games.insert(number % draw.block, ([one, other], result));
                for id in [one, other] {
                    draw.nodes.entry(id).or_default().insert(node);
                }
            }
        }
        draw
    }

    fn is_active(&self, id: EntrantId) -> bool {
        self.entrants[id.index()].is_active()
    }

    /// The size of the bracket, and who sits on its places.
    pub(super) fn leaves(&self) -> (u32, Vec<BracketSlot>) {
        let deepest = self.games.keys().filter_map(|node| match node {
            Node::Winners(node) => Some(node.ilog2()),
            _ => None,
        });
        let size = deepest.max().map_or_else(
            || {
                let active = self.seeds.iter().filter(|id| self.is_active(**id)).count();
                active.min(MOST).next_power_of_two().max(2) as u32
            },
            |depth| 2 << depth,
        );
        let mut places = BracketPlaces::new(size);
        for (node, games) in self.games.iter().rev() {
            if let (Node::Winners(node), Some((pair, _))) = (node, games.values().next()) {
                places.seat_played(*node, *pair);
            }
        }
        let newcomers = self.seeds.iter().enumerate().filter(|(_, id)| self.is_active(**id));
        for (seed, id) in newcomers.filter(|(_, id)| !self.nodes.contains_key(*id)) {
            places.seat_new(seed, *id);
        }
        (size, places.slots)
    }

    /// How the series of two in a node stands. Who has left loses the last series it was in, and
    /// what it won before stands.
    pub(super) fn series(&self, node: Node, pair: [EntrantId; 2]) -> BracketSeries {
        if node == Node::Final && self.games.contains_key(&Node::Reset) {
            return BracketSeries::Won(1);
        }
        match pair.map(|id| self.went_on(node, id)) {
            [true, false] => return BracketSeries::Won(0),
            [false, true] => return BracketSeries::Won(1),
            _ => {}
        }
        match pair.map(|id| self.walked_to_the_final(node, id)) {
            [true, false] => return BracketSeries::Won(0),
            [false, true] => return BracketSeries::Won(1),
            // Neither left here, so that the results are all there is to it.
            [true, true] => return self.by_results(node, pair),
            [false, false] => {}
        }
        match pair.map(|id| self.is_active(id)) {
            [true, true] => self.by_results(node, pair),
            [true, false] => BracketSeries::Won(0),
            [false, true] => BracketSeries::Won(1),
            [false, false] => BracketSeries::Empty,
        }
    }

    /// Whether an entrant has played where only the winner of `node` can.
    fn went_on(&self, node: Node, id: EntrantId) -> bool {
        let is_later = |other: &Node| match (node, *other) {
            (Node::Winners(1) | Node::Losers(..), Node::Final) => true,
            (Node::Winners(own), Node::Winners(other)) => {
                other < own && own >> (own.ilog2() - other.ilog2()) == other
            }
            (Node::Losers(own, _), Node::Losers(other, _)) => other > own,
            _ => false,
        };
        // Who lost among those who never had may come to the final, too, but through other rounds.
        let through_losers = |nodes: &BTreeSet<Node>| {
            matches!(node, Node::Winners(_)) && nodes.iter().any(|n| matches!(n, Node::Losers(..)))
        };
        self.nodes.get(&id).is_some_and(|nodes| {
            let mut later = nodes.iter().filter(|other| is_later(other));
            later.any(|other| *other != Node::Final || !through_losers(nodes))
        })
    }

    /// Whether a bot played in `node`, among those that never lost, and next in the final: none
    /// was left to be met between. A loser can have come so, too, if no other had lost.
    fn walked_to_the_final(&self, node: Node, id: EntrantId) -> bool {
        matches!(node, Node::Winners(_))
            && self.nodes.get(&id).is_some_and(|nodes| {
                nodes.contains(&Node::Final) && !nodes.iter().any(|n| matches!(n, Node::Losers(..)))
            })
    }

    /// The matches that a series needs whatever comes out of them.
    pub(super) fn missing(&self, node: Node, pair: [EntrantId; 2]) -> Vec<Pairing> {
        let (wins, played) = self.wins(node, pair);
        let ahead = wins[0].abs_diff(wins[1]);
        let needed = match self.best_of.saturating_sub(played) {
            0 => 1,
            left => left.min((left - ahead) / 2 + 1),
        };
        let [one, other] = self.seated(node, pair);
        let first = self.first + node.code() * self.block;
        let game = |number: u32| Pairing {
            seats: if number.is_multiple_of(2) { vec![one, other] } else { vec![other, one] },
            repeat: first + number,
        };
        (played..played + needed).map(game).collect()
    }

    /// The matches each has won, and how many are played.
    pub(super) fn wins(&self, node: Node, pair: [EntrantId; 2]) -> ([u32; 2], u32) {
        let none = Games::new();
        let games = self.games.get(&node).unwrap_or(&none);
        let mut wins = [0; 2];
        let mut played = 0;
        for (seats, results) in games.values() {
            let Some(results) = results else { continue };
            played += 1;
            for (own, id) in wins.iter_mut().zip(pair) {
                let seat = usize::from(seats[0] != id);
                *own += u32::from(results[seat].score > results[1 - seat].score);
            }
        }
        (wins, played)
    }

    fn by_results(&self, node: Node, pair: [EntrantId; 2]) -> BracketSeries {
        let (wins, played) = self.wins(node, pair);
        let left = self.best_of.saturating_sub(played);
        let winner = usize::from(wins[1] > wins[0]);
        if wins[0].abs_diff(wins[1]) > left {
            BracketSeries::Won(winner)
        } else if played >= self.block {
            let [better, _] = self.by_seed(pair);
            BracketSeries::Won(usize::from(pair[1] == better))
        } else {
            BracketSeries::Open
        }
    }

    /// Two in the order in which they sit down for the first match of their series: by lot, since
    /// the better seed would otherwise sit first wherever one match decides.
    fn seated(&self, node: Node, pair: [EntrantId; 2]) -> [EntrantId; 2] {
        let [better, other] = self.by_seed(pair);
        // By name, so that the lots of others stay when a bot comes or goes.
        let [one, two] = [better, other].map(|id| self.entrants[id.index()].name.as_str());
        let lot = match_seed(self.seed, &format!("seats {}\n{one}\n{two}", node.code()));
        if lot % 2 == 1 { [other, better] } else { [better, other] }
    }

    fn by_seed(&self, pair: [EntrantId; 2]) -> [EntrantId; 2] {
        let place = |id| self.seeds.iter().position(|seed| *seed == id);
        if place(pair[0]) <= place(pair[1]) { pair } else { [pair[1], pair[0]] }
    }
}

/// The places of the first round.
struct BracketPlaces {
    slots: Vec<BracketSlot>,
    taken: BTreeSet<EntrantId>,
    /// First-round series that can have no newcomers.
    closed: Vec<bool>,
    seeds: Vec<usize>,
}

impl BracketPlaces {
    fn new(size: u32) -> BracketPlaces {
        BracketPlaces {
            slots: vec![BracketSlot::Empty; size as usize],
            taken: BTreeSet::new(),
            closed: vec![false; size as usize / 2],
            seeds: seed_places(size),
        }
    }

    fn size(&self) -> u32 {
        self.slots.len() as u32
    }

    fn put(&mut self, slot: usize, id: EntrantId) {
        self.slots[slot] = BracketSlot::Player(id);
        self.taken.insert(id);
    }

    /// Seats two who played in a node of those who never lost; nodes come from the first round on.
    fn seat_played(&mut self, node: u32, pair: [EntrantId; 2]) {
        if node >= self.size() / 2 {
            let series = (node - self.size() / 2) as usize;
            self.put(2 * series, pair[0]);
            self.put(2 * series + 1, pair[1]);
            self.closed[series] = true;
            return;
        }
        // Who had a bye, or whose earlier opponent is gone, sits below this node, each on its side.
        let mut sides = vec![2 * node, 2 * node + 1];
        let below = |side: u32, places: &BracketPlaces| {
            let levels = (places.size() / 2).ilog2() - side.ilog2();
            let first = ((side << levels) - places.size() / 2) as usize;
            first..first + (1 << levels)
        };
        let seated = |side: u32, places: &BracketPlaces| {
            below(side, places).any(|series| {
                pair.iter().any(|id| {
                    places.slots[2 * series..2 * series + 2].contains(&BracketSlot::Player(*id))
                })
            })
        };
        sides.retain(|side| !seated(*side, self));
        for id in pair.into_iter().filter(|id| !self.taken.contains(id)).collect::<Vec<_>>() {
            let free = |side: &u32| below(*side, self).find(|series| !self.closed[*series]);
            if let Some((at, series)) =
                sides.iter().enumerate().find_map(|(at, side)| Some((at, free(side)?)))
            {
                sides.remove(at);
                self.put(2 * series, id);
                self.closed[series] = true;
            }
        }
    }

    /// Seats an entrant that has not played yet where its seed says, else where a place is free.
    fn seat_new(&mut self, seed: usize, id: EntrantId) {
        let free = |slot: &usize| self.slots[*slot] == BracketSlot::Empty && !self.closed[slot / 2];
        let own = self.seeds.iter().position(|place| *place == seed).filter(|slot| free(slot));
        if let Some(slot) = own.or_else(|| (0..self.slots.len()).find(|slot| free(slot))) {
            self.put(slot, id);
        }
    }
}
