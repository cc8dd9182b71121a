//! Starter code for bots.

/// A starter: a program of one source file that plays legally, to be made one's own. Lines such as
/// `// {{idea}}` are filled with what the game says of `idea`, see
/// [`Game::starter_note`](crate::Game::starter_note).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Starter {
    /// The programming language, as `bot.toml` names it.
    pub language: &'static str,
    /// The name of the source file.
    pub file: &'static str,
    /// The source, its comments left open.
    pub template: &'static str,
}
