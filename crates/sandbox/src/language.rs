//! The languages bots are written in: how each is built and run, and where this machine has its
//! interpreter or compiler.

use crate::say;
use certamen_i18n::Localize;
use serde::Deserialize;
use std::{
    collections::BTreeMap,
    env,
    ffi::OsString,
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
    process::Command,
    sync::LazyLock,
};

/// The list of languages.
#[derive(Debug)]
pub struct Languages(BTreeMap<String, Language>);

/// The exit code of Python's check if a source is Python 2.
pub const PYTHON_TWO: i32 = 72;

/// How programs of one language are built and run.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Language {
    /// The extensions of its files, the first being the usual one.
    pub suffixes: Vec<String>,
    /// The build command; `None` if there is nothing to build.
    #[serde(default)]
    pub build: Vec<String>,
    /// The run command.
    pub run: Vec<String>,
    /// The command that prints its version.
    pub version: Vec<String>,
    /// The Debian packages to install.
    pub package: String,
    /// Files that must exist besides the first words of the commands.
    #[serde(default)]
    pub needs: Vec<String>,
    /// The paths that it reads besides `/usr`; a star at the end matches any ending.
    #[serde(default)]
    pub roots: Vec<String>,
    /// The same for files that its compiler reads and no bot does.
    #[serde(default)]
    pub build_roots: Vec<String>,
    /// Whether it cannot start without a folder to write to.
    #[serde(default)]
    pub temporary: bool,
    /// Its test program.
    pub test: TestProgram,
    /// The code that flushes a line to standard output.
    pub flush: String,
    /// The words in its output that show errors.
    pub output_markers: OutputMarkers,
}

/// A small program that reads a line and writes it twice, followed by its argument.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestProgram {
    /// The name of its file.
    pub file: String,
    /// Its content.
    pub text: String,
}

/// Why the language of a program cannot be found.
#[derive(Debug, Localize)]
#[localize(error)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum LanguageError {
    #[localize(say::language_unknown(name, known))]
    Unknown { name: String, known: String },
    /// No language has this file extension.
    #[localize(say::language_suffix(suffix, known))]
    Suffix { suffix: String, known: String },
}

/// The paths of the parts of one bot.
#[derive(Clone, Debug)]
pub struct Places {
    /// Its own folder.
    pub directory: PathBuf,
    /// The folder of its build output.
    pub out: PathBuf,
    /// Its source files, relative to its folder, the main one first.
    pub sources: Vec<PathBuf>,
}

impl Places {
    /// A bot's own command with its places filled in and its tool found: one of the bot's files,
    /// one of a language, or one that all users have. A path to anything else would let its author
    /// look into a folder of this machine.
    pub fn fill(&self, command: &[String]) -> Result<Vec<OsString>, ToolError> {
        let Some(tool) = command.first().filter(|tool| !tool.contains('{')) else {
            return Ok(fill(command, self));
        };
        let known = Languages::built_in();
        let found = match known.with_tool(tool) {
            Some((usual, language)) => find_tool(usual, &language.package)?,
            None => find_usual_tool(tool)?,
        };
        Ok(fill_arguments(found, &command[1..], self))
    }
}

