//! The register of pairs: who takes part in the course, and with which key.
//!
//! It is the mark sheet's list, too: a pair without players stands here all the same.

mod error;
mod read;
mod write;

pub use error::{RosterError, RosterFieldError, RosterLineError};

use certamen_game::job::TeamId;
use certamen_i18n::Language;
use certamen_runner::submission::Key;
use read::Column;

/// The register. It is a CSV file with a line of names first: `group` and `pair`, and if wanted
/// `key`, `names`, `email` and `language`, in any order.
#[derive(Clone, Debug)]
pub struct TeamRoster {
    columns: Vec<Column>,
    pairs: Vec<Team>,
}

/// A pair of students.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Team {
    /// The group as the register writes it: 2314.
    pub group: u32,
    /// How files and tables name the pair.
    pub id: TeamId,
    /// What nobody else may know; a pair without one cannot send anything.
    pub key: Option<Key>,
    /// Who they are.
    pub names: String,
    /// Where they are written to.
    pub email: String,
    /// The language of what is said to them, if it is not the course's.
    pub language: Option<Language>,
}

impl TeamRoster {
    /// All pairs, in the order of the file.
    pub fn pairs(&self) -> &[Team] {
        &self.pairs
    }

    /// The pair that files name so.
    pub fn find(&self, id: TeamId) -> Option<&Team> {
        self.pairs.iter().find(|team| team.id == id)
    }

    /// Gives a key to each pair without one, among those of `groups` or, if that is empty, among
    /// all; `random` gives bytes that nobody can foretell. Existing keys stay. Says whose are new.
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
