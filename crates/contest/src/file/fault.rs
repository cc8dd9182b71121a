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

/// What is wrong with the value of a key.
#[derive(Debug)]
pub enum KeyFault {
    /// It is not what a table of this name is made of, in the words of its reader.
    Toml(String),
    /// It is not finite.
    NoNumber(f64),
    /// It is no text.
    NoText(toml::Value),
    /// There is no such game.
    UnknownGame(String),
    /// There is no such kind.
    UnknownKind {
        /// The kind.
        kind: String,
        /// Those there are.
        known: Vec<&'static str>,
    },
    /// The kind has no such key.
    UnknownKey {
        /// The kind.
        kind: String,
        /// The keys it has.
        keys: Vec<String>,
        /// The kinds that have this one.
        others: Vec<&'static str>,
    },
    /// The seed is not exact in JSON.
    SeedTooLarge(u64),
    /// No name, or one of several lines.
    NoName,
    /// There is no such tier.
    UnknownTier(String),
    /// No text on one line, or a longer one.
    NoLine {
        /// What was given.
        given: String,
        /// How many characters it may have.
        most: usize,
    },
    /// It cannot stand in an address.
    NoSlug(String),
    /// An edition of no series.
    EditionOfNothing,
    /// It contradicts another key.
    Contradiction(Reason),
    /// There is no such built-in player.
    House(BuiltinError),
    /// It is no time or size.
    Quantity(QuantityError),
    /// It is unknown how long the player that it names needs.
    Measured(Message),
    /// Too many or too few processes.
    Processes {
        /// As many as are asked for.
        given: i64,
        /// The most.
        most: u64,
    },
    /// A contest with too few bots.
    TooFewBots(usize),
    /// The game does not allow this table size.
    TableSize {
        /// How many would sit at a table.
        seats: usize,
        /// The game.
        game: &'static str,
        /// The fewest and the most it is for.
        possible: (u8, u8),
    },
    /// Two bots of one name.
    SameName(String),
    /// Two bots whose names cannot be told apart.
    LookAlike(String, String),
    /// An entry that names no bot.
    Bot {
        /// What is written.
        given: String,
        /// What is wrong.
        error: BotSpecError,
    },
    /// A pattern that is none.
    Pattern {
        /// The pattern.
        given: String,
        /// What its reader says.
        error: glob::PatternError,
    },
    /// A folder that a pattern leads to cannot be read.
    Unreadable {
        /// The pattern.
        given: String,
        /// What the system says.
        error: glob::GlobError,
    },
    /// A pattern that nothing fits.
    NothingThere(String),
    /// A word that `seed` does not take.
    SeedWord {
        /// The word.
        word: String,
        /// Whether it is a contest with a timetable, which takes none.
        has_timetable: bool,
    },
    /// A public value for a contest whose luck is not drawn.
    NothingDrawn,
    /// There is no such beacon, or it lacks a key.
    UnknownBeacon(String),
    /// The chain is not known here.
    UnknownChain(String),
    /// There is no such language of programs.
    ProgramLanguage(Message),
    /// Nothing would enforce it.
    NotEnforced,
    /// A course has another rule.
    RuleOfCourse {
        /// As it is given.
        given: toml::Value,
        /// As it is.
        rule: u8,
    },
    /// It is no time that will do.
    Time(TimeFault),
}

/// What is wrong with a time of `[entries]` or `[timetable]`.
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(display)]
pub enum TimeFault {
    /// Entries would close twice.
    ClosesTwice,
    /// No time in a zone, and not `never`.
    NoZonedTimeOrNever(String),
    /// No time in a zone.
    NoZonedTime(String),
    /// No time such as a week.
    NoLongTime(String),
    /// After too few entrants, or after a time that is not possible.
    ClosesAfterRange,
    /// Not after the start.
    NotAfter {
        /// The start.
        starts: String,
    },
    /// No time from table to table.
    NoInterval(String),
    /// One longer than a year.
    IntervalTooLong(String),
    /// One that is not possible.
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
