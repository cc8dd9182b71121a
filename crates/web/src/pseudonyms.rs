//! Players of a course as everybody may know them: under their aliases, at addresses that tell nothing.
//!
//! A championship calls them by the numbers of their pairs. What stands for a number is made of the
//! file that plays: its report tells the alias, and a hash of what is in it, which nobody but its
//! authors has, is the address.

use certamen_contest::{Folder, entry::CourseReport};
use certamen_portal::course::{FileName, PlayerId};
use jiff::Timestamp;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// What stands for those who chose no alias.
pub(crate) const NAMELESS: &str = "–";

/// What hashes of files are made for, so that no other hash of theirs is the same.
const PURPOSE: &str = "certamen: the address of a player of a course";
/// So many hexadecimal digits tell players apart.
const DIGITS: usize = 12;

/// What addresses call the players of a championship, and what readers do.
#[derive(Clone, Default)]
pub(crate) struct Pseudonyms {
    /// By the number of the player: what addresses call it.
    handles: BTreeMap<String, String>,
    /// By that: what readers call it.
    aliases: BTreeMap<String, String>,
}

/// A file that plays, with what its report says.
struct PseudonymFile {
    player: PlayerId,
    handle: String,
    alias: Option<String>,
}

impl Pseudonyms {
    /// Those of a championship of `course` in which `bots` play, as its file has them. None if a player
    /// has no file that could stand for it: then nothing may be told.
    pub(crate) fn of(course: &Folder, bots: &[String]) -> Option<Pseudonyms> {
        let mut files = Vec::new();
        for bot in bots {
            let Some((name, path)) = bot.split_once('=') else { continue };
            let Ok(player) = name.parse::<PlayerId>() else { continue };
            files.push(masked(course, player, path)?);
        }
        let first = first_received(course);
        files.sort_by_key(|file| (first.get(&file.player).copied(), file.player));
        let (mut pseudonyms, mut taken) = (Pseudonyms::default(), BTreeSet::new());
        for PseudonymFile { player, handle, alias } in files {
            // Equal aliases are numbered as in the tables that are published.
            let alias = alias.map(|alias| disambiguate(&alias, &mut taken));
            pseudonyms.handles.insert(player.to_string(), handle.clone());
            pseudonyms.aliases.insert(handle, alias.unwrap_or_else(|| NAMELESS.to_owned()));
        }
        Some(pseudonyms)
    }

    /// What addresses call whoever is called `name` in results; none if nothing may stand for it.
    pub(crate) fn handle(&self, name: &str) -> Option<String> {
        match self.handles.get(name) {
            Some(handle) => Some(handle.clone()),
            None => (!is_number_of_a_player(name)).then(|| name.to_owned()),
        }
    }

    /// What readers call whoever addresses call so.
    pub(crate) fn alias(&self, handle: &str) -> Option<&str> {
        self.aliases.get(handle).map(String::as_str)
    }
}

/// Whether a table calls somebody by the number that tells the pair, since there is no alias.
pub(crate) fn is_number_of_a_player(name: &str) -> bool {
    let (number, rest) = name.split_at_checked(5).unwrap_or((name, ""));
    let digits = number.len() == 5 && number.bytes().all(|byte| byte.is_ascii_digit());
    digits && (rest.is_empty() || rest.starts_with(" ("))
}

/// The file at `path`, which is that of `player` and was decided on.
fn masked(course: &Folder, player: PlayerId, path: &str) -> Option<PseudonymFile> {
    let name = Path::new(path).file_name()?.to_str()?;
    let file: FileName = name.parse().ok()?;
    let places = [course.accepted(), course.rejected()].map(|home| home.join(name));
    let place = places.iter().find(|place| place.is_file()).filter(|_| file.player == player)?;
    let (content, report) = (fs::read(place).ok()?, report(place)?);
    let mut hash = blake3::Hasher::new_derive_key(PURPOSE);
    hash.update(format!("{name}\n{}\n", report.received).as_bytes()).update(&content);
    let alias = report.listed_as.filter(|alias| !is_number_of_a_player(alias));
    Some(PseudonymFile { player, handle: hash.finalize().to_hex()[..DIGITS].to_owned(), alias })
}

