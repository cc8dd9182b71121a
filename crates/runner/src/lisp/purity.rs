//! How much state a player can keep, as found by its compilation.

/// What a player's answers can depend on. Anything not known to be harmless is not harmless.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Purity {
    /// On the question, and on nothing else.
    Pure,
    /// On the earlier questions of this match, too: it draws random numbers, or keeps notes.
    Forgetting,
    /// On anything.
    #[default]
    Unknown,
}

/// Where the compiler wrote it, beside the player.
pub const NATURE: &str = "player.name";

impl Purity {
    /// What the compiler wrote of a player.
    pub fn read(text: &str) -> Purity {
        match text.lines().nth(1) {
            Some("pure") => Purity::Pure,
            Some("match") => Purity::Forgetting,
            _ => Purity::Unknown,
        }
    }

    /// Whether it can be asked the same again, as if it had not been.
    pub fn is_pure(self) -> bool {
        self == Purity::Pure
    }

    /// Whether it uses nothing that could end the process or change its behaviour.
    pub fn is_harmless(self) -> bool {
        self != Purity::Unknown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_said_is_not_known() {
        let read = ["MI-F-EV\npure\n", "MI-F-EV\nmatch\n", "MI-F-EV\n-\n", "", "pure"];
        let unknown = Purity::Unknown;
        let expected = [Purity::Pure, Purity::Forgetting, unknown, unknown, unknown];
        assert_eq!(read.map(Purity::read), expected);
    }
}
