//! Games whose rules are a program: where they are looked for, and how they are opened.

use crate::{Result, say::rules as say};
use certamen_external::OpenError;
use certamen_game::DynGame;
use certamen_games::{FoundGame, SlugTaken};
use certamen_host::Sandboxes;
use certamen_i18n::{Language, Localize, Message, UserError, labelled};
use certamen_sandbox::{Languages, Launcher, Sandbox, Tier};
use std::env;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The variable with folders of games, separated by colons.
const GAMES: &str = "CERTAMEN_GAMES";
/// The folder of games beside a contest file.
const BESIDE: &str = "games";

/// The folders given with `--games`, and the level that the user asked for.
static WISHES: Mutex<Wishes> = Mutex::new(Wishes { folders: Vec::new(), tier: None });

struct Wishes {
    folders: Vec<PathBuf>,
    tier: Option<Tier>,
}

/// Lets games be found that are not built in. No sandbox is made before one is needed.
pub(crate) fn install(launcher: &Launcher) {
    let launcher = launcher.clone();
    let sandbox: OnceLock<Arc<dyn Sandbox>> = OnceLock::new();
    certamen_games::set_finder(Box::new(move |given: &str, beside: &Path| {
        let (named, variant) = split(given, beside);
        let Some(path) = path_of(named, beside)? else { return Ok(None) };
        let sandbox = if let Some(sandbox) = sandbox.get() {
            Arc::clone(sandbox)
        } else {
            let tier = WISHES.lock().unwrap_or_else(PoisonError::into_inner).tier;
            let made = Sandboxes::new(&launcher, tier).any();
            let made = made.map_err(|error| error.message())?;
            Arc::clone(sandbox.get_or_init(|| made))
        };
        let game =
            open(&sandbox, &path, variant).map_err(|error| say::at(&path, error.message()))?;
        let slug = game.info().slug;
        if !certamen_games::is_path(named) && variant.is_none() && slug != given {
            return Err(say::other_slug(&path, slug, given));
        }
        Ok(Some(game))
    }));
}

/// Uses this isolation level for rules that are opened from now on.
pub(crate) fn use_tier(tier: Option<Tier>) {
    WISHES.lock().unwrap_or_else(PoisonError::into_inner).tier = tier;
}

/// Looks for games in these folders, too.
pub(crate) fn use_folders(folders: &[PathBuf]) {
    let mut wishes = WISHES.lock().unwrap_or_else(PoisonError::into_inner);
    wishes.folders = folders.to_vec();
}

/// The game and its variant in `GAME:VARIANT`, unless a file has this name.
pub(crate) fn split<'a>(given: &'a str, beside: &Path) -> (&'a str, Option<&'a str>) {
    match given.rsplit_once(':') {
        Some((named, variant)) if !beside.join(given).exists() => (named, Some(variant)),
        _ => (given, None),
    }
}

fn open(
    sandbox: &Arc<dyn Sandbox>,
    path: &Path,
    variant: Option<&str>,
) -> Result<&'static dyn DynGame, Refused> {
    let opened = certamen_external::open(sandbox, path, variant)?;
    let place = path.display().to_string();
    let (game, options_schema, page) = (opened.game, opened.options_schema, opened.page);
    Ok(certamen_games::register(FoundGame { game, options_schema, page, place })?)
}

/// Why a game cannot be used.
enum Refused {
    Open(OpenError),
    Taken(SlugTaken),
}

impl From<OpenError> for Refused {
    fn from(error: OpenError) -> Refused {
        Refused::Open(error)
    }
}

impl From<SlugTaken> for Refused {
    fn from(taken: SlugTaken) -> Refused {
        Refused::Taken(taken)
    }
}

impl Localize for Refused {
    fn message(&self) -> Message {
        match self {
            Refused::Open(error) => error.message(),
            Refused::Taken(SlugTaken { slug, place }) => say::slug_taken(*slug, place),
        }
    }
}

