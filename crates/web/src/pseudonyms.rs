//! Public names of a course's players: their aliases, at addresses that do not identify the team.
//!
//! The results of a championship contain the numbers of teams. The pseudonym of a number comes from
//! the player's file: its report has the alias, and a hash of its content, which only its authors
//! know, is the address.
//!
//! Also what may be disclosed about the entrants of a contest.

use certamen_contest::{Folder, entry::CourseReport};
use certamen_portal::course::{FileName, PlayerId};
use jiff::Timestamp;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// The name of players without an alias.
pub(crate) const NAMELESS: &str = "–";

/// The context of the hash, so that no other hash of the same file is equal.
const PURPOSE: &str = "certamen: the address of a player of a course";
/// Enough hexadecimal digits to distinguish the players.
const DIGITS: usize = 12;

/// The pseudonyms of the players of a championship, in addresses and on pages.
#[derive(Clone, Default)]
pub(crate) struct Pseudonyms {
    /// From the player's number to its segment in addresses.
    handles: BTreeMap<String, String>,
    /// From that segment to the name on pages.
    aliases: BTreeMap<String, String>,
}

struct PseudonymFile {
    player: PlayerId,
    handle: String,
    alias: Option<String>,
}

impl Pseudonyms {
    /// The pseudonyms of a championship of `course` with these `bots`. None if a player has no file
    /// to derive one from: then nothing may be disclosed.
    pub(crate) fn of(course: &Folder, bots: &[String]) -> Option<Self> {
        let mut files = Vec::new();
        for bot in bots {
            let Some((name, path)) = bot.split_once('=') else { continue };
            let Ok(player) = name.parse::<PlayerId>() else { continue };
            files.push(pseudonym_file(course, player, path)?);
        }
        let first = first_received(course);
        files.sort_by_key(|file| (first.get(&file.player).copied(), file.player));
        let (mut pseudonyms, mut taken) = (Pseudonyms::default(), BTreeSet::new());
        for PseudonymFile { player, handle, alias } in files {
            // Equal aliases are numbered as in the publications.
            let alias = alias.map(|alias| disambiguate(&alias, &mut taken));
            pseudonyms.handles.insert(player.to_string(), handle.clone());
            pseudonyms.aliases.insert(handle, alias.unwrap_or_else(|| NAMELESS.to_owned()));
        }
        Some(pseudonyms)
    }

    /// The segment in addresses of the player `name` in results; none if it has no pseudonym.
    pub(crate) fn handle(&self, name: &str) -> Option<String> {
        match self.handles.get(name) {
            Some(handle) => Some(handle.clone()),
            None => (!is_number_of_a_player(name)).then(|| name.to_owned()),
        }
    }

    /// The name on pages of the player with this segment.
    pub(crate) fn alias(&self, handle: &str) -> Option<&str> {
        self.aliases.get(handle).map(String::as_str)
    }
}

/// Whether results contain the number of a team for lack of an alias.
pub(crate) fn is_number_of_a_player(name: &str) -> bool {
    let (number, rest) = name.split_at_checked(5).unwrap_or((name, ""));
    let digits = number.len() == 5 && number.bytes().all(|byte| byte.is_ascii_digit());
    digits && (rest.is_empty() || rest.starts_with(" ("))
}

/// The accepted file of `player` at `path`.
fn pseudonym_file(course: &Folder, player: PlayerId, path: &str) -> Option<PseudonymFile> {
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

/// When the first file of each player arrived.
fn first_received(course: &Folder) -> BTreeMap<PlayerId, Timestamp> {
    let mut first = BTreeMap::new();
    for home in [course.accepted(), course.rejected()] {
        let entries = fs::read_dir(home).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            let name = path.file_name().and_then(|name| name.to_str());
            let file = name.and_then(|name| name.parse::<FileName>().ok());
            let Some((file, report)) = file.zip(report(&path)) else { continue };
            let received = report.received.timestamp();
            let known = first.entry(file.player).or_insert(received);
            *known = received.min(*known);
        }
    }
    first
}

fn report(path: &Path) -> Option<CourseReport> {
    serde_json::from_slice(&fs::read(path.with_extension("json")).ok()?).ok()
}

fn disambiguate(alias: &str, taken: &mut BTreeSet<String>) -> String {
    let mut name = alias.to_owned();
    let mut number = 1;
    while !taken.insert(name.clone()) {
        number += 1;
        name = format!("{alias} ({number})");
    }
    name
}

/// What may be disclosed about the entrants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum PlayerVisibility {
    /// Their names.
    Names,
    /// Their aliases.
    Aliases,
    /// Nothing.
    #[default]
    Hidden,
}

/// The minimum disclosure level of a contest, whatever its own file says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum Disclosure {
    /// Everything may be disclosed.
    #[default]
    Nothing,
    /// Everything, even of a course: the reader is an organizer.
    Waived,
    /// Matches are private.
    Matches,
    /// Matches are private, and so are the teams behind players: those of the course in this
    /// folder.
    Players(PathBuf),
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stores a file with its report in the folder of accepted files.
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
    fn players_have_their_aliases_and_addresses_that_reveal_no_team() {
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
        let named = |alias: &str| Some((DIGITS, Some(alias.to_owned())));
        // The player whose first file arrived first keeps the alias.
        assert_eq!(shown("14021"), named("Torre"));
        assert_eq!(shown("14011"), named("Torre (2)"));
        assert_eq!(shown("14031"), named(NAMELESS));
        assert_eq!(shown("regular"), Some((7, None)));
        assert_eq!(shown("15011"), None, "it has no pseudonym");
        // A file from outside the course, or of another player, gives no pseudonym.
        for (name, file) in [("14012", "14012150313In.cl"), ("14012", "14021150313Ab.cl")] {
            assert!(Pseudonyms::of(&course, &[of(name, file)]).is_none(), "{name}: {file}");
        }
        assert!(Pseudonyms::of(&course, &["14012=builtin:first".to_owned()]).is_none());
    }

    #[test]
    fn numbers_of_players_are_distinguished_from_names() {
        for number in ["14021", "14021 (2)"] {
            assert!(is_number_of_a_player(number), "{number}");
        }
        for name in ["", "Hormiga", "1402", "140212", "14021a", "ñandú", "1402é"] {
            assert!(!is_number_of_a_player(name), "{name}");
        }
    }
}
