//! Games whose rules are a program in another process, in any language.
//!
//! [`open`] reads a game, builds it if need be, and starts it in a sandbox. The program is asked about
//! states and keeps none: every request has the state in it, and the response has the next one. So a
//! process may be replaced at any time, and replays ask what was asked before.
#![warn(missing_docs)]

mod check;
mod folder;
mod game;
mod grid;
mod library;
mod manifest;
mod message;
mod picture;
mod process;
mod quantity;
mod repeat;
mod starter;
mod state;

pub use check::{CheckOptions, CheckReport, Finding, PositionView, check};
pub use folder::MANIFEST;
pub use manifest::is_slug;
pub use message::{LIMITS, MessageLimits};
pub use starter::{starter, starter_languages};

use crate::folder::{GameFiles, RulesBundle, Staged};
use crate::game::{ExternalGame, OpenGame};
use crate::manifest::{Manifest, ProgramLimits};
use crate::process::{ProcessPool, Slots};
use certamen_game::job::FileError;
use certamen_game::{DynGame, Map, OptionsError, RulesFault, RulesSource, Starter, Void};
use certamen_i18n::{Localize, Message};
use certamen_sandbox::{
    Access, Build, CompileError, Folder, Languages, Limits, Program, Sandbox, compile, fill_memory,
};
use serde_json::Value;
use std::ffi::OsString;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

mod say {
    certamen_i18n::texts!("locales");
}

/// Why a game cannot be opened.
#[derive(Debug)]
pub enum OpenError {
    /// Its files cannot be used.
    Refused(Message),
    /// Its manifest is wrong.
    File(FileError),
    /// What its program says of the game is wrong.
    Manifest(FileError),
    /// Its program cannot be built.
    Build(CompileError),
    /// Its program failed, or could not be started.
    Rules(Void),
    /// It is not played with these options or this number of seats.
    Options(OptionsError),
}

impl Localize for OpenError {
    fn message(&self) -> Message {
        match self {
            OpenError::Refused(why) => why.clone(),
            OpenError::File(error) | OpenError::Manifest(error) => error.message(),
            OpenError::Build(error) => error.message(),
            OpenError::Rules(void) => void.message(),
            OpenError::Options(error) => error.message(),
        }
    }
}

certamen_i18n::error!(OpenError);

/// A game that was opened.
pub struct OpenedGame {
    /// The game, which lives as long as the process.
    pub game: &'static dyn DynGame,
    /// The JSON Schema of its options.
    pub options_schema: Value,
    /// The page with its rules, in Markdown, if it has one.
    pub page: Option<&'static str>,
}

/// The games that this process opened, whose processes and files it removes at its end.
static OPEN: Mutex<Vec<Arc<ExternalGame>>> = Mutex::new(Vec::new());

/// Opens the game in a folder with a `game.toml`, or in one source file, and starts its program in
/// `sandbox`. It lives as long as this process; [`close_all`] ends its program.
pub fn open(
    sandbox: &Arc<dyn Sandbox>,
    path: &Path,
    variant: Option<&str>,
) -> Result<OpenedGame, OpenError> {
    let game = opened(sandbox, path, variant)?;
    OPEN.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&game.0));
    let (options_schema, page) = (game.0.manifest.options_schema(), game.0.page);
    Ok(OpenedGame { game: Box::leak(Box::new(game)), options_schema, page })
}

/// Opens the rules that another machine sent, which [`DynGame::rules_bundle`] returned there. They
/// live until [`close`]: a worker plays by many rules, one after the other.
pub fn open_bundle(
    sandbox: &Arc<dyn Sandbox>,
    bytes: &[u8],
) -> Result<&'static dyn DynGame, OpenError> {
    let refused = |why: Message| OpenError::Refused(why);
    let bundle: RulesBundle =
        serde_json::from_slice(bytes).map_err(|_| refused(say::bad_bundle()))?;
    let folder = tempfile::tempdir()
        .map_err(|error| refused(say::unreadable(std::env::temp_dir(), error.message())))?;
    let path = bundle.write(folder.path())?;
    Ok(open(sandbox, &path, bundle.variant.as_deref())?.game)
}

/// Ends the program of all games with the rules of this digest and removes their files; they cannot
/// be asked any more.
pub fn close(rules_digest: &str) {
    let is_due =
        |game: &mut Arc<ExternalGame>| game.source.rules_digest.as_deref() == Some(rules_digest);
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    let closed: Vec<Arc<ExternalGame>> = open.extract_if(.., is_due).collect();
    drop(open);
    for game in closed {
        game.end();
    }
}

