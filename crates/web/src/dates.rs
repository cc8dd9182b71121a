//! Times as pages show them: in the contest's time zone, with its city, and exact for programs.
//! Also countdowns such as "3 d 4 h".

use crate::facts_say as words;
use certamen_contest::file::Schedule;
use certamen_i18n::Message;
use jiff::{Timestamp, Zoned, tz::TimeZone};
use std::time::SystemTime;

/// A time as it is shown, and in machine-readable form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ShownTime {
    pub(crate) words: String,
    pub(crate) exact: String,
}

impl ShownTime {
    /// A time in the time zone it was given in.
    pub(crate) fn of(at: &Zoned) -> Self {
        let zone = at.time_zone().iana_name().unwrap_or("UTC");
        let city = zone.rsplit('/').next().unwrap_or(zone).replace('_', " ");
        let words = format!("{} ({city})", at.strftime("%Y-%m-%d %H:%M"));
        ShownTime { words, exact: exact(at) }
    }

    /// A time in the time zone of a contest, or in UTC if it has none.
    pub(crate) fn at(moment: SystemTime, schedule: Option<&Schedule>) -> Self {
        // A damaged time is shown as it is.
        let Ok(moment) = Timestamp::try_from(moment) else { return ShownTime::unknown() };
        let zone = schedule.map_or(TimeZone::UTC, |schedule| schedule.starts.time_zone().clone());
        ShownTime::of(&moment.to_zoned(zone))
    }

    /// A time that is not known.
    pub(crate) fn unknown() -> Self {
        ShownTime { words: "?".to_owned(), exact: String::new() }
    }
}

/// A machine-readable time, in whole seconds.
pub(crate) fn exact(at: &Zoned) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}

/// The time from `now` until then, in its two largest units; none once it is past.
pub(crate) fn until(then: Timestamp, now: Timestamp) -> Option<Message> {
    let minutes = then.as_second().checked_sub(now.as_second()).filter(|left| *left > 0)? / 60;
    let (days, hours, minutes) = (minutes / 1440, minutes / 60 % 24, minutes % 60);
    Some(match (days, hours) {
        (0, 0) => words::minutes(minutes.max(1)),
        (0, hours) => words::hours_minutes(hours, minutes),
        (days, hours) => words::days_hours(days, hours),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::Language;
    use std::time::Duration;

    #[test]
    fn a_time_has_its_city() {
        let at: Zoned = "2015-03-13T14:00:07[Europe/Madrid]".parse().unwrap();
        let shown = ShownTime::of(&at);
        assert_eq!(shown.words, "2015-03-13 14:00 (Madrid)");
        assert_eq!(shown.exact, "2015-03-13T14:00:07+01:00");
        let moment = SystemTime::UNIX_EPOCH + Duration::from_secs(60);
        assert_eq!(ShownTime::at(moment, None).words, "1970-01-01 00:01 (UTC)");
        let damaged = SystemTime::UNIX_EPOCH + Duration::from_secs(1 << 60);
        assert_eq!(ShownTime::at(damaged, None).words, "?");
    }

    #[test]
    fn a_countdown_has_its_two_largest_units() {
        let shown = |left: i64, language| {
            let now = Timestamp::from_second(1_000_000).unwrap();
            let then = Timestamp::from_second(1_000_000 + left).unwrap();
            until(then, now).map(|words| words.get(language))
        };
        let hour = 3600;
        assert_eq!(shown(76 * hour + 59, Language::En).as_deref(), Some("3 d 4 h"));
        assert_eq!(shown(24 * hour, Language::Fr).as_deref(), Some("1 j 0 h"));
        assert_eq!(shown(2 * hour - 1, Language::It).as_deref(), Some("1 h 59 min"));
        assert_eq!(shown(7, Language::Es).as_deref(), Some("1 min"));
        assert_eq!(shown(0, Language::En), None);
        assert_eq!(shown(i64::from(i32::MIN), Language::En), None);
    }
}
