//! Bots that are programs: how they are built, run and asked.

use crate::engine::EngineSettings;
use crate::error::{BotError, NotRunnable};
use crate::files::BotFile;
use crate::program_dir::{ProgramDir, WriteAccess, limits};
use crate::referee::player::{
    CecpPlayer, EndMessage, LastingEngine, Piped, ProtocolSettings, ShutdownPolicy, UciPlayer,
    seated,
};
use crate::workshop::{BuildCache, COMPILER_WORDS};
use certamen_game::{DynGame, Player, Protocol, Void};
use certamen_sandbox::{Language, Languages, Places, Program, Sandbox, ToolError, fill_memory};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The language of programs that are already built.
pub(crate) const EXECUTABLE: &str = "executable";

/// A program's files and how it is built, run and asked.
#[derive(Clone, Debug)]
pub struct ProgramBot {
    pub(crate) files: Vec<BotFile>,
    pub(crate) sources: Vec<PathBuf>,
    pub(crate) build: Option<Vec<String>>,
    pub(crate) run: Option<Vec<String>>,
    pub(crate) requires: BTreeMap<PathBuf, String>,
    /// How it is asked; the game's own way if absent.
    pub protocol: Option<Protocol>,
    pub(crate) engine: EngineSettings,
}

/// A program that can be started.
#[derive(Clone, Debug)]
pub struct ReadyProgram {
    /// An absolute path and its arguments.
    pub command: Vec<OsString>,
    /// Its own folder.
    pub directory: PathBuf,
    /// The folder of its build output.
    pub out: PathBuf,
    /// A folder for temporary files, if its language needs one.
    pub temporary: Option<PathBuf>,
    /// How it is asked; the game's own way if absent.
    pub protocol: Option<Protocol>,
    /// What it is told besides, if it is an engine.
    pub engine: EngineSettings,
    /// Whether it was seen to end with its matches.
    pub shutdown_policy: ShutdownPolicy,
}

/// The bot that is built: its name for errors, the hash of its files and its language.
#[derive(Clone, Copy)]
pub(crate) struct BuildIdentity<'a> {
    pub(crate) name: &'a str,
    pub(crate) digest: &'a str,
    pub(crate) language: &'a str,
}

/// The folder for temporary files of a bot that needs one.
const TEMPORARY: &str = "temporary";
/// The file beside the build output that says that the program stays after the closing line.
const STAYS: &str = "stays";

impl ProgramBot {
    /// The sources: paths inside the bot's folder and their content.
    pub fn sources(&self) -> impl Iterator<Item = (&Path, &[u8])> {
        let own = self.files.iter().filter(|file| self.sources.contains(&file.path));
        own.map(|file| (&*file.path, &*file.content))
    }

    pub(crate) fn command_of(file: &Path) -> Vec<String> {
        vec![format!("{{directory}}/{}", file.display())]
    }

    /// Builds it, unless the cache has it, and returns how it is started.
    pub(crate) fn prepare(
        &self,
        bot: BuildIdentity<'_>,
        cache: &BuildCache,
    ) -> Result<ReadyProgram, BotError> {
        self.check_required(bot)?;
        let known = Languages::built_in();
        let build = |places: &Places| match &self.build {
            None if self.builds_nothing() => Ok(Vec::new()),
            build => command(bot, build.as_deref(), places, Language::build_command),
        };
        let home = cache.once(&self.key(bot, known)?, |draft| {
            if known.get(bot.language).is_ok_and(|language| language.temporary) {
                crate::files::make_folder(&draft.join(TEMPORARY))?;
            }
            let places = self.write(draft)?;
            cache.compile(bot.name, bot.language, draft, &build(&places)?)
        })?;
        let places = self.places(&home);
        let command = command(bot, self.run.as_deref(), &places, Language::run_command)?;
        check_runnable(bot, &command)?;
        let Places { directory, out, .. } = places;
        let temporary = Some(home.join(TEMPORARY)).filter(|folder| folder.is_dir());
        let shutdown_policy = ShutdownPolicy::marked(home.join(STAYS));
        let (protocol, engine) = (self.protocol, self.engine.clone());
        Ok(ReadyProgram { command, directory, out, temporary, protocol, engine, shutdown_policy })
    }

    pub(crate) fn write(&self, draft: &Path) -> Result<Places, BotError> {
        let places = self.places(draft);
        crate::files::make_folder(&places.directory)?;
        crate::files::write(&self.files, &places.directory)?;
        Ok(places)
    }

    pub(crate) fn places(&self, home: &Path) -> Places {
        Places {
            directory: home.join("source"),
            out: home.join("out"),
            sources: self.sources.clone(),
        }
    }

    /// A bot with a command to run and none to build has nothing to build.
    fn builds_nothing(&self) -> bool {
        self.build.is_none() && self.run.is_some()
    }

