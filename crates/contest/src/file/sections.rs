//! The sections of a contest file about programs, courses and the site.

use super::say;
use certamen_game::{
    DynGame, Fault, OnFault, Player, ProgramLife,
    builtin::{Arguments, BuiltinError},
    job::{BotSpec, FileError, SourceForm, SourceRules},
};
use certamen_tournament::OnDisqualified;
use serde::{Deserialize, Serialize};
use std::num::{NonZeroU16, NonZeroU32};

/// `[programs]`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Programs {
    /// What a program's directory survives.
    pub memory: Memory,
    /// How long the processes of engines live.
    #[serde(skip_serializing_if = "ProgramLife::is_match")]
    pub life: ProgramLife,
    /// Who decides what a fault means.
    pub on_fault: OnFault,
    /// Faults after which a bot leaves the contest.
    pub disqualify_on: Vec<Fault>,
    /// The treatment of its matches.
    #[cfg_attr(feature = "schema", schemars(schema_with = "super::schema::on_disqualified"))]
    pub on_disqualified: OnDisqualified,
    /// Which programs must be deterministic.
    #[serde(skip_serializing_if = "Determinism::is_as_declared")]
    pub deterministic: Determinism,
    /// The treatment of a bot that must be deterministic and is not.
    pub on_nondeterminism: OnNondeterminism,
    /// Whether who sleeps through three matches in a row leaves, where the format can go on.
    pub suspend_silent: bool,
    /// Whether programs are stopped outside their turns, where the tier can do that.
    pub freeze: bool,
}

impl Default for Programs {
    fn default() -> Programs {
        Programs {
            memory: Memory::default(),
            life: ProgramLife::default(),
            on_fault: OnFault::default(),
            disqualify_on: Vec::new(),
            on_disqualified: OnDisqualified::default(),
            deterministic: Determinism::default(),
            on_nondeterminism: OnNondeterminism::default(),
            suspend_silent: true,
            freeze: true,
        }
    }
}

/// Which programs must be deterministic.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Determinism {
    /// Those that are declared so.
    #[default]
    Declared,
    /// All: they are asked twice when they enter, and in some turns of each match.
    Required,
}

impl Determinism {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
    fn is_as_declared(&self) -> bool {
        *self == Determinism::Declared
    }

    pub fn is_required(self) -> bool {
        self == Determinism::Required
    }
}

/// The treatment of a bot that must be deterministic and gave two answers to one question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum OnNondeterminism {
    /// The table says so, and all its matches are played.
    #[default]
    Note,
    /// It leaves the contest.
    Disqualify,
}

/// What a program's directory survives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Memory {
    /// Nothing: it has none.
    None,
    /// It is emptied before each match.
    #[default]
    Match,
    /// The matches of a pair, in whatever order it sits down.
    Pair,
    /// The contest.
    Contest,
}

impl Programs {
    pub fn disqualifies(&self) -> bool {
        !self.disqualify_on.is_empty() || self.on_nondeterminism == OnNondeterminism::Disqualify
    }
}

impl Memory {
    pub fn lives_on(self) -> bool {
        matches!(self, Memory::Pair | Memory::Contest)
    }
}

/// `[sandbox]`
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", schemars(rename = "Sandbox"))]
pub struct SandboxSection {
    /// The weakest tier that will do, A to D.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = r"^[ABCD]$")))]
    pub minimum_tier: String,
}

impl Default for SandboxSection {
    fn default() -> SandboxSection {
        SandboxSection { minimum_tier: "B".to_owned() }
    }
}

/// `[search]`
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schemars(rename = "Search"))]
pub struct SearchSection {
    /// Search depth of built-in players in plies, unless their names set it.
    pub depth: u32,
}

/// `[rules]`
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schemars(rename = "Rules"))]
pub struct RulesSection {
    /// The most processes of a game whose rules are a program; one for each match at a time if absent.
    pub processes: NonZeroU16,
}

/// `[course]`: players come as files of registered pairs.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", schemars(rename = "Course"))]
pub struct CourseSection {
    /// The register of pairs, relative to the contest file.
    pub register: String,
    /// How files are laid out.
    pub form: SourceForm,
    /// The result that a player must reach before it enters; none if absent.
    pub minimum: Option<Minimum>,
    /// What a submission may hold.
    pub rules: SourceRules,
    /// How two functions of the library are read, which the old engine had otherwise than announced.
    pub readings: LibraryReadings,
}

/// How functions of the library are read, for all players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct LibraryReadings {
    /// `cuenta-fichas`: the old engine counted right from hole 0 only.
    pub cuenta_fichas: LibraryReading,
    /// `suma-fila`: the old engine took its third argument as an end that is excluded.
    pub suma_fila: LibraryReading,
}

/// How a function of the library is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum LibraryReading {
    /// As the announcement describes it.
    #[default]
    Announced,
    /// As the course's old engine had it.
    Engine,
}