fn opened(
    sandbox: &Arc<dyn Sandbox>,
    path: &Path,
    variant: Option<&str>,
) -> Result<OpenGame, OpenError> {
    let files = GameFiles::read(path)?;
    // A program in one file says itself which variants it has.
    if files.manifest.as_ref().is_some_and(|own| variant.is_some() && !own.game.variants) {
        return Err(OpenError::Refused(say::no_such_variants(path)));
    }
    let staged = files.stage()?;
    let limits = files.manifest.as_ref().map_or_else(
        // A bare file says its limits no earlier than it runs.
        Manifest::default_limits,
        |manifest| manifest.limits().expect("they were checked"),
    );
    let program = build(&files, path, &staged, &**sandbox, limits)?;
    let slug = files.manifest.as_ref().map_or_else(
        || path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        |manifest| manifest.game.slug.clone(),
    );
    let pool = ProcessPool {
        sandbox: Arc::clone(sandbox),
        program,
        limits,
        game: slug,
        idle: Mutex::new(Vec::new()),
        variant: variant.map(str::to_owned),
        noted: Mutex::new(None),
        retries: Mutex::default(),
        no_batch: AtomicBool::default(),
        slots: Slots::default(),
    };
    let said = pool.initialize(|said| (said.manifest.clone(), said.environment.clone()));
    let (said, environment) = said.map_err(OpenError::Rules)?;
    let said = said.map(|said| Manifest::of_json(&said)).transpose();
    let said = said.map_err(|error| OpenError::Manifest(error.in_file(path.to_owned())));
    let manifest = match (&files.manifest, variant) {
        (Some(own), None) => own.clone(),
        (Some(own), Some(_)) => {
            own.of_variant(said?.ok_or_else(|| OpenError::Refused(say::no_manifest()))?)
        }
        (None, _) => said?.ok_or_else(|| OpenError::Refused(say::no_manifest()))?,
    };
    Ok(game(files, staged, manifest, pool, environment))
}

fn game(
    files: GameFiles,
    staged: Staged,
    manifest: Manifest,
    mut pool: ProcessPool,
    environment: Map,
) -> OpenGame {
    let leaked = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
    pool.game.clone_from(&manifest.game.slug);
    let source = RulesSource {
        rules_digest: Some(files.digest(&manifest, pool.variant.as_deref())),
        rules_library: files.library_name(),
        rules_environment: environment,
    };
    let hard_starts = manifest.hard_start.iter();
    let hard_starts: Vec<&'static str> =
        hard_starts.map(|start| leaked(Value::Object(start.clone()).to_string())).collect();
    let page = files.page.clone().map(leaked);
    let starters = files.starters.iter().map(|starter| Starter {
        language: starter.language,
        file: leaked(starter.file.clone()),
        template: leaked(starter.text.clone()),
    });
    let starters: Vec<Starter> = starters.collect();
    OpenGame(Arc::new(ExternalGame {
        info: manifest.info(),
        source,
        pool,
        hard_starts: Box::leak(hard_starts.into_boxed_slice()),
        folder: Mutex::new(Some(staged.folder)),
        starters: Box::leak(starters.into_boxed_slice()),
        page,
        manifest,
        files: Arc::new(files),
    }))
}

/// The rules that were asked again in a new process, which then answered: how often, and what happened
/// first. Matches go on, but the user should know.
pub fn retried() -> Vec<(u64, RulesFault)> {
    let open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    let retries = open.iter().map(|game| game.pool.retries());
    retries.filter_map(|retries| Some((retries.count, retries.first?))).collect()
}

/// Ends the programs of all games and removes their files: for the end of a process. Games cannot be
/// asked any more.
pub fn close_all() {
    let open = std::mem::take(&mut *OPEN.lock().unwrap_or_else(PoisonError::into_inner));
    for game in open {
        game.end();
    }
}

/// Builds the program and returns how it is run.
fn build(
    files: &GameFiles,
    path: &Path,
    staged: &Staged,
    sandbox: &dyn Sandbox,
    limits: ProgramLimits,
) -> Result<Program, OpenError> {
    // That something is not installed is no fault of the manifest.
    let (command, run) = staged.commands(&files.program).map_err(|(key, why)| {
        OpenError::Refused(match &files.manifest_text {
            Some(text) => FileError::key(format!("program.{key}"), why)
                .located(text)
                .in_file(path.join(MANIFEST))
                .message(),
            None => why,
        })
    })?;
    let Staged { source, out, scratch, .. } = staged;
    compile(sandbox, &Build { command: &command, source, out, scratch })
        .map_err(OpenError::Build)?;
    let known = files.program.language.as_ref();
    let known = known.and_then(|language| Languages::built_in().get(language).ok());
    let folder =
        |outside: &Path, inside, access| Folder { outside: outside.to_owned(), inside, access };
    let mut program = Program {
        command: fill_memory(&run, limits.memory),
        directory: source.clone(),
        environment: environment(source),
        limits: Limits {
            memory: limits.memory,
            output: LIMITS.batch,
            freeze: false,
            waits: true,
            ..Limits::default()
        },
        folders: vec![folder(source, "/bot", Access::Read), folder(out, "/out", Access::Read)],
    };
    // What is below /usr is there anyway.
    let required =
        files.program.requires.iter().filter(|path| !Path::new(path).starts_with("/usr"));
    for path in required {
        // Games live as long as the process.
        let inside: &'static str = Box::leak(path.clone().into_boxed_str());
        program.folders.push(folder(Path::new(path), inside, Access::Read));
    }
    if known.is_some_and(|language| language.temporary) {
        program.give_temporary(scratch);
    }
    Ok(program)
}

fn environment(directory: &Path) -> Vec<(String, String)> {
    let home = OsString::from(directory);
    vec![
        ("PATH".to_owned(), "/usr/local/bin:/usr/bin:/bin".to_owned()),
        ("HOME".to_owned(), home.to_string_lossy().into_owned()),
        ("LANG".to_owned(), "C.UTF-8".to_owned()),
        ("PYTHONHASHSEED".to_owned(), "0".to_owned()),
        ("PYTHONDONTWRITEBYTECODE".to_owned(), "1".to_owned()),
    ]
}
