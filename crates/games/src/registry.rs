//! The games that this process knows: those that are built in, and those that it found.
//!
//! A game whose rules are a program is found while a command reads its arguments or a contest file.
//! From then on it is a game like the others for as long as the process lives, so it is never
//! removed: results, pages and records name games by their slugs.

use crate::ALL;
use certamen_game::DynGame;
use certamen_i18n::Message;
use std::path::Path;
use std::sync::{OnceLock, PoisonError, RwLock};

/// A game that is not built in.
#[derive(Clone)]
pub struct FoundGame {
    /// The game, which has a [`certamen_game::RulesSource`].
    pub game: &'static dyn DynGame,
    /// The JSON Schema of its options.
    pub options_schema: serde_json::Value,
    /// The page with its rules, in Markdown.
    pub page: Option<&'static str>,
    /// Where it was found, for messages.
    pub place: String,
}

/// Two games that were found have the same slug, but other rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlugTaken {
    pub slug: &'static str,
    /// Where the one that is already known was found.
    pub place: String,
}

static FOUND: RwLock<Vec<FoundGame>> = RwLock::new(Vec::new());

/// Finds and opens a game that is not built in: what was given, and the folder that paths are
/// relative to. `None` if there is none of this slug.
pub type Finder =
    dyn Fn(&str, &Path) -> Result<Option<&'static dyn DynGame>, Message> + Send + Sync;

static FINDER: OnceLock<Box<Finder>> = OnceLock::new();

/// Sets how games are found that are not built in; the first one that is set stays. Only a program
/// that can start others has such a finder.
pub fn set_finder(finder: Box<Finder>) {
    FINDER.get_or_init(|| finder);
}

/// Whether this names a file or a folder, and not a slug.
pub fn is_path(given: &str) -> bool {
    given.contains('/') || Path::new(given).extension().is_some()
}

/// The game that a user or a file named: a path relative to `beside`, or a slug. `None` if there is
/// none; the reason if it cannot be used.
pub fn locate(given: &str, beside: &Path) -> Result<Option<&'static dyn DynGame>, Message> {
    if !is_path(given)
        && let Some(found) = found(given)
    {
        return Ok(Some(found.game));
    }
    let opened = FINDER.get().map_or(Ok(None), |finder| finder(given, beside))?;
    Ok(opened.or_else(|| if is_path(given) { None } else { built_in(given) }))
}

/// Makes a game known. It is used instead of a built-in game with its slug; a game that was found
/// before must have the same rules, and is returned then.
pub fn register(game: FoundGame) -> Result<&'static dyn DynGame, SlugTaken> {
    let mut all = FOUND.write().unwrap_or_else(PoisonError::into_inner);
    let slug = game.game.info().slug;
    match all.iter().find(|known| known.game.info().slug == slug) {
        Some(known) if known.game.rules_source() == game.game.rules_source() => Ok(known.game),
        Some(known) => Err(SlugTaken { slug, place: known.place.clone() }),
        None => {
            let found = game.game;
            all.push(game);
            Ok(found)
        }
    }
}

/// All games, the built-in ones first, without those that another one replaces.
pub fn all() -> Vec<&'static dyn DynGame> {
    let found = FOUND.read().unwrap_or_else(PoisonError::into_inner);
    let found: Vec<_> = found.iter().map(|found| found.game).collect();
    let slugs: Vec<&str> = found.iter().map(|game| game.info().slug).collect();
    let built_in = ALL.iter().copied().filter(|game| !slugs.contains(&game.info().slug));
    built_in.chain(found.iter().copied()).collect()
}

/// The game with this slug: one that was found, or else a built-in one.
pub fn find(slug: &str) -> Option<&'static dyn DynGame> {
    found(slug).map(|found| found.game).or_else(|| built_in(slug))
}

/// The game with this slug and the digest of its rules, `None` for a built-in game.
pub fn find_rules(slug: &str, digest: Option<&str>) -> Option<&'static dyn DynGame> {
    match digest {
        None => built_in(slug),
        Some(_) => found(slug)
            .map(|found| found.game)
            .filter(|game| game.rules_source().rules_digest.as_deref() == digest),
    }
}

fn built_in(slug: &str) -> Option<&'static dyn DynGame> {
    ALL.iter().copied().find(|game| game.info().slug == slug)
}

pub(crate) fn found(slug: &str) -> Option<FoundGame> {
    let all = FOUND.read().unwrap_or_else(PoisonError::into_inner);
    all.iter().find(|found| found.game.info().slug == slug).cloned()
}
