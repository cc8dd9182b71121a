//! The section of a contest file that speaks of a course: `[course]`.

use certamen_game::{
    DynGame, Player,
    house::{Arguments, HouseError},
};
use certamen_work::BotSpec;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `[course]`: players come as files of registered pairs.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "Course")]
pub struct CourseSection {
    /// The register of pairs, relative to the contest file.
    pub register: String,
    /// The result that a player must reach before it enters; none if absent.
    pub minimum: Option<Minimum>,
    /// What a submission may hold.
    pub rules: SourceRules,
}

impl Default for CourseSection {
    fn default() -> CourseSection {
        CourseSection {
            register: "pairs.csv".to_owned(),
            minimum: None,
            rules: SourceRules::default(),
        }
    }
}

/// The course's own rules; the default is the announcement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "Rules")]
pub struct SourceRules {
    /// Where files are said to be stored: "ha sido almacenado en IA/torneo".
    pub place: String,
    /// Whether a function may assign to what it binds itself.
    pub assignment: Assigned,
    /// How many functions may follow the evaluation function.
    pub helpers: u16,
    /// The longest file that is read, in bytes.
    pub max_source: u32,
}

impl Default for SourceRules {
    fn default() -> SourceRules {
        SourceRules {
            place: "IA/torneo".to_owned(),
            assignment: Assigned::Forbidden,
            helpers: 9,
            max_source: 256 << 10,
        }
    }
}

/// What may be assigned to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Assignment")]
pub enum Assigned {
    /// Nothing, not even a local variable: "ni de setq/setf".
    #[default]
    Forbidden,
    /// What the function itself binds, as some years tolerated.
    Local,
}

/// What a player must reach before it enters, with and without the start.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Minimum {
    /// The house player that it is tried against: its name and arguments, as `regular:depth=2`.
    pub against: String,
    /// The result that will do.
    #[serde(default)]
    pub result: LeastResult,
}

impl Minimum {
    /// The name and the arguments of the house player.
    pub fn house(&self) -> (String, Arguments) {
        let spec = BotSpec::of_house(&self.against).ok();
        let found = spec.as_ref().and_then(BotSpec::house);
        // What is no notation of a player is the name of none.
        let unknown = || (self.against.clone(), Arguments::new());
        found.map_or_else(unknown, |(name, arguments)| (name.to_owned(), arguments))
    }

    /// The house player.
    pub(super) fn player(&self, game: &dyn DynGame) -> Result<Box<dyn Player>, HouseError> {
        let (name, arguments) = self.house();
        game.house_player(&name, &arguments)
    }
}

/// The least result that will do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LeastResult {
    /// "que al menos iguale o supere"
    #[default]
    Draw,
    /// It must win.
    Win,
}
