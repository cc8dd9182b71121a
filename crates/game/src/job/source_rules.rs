//! What a course may set about submissions.

use crate::job::say;
use certamen_i18n::{Localize, Message};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// The course's own rules; the default is the announcement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", schemars(rename = "Rules"))]
pub struct SourceRules {
    /// Where files are said to be stored: "ha sido almacenado en IA/torneo".
    pub place: String,
    /// Whether a function may assign to what it binds itself.
    pub assignment: Assignment,
    /// How many functions may follow the evaluation function.
    pub helpers: u16,
    /// The longest file that is read, in bytes.
    pub max_source: u32,
}

impl Default for SourceRules {
    fn default() -> SourceRules {
        SourceRules {
            place: "IA/torneo".to_owned(),
            assignment: Assignment::Forbidden,
            helpers: 9,
            max_source: 256 << 10,
        }
    }
}

/// What may be assigned to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Assignment {
    /// Nothing, not even a local variable: "ni de setq/setf".
    #[default]
    Forbidden,
    /// What the function itself binds, as some years tolerated.
    Local,
}

/// How a file of a course is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum SourceForm {
    /// The key, the alias and functions, of which the first is the evaluation: as announced.
    #[default]
    Functions,
    /// A package with its evaluation, its alias and its helpers, as later years had it.
    Package,
}

/// There is no such option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownAssignment(String);

impl FromStr for Assignment {
    type Err = UnknownAssignment;

    fn from_str(text: &str) -> Result<Assignment, UnknownAssignment> {
        let known = [Assignment::Forbidden, Assignment::Local];
        let found = known.into_iter().find(|option| option.to_string() == text);
        found.ok_or_else(|| UnknownAssignment(text.to_owned()))
    }
}

impl fmt::Display for Assignment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Assignment::Forbidden => "forbidden",
            Assignment::Local => "local",
        })
    }
}

impl Localize for UnknownAssignment {
    fn message(&self) -> Message {
        say::unknown_assignment(&self.0)
    }
}

certamen_i18n::error!(UnknownAssignment);
