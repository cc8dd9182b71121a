//! The libraries for rules programs, which are part of this binary and are staged beside the sources.

/// A library for one language.
pub(crate) struct Library {
    /// The language, as `bot.toml` names it.
    pub(crate) language: &'static str,
    /// Its version: released ones are never changed.
    pub(crate) version: u32,
    /// The name of its file.
    pub(crate) file: &'static str,
    pub(crate) text: &'static str,
}

pub(crate) const LIBRARIES: &[Library] = &[
    Library {
        language: "python",
        version: 1,
        file: "certamen_game.py",
        text: include_str!("../libraries/certamen_game.py"),
    },
    Library {
        language: "javascript",
        version: 1,
        file: "certamen_game.mjs",
        text: include_str!("../libraries/certamen_game.mjs"),
    },
    Library {
        language: "rust",
        version: 1,
        file: "certamen_game.rs",
        text: include_str!("../libraries/certamen_game.rs"),
    },
    Library {
        language: "c",
        version: 1,
        file: "certamen_game.h",
        text: include_str!("../libraries/certamen_game.h"),
    },
];

/// The library of `language` in this version, or in the newest one.
pub(crate) fn find(language: &str, version: Option<u32>) -> Option<&'static Library> {
    let own = LIBRARIES.iter().filter(|library| library.language == language);
    match version {
        Some(version) => own.into_iter().find(|library| library.version == version),
        None => own.max_by_key(|library| library.version),
    }
}
