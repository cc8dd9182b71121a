//! Escapes the output of programs so that it cannot act on the reader's terminal, page or log.

use std::fmt::Write;

/// How many characters of an illegal reply a record keeps.
const MAX_REPLY: usize = 64;

/// `text` with everything but visible characters and spaces written as an escape.
pub fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        // Some invisible characters are letters, which `push_escaped` would keep.
        if is_invisible(character) {
            push_code(&mut shown, character);
        } else {
            push_escaped(&mut shown, character);
        }
    }
    shown
}

/// `text` unchanged except for characters that would act on the reader's terminal or change the
/// direction of reading: for messages of compilers, libraries and people.
pub fn legible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\t' => shown.push(character),
            _ if character.is_control() => push_escaped(&mut shown, character),
            _ if is_invisible(character) => push_code(&mut shown, character),
            _ => shown.push(character),
        }
    }
    shown
}

/// Direction marks, filler letters and other invisible characters.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}'
    )
}

/// The part of an illegal reply that a record keeps: escaped, at most 64 characters, never half an
/// escape.
pub fn escape_reply(reply: &str) -> String {
    let mut kept = String::new();
    let mut length = 0;
    for character in reply.chars() {
        let before = kept.len();
        push_escaped(&mut kept, character);
        length += kept[before..].chars().count();
        if length > MAX_REPLY {
            kept.truncate(before);
            break;
        }
    }
    kept
}

/// Whether a text is longer than what [`escape_reply`] keeps.
pub fn escape_reply_is_cut(reply: &str) -> bool {
    reply.chars().count() > MAX_REPLY
}

/// The inverse of [`escape_reply`] up to its cut. Unknown escapes stay as they are.
pub fn unescape_reply(kept: &str) -> String {
    let mut raw = String::with_capacity(kept.len());
    let mut rest = kept;
    while let Some(position) = rest.find('\\') {
        raw.push_str(&rest[..position]);
        rest = &rest[position..];
        let (character, length) = unescape(rest).unwrap_or(('\\', 1));
        raw.push(character);
        rest = &rest[length..];
    }
    raw.push_str(rest);
    raw
}

fn push_escaped(shown: &mut String, character: char) {
    match character {
        '\\' => shown.push_str("\\\\"),
        '\n' => shown.push_str("\\n"),
        '\r' => shown.push_str("\\r"),
        '\t' => shown.push_str("\\t"),
        ' '..='~' => shown.push(character),
        _ if character.is_alphanumeric() => shown.push(character),
        _ => push_code(shown, character),
    }
}

fn push_code(shown: &mut String, character: char) {
    write!(shown, "\\u{{{:x}}}", u32::from(character)).expect("a string takes all");
}

/// The character that an escape at the start of `text` stands for, and the escape's length.
fn unescape(text: &str) -> Option<(char, usize)> {
    match text.as_bytes().get(1)? {
        b'\\' => Some(('\\', 2)),
        b'n' => Some(('\n', 2)),
        b'r' => Some(('\r', 2)),
        b't' => Some(('\t', 2)),
        b'u' => {
            let digits = text.strip_prefix("\\u{")?.split_once('}')?.0;
            let character = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
            Some((character, digits.len() + 4))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn control_characters_are_spelt_out() {
        assert_eq!(escaped("1\u{1b}[2J\n\u{202e}ñ\0"), "1\\u{1b}[2J\\n\\u{202e}ñ\\u{0}");
        assert_eq!(escape_reply(&"\u{1b}".repeat(100)), "\\u{1b}".repeat(10));
    }

    #[test]
    fn legible_text_changes_only_what_acts_on_a_terminal() {
        let quoted = "In function ‘main’: \"8\\n\"… ✓\tñ";
        assert_eq!(legible(quoted), quoted);
        assert_eq!(
            legible("a\u{1b}[2J\u{202e}\u{85}b\u{200b}"),
            "a\\u{1b}[2J\\u{202e}\\u{85}b\\u{200b}"
        );
    }

    proptest! {
        #[test]
        fn a_short_reply_survives_being_escaped(reply in "\\PC{0,6}|[\\x00-\\x7f]{0,6}") {
            prop_assert_eq!(unescape_reply(&escape_reply(&reply)), reply);
        }

        #[test]
        fn an_escaped_reply_is_bounded_and_plain(reply in any::<String>()) {
            let kept = escape_reply(&reply);
            prop_assert!(kept.chars().count() <= 64 && !kept.chars().any(char::is_control));
            unescape_reply(&reply);
        }
    }
}
