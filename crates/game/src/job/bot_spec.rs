//! BOT on the command line and in contest files: which bot, and its name.

use crate::job::{BotNameError, check_bot_name, say};
use crate::{builtin, escaped};
use certamen_i18n::{Argument, Localize, Value};
use std::{
    fmt,
    path::{Path, PathBuf},
    str::FromStr,
};

/// A bot as it is named on a command line, in a contest file and in a share of a time.
///
/// ```text
/// BOT       = [NAME "="] ( "builtin:" PLAYER {":" KEY "=" VALUE} | "human" | PATH {":" KEY "=" VALUE} )
/// ```
///
/// - **An `=`** belongs to the name if neither `:` nor `/` stands before the first one. Any other is
///   part of an argument or of the path: `a=b.py` is the file `b.py` called `a`, and `./a=b.py` the
///   file `a=b.py`.
/// - **Arguments of a path** stand behind it, `KEY=VALUE` each, without a `/`. Whatever follows the
///   `:` behind `.cl` is an argument, because evaluation functions have some.
/// - Where there is a file system, **a path that exists is a path**, whatever stands in it: see
///   [`BotSpec::read`].
///
/// What was read is written as it was: the order of arguments is kept, for the names of house
/// players hold it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotSpec {
    /// What it is to be called, if not as it calls itself.
    pub name: Option<String>,
    /// Which one it is.
    pub source: BotSource,
    /// What stands behind it, in the order that was given.
    pub arguments: Vec<(String, String)>,
}

/// What a BOT stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BotSource {
    /// A built-in player.
    House {
        /// Its name.
        name: String,
    },
    /// A file with an evaluation function, for which a search is supplied.
    Evaluation {
        /// The file.
        path: PathBuf,
    },
    /// A folder with its `bot.toml`, a source file or an executable; or a pattern of such.
    Path {
        /// Where it is.
        path: PathBuf,
    },
    /// A person at the terminal.
    Human,
}

/// Why something is no BOT.
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
pub enum BotSpecError {
    /// The name is not allowed.
    #[localize(transparent)]
    Name(BotNameError),
    /// An argument has no value.
    #[localize(say::no_argument(part))]
    Argument {
        /// What stands there.
        part: String,
    },
}

/// What people are called.
const HUMAN: &str = "human";
/// What the names of built-in players begin with.
const HOUSE: &str = "builtin:";
/// The ending of files with an evaluation function.
const EVALUATION: &str = "cl";

impl BotSpec {
    /// The BOT `given`, where `exists` says what there is: a path that exists is taken whole.
    pub fn read(given: &str, exists: impl Fn(&Path) -> bool) -> Result<BotSpec, BotSpecError> {
        if exists(Path::new(given)) && !is_reserved(given) {
            return Ok(BotSpec::of_path(given));
        }
        let (name, rest) = split_name(given);
        let name = name.map(str::to_owned);
        if let Some(name) = &name {
            check_bot_name(name).map_err(BotSpecError::Name)?;
        }
        let spec = if rest == HUMAN {
            BotSpec::of(BotSource::Human)
        } else if let Some(house) = rest.strip_prefix(HOUSE) {
            BotSpec::of_house(house)?
        } else if exists(Path::new(rest)) {
            BotSpec::of_path(rest)
        } else {
            of_path_and_arguments(rest)?
        };
        Ok(BotSpec { name, ..spec })
    }

    /// The built-in player `PLAYER:KEY=VALUE…`, as tables name it: without `builtin:`.
    pub fn of_house(text: &str) -> Result<BotSpec, BotSpecError> {
        let (name, arguments) = text.split_once(':').unzip();
        let name = name.unwrap_or(text).to_owned();
        Ok(BotSpec {
            arguments: read_arguments(arguments)?,
            ..BotSpec::of(BotSource::House { name })
        })
    }

