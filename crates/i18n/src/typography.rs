//! Typographic spacing: French has a narrow no-break space before punctuation of two parts. Files
//! are written with ordinary spaces, or none.

use crate::Language;
use std::borrow::Cow;

/// The narrow blank at which no line is broken.
const NARROW: char = '\u{202f}';

/// The Fluent file `file` of `language`, as its texts are printed.
pub(crate) fn typeset(language: Language, file: &str) -> Cow<'_, str> {
    if language != Language::Fr {
        return Cow::Borrowed(file);
    }
    let lines = file.split_inclusive('\n');
    lines.map(|line| if line.starts_with('#') { line.to_owned() } else { french(line) }).collect()
}

/// One line; what stands in backticks or braces is code.
fn french(line: &str) -> String {
    let letters: Vec<char> = line.chars().collect();
    let mut set = String::with_capacity(line.len() + 8);
    let (mut quoted, mut depth) = (false, 0_u32);
    for (at, letter) in letters.iter().copied().enumerate() {
        let before = at.checked_sub(1).map(|at| letters[at]);
        let behind = letters.get(at + 1).copied();
        match letter {
            '`' => quoted = !quoted,
            '{' => depth += 1,
            _ => {}
        }
        let is_text = !quoted && depth == 0;
        if is_text && is_spaced(before, letter, behind) {
            if before == Some(' ') {
                set.pop();
            }
            set.push(NARROW);
        }
        let opened = is_text && letter == ' ' && before == Some('«');
        set.push(if opened { NARROW } else { letter });
        if letter == '}' {
            depth = depth.saturating_sub(1);
        }
    }
    set
}

/// Whether a narrow blank stands before `letter`: a mark at the end of a word or of what is quoted.
fn is_spaced(before: Option<char>, letter: char, behind: Option<char>) -> bool {
    let ends = behind.is_none_or(|behind| behind.is_whitespace() || ")»\"".contains(behind));
    let follows = |before: char| before.is_alphanumeric() || " `})»\"'…]".contains(before);
    (letter == '»' && before == Some(' '))
        || (":;!?".contains(letter) && ends && before.is_some_and(follows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn french_marks_have_a_narrow_blank_before_them() {
        for (written, expected) in [
            ("a = erreur : oui\n", "a = erreur\u{202f}: oui\n"),
            ("a = { $path }: { $error }", "a = { $path }\u{202f}: { $error }"),
            (
                "a = clé `x`: non ; vous ? Oui !",
                "a = clé `x`\u{202f}: non\u{202f}; vous\u{202f}? Oui\u{202f}!",
            ),
            ("a = « oui »", "a = «\u{202f}oui\u{202f}»"),
            ("a = `x: y` et https://a.b, 12:30, #!", "a = `x: y` et https://a.b, 12:30, #!"),
            ("a = { NUMBER($x, digits: 1) } (? aide)", "a = { NUMBER($x, digits: 1) } (? aide)"),
            ("# dit : rien", "# dit : rien"),
        ] {
            assert_eq!(typeset(Language::Fr, written), expected);
        }
        assert_eq!(typeset(Language::It, "a = errore: sì"), "a = errore: sì");
    }
}
