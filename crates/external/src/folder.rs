//! The files of a game: reading them, their digest, and staging them for a sandbox.

use crate::library::{self, Library};
use crate::manifest::{Manifest, ProgramKeys};
use crate::{OpenError, say};
use certamen_game::job::FileError;
use certamen_i18n::{Localize, Message};
use certamen_sandbox::{Language, Languages, Places, ToolError};
use data_encoding::BASE64;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};
use tempfile::TempDir;

/// The name of the manifest.
pub const MANIFEST: &str = "game.toml";
const PAGE: &str = "rules.md";
/// The folder with starter code for bots.
const STARTERS: &str = "starters";
/// Where what a game requires may be: folders for programs, which hold nothing of a user.
const SHARED: [&str; 4] = ["/usr", "/opt", "/srv", "/nix"];
/// The largest file, in bytes.
const LARGEST: u64 = 16 << 20;
/// The most files, and the most bytes of all of them.
const MOST: usize = 1_000;
const LARGEST_OF_ALL: usize = 64 << 20;

/// What is read of a game before anything is built.
#[derive(Default)]
pub(crate) struct GameFiles {
    /// `None` for a bare file, whose program says it.
    pub(crate) manifest: Option<Manifest>,
    pub(crate) manifest_text: Option<String>,
    pub(crate) program: ProgramKeys,
    /// Paths and contents of sources and data, sorted by path.
    files: Vec<ListedFile>,
    pub(crate) library: Option<&'static Library>,
    pub(crate) page: Option<String>,
    /// Starter code for bots.
    pub(crate) starters: Vec<StarterFile>,
}

/// The path and the content of a file.
type ListedFile = (String, Vec<u8>);

/// A bot to begin with.
pub(crate) struct StarterFile {
    pub(crate) language: &'static str,
    pub(crate) file: String,
    pub(crate) text: String,
}

impl GameFiles {
    /// Reads the game in a folder, or in one source file.
    pub(crate) fn read(path: &Path) -> Result<GameFiles, OpenError> {
        if path.is_dir() {
            return GameFiles::of_folder(path);
        }
        if !path.is_file() {
            return Err(OpenError::Refused(say::not_found(path)));
        }
        let (language, _) = Languages::built_in()
            .of_file(path)
            .map_err(|error| OpenError::Refused(say::unreadable(path, error.message())))?;
        let folder = path.parent().unwrap_or(Path::new("."));
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let library = library::find(language, None);
        if library.is_some_and(|library| library.file == name) {
            return Err(OpenError::Refused(say::unreadable(path, say::name_of_library(&name))));
        }
        let files = vec![(name.clone(), contents(folder, &name)?)];
        let program = ProgramKeys {
            language: Some(language.to_owned()),
            source: vec![name],
            ..ProgramKeys::default()
        };
        Ok(GameFiles { program, files, library, ..GameFiles::default() })
    }

    fn of_folder(folder: &Path) -> Result<GameFiles, OpenError> {
        let path = folder.join(MANIFEST);
        if !path.is_file() {
            return Err(OpenError::Refused(say::no_game_toml(folder)));
        }
        let bytes = contents(folder, MANIFEST)?;
        let in_file = |error: FileError| OpenError::File(error.in_file(path.clone()));
        let text =
            String::from_utf8(bytes).map_err(|_| in_file(FileError::new(say::not_utf8())))?;
        let manifest = Manifest::of_toml(&text).map_err(in_file)?;
        let program = manifest.program.clone().unwrap_or_default();
        let key = |key: &str, why: Message| {
            in_file(FileError::key(format!("program.{key}"), why).located(&text))
        };
        if program.source.is_empty() {
            return Err(key("source", say::no_source()));
        }
        if program.language.is_none() && program.run.is_none() {
            return Err(key("language", say::run_without_language()));
        }
        if let Some(language) = &program.language {
            Languages::built_in()
                .get(language)
                .map_err(|error| key("language", error.message()))?;
        }
        check_required(&program.requires).map_err(|why| key("requires", why))?;
        let library = match &program.language {
            Some(language) => {
                let library = library::find(language, program.library);
                if let (None, Some(version)) = (library, program.library) {
                    return Err(key("library", say::no_library(version, language)));
                }
                library
            }
            None if program.library.is_some() => return Err(key("language", say::key_missing())),
            None => None,
        };
        let files =
            listed_files(folder, &program, library).map_err(|(list, why)| key(list, why))?;
        let page = match contents(folder, PAGE) {
            Ok(page) => Some(String::from_utf8_lossy(&page).into_owned()),
            Err(_) if !folder.join(PAGE).exists() => None,
            Err(error) => return Err(error),
        };
        let starters = starters(folder)?;
        let (manifest, manifest_text) = (Some(manifest), Some(text));
        Ok(GameFiles { manifest, manifest_text, program, files, library, page, starters })
    }

