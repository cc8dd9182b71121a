//! The games: one file or folder each, with the built-in players next to the rules.
//!
//! Pure functions over values: nothing here knows processes, files or clocks.

pub mod brief;
pub mod openings;
mod registry;
#[macro_use]
pub mod starter;
pub mod worth;

pub use registry::{
    Finder, FoundGame, SlugTaken, all, find, find_rules, is_path, locate, register, set_finder,
};

use certamen_game::DynGame;

/// Declares the module of each game and puts its `GAME` into [`ALL`].
macro_rules! games {
    ($($slug:ident),+ $(,)?) => {
        $(pub mod $slug;)+

        pub static ALL: &[&dyn DynGame] = &[$(&certamen_game::Erased($slug::GAME)),+];

        /// The page of each game in the documentation, in English.
        const PAGES: &[(&str, &str)] = &[$((
            stringify!($slug),
            include_str!(concat!("../docs/", stringify!($slug), ".md")),
        )),+];

        /// The JSON Schema of each game's options, generated from their type.
        const OPTIONS: &[(&str, &str)] = &[$((
            stringify!($slug),
            include_str!(concat!(stringify!($slug), "/options.json")),
        )),+];
    };
}

games! { footsteps, intervalo, coins, mancala8, go, minoria, chess }

/// The rules of a game as its documentation page has them: Markdown, in English.
pub fn rules(slug: &str) -> Option<&'static str> {
    if let Some(found) = registry::found(slug) {
        return found.page;
    }
    let (_, page) = PAGES.iter().find(|(own, _)| *own == slug)?;
    let (_, rules) = page.split_once("\n## Rules")?;
    let (_, rules) = rules.split_once('\n')?;
    Some(rules.split_once("\n## ").map_or(rules, |(rules, _)| rules).trim())
}

/// The JSON Schema of the options of a game, which must be one of [`all`].
pub fn options_schema(slug: &str) -> serde_json::Value {
    if let Some(found) = registry::found(slug) {
        return found.options_schema.clone();
    }
    let (_, schema) = OPTIONS.iter().find(|(own, _)| *own == slug).expect("the game is listed");
    serde_json::from_str(schema).expect("a test compares it with the generated one")
}

// Parses a whole number as programs print it, from arbitrary text.

/// The number that `reply` consists of: ASCII digits on one line, with blanks around them and one
/// end of line behind them if need be. `None` for anything else, a sign or a fraction included.
/// What is too large for the type is its largest value: no game has a use for either.
pub(crate) fn decimal(reply: &str) -> Option<u64> {
    let line = reply.strip_suffix('\n').unwrap_or(reply);
    let line = line.strip_suffix('\r').unwrap_or(line);
    let digits = line.trim_matches([' ', '\t']);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::decimal;

    #[test]
    fn digits_on_one_line_are_a_number() {
        for reply in ["17", "17\n", "17\r\n", " \t17 \n", "0017"] {
            assert_eq!(decimal(reply), Some(17), "{reply:?}");
        }
        assert_eq!(decimal(&"0".repeat(400)), Some(0));
        assert_eq!(decimal(&format!("1{}", "0".repeat(400))), Some(u64::MAX));
    }

    #[test]
    fn nothing_else_is() {
        let others =
            ["", "\n", " ", "+1", "-1", "1.0", "1,5", "1e3", "0x1", "1 2", "1\n2", "1\n\n"];
        for reply in others.into_iter().chain(["\n1", "1\n ", "١", "１", "½", "1\0", "fin"]) {
            assert_eq!(decimal(reply), None, "{reply:?}");
        }
    }
}
