//! Remote people: their answers arrive in any order, or not at all.

use crate::referee::match_of::MatchOf;
use certamen_game::{Fault, Player, Seat};
use certamen_runner::referee::{
    PlayError,
    player::{Mailbox, RemotePlayer, RemoteTimeLimit},
};
use std::{sync::Arc, thread, time::Duration};

/// More than any of these matches takes.
const LONG: RemoteTimeLimit = RemoteTimeLimit::Patience(Duration::from_secs(60));

fn remote(mailbox: &Arc<Mailbox>, time: RemoteTimeLimit) -> Box<dyn Player> {
    Box::new(RemotePlayer { mailbox: Arc::clone(mailbox), time })
}

#[test]
fn answers_count_for_their_turn_and_seat_in_any_order() {
    let mailbox = Arc::new(Mailbox::default());
    let people = [remote(&mailbox, LONG), remote(&mailbox, LONG)];
    let played = thread::scope(|scope| {
        let table = MatchOf::two("footsteps", "{}");
        let playing = scope.spawn(move || table.play(people));
        for turn in 1..=50 {
            // The second seat is quicker; the first thinks better of it, which does not count.
            mailbox.post(turn, Seat(1), "1".to_owned());
            mailbox.post(turn, Seat(0), "2".to_owned());
            mailbox.post(turn, Seat(0), "50".to_owned());
            thread::sleep(Duration::from_millis(1));
        }
        playing.join().unwrap()
    });
    let bids = |seat| played.turns.iter().map(move |turn| turn.action(Seat(seat)).unwrap());
    assert!(bids(0).all(|bid| bid == "2") && bids(1).all(|bid| bid == "1"));
    assert_eq!(played.outcome.unwrap().scores, [1.0, 0.0]);
}

#[test]
fn people_time_out_with_a_clock_and_end_the_match_without_one() {
    let mailbox = Arc::new(Mailbox::default());
    let table = MatchOf::two("mancala8", "{}").with_time(20);
    let late = table.play([remote(&mailbox, RemoteTimeLimit::Clocked), table.builtin("first")]);
    let missed = late.turns.iter().flat_map(|turn| &turn.moves);
    let missed: Vec<_> = missed.filter(|entry| entry.seat == Seat(0) && !entry.automatic).collect();
    assert!(!missed.is_empty());
    assert!(missed.iter().all(|entry| entry.fault == Some(Fault::Timeout)), "{missed:?}");
    let short = RemoteTimeLimit::Patience(Duration::from_millis(20));
    let table = MatchOf::two("footsteps", "{}");
    let left = table.try_play([remote(&mailbox, short), table.builtin("first")]);
    assert!(matches!(left, Err(PlayError::Stopped(unfinished)) if unfinished.0.turns.is_empty()));
}

#[test]
fn a_closed_mailbox_stops_the_match() {
    let mailbox = Arc::new(Mailbox::default());
    let table = MatchOf::two("footsteps", "{}");
    let people = [remote(&mailbox, LONG), table.builtin("first")];
    mailbox.post(1, Seat(0), "2".to_owned());
    let stopped = thread::scope(|scope| {
        let playing = scope.spawn(|| table.try_play(people));
        thread::sleep(Duration::from_millis(50));
        mailbox.close();
        playing.join().unwrap()
    });
    let Err(PlayError::Stopped(unfinished)) = stopped else { panic!("{stopped:?}") };
    assert_eq!(unfinished.0.turns.len(), 1, "what was answered was played");
}
