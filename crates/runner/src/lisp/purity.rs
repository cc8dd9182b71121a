//! How much a player can remember, as whoever compiled him found it.

/// What a player's answers can depend on. What is not known to be harmless is not called so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Purity {
    /// On what he is asked, and on nothing else.
    Pure,
    /// On what he was asked in this match, too: he draws lots, or keeps notes.
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

    /// Whether he can be asked the same again, as if it had not been.
    pub fn is_pure(self) -> bool {
        self == Purity::Pure
    }

    /// Whether he uses nothing by which a process could be ended or led astray.
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
