//! The notation `BOT` of the command line and of contest files: which bot, and its name.

use crate::{
    builtin, escaped,
    job::{BotNameError, check_bot_name, say},
};
use certamen_i18n::{Argument, Localize, Value};
use std::{
    fmt,
    path::{Path, PathBuf},
    str::FromStr,
};

/// A bot as named on a command line and in a contest file.
///
/// ```text
/// BOT       = [NAME "="] ( "builtin:" PLAYER {":" KEY "=" VALUE} | "http:" (URL | NAME) | "human" | PATH {":" KEY "=" VALUE} )
/// ```
///
/// - **The first `=`** ends the name if no `:` or `/` comes before it. Any other is part of an
///   argument or of the path: `a=b.py` is the file `b.py` named `a`, and `./a=b.py` the file
///   `a=b.py`.
/// - **Arguments of a path** follow it, `KEY=VALUE` each, without a `/`. Anything after the `:`
///   behind `.cl` is an argument, because evaluation functions have some.
/// - If files are checked, **a path that exists is a path**, whatever it contains: see
///   [`BotSpec::read`].
///
/// `Display` writes what was read, the order of arguments included, because it is part of the names
/// of built-in players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotSpec {
    /// The name to use instead of its own.
    pub name: Option<String>,
    /// The bot.
    pub source: BotSource,
    /// In the order given.
    pub arguments: Vec<(String, String)>,
}

/// The kind of bot, and where it is.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum BotSource {
    /// A built-in player.
    Builtin { name: String },
    /// A file with an evaluation function, for which a search is supplied.
    Evaluation { path: PathBuf },
    /// A folder with its `bot.toml`, a source file or an executable; or a pattern of such.
    Path { path: PathBuf },
    /// A player that is asked over HTTP: its URL, or in a contest its name in the contest file.
    Http { target: String },
    /// A person at the terminal.
    Human,
}

/// Why a text is not a `BOT`.
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum BotSpecError {
    /// The name is not allowed.
    #[localize(transparent)]
    Name(BotNameError),
    /// An argument has no value.
    #[localize(say::no_argument(part))]
    Argument { part: String },
}

const HUMAN: &str = "human";
const BUILTIN: &str = "builtin:";
const HTTP: &str = "http:";
/// The extension of files with an evaluation function.
const EVALUATION: &str = "cl";

impl BotSpec {
    /// Reads a `BOT`; `exists` says which files exist: a path that exists is taken as a whole.
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
        } else if let Some(player) = rest.strip_prefix(BUILTIN) {
            BotSpec::of_builtin(player)?
        } else if let Some(target) = rest.strip_prefix(HTTP) {
            BotSpec::of(BotSource::Http { target: target.to_owned() })
        } else if exists(Path::new(rest)) {
            BotSpec::of_path(rest)
        } else {
            of_path_and_arguments(rest)?
        };
        Ok(BotSpec { name, ..spec })
    }

    /// The built-in player `PLAYER:KEY=VALUE…`, as tables name it: without `builtin:`.
    pub fn of_builtin(text: &str) -> Result<BotSpec, BotSpecError> {
        let (name, arguments) = text.split_once(':').unzip();
        let name = name.unwrap_or(text).to_owned();
        Ok(BotSpec {
            arguments: read_arguments(arguments)?,
            ..BotSpec::of(BotSource::Builtin { name })
        })
    }

    /// The bot in the file or folder `path`, whatever characters are in it.
    pub fn of_path(path: impl Into<PathBuf>) -> BotSpec {
        let mut path = path.into();
        let written = path.display().to_string();
        if path.is_relative() && (is_reserved(&written) || split_name(&written).0.is_some()) {
            path = Path::new(".").join(path);
        }
        BotSpec::of(source_at(path))
    }

    /// The same bot with its path, if any, relative to `folder`.
    #[must_use]
    pub fn within(mut self, folder: &Path) -> BotSpec {
        if let BotSource::Evaluation { path } | BotSource::Path { path } = &mut self.source {
            *path = folder.join(&*path);
        }
        self
    }

    /// The path of its file or folder, if it has one.
    pub fn path(&self) -> Option<&Path> {
        match &self.source {
            BotSource::Evaluation { path } | BotSource::Path { path } => Some(path),
            BotSource::Builtin { .. } | BotSource::Http { .. } | BotSource::Human => None,
        }
    }

    /// The name and the arguments of a built-in player; the last of arguments given twice.
    pub fn builtin(&self) -> Option<(&str, builtin::Arguments)> {
        match &self.source {
            BotSource::Builtin { name } => Some((name, self.arguments.iter().cloned().collect())),
            _ => None,
        }
    }

    fn of(source: BotSource) -> BotSpec {
        BotSpec { name: None, source, arguments: Vec::new() }
    }
}

