//! The bots of a contest: who the entries of its file are.

use crate::HallError;
use certamen_contest::{
    ContestError, ContestFile, Folder, Share,
    file::{self, Listed},
};
use certamen_game::DynGame;
use certamen_worker::{Bot, BotError, Kind};

/// The bots of a contest, in order of entry.
pub fn find_bots(folder: &Folder, file: &ContestFile) -> Result<Vec<Bot>, HallError> {
    let path = folder.contest_file();
    let mut bots = Vec::new();
    for given in &file.bots {
        let expanded = file::expand(folder.path(), given)
            .map_err(|fault| ContestError::bad_file(path.clone(), fault))?;
        let found: Result<Vec<Bot>, BotError> = match expanded {
            Listed::Named(spec) => Bot::of(&spec, file.game).map(|bot| vec![bot]),
            Listed::Found(specs) => {
                specs.iter().map(|spec| Bot::of_unlinked(spec, file.game)).collect()
            }
        };
        let wrong = |error| HallError::Bots { path: path.clone(), error: Box::new(error) };
        bots.extend(found.map_err(wrong)?);
    }
    set_depth(&mut bots, file.search.map(|search| search.depth), file.game);
    Ok(bots)
}

/// The bot whose time is the measure of `share`.
pub(crate) fn bot_of(folder: &Folder, share: &Share, game: &dyn DynGame) -> Result<Bot, BotError> {
    Bot::of(&share.of().clone().within(folder.path()), game)
}

/// Gives `depth` to those that search, unless their names say otherwise.
pub fn set_depth(bots: &mut [Bot], depth: Option<u32>, game: &dyn DynGame) {
    let Some(depth) = depth else { return };
    for bot in bots {
        match &mut bot.kind {
            Kind::House { name, arguments } => {
                let mut deeper = arguments.clone();
                deeper.entry("depth".to_owned()).or_insert_with(|| depth.to_string());
                if game.house_player(name, &deeper).is_ok() {
                    *arguments = deeper;
                }
            }
            Kind::Evaluation(evaluation) => {
                evaluation.search.depth.get_or_insert(depth);
            }
            Kind::Program(_) | Kind::Human => {}
        }
    }
}