    /// What a build depends on: the bot's files, and the commands as written.
    fn key(&self, bot: BuildIdentity<'_>, known: &Languages) -> Result<String, BotError> {
        let of_language = match (&self.build, self.builds_nothing()) {
            (None, false) => &*language(bot, known)?.build,
            _ => &[],
        };
        let sources: Vec<_> = self.sources.iter().map(|source| source.to_string_lossy()).collect();
        let text = serde_json::to_vec(&(bot.digest, sources, &self.build, of_language))
            .expect("texts are plain data");
        Ok(blake3::hash(&text).to_hex()[..32].to_owned())
    }

    fn check_required(&self, bot: BuildIdentity<'_>) -> Result<(), BotError> {
        match self.requires.iter().find(|(path, _)| !path.is_file()) {
            None => Ok(()),
            Some((path, package)) => {
                let tool = path.display().to_string();
                let error = ToolError::Missing { tool, package: certamen_game::escaped(package) };
                Err(BotError::Tool { bot: bot.name.to_owned(), error })
            }
        }
    }
}

impl ReadyProgram {
    /// The compiler's output of the build, untrusted; `None` if it is empty.
    pub fn compiler_words(&self) -> Option<String> {
        let words = fs::read(self.out.parent()?.join(COMPILER_WORDS)).ok()?;
        let words = String::from_utf8_lossy(&words).into_owned();
        (!words.trim().is_empty()).then_some(words)
    }

    pub(crate) fn seated(
        &self,
        place: &ProgramDir<'_>,
        game: &dyn DynGame,
        sandbox: &Arc<dyn Sandbox>,
    ) -> Result<Box<dyn Player>, Void> {
        let info = game.info();
        let protocol = self.protocol.unwrap_or(info.protocol);
        // A program that keeps files may write them after the closing line: it is waited for.
        let shutdown_policy = match place.write_access {
            WriteAccess::Kept(_) => ShutdownPolicy::default(),
            WriteAccess::None | WriteAccess::Below(_) => self.shutdown_policy.clone(),
        };
        let end_message = EndMessage { line: info.end_message, shutdown_policy };
        let settings = ProtocolSettings { protocol, engine: self.engine.clone() };
        Ok(seated(settings, self.program(place)?, Arc::clone(sandbox), end_message))
    }

    /// The same as an engine that can go on from match to match, if it is one.
    pub(crate) fn lasting(
        &self,
        place: &ProgramDir<'_>,
        sandbox: Arc<dyn Sandbox>,
    ) -> Result<Option<Box<dyn LastingEngine>>, Void> {
        let channel = || self.program(place).map(|program| Piped::new(program, sandbox));
        let engine = self.engine.clone();
        let player: Box<dyn LastingEngine> = match self.protocol {
            Some(Protocol::Uci) => Box::new(UciPlayer::new(channel()?, engine)),
            Some(Protocol::Cecp) => Box::new(CecpPlayer::new(channel()?, engine)),
            Some(Protocol::Lines | Protocol::Argv | Protocol::Stdin | Protocol::Gtp) | None => {
                return Ok(None);
            }
        };
        Ok(Some(player))
    }

    pub(crate) fn program(&self, place: &ProgramDir<'_>) -> Result<Program, Void> {
        let directory = place.directory(&self.directory)?;
        let limits = limits(&place.table.conditions);
        let mut program = Program {
            command: fill_memory(&self.command, limits.memory),
            environment: place.environment(&directory),
            folders: place.folders(&self.directory, &self.out, &directory, &limits),
            directory,
            limits,
        };
        if let Some(temporary) = &self.temporary {
            program.give_temporary(temporary);
        }
        Ok(program)
    }
}

fn command(
    bot: BuildIdentity<'_>,
    own: Option<&[String]>,
    places: &Places,
    of_language: impl Fn(&Language, &Places) -> Result<Vec<OsString>, ToolError>,
) -> Result<Vec<OsString>, BotError> {
    let tool = |error| BotError::Tool { bot: bot.name.to_owned(), error };
    match own {
        Some(own) => places.fill(own).map_err(tool),
        None => of_language(language(bot, Languages::built_in())?, places).map_err(tool),
    }
}

fn language<'a>(bot: BuildIdentity<'_>, known: &'a Languages) -> Result<&'a Language, BotError> {
    let found = known.get(bot.language);
    found.map_err(|error| BotError::Language { path: PathBuf::from(bot.name), error })
}

/// Finds programs that cannot be started before a contest begins.
fn check_runnable(bot: BuildIdentity<'_>, command: &[OsString]) -> Result<(), BotError> {
    let path = PathBuf::from(command.first().cloned().unwrap_or_default());
    let why = match fs::metadata(&path) {
        Ok(file) if !file.is_file() => NotRunnable::NoFile,
        Ok(file) if file.permissions().mode() & 0o111 == 0 => NotRunnable::NotExecutable,
        Ok(_) => return Ok(()),
        Err(_) => NotRunnable::NotThere,
    };
    Err(BotError::Program { bot: bot.name.to_owned(), path, why })
}
