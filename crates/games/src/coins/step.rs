//! The fourteen actions of Coins, and plans of three of them.

use super::Holder;
use std::{fmt, str::FromStr};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// `N`: nothing.
    Nothing,
    /// `1 2 3`: coins from the centre.
    Take(u32),
    /// `A B C`: unflipped coins back to the centre.
    PutBack(u32),
    /// `X Y Z`: unflipped coins out of the game.
    Remove(u32),
    /// `F`: one coin turned over.
    Flip,
    /// `U`: one turned back.
    Unflip,
    /// `R`: every stack to the previous player.
    ToPrevious,
    /// `T`: every stack to the next player.
    ToNext,
}

impl Step {
    /// All of them, in the order in which legal actions are listed.
    pub const ALL: [(char, Step); 14] = [
        ('N', Step::Nothing),
        ('1', Step::Take(1)),
        ('2', Step::Take(2)),
        ('3', Step::Take(3)),
        ('A', Step::PutBack(1)),
        ('B', Step::PutBack(2)),
        ('C', Step::PutBack(3)),
        ('X', Step::Remove(1)),
        ('Y', Step::Remove(2)),
        ('Z', Step::Remove(3)),
        ('F', Step::Flip),
        ('U', Step::Unflip),
        ('R', Step::ToPrevious),
        ('T', Step::ToNext),
    ];

    /// The action of this letter, capitals only.
    pub fn of(letter: char) -> Option<Step> {
        Step::ALL.iter().find(|(known, _)| *known == letter).map(|(_, step)| *step)
    }

    pub fn letter(self) -> char {
        let entry = Step::ALL.iter().find(|(_, known)| *known == self);
        entry.map_or('N', |(letter, _)| *letter)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan(pub [Step; 3]);

impl Plan {
    /// `NNN`, also played for a player that gives no plan.
    pub const NOTHING: Plan = Plan([Step::Nothing; 3]);

    pub const COUNT: usize = Step::ALL.len().pow(3);

    /// The plan of this place, below [`Plan::COUNT`], in the order of [`Step::ALL`]: the last action
    /// changes first.
    pub fn nth(place: usize) -> Plan {
        let count = Step::ALL.len();
        let step = |place: usize| Step::ALL[place % count].1;
        Plan([step(place / (count * count)), step(place / count), step(place)])
    }

    /// What the original controller makes of an output: the words joined by one blank, with a blank
    /// behind; if that has less than three characters, nothing; of the first three, each unknown one
    /// alone is nothing.
    pub fn per_character(output: &str) -> Plan {
        let joined: String = output.split_whitespace().flat_map(|word| [word, " "]).collect();
        let mut letters = joined.chars();
        match [letters.next(), letters.next(), letters.next()] {
            [Some(first), Some(second), Some(third)] => {
                Plan([first, second, third].map(|letter| Step::of(letter).unwrap_or(Step::Nothing)))
            }
            _ => Plan::NOTHING,
        }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|step| write!(f, "{}", step.letter()))
    }
}

/// Not three letters of actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoPlan;

impl FromStr for Plan {
    type Err = NoPlan;

    fn from_str(text: &str) -> Result<Plan, NoPlan> {
        let mut letters = text.chars();
        let mut step = || letters.next().and_then(Step::of).ok_or(NoPlan);
        let plan = Plan([step()?, step()?, step()?]);
        if letters.next().is_none() { Ok(plan) } else { Err(NoPlan) }
    }
}

// The argument that a program gets: `Round;YourPlayerId;Coins;PlayerId_Points_Flipped_Unflipped;…`.

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Argument {
    /// From 1.
    pub round: u32,
    /// Whose turn it is.
    pub id: u8,
    /// In the centre.
    pub coins: u32,
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
    fn every_plan_has_a_notation_of_its_own() {
        let mut seen = std::collections::BTreeSet::new();
        for plan in (0..Plan::COUNT).map(Plan::nth) {
            assert_eq!(plan.to_string().parse(), Ok(plan));
            assert!(seen.insert(plan.to_string()));
        }
        assert_eq!(
            (Plan::nth(0).to_string(), Plan::nth(1).to_string()),
            ("NNN".into(), "NN1".into())
        );
        assert_eq!(Plan::nth(Plan::COUNT - 1).to_string(), "TTT");
    }

    #[test]
    fn the_original_controller_reads_character_by_character() {
        for (output, read) in [
            ("1 2 3", "1N2"),
            ("12", "12N"),
            ("1", "NNN"),
            ("", "NNN"),
            ("  T", "NNN"),
            ("RT ", "RTN"),
            ("xyz", "NNN"),
            ("f f", "NNN"),
            ("FFFF", "FFF"),
            ("é11", "N11"),
            ("3\n3\n3", "3N3"),
        ] {
            assert_eq!(Plan::per_character(output).to_string(), read, "{output:?}");
        }
    }

    #[test]
    fn what_is_no_argument_is_refused() {
        for text in ["", "1", "1;0", "1;0;x", "1;0;5;0_0_0", "1;0;5;0_0_0_0_0", "1;0;5;", "1;0;-5"]
        {
            assert_eq!(text.parse::<Argument>(), Err(NoArgument), "{text}");
        }
    }
}
