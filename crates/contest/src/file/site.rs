//! `[site]`: how a contest is shown.

use super::{FileFault, KeyFault};
use serde::Deserialize;
use std::num::NonZeroU32;

/// The longest name of a series, and the longest line on what there is to win, in characters.
const LONGEST_SERIES: usize = 40;
const LONGEST_PRIZE: usize = 200;

/// `[site]`
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", schemars(rename = "Site"))]
pub struct SiteSection {
    /// Whose matches everybody may look at; all, but in a course.
    pub matches: Option<MatchesShown>,
    /// Against whose programs people may play: those named in `references` and their own, or all.
    pub play_against: PlayedAgainst,
    /// What there is to win, in a line.
    pub prize: Option<String>,
    /// The series that it belongs to, as it stands in addresses: 1 to 40 of a-z, 0-9 and -.
    pub series: Option<String>,
    /// Which of its series it is.
    pub edition: Option<NonZeroU32>,
}

/// Whose matches everybody may look at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum MatchesShown {
    /// Everybody's.
    #[default]
    All,
    /// Each author his own: the others see the table.
    Own,
}

/// Against whose programs people may play in the browser.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PlayedAgainst {
    /// Each against his own and the references.
    #[default]
    Own,
    /// Everybody against all.
    All,
}

impl SiteSection {
    /// Refuses values that cannot be shown.
    pub(super) fn check(&self, is_course: bool) -> Result<(), FileFault> {
        let wrong = |key: &str, fault| Err(FileFault::key(format!("site.{key}"), fault));
        if is_course && self.matches == Some(MatchesShown::All) {
            return wrong("matches", KeyFault::NotEnforced);
        }
        // Players of a course are known by their aliases only, and only one's own can be tried.
        if is_course && self.play_against == PlayedAgainst::All {
            return wrong("play_against", KeyFault::NotEnforced);
        }
        if let Some(prize) = self.prize.as_ref().filter(|prize| !is_line(prize)) {
            return wrong("prize", KeyFault::NoLine { given: prize.clone(), most: LONGEST_PRIZE });
        }
        if let Some(series) = self.series.as_ref().filter(|series| !is_slug(series)) {
            return wrong("series", KeyFault::NoSlug(series.clone()));
        }
        if self.edition.is_some() && self.series.is_none() {
            return wrong("edition", KeyFault::EditionOfNothing);
        }
        Ok(())
    }
}

fn is_line(text: &str) -> bool {
    let fits = (1..=LONGEST_PRIZE).contains(&text.chars().count());
    fits && !text.trim().is_empty() && !text.chars().any(char::is_control)
}

fn is_slug(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (1..=LONGEST_SERIES).contains(&text.len()) && text.chars().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str, is_course: bool) -> String {
        let section: SiteSection = toml::from_str(text).unwrap();
        section.check(is_course).unwrap_err().to_string()
    }

    #[test]
    fn what_cannot_be_shown_is_refused_by_key_with_the_way_out() {
        for (text, parts) in [
            ("prize = \"\"", ["site.prize", "one line"]),
            ("prize = \"a\\nb\"", ["site.prize", "one line"]),
            ("series = \"Go 9\"", ["site.series", "a-z, 0-9 and -"]),
            ("edition = 2", ["site.edition", "site.series"]),
        ] {
            let said = refused(text, false);
            assert!(parts.iter().all(|part| said.contains(part)), "{text}: {said}");
        }
        assert!(refused("matches = \"all\"", true).contains("site.matches"));
        assert!(refused("play_against = \"all\"", true).contains("site.play_against"));
        let fine = "play_against = \"own\"\nmatches = \"own\"\nprize = \"a mug\"\nseries = \"spring\"\nedition = 3\n";
        let section: SiteSection = toml::from_str(fine).unwrap();
        section.check(true).unwrap();
        assert!(toml::from_str::<SiteSection>("edition = 0").is_err());
    }
}
