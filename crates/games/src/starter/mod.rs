//! Starter bots: programs that play legally, to be made one's own.

use certamen_game::{DynGame, ProgramsMemory, Starter};
use certamen_i18n::{Language, Message};

mod say {
    certamen_i18n::texts!("src/starter/words");
}

/// A starter of a game.
pub struct Filled {
    game: &'static dyn DynGame,
    /// What the game brings.
    pub starter: &'static Starter,
}

/// The starter of a game in a programming language.
pub fn find(game: &'static dyn DynGame, language: &str) -> Option<Filled> {
    let starter = game.starters().iter().find(|starter| starter.language == language)?;
    Some(Filled { game, starter })
}

/// The programming languages in which there are starters for a game.
pub fn languages(game: &dyn DynGame) -> Vec<&'static str> {
    game.starters().iter().map(|starter| starter.language).collect()
}

impl Filled {
    /// The source, its comments in `language`. `folder` is how its user types the path of the bot.
    pub fn source(&self, folder: &str, language: Language) -> String {
        let mut source = String::new();
        for line in self.starter.template.lines() {
            let open = line
                .split_once("{{")
                .and_then(|(mark, rest)| Some((mark, rest.strip_suffix("}}")?)));
            match open {
                None => source.push_str(line),
                Some((mark, key)) => {
                    source.push_str(&commented(mark, &self.text(key, folder, language)));
                }
            }
            source.push('\n');
        }
        source
    }

    /// The text that a template asks for by `key`.
    fn text(&self, key: &str, folder: &str, language: Language) -> String {
        let note = self.game.starter_note(key).or_else(|| general(key));
        let text = note.expect("a test asks for every key of every template").get(language);
        if key != "protocol" {
            return text;
        }
        let info = self.game.info();
        let trial = say::trial(folder, info.slug).get(language);
        match info.memory {
            ProgramsMemory::None => {
                format!("{text}\n\n{trial}\n{}", say::forgetful().get(language))
            }
            ProgramsMemory::Match => format!("{text}\n\n{trial}"),
        }
    }
}

/// What any template may ask for.
fn general(key: &str) -> Option<Message> {
    match key {
        "flush" => Some(say::flush()),
        "farewell" => Some(say::farewell()),
        "options" => Some(say::options()),
        _ => None,
    }
}

/// The lines of `text`, each behind the mark of a comment, such as `    // `.
fn commented(mark: &str, text: &str) -> String {
    let lines = text.lines().map(|line| format!("{mark}{line}").trim_end().to_owned());
    lines.collect::<Vec<_>>().join("\n")
}

// The starters of a game: files of usual names in its folder `starters/`.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_starter_explains_itself_in_every_language() {
        let of = |game: &'static dyn DynGame| {
            languages(game).into_iter().filter_map(move |language| find(game, language))
        };
        for starter in crate::ALL.iter().flat_map(|game| of(*game)) {
            let sources = Language::ALL.map(|language| starter.source("my/bot", language));
            for source in &sources {
                let (game, file) = (starter.game.info().slug, starter.starter.file);
                let open =
                    |line: &str| ["// {{", "# {{", ";; {{"].iter().any(|mark| line.contains(mark));
                assert!(
                    !source.lines().any(open),
                    "{game} {file}:
{source}"
                );
                assert!(
                    source.contains(&format!("certamen check my/bot --game {game}")),
                    "{source}"
                );
                assert!(source.lines().all(|line| line.chars().count() <= 110), "{source}");
            }
            for (at, source) in sources.iter().enumerate() {
                assert!(!sources[..at].contains(source), "{source}");
            }
        }
    }

    #[test]
    fn comments_keep_their_place() {
        assert_eq!(commented("    // ", "one\n\ntwo"), "    // one\n    //\n    // two");
    }
}