    /// The bot in the file or folder `path`, whatever stands in its name.
    pub fn of_path(path: impl Into<PathBuf>) -> BotSpec {
        let mut path = path.into();
        let written = path.display().to_string();
        if path.is_relative() && (is_reserved(&written) || split_name(&written).0.is_some()) {
            path = Path::new(".").join(path);
        }
        BotSpec::of(at(path))
    }

    /// The same bot, seen from where `folder` is a relative path: what is at a path is below it.
    #[must_use]
    pub fn within(mut self, folder: &Path) -> BotSpec {
        if let BotSource::Evaluation { path } | BotSource::Path { path } = &mut self.source {
            *path = folder.join(&*path);
        }
        self
    }

    /// Where it is, unless it is none of a path.
    pub fn path(&self) -> Option<&Path> {
        match &self.source {
            BotSource::Evaluation { path } | BotSource::Path { path } => Some(path),
            BotSource::House { .. } | BotSource::Human => None,
        }
    }

    /// The name and the arguments of a built-in player; of arguments that are given twice, the
    /// last.
    pub fn builtin(&self) -> Option<(&str, builtin::Arguments)> {
        match &self.source {
            BotSource::House { name } => Some((name, self.arguments.iter().cloned().collect())),
            _ => None,
        }
    }

    fn of(source: BotSource) -> BotSpec {
        BotSpec { name: None, source, arguments: Vec::new() }
    }
}

impl FromStr for BotSpec {
    type Err = BotSpecError;

    /// Nothing is looked for: this is the notation alone.
    fn from_str(given: &str) -> Result<BotSpec, BotSpecError> {
        BotSpec::read(given, |_| false)
    }
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            write!(f, "{name}=")?;
        }
        match &self.source {
            BotSource::House { name } => write!(f, "{HOUSE}{name}")?,
            BotSource::Evaluation { path } | BotSource::Path { path } => {
                write!(f, "{}", path.display())?;
            }
            BotSource::Human => f.write_str(HUMAN)?,
        }
        self.arguments.iter().try_for_each(|(key, value)| write!(f, ":{key}={value}"))
    }
}

impl Argument for BotSpec {
    fn value(&self) -> Value {
        Value::Text(escaped(&self.to_string()))
    }
}

/// The name in `NAME=BOT`.
fn split_name(given: &str) -> (Option<&str>, &str) {
    match given.split_once('=') {
        Some((name, rest)) if !name.contains([':', '/']) => (Some(name), rest),
        _ => (None, given),
    }
}

/// Whether that is no path even where a file of that name exists.
fn is_reserved(given: &str) -> bool {
    given == HUMAN || given.starts_with(HOUSE)
}

fn at(path: PathBuf) -> BotSource {
    if is_evaluation(&path) { BotSource::Evaluation { path } } else { BotSource::Path { path } }
}

fn is_evaluation(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == EVALUATION)
}

fn of_path_and_arguments(given: &str) -> Result<BotSpec, BotSpecError> {
    let split =
        given.char_indices().filter(|(_, character)| *character == ':').find_map(|(at, _)| {
            let (path, arguments) = (&given[..at], &given[at + 1..]);
            let plain = || arguments.split(':').all(|part| part.contains('='));
            let behind = !arguments.contains('/') && !path.is_empty();
            (behind && (is_evaluation(Path::new(path)) || plain())).then_some((path, arguments))
        });
    let (path, arguments) = split.unzip();
    let source = at(path.unwrap_or(given).into());
    Ok(BotSpec { arguments: read_arguments(arguments)?, ..BotSpec::of(source) })
}

fn read_arguments(given: Option<&str>) -> Result<Vec<(String, String)>, BotSpecError> {
    let parts = given.into_iter().flat_map(|given| given.split(':'));
    parts
        .map(|part| match part.split_once('=') {
            Some((key, value)) => Ok((key.to_owned(), value.to_owned())),
            None => Err(BotSpecError::Argument { part: part.to_owned() }),
        })
        .collect()
}

#[cfg(test)]
mod tests;