    /// The digest of all that the rules depend on, given what the program says of itself.
    pub(crate) fn digest(&self, manifest: &Manifest, variant: Option<&str>) -> String {
        let mut hasher = blake3::Hasher::new();
        let mut add = |bytes: &[u8]| {
            hasher.update(&(bytes.len() as u64).to_le_bytes());
            hasher.update(bytes);
        };
        add(b"certamen rules 1");
        add(self.library_name().unwrap_or_default().as_bytes());
        add(&canonical(&manifest.identity()));
        add(variant.unwrap_or_default().as_bytes());
        let program = &self.program;
        let commands = serde_json::json!({
            "build": program.build, "language": program.language, "run": program.run,
            "source": program.source,
        });
        add(&canonical(&commands));
        for (path, content) in &self.files {
            add(path.as_bytes());
            add(content);
        }
        hasher.finalize().to_hex().to_string()
    }

    /// The files that the rules are made of, as they are sent to another machine.
    pub(crate) fn bundle(&self, variant: Option<&str>) -> RulesBundle {
        RulesBundle {
            v: 1,
            manifest: self.manifest_text.clone(),
            variant: variant.map(str::to_owned),
            files: self
                .files
                .iter()
                .map(|(path, content)| (path.clone(), BASE64.encode(content)))
                .collect(),
        }
    }

    /// The library and its version, such as `python-1`.
    pub(crate) fn library_name(&self) -> Option<String> {
        self.library.map(|library| format!("{}-{}", library.language, library.version))
    }

    /// Writes the files and the library into a new folder.
    pub(crate) fn stage(&self) -> Result<Staged, OpenError> {
        let io = |path: &Path, error: &std::io::Error| {
            OpenError::Refused(say::unreadable(path, error.message()))
        };
        let folder = tempfile::Builder::new()
            .prefix("certamen-rules-")
            .tempdir()
            .map_err(|error| io(&std::env::temp_dir(), &error))?;
        let root = folder.path();
        let [source, out, scratch] = ["source", "out", "scratch"].map(|name| root.join(name));
        for path in [&source, &out, &scratch] {
            fs::create_dir(path).map_err(|error| io(path, &error))?;
        }
        let library =
            self.library.map(|library| (library.file.to_owned(), library.text.as_bytes()));
        let own = self.files.iter().map(|(name, content)| (name.clone(), content.as_slice()));
        for (name, content) in library.into_iter().chain(own) {
            let path = source.join(&name);
            let parent = path.parent().unwrap_or(&source);
            fs::create_dir_all(parent)
                .and_then(|()| fs::write(&path, content))
                .and_then(|()| fs::set_permissions(&path, Permissions::from_mode(0o644)))
                .map_err(|error| io(&path, &error))?;
        }
        // Sandboxes run programs as other users.
        for path in [root, &source, &out] {
            fs::set_permissions(path, Permissions::from_mode(0o755))
                .map_err(|error| io(path, &error))?;
        }
        Ok(Staged { folder, source, out, scratch })
    }
}

/// The files of a game as data.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RulesBundle {
    /// The version of this format.
    v: u32,
    /// `game.toml`; without one, the only file is the game.
    manifest: Option<String>,
    pub(crate) variant: Option<String>,
    /// Paths and contents in base 64.
    files: Vec<(String, String)>,
}

impl RulesBundle {
    /// Writes the files into an empty folder, and returns the path of the game: what is read from
    /// there is checked like any other game.
    pub(crate) fn write(&self, folder: &Path) -> Result<PathBuf, OpenError> {
        let refused = || OpenError::Refused(say::bad_bundle());
        let io = |path: &Path, error: std::io::Error| {
            OpenError::Refused(say::unreadable(path, error.message()))
        };
        if self.v != 1 || self.files.len() > MOST || self.files.is_empty() {
            return Err(refused());
        }
        let mut left = LARGEST_OF_ALL;
        for (name, content) in &self.files {
            let content = BASE64.decode(content.as_bytes()).map_err(|_| refused())?;
            left = left.checked_sub(content.len()).ok_or_else(refused)?;
            let name = Path::new(name);
            let is_inside = name.components().all(|part| matches!(part, Component::Normal(_)));
            if name.as_os_str().is_empty() || !is_inside {
                return Err(refused());
            }
            let path = folder.join(name);
            let parent = path.parent().unwrap_or(folder);
            fs::create_dir_all(parent)
                .and_then(|()| fs::write(&path, content))
                .map_err(|error| io(&path, error))?;
        }
        match (&self.manifest, &self.files[..]) {
            (Some(text), _) => {
                let path = folder.join(MANIFEST);
                fs::write(&path, text).map_err(|error| io(&path, error))?;
                Ok(folder.to_owned())
            }
            (None, [(name, _)]) => Ok(folder.join(name)),
            (None, _) => Err(refused()),
        }
    }
}

/// The commands that build a program and run it.
type BuildAndRun = (Vec<OsString>, Vec<OsString>);

/// A game's files in a folder of their own.
pub(crate) struct Staged {
    pub(crate) folder: TempDir,
    pub(crate) source: PathBuf,
    pub(crate) out: PathBuf,
    pub(crate) scratch: PathBuf,
}

