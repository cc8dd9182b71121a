//! Rules to begin with, one source file for each language that has a library.

/// The languages, the endings of their files, and the rules, in which `SLUG` is the name.
const STARTERS: &[(&str, &str, &str)] = &[
    ("python", "py", include_str!("../templates/game.py")),
    ("javascript", "mjs", include_str!("../templates/game.mjs")),
    ("rust", "rs", include_str!("../templates/game.rs")),
    ("c", "c", include_str!("../templates/game.c")),
];

/// The languages that games can be begun in.
pub fn starter_languages() -> Vec<&'static str> {
    STARTERS.iter().map(|(language, ..)| *language).collect()
}

/// The name and the content of a source file with rules for a game of this slug; `None` for other
/// languages.
pub fn starter(language: &str, slug: &str) -> Option<(String, String)> {
    let (_, ending, text) = STARTERS.iter().find(|(known, ..)| *known == language)?;
    Some((format!("{slug}.{ending}"), text.replace("SLUG", slug)))
}
