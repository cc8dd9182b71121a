//! What is wrong with a contest file: where, and what.

use super::say;
use crate::{draw::Beacon, quantity::QuantityError};
use certamen_game::{
    OptionsError,
    builtin::BuiltinError,
    job::{BotSpecError, TextPosition, TomlError},
};
use certamen_i18n::{Localize, Message, quoted};
use certamen_tournament::{Contradiction, Reason, UnreadableKeys};
use std::ops::Range;

#[derive(Debug, Localize)]
#[localize(display)]
pub enum FileFault {
    #[localize(mark.message(fault))]
    At {
        mark: TextPosition,
        fault: Box<FileFault>,
    },
    /// Invalid TOML, or an invalid value or key.
    #[localize(transparent)]
    Toml(Box<TomlError>),
    Key {
        key: String,
        fault: KeyFault,
    },
    /// A section without a kind.
    #[localize(say::missing(format!("{section}.kind"), known.join(", ")))]
    NoKind {
        section: &'static str,
        known: Vec<&'static str>,
    },
    #[localize(say::closes_missing())]
    NoDeadline,
    CourseWithoutTimetable,
    Section {
        section: &'static str,
        error: UnreadableKeys,
    },
    #[localize(say::section("options", _0))]
    Options(OptionsError),
}

impl FileFault {
    /// An invalid value of `key`.
    pub fn key(key: impl Into<String>, fault: KeyFault) -> FileFault {
        FileFault::Key { key: key.into(), fault }
    }

    pub(super) fn toml(fault: TomlError) -> FileFault {
        FileFault::Toml(Box::new(fault))
    }

    /// Adds the position `span` in `text`.
    pub(super) fn at(self, text: &str, span: &Range<usize>) -> FileFault {
        FileFault::At { mark: TextPosition::new(text, span), fault: Box::new(self) }
    }

    /// Format, ranking and policy contradict each other or the entrants.
    pub(crate) fn contradiction(found: Contradiction) -> FileFault {
        FileFault::key(found.key, KeyFault::Contradiction(found.reason))
    }
}

#[derive(Debug, Localize)]
#[localize(display)]
pub enum KeyFault {
    /// The message of the TOML reader.
    #[localize(Message::verbatim(_0))]
    Toml(String),
    #[localize(say::no_number(quoted(_0)))]
    NoNumber(f64),
    #[localize(say::no_text(quoted(_0)))]
    NoText(toml::Value),
    #[localize(say::unknown_game(_0, games()))]
    UnknownGame(String),
    #[localize(say::unknown_kind(kind, known.join(", ")))]
    UnknownKind {
        kind: String,
        known: Vec<&'static str>,
    },
    #[localize(unknown_key(kind, keys, others))]
    UnknownKey {
        kind: String,
        keys: Vec<String>,
        others: Vec<&'static str>,
    },
    /// The seed is not exact in JSON.
    SeedTooLarge(u64),
    #[localize(say::name())]
    NoName,
    UnknownTier(String),
    NoLine {
        given: String,
        most: usize,
    },
    NoSlug(String),
    EditionOfNothing,
    #[localize(transparent)]
    Contradiction(Reason),
    #[localize(transparent)]
    House(BuiltinError),
    #[localize(transparent)]
    Quantity(QuantityError),
    /// The time of the named player cannot be measured.
    #[localize(_0.clone())]
    Measured(Message),
    Processes {
        given: i64,
        most: u64,
    },
    TooFewBots(usize),
    #[localize(say::table_size(seats, game, possible.0, possible.1))]
    TableSize {
        seats: usize,
        game: &'static str,
        possible: (u8, u8),
    },
    SameName(String),
    LookAlike(String, String),
    #[localize(say::bots(given, error))]
    Bot {
        given: String,
        error: BotSpecError,
    },
    #[localize(say::bots(given, quoted(error)))]
    Pattern {
        given: String,
        error: glob::PatternError,
    },
    /// A folder of a pattern cannot be read.
    #[localize(say::bots(given, quoted(error)))]
    Unreadable {
        given: String,
        error: glob::GlobError,
    },
    #[localize(say::bots(_0, say::nothing_there()))]
    NothingThere(String),
    /// An invalid word for `seed`; with a timetable none is valid.
    #[localize(if *has_timetable { say::seed_of_timetable() } else { say::seed_word(word) })]
    SeedWord {
        word: String,
        has_timetable: bool,
    },
    /// A public value for a seed that is not drawn.
    NothingDrawn,
    /// An unknown beacon, or one without a required key.
    UnknownBeacon(String),
    #[localize(say::unknown_chain(_0, Beacon::chains().join(", ")))]
    UnknownChain(String),
    #[localize(_0.clone())]
    ProgramLanguage(Message),
    NotEnforced,
    #[localize(say::rule_of_course(quoted(given), rule))]
    RuleOfCourse {
        given: toml::Value,
        rule: u8,
    },
    #[localize(transparent)]
    Time(TimeFault),
}

#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(display)]
pub enum TimeFault {
    ClosesTwice,
    NoZonedTimeOrNever(String),
    NoZonedTime(String),
    NoLongTime(String),
    /// Too few entrants, or an impossible time.
    ClosesAfterRange,
    NotAfter {
        starts: String,
    },
    NoInterval(String),
    IntervalTooLong(String),
    IntervalRange(String),
}

fn games() -> String {
    let slugs: Vec<&str> = certamen_games::ALL.iter().map(|game| game.info().slug).collect();
    slugs.join(", ")
}

fn unknown_key(kind: &str, keys: &[String], others: &[&str]) -> Message {
    let keys = keys.join(", ");
    let [first, rest @ ..] = others else { return say::unknown_key(kind, keys) };
    let all = rest.iter().fold(Message::verbatim(*first), say::and);
    say::key_of_others(all, kind, keys)
}