/// When the first file of each player came.
fn first_received(course: &Folder) -> BTreeMap<PlayerId, Timestamp> {
    let mut first = BTreeMap::new();
    for home in [course.accepted(), course.rejected()] {
        let entries = fs::read_dir(home).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            let Some((player, report)) = player_of(&path).zip(report(&path)) else { continue };
            let came = report.received.timestamp();
            let known = first.entry(player).or_insert(came);
            *known = came.min(*known);
        }
    }
    first
}

fn player_of(path: &Path) -> Option<PlayerId> {
    let name: FileName = path.file_name()?.to_str()?.parse().ok()?;
    Some(name.player)
}

/// What was decided on the file at `path`.
fn report(path: &Path) -> Option<CourseReport> {
    let report: PathBuf = path.with_extension("json");
    serde_json::from_slice(&fs::read(report).ok()?).ok()
}

/// An alias that nobody before has.
fn disambiguate(alias: &str, taken: &mut BTreeSet<String>) -> String {
    let mut told = alias.to_owned();
    let mut number = 1;
    while !taken.insert(told.clone()) {
        number += 1;
        told = format!("{alias} ({number})");
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Puts a file with its report into the folder of those that were accepted.
    fn accept(course: &Folder, name: &str, (listed_as, hour): (&str, u8)) {
        fs::create_dir_all(course.accepted()).unwrap();
        let place = course.accepted().join(name);
        fs::write(&place, format!("; AbCd123456\n{name}")).unwrap();
        let report = format!(
            r#"{{"file":"{name}","received":"2015-03-13T{hour:02}:00:00+01:00[Europe/Madrid]",
            "verdict":"accepted","listed_as":"{listed_as}"}}"#
        );
        fs::write(place.with_extension("json"), report).unwrap();
    }

    #[test]
    fn players_are_called_by_their_aliases_at_addresses_that_tell_nothing() {
        let place = tempfile::tempdir().unwrap();
        let course = Folder::new(place.path());
        accept(&course, "14011150313In.cl", ("Torre", 15));
        accept(&course, "14021150313Ab.cl", ("Torre", 14));
        accept(&course, "14031150313In.cl", ("14031", 13));
        let of = |name: &str, file: &str| format!("{name}=../../accepted/{file}");
        let bots = [
            "builtin:regular".to_owned(),
            of("14011", "14011150313In.cl"),
            of("14021", "14021150313Ab.cl"),
            of("14031", "14031150313In.cl"),
        ];
        let pseudonyms = Pseudonyms::of(&course, &bots).unwrap();
        let shown = |name: &str| {
            let handle = pseudonyms.handle(name)?;
            Some((handle.len(), pseudonyms.alias(&handle).map(str::to_owned)))
        };
        let told = |alias: &str| Some((DIGITS, Some(alias.to_owned())));
        // Whose first file came first keeps the alias.
        assert_eq!(shown("14021"), told("Torre"));
        assert_eq!(shown("14011"), told("Torre (2)"));
        assert_eq!(shown("14031"), told(NAMELESS));
        assert_eq!(shown("regular"), Some((7, None)));
        assert_eq!(shown("15011"), None, "nothing stands for it");
        // Who is no file of the course, or somebody else's, is nobody.
        for (name, file) in [("14012", "14012150313In.cl"), ("14012", "14021150313Ab.cl")] {
            assert!(Pseudonyms::of(&course, &[of(name, file)]).is_none(), "{name}: {file}");
        }
        assert!(Pseudonyms::of(&course, &["14012=builtin:first".to_owned()]).is_none());
    }

    #[test]
    fn numbers_of_players_are_told_apart_from_names() {
        for number in ["14021", "14021 (2)"] {
            assert!(is_number_of_a_player(number), "{number}");
        }
        for name in ["", "Hormiga", "1402", "140212", "14021a", "ñandú", "1402é"] {
            assert!(!is_number_of_a_player(name), "{name}");
        }
    }
}
