//! Seats at the table, and sets of them.

use certamen_i18n::{Argument, Value};
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error, Unexpected},
};
use std::fmt;

/// The most seats at a table.
pub const MOST_SEATS: u8 = 64;

/// A seat at the table, from 0 to 63: reading a larger one is an error.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index into per-seat lists.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The opposite seat at a table of two.
    #[must_use]
    pub fn other(self) -> Seat {
        assert!(self.0 < 2, "only tables of two have an opposite seat");
        Seat(1 - self.0)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        let number = u8::deserialize(deserializer)?;
        if number < MOST_SEATS {
            return Ok(Seat(number));
        }
        let most = format!("a seat from 0 to {}", MOST_SEATS - 1);
        Err(D::Error::invalid_value(Unexpected::Unsigned(number.into()), &most.as_str()))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of at most [`MOST_SEATS`] seats.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Seats(u64);

impl Seats {
    /// The empty set: no seat acts, the match is over.
    pub const NONE: Seats = Seats(0);

    /// The set of one seat.
    pub fn only(seat: Seat) -> Seats {
        Seats::NONE.with(seat)
    }

    /// Seats 0 to `count` - 1; `count` is at most [`MOST_SEATS`].
    pub fn first(count: u8) -> Seats {
        assert!(count <= MOST_SEATS, "{count} are more than a table has");
        if count == MOST_SEATS { Seats(u64::MAX) } else { Seats((1 << count) - 1) }
    }

    /// The same set with `seat` in it.
    #[must_use]
    pub fn with(self, seat: Seat) -> Seats {
        assert!(seat.0 < MOST_SEATS, "no table has a seat {seat}");
        Seats(self.0 | 1 << seat.0)
    }

    /// Whether `seat` is in the set.
    pub fn contains(self, seat: Seat) -> bool {
        seat.0 < MOST_SEATS && self.0 & (1 << seat.0) != 0
    }

    /// The number of seats.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest seat, if any.
    pub fn lowest(self) -> Option<Seat> {
        self.iter().next()
    }

    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let lowest = left.trailing_zeros() as u8;
            left &= left.wrapping_sub(1);
            (lowest < MOST_SEATS).then_some(Seat(lowest))
        })
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Seats {
        seats.into_iter().fold(Seats::NONE, Seats::with)
    }
}

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|seat| seat.0)).finish()
    }
}

impl Argument for Seat {
    fn value(&self) -> Value {
        self.0.value()
    }
}

impl Argument for Seats {
    /// As sets are written: `{0, 1}`.
    fn value(&self) -> Value {
        let seats: Vec<String> = self.iter().map(|seat| seat.to_string()).collect();
        Value::Text(format!("{{{}}}", seats.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_lists_its_seats_in_order() {
        let set: Seats = [Seat(5), Seat(0), Seat(63)].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [Seat(0), Seat(5), Seat(63)]);
        assert_eq!((set.len(), set.lowest()), (3, Some(Seat(0))));
        assert!(set.contains(Seat(63)) && !set.contains(Seat(1)) && !set.contains(Seat(200)));
        assert!(Seats::NONE.is_empty() && Seats::NONE.iter().next().is_none());
        assert_eq!(Seats::first(64).len(), 64);
    }

    #[test]
    fn seats_above_the_maximum_are_rejected() {
        assert_eq!(serde_json::from_str::<Seat>("63").ok(), Some(Seat(63)));
        let error = serde_json::from_str::<Seat>("64").unwrap_err().to_string();
        assert!(error.contains("integer `64`, expected a seat from 0 to 63"), "{error}");
    }
}
