//! The starters of a game: files of usual names in its folder `starters/`.

/// The starters of the game in whose folder this stands, in these languages.
macro_rules! starters {
    ($($language:tt),+ $(,)?) => {
        fn starters(&self) -> &'static [certamen_game::Starter] {
            &[$(certamen_game::Starter {
                language: $language,
                file: starter_file!($language),
                template: include_str!(concat!("starters/", starter_file!($language))),
            }),+]
        }
    };
}

/// The notes in them: what the template calls each, and its text in the game's `say`.
macro_rules! starter_notes {
    ($($key:ident: $text:ident),+ $(,)?) => {
        fn starter_note(&self, key: &str) -> Option<certamen_i18n::Message> {
            Some(match key {
                $(stringify!($key) => say::$text(),)+
                _ => return None,
            })
        }
    };
}

/// What the one file of a starter is called.
macro_rules! starter_file {
    ("c") => {
        "bot.c"
    };
    ("common-lisp") => {
        "bot.lisp"
    };
    ("cpp") => {
        "bot.cpp"
    };
    ("go") => {
        "bot.go"
    };
    ("java") => {
        "Bot.java"
    };
    ("javascript") => {
        "bot.js"
    };
    ("python") => {
        "bot.py"
    };
    ("ruby") => {
        "bot.rb"
    };
    ("rust") => {
        "bot.rs"
    };
}
