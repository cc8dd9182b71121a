//! The words in a program's output that show what is wrong with it: keys of the list of languages.

use serde::Deserialize;

/// The words in the output of a language's programs that show what is wrong with them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OutputMarkers {
    /// On standard error, of any error.
    pub errors: Vec<String>,
    /// On standard error, for want of memory.
    pub memory: Vec<String>,
    /// On standard error, for want of a network.
    pub network: Vec<String>,
    /// On standard error, for want of a library.
    pub modules: Vec<String>,
    /// On standard error, for want of a file, or the permission to open it.
    pub files: Vec<String>,
    /// Before the number of a line of the program.
    pub places: Vec<String>,
    /// In frames that are of the language and not of the program.
    pub foreign: Vec<String>,
    /// In the source, where it reads its input to the end at once.
    pub reads_all: Vec<String>,
    /// In the source, where it reads its first argument.
    pub argument: Vec<String>,
    /// In the source, where it closes its own output.
    pub closes_output: Vec<String>,
}
