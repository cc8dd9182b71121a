//! Reads values that people wrote into types. Errors are values: which key, what was given and what
//! is valid, where serde readers would give an English sentence.

mod reader;

use crate::{legible, say};
use certamen_i18n::{Localize, Message};
use reader::ValueReader;
use serde::de::{self, DeserializeOwned};
use serde_json::Value;
use std::fmt::Display;

/// Why a written value is invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueError {
    /// The keys and list indices that lead to it.
    pub path: Vec<String>,
    /// What is wrong.
    pub value_problem: ValueProblem,
}

/// What is wrong with a value or a key.
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum ValueProblem {
    /// Another value is expected.
    #[localize(say::unlike(legible(given), wanted.message()))]
    Unlike { given: String, wanted: Expected },
    /// Unknown key.
    #[localize(say::unknown_key(legible(key), listed(known)))]
    UnknownKey { key: String, known: Vec<&'static str> },
    /// A required key is missing.
    MissingKey(&'static str),
    /// Not one of the possible words.
    #[localize(say::unknown_word(legible(given), listed(known)))]
    UnknownWord { given: String, known: Vec<&'static str> },
    /// Another problem, in the words of the caller.
    #[localize(Message::verbatim(legible(_0)))]
    Otherwise(String),
}

/// What is expected instead of the value given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Localize)]
pub enum Expected {
    /// `true` or `false`.
    #[localize(say::wanted_truth())]
    Truth,
    /// A text.
    #[localize(say::wanted_text())]
    Text,
    /// A whole number.
    #[localize(say::wanted_whole())]
    Whole,
    /// A whole number from 0.
    #[localize(say::wanted_from_zero())]
    FromZero,
    /// A whole number from 1.
    #[localize(say::wanted_from_one())]
    FromOne,
    /// A smaller whole number.
    #[localize(say::wanted_smaller())]
    Smaller,
    /// A number.
    #[localize(say::wanted_number())]
    Number,
    /// A list.
    #[localize(say::wanted_list())]
    List,
    /// A list of this many values.
    #[localize(say::wanted_items(*_0))]
    Items(usize),
    /// Keys with their values.
    #[localize(say::wanted_keys())]
    Keys,
}

/// Reads `value` as a `T`.
pub fn read<T: DeserializeOwned>(value: &Value) -> Result<T, ValueError> {
    T::deserialize(ValueReader(value))
}

impl ValueError {
    fn here(value_problem: ValueProblem) -> ValueError {
        ValueError { path: Vec::new(), value_problem }
    }

    fn within(mut self, key: String) -> ValueError {
        self.path.insert(0, key);
        self
    }
}

impl Localize for ValueError {
    fn message(&self) -> Message {
        let wrong = self.value_problem.message();
        let path = || legible(&self.path.join("."));
        if self.path.is_empty() { wrong } else { say::at_key(path(), wrong) }
    }
}

/// Words of a file, which are the same in every language.
fn listed(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

certamen_i18n::error!(ValueError);

impl de::Error for ValueError {
    fn custom<T: Display>(words: T) -> ValueError {
        ValueError::here(ValueProblem::Otherwise(words.to_string()))
    }

    fn unknown_variant(given: &str, known: &'static [&'static str]) -> ValueError {
        ValueError::here(ValueProblem::UnknownWord {
            given: given.to_owned(),
            known: known.to_vec(),
        })
    }

    fn unknown_field(key: &str, known: &'static [&'static str]) -> ValueError {
        ValueError::here(ValueProblem::UnknownKey { key: key.to_owned(), known: known.to_vec() })
    }

    fn missing_field(key: &'static str) -> ValueError {
        ValueError::here(ValueProblem::MissingKey(key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_i18n::Language;
    use serde::Deserialize;
    use serde_json::json;
    use std::num::NonZeroU32;

    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(deny_unknown_fields)]
    struct TestValue {
        name: String,
        #[serde(default)]
        games: Option<NonZeroU32>,
        #[serde(default)]
        depths: Vec<u8>,
        #[serde(default)]
        ties: bool,
        #[serde(default)]
        share: f64,
        #[serde(default)]
        kind: Kind,
    }

    #[derive(Deserialize, PartialEq, Debug, Default)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        #[default]
        One,
        Other,
    }

    fn check(value: &Value, expected: &str) {
        let error = read::<TestValue>(value).unwrap_err();
        assert_eq!(error.message().get(Language::En), expected, "{value}");
        let spanish = error.message().get(Language::Es);
        assert!(spanish != expected && !spanish.contains("expected"), "{spanish}");
    }

    #[test]
    fn errors_name_the_key_and_what_is_valid() {
        check(&json!({}), "key `name` is missing");
        check(
            &json!({"nam": 1}),
            "unknown key `nam`: use `name`, `games`, `depths`, `ties`, `share`, `kind`",
        );
        for (key, value, wrong) in [
            ("name", json!(3), "invalid value 3: expected a text in quotes"),
            ("games", json!(0), "invalid value 0: expected a whole number from 1"),
            ("games", json!(-1), "invalid value -1: expected a whole number from 0"),
            ("games", json!(1.5), "invalid value 1.5: expected a whole number from 0"),
            (
                "games",
                json!(5_000_000_000_u64),
                "invalid value 5000000000: expected a smaller number",
            ),
            ("ties", json!("no"), "invalid value \"no\": expected `true` or `false`"),
            ("share", json!([]), "invalid value []: expected a number"),
            (
                "depths",
                json!("a"),
                "invalid value \"a\": expected a list in brackets, such as [\"x\"]",
            ),
            ("kind", json!("third"), "`third` is not one of `one`, `other`"),
        ] {
            let mut given = json!({"name": "x"});
            given[key] = value;
            check(&given, &format!("key `{key}`: {wrong}"));
        }
        check(
            &json!({"name": "x", "depths": [1, 300]}),
            "key `depths.1`: invalid value 300: expected a smaller number",
        );
    }

    #[test]
    fn valid_values_are_read() {
        let given = json!({"name": "x", "games": 2, "depths": [1], "share": 1, "kind": "other"});
        let read: TestValue = read(&given).unwrap();
        let games = NonZeroU32::new(2);
        let expected = TestValue {
            name: "x".to_owned(),
            games,
            depths: vec![1],
            ties: false,
            share: 1.0,
            kind: Kind::Other,
        };
        assert_eq!(read, expected);
    }
}
