//! Durations and sizes as manifests write them.

use std::time::Duration;

/// Longer than anything that is waited for, and short enough to be multiplied.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// A duration such as `500 ms`, `1s` or `2 min`, at most a day.
pub(crate) fn duration(text: &str) -> Option<Duration> {
    let (number, unit) = split(text)?;
    let seconds = match unit {
        "us" => number / 1e6,
        "ms" => number / 1e3,
        "s" => number,
        "min" => number * 60.0,
        _ => return None,
    };
    Duration::try_from_secs_f64(seconds).ok().filter(|time| *time <= LONGEST)
}

/// A size in bytes, such as `512 MiB`.
pub(crate) fn size(text: &str) -> Option<u64> {
    let (number, unit) = split(text)?;
    let factor: u64 = match unit {
        "KiB" => 1 << 10,
        "MiB" => 1 << 20,
        "GiB" => 1 << 30,
        _ => return None,
    };
    let bytes = number * factor as f64;
    (bytes <= (1_u64 << 50) as f64).then_some(bytes as u64)
}

fn split(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let end = text.find(|each: char| !each.is_ascii_digit() && each != '.')?;
    let (number, unit) = text.split_at(end);
    Some((number.parse().ok()?, unit.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_have_a_number_and_a_unit() {
        assert_eq!(duration("10s"), Some(Duration::from_secs(10)));
        assert_eq!(duration("1.5 ms"), Some(Duration::from_micros(1500)));
        assert_eq!(size("512 MiB"), Some(512 << 20));
        for wrong in ["", "10", "s", "-1 s", "1 h", "1.2.3 s", "1441 min"] {
            assert_eq!(duration(wrong), None, "{wrong}");
        }
        for wrong in ["", "1", "1 MB", "-1 MiB", "9999999999 GiB"] {
            assert_eq!(size(wrong), None, "{wrong}");
        }
    }
}
