//! Times and sizes as people write them: `1s`, `500 ms`, `256 MiB`.

use bytesize::ByteSize;
use jiff::{Timestamp, Zoned, civil::DateTime, tz::TimeZone};
use std::{ops::RangeInclusive, time::Duration};

/// The longest time for a move.
const LONGEST: Duration = Duration::from_secs(24 * 3600);

/// A time above 0 and up to a day, such as `1s`, `500ms` or `1 min 30 s`.
pub fn time(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is no time: write for example `1s`, `500ms` or `2min`");
    let span: jiff::SignedDuration = text.parse().map_err(|_| wrong())?;
    let time = Duration::try_from(span).map_err(|_| wrong())?;
    if time.as_millis() == 0 || time > LONGEST {
        return Err(format!("`{text}` is out of range: 1 ms to 24 h are possible"));
    }
    Ok(time)
}

/// A time that may also be nothing: `0s`.
pub fn allowance(text: &str) -> Result<Duration, String> {
    if text.trim() == "0s" { Ok(Duration::ZERO) } else { time(text) }
}

/// A moment, as `2015-03-27T12:00[Europe/Madrid]` or `2015-03-27T11:00Z`; without a zone it is the
/// machine's.
pub fn moment(text: &str) -> Result<Timestamp, String> {
    let zoned = text.parse::<Zoned>().map(|zoned| zoned.timestamp());
    let moment = zoned.or_else(|_| text.parse());
    let local = || text.parse::<DateTime>().and_then(|at| at.to_zoned(TimeZone::system()));
    moment.or_else(|_| local().map(|zoned| zoned.timestamp())).map_err(|_| {
        format!("`{text}` is no time: write for example `2015-03-27T12:00[Europe/Madrid]`")
    })
}

/// A number of bytes, at least a MiB, such as `256 MiB`.
pub fn size(text: &str) -> Result<u64, String> {
    size_within(text, ByteSize::mib(1)..=ByteSize::tib(1))
}

/// A number of bytes within `possible`.
pub fn size_within(text: &str, possible: RangeInclusive<ByteSize>) -> Result<u64, String> {
    let size: ByteSize = text
        .parse()
        .map_err(|_| format!("`{text}` is no size: write for example `256 MiB` or `64 KiB`"))?;
    if !possible.contains(&size) {
        let (low, high) = (possible.start(), possible.end());
        return Err(format!("`{text}` is out of range: {low} to {high} are possible"));
    }
    Ok(size.as_u64())
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
        assert_eq!(error, "`2 KiB` is out of range: 1 B to 1.0 KiB are possible");
        let noon = moment("2015-03-27T11:00:00Z").unwrap();
        assert_eq!(moment("2015-03-27T12:00[Europe/Madrid]"), Ok(noon));
        assert_eq!(moment("2015-03-27T12:00+01:00"), Ok(noon));
        assert!(moment("2015-03-27T12:00").is_ok());
        assert!(moment("tomorrow").is_err());
        for wrong in ["", "0", "much", "-1 MiB", "3 parsecs"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