impl Staged {
    /// The commands that build the program and run it; or the key of `program` that names what is
    /// not installed, and why.
    pub(crate) fn commands(
        &self,
        program: &ProgramKeys,
    ) -> Result<BuildAndRun, (&'static str, Message)> {
        let places = Places {
            directory: self.source.clone(),
            out: self.out.clone(),
            sources: program.source.iter().map(PathBuf::from).collect(),
        };
        let known = program.language.as_ref().and_then(|name| Languages::built_in().get(name).ok());
        let of = |key, own: &Option<Vec<String>>, usual: &dyn Fn(&Language) -> Result<_, _>| {
            let (key, found) = match own {
                Some(own) => (key, places.fill(own)),
                None => ("language", known.map_or_else(|| Ok(Vec::new()), usual)),
            };
            found.map_err(|error: ToolError| (key, error.message()))
        };
        let build = if program.build.is_none() && program.run.is_some() {
            Vec::new()
        } else {
            of("build", &program.build, &|known| known.build_command(&places))?
        };
        Ok((build, of("run", &program.run, &|known| known.run_command(&places))?))
    }
}

/// Refuses what is missing, and what is not a folder of programs: the game may come from elsewhere,
/// and what it names is shown to its program.
fn check_required(paths: &[String]) -> Result<(), Message> {
    for path in paths.iter().map(Path::new) {
        let real = path.canonicalize().map_err(|_| say::required_missing(path))?;
        let is_shared = |path: &Path| SHARED.iter().any(|folder| path.starts_with(folder));
        if !is_shared(path) || !is_shared(&real) {
            return Err(say::required_elsewhere(path, SHARED.join(", ")));
        }
    }
    Ok(())
}

/// Paths and contents of sources and data, sorted by path; or the key whose list is wrong, and why.
fn listed_files(
    folder: &Path,
    program: &ProgramKeys,
    library: Option<&Library>,
) -> Result<Vec<ListedFile>, (&'static str, Message)> {
    let mut files = Vec::new();
    let mut left = LARGEST_OF_ALL;
    for (list, names) in [("source", &program.source), ("data", &program.data)] {
        for name in names {
            let content = contents(folder, name)
                .map_err(|error| (list, say::with_place(name, error.message())))?;
            if library.is_some_and(|library| Path::new(name) == Path::new(library.file)) {
                return Err((list, say::name_of_library(name)));
            }
            left = match left.checked_sub(content.len()) {
                Some(left) if files.len() < MOST => left,
                _ => return Err((list, say::too_many_files(MOST, LARGEST_OF_ALL))),
            };
            files.push((name.clone(), content));
        }
    }
    files.sort();
    files.dedup();
    Ok(files)
}

/// The source files in the folder of starters, one a language.
fn starters(folder: &Path) -> Result<Vec<StarterFile>, OpenError> {
    let Ok(entries) = folder.join(STARTERS).read_dir() else { return Ok(Vec::new()) };
    let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.take(MOST).collect();
    names.sort();
    let mut starters: Vec<StarterFile> = Vec::new();
    for file in names {
        let Ok((language, _)) = Languages::built_in().of_file(Path::new(&file)) else { continue };
        if starters.iter().all(|known| known.language != language) {
            let own = contents(folder, &format!("{STARTERS}/{file}"))?;
            let text = String::from_utf8_lossy(&own).into_owned();
            starters.push(StarterFile { language, file, text });
        }
    }
    Ok(starters)
}

/// The content of a regular file inside `folder`. Links are refused, also those on the way to it, and
/// so is what could be waited for forever.
fn contents(folder: &Path, name: &str) -> Result<Vec<u8>, OpenError> {
    let path = folder.join(name);
    let refused = |why: Message| OpenError::Refused(say::unreadable(&path, why));
    let mut own = folder.to_owned();
    let mut kind = None;
    for part in Path::new(name).components() {
        let Component::Normal(part) = part else { return Err(refused(say::outside())) };
        own.push(part);
        let found = fs::symlink_metadata(&own).map_err(|error| refused(error.message()))?;
        if found.is_symlink() {
            return Err(refused(say::outside()));
        }
        kind = Some(found.file_type());
    }
    if !kind.is_some_and(|kind| kind.is_file()) {
        return Err(refused(say::no_file()));
    }
    let file = File::open(&path).map_err(|error| refused(error.message()))?;
    let mut bytes = Vec::new();
    file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(|error| refused(error.message()))?;
    if bytes.len() as u64 > LARGEST {
        return Err(refused(say::file_too_large(LARGEST)));
    }
    Ok(bytes)
}

/// JSON with sorted keys.
fn canonical(value: &Value) -> Vec<u8> {
    fn sorted(value: &Value) -> Value {
        match value {
            Value::Object(keys) => {
                let mut entries: Vec<_> = keys.iter().collect();
                entries.sort_by_key(|(key, _)| *key);
                let entries = entries.into_iter();
                Value::Object(entries.map(|(key, value)| (key.clone(), sorted(value))).collect())
            }
            Value::Array(items) => items.iter().map(sorted).collect(),
            other => other.clone(),
        }
    }
    sorted(value).to_string().into_bytes()
}
