//! The valid names of bots.

use crate::{escaped, job::say};
use certamen_i18n::Localize;
use unicode_security::{MixedScript, confusable_detection::skeleton};

/// The longest name, in characters.
const MAX_NAME: usize = 40;
/// The same of aliases, which authors of a course choose; published tables had up to 137.
const MAX_ALIAS: usize = 200;

/// Why a name is not allowed for a bot.
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum BotNameError {
    /// It is empty, or longer than a column of a table.
    #[localize(say::name_length(escaped(name), *longest))]
    Length {
        name: String,
        /// In characters.
        longest: usize,
    },
    /// It begins or ends with a blank, so that it looks like another.
    #[localize(say::name_blanks(escaped(name)))]
    Blanks { name: String },
    /// It has characters that a terminal would act on or not show.
    #[localize(say::name_hidden(escaped(name)))]
    Hidden { name: String },
    /// It has letters of several scripts, of which one may look like another's.
    #[localize(say::name_scripts(escaped(name)))]
    Scripts { name: String },
}

/// A bot's name is what tables show: one short line of visible characters.
pub fn check_bot_name(name: &str) -> Result<(), BotNameError> {
    check(name, MAX_NAME)
}

/// An alias may be longer than a column of a table, which shows it [`shortened`].
pub fn check_alias(name: &str) -> Result<(), BotNameError> {
    check(name, MAX_ALIAS)
}

/// An alias as tables show it.
pub fn shortened(alias: &str) -> String {
    if alias.chars().count() <= MAX_NAME {
        return alias.to_owned();
    }
    let shown: String = alias.chars().take(MAX_NAME - 1).collect();
    format!("{}…", shown.trim_end())
}

fn check(name: &str, longest: usize) -> Result<(), BotNameError> {
    let given = || name.to_owned();
    if !(1..=longest).contains(&name.chars().count()) {
        return Err(BotNameError::Length { name: given(), longest });
    }
    if name.trim() != name {
        return Err(BotNameError::Blanks { name: given() });
    }
    if escaped(name) != name {
        return Err(BotNameError::Hidden { name: given() });
    }
    if !name.is_single_script() {
        return Err(BotNameError::Scripts { name: given() });
    }
    Ok(())
}

/// Whether two different names look the same to readers of a table. ASCII names look like themselves
/// only.
pub fn look_alike(one: &str, other: &str) -> bool {
    one != other && !(one.is_ascii() && other.is_ascii()) && skeleton(one).eq(skeleton(other))
}

/// The key to store names with, equal for names that may be mistaken for each other: by case, or by
/// look.
pub fn name_key(name: &str) -> String {
    skeleton(&name.to_lowercase()).collect()
}

/// Whether readers may mistake two names for each other: equal but for case, or alike.
pub fn is_same_name(one: &str, other: &str) -> bool {
    let (one, other) = (one.to_lowercase(), other.to_lowercase());
    one == other || look_alike(&one, &other)
}

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
        check("", "`` must have 1 to 40 characters");
        check(" a", "` a` starts or ends with a blank");
        check("a\u{1b}", "`a\\u{1b}` has characters that cannot be shown");
        assert!(check_bot_name(&"x".repeat(41)).is_err());
    }

    #[test]
    fn an_alias_may_be_long_and_is_shown_shortened() {
        for (length, shown) in [(40, 40), (41, 40), (137, 40), (200, 40)] {
            let alias = "ñ".repeat(length);
            assert_eq!(check_alias(&alias), Ok(()), "{length}");
            assert_eq!(shortened(&alias).chars().count(), shown, "{length}");
            assert_eq!(shortened(&alias).ends_with('…'), length > 40);
        }
        assert!(check_alias(&"x".repeat(201)).is_err());
    }

    #[test]
    fn invisible_characters_are_rejected() {
        for filler in ['\u{115f}', '\u{1160}', '\u{3164}', '\u{ffa0}', '\u{200d}', '\u{202e}'] {
            let name = format!("viejo{filler}");
            assert_eq!(check_bot_name(&name), Err(BotNameError::Hidden { name }));
        }
    }

    #[test]
    fn names_that_look_alike_are_detected() {
        // With the third letter of another alphabet, and all of them.
        let mixed = "esp\u{0430}jo".to_owned();
        assert_eq!(check_bot_name(&mixed), Err(BotNameError::Scripts { name: mixed }));
        let cyrillic = "\u{0441}\u{043e}\u{0440}\u{0430}";
        assert_eq!(check_bot_name(cyrillic), Ok(()));
        assert!(look_alike("copa", cyrillic) && look_alike(cyrillic, "copa"));
        for (one, other) in [("copa", "copa"), ("copa", "capo"), ("v1", "vl"), ("año", "ano")] {
            assert!(!look_alike(one, other), "{one} {other}");
        }
        // Two spellings of one letter, and two cases of it.
        for (one, other) in [("Ñandú", "ñandú"), ("n\u{303}andu\u{301}", "ÑANDÚ"), ("Uno", "uno")]
        {
            assert!(is_same_name(one, other) && name_key(one) == name_key(other), "{one} {other}");
        }
        assert!(is_same_name("COPA", cyrillic) && !is_same_name("v1", "vl"));
        for name in ["東京", "すし屋 2", "Ελλάς", "ñu-3"] {
            assert_eq!(check_bot_name(name), Ok(()), "{name}");
        }
    }
}
