//! The games: one file or folder each, with the built-in players next to the rules.
//!
//! Pure functions over values: nothing here knows processes, files or clocks.

mod decimal;
pub mod starter;
#[macro_use]
mod starters;
pub mod worth;

use certamen_game::DynGame;

/// Declares the module of each game and puts its `GAME` into [`ALL`].
macro_rules! games {
    ($($slug:ident),+ $(,)?) => {
        $(pub mod $slug;)+

        /// Every game there is.
        pub static ALL: &[&dyn DynGame] = &[$(&certamen_game::Erased($slug::GAME)),+];

        /// The page of each game in the documentation, in English.
        const PAGES: &[(&str, &str)] = &[$((
            stringify!($slug),
            include_str!(concat!("../../../docs/games/", stringify!($slug), ".md")),
        )),+];

        /// The JSON Schema of each game's options, generated from their type.
        const OPTIONS: &[(&str, &str)] = &[$((
            stringify!($slug),
            include_str!(concat!(stringify!($slug), "/options.json")),
        )),+];
    };
}

games! { footsteps, intervalo, coins, mancala8, go, minoria }

/// The rules of a game as its documentation page has them: Markdown, in English.
pub fn rules(slug: &str) -> Option<&'static str> {
    let (_, page) = PAGES.iter().find(|(own, _)| *own == slug)?;
    let (_, told) = page.split_once("\n## Rules")?;
    let (_, told) = told.split_once('\n')?;
    Some(told.split_once("\n## ").map_or(told, |(rules, _)| rules).trim())
}

/// The JSON Schema of the options of a game, which must be one of [`ALL`].
pub fn options_schema(slug: &str) -> serde_json::Value {
    let (_, schema) = OPTIONS.iter().find(|(own, _)| *own == slug).expect("the game is listed");
    serde_json::from_str(schema).expect("a test compares it with the generated one")
}

/// The game of this slug.
pub fn find(slug: &str) -> Option<&'static dyn DynGame> {
    ALL.iter().copied().find(|game| game.info().slug == slug)
}
