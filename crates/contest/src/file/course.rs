//! `[course]`: the section of a contest file about a course.

use certamen_game::job::{BotSpec, SourceForm, SourceRules};
use certamen_game::{
    DynGame, Player,
    builtin::{Arguments, BuiltinError},
};
use serde::Deserialize;

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
    pub result: LeastResult,
}

impl Minimum {
    /// The name and the arguments of the built-in player.
    pub fn house(&self) -> (String, Arguments) {
        let spec = BotSpec::of_house(&self.against).ok();
        let found = spec.as_ref().and_then(BotSpec::builtin);
        // What is no notation of a player is the name of none.
        let unknown = || (self.against.clone(), Arguments::new());
        found.map_or_else(unknown, |(name, arguments)| (name.to_owned(), arguments))
    }

    /// The built-in player.
    pub(super) fn player(&self, game: &dyn DynGame) -> Result<Box<dyn Player>, BuiltinError> {
        let (name, arguments) = self.house();
        game.builtin_player(&name, &arguments)
    }
}

/// The least result that will do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum LeastResult {
    /// "que al menos iguale o supere"
    #[default]
    Draw,
    /// It must win.
    Win,
}
