//! Reading what people wrote into values of ours, and what is wrong with it as a value: which key,
//! what was given, and what would do. Readers of files would make an English sentence of it.

mod reader;

use crate::{legible, say};
use certamen_speech::{Message, Speak};
use reader::Reader;
use serde::de::{self, DeserializeOwned};
use serde_json::Value;
use std::fmt::Display;

/// Why something that was written will not do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misread {
    /// The keys that lead there, and the places in lists.
    pub path: Vec<String>,
    /// What is wrong there.
    pub wrong: Wrong,
}

/// What is wrong with something that was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// Another value is wanted.
    Unlike {
        /// What was given.
        given: String,
        /// What is wanted.
        wanted: Wanted,
    },
    /// Nobody knows this key.
    UnknownKey {
        /// The key.
        key: String,
        /// Those that are known.
        known: Vec<&'static str>,
    },
    /// This key must be there.
    MissingKey(&'static str),
    /// It is none of a few words.
    UnknownWord {
        /// What was given.
        given: String,
        /// The words.
        known: Vec<&'static str>,
    },
    /// Something else, in the words of whoever reads the value.
    Otherwise(String),
}

/// What is wanted instead of what was given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// `true` or `false`.
    Truth,
    /// A text.
    Text,
    /// A whole number.
    Whole,
    /// A whole number from 0.
    FromZero,
    /// A whole number from 1.
    FromOne,
    /// A whole number that is not so large.
    Smaller,
    /// A number.
    Number,
    /// A list.
    List,
    /// A list of so many values.
    Items(usize),
    /// Keys with their values.
    Keys,
}

/// Reads `value`.
pub fn read<T: DeserializeOwned>(value: &Value) -> Result<T, Misread> {
    T::deserialize(Reader(value))
}

impl Misread {
    fn at_once(wrong: Wrong) -> Misread {
        Misread { path: Vec::new(), wrong }
    }

    fn within(mut self, key: String) -> Misread {
        self.path.insert(0, key);
        self
    }
}

impl Speak for Misread {
    fn message(&self) -> Message {
        let wrong = self.wrong.message();
        let path = || legible(&self.path.join("."));
        if self.path.is_empty() { wrong } else { say::at_key(path(), wrong) }
    }
}

impl Speak for Wrong {
    fn message(&self) -> Message {
        match self {
            Wrong::Unlike { given, wanted } => say::unlike(legible(given), wanted.message()),
            Wrong::UnknownKey { key, known } => say::unknown_key(legible(key), listed(known)),
            Wrong::MissingKey(key) => say::missing_key(*key),
            Wrong::UnknownWord { given, known } => say::unknown_word(legible(given), listed(known)),
            Wrong::Otherwise(words) => Message::verbatim(legible(words)),
        }
    }
}

/// Words that are typed as they are, whatever language is spoken.
fn listed(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

impl Speak for Wanted {
    fn message(&self) -> Message {
        match self {
            Wanted::Truth => say::wanted_truth(),
            Wanted::Text => say::wanted_text(),
            Wanted::Whole => say::wanted_whole(),
            Wanted::FromZero => say::wanted_from_zero(),
            Wanted::FromOne => say::wanted_from_one(),
            Wanted::Smaller => say::wanted_smaller(),
            Wanted::Number => say::wanted_number(),
            Wanted::List => say::wanted_list(),
            Wanted::Items(count) => say::wanted_items(*count),
            Wanted::Keys => say::wanted_keys(),
        }
    }
}

certamen_speech::error!(Misread);

impl de::Error for Misread {
    fn custom<T: Display>(words: T) -> Misread {
        Misread::at_once(Wrong::Otherwise(words.to_string()))
    }

    fn unknown_variant(given: &str, known: &'static [&'static str]) -> Misread {
        Misread::at_once(Wrong::UnknownWord { given: given.to_owned(), known: known.to_vec() })
    }

    fn unknown_field(key: &str, known: &'static [&'static str]) -> Misread {
        Misread::at_once(Wrong::UnknownKey { key: key.to_owned(), known: known.to_vec() })
    }

    fn missing_field(key: &'static str) -> Misread {
        Misread::at_once(Wrong::MissingKey(key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_speech::Language;
    use serde::Deserialize;
    use serde_json::json;
    use std::num::NonZeroU32;

    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(deny_unknown_fields)]
    struct Sample {
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
        let error = read::<Sample>(value).unwrap_err();
        assert_eq!(error.message().get(Language::En), expected, "{value}");
        let spanish = error.message().get(Language::Es);
        assert!(spanish != expected && !spanish.contains("expected"), "{spanish}");
    }

    #[test]
    fn what_will_not_do_is_said_by_key_with_what_would() {
        check(&json!({}), "key `name` is missing");
        check(
            &json!({"nam": 1}),
            "unknown key `nam`: there are `name`, `games`, `depths`, `ties`, `share`, `kind`",
        );
        for (key, value, wrong) in [
            ("name", json!(3), "3 will not do: a text in quotes is wanted"),
            ("games", json!(0), "0 will not do: a whole number from 1 is wanted"),
            ("games", json!(-1), "-1 will not do: a whole number from 0 is wanted"),
            ("games", json!(1.5), "1.5 will not do: a whole number from 0 is wanted"),
            (
                "games",
                json!(5_000_000_000_u64),
                "5000000000 will not do: a smaller number is wanted",
            ),
            ("ties", json!("no"), "\"no\" will not do: `true` or `false` is wanted"),
            ("share", json!([]), "[] will not do: a number is wanted"),
            (
                "depths",
                json!("a"),
                "\"a\" will not do: a list in brackets, such as [\"x\"], is wanted",
            ),
            ("kind", json!("third"), "`third` is none of `one`, `other`"),
        ] {
            let mut given = json!({"name": "x"});
            given[key] = value;
            check(&given, &format!("key `{key}`: {wrong}"));
        }
        check(
            &json!({"name": "x", "depths": [1, 300]}),
            "key `depths.1`: 300 will not do: a smaller number is wanted",
        );
    }

    #[test]
    fn what_will_do_is_read() {
        let given = json!({"name": "x", "games": 2, "depths": [1], "share": 1, "kind": "other"});
        let read: Sample = read(&given).unwrap();
        let games = NonZeroU32::new(2);
        let expected = Sample {
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
