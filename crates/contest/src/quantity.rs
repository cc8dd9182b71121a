//! Times and sizes as people write them: `1s`, `500 ms`, `256 MiB`.

use bytesize::ByteSize;
use certamen_i18n::{Localize, quoted};
use jiff::{Timestamp, Zoned, civil::DateTime, tz::TimeZone};
use rustix::fs::statvfs;
use std::{ops::RangeInclusive, path::Path, time::Duration};

mod say {
    certamen_i18n::texts!("locales/quantity");
}

const LONGEST: Duration = Duration::from_secs(24 * 3600);

#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
pub enum QuantityError {
    NoTime(String),
    TimeRange(String),
    NoMoment(String),
    NoSize(String),
    #[localize(say::size_range(text, quoted(possible.start()), quoted(possible.end())))]
    SizeRange {
        text: String,
        possible: RangeInclusive<ByteSize>,
    },
    #[localize(say::percent(text, percent, possible.start(), possible.end()))]
    Percent {
        text: String,
        percent: String,
        possible: RangeInclusive<u32>,
    },
    NoPlayer(String),
}

/// A time above 0 and up to a day, such as `1s`, `500ms` or `1 min 30 s`.
pub fn time(text: &str) -> Result<Duration, QuantityError> {
    let wrong = || QuantityError::NoTime(text.to_owned());
    let span: jiff::SignedDuration = text.parse().map_err(|_| wrong())?;
    let time = Duration::try_from(span).map_err(|_| wrong())?;
    if time.as_millis() == 0 || time > LONGEST {
        return Err(QuantityError::TimeRange(text.to_owned()));
    }
    Ok(time)
}

/// A time that may also be zero: `0s`.
pub fn allowance(text: &str) -> Result<Duration, QuantityError> {
    if text.trim() == "0s" { Ok(Duration::ZERO) } else { time(text) }
}

/// A moment, as `2015-03-27T12:00[Europe/Madrid]` or `2015-03-27T11:00Z`; without a zone it is
/// local time.
pub fn moment(text: &str) -> Result<Timestamp, QuantityError> {
    let zoned = text.parse::<Zoned>().map(|zoned| zoned.timestamp());
    let moment = zoned.or_else(|_| text.parse());
    let local = || text.parse::<DateTime>().and_then(|at| at.to_zoned(TimeZone::system()));
    let moment = moment.or_else(|_| local().map(|zoned| zoned.timestamp()));
    moment.map_err(|_| QuantityError::NoMoment(text.to_owned()))
}

/// A number of bytes, at least a MiB, such as `256 MiB`.
pub fn size(text: &str) -> Result<u64, QuantityError> {
    size_within(text, ByteSize::mib(1)..=ByteSize::tib(1))
}

pub fn size_within(text: &str, possible: RangeInclusive<ByteSize>) -> Result<u64, QuantityError> {
    let size: ByteSize = text.parse().map_err(|_| QuantityError::NoSize(text.to_owned()))?;
    if !possible.contains(&size) {
        return Err(QuantityError::SizeRange { text: text.to_owned(), possible });
    }
    Ok(size.as_u64())
}

/// The free space to keep on the disk of a contest, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MinFreeSpace(u64);

impl MinFreeSpace {
    pub fn read(text: &str) -> Result<MinFreeSpace, QuantityError> {
        size_within(text, ByteSize::b(0)..=ByteSize::pib(1000)).map(MinFreeSpace)
    }

    pub fn bytes(self) -> u64 {
        self.0
    }

    /// The free bytes on the disk of `path`, if they are fewer than the minimum. `None` if the
    /// system does not report them.
    pub fn lacking(self, path: &Path) -> Option<u64> {
        let found = statvfs(path).ok()?;
        let left = found.f_bavail.saturating_mul(found.f_frsize);
        (left < self.0).then_some(left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_write_times_and_sizes_in_many_ways() {
        assert_eq!(time("1s"), Ok(Duration::from_secs(1)));
        assert_eq!(time("500 ms"), Ok(Duration::from_millis(500)));
        assert_eq!(time("2min"), Ok(Duration::from_secs(120)));
        assert_eq!(size("256 MiB"), Ok(256 << 20));
        assert_eq!(size("1 GB"), Ok(1_000_000_000));
        for wrong in ["", "0s", "-1s", "1", "soon", "25h"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
        assert_eq!(allowance("0s"), Ok(Duration::ZERO));
        assert_eq!(allowance("3s"), Ok(Duration::from_secs(3)));
        assert!(allowance("-3s").is_err());
        let small = size_within("1 KiB", ByteSize::b(1)..=ByteSize::kib(1));
        assert_eq!(small, Ok(1024));
        let error = size_within("2 KiB", ByteSize::b(1)..=ByteSize::kib(1)).unwrap_err();
        assert_eq!(error.to_string(), "`2 KiB` is out of range: use 1 B to 1.0 KiB");
        let noon = moment("2015-03-27T11:00:00Z").unwrap();
        assert_eq!(moment("2015-03-27T12:00[Europe/Madrid]"), Ok(noon));
        assert_eq!(moment("2015-03-27T12:00+01:00"), Ok(noon));
        assert!(moment("2015-03-27T12:00").is_ok());
        assert!(moment("tomorrow").is_err());
        for wrong in ["", "0", "much", "-1 MiB", "3 parsecs"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_disk_lacks_space_below_the_minimum() {
        let place = tempfile::tempdir().unwrap();
        assert_eq!(MinFreeSpace::default().lacking(place.path()), None);
        assert!(MinFreeSpace::read("1000 PiB").unwrap().lacking(place.path()).is_some());
        assert_eq!(MinFreeSpace::read("1000 PiB").unwrap().lacking(Path::new("/not/there")), None);
    }
}