impl Languages {
    /// The built-in languages.
    pub fn built_in() -> &'static Languages {
        static BUILT_IN: LazyLock<Languages> = LazyLock::new(Languages::read);
        &BUILT_IN
    }

    fn read() -> Languages {
        let text = include_str!("../languages.toml");
        let mut known: BTreeMap<String, Language> =
            toml::from_str(text).expect("the built-in list is tested");
        let words = known.values_mut().flat_map(|language| &mut language.build);
        for word in words.filter(|word| *word == "{check.py}") {
            include_str!("../languages/python/check.py").clone_into(word);
        }
        Languages(known)
    }

    /// All of them, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Language)> {
        self.0.iter().map(|(name, language)| (name.as_str(), language))
    }

    /// The language of this name.
    pub fn get(&self, name: &str) -> Result<&Language, LanguageError> {
        self.0.get(name).ok_or_else(|| LanguageError::Unknown {
            name: name.to_owned(),
            known: self.0.keys().cloned().collect::<Vec<_>>().join(", "),
        })
    }

    /// The language with the extension of `file`.
    pub fn of_file(&self, file: &Path) -> Result<(&str, &Language), LanguageError> {
        let suffix = file.extension().unwrap_or_default().to_string_lossy();
        let found =
            self.iter().find(|(_, language)| language.suffixes.iter().any(|s| *s == suffix));
        found.ok_or_else(|| {
            let all = self.0.values().flat_map(|language| &language.suffixes);
            let known = all.map(|suffix| format!(".{suffix}")).collect::<Vec<_>>().join(", ");
            LanguageError::Suffix { suffix: format!(".{suffix}"), known }
        })
    }

    /// The language with `tool`, given by name or full path, and its path.
    fn with_tool(&self, tool: &str) -> Option<(&str, &Language)> {
        self.0.values().find_map(|language| {
            let first = [&language.build, &language.run].into_iter().filter_map(|it| it.first());
            let named = |known: &&String| known.rsplit('/').next() == Some(tool) || *known == tool;
            let known = first.filter(|known| !known.contains('{')).find(named)?;
            Some((known.as_str(), language))
        })
    }
}

impl Language {
    /// The command that builds a bot; empty if there is nothing to build.
    pub fn build_command(&self, places: &Places) -> Result<Vec<OsString>, ToolError> {
        self.fill(&self.build, places)
    }

    /// The command that runs a bot once it is built.
    pub fn run_command(&self, places: &Places) -> Result<Vec<OsString>, ToolError> {
        self.fill(&self.run, places)
    }

    pub(crate) fn version_command(&self) -> Result<Vec<OsString>, ToolError> {
        let nowhere =
            Places { directory: PathBuf::new(), out: PathBuf::new(), sources: Vec::new() };
        self.fill(&self.version, &nowhere)
    }

    fn fill(&self, template: &[String], places: &Places) -> Result<Vec<OsString>, ToolError> {
        match template.split_first() {
            Some((tool, arguments)) if !tool.contains('{') => {
                self.look_for_needs()?;
                Ok(fill_arguments(find_tool(tool, &self.package)?, arguments, places))
            }
            _ => Ok(fill(template, places)),
        }
    }

    fn look_for_needs(&self) -> Result<(), ToolError> {
        match self.needs.iter().find(|need| !Path::new(need).exists()) {
            None => Ok(()),
            Some(need) => {
                Err(ToolError::Missing { tool: need.clone(), package: self.package.clone() })
            }
        }
    }
}

/// A command for a program that may use this many bytes of memory: `{half}` and `{quarter}`
/// are parts of them, in MiB. The rest is for what collectors do not count.
pub fn fill_memory(command: &[OsString], memory: u64) -> Vec<OsString> {
    let part = |share: u64| ((memory / share) >> 20).max(1).to_string();
    let (half, quarter) = (part(2), part(4));
    let fill = |word: &OsString| match word.to_str() {
        Some(text) if !text.starts_with('/') => {
            text.replace("{half}", &half).replace("{quarter}", &quarter).into()
        }
        _ => word.clone(),
    };
    command.iter().map(fill).collect()
}

fn fill_arguments(tool: PathBuf, arguments: &[String], places: &Places) -> Vec<OsString> {
    let mut command = vec![tool.into_os_string()];
    command.extend(fill(arguments, places));
    command
}

/// `template` with its places filled in.
fn fill(template: &[String], places: &Places) -> Vec<OsString> {
    let mut command = Vec::new();
    for word in template {
        if word == "{sources}" {
            let all = places.sources.iter().map(|source| places.directory.join(source));
            command.extend(all.map(PathBuf::into_os_string));
        } else {
            command.push(fill_word(word, places));
        }
    }
    command
}

