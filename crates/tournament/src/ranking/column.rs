//! The columns of the standings besides results and scores.

use super::TieBreak;

/// A column of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    /// A tie-break.
    TieBreak(TieBreak),
    /// How many reference players the bot beats.
    References,
    /// Its mark.
    Mark,
    /// How many rounds it was short of winning the knockout.
    RoundsShort,
    /// Its division, from 1.
    Division,
}

impl Column {
    /// Its key in JSON.
    pub fn key(self) -> &'static str {
        match self {
            Column::TieBreak(tie_break) => tie_break.key(),
            Column::References => "references",
            Column::Mark => "mark",
            Column::RoundsShort => "rounds_short",
            Column::Division => "division",
        }
    }

    /// What the highest level of a format is called in this column.
    pub(crate) fn first_level(self) -> u32 {
        u32::from(self == Column::Division)
    }
}
