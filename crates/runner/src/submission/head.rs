//! The first two lines of a submission: the key and, if there is one, the alias.

use super::{Rule, SourceFinding, say};
use crate::submission::{Key, lisp::SourcePosition};

/// The longest alias, in characters.
const LONGEST_ALIAS: usize = 10;

/// The characters allowed in an alias besides letters and digits: "signos básicos de puntuación".
const PUNCTUATION: &str = ".,:;!?'-_+*/=#@&%$";

/// What the first two lines say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Head {
    /// How the player wants to be listed.
    pub alias: Option<String>,
}

impl Head {
    /// Reads the first two lines; with a key, the first must be that one's.
    pub fn read(text: &str, key: Option<&Key>) -> Result<Head, SourceFinding> {
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default().trim_end();
        let place = SourcePosition { line: 1, column: 1 };
        if first.starts_with('\u{feff}') {
            return Err(SourceFinding::new(Rule::KeyLine).with(say::byte_order_mark()).at(place));
        }
        // What was written instead of the key is not repeated: it may be nearly the key.
        let sound = match (first.strip_prefix("; "), key) {
            (Some(given), Some(key)) => given == key.secret(),
            (Some(given), None) => given.parse::<Key>().is_ok(),
            (None, _) => false,
        };
        if !sound {
            return Err(SourceFinding::new(Rule::KeyLine).at(place));
        }
        let second = lines.next().unwrap_or_default().trim_end();
        if !second.starts_with(';') {
            return Ok(Head::default());
        }
        let alias = second.strip_prefix("; ").filter(|alias| is_alias(alias));
        let Some(alias) = alias else {
            let finding =
                SourceFinding::new(Rule::AliasLine).at(SourcePosition { line: 2, column: 1 });
            let shown: String = second.chars().take(40).collect();
            return Err(SourceFinding { form: Some(certamen_game::legible(&shown)), ..finding });
        };
        Ok(Head { alias: Some(alias.to_owned()) })
    }
}

fn is_alias(text: &str) -> bool {
    let lawful =
        |character: char| character.is_ascii_alphanumeric() || PUNCTUATION.contains(character);
    !text.is_empty() && text.len() <= LONGEST_ALIAS && text.chars().all(lawful)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Result<Option<String>, Rule> {
        let key: Key = "AbCd123456".parse().expect("a key");
        Head::read(text, Some(&key)).map(|head| head.alias).map_err(|finding| finding.rule)
    }

    #[test]
    fn the_announcements_head_is_read() {
        assert_eq!(check("; AbCd123456\n; Campeon\n\n(defun"), Ok(Some("Campeon".to_owned())));
        assert_eq!(check("; AbCd123456\r\n; Campeon\r\n"), Ok(Some("Campeon".to_owned())));
        assert_eq!(check("; AbCd123456\n(defun"), Ok(None));
        assert_eq!(check("; AbCd123456\n\n; comment"), Ok(None));
        assert_eq!(check("; AbCd123456\n; R2-D2_!"), Ok(Some("R2-D2_!".to_owned())));
        // "nótese que el acento en Campeón no sería válido"
        for alias in
            ["; Campeón", "; a b", "; (a)", "; 12345678901", ";Campeon", ";; a", ";", ";  a"]
        {
            assert_eq!(check(&format!("; AbCd123456\n{alias}")), Err(Rule::AliasLine), "{alias}");
        }
    }

    #[test]
    fn an_alias_that_would_act_is_refused_and_shown_as_it_is() {
        let key: Key = "AbCd123456".parse().expect("a key");
        for (alias, shown) in [
            ("a\rb", "; a\\rb"),
            ("a\u{0}b", "; a\\u{0}b"),
            ("a\u{202e}b", "; a\\u{202e}b"),
            ("a\u{1b}[2J", "; a\\u{1b}[2J"),
        ] {
            let refused = Head::read(&format!("; AbCd123456\r\n; {alias}\r\n"), Some(&key));
            let finding = refused.expect_err("it is no alias");
            assert_eq!((finding.rule, finding.form.as_deref()), (Rule::AliasLine, Some(shown)));
        }
        // Text after the end of the line is not part of it.
        let next = check("; AbCd123456\n; Campeon\r\nset-cookie: evil=1\r\n");
        assert_eq!(next, Ok(Some("Campeon".to_owned())));
    }

    #[test]
    fn the_key_must_stand_first() {
        for text in [
            "",
            "; AbCd12345",
            ";AbCd123456",
            ";  AbCd123456",
            "; abcd123456",
            "\n; AbCd123456",
            "\u{feff}; AbCd123456",
        ] {
            assert_eq!(check(text), Err(Rule::KeyLine), "{text}");
        }
        let shown = Head::read("; AbCd123457", Some(&"AbCd123456".parse().expect("a key")));
        assert!(!format!("{shown:?}").contains("AbCd"));
    }

    #[test]
    fn at_home_any_key_will_do() {
        assert!(Head::read("; ZZZZ999999\n", None).is_ok());
        assert!(Head::read("; ZZZZ99999\n", None).is_err());
    }
}
