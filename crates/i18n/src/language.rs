//! The supported languages.

use crate::{Localize, say};
use std::{fmt, str::FromStr};

/// The languages. A new one is a line here, and Fluent files with its code.
#[doc(hidden)]
#[macro_export]
macro_rules! for_languages {
    ($callback:ident $($given:tt)*) => {
        $crate::$callback! {
            $($given)*
            #[default] En "en" "English";
            Es "es" "Spanish";
            Fr "fr" "French";
            It "it" "Italian";
        }
    };
}

/// The Fluent files of a folder, in the order of [`Language::ALL`].
#[doc(hidden)]
#[macro_export]
macro_rules! files {
    ($folder:literal $($(#[$default:meta])? $name:ident $code:literal $english:literal;)+) => {
        [$(include_str!(concat!($folder, "/", $code, ".ftl"))),+]
    };
}

/// The type of languages.
#[doc(hidden)]
#[macro_export]
macro_rules! languages {
    ($($(#[$default:meta])? $name:ident $code:literal $english:literal;)+) => {
        /// A language of the user interface.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "lowercase"))]
        pub enum Language {
            $(
                #[doc = concat!($english, ".")]
                $(#[$default])?
                $name,
            )+
        }

        impl Language {
            /// All languages.
            pub const ALL: [Language; [$($code),+].len()] = [$(Language::$name),+];

            /// Their codes, in the same order.
            pub const CODES: [&str; Language::ALL.len()] = [$($code),+];

            /// The two-letter code, as in `--lang`.
            pub fn code(self) -> &'static str {
                match self {
                    $(Language::$name => $code,)+
                }
            }
        }
    };
}

for_languages!(languages);

/// Not the code of a supported language.
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
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
