//! The roster of teams: the participants of the course, each with its key.
//!
//! It is also the list for the mark sheet: a team without players is listed all the same.

mod error;
mod read;
mod write;

pub use error::{RosterError, RosterFieldError, RosterLineError};

use certamen_game::job::TeamId;
use certamen_i18n::Language;
use certamen_runner::submission::Key;
use read::Column;

/// The roster. It is a CSV file with a header line: `group` and `pair`, and optionally `key`,
/// `names`, `email` and `language`, in any order.
#[derive(Clone, Debug)]
pub struct TeamRoster {
    columns: Vec<Column>,
    pairs: Vec<Team>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Team {
    /// The group as the roster writes it: 2314.
    pub group: u32,
    /// The team's number in file names and standings.
    pub id: TeamId,
    /// The team's secret; a team without one cannot submit anything.
    pub key: Option<Key>,
    pub names: String,
    pub email: String,
    /// The language of messages to them, if it is not the course's.
    pub language: Option<Language>,
}

impl TeamRoster {
    /// All teams, in the order of the file.
    pub fn pairs(&self) -> &[Team] {
        &self.pairs
    }

    /// The team with this number in file names.
    pub fn find(&self, id: TeamId) -> Option<&Team> {
        self.pairs.iter().find(|team| team.id == id)
    }

    /// Gives a key to each team without one, among those of `groups` or, if that is empty, among
    /// all; `random` gives unpredictable bytes. Existing keys stay. Returns the teams whose keys
    /// are new.
    pub fn draw_keys(&mut self, groups: &[u32], mut random: impl FnMut() -> u8) -> Vec<TeamId> {
        let wanted = |team: &&mut Team| groups.is_empty() || groups.contains(&team.group);
        let without = self.pairs.iter_mut().filter(|team| team.key.is_none()).filter(wanted);
        let new = without.map(|team| {
            team.key = Some(Key::draw(&mut random));
            team.id
        });
        let new: Vec<TeamId> = new.collect();
        if !new.is_empty() && !self.columns.contains(&Column::Key) {
            self.columns.push(Column::Key);
        }
        new
    }
}
