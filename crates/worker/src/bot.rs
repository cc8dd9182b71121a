//! BOT, as people write it: a folder, a source file, an executable, `builtin:NAME`, `NAME=BOT`.

use crate::{
    BotError, Manifest,
    evaluation::{self, Search},
    files::{self, BotFile},
    manifest::check_name,
};
use certamen_game::{DynGame, Language, Protocol, house::Arguments};
use certamen_sandbox::Languages;
use std::{
    collections::BTreeMap,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

/// A bot that was found and looks as it should; nothing has been built or started.
#[derive(Clone, Debug)]
pub struct Bot {
    /// What tables call it.
    pub name: String,
    /// The hash of its files; empty for house players.
    pub digest: String,
    /// The language it is written in.
    pub language: String,
    /// What it is.
    pub kind: Kind,
    /// What its author says about it.
    pub about: About,
}

/// What an author says about his bot.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct About {
    /// Who he is.
    pub author: Option<String>,
    /// The language in which he reads.
    pub lang: Option<Language>,
    /// Whether the same question always gets the same answer.
    pub deterministic: Option<bool>,
}

/// What a bot is.
#[derive(Clone, Debug)]
pub enum Kind {
    /// One of our own, run in-process.
    House {
        /// Its name.
        name: String,
        /// What stands behind the name.
        arguments: Arguments,
    },
    /// A program.
    Program(Box<ProgramBot>),
    /// A person at the terminal.
    Human,
}

/// A program's files and how it is built, run and asked.
#[derive(Clone, Debug)]
pub struct ProgramBot {
    pub(crate) files: Vec<BotFile>,
    pub(crate) sources: Vec<PathBuf>,
    pub(crate) build: Option<Vec<String>>,
    pub(crate) run: Option<Vec<String>>,
    /// What must be installed, and the package that has it.
    pub(crate) requires: BTreeMap<PathBuf, String>,
    /// How it is asked; the game's own way if absent.
    pub protocol: Option<Protocol>,
    /// For an evaluation function: the search that is supplied to it.
    pub search: Option<Search>,
}

/// What people are called.
const HUMAN: &str = "human";
/// The language of programs that come built.
const EXECUTABLE: &str = "executable";

impl ProgramBot {
    /// The sources: a path inside the bot's folder and what is in it.
    pub fn sources(&self) -> impl Iterator<Item = (&Path, &[u8])> {
        let own = self.files.iter().filter(|file| self.sources.contains(&file.path));
        own.map(|file| (&*file.path, &*file.content))
    }

    /// The name and the bytes of the file, if this is an evaluation function.
    pub fn evaluation(&self) -> Option<(&Path, &[u8])> {
        self.search?;
        let source = self.sources.first()?;
        let file = self.files.iter().find(|file| file.path == *source)?;
        Some((&file.path, &file.content))
    }
}

impl Bot {
    /// Whether the same question always gets the same answer, as far as its author, or we, say.
    pub fn is_deterministic(&self) -> bool {
        match &self.kind {
            Kind::House { .. } | Kind::Program(_) => self.about.deterministic == Some(true),
            Kind::Human => false,
        }
    }

    /// Finds the bot that `given` names, for `game`.
    pub fn find(given: &str, game: &dyn DynGame) -> Result<Bot, BotError> {
        let (name, rest) = split_name(given);
        if let Some(name) = name {
            let wrong = |reason| BotError::Name { given: given.to_owned(), reason };
            check_name(name).map_err(wrong)?;
        }
        let mut bot = if rest == HUMAN {
            human()
        } else if let Some(house) = rest.strip_prefix("builtin:") {
            house_player(house, given, game)?
        } else {
            program(rest, given, game)?
        };
        if let Some(name) = name {
            name.clone_into(&mut bot.name);
        }
        Ok(bot)
    }
}

/// The name in `NAME=BOT`. In `builtin:bueno:depth=4` the sign belongs to an argument, and a path
/// that exists is a path.
fn split_name(given: &str) -> (Option<&str>, &str) {
    match given.split_once('=') {
        Some((name, bot)) if !name.contains([':', '/']) && !Path::new(given).exists() => {
            (Some(name), bot)
        }
        _ => (None, given),
    }
}

fn human() -> Bot {
    Bot {
        name: HUMAN.to_owned(),
        digest: String::new(),
        language: HUMAN.to_owned(),
        kind: Kind::Human,
        about: About::default(),
    }
}

