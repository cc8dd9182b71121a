//! What is wrong with a contest file: where, and what.

use super::{KeyFault, Mark, say};
use certamen_game::{Misread, OptionsError};
use certamen_speech::{Message, Speak};
use certamen_tournament::{Contradiction, UnreadableKeys};

/// What is wrong with a contest file.
#[derive(Debug)]
pub enum FileFault {
    /// Something at a place of the text.
    At {
        /// Where.
        mark: Mark,
        /// What.
        fault: Box<FileFault>,
    },
    /// It is not the TOML it should be, in the words of its reader.
    Toml(String),
    /// A value or a key will not do.
    Misread(Misread),
    /// A text without quotes.
    Unquoted(String),
    /// A key has a value that will not do.
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

    /// Format, ranking and policy do not go together, or not with those who take part.
    pub(crate) fn contradiction(found: Contradiction) -> FileFault {
        FileFault::key(found.key, KeyFault::Contradiction(found.reason))
    }
}

impl Speak for FileFault {
    fn message(&self) -> Message {
        match self {
            FileFault::At { mark, fault } => {
                say::toml(mark.line, mark.column, &mark.excerpt, fault)
            }
            FileFault::Toml(words) => Message::verbatim(words),
            FileFault::Misread(misread) => misread.message(),
            FileFault::Unquoted(word) => say::unquoted(word),
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

certamen_speech::said!(FileFault);
