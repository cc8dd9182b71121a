//! The first moves of the matches of a contest, as a tree.

use crate::{ContestError, Results};
use certamen_game::{Seat, Turn};
use certamen_store::{MatchNumber, MatchQuery};
use certamen_tournament::Verdict;
use std::collections::BTreeMap;

/// How many of the latest matches are counted.
const MAX_MATCHES: usize = 1000;
/// How many turns of each.
const MAX_TURNS: usize = 10;
/// The maximum length of the moves of a turn, in bytes; a match is followed no further.
const MAX_MOVES: usize = 200;
/// How many matches a position links to.
const MAX_LATEST: usize = 5;

/// The first turns of the latest matches.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct OpeningTree {
    /// The start.
    pub root: OpeningNode,
    /// Whether there are more matches than were counted.
    pub is_cut: bool,
}

/// A position that matches came to, by the moves that led to it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct OpeningNode {
    /// How many matches came to it.
    pub played: u64,
    /// The points of the seat that moved to it, 1 for a win and 1/2 for a draw; of the first one
    /// where several moved at once.
    pub points: f64,
    /// The latest of these matches.
    pub latest: Vec<MatchNumber>,
    /// What was played next: the moves of the turn, seat by seat.
    pub next: BTreeMap<String, OpeningNode>,
}

impl OpeningTree {
    /// The position after these turns, if a match came to it.
    pub fn after<'a>(&self, turns: impl IntoIterator<Item = &'a str>) -> Option<&OpeningNode> {
        turns.into_iter().try_fold(&self.root, |node, moves| node.next.get(moves))
    }

    fn add(&mut self, number: MatchNumber, turns: &[(Seat, String)], points: &[f64]) {
        let first = points.first().copied().unwrap_or_default();
        self.root.count(number, first);
        let mut node = &mut self.root;
        for (seat, moves) in turns {
            node = node.next.entry(moves.clone()).or_default();
            node.count(number, points.get(seat.index()).copied().unwrap_or_default());
        }
    }
}

impl OpeningNode {
    fn count(&mut self, number: MatchNumber, points: f64) {
        self.played += 1;
        self.points += points;
        if self.latest.len() < MAX_LATEST {
            self.latest.push(number);
        }
    }

    /// The share of the points.
    pub fn share(&self) -> f64 {
        if self.played == 0 { 0.0 } else { self.points / self.played as f64 }
    }
}

/// The first turns in a record: the first seat that moved, and the moves. Only their lines are read.
fn first_turns(record: &[u8]) -> Vec<(Seat, String)> {
    let lines = record.split(|byte| *byte == b'\n').skip(1).take(MAX_TURNS);
    let turns = lines.map_while(|line| {
        let turn: Turn = serde_json::from_slice(line).ok()?;
        // The last line of a record has the result.
        if turn.extra.contains_key("outcome") {
            return None;
        }
        let moves = turn.moves.iter().map(|entry| entry.action.as_deref());
        let moves = moves.collect::<Option<Vec<&str>>>()?.join(" / ");
        let seat = turn.moves.first()?.seat;
        (moves.len() <= MAX_MOVES).then_some((seat, moves))
    });
    turns.collect()
}

impl Results<'_> {
    /// The tree of the first moves of the latest matches.
    pub fn openings(&self) -> Result<OpeningTree, ContestError> {
        let mut matches = self.listed(&MatchQuery::default(), MAX_MATCHES + 1)?;
        let mut tree =
            OpeningTree { is_cut: matches.len() > MAX_MATCHES, ..OpeningTree::default() };
        matches.truncate(MAX_MATCHES);
        for stored in &matches {
            let Some(outcome) = &stored.outcome else { continue };
            // One that cannot be read is not counted.
            let Ok(record) = self.record(stored.number) else { continue };
            let results = self.seat_results(outcome).into_iter();
            let points: Vec<f64> = results
                .map(|result| match result.verdict {
                    Verdict::Won => 1.0,
                    Verdict::Drawn => 0.5,
                    Verdict::Lost => 0.0,
                })
                .collect();
            tree.add(stored.number, &first_turns(&record), &points);
        }
        Ok(tree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_counted_for_the_seat_that_moved() {
        let mut tree = OpeningTree::default();
        let turns = |moves: &[&str]| -> Vec<(Seat, String)> {
            (0..).map(Seat).zip(moves.iter().map(|text| (*text).to_owned())).collect()
        };
        tree.add(MatchNumber(3), &turns(&["a", "b"]), &[1.0, 0.0]);
        tree.add(MatchNumber(2), &turns(&["a", "c"]), &[0.5, 0.5]);
        tree.add(MatchNumber(1), &turns(&[]), &[0.0, 1.0]);
        assert_eq!((tree.root.played, tree.root.share()), (3, 0.5));
        let found = |path: &[&str]| {
            let node = tree.after(path.iter().copied())?;
            Some((node.played, node.share(), node.latest.iter().map(|n| n.0).collect::<Vec<_>>()))
        };
        assert_eq!(found(&["a"]), Some((2, 0.75, vec![3, 2])));
        assert_eq!(found(&["a", "c"]), Some((1, 0.5, vec![2])));
        assert_eq!(found(&["b"]), None);
        assert_eq!(OpeningNode::default().share(), 0.0);
    }

    #[test]
    fn a_record_is_read_up_to_its_result() {
        let record = b"{\"certamen\":1}\n\
            {\"turn\":1,\"moves\":[{\"seat\":0,\"action\":\"7\"},{\"seat\":1,\"action\":\"9\"}]}\n\
            {\"turn\":2,\"moves\":[{\"seat\":1,\"action\":\"x\"}]}\n\
            {\"turn\":3,\"moves\":[{\"seat\":1,\"action\":null,\"fault\":\"timeout\"}]}\n";
        let turns = first_turns(record);
        assert_eq!(turns, [(Seat(0), "7 / 9".to_owned()), (Seat(1), "x".to_owned())]);
        let last = b"{}\n{\"turn\":1,\"moves\":[],\"outcome\":{}}\n";
        assert_eq!(first_turns(last), []);
        assert_eq!(first_turns(b"{}\n\xff\n"), []);
    }
}