impl FromStr for BotSpec {
    type Err = BotSpecError;

    /// Checks no files.
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
            BotSource::Builtin { name } => write!(f, "{BUILTIN}{name}")?,
            BotSource::Evaluation { path } | BotSource::Path { path } => {
                write!(f, "{}", path.display())?;
            }
            BotSource::Http { target } => write!(f, "{HTTP}{target}")?,
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

/// Whether this is not a path even if a file of this name exists.
fn is_reserved(given: &str) -> bool {
    given == HUMAN || given.starts_with(BUILTIN) || given.starts_with(HTTP)
}

fn source_at(path: PathBuf) -> BotSource {
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
    let source = source_at(path.unwrap_or(given).into());
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
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(given: &str) -> BotSpec {
        given.parse().unwrap_or_else(|error| panic!("{given}: {error}"))
    }

    fn check(given: &str, name: Option<&str>, source: BotSource, arguments: &[(&str, &str)]) {
        let spec = read(given);
        let own = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
        let arguments = arguments.iter().map(own).collect();
        assert_eq!(spec, BotSpec { name: name.map(str::to_owned), source, arguments }, "{given}");
        assert_eq!(spec.to_string(), given);
    }

    fn builtin(name: &str) -> BotSource {
        BotSource::Builtin { name: name.to_owned() }
    }

    #[test]
    fn players_on_other_machines_have_a_url_or_a_name() {
        let http = |target: &str| BotSource::Http { target: target.to_owned() };
        check("http:alpha", None, http("alpha"), &[]);
        check("http:https://a.example/move?x=1", None, http("https://a.example/move?x=1"), &[]);
        check("beta=http:https://a.example:81/", Some("beta"), http("https://a.example:81/"), &[]);
    }

    fn evaluation(path: &str) -> BotSource {
        BotSource::Evaluation { path: path.into() }
    }

    fn path(path: &str) -> BotSource {
        BotSource::Path { path: path.into() }
    }

    #[test]
    fn builtin_players_have_names_and_arguments() {
        check("builtin:random", None, builtin("random"), &[]);
        check("builtin:bueno:depth=4", None, builtin("bueno"), &[("depth", "4")]);
        check(
            "x=builtin:bueno:search=alpha-beta:depth=6",
            Some("x"),
            builtin("bueno"),
            &[("search", "alpha-beta"), ("depth", "6")],
        );
        check("builtin:", None, builtin(""), &[]);
        assert_eq!(BotSpec::of_builtin("regular:depth=2"), Ok(read("builtin:regular:depth=2")));
        let twice = read("builtin:bueno:depth=4:depth=6");
        assert_eq!(
            twice.builtin().map(|(name, own)| (name, own["depth"].clone())),
            Some(("bueno", "6".into()))
        );
    }

    #[test]
    fn people_have_any_name() {
        check("human", None, BotSource::Human, &[]);
        check("Ana=human", Some("Ana"), BotSource::Human, &[]);
        check("./human", None, path("./human"), &[]);
    }

    #[test]
    fn an_equals_sign_belongs_to_the_name_or_to_the_path() {
        check("bots/vigia", None, path("bots/vigia"), &[]);
        check("viejo=../bots/vigia", Some("viejo"), path("../bots/vigia"), &[]);
        check("a=b=c.py", Some("a"), path("b=c.py"), &[]);
        check("./a=b.py", None, path("./a=b.py"), &[]);
        check("bots/a=b.py", None, path("bots/a=b.py"), &[]);
        check("/tmp/x:y=1/bots/v.py", None, path("/tmp/x:y=1/bots/v.py"), &[]);
        check("a:b", None, path("a:b"), &[]);
    }

    #[test]
    fn arguments_follow_a_file() {
        check("a/b.cl", None, evaluation("a/b.cl"), &[]);
        check("a/b.cl:depth=4", None, evaluation("a/b.cl"), &[("depth", "4")]);
        check("mia=b.cl:depth=4:x=", Some("mia"), evaluation("b.cl"), &[("depth", "4"), ("x", "")]);
        check("/a:b/c.cl:depth=4", None, evaluation("/a:b/c.cl"), &[("depth", "4")]);
        check("folder:depth=4", None, path("folder"), &[("depth", "4")]);
    }

    #[test]
    fn invalid_notation_is_rejected_with_the_part() {
        let refused = |given: &str| given.parse::<BotSpec>().unwrap_err().to_string();
        assert_eq!(refused("builtin:bueno:4"), "`4` is not an argument: write key=value");
        assert_eq!(refused("b.cl:"), "`` is not an argument: write key=value");
        assert_eq!(refused("b.cl:deep"), "`deep` is not an argument: write key=value");
        assert_eq!(refused(" x=b.py"), "` x` starts or ends with a blank");
        assert_eq!(refused("=b.py"), "`` must have 1 to 40 characters");
    }

    #[test]
    fn a_path_that_exists_is_a_path() {
        let there = |given: &str, file: &str| BotSpec::read(given, |path| path == Path::new(file));
        assert_eq!(there("a=b.py", "a=b.py"), Ok(read("./a=b.py")));
        assert_eq!(there("a=b.py", "b.py"), Ok(read("a=b.py")));
        let whole = BotSpec { name: Some("x".into()), ..BotSpec::of(path("f:depth=4")) };
        assert_eq!(there("x=f:depth=4", "f:depth=4"), Ok(whole));
        assert_eq!(there("human", "human"), Ok(read("human")));
        assert_eq!(there("builtin:x", "builtin:x"), Ok(read("builtin:x")));
    }

    #[test]
    fn paths_can_be_made_relative_to_a_folder() {
        let seen = |given: &str| read(given).within(Path::new("../..")).to_string();
        assert_eq!(seen("14023=accepted/x.cl:depth=2"), "14023=../../accepted/x.cl:depth=2");
        assert_eq!(seen("/abs/bot.py"), "/abs/bot.py");
        assert_eq!(seen("fuerte=builtin:bueno:depth=4"), "fuerte=builtin:bueno:depth=4");
        assert_eq!(seen("human"), "human");
    }

    /// Texts made of what the notation is made of, so that all its cases come up.
    fn notation() -> impl Strategy<Value = String> {
        let word = prop_oneof![
            Just("builtin:"),
            Just("human"),
            Just("="),
            Just(":"),
            Just("/"),
            Just("."),
            Just(".cl"),
            Just("depth=4"),
            Just("bueno"),
            Just("ñ"),
            Just(" "),
        ];
        prop::collection::vec(word, 0..8).prop_map(|words| words.concat())
    }

    proptest! {
        #[test]
        fn display_writes_what_was_read(given in prop_oneof![notation(), any::<String>()]) {
            if let Ok(spec) = given.parse::<BotSpec>() {
                prop_assert_eq!(spec.to_string(), given);
            }
        }

        #[test]
        fn display_can_be_read_back(
            name in prop::option::of("[a-z][a-z0-9 _.-]{0,8}[a-z]"),
            source in prop_oneof![
                "[a-z]{1,9}".prop_map(|name| BotSource::Builtin { name }),
                "[a-z0-9./=]{1,20}".prop_map(|path| BotSpec::of_path(path).source),
                Just(BotSource::Human),
            ],
            arguments in prop::collection::vec(("[a-z]{1,9}", "[a-z0-9=]{0,4}"), 0..3),
        ) {
            let arguments = if source == BotSource::Human { Vec::new() } else { arguments };
            let spec = BotSpec { name, source, arguments };
            prop_assert_eq!(spec.to_string().parse(), Ok(spec));
        }
    }
}
