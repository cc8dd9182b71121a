//! What is told of those who take part: in a course nobody learns whose a player is.

use std::path::PathBuf;

/// What is told of those who take part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlayerVisibility {
    /// Who they are.
    Lifted,
    /// What they call themselves.
    Masks,
    /// Nothing.
    Drawn,
}

/// What a contest keeps to itself, whatever its own file says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum Disclosure {
    /// Nothing.
    #[default]
    Nothing,
    /// Nothing, even if it is a course: it is shown to its hosts.
    Waived,
    /// Its matches.
    Matches,
    /// Its matches, and whose its players are: those of the course in this folder.
    Players(PathBuf),
}
