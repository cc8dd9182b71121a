//! A position of a match: the node of the tree, and what the match counts beside it.

use super::{
    board::Board,
    node::{Action, Node},
    picture, say,
};
use certamen_game::{
    Audience, Illegal, Language, Outcome, Picture, Rng, Seat, Seats, State, Termination, Turn,
};
use certamen_i18n::Message;
use serde::{Serialize, Serializer};

/// A position, small and `Copy`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    node: Node,
    slots: u32,
    ac: [u32; 2],
    limit: Limit,
    end: Option<End>,
    /// What led to a node of a search; none in a match.
    last: Option<Action>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    EmptyRow,
    Limit,
}

/// What records and pages see.
#[derive(Serialize)]
struct PublicBoard {
    board: [[u8; 7]; 2],
    turn: Seat,
    pass: bool,
    slots: u32,
    points: [u8; 2],
    ac: [u32; 2],
}

impl Position {
    /// The start of a match, tested at once: it may already be over.
    pub(super) fn start(board: Board, turn: Seat, max_slots: u32) -> Position {
        let node = Node { board, turn, pass: false };
        let limit = Limit::new(max_slots);
        let mut position = Position { node, slots: 0, ac: [0; 2], limit, end: None, last: None };
        position.test();
        position
    }

    pub fn node(&self) -> &Node {
        &self.node
    }

    /// The slots counted so far: moves and forced passes.
    pub fn slots(&self) -> u32 {
        self.slots
    }

    /// Holes and Kalaha of both sides.
    pub fn points(&self) -> [u8; 2] {
        [Seat(0), Seat(1)].map(|side| self.node.board.points(side))
    }

    /// What both sides have captured from the other.
    pub fn ac(&self) -> [u32; 2] {
        self.ac
    }

    pub fn is_over(&self) -> bool {
        self.end.is_some()
    }

    /// This match, at another node: what a search shows to an evaluation. Slots and accumulators
    /// stay those of the root: a search never changes them.
    #[must_use]
    pub fn at(&self, node: Node) -> Position {
        let end = node.is_over().then_some(End::EmptyRow);
        Position { node, end, last: None, ..*self }
    }

    /// The same, come to by `last`: what an evaluation may know of how its leaf was reached.
    #[must_use]
    pub fn come_to(&self, node: Node, last: Option<Action>) -> Position {
        Position { last, ..self.at(node) }
    }

    /// What led to this node of a search; none in a match.
    pub fn last(&self) -> Option<Action> {
        self.last
    }

    /// What a person is shown in between: the seeds of `hole` sown, nothing captured yet.
    #[must_use]
    pub fn sown(&self, hole: u8) -> Position {
        let mut between = *self;
        between.node.board.sow(self.node.turn, hole);
        between
    }

    /// What a person is shown next: captured and counted, the turn not yet handed on.
    #[must_use]
    pub fn captured(&self, hole: u8) -> Position {
        let mut between = *self;
        between.play(Action::Sow(hole));
        between.node.turn = self.node.turn;
        between.node.pass = false;
        between
    }

    pub fn play(&mut self, action: Action) {
        let mover = self.node.turn;
        let before = self.node.board.points(mover);
        self.node = self.node.after(action);
        // "El acumulado de semillas obtenidas del contrario": what a sowing gives away does not
        // lower it. (The original adds nothing either while a side has no points at all; but then
        // its row is empty and the match over.)
        let gain = self.node.board.points(mover).saturating_sub(before);
        self.ac[mover.index()] += u32::from(gain);
        self.slots += 1;
        self.test();
    }

    fn test(&mut self) {
        let rows = [Seat(0), Seat(1)].map(|side| self.node.board.row(side));
        // The empty row comes first: points decide then, not what lies in the Kalahas.
        if rows.contains(&0) {
            self.end = Some(End::EmptyRow);
        } else if self.limit.test(self.slots, rows) {
            self.end = Some(End::Limit);
        }
    }

    fn detailed(&self, outcome: Outcome) -> Outcome {
        outcome
            .with_detail("points", self.points())
            .with_detail("slots", self.slots)
            .with_detail("ac", self.ac)
    }

    /// "Tablas", unless a Kalaha alone holds more than half of all seeds.
    fn at_the_limit(&self) -> Outcome {
        let board = &self.node.board;
        let holds_most = |side| 2 * u16::from(board.kalaha(side)) > u16::from(board.total());
        let [first, second] = [Seat(0), Seat(1)].map(holds_most);
        Outcome::compared(&first, &second).with_termination(Termination::Limit)
    }
}

impl State for Position {
    type Action = Action;

    fn seats(&self) -> u8 {
        2
    }

    fn to_act(&self) -> Seats {
        if self.is_over() { Seats::NONE } else { Seats::only(self.node.turn) }
    }

