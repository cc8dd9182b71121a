//! How much somebody may send and open: a function of what he did. Nothing is counted beside it.

use crate::say;
use certamen_i18n::{Localize, Message};
use jiff::{Timestamp, civil::Date, tz::TimeZone};

/// How many programs an author may have in a contest, and how often each may be sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SubmissionQuota {
    /// How many programs.
    pub per_author: u32,
    /// How often a program may be sent on a day.
    pub per_day: Option<u32>,
}

/// A program that an author sent and that was not sent back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UsedSlot {
    /// What it is called.
    pub entrant: String,
    /// When it was received.
    pub received: Timestamp,
}

/// Why an author may not send it now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum QuotaExceeded {
    /// He has as many programs as he may.
    Slots {
        /// How many.
        most: u32,
    },
    /// It was sent as often today as it may.
    Today {
        /// How often.
        most: u32,
    },
    /// Somebody else's program is called so.
    NameOfAnother {
        /// The name.
        entrant: String,
    },
    /// He has as many tables open as he may.
    OpenTables {
        /// How many.
        most: u32,
    },
    /// He opened as many tables within a day as he may.
    TablesOfDay {
        /// How many.
        most: u32,
    },
}

impl Localize for QuotaExceeded {
    fn message(&self) -> Message {
        match self {
            QuotaExceeded::Slots { most } => say::too_many_slots(most),
            QuotaExceeded::Today { most } => say::too_many_today(most),
            QuotaExceeded::NameOfAnother { entrant } => say::name_of_another(entrant),
            QuotaExceeded::OpenTables { most } => say::too_many_tables(most),
            QuotaExceeded::TablesOfDay { most } => say::too_many_tables_of_day(most),
        }
    }
}

certamen_i18n::said!(QuotaExceeded);

/// Whether `entrant` may be sent at `now` by somebody who has `used` so much; days are those of
/// `zone`.
pub fn check(
    slots: SubmissionQuota,
    used_slots: &[UsedSlot],
    entrant: &str,
    (now, zone): (Timestamp, &TimeZone),
) -> Result<(), QuotaExceeded> {
    let mut names: Vec<&str> = used_slots.iter().map(|one| &*one.entrant).collect();
    names.sort_unstable();
    names.dedup();
    if !names.contains(&entrant) && names.len() >= slots.per_author as usize {
        return Err(QuotaExceeded::Slots { most: slots.per_author });
    }
    let day = |time: Timestamp| -> Date { time.to_zoned(zone.clone()).date() };
    let today =
        used_slots.iter().filter(|one| one.entrant == entrant && day(one.received) == day(now));
    match slots.per_day {
        Some(most) if today.count() >= most as usize => Err(QuotaExceeded::Today { most }),
        _ => Ok(()),
    }
}

/// How many tables somebody may have open.
pub const OPEN_TABLES: u32 = 8;
/// How many he may open within a day.
pub const TABLES_OF_DAY: u32 = 100;

/// Whether somebody may open another table who has so many open, and opened so many within a day.
pub fn check_tables(open: u32, of_day: u32) -> Result<(), QuotaExceeded> {
    if open >= OPEN_TABLES {
        return Err(QuotaExceeded::OpenTables { most: OPEN_TABLES });
    }
    if of_day >= TABLES_OF_DAY {
        return Err(QuotaExceeded::TablesOfDay { most: TABLES_OF_DAY });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().expect("it is a time")
    }

    #[test]
    fn tables_are_counted_while_they_are_open_and_by_the_day() {
        assert_eq!(check_tables(OPEN_TABLES - 1, TABLES_OF_DAY - 1), Ok(()));
        let open = Err(QuotaExceeded::OpenTables { most: OPEN_TABLES });
        assert_eq!(check_tables(OPEN_TABLES, 0), open);
        let of_day = Err(QuotaExceeded::TablesOfDay { most: TABLES_OF_DAY });
        assert_eq!(check_tables(0, TABLES_OF_DAY), of_day);
    }

    #[test]
    fn a_day_ends_at_midnight_of_the_contest() {
        let madrid = TimeZone::get("Europe/Madrid").expect("the zone is bundled");
        let slots = SubmissionQuota { per_author: 1, per_day: Some(1) };
        let used_slots =
            [UsedSlot { entrant: "a".to_owned(), received: at("2020-06-01T21:30:00Z") }];
        let check = |entrant, now: &str| check(slots, &used_slots, entrant, (at(now), &madrid));
        assert_eq!(check("a", "2020-06-01T21:59:59Z"), Err(QuotaExceeded::Today { most: 1 }));
        assert_eq!(check("a", "2020-06-01T22:00:00Z"), Ok(()));
        assert_eq!(check("b", "2020-06-09T22:00:00Z"), Err(QuotaExceeded::Slots { most: 1 }));
    }
}
