//! The options A, B and C.

use serde::Serialize;
use std::fmt;

/// One of the three options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Choice {
    /// The first.
    A,
    /// The second.
    B,
    /// The third.
    C,
}

impl Choice {
    /// All of them.
    pub const ALL: [Choice; 3] = [Choice::A, Choice::B, Choice::C];

    /// Reads a capital letter, with blanks around it and one end of line behind it.
    pub fn parse(reply: &str) -> Option<Choice> {
        let line = reply.strip_suffix('\n').unwrap_or(reply);
        let letter = line.trim_matches([' ', '\t', '\r']);
        Choice::ALL.into_iter().find(|choice| choice.to_string() == letter)
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Choice::A => "A",
            Choice::B => "B",
            Choice::C => "C",
        })
    }
}

/// How often each was chosen.
pub(super) fn counts(choices: &[Choice]) -> [usize; 3] {
    Choice::ALL.map(|choice| choices.iter().filter(|other| **other == choice).count())
}

/// The option that scores: of those that were chosen the only one that fewest chose, unless all
/// chose the same.
pub(super) fn minority(choices: &[Choice]) -> Option<Choice> {
    let chosen = Choice::ALL.into_iter().zip(counts(choices)).filter(|(_, count)| *count > 0);
    let chosen: Vec<(Choice, usize)> = chosen.collect();
    let least = chosen.iter().map(|(_, count)| *count).min()?;
    let mut least = chosen.iter().filter(|(_, count)| *count == least);
    match (least.next(), least.next()) {
        (Some((choice, _)), None) if chosen.len() > 1 => Some(*choice),
        _ => None,
    }
}
