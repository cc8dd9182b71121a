//! Times as pages show them: in the contest's time zone, with its city, and exact for programs.

use certamen_contest::file::Schedule;
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
    pub(crate) fn of(at: &Zoned) -> ShownTime {
        let zone = at.time_zone().iana_name().unwrap_or("UTC");
        let city = zone.rsplit('/').next().unwrap_or(zone).replace('_', " ");
        let words = format!("{} ({city})", at.strftime("%Y-%m-%d %H:%M"));
        ShownTime { words, exact: exact(at) }
    }

    /// A time in the time zone of a contest, or in UTC if it has none.
    pub(crate) fn at(moment: SystemTime, schedule: Option<&Schedule>) -> ShownTime {
        // A damaged time is shown as it is.
        let Ok(moment) = Timestamp::try_from(moment) else {
            return ShownTime { words: "?".to_owned(), exact: String::new() };
        };
        let zone = schedule.map_or(TimeZone::UTC, |schedule| schedule.starts.time_zone().clone());
        ShownTime::of(&moment.to_zoned(zone))
    }
}

/// A machine-readable time, in whole seconds.
pub(crate) fn exact(at: &Zoned) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
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
}
