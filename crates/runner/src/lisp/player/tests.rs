//! The time that a player is charged, tested with a channel that has its own clock.

use super::*;
use crate::lisp::{LegacySemantics, line::LEAF};
use certamen_game::{Map, Rng};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// A host that finds all leaves alike and takes as long for an answer as it is told, the last of
/// these times again and again; or one that is gone.
struct Timed {
    took: Vec<u64>,
    asked: Arc<AtomicUsize>,
    leaves: usize,
    ends: Option<Fault>,
}

impl Channel for Timed {
    fn end_turn(&mut self) -> Option<Duration> {
        let asked = self.asked.fetch_add(1, Relaxed);
        Some(Duration::from_micros(self.took[asked.min(self.took.len() - 1)]))
    }

    fn send(&mut self, line: &[u8], _deadline: Instant) -> Result<(), Failure> {
        self.leaves = (line.len() - 33) / LEAF;
        Ok(())
    }

    fn receive(&mut self, line: &mut Vec<u8>, _deadline: Instant) -> Result<(), Failure> {
        *line = format!("v{}", " 0".repeat(self.leaves)).into_bytes();
        self.ends.map_or(Ok(()), |fault| Err(Failure::Fault(fault)))
    }
}

/// The player of `nature` behind it, and how often it was asked.
fn player(took: &[u64], purity: Purity) -> (Searching<Timed>, Arc<AtomicUsize>) {
    let asked: Arc<AtomicUsize> = Arc::default();
    let channel = Timed { took: took.to_vec(), asked: Arc::clone(&asked), leaves: 0, ends: None };
    let question = EvalRequest { depth: 2, semantics: LegacySemantics::default() };
    (Searching::new(channel, question, purity), asked)
}

fn start() -> Position {
    let game = certamen_games::find("mancala8").unwrap();
    let state = game.new_initial_state(&Map::new(), 2, &mut Rng::of_turn(0, 0)).unwrap();
    *state.as_any().downcast_ref().unwrap()
}

/// What a player is charged that takes these microseconds for one answer after the other where 100
/// are allowed, and how often it is asked.
#[track_caller]
fn check(took: &[u64], purity: Purity, charged: Result<u64, Fault>, times: usize) {
    let (mut player, asked) = player(took, purity);
    let limit = Duration::from_micros(100);
    let reply = player.judged(&start(), Budget { cpu: limit, wall: limit });
    let found = match reply {
        Ok(reply) => Ok(reply.charged.as_micros() as u64),
        Err(Failure::Fault(fault)) => Err(fault),
        Err(other) => panic!("{other:?}"),
    };
    assert_eq!((found, asked.load(Relaxed)), (charged, times), "{took:?}");
}

#[test]
fn who_is_in_time_is_asked_once() {
    check(&[100], Purity::Pure, Ok(100), 1);
}

#[test]
fn who_seems_too_slow_is_asked_again_and_the_least_counts() {
    // What takes longer than the clock resolves is asked once a time.
    check(&[1_500, 1_200, 90], Purity::Pure, Ok(90), 3);
    check(&[1_500, 1_200, 1_300], Purity::Pure, Err(Fault::Timeout), 3);
}

#[test]
fn what_is_too_short_for_the_clock_is_asked_until_it_is_not_and_the_mean_counts() {
    check(&[250, 80, 100, 120, 80], Purity::Pure, Ok(95), 1 + 4);
    check(&[250, 150, 250, 250, 150, 110], Purity::Pure, Err(Fault::Timeout), 1 + 4 + 5);
}

#[test]
fn whose_answers_depend_on_more_is_charged_what_he_took() {
    check(&[250, 80], Purity::Forgetting, Ok(250), 1);
    check(&[250, 80], Purity::Unknown, Ok(250), 1);
}

#[test]
fn a_host_that_ends_is_the_fault_of_those_alone_who_could_have_ended_it() {
    let ended = |purity| {
        let (mut player, _) = player(&[1], purity);
        player.host.channel().ends = Some(Fault::Exit);
        let failure = player.judged(&start(), patient(Duration::from_millis(1))).unwrap_err();
        player.ours(failure)
    };
    for harmless in [Purity::Pure, Purity::Forgetting] {
        assert!(matches!(ended(harmless), Failure::Void(_)), "{harmless:?}");
    }
    assert!(matches!(ended(Purity::Unknown), Failure::Fault(Fault::Exit)));
}
