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

    /// How many times of `every` there were until `now`.
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
mod tests;
