//! Days, their slots, and what is due when.

use super::*;
use jiff::{SignedDuration, ToSpan};
use proptest::prelude::*;

fn time(text: &str) -> Zoned {
    format!("{text}[Europe/Madrid]").parse().unwrap()
}

fn timetable(starts: &str, closes: &str, publish_every: Span) -> Timetable {
    Timetable {
        starts: time(starts),
        closes: Some(time(closes)),
        publish_every,
        championship_every: 48.hours(),
    }
}

/// The announcement's: two weeks, with the night on which clocks go forward right after.
fn announced() -> Timetable {
    timetable("2015-03-13T12:00", "2015-03-27T12:00", 2.hours())
}

/// What is due at a time, as words.
fn check(
    timetable: &Timetable,
    published: &[ScheduledPublication],
    now: &str,
    expected: &[(&str, PublicationKind)],
) {
    let due = timetable.due(published, time(now).timestamp());
    let expected: Vec<ScheduledPublication> = expected
        .iter()
        .map(|(at, kind)| ScheduledPublication { at: time(at).timestamp(), kind: *kind })
        .collect();
    assert_eq!(due, expected, "{now}");
}

fn slot(at: &str, kind: PublicationKind) -> ScheduledPublication {
    ScheduledPublication { at: time(at).timestamp(), kind }
}

#[test]
fn tables_are_due_on_the_hour_championships_every_second_day_and_the_final_at_the_end() {
    use PublicationKind::{Championship, Final, Provisional};
    let plan = announced();
    check(&plan, &[], "2015-03-13T13:59", &[]);
    check(&plan, &[], "2015-03-13T14:00", &[("2015-03-13T14:00", Provisional)]);
    let first = slot("2015-03-13T14:00", Provisional);
    check(&plan, &[first], "2015-03-13T15:59", &[]);
    check(&plan, &[first], "2015-03-13T16:01", &[("2015-03-13T16:00", Provisional)]);
    let morning = slot("2015-03-15T10:00", Provisional);
    check(&plan, &[morning], "2015-03-15T12:00", &[("2015-03-15T12:00", Championship)]);
    check(&plan, &[morning], "2015-03-27T12:00", &[("2015-03-27T12:00", Final)]);
    check(&plan, &[slot("2015-03-27T12:00", Final)], "2015-03-28T12:00", &[]);
}

#[test]
fn after_an_outage_what_was_missed_is_due_once() {
    use PublicationKind::{Championship, Provisional};
    let plan = announced();
    let before = slot("2015-03-13T14:00", Provisional);
    let missed = [("2015-03-15T12:00", Championship), ("2015-03-15T20:00", Provisional)];
    check(&plan, &[before], "2015-03-15T21:30", &missed);
    let made = [slot("2015-03-15T20:00", Provisional), slot("2015-03-15T12:00", Championship)];
    check(&plan, &made, "2015-03-15T21:30", &[]);
    check(&plan, &made, "2015-03-15T22:00", &[("2015-03-15T22:00", Provisional)]);
}

#[test]
fn the_next_one_is_told() {
    let next = |now: &str| announced().next(time(now).timestamp()).unwrap();
    assert_eq!(next("2015-03-13T12:00"), slot("2015-03-13T14:00", PublicationKind::Provisional));
    assert_eq!(next("2015-03-15T11:00"), slot("2015-03-15T12:00", PublicationKind::Championship));
    assert_eq!(next("2015-03-27T11:00"), slot("2015-03-27T12:00", PublicationKind::Final));
    assert_eq!(announced().next(time("2015-03-27T12:00").timestamp()), None);
}

#[test]
fn hours_are_so_much_time_and_days_are_days_of_the_calendar() {
    // On 29 March 2015, two o'clock was three.
    let hours = timetable("2015-03-28T12:00", "2015-04-10T12:00", 2.hours());
    let next =
        |plan: &Timetable, now: &str| plan.shown(plan.next(time(now).timestamp()).unwrap().at);
    assert_eq!(next(&hours, "2015-03-29T00:30"), time("2015-03-29T03:00"));
    assert_eq!(next(&hours, "2015-03-29T03:00"), time("2015-03-29T05:00"));
    let days = timetable("2015-03-28T12:00", "2015-04-10T12:00", 1.days());
    assert_eq!(next(&days, "2015-03-28T13:00"), time("2015-03-29T12:00"));
    // On 25 October 2015, three o'clock was two again.
    let autumn = timetable("2015-10-24T22:00", "2015-11-10T12:00", 2.hours());
    assert_eq!(next(&autumn, "2015-10-25T02:00"), time("2015-10-25T03:00"));
}

proptest! {
    #[test]
    fn nothing_is_published_twice_nothing_waits_and_the_end_comes_once(
        start in 0i64..400,
        steps in prop::collection::vec(1i64..1_500, 1..200),
        publish in prop::sample::select(vec![2.hours(), 5.hours(), 90.minutes(), 1.days()]),
        championship in prop::sample::select(vec![48.hours(), 2.days(), 7.hours()]),
    ) {
        let starts = time("2015-01-01T12:00").checked_add(start.days()).unwrap();
        let closes = starts.checked_add(14.days()).unwrap();
        let plan = Timetable {
            closes: Some(closes.clone()),
            starts: starts.clone(),
            publish_every: publish,
            championship_every: championship,
        };
        let mut now = starts.timestamp();
        let mut published: Vec<ScheduledPublication> = Vec::new();
        for minutes in steps {
            let told = plan.next(now);
            let before = now;
            now = now.checked_add(SignedDuration::from_mins(minutes)).unwrap();
            let due = plan.due(&published, now);
            prop_assert!(due.len() <= 2);
            for slot in &due {
                prop_assert!(slot.at <= now && !published.contains(slot));
                // Earlier ones were reported before.
                prop_assert!(slot.at > before && told.is_some_and(|told| told.at <= slot.at));
            }
            prop_assert_eq!(due.is_empty(), told.is_none_or(|told| told.at > now));
            published.extend(due);
            prop_assert!(plan.due(&published, now).is_empty());
        }
        let finals = published.iter().filter(|slot| slot.kind == PublicationKind::Final).count();
        prop_assert_eq!(finals, usize::from(now >= closes.timestamp()));
    }

    #[test]
    fn there_is_a_championship_at_least_every_48_hours_also_when_clocks_change(
        start in 0i64..400,
    ) {
        let starts = time("2015-01-01T12:00").checked_add(start.days()).unwrap();
        let plan = Timetable { closes: None, starts, ..announced() };
        let mut now = plan.start();
        for _ in 0..10 {
            let mut later = plan.next(now).unwrap();
            while later.kind != PublicationKind::Championship {
                prop_assert!(later.at.duration_since(now) <= SignedDuration::from_hours(48));
                later = plan.next(later.at).unwrap();
            }
            prop_assert_eq!(later.at.duration_since(now), SignedDuration::from_hours(48));
            now = later.at;
        }
    }
}
