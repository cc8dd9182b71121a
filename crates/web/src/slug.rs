//! What a contest is called in addresses: the name of its folder.

use std::fmt;

/// The longest name.
const LONGEST: usize = 40;

/// 1 to 40 of small letters, digits and hyphens.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slug(String);

impl Slug {
    /// The slug that `name` is, if it is one.
    pub fn read(name: &str) -> Option<Slug> {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let fits = (1..=LONGEST).contains(&name.len()) && name.chars().all(plain);
        fits.then(|| Slug(name.to_owned()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_would_act_in_an_address_are_none() {
        for name in ["footsteps", "go-9x9", "2026", &"a".repeat(40)] {
            assert_eq!(Slug::read(name).map(|slug| slug.to_string()).as_deref(), Some(name));
        }
        for name in ["", "..", "Go", "a b", "a/b", "a_b", "a%2f", "ñ", &"a".repeat(41)] {
            assert_eq!(Slug::read(name), None, "{name}");
        }
    }
}
