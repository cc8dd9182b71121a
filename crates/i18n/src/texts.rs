//! Texts with ids, in Fluent files, one per language, and their typographic spacing.

use crate::{Language, Value};
use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};
use std::{borrow::Cow, sync::OnceLock};
use unic_langid::LanguageIdentifier;

const COUNT: usize = Language::ALL.len();

/// The texts of one folder of Fluent files; made by [`texts!`](crate::texts!).
pub struct Texts {
    /// All ids.
    pub all: &'static [&'static str],
    /// The files, in the order of [`Language::ALL`].
    pub files: [&'static str; COUNT],
    bundles: [OnceLock<FluentBundle<FluentResource>>; COUNT],
}

impl Texts {
    /// Files are parsed when they are first needed.
    #[doc(hidden)]
    pub const fn new(all: &'static [&'static str], files: [&'static str; COUNT]) -> Texts {
        Texts { all, files, bundles: [const { OnceLock::new() }; COUNT] }
    }

    /// The text `id` in `language`.
    pub(crate) fn say(
        &self,
        language: Language,
        id: &str,
        arguments: &[(&'static str, Value)],
    ) -> String {
        let bundle = self.bundle(language);
        let Some(pattern) = bundle.get_message(id).and_then(|message| message.value()) else {
            // `texts!` compares the files; any other id is shown as it is.
            return id.to_owned();
        };
        let mut values = FluentArgs::with_capacity(arguments.len());
        for (name, value) in arguments {
            values.set(*name, fluent(value, language));
        }
        bundle.format_pattern(pattern, Some(&values), &mut Vec::new()).into_owned()
    }

    fn bundle(&self, language: Language) -> &FluentBundle<FluentResource> {
        self.bundles[language as usize].get_or_init(|| {
            let file = typeset(language, self.files[language as usize]).into_owned();
            // `texts!` rejects files with errors.
            let resource = FluentResource::try_new(file).unwrap_or_else(|(resource, _)| resource);
            let mut bundle = FluentBundle::new_concurrent(vec![identifier(language)]);
            // Direction marks around each argument would be in all output.
            bundle.set_use_isolating(false);
            bundle.add_resource_overriding(resource);
            bundle
        })
    }
}

fn fluent(value: &Value, language: Language) -> FluentValue<'static> {
    match value {
        Value::Text(text) => FluentValue::from(text.clone()),
        Value::Number(number) => FluentValue::from(*number),
        Value::Message(message) => FluentValue::from(message.get(language)),
    }
}

fn identifier(language: Language) -> LanguageIdentifier {
    language.code().parse().expect("codes of two letters are identifiers")
}

/// The narrow no-break space: French has it before punctuation of two parts. Files are written with
/// ordinary spaces, or none.
const NARROW: char = '\u{202f}';

/// The Fluent file `file` of `language` with its typographic spacing.
fn typeset(language: Language, file: &str) -> Cow<'_, str> {
    if language != Language::Fr {
        return Cow::Borrowed(file);
    }
    let lines = file.split_inclusive('\n');
    lines.map(|line| if line.starts_with('#') { line.to_owned() } else { french(line) }).collect()
}

/// One line; text in backticks or braces is code.
fn french(line: &str) -> String {
    let letters: Vec<char> = line.chars().collect();
    let mut set = String::with_capacity(line.len() + 8);
    let (mut quoted, mut depth) = (false, 0_u32);
    for (at, letter) in letters.iter().copied().enumerate() {
        let before = at.checked_sub(1).map(|at| letters[at]);
        let after = letters.get(at + 1).copied();
        match letter {
            '`' => quoted = !quoted,
            '{' => depth += 1,
            _ => {}
        }
        let is_text = !quoted && depth == 0;
        if is_text && is_spaced(before, letter, after) {
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

/// Whether a narrow space comes before `letter`: a mark at the end of a word or of a quotation.
fn is_spaced(before: Option<char>, letter: char, after: Option<char>) -> bool {
    let ends = after.is_none_or(|after| after.is_whitespace() || ")»\"".contains(after));
    let follows = |before: char| before.is_alphanumeric() || " `})»\"'…]".contains(before);
    (letter == '»' && before == Some(' '))
        || (":;!?".contains(letter) && ends && before.is_some_and(follows))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Message;

    #[test]
    fn numbers_are_written_as_they_are() {
        static TEXTS: Texts = Texts::new(&["count"], ["count = { $n }\n", "", "", ""]);
        let say = |n: Value| TEXTS.say(Language::En, "count", &[("n", n)]);
        assert_eq!(say(Value::Number(9_007_199.0)), "9007199");
        assert_eq!(say(Value::Number(0.25)), "0.25");
        assert_eq!(say(Value::Message(Box::new(Message::verbatim("x")))), "x");
    }

    #[test]
    fn french_marks_have_a_narrow_space_before_them() {
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
