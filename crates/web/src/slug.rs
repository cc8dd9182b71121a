//! The name of a contest in addresses: that of its folder; for a championship also its number.

use std::fmt;

/// The maximum length.
const LONGEST: usize = 40;

/// 1 to 40 lower-case letters, digits and hyphens; for a championship, a longer part of the
/// address.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slug {
    text: String,
    /// Of a championship: its number, from 1, and where the name of its contest ends.
    part: Option<(usize, usize)>,
}

impl Slug {
    /// The slug `name`, if valid.
    pub fn read(name: &str) -> Option<Slug> {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let fits = (1..=LONGEST).contains(&name.len()) && name.chars().all(plain);
        fits.then(|| Slug { text: name.to_owned(), part: None })
    }

    /// The slug of a championship of this contest, by its number from 1.
    pub(crate) fn championship(&self, number: usize) -> Slug {
        let text = format!("{self}/championships/{number}");
        Slug { text, part: Some((number, self.text.len())) }
    }

    /// Whether it names a contest, not a championship.
    pub(crate) fn is_whole(&self) -> bool {
        self.part.is_none()
    }

    /// The contest, or the one that the championship belongs to.
    pub(crate) fn whole(&self) -> Option<Slug> {
        let end = self.part.map_or(self.text.len(), |(_, end)| end);
        Slug::read(&self.text[..end])
    }

    /// The number of the championship.
    pub(crate) fn number(&self) -> Option<usize> {
        self.part.map(|(number, _)| number)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
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

    #[test]
    fn a_championship_knows_its_contest() {
        let whole = Slug::read("spring").unwrap();
        let third = whole.championship(3);
        assert_eq!(third.as_str(), "spring/championships/3");
        assert_eq!((third.whole(), third.number()), (Some(whole.clone()), Some(3)));
        assert!(whole.is_whole() && !third.is_whole());
        assert_eq!(whole.whole(), Some(whole));
    }
}