fn fill_word(word: &str, places: &Places) -> OsString {
    let source = places.sources.first().map(|source| places.directory.join(source));
    let stem = source.as_deref().and_then(Path::file_stem).map(PathBuf::from);
    let known = [
        ("{stem}", stem.unwrap_or_default()),
        ("{source}", source.unwrap_or_default()),
        ("{out}", places.out.clone()),
        ("{directory}", places.directory.clone()),
    ];
    for (name, path) in known {
        if let Some((before, after)) = word.split_once(name) {
            let mut filled = OsString::from(before);
            filled.push(path);
            filled.push(after);
            return filled;
        }
    }
    word.into()
}

/// The words in the output of a language's programs that show errors: keys of the list of
/// languages.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OutputMarkers {
    /// On standard error, of any error.
    pub errors: Vec<String>,
    /// On standard error, for lack of memory.
    pub memory: Vec<String>,
    /// On standard error, for lack of a network.
    pub network: Vec<String>,
    /// On standard error, for lack of a library.
    pub modules: Vec<String>,
    /// On standard error, for lack of a file, or of the permission to open it.
    pub files: Vec<String>,
    /// Before the number of a line of the program.
    pub places: Vec<String>,
    /// In frames that are of the language and not of the program.
    pub foreign: Vec<String>,
    /// In the source, where it reads its input to the end at once.
    pub reads_all: Vec<String>,
    /// In the source, where it reads its first argument.
    pub argument: Vec<String>,
    /// In the source, where it closes its own output.
    pub closes_output: Vec<String>,
}

/// Why a tool cannot be used.
#[derive(Debug, Localize)]
#[localize(error)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum ToolError {
    #[localize(say::tool_missing(tool, package))]
    Missing { tool: String, package: String },
    /// A script, as version managers put them before the real program: slow, and it reads files
    /// that bots must not read.
    #[localize(say::tool_script(path, package))]
    Script { path: PathBuf, package: String },
    /// Only programs that all users may read can be named.
    #[localize(say::tool_unusual(tool))]
    Unusual { tool: String },
}

/// The folders of programs that any bot may name.
const USUAL: [&str; 4] = ["/usr/local/bin", "/usr/bin", "/bin", "/usr/games"];

/// The program `tool`, by its name or path, among those that every program may run.
pub(crate) fn find_usual_tool(tool: &str) -> Result<PathBuf, ToolError> {
    let unusual = || ToolError::Unusual { tool: tool.to_owned() };
    let path = Path::new(tool);
    let name = path.file_name().ok_or_else(unusual)?;
    let mut found = USUAL.iter().map(|folder| Path::new(folder).join(name));
    let found = found.find(|found| {
        let meant = path.is_absolute() && path == found || path.as_os_str() == name;
        meant && found.canonicalize().is_ok_and(|real| real.starts_with("/usr") && real.is_file())
    });
    found.and_then(|found| found.canonicalize().ok()).ok_or_else(unusual)
}

/// The program behind `tool`: the path itself if it exists, else its file name on the search path,
/// with links resolved.
pub fn find_tool(tool: &str, package: &str) -> Result<PathBuf, ToolError> {
    let path = Path::new(tool);
    let found = if path.is_file() { Some(path.to_owned()) } else { on_search_path(path) };
    let missing = || ToolError::Missing { tool: tool.to_owned(), package: package.to_owned() };
    let found = found.ok_or_else(missing)?;
    let found = behind_rustup(&found).ok_or_else(missing)?;
    match starts_as_script(&found) {
        Ok(false) => Ok(found),
        Ok(true) => Err(ToolError::Script { path: found, package: package.to_owned() }),
        Err(_) => Err(missing()),
    }
}

fn on_search_path(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?;
    let places = env::var_os("PATH")?;
    let mut found = env::split_paths(&places).map(|place| place.join(name));
    found.find(|candidate| candidate.is_file())
}

