//! `[openings]`: the file with the openings of a contest, and which of them a match has.
//!
//! The openings are stored with a contest and exported with it: which one a match has follows from
//! them, the seed and the number of the match between the same bots on the same seats.

use crate::{ContestError, ContestFile, Folder, OpeningOrder, file::openings::read_inside};
use certamen_game::{Map, Rng, job::FileError, match_seed};
use certamen_games::openings::{BookError, BookForm, BookUse, read, with_opening};
use serde::{Deserialize, Serialize};
use std::{num::NonZeroU32, path::Path};

/// The openings of a contest, in the order of their file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Openings {
    pub order: OpeningOrder,
    /// The options that each opening sets.
    pub list: Vec<Map>,
}

impl Openings {
    /// Reads the file that `file` names, for matches among this many entrants; `None` if it names
    /// none.
    pub fn read(
        folder: &Folder,
        file: &ContestFile,
        entrants: usize,
    ) -> Result<Option<Openings>, ContestError> {
        let Some(section) = &file.openings else { return Ok(None) };
        let path = folder.path().join(&section.file);
        let bytes = match read_inside(folder.path(), &section.file) {
            Ok(bytes) => bytes,
            Err(error) => return Err(ContestError::Io { path, error }),
        };
        let form = BookForm::of(&section.file).expect("the section was checked");
        let plies = section.plies.map(NonZeroU32::get);
        let seats = file.format.table_size(entrants);
        let used = BookUse { game: file.game, options: &file.options, seats, form, plies };
        let list = parse(&path, &bytes, &used)?;
        Ok(Some(Openings { order: section.order, list }))
    }

    /// Reads a file that a user names, for matches with these options of a game.
    pub fn of_file(path: &Path, used: &BookUse<'_>) -> Result<Vec<Map>, ContestError> {
        let bytes = crate::read_bytes(path);
        let bytes = bytes.map_err(|error| ContestError::Io { path: path.to_owned(), error })?;
        parse(path, &bytes, used)
    }

    /// The options of a match with each of them; `all` are those of all matches.
    pub fn options(&self, all: &Map) -> impl Iterator<Item = Map> {
        self.list.iter().map(|opening| with_opening(all, opening))
    }

    /// The openings in the order in which they are played.
    pub fn in_order(&self, seed: u64) -> Vec<Map> {
        let mut list = self.list.clone();
        if self.order == OpeningOrder::Random {
            Rng::of_turn(match_seed(seed, "openings"), 0).shuffle(&mut list);
        }
        list
    }

    /// What identifies them in the store.
    pub(crate) fn digest(&self) -> String {
        let list = serde_json::to_vec(&self.list).expect("options are plain data");
        blake3::hash(&list).to_hex().to_string()
    }
}

fn parse(path: &Path, bytes: &[u8], used: &BookUse<'_>) -> Result<Vec<Map>, ContestError> {
    // Bytes that are not UTF-8 stand in names of players only.
    let text = String::from_utf8_lossy(bytes);
    // Editors of other systems begin a file with a mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    read(used, text).map_err(|BookError { line, why }| {
        let place = format!("{}:{line}", path.display());
        ContestError::bad_file(place.into(), FileError::new(why))
    })
}

/// The openings in the order in which they are played.
#[derive(Clone)]
pub(crate) struct OpeningTable {
    list: Vec<Map>,
    /// Whether the seed is known that the order depends on.
    is_ordered: bool,
}

impl OpeningTable {
    /// `seed` is absent while it is secret. `None` if there is no opening.
    pub(crate) fn new(openings: &Openings, seed: Option<u64>) -> Option<OpeningTable> {
        let is_ordered = openings.order == OpeningOrder::File || seed.is_some();
        let list = openings.in_order(seed.unwrap_or_default());
        (!list.is_empty()).then_some(OpeningTable { list, is_ordered })
    }

    /// The options of the `repeat`-th match between the same bots on the same seats: in every order of
    /// seats the first match has the first opening, and so on, again and again.
    pub(crate) fn options(&self, all: &Map, repeat: u32) -> Map {
        with_opening(all, &self.list[repeat as usize % self.list.len()])
    }

