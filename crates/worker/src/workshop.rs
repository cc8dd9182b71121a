//! Where bots are built, once for each content.

use crate::{Bot, BotError, Kind, Search, bot::ProgramBot, files};
use certamen_game::{Protocol, house::Arguments};
use certamen_referee::player::Human;
use certamen_sandbox::{
    Build, CompileError, Language, Languages, PYTHON_TWO, Places, Refusal, Sandbox, ToolError,
    compile,
};
use std::{
    ffi::OsString,
    fs, io,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

/// A folder of built bots, one folder each, named by the hash of its files and of how it is built.
/// What is in it is complete: it appears in one step.
#[derive(Clone)]
pub struct Workshop {
    folder: PathBuf,
    sandbox: Arc<dyn Sandbox>,
}

/// The folder for temporary files of a bot that needs one.
const TEMPORARY: &str = "temporary";
/// What folders are called in which somebody is building.
const DRAFT: &str = "draft";

/// A bot that can be seated.
#[derive(Clone, Debug)]
pub enum Ready {
    /// One of our own.
    House {
        /// Its name.
        name: String,
        /// What stands behind the name.
        arguments: Arguments,
    },
    /// A program.
    Program {
        /// An absolute path and its arguments.
        command: Vec<OsString>,
        /// Its own folder.
        directory: PathBuf,
        /// What its build made.
        out: PathBuf,
        /// A folder for temporary files, if its language cannot do without.
        temporary: Option<PathBuf>,
        /// How it is asked; the game's own way if absent.
        protocol: Option<Protocol>,
        /// For an evaluation function: what it runs in, and the search that is supplied to it.
        search: Option<(PathBuf, Search)>,
    },
    /// A person, where there is a terminal to sit at.
    Human(Human),
}

impl Workshop {
    /// The workshop in `folder`, which is made when it is needed. Compilers run in `sandbox`.
    pub fn new(folder: PathBuf, sandbox: Arc<dyn Sandbox>) -> Workshop {
        Workshop { folder, sandbox }
    }

    /// Builds `bot` unless it is built, and says how it is started.
    pub fn prepare(&self, bot: &Bot) -> Result<Ready, BotError> {
        match &bot.kind {
            Kind::House { name, arguments } => {
                Ok(Ready::House { name: name.clone(), arguments: arguments.clone() })
            }
            Kind::Program(program) => match program.search {
                Some(search) => self.prepare_evaluation(bot, program, search),
                None => self.prepare_program(bot, program),
            },
            Kind::Human => Err(BotError::Human),
        }
    }

    fn prepare_program(&self, bot: &Bot, program: &ProgramBot) -> Result<Ready, BotError> {
        check_required(bot, program)?;
        let build = |places: &Places| match &program.build {
            None if builds_nothing(program) => Ok(Vec::new()),
            build => command(bot, build.as_deref(), places, Language::build_command),
        };
        let key = key(bot, program)?;
        let home = self.once(&key, |draft| self.build(bot, program, draft, build))?;
        let places = places(&home, program);
        let command = command(bot, program.run.as_deref(), &places, Language::run_command)?;
        check_runnable(bot, &command)?;
        let Places { directory, out, .. } = places;
        let temporary = home.join(TEMPORARY);
        let temporary = temporary.is_dir().then_some(temporary);
        let protocol = program.protocol;
        Ok(Ready::Program { command, directory, out, temporary, protocol, search: None })
    }

    /// The folder in which `build` built what has this key, now or earlier.
    pub(crate) fn once(
        &self,
        key: &str,
        build: impl FnOnce(&Path) -> Result<(), BotError>,
    ) -> Result<PathBuf, BotError> {
        let io = |error| BotError::Io { path: self.folder.clone(), error };
        files::make_folder(&self.folder)?;
        let folder = self.folder.canonicalize().map_err(io)?;
        let home = folder.join(key);
        if !home.is_dir() {
            remove_abandoned(&folder).map_err(io)?;
            let draft = Draft::new(&folder, key)?;
            build(&draft.0)?;
            draft.finish(&home).map_err(io)?;
        }
        Ok(home)
    }

    /// Builds in the folder `draft`: the sources, the products, and the compiler's words.
    pub(crate) fn build(
        &self,
        bot: &Bot,
        program: &ProgramBot,
        draft: &Path,
        command: impl FnOnce(&Places) -> Result<Vec<OsString>, BotError>,
    ) -> Result<(), BotError> {
        let places = places(draft, program);
        files::make_folder(&places.directory)?;
        if Languages::built_in().get(&bot.language).is_ok_and(|language| language.temporary) {
            files::make_folder(&draft.join(TEMPORARY))?;
        }
        files::write(&program.files, &places.directory)?;
        let command = command(&places)?;
        self.run_compiler(draft, &command).map_err(|error| refused(bot, error))?
    }

    /// Runs a compiler on the sources in the folder `draft`, for products that will be beside them.
    pub(crate) fn run_compiler(
        &self,
        draft: &Path,
        command: &[OsString],
    ) -> Result<Result<(), BotError>, CompileError> {
        let [source, out, scratch] = ["source", "out", "scratch"].map(|folder| draft.join(folder));
        for folder in [&out, &scratch] {
            if let Err(error) = files::make_folder(folder) {
                return Ok(Err(error));
            }
        }
        let build = Build { command, source: &source, out: &out, scratch: &scratch };
        let words = compile(&*self.sandbox, &build)?;
        let log = draft.join("build.log");
        let written = fs::remove_dir_all(&scratch).and_then(|()| fs::write(&log, words));
        Ok(written.map_err(|error| BotError::Io { path: log, error }))
    }
}

/// Why `bot` has no build.
fn refused(bot: &Bot, error: CompileError) -> BotError {
    let bot_name = bot.name.clone();
    match error {
        CompileError::Refused { why: Refusal::Exited(PYTHON_TWO), words }
            if bot.language == "python" =>
        {
            BotError::PythonTwo { bot: bot_name, words: words.trim_end().to_owned() }
        }
        error => BotError::Compile { bot: bot_name, error },
    }
}

/// A folder in which a bot is being built. Dropping it removes it: half a build is none.
struct Draft(PathBuf);

impl Draft {
    /// A folder of nobody else's: others, here or in another process, may be building the same.
    fn new(folder: &Path, key: &str) -> Result<Draft, BotError> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let draft = folder.join(format!("{DRAFT}-{}-{number}-{key}", std::process::id()));
        match fs::remove_dir_all(&draft) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(BotError::Io { path: draft, error });
            }
            _ => files::make_folder(&draft)?,
        }
        Ok(Draft(draft))
    }

    /// What was built becomes `home`, unless somebody was quicker, who has built the same.
    fn finish(self, home: &Path) -> io::Result<()> {
        match fs::rename(&self.0, home) {
            Err(_) if home.is_dir() => Ok(()),
            done => done,
        }
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // Finished ones are not there any more; what cannot be removed is removed as abandoned.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Removes what builds left behind whose process is no more.
fn remove_abandoned(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let name = name.to_string_lossy();
        let owner = name.strip_prefix(DRAFT).and_then(|rest| rest.split('-').nth(1));
        if owner.is_some_and(|owner| !Path::new("/proc").join(owner).exists()) {
            // Somebody else may be removing it, too.
            let _ = fs::remove_dir_all(folder.join(&*name));
        }
    }
    Ok(())
}

