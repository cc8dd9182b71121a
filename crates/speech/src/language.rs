//! The languages people read, and texts written in all of them.

use schemars::JsonSchema;
use std::{fmt, str::FromStr};

/// A language in which Certamen speaks to people.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, JsonSchema)]
#[schemars(rename_all = "lowercase")]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Spanish.
    Es,
    /// French.
    Fr,
    /// Italian.
    It,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 4] = [Language::En, Language::Es, Language::Fr, Language::It];

    /// The code of two letters, as in `--lang`.
    pub fn code(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Es => "es",
            Language::Fr => "fr",
            Language::It => "it",
        }
    }
}

/// No language of ours has this code.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown language `{0}`: use en, es, fr or it")]
pub struct UnknownLanguage(String);

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(code: &str) -> Result<Language, UnknownLanguage> {
        let known = Language::ALL.into_iter().find(|language| language.code() == code);
        known.ok_or_else(|| UnknownLanguage(code.to_owned()))
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// One text in every language; a missing translation does not compile.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// English.
    pub en: &'static str,
    /// Spanish.
    pub es: &'static str,
    /// French.
    pub fr: &'static str,
    /// Italian.
    pub it: &'static str,
}

impl Words {
    /// A text that is the same in every language, such as a name.
    pub const fn same(text: &'static str) -> Words {
        Words { en: text, es: text, fr: text, it: text }
    }

    /// The text in `language`.
    pub fn get(self, language: Language) -> &'static str {
        match language {
            Language::En => self.en,
            Language::Es => self.es,
            Language::Fr => self.fr,
            Language::It => self.it,
        }
    }
}

crate::plain!(UnknownLanguage);
