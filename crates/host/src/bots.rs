//! The bots of a contest, from the entries of its file.

use crate::{HostError, RejectReason, RejectedBot, entry::add_entrants, rejected::is_the_hosts};
use certamen_contest::{
    ContestError, ContestFile, Folder, RelativeMoveTime,
    file::{self, BotEntry, LibraryReading},
};
use certamen_game::job::BotSpec;
use certamen_game::{DynGame, escaped};
use certamen_runner::{Bot, BotError, BotKind};
use std::collections::BTreeSet;

/// How a bot came into a contest file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BotListing {
    Named,
    Found,
}

/// The bots of a contest that could be read.
pub struct LoadedBots {
    /// Those that can, in order of entry.
    pub bots: Vec<Bot>,
    pub rejected_bots: Vec<RejectedBot>,
}

/// The bots of a contest. A bot that cannot be read is reported and does not keep others from
/// playing; an entry of the contest file that names no bot is for the host to fix.
pub fn find_bots(folder: &Folder, file: &ContestFile) -> Result<LoadedBots, HostError> {
    let path = folder.contest_file();
    let (mut read, mut rejected_bots) = (Vec::new(), Vec::new());
    for given in &file.bots {
        let expanded = file::expand(folder.path(), given)
            .map_err(|fault| ContestError::bad_file(path.clone(), fault))?;
        let (specs, bot_listing) = match expanded {
            BotEntry::Named(spec) => (vec![spec], BotListing::Named),
            BotEntry::Found(specs) => (specs, BotListing::Found),
        };
        for spec in specs {
            let found = match bot_listing {
                BotListing::Named => Bot::of(&spec, file.game),
                BotListing::Found => Bot::of_unlinked(&spec, file.game),
            };
            match found {
                Ok(Bot { kind: BotKind::Human, .. }) => {
                    return Err(HostError::Bot(Box::new(BotError::Human)));
                }
                Ok(bot) => read.push((bot, bot_listing)),
                Err(error) if bot_listing == BotListing::Named && is_the_hosts(&error) => {
                    return Err(HostError::Bots { path, error: Box::new(error) });
                }
                Err(error) => {
                    let why = RejectReason::Bot(Box::new(error));
                    rejected_bots.push(RejectedBot { bot: called(&spec), why });
                }
            }
        }
    }
    let mut bots = part_namesakes(read, &mut rejected_bots);
    add_entrants(folder, file, &mut bots, &mut rejected_bots)?;
    set_search(&mut bots, file);
    Ok(LoadedBots { bots, rejected_bots })
}

/// Excludes bots that were found by a pattern and have the name of an earlier bot, or of one that
/// the host listed. Two listed bots with one name are reported where entries are checked.
fn part_namesakes(read: Vec<(Bot, BotListing)>, rejected_bots: &mut Vec<RejectedBot>) -> Vec<Bot> {
    let named = read.iter().filter(|(_, bot_listing)| *bot_listing == BotListing::Named);
    let mut taken: BTreeSet<String> = named.map(|(bot, _)| bot.name.clone()).collect();
    let mut bots = Vec::new();
    for (bot, bot_listing) in read {
        if bot_listing == BotListing::Found && !taken.insert(bot.name.clone()) {
            let why = RejectReason::NameTaken { name: bot.name.clone() };
            rejected_bots.push(RejectedBot { bot: bot.name, why });
        } else {
            bots.push(bot);
        }
    }
    bots
}

/// The name of a bot that cannot be read.
fn called(spec: &BotSpec) -> String {
    let path = spec.path().filter(|_| spec.name.is_none());
    let Some(path) = path else {
        return spec.name.clone().unwrap_or_else(|| spec.to_string());
    };
    let name = if path.is_dir() { path.file_name() } else { path.file_stem() };
    escaped(&name.unwrap_or(path.as_os_str()).to_string_lossy())
}

/// The bot whose time `share` refers to.
pub(crate) fn bot_of(
    folder: &Folder,
    share: &RelativeMoveTime,
    game: &dyn DynGame,
) -> Result<Bot, BotError> {
    Bot::of(&share.of().clone().within(folder.path()), game)
}

/// Gives the search of a contest to bots that search, unless their names say otherwise.
pub fn set_search(bots: &mut [Bot], file: &ContestFile) {
    set_depth(bots, file.search.map(|search| search.depth), file.game);
    let Some(course) = &file.course else { return };
    for bot in bots {
        if let BotKind::Evaluation(evaluation) = &mut bot.kind {
            let semantics = &mut evaluation.search.semantics;
            semantics.legacy_count |= course.readings.cuenta_fichas == LibraryReading::Engine;
            semantics.legacy_sum |= course.readings.suma_fila == LibraryReading::Engine;
        }
    }
}

/// Gives `depth` to bots that search, unless their names say otherwise.
pub fn set_depth(bots: &mut [Bot], depth: Option<u32>, game: &dyn DynGame) {
    let Some(depth) = depth else { return };
    for bot in bots {
        match &mut bot.kind {
            BotKind::House { name, arguments } => {
                let mut deeper = arguments.clone();
                deeper.entry("depth".to_owned()).or_insert_with(|| depth.to_string());
                if game.builtin_player(name, &deeper).is_ok() {
                    *arguments = deeper;
                }
            }
            BotKind::Evaluation(evaluation) => {
                evaluation.search.depth.get_or_insert(depth);
            }
            BotKind::Program(_) | BotKind::Human => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_course_says_how_its_library_is_read_for_all_players() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        fs::write(place.path().join("uno.cl"), "(defun mi-f-ev (e) 0)").unwrap();
        let readings = |line: &str| {
            let text = format!(
                "name = \"x\"\ngame = \"mancala8\"\nbots = [\"uno.cl\", \"builtin:regular\"]\n\
                 [format]\nkind = \"ladder\"\n[ranking]\nkind = \"win-share\"\n\
                 [entries]\ncloses = \"2015-03-13T14:00[Europe/Madrid]\"\n\
                 [timetable]\nstarts = \"2015-03-13T12:00[Europe/Madrid]\"\n[course]\n{line}\n"
            );
            fs::write(folder.contest_file(), text).unwrap();
            let file = ContestFile::read(&folder).unwrap();
            match &find_bots(&folder, &file).unwrap().bots[0].kind {
                BotKind::Evaluation(own) => {
                    (own.search.semantics.legacy_count, own.search.semantics.legacy_sum)
                }
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(readings(""), (false, false));
        assert_eq!(readings("readings = { cuenta_fichas = \"announced\" }"), (false, false));
        assert_eq!(readings("readings = { cuenta_fichas = \"engine\" }"), (true, false));
        let both = "readings = { cuenta_fichas = \"engine\", suma_fila = \"engine\" }";
        assert_eq!(readings(both), (true, true));
    }
}