/// Who says how it is run and not how it is built has nothing to build.
fn builds_nothing(program: &ProgramBot) -> bool {
    program.build.is_none() && program.run.is_some()
}

/// What a build depends on: the bot's files, and the commands as they are written.
fn key(bot: &Bot, program: &ProgramBot) -> Result<String, BotError> {
    let known = Languages::built_in();
    let of_language = match (&program.build, builds_nothing(program)) {
        (None, false) => &*language(bot, &known)?.build,
        _ => &[],
    };
    let sources: Vec<_> = program.sources.iter().map(|source| source.to_string_lossy()).collect();
    let text = serde_json::to_vec(&(&bot.digest, sources, &program.build, of_language))
        .expect("texts are plain data");
    Ok(blake3::hash(&text).to_hex()[..32].to_owned())
}

pub(crate) fn places(home: &Path, program: &ProgramBot) -> Places {
    Places {
        directory: home.join("source"),
        out: home.join("out"),
        sources: program.sources.clone(),
    }
}

/// The bot's own command, or its language's.
fn command(
    bot: &Bot,
    own: Option<&[String]>,
    places: &Places,
    of_language: impl Fn(&Language, &Places) -> Result<Vec<OsString>, ToolError>,
) -> Result<Vec<OsString>, BotError> {
    let tool = |error| BotError::Tool { bot: bot.name.clone(), error };
    match own {
        Some(own) => places.fill(own).map_err(tool),
        None => of_language(language(bot, &Languages::built_in())?, places).map_err(tool),
    }
}

fn language<'a>(bot: &Bot, known: &'a Languages) -> Result<&'a Language, BotError> {
    let found = known.get(&bot.language);
    found.map_err(|error| BotError::Language { path: PathBuf::from(&bot.name), error })
}

/// What is not installed is named with its package.
fn check_required(bot: &Bot, program: &ProgramBot) -> Result<(), BotError> {
    let Some((path, package)) = program.requires.iter().find(|(path, _)| !path.is_file()) else {
        return Ok(());
    };
    let tool = path.display().to_string();
    let error = ToolError::Missing { tool, package: certamen_game::escaped(package) };
    Err(BotError::Tool { bot: bot.name.clone(), error })
}

/// What cannot be started is found here, not in the middle of a contest.
fn check_runnable(bot: &Bot, command: &[OsString]) -> Result<(), BotError> {
    let path = PathBuf::from(command.first().cloned().unwrap_or_default());
    let reason = match fs::metadata(&path) {
        Ok(file) if !file.is_file() => "is no file",
        Ok(file) if file.permissions().mode() & 0o111 == 0 => {
            "is not executable: set its permission to run (chmod +x)"
        }
        Ok(_) => return Ok(()),
        Err(_) => "is not there: the bot's files and its build must make it",
    };
    Err(BotError::Program { bot: bot.name.clone(), path, reason })
}
