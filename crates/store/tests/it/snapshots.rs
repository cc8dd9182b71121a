//! Saved standings of some moments can be read back.

use crate::site::{Site, entered};
use certamen_store::{Placing, Store, SubmissionId};
use std::time::{Duration, SystemTime};

fn placing(submission: SubmissionId, place: Option<u32>, score: f64) -> Placing {
    let strength = place.map(|_| [score, score - 1.5, score + 1.5]);
    Placing { submission, place, score, played: 4, won: 2, drawn: 1, lost: 1, strength }
}

#[test]
fn a_table_is_found_by_its_number_and_a_bot_in_all_of_them() {
    let site = Site::new();
    let mut store = site.store();
    let seats = entered(&mut store, 2);
    let at = |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
    let first = [placing(seats[1], Some(1), 0.75), placing(seats[0], None, 0.0)];
    let second = [placing(seats[0], Some(1), 0.5), placing(seats[1], Some(1), 0.5)];
    // Moments are stored in whole seconds.
    let begun = at(100) + Duration::from_millis(900);
    assert_eq!(store.save_standings(begun, 2, &first).unwrap(), 1);
    assert_eq!(store.save_standings(at(700), 8, &second).unwrap(), 2);
    drop(store);
    let store = Store::read(&site.path()).unwrap();
    let moments = store.saved_moments().unwrap();
    let reported: Vec<_> =
        moments.iter().map(|kept| (kept.number, kept.at, kept.matches)).collect();
    assert_eq!(reported, [(1, at(100), 2), (2, at(700), 8)]);
    assert_eq!(store.saved_table(1).unwrap(), first);
    assert_eq!(store.saved_table(2).unwrap(), second);
    assert!(store.saved_table(3).unwrap().is_empty());
    let recent = |most| {
        let places = store.recent_places(most).unwrap().into_iter();
        places.map(|(number, bot, place)| format!("{number} {bot} {place:?}")).collect::<Vec<_>>()
    };
    assert_eq!(recent(1), ["2 bot 0 Some(1)", "2 bot 1 Some(1)"]);
    assert_eq!(recent(9)[..2], ["1 bot 1 Some(1)", "1 bot 0 None"]);
    let own = store.places_of("bot 1").unwrap();
    assert_eq!(own, [(moments[0], first[0].clone()), (moments[1], second[1].clone())]);
    assert!(store.places_of("no_one").unwrap().is_empty());
}
