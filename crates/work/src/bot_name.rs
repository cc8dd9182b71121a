//! What a bot may be called.

use crate::say;
use certamen_game::escaped;
use certamen_speech::{Message, Speak};

/// How long a name may be, in characters.
const LONGEST: usize = 40;

/// Why a bot cannot be called so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BotNameError {
    /// It is empty, or longer than a column of a table.
    Length {
        /// The name.
        name: String,
    },
    /// It begins or ends with a blank, so that it looks like another.
    Blanks {
        /// The name.
        name: String,
    },
    /// It has characters that a terminal would act on or not show.
    Hidden {
        /// The name.
        name: String,
    },
}

/// A bot's name is what tables show: one short line of visible characters.
pub fn check_bot_name(name: &str) -> Result<(), BotNameError> {
    let given = || name.to_owned();
    if !(1..=LONGEST).contains(&name.chars().count()) {
        return Err(BotNameError::Length { name: given() });
    }
    if name.trim() != name {
        return Err(BotNameError::Blanks { name: given() });
    }
    if escaped(name) != name {
        return Err(BotNameError::Hidden { name: given() });
    }
    Ok(())
}

impl Speak for BotNameError {
    fn message(&self) -> Message {
        match self {
            BotNameError::Length { name } => say::name_length(escaped(name), LONGEST),
            BotNameError::Blanks { name } => say::name_blanks(escaped(name)),
            BotNameError::Hidden { name } => say::name_hidden(escaped(name)),
        }
    }
}

certamen_speech::error!(BotNameError);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_can_be_seen() {
        for name in ["a", "viejo", "Ñandú 2", "x=y", &"x".repeat(40)] {
            assert_eq!(check_bot_name(name), Ok(()), "{name}");
        }
        let check = |name: &str, expected: &str| {
            assert_eq!(check_bot_name(name).unwrap_err().to_string(), expected);
        };
        check("", "`` is not 1 to 40 characters");
        check(" a", "` a` has blanks at an end");
        check("a\u{1b}", "`a\\u{1b}` has characters that cannot be shown");
        assert!(check_bot_name(&"x".repeat(41)).is_err());
    }
}