/// The real tool behind rustup, one program with the names of all tools it manages; other tools
/// with their links resolved.
fn behind_rustup(found: &Path) -> Option<PathBuf> {
    let resolved = found.canonicalize().ok()?;
    let is_rustup = resolved.file_name().is_some_and(|name| name == "rustup");
    let name = found.file_name()?;
    if !is_rustup || name == "rustup" {
        return Some(resolved);
    }
    let answer = Command::new(&resolved).arg("which").arg(name).output().ok()?;
    let path = PathBuf::from(String::from_utf8(answer.stdout).ok()?.trim());
    path.is_file().then_some(path)
}

fn starts_as_script(path: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    fs::File::open(path)?.take(2).read_to_end(&mut start)?;
    Ok(start == b"#!")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_list_is_well_formed() {
        for (name, language) in Languages::built_in().iter() {
            assert!(!language.run.is_empty() && !language.suffixes.is_empty(), "{name}");
            assert!(!language.package.is_empty() && !language.version.is_empty(), "{name}");
            assert!(!language.flush.is_empty(), "{name}");
        }
    }

    fn places() -> Places {
        Places {
            directory: "/bots/x".into(),
            out: "/builds/1".into(),
            sources: vec!["a.c".into(), "b.c".into()],
        }
    }

    #[test]
    fn places_are_filled_in() {
        let places = places();
        let command = Languages::built_in().get("c").unwrap().build_command(&places).unwrap();
        let words: Vec<_> = command[1..].iter().map(|word| word.to_str().unwrap()).collect();
        assert_eq!(words, ["-O2", "-o", "/builds/1/bot", "/bots/x/a.c", "/bots/x/b.c", "-lm"]);
    }

    #[test]
    fn the_class_of_a_java_program_has_the_name_of_its_file() {
        let places = Places { sources: vec!["src/Bot.java".into()], ..places() };
        let command = super::fill(&["-cp", "{out}", "{stem}"].map(str::to_owned), &places);
        assert_eq!(command, ["-cp", "/builds/1", "Bot"]);
    }

    #[test]
    fn commands_contain_the_memory_limit() {
        let command = ["/x/{half}", "-Xmx{half}m", "{quarter}MB"].map(OsString::from);
        assert_eq!(fill_memory(&command, 256 << 20), ["/x/{half}", "-Xmx128m", "64MB"]);
        assert_eq!(fill_memory(&command, 1)[1], "-Xmx1m");
    }

    #[test]
    fn other_required_files_must_exist() {
        let mut language = Languages::built_in().get("kotlin").unwrap().clone();
        language.needs = vec!["/nowhere/kotlinc".to_owned()];
        let error = language.run_command(&places()).unwrap_err().to_string();
        let expected = "/nowhere/kotlinc is not installed: install the Debian package kotlin";
        assert_eq!(error, expected);
    }

    #[test]
    fn a_bots_command_starts_with_a_program_for_all_users() {
        let fill = |tool: &str| places().fill(&[tool.to_owned(), "{out}/x".to_owned()]);
        for tool in ["sh", "/bin/sh", "/usr/bin/env"] {
            let command = fill(tool).unwrap();
            assert!(Path::new(&command[0]).starts_with("/usr"), "{command:?}");
            assert_eq!(command[1], "/builds/1/x");
        }
        assert_eq!(fill("{directory}/run").unwrap()[0], "/bots/x/run");
        let compiler = fill("cc").unwrap();
        assert_eq!(compiler, fill("/usr/bin/cc").unwrap());
    }

    #[test]
    fn other_paths_are_refused() {
        for tool in ["/etc/passwd", "/usr/../etc/passwd", "../x", "etc/x", "/var/x", "", "no-such"]
        {
            let error = places().fill(&[tool.to_owned()]).unwrap_err();
            assert!(matches!(error, ToolError::Unusual { .. }), "{tool}: {error}");
        }
    }

    #[test]
    fn errors_list_the_known_names() {
        let error = Languages::built_in().get("cobol").unwrap_err().to_string();
        assert!(
            error.starts_with("unknown language `cobol`: expected one of c, common-lisp, cpp, ")
        );
        assert!(error.ends_with(", rust"), "{error}");
    }
}
