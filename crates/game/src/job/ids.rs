//! Ids assigned by a store.

use certamen_i18n::{Argument, Value};
use std::fmt;

/// The number of a match in its contest, from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MatchNumber(pub i64);

/// The number of a submission: one version of a bot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SubmissionId(pub i64);

macro_rules! numbers {
    ($($id:ty),*) => {$(
        impl fmt::Display for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl Argument for $id {
            fn value(&self) -> Value {
                self.0.value()
            }
        }
    )*};
}

numbers!(MatchNumber, SubmissionId);
