//! The games: one file or folder each, house players beside the rules.
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
    };
}

games! { footsteps, intervalo, coins, mancala8, go, minoria }

/// The game of this slug.
pub fn find(slug: &str) -> Option<&'static dyn DynGame> {
    ALL.iter().copied().find(|game| game.info().slug == slug)
}
