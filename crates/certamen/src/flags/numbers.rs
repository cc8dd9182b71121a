//! Parsing of numbers, with translated error messages where clap's are only English.

use crate::say::command_line as say;
use certamen_i18n::{Localize, Message};
use std::{
    num::{IntErrorKind, ParseFloatError, ParseIntError},
    ops::{Bound, RangeBounds},
};

/// Why a text is not a valid number.
#[derive(Clone, Debug, Localize)]
#[localize(error)]
pub(crate) enum NumberError {
    /// It is not a number.
    #[localize(unreadable(_0))]
    Unreadable(ParseIntError),
    /// It is out of range.
    Outside {
        value: String,
        /// The valid range.
        range: String,
    },
}

/// The message about a text that is not a whole number.
pub(crate) fn unreadable(error: &ParseIntError) -> Message {
    match error.kind() {
        IntErrorKind::Empty => say::no_number(),
        IntErrorKind::PosOverflow => say::too_large(),
        IntErrorKind::NegOverflow => say::too_small(),
        _ => say::not_a_number(),
    }
}

/// The message about a text that is not a decimal number.
pub(crate) fn no_share(_: &ParseFloatError) -> Message {
    say::not_a_share()
}

/// Parses a seed; seeds are limited to integers that are exact in JSON.
pub(crate) fn seed(text: &str) -> Result<u64, NumberError> {
    let seed: u64 = text.parse().map_err(NumberError::Unreadable)?;
    checked(seed, 0..1 << 53)
}

/// Parses a number in this range.
pub(crate) fn within<T: TryFrom<i64>>(
    range: impl RangeBounds<i64> + Clone,
) -> impl Fn(&str) -> Result<T, NumberError> + Clone {
    move |text| {
        let number: i64 = text.parse().map_err(NumberError::Unreadable)?;
        let number = checked(number, range.clone())?;
        let outside = || outside(&number, &range);
        T::try_from(number).map_err(|_| outside())
    }
}

fn checked<N: PartialOrd + ToString>(
    number: N,
    range: impl RangeBounds<N>,
) -> Result<N, NumberError> {
    if range.contains(&number) { Ok(number) } else { Err(outside(&number, &range)) }
}

fn outside<N: ToString>(number: &N, range: &impl RangeBounds<N>) -> NumberError {
    let low = match range.start_bound() {
        Bound::Included(low) | Bound::Excluded(low) => low.to_string(),
        Bound::Unbounded => String::new(),
    };
    let high = match range.end_bound() {
        Bound::Included(high) => format!("={}", high.to_string()),
        Bound::Excluded(high) => high.to_string(),
        Bound::Unbounded => String::new(),
    };
    NumberError::Outside { value: number.to_string(), range: format!("{low}..{high}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_outside_are_told_the_range() {
        let jobs = within::<u16>(1..=1024);
        assert_eq!(jobs("16").unwrap(), 16);
        assert_eq!(jobs("0").unwrap_err().to_string(), "0 is not in 1..=1024");
        assert_eq!(jobs("x").unwrap_err().to_string(), "invalid digit found in string");
        assert_eq!(
            seed("9007199254740992").unwrap_err().to_string(),
            "9007199254740992 is not in 0..9007199254740992"
        );
        assert_eq!(seed("").unwrap_err().to_string(), "cannot parse integer from empty string");
    }
}
