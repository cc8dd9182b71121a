//! A contest that an admin creates on a page: with a built-in player, and open to entries. The file is
//! written by the host from these fields only: the process that serves the network names no program.

use certamen_contest::{ContestError, ContestFile, Folder, edition_place};
use certamen_game::Scoring;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{fs, io, path::Path};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NewContest {
    /// Its name in addresses.
    pub slug: String,
    pub title: String,
    /// The slug of its game.
    pub game: String,
    /// Whether all entrants play at one table, instead of in pairs.
    pub at_one_table: bool,
    /// When entries close: a time with its zone, or `never`.
    pub closes: String,
    /// The maximum number of bots of an author.
    pub per_author: u32,
}

impl NewContest {
    /// The contest file, if these fields make one.
    pub fn file(&self, folder: &Folder) -> Result<String, ContestError> {
        let by_points = self.text("points");
        let read = ContestFile::of_text(folder, &by_points);
        if read.is_ok_and(|file| file.game.info().scoring == Scoring::WinLoss) {
            return Ok(by_points);
        }
        let by_total = self.text("total-score");
        ContestFile::of_text(folder, &by_total).map(|_| by_total)
    }

    fn text(&self, ranking: &str) -> String {
        let quoted = |text: &str| Value::from(text).to_string();
        // A path would be a program with rules.
        let plain = |c: &char| c.is_ascii_alphanumeric() || *c == '-';
        let game: String = self.game.chars().filter(plain).collect();
        let format = if self.at_one_table {
            "kind = \"one-table\"\ngames = 12"
        } else {
            "kind = \"round-robin\"\ngames_per_pair = 2"
        };
        format!(
            "name = {}\ngame = {}\nbots = [\"builtin:random\"]\n\n[format]\n{format}\n\n\
             [ranking]\nkind = \"{ranking}\"\n\n[entries]\ncloses = {}\nper_author = {}\n",
            quoted(&self.title),
            quoted(&game),
            quoted(&self.closes),
            self.per_author,
        )
    }

    /// Creates it beside the contest in `folder`, in one step; false if its name is taken.
    pub(crate) fn create(&self, folder: &Folder) -> Result<bool, ContestError> {
        let Some(place) = edition_place(folder, &self.slug).filter(|place| !place.exists()) else {
            return Ok(false);
        };
        let text = self.file(&Folder::new(&place))?;
        // A folder with a leading dot is incomplete.
        let draft = place.with_file_name(format!(".{}.part", self.slug));
        written(&draft, &place, &text)
            .map_err(|error| ContestError::Io { path: draft.clone(), error })?;
        Ok(true)
    }
}

fn written(draft: &Path, place: &Path, text: &str) -> io::Result<()> {
    match fs::remove_dir_all(draft) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    fs::create_dir(draft)?;
    let file = Folder::new(draft).contest_file();
    fs::write(&file, text)?;
    fs::File::open(&file)?.sync_all()?;
    fs::rename(draft, place)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(slug: &str, game: &str) -> NewContest {
        NewContest {
            slug: slug.to_owned(),
            title: "Spring \"cup\" [sandbox]".to_owned(),
            game: game.to_owned(),
            at_one_table: false,
            closes: "never".to_owned(),
            per_author: 2,
        }
    }

    #[test]
    fn a_new_contest_appears_beside_the_others_and_names_no_program() {
        let site = tempfile::tempdir().unwrap();
        fs::create_dir_all(site.path().join(".site")).unwrap();
        let other = Folder::new(&site.path().join("other"));
        for (slug, game, due) in [
            ("spring", "footsteps", Some(true)),
            ("spring", "footsteps", Some(false)),
            ("../x", "footsteps", Some(false)),
            ("go", "go", Some(true)),
            ("x", "./rules.py", None),
            ("y", "checkers", None),
        ] {
            let done = new(slug, game).create(&other);
            assert_eq!(done.as_ref().ok().copied(), due, "{slug} {game}: {done:?}");
        }
        let read = |slug: &str| ContestFile::read(&Folder::new(&site.path().join(slug))).unwrap();
        assert_eq!(read("spring").name, "Spring \"cup\" [sandbox]");
        assert_eq!(read("spring").entries.unwrap().per_author, 2);
        assert!(read("go").entries.is_some());
        let names = fs::read_dir(site.path()).unwrap();
        let names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names.len(), 3, "{names:?}");
    }
}
