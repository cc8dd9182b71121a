//! The hash at the end of a record.

/// Whether the hash at the end of a record agrees with the bytes before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seal {
    /// It agrees.
    Sound,
    /// It does not: something was changed.
    Broken,
    /// There is none: the match is unfinished.
    Missing,
}
