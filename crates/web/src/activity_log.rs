//! What the host does with a contest now, and the activities remembered since the site started.

use certamen_portal::check_job::ContestActivity;
use jiff::Timestamp;
use std::{
    collections::VecDeque,
    sync::{PoisonError, RwLock},
};

const MAX_EVENTS: usize = 100;

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ActivityEvent {
    pub(crate) time: Timestamp,
    pub(crate) doing: ContestActivity,
}

impl ActivityEvent {
    pub(crate) fn again(&self) -> Option<Timestamp> {
        let ContestActivity::Failed { again, .. } = &self.doing else { return None };
        self.time.checked_add(*again).ok()
    }
}

/// The activities of a contest, the latest last, at most `MAX_EVENTS`.
#[derive(Debug, Default)]
pub(crate) struct ActivityLog(RwLock<VecDeque<ActivityEvent>>);

impl ActivityLog {
    pub(crate) fn now(&self) -> ContestActivity {
        self.latest().map(|last| last.doing).unwrap_or_default()
    }

    pub(crate) fn latest(&self) -> Option<ActivityEvent> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).back().cloned()
    }

    /// All remembered entries, the oldest first.
    pub(crate) fn past(&self) -> Vec<ActivityEvent> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// Notes the activity from `time` on; returns whether it differs from the previous one.
    /// Progress is not part of it: the store reports that.
    pub(crate) fn note(&self, doing: ContestActivity, time: Timestamp) -> bool {
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let set_continuation = |last: &ActivityEvent| match (&last.doing, &doing) {
            (ContestActivity::Playing(_), ContestActivity::Playing(_)) => true,
            (last, next) => last == next,
        };
        match all.back_mut().filter(|last| set_continuation(last)) {
            // A repeated failure only moves the time of the next try.
            Some(last) if matches!(doing, ContestActivity::Failed { .. }) => {
                last.time = time;
                false
            }
            Some(last) => {
                last.doing = doing;
                false
            }
            None => {
                if all.len() == MAX_EVENTS {
                    all.pop_front();
                }
                all.push_back(ActivityEvent { time, doing });
                true
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_contest::ContestProgress;
    use std::time::Duration;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn a_continued_activity_is_one_event_and_a_failure_has_its_retry_time() {
        let activity_log = ActivityLog::default();
        assert_eq!(activity_log.now(), ContestActivity::Nothing);
        let playing =
            |finished| ContestActivity::Playing(ContestProgress { finished, total: 9, faults: 0 });
        assert!(activity_log.note(playing(1), at(1)));
        assert!(!activity_log.note(playing(2), at(2)));
        assert_eq!((activity_log.now(), activity_log.past().len()), (playing(2), 1));
        let failed = ContestActivity::Failed {
            why: crate::say::state_broken(),
            again: Duration::from_secs(60),
        };
        assert!(activity_log.note(failed.clone(), at(10)));
        assert!(!activity_log.note(failed, at(70)));
        assert_eq!(activity_log.latest().and_then(|last| last.again()), Some(at(130)));
        for second in 0..MAX_EVENTS as i64 {
            activity_log.note(
                if second % 2 == 0 { ContestActivity::Opening } else { ContestActivity::Finished },
                at(second),
            );
        }
        assert_eq!(activity_log.past().len(), MAX_EVENTS);
    }
}
