//! The time until an event, such as "3 d 4 h", in the reader's language.

use crate::{frame::PageContext, public::facts_say as words};
use jiff::Timestamp;

/// The time from `now` until then, in its two largest units; none once it is past.
pub(crate) fn until(frame: PageContext<'_>, then: Timestamp, now: Timestamp) -> Option<String> {
    let minutes = then.as_second().checked_sub(now.as_second()).filter(|left| *left > 0)? / 60;
    let (days, hours, minutes) = (minutes / 1440, minutes / 60 % 24, minutes % 60);
    Some(frame.t(match (days, hours) {
        (0, 0) => words::minutes(minutes.max(1)),
        (0, hours) => words::hours_minutes(hours, minutes),
        (days, hours) => words::days_hours(days, hours),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        links::Links,
        page::Page,
        player_visibility::Disclosure,
        site::{Contests, Site, SiteInfo},
    };
    use certamen_game::Language;
    use certamen_portal::SiteFile;

    #[test]
    fn the_largest_units_say_how_long_it_is() {
        let sign = SiteInfo::of(&SiteFile::default(), Language::En);
        let site = Site::still(&Contests::default(), sign, &Disclosure::Nothing);
        let told = |left: i64, language| {
            let frame = PageContext::new(&site, &Page::Home, language, Links::Addresses);
            until(
                frame,
                Timestamp::from_second(1_000_000 + left).unwrap(),
                Timestamp::from_second(1_000_000).unwrap(),
            )
        };
        let hour = 3600;
        assert_eq!(told(76 * hour + 59, Language::En).as_deref(), Some("3 d 4 h"));
        assert_eq!(told(24 * hour, Language::Fr).as_deref(), Some("1 j 0 h"));
        assert_eq!(told(2 * hour - 1, Language::It).as_deref(), Some("1 h 59 min"));
        assert_eq!(told(7, Language::Es).as_deref(), Some("1 min"));
        assert_eq!(told(0, Language::En), None);
        assert_eq!(told(i64::from(i32::MIN), Language::En), None);
    }
}
