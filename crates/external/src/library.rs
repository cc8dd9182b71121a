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

#[cfg(test)]
mod tests {
    use super::*;

    /// The released libraries. The digests of records name their versions, so another text is another
    /// version: add it to the list, and leave the old one.
    const RELEASED: [(&str, u32, &str); 4] = [
        ("python", 1, "21858cc18fa89782da5ddea4ab2293224fa08be09db8201b919e96783c2f7872"),
        ("javascript", 1, "a41a39c275e7c810b9f44e1ba74c3c402747470c68e1279f9a5107ae877dbd11"),
        ("rust", 1, "44815fb5f113e12918cc657c0c26786b998116616c58d86d191958360dcaeb9d"),
        ("c", 1, "f9351e27fbdca2edb390e70d97ca6c6f812b8bb4dfbc6eef01cff47019e797ff"),
    ];

    #[test]
    fn released_libraries_do_not_change() {
        let own = |library: &Library| {
            let hash = blake3::hash(library.text.as_bytes()).to_hex().to_string();
            (library.language, library.version, hash)
        };
        let own: Vec<_> = LIBRARIES.iter().map(own).collect();
        let released =
            RELEASED.map(|(language, version, hash)| (language, version, hash.to_owned()));
        assert_eq!(own, released);
    }
}
