//! `contest.toml`.

mod bots;
mod closing;
mod course;
mod drawing;
mod edited;
mod entries;
mod fault;
mod key_fault;
mod limits;
mod read;
#[cfg(feature = "schema")]
mod schema;
mod sections;
mod site;

mod say {
    certamen_i18n::texts!("locales/file");
}
#[cfg(test)]
mod tests;
mod timetable;

pub use bots::{BotEntry, expand};
pub use closing::EntryDeadline;
pub use course::{CourseSection, LeastResult, LibraryReading, LibraryReadings, Minimum};
pub use entries::{Entries, EntryRules, Ideas, Visibility};
pub use fault::FileFault;
pub use key_fault::{KeyFault, TimeFault};
pub use limits::{Limits, WorkerPolicy};
pub(crate) use read::{check_options, parse};
#[cfg(feature = "schema")]
pub use schema::schema;
pub use sections::{
    Determinism, Memory, OnNondeterminism, Programs, SandboxSection, SearchSection,
};
pub use site::{MatchesShown, PlayedAgainst, SiteSection};
pub use timetable::{Schedule, TimetableKeys};

use crate::draw::Beacon;
use certamen_game::{Conditions, DynGame, Map};
use certamen_tournament::{FormatConfig, RankingConfig, RankingRule};
use std::{num::NonZeroU64, time::Duration};

/// Of how many turns one is asked twice where all programs must be deterministic.
const ASKED_AGAIN: Option<NonZeroU64> = NonZeroU64::new(20);

/// A contest, as its host described it.
#[derive(Clone)]
pub struct ContestFile {
    /// Its name.
    pub name: String,
    /// Its game.
    pub game: &'static dyn DynGame,
    /// What its luck comes from, unless it is drawn.
    pub seed: u64,
    /// When entries close, if luck is drawn then.
    pub draw: Option<EntryDeadline>,
    /// Which public value is mixed into that luck, if one is.
    pub beacon: Option<Beacon>,
    /// Whether the source of the seed is secret until all is over.
    pub hides_luck: bool,
    /// Who takes part: BOTs or patterns, relative to the file.
    pub bots: Vec<String>,
    /// The game's options.
    pub options: Map,
    /// Who plays whom.
    pub format: FormatConfig,
    /// Who stands where.
    pub ranking: RankingConfig,
    /// What programs may use.
    pub limits: Limits,
    /// How programs are treated.
    pub programs: Programs,
    /// How isolated they must be.
    pub sandbox: SandboxSection,
    /// How built-in players search.
    pub search: Option<SearchSection>,
    /// Which programs are taken in, if any are; a course has rules of its own.
    pub entries: Option<EntryRules>,
    /// How players of a course come in, if they do.
    pub course: Option<CourseSection>,
    /// How it is held over days, if it is.
    pub schedule: Option<Schedule>,
    /// How it is shown.
    pub site: SiteSection,
}

impl ContestFile {
    /// Whether all its matches are public.
    pub fn shows_matches(&self) -> bool {
        let usual = if self.course.is_some() { MatchesShown::Own } else { MatchesShown::All };
        self.site.matches.unwrap_or(usual) == MatchesShown::All
    }

    /// The names of those that the others are measured by.
    pub fn references(&self) -> Vec<&str> {
        let measured = match &self.format {
            FormatConfig::Ladder(ladder) => ladder.references.as_slice(),
            _ => &[],
        };
        let beaten = match &self.ranking.rule {
            RankingRule::ReferencesBeaten(ranking) => ranking.references.as_slice(),
            _ => &[],
        };
        measured.iter().chain(beaten).map(String::as_str).collect()
    }

    /// The conditions of its matches, once it is known how long a move may take.
    pub fn conditions(&self, move_time: Duration, tier: &str) -> Conditions {
        let on_fault = self.programs.on_fault;
        let freeze = self.programs.freeze;
        let bytes = Some(self.game.longest_record(&self.options));
        let required = self.programs.deterministic.is_required();
        let asked_again = ASKED_AGAIN.filter(|_| required);
        Conditions {
            on_fault,
            freeze,
            bytes,
            asked_again,
            ..self.limits.conditions(move_time, tier)
        }
    }
}