    fn legal_actions(&self, seat: Seat) -> impl DoubleEndedIterator<Item = Action> + '_ {
        let acts = self.to_act().contains(seat);
        self.node.actions().filter(move |_| acts)
    }

    fn sample(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        let count = self.legal_actions(seat).count() as u64;
        let chosen = (count > 0).then(|| rng.below(count))?;
        self.legal_actions(seat).nth(chosen as usize)
    }

    fn read(&self, seat: Seat, reply: &str) -> Result<Action, Illegal> {
        let Some(action) = Action::parse(reply) else {
            return Err(Illegal(say::no_move()));
        };
        if self.legal_actions(seat).any(|legal| legal == action) {
            return Ok(action);
        }
        let listed: Vec<String> = self.legal_actions(seat).map(|legal| legal.to_string()).collect();
        let possible =
            if listed.is_empty() { say::nothing() } else { Message::verbatim(listed.join(", ")) };
        Err(Illegal(say::not_possible(action.to_string(), possible)))
    }

    fn automatic(&self) -> Option<Action> {
        (self.node.pass && !self.is_over()).then_some(Action::Pass)
    }

    fn apply(&mut self, joint: &[(Seat, Action)], _rng: &mut Rng) {
        let &[(_, action)] = joint else { unreachable!("one side moves at a time") };
        self.play(action);
    }

    fn outcome(&self) -> Option<Outcome> {
        let [first, second] = self.points();
        let outcome = match self.end? {
            // Nothing is swept: what lies in a row belongs to its side.
            End::EmptyRow => Outcome::compared(&first, &second),
            End::Limit => self.at_the_limit(),
        };
        Some(self.detailed(outcome))
    }

    fn observation(&self, seat: Seat) -> String {
        let rows = self.node.board.rows();
        let cells = rows[seat.index()].iter().chain(&rows[seat.other().index()]);
        let mut line = String::with_capacity(40);
        for seeds in cells {
            line.push_str(&seeds.to_string());
            line.push(' ');
        }
        line + &self.slots.to_string()
    }

    fn updates(&self, seat: Seat, _since: &[Turn]) -> Option<String> {
        Some(self.observation(seat))
    }

    fn forfeit(&self, seats: Seats) -> Outcome {
        self.detailed(Outcome::lost_by(seats, 2))
    }

    fn render(&self, _audience: Audience, language: Language) -> String {
        picture::picture(self, language)
    }

    fn scores(&self) -> Vec<f64> {
        self.points().map(f64::from).to_vec()
    }

    fn picture(
        &self,
        audience: Audience,
        last: Option<&Turn>,
        language: Language,
    ) -> Option<Picture> {
        Some(picture::sheet(self, audience, last, language))
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Node { board, turn, pass } = self.node;
        let (slots, ac) = (self.slots, self.ac);
        let points = self.points();
        PublicBoard { board: board.rows(), turn, pass, slots, points, ac }.serialize(serializer)
    }
}

// When a match is cut short: too many slots, or a row that stays nearly empty.

/// How many tests a window remembers.
const TESTS: usize = 12;
/// What it holds before the first test: a full row.
const FULL: u8 = 18;
/// A row that had no more seeds than this in all tests of its window together ends the match.
const FEW: u16 = 12;

/// The slots allowed and, for both sides, the seeds of the row in the last tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Limit {
    max_slots: u32,
    oldest: u8,
    windows: [[u8; TESTS]; 2],
    sums: [u16; 2],
}

impl Limit {
    pub(super) fn new(max_slots: u32) -> Limit {
        let sum = TESTS as u16 * u16::from(FULL);
        Limit { max_slots, oldest: 0, windows: [[FULL; TESTS]; 2], sums: [sum; 2] }
    }

    /// Whether the match ends here; to be asked once before each slot, with the slots counted so
    /// far and the seeds of both rows.
    pub(super) fn test(&mut self, slots: u32, rows: [u8; 2]) -> bool {
        for ((window, sum), row) in self.windows.iter_mut().zip(&mut self.sums).zip(rows) {
            let entry = &mut window[usize::from(self.oldest)];
            *sum = *sum - u16::from(*entry) + u16::from(row);
            *entry = row;
        }
        self.oldest = (self.oldest + 1) % TESTS as u8;
        slots >= self.max_slots || self.sums.iter().any(|&sum| sum <= FEW)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slots_are_limited() {
        let mut limit = Limit::new(60);
        assert!(!limit.test(59, [18, 18]));
        assert!(limit.test(60, [18, 18]));
    }

    #[test]
    fn twelve_tests_with_one_seed_end_it_for_either_side() {
        for rows in [[1, 30], [30, 1]] {
            let mut limit = Limit::new(60);
            assert!((0..11).all(|slot| !limit.test(slot, rows)));
            assert!(limit.test(11, rows));
        }
    }

    #[test]
    fn the_oldest_test_is_forgotten() {
        let mut limit = Limit::new(60);
        assert!(!limit.test(0, [2, 30]));
        assert!((1..12).all(|slot| !limit.test(slot, [1, 30])));
        assert!(limit.test(12, [1, 30]));
    }
}
