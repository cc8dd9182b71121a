//! Times and sizes as people write them: `1s`, `500 ms`, `256 MiB`.

use bytesize::ByteSize;
use std::time::Duration;

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

/// A number of bytes, at least a MiB, such as `256 MiB`.
pub fn size(text: &str) -> Result<u64, String> {
    let size: ByteSize = text
        .parse()
        .map_err(|_| format!("`{text}` is no size: write for example `256 MiB` or `1 GiB`"))?;
    if size < ByteSize::mib(1) || size > ByteSize::tib(1) {
        return Err(format!("`{text}` is out of range: 1 MiB to 1 TiB are possible"));
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
        for wrong in ["", "0", "much", "-1 MiB", "3 parsecs"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
