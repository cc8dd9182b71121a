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
    #[localize(mark.told(fault))]
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

#[derive(Debug)]
pub enum KeyFault {
    /// The message of the TOML reader.
    Toml(String),
    NoNumber(f64),
    NoText(toml::Value),
    UnknownGame(String),
    UnknownKind {
        kind: String,
        known: Vec<&'static str>,
    },
    UnknownKey {
        kind: String,
        keys: Vec<String>,
        others: Vec<&'static str>,
    },
    /// The seed is not exact in JSON.
    SeedTooLarge(u64),
    NoName,
    UnknownTier(String),
    NoLine {
        given: String,
        most: usize,
    },
    NoSlug(String),
    EditionOfNothing,
    Contradiction(Reason),
    House(BuiltinError),
    Quantity(QuantityError),
    /// The time of the named player cannot be measured.
    Measured(Message),
    Processes {
        given: i64,
        most: u64,
    },
    TooFewBots(usize),
    TableSize {
        seats: usize,
        game: &'static str,
        /// The smallest and the largest table.
        possible: (u8, u8),
    },
    SameName(String),
    LookAlike(String, String),
    Bot {
        given: String,
        error: BotSpecError,
    },
    Pattern {
        given: String,
        error: glob::PatternError,
    },
    /// A folder of a pattern cannot be read.
    Unreadable {
        given: String,
        error: glob::GlobError,
    },
    NothingThere(String),
    /// An invalid word for `seed`.
    SeedWord {
        word: String,
        /// Whether the contest has a timetable, with which no word is valid.
        has_timetable: bool,
    },
    /// A public value for a seed that is not drawn.
    NothingDrawn,
    /// An unknown beacon, or one without a required key.
    UnknownBeacon(String),
    UnknownChain(String),
    ProgramLanguage(Message),
    NotEnforced,
    RuleOfCourse {
        given: toml::Value,
        rule: u8,
    },
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

impl Localize for KeyFault {
    fn message(&self) -> Message {
        match self {
            KeyFault::Toml(words) => Message::verbatim(words),
            KeyFault::NoNumber(given) => say::no_number(quoted(given)),
            KeyFault::NoText(given) => say::no_text(quoted(given)),
            KeyFault::UnknownGame(game) => say::unknown_game(game, games()),
            KeyFault::UnknownKind { kind, known } => say::unknown_kind(kind, known.join(", ")),
            KeyFault::UnknownKey { kind, keys, others } => unknown_key(kind, keys, others),
            KeyFault::SeedTooLarge(seed) => say::seed_too_large(seed),
            KeyFault::NoName => say::name(),
            KeyFault::UnknownTier(tier) => say::unknown_tier(tier),
            KeyFault::NoLine { given, most } => say::no_line(given, most),
            KeyFault::NoSlug(given) => say::no_slug(given),
            KeyFault::EditionOfNothing => say::edition_of_nothing(),
            KeyFault::Contradiction(reason) => reason.message(),
            KeyFault::Measured(reason) | KeyFault::ProgramLanguage(reason) => reason.clone(),
            KeyFault::House(error) => error.message(),
            KeyFault::Quantity(error) => error.message(),
            KeyFault::Processes { given, most } => say::processes(given, most),
            KeyFault::TooFewBots(count) => say::too_few_bots(count),
            KeyFault::TableSize { seats, game, possible: (low, high) } => {
                say::table_size(seats, game, low, high)
            }
            KeyFault::SameName(name) => say::same_name(name),
            KeyFault::LookAlike(one, other) => say::look_alike(one, other),
            KeyFault::Bot { given, error } => say::bots(given, error),
            KeyFault::Pattern { given, error } => say::bots(given, quoted(error)),
            KeyFault::Unreadable { given, error } => say::bots(given, quoted(error)),
            KeyFault::NothingThere(given) => say::bots(given, say::nothing_there()),
            KeyFault::SeedWord { word, has_timetable: false } => say::seed_word(word),
            KeyFault::SeedWord { has_timetable: true, .. } => say::seed_of_timetable(),
            KeyFault::NothingDrawn => say::nothing_drawn(),
            KeyFault::UnknownBeacon(given) => say::unknown_beacon(given),
            KeyFault::UnknownChain(given) => say::unknown_chain(given, Beacon::chains().join(", ")),
            KeyFault::NotEnforced => say::not_enforced(),
            KeyFault::RuleOfCourse { given, rule } => say::rule_of_course(quoted(given), rule),
            KeyFault::Time(fault) => fault.message(),
        }
    }
}

certamen_i18n::said!(KeyFault);

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
