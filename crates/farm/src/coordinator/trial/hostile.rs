//! Results that contain more than they should.

use super::{Caught, MatchReturn, PlayedMatch, Trial, coordination, work};
use crate::{BusError, Transport, blob, coordinator::MatchOutcome, layout, message::BlobRef};
use certamen_game::job::MatchNumber;

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
    guest.submit(caught, |result| {
        result.name = "n".repeat(1 << 20);
        result.played = [1, 1, 2, 1].map(invented).into();
    });
    assert!(trial.turn().is_empty(), "it counts against the machine, and not the match");
    let told = trial.told();
    assert!(told.contains("match 2 of nnn"), "it was not in that batch: {told}");
    assert!(told.len() < 1_000, "its name is no longer than a name");
    guest.plays(guest.take().expect("it goes out again"), "first");
    assert_eq!(trial.turn().len(), 1);
    // No one waits for it any more: it is late, once.
    guest.submit(again, |result| result.played = [1, 1].map(invented).into());
    let back = trial.turn();
    assert!(matches!(&back[..], [MatchReturn { came: MatchOutcome::Late(_), .. }]), "{back:?}");
}

#[test]
fn what_nobody_believes_is_still_to_be_played_after_a_restart() {
    let mut first = Trial::begin(coordination(0.0));
    let liar = first.guest("liar");
    first.turn();
    first.give([1]);
    let secret = first.coordinator.contest.secret.clone();
    liar.plays(liar.take().unwrap(), "first");
    let suspended = [liar.own.worker()].into();
    let mut second =
        first.replay_audit(crate::ContestJob { secret, suspended, ..coordination(0.0) });
    let take_up = &mut |number: MatchNumber| Ok::<_, BusError>(Some(work(number.0)));
    let some = second.coordinator.earlier(take_up).unwrap();
    assert_eq!(some.map(|back| back.len()), Some(0));
    assert!(second.coordinator.earlier(take_up).unwrap().is_none());
    assert_eq!(second.coordinator.under_way(), 1);
}

#[test]
fn what_is_large_is_fetched_once_and_only_of_a_batch_that_is_out() {
    let mut trial = Trial::begin(coordination(0.0));
    let [flood, other] = ["flood", "other"].map(|name| trial.guest(name));
    trial.turn();
    trial.give([1]);
    let caught = flood.take().unwrap();
    let user = Some(flood.own.user());
    let garbage = blob::laid_apart(&flood.wire, user, b"garbage ".repeat(1 << 17)).unwrap();
    let honest = caught.batch.clone();
    let says = |lies: &BlobRef, token: Option<&str>| {
        let (ticket, batch) = (caught.ticket.clone(), caught.batch.clone());
        flood.submit(Caught { ticket, batch }, |result| {
            result.lies = Some(lies.clone());
            result.token = token.unwrap_or(&result.token).to_owned();
        });
    };
    let fetched = |trial: &Trial| trial.farm.traffic().parts;
    says(&garbage, Some(&"0".repeat(64)));
    says(&BlobRef { bytes: 60 << 20, parts: 70, ..garbage.clone() }, Some("x"));
    trial.turn();
    assert_eq!(fetched(&trial), 0, "the token comes first");
    assert!(trial.told().contains("unknown batch"));
    blob::laid_apart(&flood.wire, user, b"garbage ".repeat(1 << 17)).unwrap();
    for _ in 0..20 {
        says(&garbage, None);
    }
    assert!(trial.turn().is_empty());
    assert_eq!(fetched(&trial), garbage.parts as u64, "once");
    let next = other.take().expect("others play it");
    assert!(next.is_past(&[&flood]) && next.batch.batch != honest.batch);
    // A blob that is longer than a match can be is not fetched at all.
    trial.give([2]);
    let caught = flood.take().unwrap();
    flood.submit(caught, |result| {
        result.lies = Some(BlobRef { bytes: 60 << 20, parts: 70, ..garbage.clone() });
    });
    trial.turn();
    assert_eq!(fetched(&trial), garbage.parts as u64);
    let left = layout::result_part(flood.own.user(), &garbage.elsewhere, "0");
    assert!(matches!(flood.wire.part(&left), Err(BusError::Gone)), "nothing of it stays there");
}
