//! Teams of authors and their players, as standings and files of a course name them.

use crate::job::say;
use certamen_i18n::{Argument, Localize, Value};
use std::{fmt, str::FromStr};

/// How many players a pair may have at a time.
pub const PLAYERS_PER_PAIR: u8 = 3;

/// A pair of students: `ggpp`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TeamId {
    /// The last two digits of the group, 0 to 99.
    pub group: u8,
    /// The number of the pair in its group, 0 to 99.
    pub pair: u8,
}

/// One of the players of a pair: `ggppn`, under which the table lists it if it has no alias.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlayerId {
    /// Whose player it is.
    pub pair: TeamId,
    /// Which one, 1 to [`PLAYERS_PER_PAIR`].
    pub number: u8,
}

/// Why something names no player.
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
pub enum PlayerIdError {
    /// It has another form than `ggppn`.
    #[localize(say::player_form(given))]
    Form {
        /// What was given.
        given: String,
    },
    /// A pair has no such player.
    #[localize(say::player_number(given, PLAYERS_PER_PAIR))]
    Number {
        /// What was given.
        given: String,
    },
}

impl fmt::Display for TeamId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.group, self.pair)
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.pair, self.number)
    }
}

impl Argument for TeamId {
    fn value(&self) -> Value {
        Value::Text(self.to_string())
    }
}

impl Argument for PlayerId {
    fn value(&self) -> Value {
        Value::Text(self.to_string())
    }
}

impl FromStr for PlayerId {
    type Err = PlayerIdError;

    fn from_str(given: &str) -> Result<PlayerId, PlayerIdError> {
        let digit = |byte: u8| byte.is_ascii_digit().then(|| byte - b'0');
        let digits: Option<Vec<u8>> = given.bytes().map(digit).collect();
        let Some([g1, g2, p1, p2, number]) = digits.as_deref() else {
            return Err(PlayerIdError::Form { given: given.to_owned() });
        };
        if !(1..=PLAYERS_PER_PAIR).contains(number) {
            return Err(PlayerIdError::Number { given: given.to_owned() });
        }
        let pair = TeamId { group: 10 * g1 + g2, pair: 10 * p1 + p2 };
        Ok(PlayerId { pair, number: *number })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_player_is_named_by_its_pair_and_its_number() {
        let pair = TeamId { group: 14, pair: 2 };
        assert_eq!("14023".parse(), Ok(PlayerId { pair, number: 3 }));
        for given in ["", "1402", "140231", "1402a", "14 23", "+4023", "１４０２３"] {
            let given = given.to_owned();
            assert_eq!(given.parse::<PlayerId>(), Err(PlayerIdError::Form { given }));
        }
        for given in ["14020", "14024"] {
            let given = given.to_owned();
            assert_eq!(given.parse::<PlayerId>(), Err(PlayerIdError::Number { given }));
        }
    }

    proptest! {
        #[test]
        fn names_survive_being_written_and_read(group in 0..=99u8, pair in 0..=99u8, number in 1..=3u8) {
            let player = PlayerId { pair: TeamId { group, pair }, number };
            prop_assert_eq!(player.to_string().parse(), Ok(player));
        }
    }
}
