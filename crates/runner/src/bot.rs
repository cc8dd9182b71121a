//! A bot as it was found, and as it was built.

use crate::engine::EngineSettings;
use crate::error::{BotError, EvaluationError};
use crate::evaluation::{EvaluationBot, ReadyEvaluation};
use crate::http_player::{HttpBot, NoSecret, ReadyHttpBot};
use crate::manifest::{self, Manifest};
use crate::program::{BuildIdentity, EXECUTABLE, ProgramBot, ReadyProgram};
use crate::referee::player::{HumanPlayer, ShutdownPolicy};
use crate::{BuildCache, files};
use certamen_game::builtin::Arguments;
use certamen_game::job::{
    BotSource, BotSpec, FileError, HTTP_LANGUAGE, PlayerUrl, check_bot_name, shortened,
};
use certamen_game::{DynGame, Language, Protocol, escaped};
use certamen_i18n::Localize;
use certamen_sandbox::Languages;
use std::{os::unix::fs::PermissionsExt, path::Path};

/// A valid bot, of which nothing has been built or started.
#[derive(Clone, Debug)]
pub struct Bot {
    /// Its name in standings.
    pub name: String,
    /// The hash of its files; empty for built-in players.
    pub digest: String,
    /// The language it is written in.
    pub language: String,
    /// How it plays.
    pub kind: BotKind,
    /// The metadata from its author.
    pub about: BotMetadata,
}

/// The metadata that an author gives of a bot.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BotMetadata {
    /// The author's name.
    pub author: Option<String>,
    /// The author's language.
    pub lang: Option<Language>,
    /// Whether the same question always gets the same answer.
    pub deterministic: Option<bool>,
}

/// The kind of a bot.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are named after what they hold")]
pub enum BotKind {
    /// A built-in player, which runs in this process.
    Builtin { name: String, arguments: Arguments },
    /// A program.
    Program(Box<ProgramBot>),
    /// An evaluation function, to which a search is supplied.
    Evaluation(Box<EvaluationBot>),
    /// A player that is asked over HTTP.
    Http(Box<HttpBot>),
    /// A person at the terminal.
    Human,
    /// A player on another machine, which connects to the site.
    Remote,
}

impl Bot {
    /// Whether the same question always gets the same answer, as declared by its author or by us.
    pub fn is_deterministic(&self) -> bool {
        self.about.deterministic == Some(true) && !matches!(self.kind, BotKind::Human)
    }

    /// Whether it is an untrusted program, which runs in a sandbox.
    pub fn needs_sandbox(&self) -> bool {
        matches!(self.kind, BotKind::Program(_) | BotKind::Evaluation(_))
    }

    /// Whether it is an engine, which says what it thinks of its moves.
    pub fn is_engine(&self, game: &dyn DynGame) -> bool {
        matches!(&self.kind, BotKind::Program(own) if is_engine(own.protocol, game))
    }

    /// Its own sources: paths inside its folder and their content.
    pub fn sources(&self) -> Vec<(&Path, &[u8])> {
        match &self.kind {
            BotKind::Program(program) => program.sources().collect(),
            BotKind::Evaluation(evaluation) => evaluation.source().into_iter().collect(),
            BotKind::Builtin { .. } | BotKind::Http(_) | BotKind::Human | BotKind::Remote => {
                Vec::new()
            }
        }
    }

    /// All of its files: paths inside its folder and their content.
    pub fn files(&self) -> Vec<(&Path, &[u8])> {
        match &self.kind {
            BotKind::Program(program) => {
                program.files.iter().map(|file| (&*file.path, &*file.content)).collect()
            }
            BotKind::Evaluation(_)
            | BotKind::Builtin { .. }
            | BotKind::Http(_)
            | BotKind::Human
            | BotKind::Remote => self.sources(),
        }
    }

    /// The entrant `name` of a contest, which plays from another machine.
    pub fn remote(name: &str) -> Bot {
        without_files(name.to_owned(), "remote", BotKind::Remote)
    }

    /// Finds the bot that `given` names, for `game`.
    pub fn find(given: &str, game: &dyn DynGame) -> Result<Bot, BotError> {
        let spec = BotSpec::read(given, Path::exists)
            .map_err(|error| BotError::Spec { given: given.to_owned(), error })?;
        Bot::of(&spec, game)
    }

    /// Like [`Bot::of`] for a path that no user typed: it must not be a symbolic link.
    pub fn of_unlinked(spec: &BotSpec, game: &dyn DynGame) -> Result<Bot, BotError> {
        match spec.path().filter(|path| path.is_symlink()) {
            Some(path) => Err(BotError::Link { path: path.to_owned() }),
            None => Bot::of(spec, game),
        }
    }

