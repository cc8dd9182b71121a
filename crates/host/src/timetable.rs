//! When standings are published: a function of the plan, of what was published, and of the time.
//!
//! Times of publications are counted from the start, so that they do not drift: the k-th is the
//! start plus k times the interval. An interval in hours is a fixed time; one in days is a number
//! of calendar days, which may have 23 or 25 hours.

use certamen_contest::{file::Schedule, publication::Publication};
use jiff::{Span, Timestamp, Zoned};
use serde::{Deserialize, Serialize};

pub use certamen_contest::publication::PublicationKind;

#[derive(Clone, Debug)]
pub struct Timetable {
    /// When the contest begins; its time zone is the contest's.
    pub starts: Zoned,
    /// When it is over; never if absent.
    pub closes: Option<Zoned>,
    pub publish_every: Span,
    /// How long from one championship to the next.
    pub championship_every: Span,
}

/// A time in the plan, and what is published then.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct ScheduledPublication {
    pub at: Timestamp,
    pub kind: PublicationKind,
}

impl From<&Publication> for ScheduledPublication {
    fn from(publication: &Publication) -> ScheduledPublication {
        ScheduledPublication { at: publication.planned.timestamp(), kind: publication.kind }
    }
}

impl Timetable {
    pub fn of(schedule: &Schedule) -> Timetable {
        let Schedule { starts, closes, publish_every, championship_every, .. } = schedule.clone();
        Timetable { starts, closes, publish_every, championship_every }
    }

    /// What is due at `now`, given what is `published`, the older first. What was missed is due
    /// once, for the last time that was missed; from the deadline on, only the final publication
    /// is.
    pub fn due(
        &self,
        published: &[ScheduledPublication],
        now: Timestamp,
    ) -> Vec<ScheduledPublication> {
        let last = |kinds: &[PublicationKind]| {
            published.iter().filter(|slot| kinds.contains(&slot.kind)).map(|slot| slot.at).max()
        };
        if last(&[PublicationKind::Final]).is_some() {
            return Vec::new();
        }
        if let Some(closes) = self.deadline().filter(|closes| now >= *closes) {
            return vec![ScheduledPublication { at: closes, kind: PublicationKind::Final }];
        }
        let newer = |at: &Timestamp, than: Option<Timestamp>| than.is_none_or(|than| *at > than);
        let championship = self
            .latest(self.championship_every, now)
            .filter(|at| newer(at, last(&[PublicationKind::Championship])));
        let provisional = self
            .latest(self.publish_every, now)
            .filter(|at| {
                newer(at, last(&[PublicationKind::Provisional, PublicationKind::Championship]))
            })
            .filter(|at| Some(*at) != championship);
        let mut due: Vec<ScheduledPublication> = [
            provisional.map(|at| ScheduledPublication { at, kind: PublicationKind::Provisional }),
            championship.map(|at| ScheduledPublication { at, kind: PublicationKind::Championship }),
        ]
        .into_iter()
        .flatten()
        .collect();
        due.sort_unstable();
        due
    }

    /// What is published next after `now`; `None` from the deadline on.
    pub fn next(&self, now: Timestamp) -> Option<ScheduledPublication> {
        let deadline = self.deadline();
        if deadline.is_some_and(|deadline| now >= deadline) {
            return None;
        }
        let before = |at: &Timestamp| deadline.is_none_or(|deadline| *at < deadline);
        let slot = |kind| move |at| ScheduledPublication { at, kind };
        let provisional = self.following(self.publish_every, now).filter(before);
        let championship = self.following(self.championship_every, now).filter(before);
        let all = [
            provisional.map(slot(PublicationKind::Provisional)),
            championship.map(slot(PublicationKind::Championship)),
            deadline.map(slot(PublicationKind::Final)),
        ];
        // At the same time the weightier one is published.
        all.into_iter().flatten().min_by_key(|slot| (slot.at, std::cmp::Reverse(slot.kind)))
    }

    pub fn start(&self) -> Timestamp {
        self.starts.timestamp()
    }

    pub fn deadline(&self) -> Option<Timestamp> {
        self.closes.as_ref().map(Zoned::timestamp)
    }

    /// `at` as the contest's clocks show it.
    pub fn shown(&self, at: Timestamp) -> Zoned {
        at.to_zoned(self.starts.time_zone().clone())
    }

    /// The last time of `every` until `now`.
    fn latest(&self, every: Span, now: Timestamp) -> Option<Timestamp> {
        let number = self.passed(every, now);
        if number == 0 { None } else { self.slot(every, number) }
    }

    /// The first time of `every` after `now`.
    fn following(&self, every: Span, now: Timestamp) -> Option<Timestamp> {
        self.slot(every, self.passed(every, now) + 1)
    }

    /// The number of times of `every` until `now`.
    fn passed(&self, every: Span, now: Timestamp) -> i64 {
        let Some(first) = self.slot(every, 1) else { return 0 };
        let length = (first.as_second() - self.start().as_second()).max(1);
        let mut number = ((now.as_second() - self.start().as_second()) / length).max(0);
        // Days may be longer or shorter than the first one was.
        while number > 0 && self.slot(every, number).is_none_or(|at| at > now) {
            number -= 1;
        }
        while self.slot(every, number + 1).is_some_and(|at| at <= now) {
            number += 1;
        }
        number
    }

    /// The time number `number` of `every`, if there are dates that far.
    fn slot(&self, every: Span, number: i64) -> Option<Timestamp> {
        let after = every.checked_mul(number).ok()?;
        Some(self.starts.checked_add(after).ok()?.timestamp())
    }
}

#[cfg(test)]
mod tests {
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
    fn the_next_publication_is_known() {
        let next = |now: &str| announced().next(time(now).timestamp()).unwrap();
        assert_eq!(
            next("2015-03-13T12:00"),
            slot("2015-03-13T14:00", PublicationKind::Provisional)
        );
        assert_eq!(
            next("2015-03-15T11:00"),
            slot("2015-03-15T12:00", PublicationKind::Championship)
        );
        assert_eq!(next("2015-03-27T11:00"), slot("2015-03-27T12:00", PublicationKind::Final));
        assert_eq!(announced().next(time("2015-03-27T12:00").timestamp()), None);
    }

    #[test]
    fn hours_are_durations_and_days_are_calendar_days() {
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
                let next = plan.next(now);
                let before = now;
                now = now.checked_add(SignedDuration::from_mins(minutes)).unwrap();
                let due = plan.due(&published, now);
                prop_assert!(due.len() <= 2);
                for slot in &due {
                    prop_assert!(slot.at <= now && !published.contains(slot));
                    // Earlier ones were reported before.
                    prop_assert!(slot.at > before && next.is_some_and(|next| next.at <= slot.at));
                }
                prop_assert_eq!(due.is_empty(), next.is_none_or(|next| next.at > now));
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
}
