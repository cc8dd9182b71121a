//! The languages bots are written in: how each is built and run.

use crate::{
    OutputMarkers, say,
    toolchain::{ToolError, find_tool, find_usual_tool},
};
use certamen_i18n::Localize;
use serde::Deserialize;
use std::{
    collections::BTreeMap,
    ffi::OsString,
    path::{Path, PathBuf},
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
    /// The words in a program's output that show what is wrong with it.
    pub telltales: OutputMarkers,
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
pub enum LanguageError {
    /// It is unknown.
    #[localize(say::language_unknown(name, known))]
    Unknown {
        /// The name given.
        name: String,
        /// The known names.
        known: String,
    },
    /// No language has this file extension.
    #[localize(say::language_suffix(suffix, known))]
    Suffix {
        /// The extension.
        suffix: String,
        /// The known extensions.
        known: String,
    },
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

    /// The language with `tool`, given by name or full path, and that path.
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

    /// The command that prints its version.
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

#[cfg(test)]
mod tests;
