//! A contest without matches: results are made up, and come in any order.

use super::{Done, Format, Next, Pairing};
use crate::{Entrant, History, SeatResult, Status, Verdict};
use game::Luck;

/// So many entrants.
pub(super) fn entrants(count: usize) -> Vec<Entrant> {
    let entrant = |index| Entrant {
        name: format!("e{index}"),
        language: "c".to_owned(),
        status: Status::Active,
    };
    (0..count).map(entrant).collect()
}

/// Runs a contest in which results depend on the pairing alone: who comes next in the circle is
/// beaten. Gives all matches and how it ended.
pub(super) fn run(
    format: &dyn Format,
    count: usize,
    batch: usize,
    seed: u64,
) -> (Vec<Pairing>, Done) {
    let (entrants, mut history) = (entrants(count), History::default());
    let mut luck = Luck::of_turn(seed, 0);
    let (mut waiting, mut played): (Vec<Pairing>, Vec<Pairing>) = (Vec::new(), Vec::new());
    loop {
        match format.next(&entrants, &history, batch) {
            Next::Play(pairings) => {
                assert!(pairings.len() <= batch);
                for pairing in &pairings {
                    history.schedule(pairing);
                }
                waiting.extend(pairings);
            }
            Next::Wait => assert!(!waiting.is_empty(), "waiting for nothing"),
            Next::Done(done) => {
                assert!(waiting.is_empty(), "done with matches under way");
                assert_eq!(format.total(&entrants, &history), played.len() as u64);
                return (played, done);
            }
        }
        let ended = waiting.swap_remove(luck.below(waiting.len() as u64) as usize);
        assert!(history.finish(&ended, &results(&ended, count)), "played twice");
        played.push(ended);
    }
}

fn results(pairing: &Pairing, count: usize) -> Vec<SeatResult> {
    let seats = &pairing.seats;
    let beats = (seats[0].index() + 1) % count == seats[1].index();
    let result = |seat: usize| {
        let verdict = if (seat == 0) == beats { Verdict::Won } else { Verdict::Lost };
        SeatResult { verdict, score: 0.0, faults: 0 }
    };
    (0..seats.len()).map(result).collect()
}
