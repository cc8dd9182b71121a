//! What files and standings of a course name: teams, their players, and the rules of submissions.

use crate::job::say;
use certamen_i18n::{Argument, Localize, Value};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// How many players a team may have at a time.
pub const PLAYERS_PER_TEAM: u8 = 3;

/// A team of students: `ggpp`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TeamId {
    /// The last two digits of the group, 0 to 99.
    pub group: u8,
    /// The number of the team in its group, 0 to 99.
    pub pair: u8,
}

/// A player of a team: `ggppn`, its name in the standings if it has no alias.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlayerId {
    /// The team it belongs to.
    pub pair: TeamId,
    /// From 1 to [`PLAYERS_PER_TEAM`].
    pub number: u8,
}

/// Why a text is no [`PlayerId`].
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum PlayerIdError {
    /// It has another form than `ggppn`.
    #[localize(say::player_form(given))]
    Form { given: String },
    /// A team has no player of this number.
    #[localize(say::player_number(given, PLAYERS_PER_TEAM))]
    Number { given: String },
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
        if !(1..=PLAYERS_PER_TEAM).contains(number) {
            return Err(PlayerIdError::Number { given: given.to_owned() });
        }
        let pair = TeamId { group: 10 * g1 + g2, pair: 10 * p1 + p2 };
        Ok(PlayerId { pair, number: *number })
    }
}

/// A course's rules for submissions; the default is the announcement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", schemars(rename = "Rules"))]
pub struct SourceRules {
    /// The place of stored files, as verdicts name it: "ha sido almacenado en IA/torneo".
    pub place: String,
    /// What functions may assign to.
    pub assignment: Assignment,
    /// The most functions after the evaluation function.
    pub helpers: u16,
    /// The longest file, in bytes.
    pub max_source: u32,
}

impl Default for SourceRules {
    fn default() -> SourceRules {
        SourceRules {
            place: "IA/torneo".to_owned(),
            assignment: Assignment::Forbidden,
            helpers: 9,
            max_source: 256 << 10,
        }
    }
}

/// What functions may assign to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Assignment {
    /// Nothing, not even a local variable: "ni de setq/setf".
    #[default]
    Forbidden,
    /// Variables that the function itself binds, as some years tolerated.
    Local,
}

/// How a file of a course is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum SourceForm {
    /// The key, the alias and functions, of which the first is the evaluation: as announced.
    #[default]
    Functions,
    /// A package with its evaluation, its alias and its helpers, as later years had it.
    Package,
}

/// Not the word of an [`Assignment`].
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
pub struct UnknownAssignment(String);

impl FromStr for Assignment {
    type Err = UnknownAssignment;

    fn from_str(text: &str) -> Result<Assignment, UnknownAssignment> {
        let known = [Assignment::Forbidden, Assignment::Local];
        let found = known.into_iter().find(|option| option.to_string() == text);
        found.ok_or_else(|| UnknownAssignment(text.to_owned()))
    }
}

impl fmt::Display for Assignment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Assignment::Forbidden => "forbidden",
            Assignment::Local => "local",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_player_is_named_by_its_team_and_its_number() {
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