fn house_player(text: &str, given: &str, game: &dyn DynGame) -> Result<Bot, BotError> {
    let mut parts = text.split(':');
    let name = parts.next().unwrap_or_default().to_owned();
    let mut arguments = Arguments::new();
    for part in parts {
        let (key, value) = part.split_once('=').ok_or_else(|| BotError::Name {
            given: given.to_owned(),
            reason: format!("`{part}` is no argument: write key=value"),
        })?;
        arguments.insert(key.to_owned(), value.to_owned());
    }
    let draws_lots = game.draws_lots(&name, &arguments);
    let draws_lots =
        draws_lots.map_err(|error| BotError::House { given: given.to_owned(), error })?;
    Ok(Bot {
        name: text.to_owned(),
        digest: String::new(),
        language: "builtin".to_owned(),
        kind: Kind::House { name, arguments },
        about: About { deterministic: Some(!draws_lots), ..About::default() },
    })
}

fn program(text: &str, given: &str, game: &dyn DynGame) -> Result<Bot, BotError> {
    let (path, search) = evaluation::split(text).map_err(|reason| wrong(given, reason))?;
    let mut bot = if path.is_dir() {
        from_folder(path)?
    } else if path.is_file() {
        from_file(path, given)?
    } else {
        return Err(BotError::Nothing { given: given.to_owned() });
    };
    evaluation::supply(&mut bot, search, game).map_err(|reason| wrong(given, reason))?;
    Ok(bot)
}

fn wrong(given: &str, reason: String) -> BotError {
    BotError::Name { given: given.to_owned(), reason }
}

fn from_folder(path: &Path) -> Result<Bot, BotError> {
    let manifest = Manifest::read(path)?;
    let language = manifest.language;
    let run = manifest.run.or(manifest.command);
    if run.is_none() && ![EXECUTABLE, certamen_evaluation::LANGUAGE].contains(&language.as_str()) {
        let known = Languages::built_in();
        known.get(&language).map_err(|error| BotError::Manifest {
            path: path.join("bot.toml"),
            reason: certamen_game::escaped(&format!("key `language`: {error}")),
        })?;
    }
    let files = files::folder(path)?;
    let own = |source: &PathBuf| vec![format!("{{directory}}/{}", source.display())];
    let executable = manifest.source.first().filter(|_| language == EXECUTABLE).map(own);
    let program = ProgramBot {
        build: manifest.build,
        run: run.or(executable),
        requires: manifest.requires,
        sources: manifest.source,
        protocol: manifest.protocol,
        search: None,
        files,
    };
    let Manifest { author, lang, deterministic, .. } = manifest;
    Ok(Bot {
        about: About { author, lang, deterministic },
        ..bot(manifest.name, language, program)
    })
}

fn from_file(path: &Path, given: &str) -> Result<Bot, BotError> {
    let (folder, file) = (path.parent(), path.file_name());
    let (Some(folder), Some(file)) = (folder, file) else {
        return Err(BotError::Nothing { given: given.to_owned() });
    };
    let io = |error| BotError::Io { path: path.to_owned(), error };
    let mode = std::fs::metadata(path).map_err(io)?.permissions().mode();
    let known = Languages::built_in();
    let (language, run) = match known.of_file(path) {
        _ if certamen_evaluation::is_source(path) => {
            (certamen_evaluation::LANGUAGE.to_owned(), None)
        }
        Ok((name, _)) => (name.to_owned(), None),
        Err(_) if mode & 0o111 != 0 => {
            let run = format!("{{directory}}/{}", file.to_string_lossy());
            (EXECUTABLE.to_owned(), Some(vec![run]))
        }
        Err(error) => return Err(BotError::Language { path: path.to_owned(), error }),
    };
    let name = path.file_stem().unwrap_or(file).to_string_lossy().into_owned();
    check_name(&name).map_err(|reason| BotError::Name { given: given.to_owned(), reason })?;
    let program = ProgramBot {
        files: vec![files::file(folder, Path::new(file))?],
        sources: vec![file.into()],
        build: None,
        run,
        requires: BTreeMap::new(),
        protocol: None,
        search: None,
    };
    Ok(bot(name, language, program))
}

fn bot(name: String, language: String, program: ProgramBot) -> Bot {
    let digest = files::digest(&program.files);
    let kind = Kind::Program(Box::new(program));
    Bot { name, digest, language, kind, about: About::default() }
}