    /// The options that such a match must have; `found` if they are possible while the seed is secret.
    pub(crate) fn expected(&self, all: &Map, repeat: u32, found: &Map) -> Map {
        if self.is_ordered {
            return self.options(all, repeat);
        }
        // An opening sets only keys that are not in `all`.
        let mut sizes = self.list.iter().filter(|it| found.len() == all.len() + it.len());
        let has = |all: &Map| all.iter().all(|(key, value)| found.get(key) == Some(value));
        if has(all) && sizes.any(has) { found.clone() } else { self.options(all, repeat) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OpeningsSection;
    use serde_json::json;
    use std::fs;

    fn contest(folder: &Path, openings: &str) -> Result<Option<Openings>, String> {
        let text = format!(
            "name = \"x\"\ngame = \"chess\"\nbots = [\"builtin:first\", \"builtin:random\"]\n\
             [openings]\n{openings}\n[format]\nkind = \"round-robin\"\n[ranking]\nkind = \"points\"\n"
        );
        let folder = Folder::new(folder);
        let file = ContestFile::of_text(&folder, &text).map_err(|error| error.to_string())?;
        Openings::read(&folder, &file, 2).map_err(|error| error.to_string())
    }

    #[test]
    fn a_file_of_the_folder_is_read() {
        let place = tempfile::tempdir().unwrap();
        fs::create_dir(place.path().join("books")).unwrap();
        let text = "[White \"Jos\u{e9}\"]\n1. e4 e5 2. Nf3 *\n1. d4 *\n";
        let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
        fs::write(place.path().join("books/a.pgn"), latin).unwrap();
        let found = contest(place.path(), "file = \"books/a.pgn\"\nplies = 2\norder = \"random\"");
        let list = [json!({ "moves": ["e2e4", "e7e5"] }), json!({ "moves": ["d2d4"] })];
        let found = found.unwrap().unwrap();
        assert_eq!((found.order, json!(found.list)), (OpeningOrder::Random, json!(list)));
        // A championship and the next edition have a copy.
        let (file, plies) = ("books/a.pgn".to_owned(), None);
        let section = OpeningsSection { file, order: OpeningOrder::File, plies };
        let other = tempfile::tempdir().unwrap();
        section.copy(place.path(), other.path()).unwrap();
        let copied = contest(other.path(), "file = \"books/a.pgn\"\nplies = 2").unwrap();
        assert_eq!(copied.unwrap().list, found.list);
    }

    #[test]
    fn what_is_no_file_of_the_folder_is_refused() {
        let place = tempfile::tempdir().unwrap();
        let inner = place.path().join("c");
        fs::create_dir(&inner).unwrap();
        fs::write(place.path().join("out.epd"), "x").unwrap();
        std::os::unix::fs::symlink("../out.epd", inner.join("link.epd")).unwrap();
        std::os::unix::fs::symlink("..", inner.join("up")).unwrap();
        let refused = |section: &str, part: &str| {
            let error = contest(&inner, section).unwrap_err();
            assert!(error.contains(part), "{section}: {error}");
        };
        refused("file = \"../out.epd\"", "openings.file");
        refused("file = \"/etc/passwd.epd\"", "openings.file");
        refused("file = \"x.bin\"", "openings.file");
        refused("file = \"link.epd\"", "link.epd");
        refused("file = \"up/out.epd\"", "up/out.epd");
        refused("file = \"absent.epd\"", "absent.epd");
        refused("file = \"x.epd\"\nplies = 3", "openings.plies");
        refused("file = \"x.epd\"\norder = \"best\"", "best");
        refused("order = \"file\"", "file");
    }

    #[test]
    fn damage_is_shown_with_its_line() {
        let place = tempfile::tempdir().unwrap();
        let long = format!("1. e4 *\n\n1. e5 {} *\n", "\u{e9}".repeat(200));
        fs::write(place.path().join("a.pgn"), long).unwrap();
        let error = contest(place.path(), "file = \"a.pgn\"").unwrap_err();
        assert!(error.contains("a.pgn:3") && error.contains("`e5`"), "{error}");
        assert!(error.len() < 1_000, "{error}");
    }

    #[test]
    fn each_match_between_the_same_bots_has_the_next_opening() {
        let opening = |number: usize| json!({ "points": number }).as_object().unwrap().clone();
        let list: Vec<Map> = (0..5).map(opening).collect();
        let all = json!({ "rounds": 1 }).as_object().unwrap().clone();
        let points = |openings: &Openings, seed| {
            let table = OpeningTable::new(openings, Some(seed)).unwrap();
            let number = |repeat| table.options(&all, repeat)["points"].as_u64().unwrap();
            (0..7).map(number).collect::<Vec<_>>()
        };
        let in_order = Openings { order: OpeningOrder::File, list };
        assert_eq!(points(&in_order, 1), [0, 1, 2, 3, 4, 0, 1]);
        let shuffled = Openings { order: OpeningOrder::Random, ..in_order.clone() };
        let orders: Vec<Vec<u64>> = (1..4).map(|seed| points(&shuffled, seed)).collect();
        assert_ne!(orders[0], orders[1]);
        for order in &orders {
            let mut sorted = order[..5].to_vec();
            sorted.sort_unstable();
            assert_eq!((sorted, &order[5..]), (vec![0, 1, 2, 3, 4], &order[..2]));
        }
        // While the seed is secret, any of them is possible.
        let secret = OpeningTable::new(&shuffled, None).unwrap();
        for number in 0..5 {
            let found = with_opening(&all, &opening(number));
            assert_eq!(secret.expected(&all, 0, &found), found);
        }
        let other = with_opening(&all, &opening(9));
        assert_ne!(secret.expected(&all, 0, &other), other);
        assert!(OpeningTable::new(&Openings { list: Vec::new(), ..shuffled }, Some(1)).is_none());
    }
}