/// Where the game is; `None` if no folder of games has one with this slug.
fn path_of(given: &str, beside: &Path) -> Result<Option<PathBuf>, Message> {
    if certamen_games::is_path(given) {
        return Ok(Some(beside.join(given)));
    }
    let mut found = found(given, &folders(beside)).into_iter();
    let Some(first) = found.next() else { return Ok(None) };
    if let Some(second) = found.next() {
        return Err(say::found_twice(given, &first, second.display().to_string()));
    }
    if certamen_games::ALL.iter().any(|game| game.info().slug == given) {
        return Err(say::found_twice(given, &first, say::built_in()));
    }
    Ok(Some(first))
}

/// The folders in which games are looked for.
fn folders(beside: &Path) -> Vec<PathBuf> {
    let wishes = WISHES.lock().unwrap_or_else(PoisonError::into_inner);
    let variable = env::var_os(GAMES).unwrap_or_default();
    let mut folders = vec![beside.join(BESIDE)];
    folders.extend(wishes.folders.iter().cloned());
    folders.extend(env::split_paths(&variable).filter(|folder| !folder.as_os_str().is_empty()));
    folders
}

/// The games of this slug in the folders: a folder of that name with a manifest, or a source file.
fn found(slug: &str, folders: &[PathBuf]) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    if !certamen_external::is_slug(slug) {
        return found;
    }
    for folder in folders {
        let own = folder.join(slug);
        if own.join(certamen_external::MANIFEST).is_file() {
            found.push(own);
        }
        let suffixes = Languages::built_in().iter().flat_map(|(_, language)| &language.suffixes);
        let files = suffixes.map(|suffix| folder.join(format!("{slug}.{suffix}")));
        found.extend(files.filter(|file| file.is_file()));
    }
    // A folder may be listed twice.
    let mut known = Vec::new();
    found.retain(|path| {
        let path = path.canonicalize().unwrap_or_else(|_| path.clone());
        let is_new = !known.contains(&path);
        known.push(path);
        is_new
    });
    found
}

/// All games that can be named by their slugs here, opened; the reasons of those that cannot be
/// used.
pub(crate) fn all(beside: &Path) -> (Vec<&'static dyn DynGame>, Vec<Message>) {
    let mut reasons = Vec::new();
    for folder in folders(beside) {
        let Ok(entries) = folder.read_dir() else { continue };
        let names = entries.flatten().filter_map(|entry| {
            let path = entry.path();
            let is_game = path.join(certamen_external::MANIFEST).is_file()
                || path.is_file() && Languages::built_in().of_file(&path).is_ok();
            is_game.then(|| path.file_stem()?.to_str().map(str::to_owned))?
        });
        // Other files there may be of any kind, and no game can have their names.
        let mut names: Vec<String> =
            names.filter(|name| certamen_external::is_slug(name)).collect();
        names.sort();
        names.dedup();
        for name in names {
            reasons.extend(certamen_games::locate(&name, beside).err());
        }
    }
    (certamen_games::all(), reasons)
}

/// The game that the user named.
pub(crate) fn find(given: &str) -> Result<Option<&'static dyn DynGame>> {
    certamen_games::locate(given, Path::new("")).map_err(UserError::new)
}

/// Reports rules that only a second process answered: the matches count, but the author should know.
pub(crate) fn report_retries(language: Language) {
    for (count, fault) in certamen_external::retried() {
        let text = say::retried(count, fault.message()).get(language);
        eprintln!("{}", labelled(say::warning(), text).get(language));
    }
}

/// The rules of a record: those of `named` if the user named any, else those of its game.
pub(crate) fn of_record(
    table: &certamen_game::Table,
    beside: &Path,
    named: Option<&str>,
) -> Result<Option<&'static dyn DynGame>> {
    if let Some(named) = named {
        return find(named);
    }
    let digest = table.rules_source.rules_digest.as_deref();
    if let Some(game) = certamen_games::find_rules(&table.game, digest) {
        return Ok(Some(game));
    }
    // A record comes from anywhere, so the file to start must not be its choice: slugs only.
    if digest.is_none() || !certamen_external::is_slug(&table.game) {
        return Ok(None);
    }
    // The program has to be found; that it is another one shows when the record is replayed.
    let path = path_of(&table.game, beside).map_err(UserError::new)?;
    match path {
        Some(_) => certamen_games::locate(&table.game, beside).map_err(UserError::new),
        None => Ok(None),
    }
}