    /// The bot that `spec` names, for `game`.
    pub fn of(spec: &BotSpec, game: &dyn DynGame) -> Result<Bot, BotError> {
        let found = match &spec.source {
            BotSource::Builtin { name } => builtin_bot(name, spec, game)?,
            BotSource::Evaluation { path } | BotSource::Path { path } => at(path, spec, game)?,
            BotSource::Http { target } => http_bot(target, spec)?,
            BotSource::Human => without_files("human".to_owned(), "human", BotKind::Human),
        };
        Ok(match &spec.name {
            Some(name) => Bot { name: name.clone(), ..found },
            None => found,
        })
    }
}

impl Bot {
    /// A player that is asked over HTTP.
    pub fn over_http(name: String, bot: HttpBot) -> Bot {
        without_files(name, HTTP_LANGUAGE, BotKind::Http(Box::new(bot)))
    }
}

fn is_engine(protocol: Option<Protocol>, game: &dyn DynGame) -> bool {
    matches!(protocol.unwrap_or(game.info().protocol), Protocol::Uci | Protocol::Cecp)
}

fn without_files(name: String, language: &str, kind: BotKind) -> Bot {
    let (digest, about) = (String::new(), BotMetadata::default());
    Bot { name, digest, language: language.to_owned(), kind, about }
}

/// The player at a URL that the user typed; players with a name are those of a contest file.
fn http_bot(target: &str, spec: &BotSpec) -> Result<Bot, BotError> {
    if !target.contains("://") {
        return Err(BotError::HttpName { given: spec.to_string() });
    }
    let url = PlayerUrl::read(target)
        .map_err(|error| BotError::Url { given: spec.to_string(), error })?;
    let name = shortened(&url.shown());
    Ok(Bot::over_http(name, HttpBot::at(url)))
}

fn builtin_bot(name: &str, spec: &BotSpec, game: &dyn DynGame) -> Result<Bot, BotError> {
    let arguments: Arguments = spec.arguments.iter().cloned().collect();
    let is_random = game
        .uses_rng(name, &arguments)
        .map_err(|error| BotError::Builtin { given: spec.to_string(), error })?;
    // Standings show its arguments, too, in the given order.
    let mut full_name = name.to_owned();
    for (key, value) in &spec.arguments {
        full_name.extend([":", key, "=", value]);
    }
    let about = BotMetadata { deterministic: Some(!is_random), ..BotMetadata::default() };
    let kind = BotKind::Builtin { name: name.to_owned(), arguments };
    Ok(Bot { about, ..without_files(full_name, "builtin", kind) })
}

fn at(path: &Path, spec: &BotSpec, game: &dyn DynGame) -> Result<Bot, BotError> {
    let found = if path.is_dir() {
        from_folder(path)?
    } else if path.is_file() {
        from_file(path, spec)?
    } else {
        return Err(BotError::Nothing { given: spec.to_string() });
    };
    let refused = |error| BotError::Evaluation { given: spec.to_string(), error };
    let is_evaluation = found.language == crate::lisp::LANGUAGE;
    if !is_evaluation && !spec.arguments.is_empty() {
        return Err(refused(EvaluationError::NoEvaluation));
    }
    let kind = match found.kind {
        BotKind::Program(program) if is_evaluation => {
            let evaluation = EvaluationBot::of(*program, &spec.arguments, game);
            BotKind::Evaluation(Box::new(evaluation.map_err(refused)?))
        }
        kind => kind,
    };
    Ok(Bot { kind, ..found })
}

fn from_folder(path: &Path) -> Result<Bot, BotError> {
    manifest::check_there(path)?;
    let files = files::folder(path)?;
    let manifest = Manifest::of(path, &files)?;
    let language = manifest.language;
    let run = manifest.run.or(manifest.command);
    if run.is_none() && ![EXECUTABLE, crate::lisp::LANGUAGE].contains(&language.as_str()) {
        Languages::built_in().get(&escaped(&language)).map_err(|error| BotError::Manifest {
            path: path.join(manifest::FILE),
            why: FileError::key("language", error.message()),
        })?;
    }
    let executable = manifest.source.first().filter(|_| language == EXECUTABLE);
    let run = run.or_else(|| executable.map(|source| ProgramBot::command_of(source)));
    let program = ProgramBot {
        build: manifest.build,
        requires: manifest.requires,
        sources: manifest.source,
        protocol: manifest.protocol,
        engine: manifest.engine,
        run,
        files,
    };
    let Manifest { author, lang, deterministic, .. } = manifest;
    let about = BotMetadata { author, lang, deterministic };
    Ok(Bot { about, ..bot(manifest.name, language, program) })
}

