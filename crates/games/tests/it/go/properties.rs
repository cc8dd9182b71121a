//! Go at random against its rules written a second time, slowly.

use certamen_game::{Rng, Seat, State};
use certamen_games::go::{Action, Board, Colour, End, Point, Position, area};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// The rules once more, slowly, on the rows of the protocol.
#[derive(Clone)]
struct Slow(Vec<Vec<u8>>);

impl Slow {
    fn of(board: &Board) -> Slow {
        Slow(board.rows().map(String::into_bytes).collect())
    }

    fn around(&self, row: usize, column: usize) -> Vec<(usize, usize)> {
        let near = [
            (row.wrapping_sub(1), column),
            (row, column.wrapping_sub(1)),
            (row, column + 1),
            (row + 1, column),
        ];
        near.into_iter()
            .filter(|(row, column)| *row < self.0.len() && *column < self.0.len())
            .collect()
    }

    fn group(&self, row: usize, column: usize) -> BTreeSet<(usize, usize)> {
        let mut group = BTreeSet::from([(row, column)]);
        loop {
            let near = group.iter().flat_map(|(row, column)| self.around(*row, *column));
            let same = near.filter(|place| self.0[place.0][place.1] == self.0[row][column]);
            let wider: BTreeSet<_> = group.iter().copied().chain(same).collect();
            if wider.len() == group.len() {
                return group;
            }
            group = wider;
        }
    }

    fn has_liberty(&self, row: usize, column: usize) -> bool {
        let group = self.group(row, column);
        group
            .iter()
            .flat_map(|place| self.around(place.0, place.1))
            .any(|(row, column)| self.0[row][column] == b'0')
    }

    /// The board after a stone, and how many it captured; nothing if it may not be put there.
    fn play(&self, point: Point, digit: u8) -> Option<(Slow, u32)> {
        let (row, column) = (usize::from(point.row), usize::from(point.column));
        if self.0[row][column] != b'0' {
            return None;
        }
        let mut next = self.clone();
        next.0[row][column] = digit;
        let near = next.around(row, column).into_iter();
        let dead: BTreeSet<_> = near
            .filter(|(row, column)| ![b'0', digit].contains(&next.0[*row][*column]))
            .filter(|(row, column)| !next.has_liberty(*row, *column))
            .flat_map(|(row, column)| next.group(row, column))
            .collect();
        for (row, column) in &dead {
            next.0[*row][*column] = b'0';
        }
        next.has_liberty(row, column).then_some((next, dead.len() as u32))
    }

    fn stones(&self) -> Vec<(usize, usize)> {
        let places =
            (0..self.0.len()).flat_map(|row| (0..self.0.len()).map(move |column| (row, column)));
        places.filter(|(row, column)| self.0[*row][*column] != b'0').collect()
    }
}

/// What must not occur twice.
fn key(position: &Position) -> (Vec<String>, Colour) {
    (position.board().rows().collect(), position.turn())
}

/// Compares what may be played, and the result of `action`, with the slow rules.
fn check_step(before: &Position, action: Action, after: &Position) {
    let (slow, turn) = (Slow::of(before.board()), before.turn());
    let (seat, digit) = (Seat(turn.index() as u8), b'1' + turn.index() as u8);
    for point in before.board().points() {
        let legal = slow.play(point, digit).is_some();
        assert_eq!(before.board().is_legal(point, turn), legal);
        assert_eq!(before.read(seat, &point.to_string()).is_ok(), legal);
    }
    assert!(before.legal_actions(seat).any(|legal| legal == action));
    let mut taken = before.prisoners();
    if let Action::Stone(point) = action {
        let (next, captured) = slow.play(point, digit).expect("the action is legal");
        taken[turn.index()] += captured;
        assert_eq!(next.0, Slow::of(after.board()).0);
        assert!(next.stones().iter().all(|(row, column)| next.has_liberty(*row, *column)));
    }
    assert_eq!((after.prisoners(), after.turn()), (taken, turn.other()));
}

fn apply(position: &mut Position, action: Action) {
    let seat = position.to_act().lowest().expect("a seat is to act");
    position.apply(&[(seat, action)], &mut Rng::of_turn(0, 0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn random_games_agree_with_the_slow_rules_and_end(size in 2..=6u8, seed in any::<u64>()) {
        let limit = 3 * u32::from(size).pow(2);
        let mut position = Position::start(size, Some(limit));
        let mut seen = vec![key(&position)];
        let mut rng = Rng::of_turn(seed, 0);
        while let Some(seat) = position.to_act().lowest() {
            let before = position.clone();
            let action = before.sample(seat, &mut rng).expect("a pass is always possible");
            apply(&mut position, action);
            check_step(&before, action, &position);
            let repeated = seen.contains(&key(&position));
            seen.push(key(&position));
            let plies = seen.len() as u32 - 1;
            match position.end() {
                Some(End::Repetition) => prop_assert!(repeated),
                Some(End::Plies) => prop_assert!(!repeated && plies == limit),
                Some(End::Passes) => prop_assert_eq!(action, Action::Pass),
                Some(End::Resignation) => prop_assert!(false, "resigning is not listed"),
                None => prop_assert!(!repeated && plies < limit),
            }
        }
        let outcome = position.outcome().expect("it is over");
        prop_assert!(position.end() == Some(End::Passes) || outcome.scores == [0.5, 0.5]);
        prop_assert_eq!(outcome.scores.iter().sum::<f64>(), 1.0);
        prop_assert!(area(position.board()).iter().sum::<u32>() <= u32::from(size).pow(2));
    }

    #[test]
    fn without_a_limit_small_boards_end_as_well(size in 2..=3u8, seed in any::<u64>()) {
        let mut position = Position::start(size, None);
        let mut rng = Rng::of_turn(seed, 0);
        while let Some(seat) = position.to_act().lowest() {
            // No player passes that can do otherwise, so that it is the repetition that ends most
            // games.
            let mut stones: Vec<Action> = position.legal_actions(seat).collect();
            stones.pop();
            let action = rng.pick(&stones).copied().unwrap_or(Action::Pass);
            apply(&mut position, action);
        }
        prop_assert!(matches!(position.end(), Some(End::Passes | End::Repetition)));
    }

    #[test]
    fn no_answer_makes_the_reader_panic(reply in any::<String>(), like in "[ 0-9pas\\n-]{0,12}") {
        let position = Position::start(19, None);
        for reply in [reply, like] {
            if let Ok(action) = position.read(Seat(0), &reply) {
                prop_assert_eq!(position.read(Seat(0), &action.to_string()), Ok(action));
            }
        }
    }
}
