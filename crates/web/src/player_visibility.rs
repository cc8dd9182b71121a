//! What may be disclosed about the entrants: in a course the teams behind players are private.

use std::path::PathBuf;

/// What may be disclosed about the entrants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlayerVisibility {
    /// Their names.
    Lifted,
    /// Their aliases.
    Masks,
    /// Nothing.
    Drawn,
}

/// The minimum disclosure level of a contest, whatever its own file says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum Disclosure {
    /// Everything may be disclosed.
    #[default]
    Nothing,
    /// Everything, even of a course: the reader is an organizer.
    Waived,
    /// Matches are private.
    Matches,
    /// Matches are private, and so are the teams behind players: those of the course in this
    /// folder.
    Players(PathBuf),
}