fn from_file(path: &Path, spec: &BotSpec) -> Result<Bot, BotError> {
    let (folder, file) = (path.parent(), path.file_name());
    let (Some(folder), Some(file)) = (folder, file) else {
        return Err(BotError::Nothing { given: spec.to_string() });
    };
    let io = |error| BotError::Io { path: path.to_owned(), error };
    let mode = std::fs::metadata(path).map_err(io)?.permissions().mode();
    let known = Languages::built_in();
    let (language, run) = match known.of_file(path) {
        _ if matches!(spec.source, BotSource::Evaluation { .. }) => {
            (crate::lisp::LANGUAGE.to_owned(), None)
        }
        Ok((name, _)) => (name.to_owned(), None),
        Err(_) if mode & 0o111 != 0 => {
            (EXECUTABLE.to_owned(), Some(ProgramBot::command_of(Path::new(file))))
        }
        Err(error) => return Err(BotError::Language { path: path.to_owned(), error }),
    };
    let name = path.file_stem().unwrap_or(file).to_string_lossy().into_owned();
    if spec.name.is_none() {
        check_bot_name(&name).map_err(|error| BotError::Name { given: spec.to_string(), error })?;
    }
    let program = ProgramBot {
        files: vec![files::file(folder, Path::new(file))?],
        sources: vec![file.into()],
        build: None,
        run,
        requires: std::collections::BTreeMap::new(),
        protocol: None,
        engine: EngineSettings::default(),
    };
    Ok(bot(name, language, program))
}

fn bot(name: String, language: String, program: ProgramBot) -> Bot {
    let digest = files::digest(&program.files);
    let kind = BotKind::Program(Box::new(program));
    Bot { name, digest, language, kind, about: BotMetadata::default() }
}

/// A bot that is ready to play.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are named after what they hold")]
pub enum BuiltBot {
    /// A built-in player.
    Builtin { name: String, arguments: Arguments },
    /// A program.
    Program(ReadyProgram),
    /// An evaluation function.
    Evaluation(ReadyEvaluation),
    /// A player that is asked over HTTP.
    Http(ReadyHttpBot),
    /// A person at a terminal.
    Human(HumanPlayer),
    /// A player on another machine, by its name: no player of it is made here.
    Remote(String),
}

impl BuiltBot {
    /// Forgets whether it was seen to end with its matches.
    #[must_use]
    pub fn with_unknown_shutdown(&self) -> BuiltBot {
        match self {
            BuiltBot::Program(program) => BuiltBot::Program(ReadyProgram {
                shutdown_policy: ShutdownPolicy::default(),
                ..program.clone()
            }),
            other => other.clone(),
        }
    }

    /// Charges an evaluation function for its whole search and not only for its evaluations: a player
    /// whose time sets the limit.
    #[must_use]
    pub fn with_whole_search(self) -> BuiltBot {
        match self {
            BuiltBot::Evaluation(own) => BuiltBot::Evaluation(own.with_whole_search()),
            other => other,
        }
    }

    /// Whether it is an engine, which says what it thinks of its moves.
    pub fn is_engine(&self, game: &dyn DynGame) -> bool {
        matches!(self, BuiltBot::Program(own) if is_engine(own.protocol, game))
    }

    /// Whether it was seen to keep running after its match.
    pub fn is_known_to_stay(&self) -> bool {
        matches!(self, BuiltBot::Program(program) if program.shutdown_policy.is_known_to_stay())
    }
}

/// The results of building many bots, each in the given order.
#[derive(Debug, Default)]
pub struct BuiltBots {
    /// The bots that are ready.
    pub ready: Vec<(Bot, BuiltBot)>,
    /// The others, with the reasons: the caller decides whether the rest is enough.
    pub failed: Vec<(Bot, BotError)>,
}

impl BuildCache {
    /// Builds `bot` unless it is built, and returns how it is started.
    pub fn prepare(&self, bot: &Bot) -> Result<BuiltBot, BotError> {
        let Bot { name, digest, language, .. } = bot;
        let build_identity = BuildIdentity { name, digest, language };
        match &bot.kind {
            BotKind::Builtin { name, arguments } => {
                Ok(BuiltBot::Builtin { name: name.clone(), arguments: arguments.clone() })
            }
            BotKind::Program(program) => {
                program.prepare(build_identity, self).map(BuiltBot::Program)
            }
            BotKind::Evaluation(own) => own.prepare(build_identity, self).map(BuiltBot::Evaluation),
            BotKind::Http(http) => http
                .ready()
                .map(BuiltBot::Http)
                .map_err(|NoSecret { variable }| BotError::Secret { bot: name.clone(), variable }),
            BotKind::Human => Err(BotError::Human),
            BotKind::Remote => Ok(BuiltBot::Remote(bot.name.clone())),
        }
    }

    /// Builds all of `bots`; one that fails does not stop the others from being built.
    pub fn build_all(&self, bots: impl IntoIterator<Item = Bot>) -> BuiltBots {
        let mut built_bots = BuiltBots::default();
        for bot in bots {
            match self.prepare(&bot) {
                Ok(ready) => built_bots.ready.push((bot, ready)),
                Err(error) => built_bots.failed.push((bot, error)),
            }
        }
        built_bots
    }
}
