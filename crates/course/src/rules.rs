//! What a course may set about submissions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The course's own rules; the default is the announcement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// Where files are said to be stored: "ha sido almacenado en IA/torneo".
    pub place: String,
    /// Whether a function may assign to what it binds itself.
    pub assignment: Assignment,
    /// How many functions may follow the evaluation function.
    pub helpers: u16,
    /// The longest file that is read, in bytes.
    pub max_source: u32,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            place: "IA/torneo".to_owned(),
            assignment: Assignment::Forbidden,
            helpers: 9,
            max_source: 256 << 10,
        }
    }
}

/// What may be assigned to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Assignment {
    /// Nothing, not even a local variable: "ni de setq/setf".
    #[default]
    Forbidden,
    /// What the function itself binds, as some years tolerated.
    Local,
}
