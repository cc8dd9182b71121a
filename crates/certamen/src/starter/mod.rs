//! Starter bots: programs that play legally, to be made one's own.

mod general;
mod notes;

use certamen_game::{Language, Words};

/// A starter bot: one source file of a game in a programming language, its comments left open.
pub(crate) struct Starter {
    /// The slug of the game.
    pub(crate) game: &'static str,
    /// The programming language, as `bot.toml` names it.
    pub(crate) language: &'static str,
    /// The name of the source file.
    pub(crate) file: &'static str,
    template: &'static str,
}

/// Every starter there is.
pub(crate) const ALL: [Starter; 25] = [
    starter("footsteps", "c", "bot.c", include_str!("../../starters/footsteps/bot.c")),
    starter("footsteps", "java", "Bot.java", include_str!("../../starters/footsteps/Bot.java")),
    starter("footsteps", "javascript", "bot.js", include_str!("../../starters/footsteps/bot.js")),
    starter("footsteps", "python", "bot.py", include_str!("../../starters/footsteps/bot.py")),
    starter("footsteps", "rust", "bot.rs", include_str!("../../starters/footsteps/bot.rs")),
    starter("intervalo", "c", "bot.c", include_str!("../../starters/intervalo/bot.c")),
    starter("intervalo", "java", "Bot.java", include_str!("../../starters/intervalo/Bot.java")),
    starter("intervalo", "javascript", "bot.js", include_str!("../../starters/intervalo/bot.js")),
    starter("intervalo", "python", "bot.py", include_str!("../../starters/intervalo/bot.py")),
    starter("intervalo", "rust", "bot.rs", include_str!("../../starters/intervalo/bot.rs")),
    starter("coins", "c", "bot.c", include_str!("../../starters/coins/bot.c")),
    starter("coins", "java", "Bot.java", include_str!("../../starters/coins/Bot.java")),
    starter("coins", "javascript", "bot.js", include_str!("../../starters/coins/bot.js")),
    starter("coins", "python", "bot.py", include_str!("../../starters/coins/bot.py")),
    starter("coins", "rust", "bot.rs", include_str!("../../starters/coins/bot.rs")),
    starter("mancala8", "c", "bot.c", include_str!("../../starters/mancala8/bot.c")),
    starter("mancala8", "java", "Bot.java", include_str!("../../starters/mancala8/Bot.java")),
    starter("mancala8", "javascript", "bot.js", include_str!("../../starters/mancala8/bot.js")),
    starter("mancala8", "python", "bot.py", include_str!("../../starters/mancala8/bot.py")),
    starter("mancala8", "rust", "bot.rs", include_str!("../../starters/mancala8/bot.rs")),
    starter("go", "c", "bot.c", include_str!("../../starters/go/bot.c")),
    starter("go", "java", "Bot.java", include_str!("../../starters/go/Bot.java")),
    starter("go", "javascript", "bot.js", include_str!("../../starters/go/bot.js")),
    starter("go", "python", "bot.py", include_str!("../../starters/go/bot.py")),
    starter("go", "rust", "bot.rs", include_str!("../../starters/go/bot.rs")),
];

const fn starter(
    game: &'static str,
    language: &'static str,
    file: &'static str,
    template: &'static str,
) -> Starter {
    Starter { game, language, file, template }
}

/// What a template leaves open: the word between braces, and what is said in its place.
type Note = (&'static str, Words);

/// The starter of a game in a programming language.
pub(crate) fn find(game: &str, language: &str) -> Option<&'static Starter> {
    ALL.iter().find(|starter| starter.game == game && starter.language == language)
}

/// The programming languages in which there are starters for a game.
pub(crate) fn languages(game: &str) -> Vec<&'static str> {
    ALL.iter().filter(|starter| starter.game == game).map(|starter| starter.language).collect()
}

impl Starter {
    /// The source, its comments in `language`. `folder` is how its user types the path of the bot.
    pub(crate) fn source(&self, folder: &str, language: Language) -> String {
        let mut source = String::new();
        for line in self.template.lines() {
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
        let notes = notes::of_game(self.game).iter().chain(&general::NOTES);
        let mut fitting = notes.filter(|(name, _)| *name == key);
        let (_, words) = fitting.next().expect("a test asks for every key of every template");
        let text = words.get(language).to_owned();
        if key != "protocol" {
            return text;
        }
        let trial = general::TRIAL.get(language);
        format!("{text}\n\n{trial}").replace("GAME", self.game).replace("DIR", folder)
    }
}

/// The lines of `text`, each behind the mark of a comment, such as `    // `.
fn commented(mark: &str, text: &str) -> String {
    let lines = text.lines().map(|line| format!("{mark}{line}").trim_end().to_owned());
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_starters_in_the_same_languages() {
        for game in certamen_games::ALL {
            let slug = game.info().slug;
            assert_eq!(languages(slug), ["c", "java", "javascript", "python", "rust"], "{slug}");
        }
    }

    #[test]
    fn every_starter_explains_itself_in_every_language() {
        for starter in &ALL {
            let sources = Language::ALL.map(|language| starter.source("my/bot", language));
            for source in &sources {
                let (game, file) = (starter.game, starter.file);
                let open = |line: &str| line.contains("// {{") || line.contains("# {{");
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
                assert!(!sources[..at].contains(source), "{}: {source}", starter.game);
            }
        }
    }

    #[test]
    fn comments_keep_their_place() {
        assert_eq!(commented("    // ", "one\n\ntwo"), "    // one\n    //\n    // two");
    }
}
