//! What is wrong with a contest file: where, and what.

use super::{KeyFault, say};
use certamen_game::OptionsError;
use certamen_game::job::{TextPosition, TomlError};
use certamen_i18n::Localize;
use certamen_tournament::{Contradiction, UnreadableKeys};
use std::ops::Range;

/// What is wrong with a contest file.
#[derive(Debug, Localize)]
#[localize(display)]
pub enum FileFault {
    /// Something at a place of the text.
    #[localize(mark.told(fault))]
    At {
        /// Where.
        mark: TextPosition,
        /// What.
        fault: Box<FileFault>,
    },
    /// It is not the TOML it should be, or a value or a key is invalid.
    #[localize(transparent)]
    Toml(Box<TomlError>),
    /// A key has an invalid value.
    Key {
        /// The key, with its section.
        key: String,
        /// What is wrong with it.
        fault: KeyFault,
    },
    /// A section does not say of which kind it is.
    #[localize(say::missing(format!("{section}.kind"), known.join(", ")))]
    NoKind {
        /// The section.
        section: &'static str,
        /// The kinds there are.
        known: Vec<&'static str>,
    },
    /// A timetable without an end.
    #[localize(say::closes_missing())]
    NoDeadline,
    /// A course without a timetable.
    CourseWithoutTimetable,
    /// The keys of a section cannot be read.
    Section {
        /// The section.
        section: &'static str,
        /// What its reader says.
        error: UnreadableKeys,
    },
    /// The game does not take these options.
    #[localize(say::section("options", _0))]
    Options(OptionsError),
}

impl FileFault {
    /// Something is wrong with the value of `key`.
    pub fn key(key: impl Into<String>, fault: KeyFault) -> FileFault {
        FileFault::Key { key: key.into(), fault }
    }

    /// The whole text cannot be read.
    pub(super) fn toml(fault: TomlError) -> FileFault {
        FileFault::Toml(Box::new(fault))
    }

    /// The same, of the place `span` in `text`.
    pub(super) fn at(self, text: &str, span: &Range<usize>) -> FileFault {
        FileFault::At { mark: TextPosition::new(text, span), fault: Box::new(self) }
    }

    /// Format, ranking and policy do not go together, or not with those who take part.
    pub(crate) fn contradiction(found: Contradiction) -> FileFault {
        FileFault::key(found.key, KeyFault::Contradiction(found.reason))
    }
}
