//! Why a worker's results stand, though they are no longer trusted.

use certamen_store::WorkerId;

/// Why nothing can be taken away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RevokeError {
    /// No machine of this name played.
    NoMachine {
        /// The name.
        name: String,
        /// Those that did.
        known: Vec<String>,
    },
    /// Several machines of this name played.
    Several {
        /// The name.
        name: String,
        /// They.
        known: Vec<WorkerId>,
    },
    /// Later matches were planned or played from the results of earlier ones.
    RestsOnThem,
}