impl Default for CourseSection {
    fn default() -> CourseSection {
        CourseSection {
            register: "pairs.csv".to_owned(),
            form: SourceForm::default(),
            minimum: None,
            rules: SourceRules::default(),
            readings: LibraryReadings::default(),
        }
    }
}

/// What a player must reach before it enters, with and without the start.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Minimum {
    /// The built-in player that it is tried against: its name and arguments, as `regular:depth=2`.
    pub against: String,
    /// The result that will do.
    #[serde(default)]
    pub result: MinimumResult,
}

impl Minimum {
    /// The name and the arguments of the built-in player.
    pub fn builtin(&self) -> (String, Arguments) {
        let spec = BotSpec::of_builtin(&self.against).ok();
        let found = spec.as_ref().and_then(BotSpec::builtin);
        // An invalid specification is an unknown name.
        let unknown = || (self.against.clone(), Arguments::new());
        found.map_or_else(unknown, |(name, arguments)| (name.to_owned(), arguments))
    }

    pub(super) fn player(&self, game: &dyn DynGame) -> Result<Box<dyn Player>, BuiltinError> {
        let (name, arguments) = self.builtin();
        game.builtin_player(&name, &arguments)
    }
}

/// The least result that will do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum MinimumResult {
    /// "que al menos iguale o supere"
    #[default]
    Draw,
    /// It must win.
    Win,
}

const LONGEST_SERIES: usize = 40;
const LONGEST_PRIZE: usize = 200;

/// `[site]`
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", schemars(rename = "Site"))]
pub struct SiteSection {
    /// The matches that all users may see: by default all, in a course the author's own.
    pub matches: Option<MatchesShown>,
    /// Against whose programs people may play: those named in `references` and their own, or all.
    pub play_against: PlayedAgainst,
    /// What there is to win, in a line.
    pub prize: Option<String>,
    /// The series that it belongs to, as it stands in addresses: 1 to 40 of a-z, 0-9 and -.
    pub series: Option<String>,
    /// Which of its series it is.
    pub edition: Option<NonZeroU32>,
}

/// The matches that all users may see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum MatchesShown {
    /// All.
    #[default]
    All,
    /// Authors see their own; others see the standings.
    Own,
}

/// Against whose programs people may play in the browser.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PlayedAgainst {
    /// Authors play against their own bots and the references.
    #[default]
    Own,
    /// All users play against all bots.
    All,
}

impl SiteSection {
    pub(super) fn check(&self, is_course: bool) -> Result<(), FileError> {
        let wrong = |key: &str, reason| Err(FileError::key(format!("site.{key}"), reason));
        if is_course && self.matches == Some(MatchesShown::All) {
            return wrong("matches", say::not_enforced());
        }
        // Players of a course are known by their aliases only, and authors can try only their own.
        if is_course && self.play_against == PlayedAgainst::All {
            return wrong("play_against", say::not_enforced());
        }
        if let Some(prize) = self.prize.as_ref().filter(|prize| !is_line(prize)) {
            return wrong("prize", say::no_line(prize, LONGEST_PRIZE));
        }
        if let Some(series) = self.series.as_ref().filter(|series| !is_slug(series)) {
            return wrong("series", say::no_slug(series));
        }
        if self.edition.is_some() && self.series.is_none() {
            return wrong("edition", say::edition_of_nothing());
        }
        Ok(())
    }
}

fn is_line(text: &str) -> bool {
    let fits = (1..=LONGEST_PRIZE).contains(&text.chars().count());
    fits && !text.trim().is_empty() && !text.chars().any(char::is_control)
}

fn is_slug(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (1..=LONGEST_SERIES).contains(&text.len()) && text.chars().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str, is_course: bool) -> String {
        let section: SiteSection = toml::from_str(text).unwrap();
        section.check(is_course).unwrap_err().to_string()
    }

    #[test]
    fn invalid_values_are_refused_by_key_with_a_hint() {
        for (text, parts) in [
            ("prize = \"\"", ["site.prize", "one line"]),
            ("prize = \"a\\nb\"", ["site.prize", "one line"]),
            ("series = \"Go 9\"", ["site.series", "a-z, 0-9 and -"]),
            ("edition = 2", ["site.edition", "site.series"]),
        ] {
            let error = refused(text, false);
            assert!(parts.iter().all(|part| error.contains(part)), "{text}: {error}");
        }
        assert!(refused("matches = \"all\"", true).contains("site.matches"));
        assert!(refused("play_against = \"all\"", true).contains("site.play_against"));
        let fine = "play_against = \"own\"\nmatches = \"own\"\nprize = \"a mug\"\nseries = \"spring\"\nedition = 3\n";
        let section: SiteSection = toml::from_str(fine).unwrap();
        section.check(true).unwrap();
        assert!(toml::from_str::<SiteSection>("edition = 0").is_err());
    }
}
