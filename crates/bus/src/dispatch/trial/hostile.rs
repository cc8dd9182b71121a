//! Results that tell more than there is to tell.

use super::{Back, Caught, PlayedMatch, Trial, coordination, work};
use crate::{BusError, dispatch::Came};
use certamen_work::MatchNumber;

pub(super) fn invented(n: i64) -> PlayedMatch {
    let record = "{}".to_owned();
    PlayedMatch { n, us: u64::MAX, record, errors: Vec::new(), folders: Vec::new() }
}

#[test]
fn a_match_comes_back_once_however_often_it_stands_in_a_result() {
    let mut trial = Trial::begin(coordination(0.0));
    let guest = trial.guest("one");
    trial.turn();
    trial.give([1]);
    let caught = guest.take().unwrap();
    let again = Caught { ticket: caught.ticket.clone(), batch: caught.batch.clone() };
    guest.hand_in(caught, |result| {
        result.name = "n".repeat(1 << 20);
        result.played = [1, 1, 2, 1].map(invented).into();
    });
    assert!(trial.turn().is_empty(), "it counts against the machine, and not the match");
    let told = trial.told();
    assert!(told.contains("match 2 of nnn"), "it was not in that batch: {told}");
    assert!(told.len() < 1_000, "its name is no longer than a name");
    guest.plays(guest.take().expect("it goes out again"), "first");
    assert_eq!(trial.turn().len(), 1);
    // Nobody waits for it any more: it is late, once.
    guest.hand_in(again, |result| result.played = [1, 1].map(invented).into());
    let back = trial.turn();
    assert!(matches!(&back[..], [Back { came: Came::Late(_), .. }]), "{back:?}");
}

#[test]
fn what_nobody_believes_is_still_to_be_played_after_a_restart() {
    let mut first = Trial::begin(coordination(0.0));
    let liar = first.guest("liar");
    first.turn();
    first.give([1]);
    let secret = first.dispatch.contest.secret.clone();
    liar.plays(liar.take().unwrap(), "first");
    let suspended = [liar.own.worker()].into();
    let mut second = first.again(crate::Coordination { secret, suspended, ..coordination(0.0) });
    let take_up = &mut |number: MatchNumber| Ok::<_, BusError>(Some(work(number.0)));
    let some = second.dispatch.earlier(take_up).unwrap();
    assert_eq!(some.map(|back| back.len()), Some(0));
    assert!(second.dispatch.earlier(take_up).unwrap().is_none());
    assert_eq!(second.dispatch.under_way(), 1);
}
