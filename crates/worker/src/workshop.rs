//! Where bots are built, once for each content.

use crate::{Bot, BotError, Kind, bot::ProgramBot, files};
use game::{Protocol, house::Arguments};
use sandbox::{Languages, Places, compile};
use std::{
    ffi::OsString,
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
};

/// A folder of built bots, one folder each, named by the hash of its files. What is in it is
/// complete: it appears in one step.
#[derive(Clone, Debug)]
pub struct Workshop {
    folder: PathBuf,
}

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
        /// How it is asked; the game's own way if absent.
        protocol: Option<Protocol>,
    },
}

impl Workshop {
    /// The workshop in `folder`, which is made when it is needed.
    pub fn new(folder: PathBuf) -> Workshop {
        Workshop { folder }
    }

    /// Builds `bot` unless it is built, and says how it is started.
    pub fn prepare(&self, bot: &Bot) -> Result<Ready, BotError> {
        match &bot.kind {
            Kind::House { name, arguments } => {
                Ok(Ready::House { name: name.clone(), arguments: arguments.clone() })
            }
            Kind::Program(program) => self.prepare_program(bot, program),
        }
    }

    fn prepare_program(&self, bot: &Bot, program: &ProgramBot) -> Result<Ready, BotError> {
        fs::create_dir_all(&self.folder)
            .map_err(|error| BotError::Io { path: self.folder.clone(), error })?;
        let folder = self.folder.canonicalize();
        let folder = folder.map_err(|error| BotError::Io { path: self.folder.clone(), error })?;
        let home = folder.join(&bot.digest[..32]);
        if !home.is_dir() {
            let draft = folder.join(format!("draft-{}", unique()));
            build(bot, program, &draft).inspect_err(|_| drop(fs::remove_dir_all(&draft)))?;
            if let Err(error) = fs::rename(&draft, &home) {
                let _ = fs::remove_dir_all(&draft);
                // Somebody else may have been quicker with the same files, which is as good.
                if !home.is_dir() {
                    return Err(BotError::Io { path: home, error });
                }
            }
        }
        let places = places(&home, program);
        let command =
            command(bot, program.run.as_deref(), &places, sandbox::Language::run_command)?;
        check_runnable(bot, &command)?;
        let Places { directory, out, .. } = places;
        Ok(Ready::Program { command, directory, out, protocol: program.protocol })
    }
}

fn build(bot: &Bot, program: &ProgramBot, draft: &Path) -> Result<(), BotError> {
    let places = places(draft, program);
    let io = |error| BotError::Io { path: draft.to_owned(), error };
    // One that was killed while it built may have had our number.
    if draft.exists() {
        fs::remove_dir_all(draft).map_err(io)?;
    }
    fs::create_dir_all(&places.directory).map_err(io)?;
    fs::create_dir_all(&places.out).map_err(io)?;
    files::write(&program.files, &places.directory)?;
    let build = program.build.as_deref();
    let command = if build.is_none() && program.run.is_some() {
        // Who says how it is run and not how it is built has nothing to build.
        Vec::new()
    } else {
        command(bot, build, &places, sandbox::Language::build_command)?
    };
    compile(&command, &places.out)
        .map_err(|error| BotError::Compile { bot: bot.name.clone(), error })
}

/// A name that nobody else uses at the same time.
fn unique() -> String {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
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

fn places(home: &Path, program: &ProgramBot) -> Places {
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
    of_language: impl Fn(&sandbox::Language, &Places) -> Result<Vec<OsString>, sandbox::ToolError>,
) -> Result<Vec<OsString>, BotError> {
    let tool = |error| BotError::Tool { bot: bot.name.clone(), error };
    if let Some(own) = own {
        return places.fill(own).map_err(tool);
    }
    let known = Languages::built_in();
    let language = known
        .get(&bot.language)
        .map_err(|error| BotError::Language { path: PathBuf::from(&bot.name), error })?;
    of_language(language, places).map_err(tool)
}
