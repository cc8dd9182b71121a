//! The argument that a program gets: `Round;YourPlayerId;Coins;PlayerId_Points_Flipped_Unflipped;…`.

use super::Holder;
use std::{fmt, str::FromStr};

/// What the argument says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Argument {
    /// From 1.
    pub round: u32,
    /// Whose turn it is.
    pub id: u8,
    /// In the centre.
    pub coins: u32,
    /// The players in turn order.
    pub holders: Vec<Holder>,
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};{};{}", self.round, self.id, self.coins)?;
        self.holders.iter().try_for_each(|Holder { id, points, flipped, unflipped }| {
            write!(f, ";{id}_{points}_{flipped}_{unflipped}")
        })
    }
}

/// A text that is no such argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoArgument;

impl FromStr for Argument {
    type Err = NoArgument;

    fn from_str(text: &str) -> Result<Argument, NoArgument> {
        let mut fields = text.split(';');
        Ok(Argument {
            round: number(fields.next())?,
            id: number(fields.next())?,
            coins: number(fields.next())?,
            holders: fields.map(holder).collect::<Result<_, _>>()?,
        })
    }
}

fn holder(text: &str) -> Result<Holder, NoArgument> {
    let mut fields = text.split('_');
    let holder = Holder {
        id: number(fields.next())?,
        points: number(fields.next())?,
        flipped: number(fields.next())?,
        unflipped: number(fields.next())?,
    };
    if fields.next().is_none() { Ok(holder) } else { Err(NoArgument) }
}

fn number<T: FromStr>(field: Option<&str>) -> Result<T, NoArgument> {
    field.ok_or(NoArgument)?.parse().map_err(|_| NoArgument)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_argument_is_refused() {
        for text in ["", "1", "1;0", "1;0;x", "1;0;5;0_0_0", "1;0;5;0_0_0_0_0", "1;0;5;", "1;0;-5"]
        {
            assert_eq!(text.parse::<Argument>(), Err(NoArgument), "{text}");
        }
    }
}
