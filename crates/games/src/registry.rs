//! The games that this process knows: those that are built in, and those that it found.
//!
//! A game whose rules are a program is found while a command reads its arguments or a contest file.
//! From then on it is a game like the others for as long as the process lives, so it is never
//! removed: results, pages and records name games by their slugs.

use crate::ALL;
use certamen_game::DynGame;
use std::sync::{PoisonError, RwLock};

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
    /// The slug.
    pub slug: &'static str,
    /// Where the one that is already known was found.
    pub place: String,
}

static FOUND: RwLock<Vec<FoundGame>> = RwLock::new(Vec::new());

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
