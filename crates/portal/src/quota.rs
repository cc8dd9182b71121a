//! How much a user may submit and open: a function of what the user did. No counters are stored.

use crate::say;
use certamen_i18n::Localize;
use jiff::{Timestamp, civil::Date, tz::TimeZone};

/// How many bots an author may have in a contest, and how often each may be submitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SubmissionQuota {
    /// The maximum number of bots.
    pub per_author: u32,
    /// How often a bot may be submitted on a day.
    pub per_day: Option<u32>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UsedSlot {
    pub entrant: String,
    pub received: Timestamp,
}

#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(display)]
pub enum QuotaExceeded {
    /// The user has the maximum number of bots.
    #[localize(say::too_many_slots(most))]
    Slots { most: u32 },
    /// It was sent as often today as it may.
    #[localize(say::too_many_today(most))]
    Today { most: u32 },
    /// Another author's bot has this name.
    NameOfAnother { entrant: String },
    /// The user has the maximum number of open tables.
    #[localize(say::too_many_tables(most))]
    OpenTables { most: u32 },
    /// The user opened the maximum number of tables within a day.
    #[localize(say::too_many_tables_of_day(most))]
    TablesOfDay { most: u32 },
}

/// Whether `entrant` may be submitted at `now` by a user who has `used` this much; days are those
/// of `zone`.
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

/// The maximum number of open tables of a user.
pub const OPEN_TABLES: u32 = 8;
pub const TABLES_OF_DAY: u32 = 100;

/// Whether a user with this many open tables, and this many opened within a day, may open another
/// one.
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
