//! A contest that serves as a model for a new one: its file, read line by line, so that its
//! comments are kept.

use super::say;
use certamen_contest::{ContestFile, Folder};
use certamen_game::DynGame;
use certamen_i18n::{Context, UserError, usage};
use std::fs;

/// The file of a contest that comes with the program, by its name.
macro_rules! known {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../../../../contests/", $name, "/contest.toml")))),+]
    };
}

const KNOWN: &[(&str, &str)] = known![
    "coins",
    "coins-short",
    "footsteps",
    "footsteps-languages",
    "footsteps-memory",
    "go",
    "go-9x9",
    "intervalo",
    "mancala8",
    "mancala8-programs",
    "minoria",
];

pub struct Model(String);

/// One line of it, or the lines of one key.
#[derive(PartialEq, Eq, Debug)]
pub enum ModelLine<'a> {
    Title,
    /// The entrants: the built-in players among them.
    Bots(Vec<String>),
    Other(&'a str),
}

impl Model {
    /// The contest in a folder, or the one of this name; it must be one of `game`.
    pub fn find(given: &str, game: &dyn DynGame) -> Result<Model, UserError> {
        let folder = Folder::new(given.as_ref());
        let path = folder.contest_file();
        let (text, slug) = if path.is_file() {
            let slug = ContestFile::read(&folder)?.game.info().slug.to_owned();
            (fs::read_to_string(&path).context(&path)?, slug)
        } else {
            let known = KNOWN.iter().find(|(name, _)| *name == given);
            let (_, text) = known.ok_or_else(|| {
                let names: Vec<&str> = KNOWN.iter().map(|(name, _)| *name).collect();
                usage(say::no_model(given, names.join(", ")))
            })?;
            let slug = text.lines().find_map(|line| value_of(line, "game")).unwrap_or_default();
            ((*text).to_owned(), slug.trim_matches('"').to_owned())
        };
        let asked = game.info().slug;
        if slug != asked {
            return Err(usage(say::contest_of_another_game(given, slug, asked)));
        }
        Ok(Model(text))
    }

    /// Its lines, without the comment that opens it: that one speaks of itself.
    pub fn lines(&self) -> Vec<ModelLine<'_>> {
        let mut rest = self.0.lines().skip_while(|line| line.starts_with('#')).skip(1);
        let mut lines = Vec::new();
        let mut in_section = false;
        while let Some(line) = rest.next() {
            in_section |= line.starts_with('[');
            if in_section {
                lines.push(ModelLine::Other(line));
            } else if value_of(line, "name").is_some() {
                lines.push(ModelLine::Title);
            } else if let Some(value) = value_of(line, "bots") {
                let mut list = value.to_owned();
                while !is_whole(&list) {
                    let Some(line) = rest.next() else { break };
                    list.push('\n');
                    list.push_str(line);
                }
                lines.push(ModelLine::Bots(house_players(&list)));
            } else {
                lines.push(ModelLine::Other(line));
            }
        }
        lines
    }
}

/// The text after `key =` on a line that begins with it.
fn value_of<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let (given, value) = line.split_once('=')?;
    (given.trim() == key).then(|| value.trim())
}

/// Whether a list ends: its bracket does, outside of texts and comments.
fn is_whole(list: &str) -> bool {
    list.lines().any(|line| {
        let mut in_text = false;
        let mut code = line.chars().take_while(|letter| {
            in_text ^= *letter == '"';
            in_text || *letter != '#'
        });
        let code: String = code.by_ref().collect();
        code.split('"').step_by(2).any(|part| part.contains(']'))
    })
}

/// The built-in players of a list; paths would be wrong in another folder.
fn house_players(list: &str) -> Vec<String> {
    let code = list.lines().map(|line| line.split('#').next().unwrap_or_default());
    let code: Vec<&str> = code.collect();
    let texts = code.iter().flat_map(|line| line.split('"').skip(1).step_by(2));
    texts.filter(|bot| bot.contains("builtin:")).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_and_the_bots_are_found_however_they_are_written() {
        let model = Model(
            "#:schema x\n# About this one.\n\n# Its title.\nname = \"[old]\"\nbots = [\n  \"a]b.py\", # ] no end\n  \
             \"builtin:first\", \"old=builtin:last\",\n]\nseed = 1\n[format]\nname = 1\n"
                .to_owned(),
        );
        let bots = ["builtin:first", "old=builtin:last"].map(str::to_owned);
        let expected = [
            ModelLine::Other("# Its title."),
            ModelLine::Title,
            ModelLine::Bots(bots.to_vec()),
            ModelLine::Other("seed = 1"),
            ModelLine::Other("[format]"),
            ModelLine::Other("name = 1"),
        ];
        assert_eq!(model.lines(), expected);
    }
}
