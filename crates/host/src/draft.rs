//! The first contest file of a new contest: it can be run as it is, and says in the user's language
//! what may be changed.

use certamen_contest::{ContestFile, Folder};
use certamen_game::{DynGame, GameInfo, ProgramsMemory, Scoring};
use certamen_i18n::{Context, Language, Message, UserError, usage};
use serde_json::Value;
use std::fs;

/// What a new contest file says of itself.
pub mod say {
    certamen_i18n::texts!(pub "locales/draft");
}

const FIELD: usize = 3;

pub struct Draft<'a> {
    pub game: &'static dyn DynGame,
    /// How the contest file names the game: by its slug, or by the path of its program.
    pub named: &'a str,
    pub name: &'a str,
    /// How its host types the path of its folder.
    pub folder: &'a str,
    /// The path of the schema, relative to the file.
    pub schema: &'a str,
    pub language: Language,
}

impl Draft<'_> {
    /// The whole `contest.toml`.
    pub fn text(&self) -> String {
        let info = self.game.info();
        let mut page = DraftPage { text: String::new(), language: self.language };
        page.line(&format!("#:schema {}", self.schema));
        page.comment(&say::intro(&info.title, self.folder));
        page.line("");
        page.entry(&say::name(), &format!("name = {}", quoted(self.name)));
        page.entry(&say::game(), &format!("game = {}", quoted(self.named)));
        page.entry(&say::seed(), "seed = 1");
        self.bots(&mut page);
        self.options(&mut page);
        meetings(&info, &mut page);
        conditions(&info, &mut page);
        submissions(&mut page);
        page.text
    }

    /// The README in the folder for bots.
    pub fn notes(&self) -> String {
        let slug = self.game.info().slug;
        let bots = format!("{}/bots", self.folder.trim_end_matches('/'));
        let text = if self.game.starters().is_empty() {
            say::folder_without_starter(self.folder)
        } else {
            say::folder(slug, bots, self.folder)
        };
        text.get(self.language) + "\n"
    }

    /// The contest file for a contest modelled on another one: its lines, except the title and the
    /// entrants.
    pub fn modelled_on(&self, model: &Model) -> String {
        let mut page = DraftPage { text: String::new(), language: self.language };
        page.line(&format!("#:schema {}", self.schema));
        page.comment(&say::intro(&self.game.info().title, self.folder));
        page.line("");
        for line in model.lines() {
            match line {
                ModelLine::Title => page.line(&format!("name = {}", quoted(self.name))),
                ModelLine::Bots(builtin) if builtin.is_empty() => self.bots(&mut page),
                ModelLine::Bots(builtin) => self.bots_of(&builtin, &mut page),
                ModelLine::Other(line) => page.line(line),
            }
        }
        page.text
    }

    fn bots(&self, page: &mut DraftPage) {
        let builtin: Vec<String> =
            field(self.game).into_iter().map(|name| format!("builtin:{name}")).collect();
        self.bots_of(&builtin, page);
    }

    fn bots_of(&self, builtin: &[String], page: &mut DraftPage) {
        page.comment(&say::bots());
        page.line("bots = [");
        for bot in builtin {
            page.line(&format!("    {},", quoted(bot)));
        }
        page.line(&format!("    # {}", say::programs().get(self.language)));
        page.line("    # \"bots/*\",");
        page.line("]");
    }

    fn options(&self, page: &mut DraftPage) {
        let usual = self.game.default_options();
        let Some(usual) = usual.as_object().filter(|usual| !usual.is_empty()) else { return };
        page.line("");
        page.comment(&say::options());
        page.line("[options]");
        let (unset, set): (Vec<_>, Vec<_>) = usual.iter().partition(|(_, value)| value.is_null());
        for (key, value) in set {
            // Texts, numbers and lists of them are written alike in JSON and in TOML; no option has
            // more.
            page.line(&format!("# {key} = {value}"));
        }
        if !unset.is_empty() {
            let keys: Vec<&str> = unset.iter().map(|(key, _)| key.as_str()).collect();
            page.comment(&say::unset(keys.join(", ")));
        }
    }
}

/// The first entrants: the game's own players, then those that any game has.
fn field(game: &dyn DynGame) -> Vec<&'static str> {
    let own = game.builtin_names();
    let (any, own): (Vec<_>, Vec<_>) =
        own.into_iter().partition(|name| certamen_game::builtin::ANY_GAME.contains(name));
    let count = usize::from(*game.info().seats.start()).max(FIELD);
    own.into_iter().chain(any).take(count).collect()
}

fn meetings(info: &GameInfo, page: &mut DraftPage) {
    page.line("");
    page.line("[format]");
    if is_for_two(info) {
        page.entry(&say::round_robin(), "kind = \"round-robin\"\ngames_per_pair = 2");
    } else {
        page.entry(&say::one_table(), "kind = \"one-table\"\ngames = 12");
    }
    page.line("");
    page.line("[ranking]");
    match info.scoring {
        Scoring::WinLoss => page.entry(&say::points(), "kind = \"points\""),
        Scoring::Score => page.entry(&say::total_score(), "kind = \"total-score\""),
    }
}

fn is_for_two(info: &GameInfo) -> bool {
    info.seats == (2..=2)
}

fn conditions(info: &GameInfo, page: &mut DraftPage) {
    page.line("\n[limits]");
    let move_time = format!("move_time = \"{}s\"", info.move_time.as_secs_f64());
    page.entry(&say::move_time(), &move_time);
    page.entry(&say::memory(), "memory = \"256 MiB\"");
    page.line("\n[programs]");
    let remembered = match info.memory {
        ProgramsMemory::None => say::forgetful(),
        ProgramsMemory::Match => say::remembering(),
    };
    page.entry(&remembered, &format!("memory = \"{}\"", info.memory.word()));
    // With all entrants at one table no bot can be disqualified.
    if is_for_two(info) {
        page.entry(&say::faults(), "# disqualify_on = [\"timeout\", \"crash\"]");
    }
    page.line("\n[sandbox]");
    page.entry(&say::tier(), "minimum_tier = \"B\"");
}

/// What a contest needs that takes submissions on a site, to be switched on.
fn submissions(page: &mut DraftPage) {
    page.line("");
    page.entry(&say::entries(), "# [entries]");
    page.entry(&say::closes(), "# closes = \"2027-03-27T12:00[Europe/Madrid]\"");
    page.entry(&say::per_author(), "# per_author = 2");
    page.entry(&say::max_source(), "# max_source = \"64 KiB\"");
    page.entry(&say::approval(), "# approval = true");
    page.line("");
    page.entry(&say::site(), "# [site]");
    page.entry(&say::prize(), "# prize = \"100 EUR\"");
    page.entry(&say::play_against(), "# play_against = \"all\"");
}

struct DraftPage {
    text: String,
    language: Language,
}

impl DraftPage {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn comment(&mut self, words: &Message) {
        for line in words.get(self.language).lines() {
            self.line(format!("# {line}").trim_end());
        }
    }

    fn entry(&mut self, words: &Message, lines: &str) {
        self.comment(words);
        self.line(lines);
    }
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// The file of a contest that comes with the program, by its name.
macro_rules! known {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../contests/", $name, "/contest.toml")))),+]
    };
}

const KNOWN: &[(&str, &str)] = known![
    "chess",
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
                lines.push(ModelLine::Bots(builtin_players(&list)));
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
fn builtin_players(list: &str) -> Vec<String> {
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
