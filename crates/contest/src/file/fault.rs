//! What is wrong with a contest file: where, and what.

use super::{KeyFault, say};
use certamen_game::OptionsError;
use certamen_game::job::{TextPosition, TomlError};
use certamen_i18n::{Localize, Message};
use certamen_tournament::{Contradiction, UnreadableKeys};
use std::ops::Range;

/// What is wrong with a contest file.
#[derive(Debug)]
pub enum FileFault {
    /// Something at a place of the text.
    At {
        /// Where.
        mark: TextPosition,
        /// What.
        fault: Box<FileFault>,
    },
    /// It is not the TOML it should be, or a value or a key is invalid.
    Toml(Box<TomlError>),
    /// A key has an invalid value.
    Key {
        /// The key, with its section.
        key: String,
        /// What is wrong with it.
        fault: KeyFault,
    },
    /// A section does not say of which kind it is.
    NoKind {
        /// The section.
        section: &'static str,
        /// The kinds there are.
        known: Vec<&'static str>,
    },
    /// A timetable without an end.
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

impl Localize for FileFault {
    fn message(&self) -> Message {
        match self {
            FileFault::At { mark, fault } => mark.told(fault),
            FileFault::Toml(fault) => fault.message(),
            FileFault::Key { key, fault } => say::key(key, fault),
            FileFault::NoKind { section, known } => {
                say::missing(format!("{section}.kind"), known.join(", "))
            }
            FileFault::NoDeadline => say::closes_missing(),
            FileFault::CourseWithoutTimetable => say::course_without_timetable(),
            FileFault::Section { section, error } => say::section(section, error),
            FileFault::Options(error) => say::section("options", error),
        }
    }
}

certamen_i18n::said!(FileFault);
