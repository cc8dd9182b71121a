//! Why what a machine handed in stands, though nobody believes it any more.

/// Why nothing can be taken away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unstruck {
    /// No machine of this name played.
    NoMachine {
        /// The name.
        name: String,
        /// Those that did.
        known: Vec<String>,
    },
    /// Later matches were planned or played by what came of earlier ones.
    RestsOnThem,
}
