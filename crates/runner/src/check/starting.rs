//! Programs that are never asked: they cannot be loaded, built or started.

use crate::check::advice::{Advice, Fact};
use crate::check::diagnosis::{Diagnosis, Source, is_about_bytes, not_utf8, of_source};
use crate::{Bot, BotError, BuiltBot, NotRunnable, ReadyProgram};
use certamen_i18n::{Localize, Message};
use certamen_sandbox::{CompileError, Languages};
use std::{fs::File, io::Read, path::Path};

/// How much of a source file is read, in bytes.
const LOOKED_AT: u64 = 1 << 20;
const LINES: usize = 40;

/// What is wrong with a bot, and the compiler's output; the error if it is not the bot's fault.
pub(crate) fn refused(
    error: BotError,
    sources: &[Source],
) -> Result<(Diagnosis, Vec<String>), BotError> {
    let (advice, system) = match &error {
        BotError::Compile { error: CompileError::Refused { why, words }, .. } => {
            let found = match not_utf8(sources).filter(|_| is_about_bytes(words)) {
                Some(source) => {
                    Diagnosis::new(Advice::NotUtf8).with(Fact::File(source.name.clone()))
                }
                None => Diagnosis::new(Advice::DoesNotCompile),
            };
            return Ok((found.with(Fact::System(why.message())), shown_lines(words)));
        }
        BotError::PythonTwo { words, .. } => {
            return Ok((Diagnosis::new(Advice::PythonTwo), shown_lines(words)));
        }
        BotError::Compile { error: CompileError::Products(why), .. } => {
            (Advice::DoesNotCompile, why.message())
        }
        BotError::Tool { error, .. } => (Advice::MissingInterpreter, error.message()),
        BotError::Program { why, path, .. } => {
            let advice = match why {
                NotRunnable::NotExecutable => Advice::NotExecutable,
                NotRunnable::NoFile | NotRunnable::NotThere => Advice::CannotStart,
            };
            (advice, why.of(&path.file_name().unwrap_or_default().to_string_lossy()))
        }
        BotError::NoManifest { path } => {
            let found = Diagnosis::new(Advice::NoManifest);
            return Ok((found.with(Fact::File(path.display().to_string())), Vec::new()));
        }
        BotError::Language { path, error } if probable_ending(path).is_some() => {
            let found = Diagnosis::new(Advice::UnknownLanguage).with(Fact::System(error.message()));
            let meant = probable_ending(path).into_iter().map(Fact::DidYouMean);
            return Ok((meant.fold(found, Diagnosis::with), Vec::new()));
        }
        BotError::Language { path, error } => {
            let script = read(path).is_some_and(|content| content.starts_with(b"#!"));
            let advice = if script { Advice::NotExecutable } else { Advice::UnknownLanguage };
            (advice, error.message())
        }
        _ => return Err(error),
    };
    Ok((Diagnosis::new(advice).with(Fact::System(system)), Vec::new()))
}

/// Why the system cannot start the program, judging by its file.
pub(crate) fn unstartable(ready: &BuiltBot) -> Option<Diagnosis> {
    let BuiltBot::Program(ReadyProgram { command, directory, out, .. }) = ready else {
        return None;
    };
    let path = Path::new(command.first()?);
    if !path.starts_with(directory) && !path.starts_with(out) {
        return None;
    }
    let name = path.file_name()?.to_string_lossy().into_owned();
    of_source(&Source { name, content: read(path)? })
}

pub(crate) fn warnings(ready: &BuiltBot) -> Vec<String> {
    let BuiltBot::Program(program) = ready else { return Vec::new() };
    shown_lines(&program.compiler_words().unwrap_or_default())
}

fn shown_lines(output: &str) -> Vec<String> {
    output.lines().take(LINES).map(certamen_game::legible).collect()
}

pub(crate) fn not_started(reason: Message) -> Diagnosis {
    Diagnosis::new(Advice::CannotStart).with(Fact::System(reason))
}

pub(crate) fn sources(bot: &Bot) -> Vec<Source> {
    bot.sources()
        .into_iter()
        .map(|(path, content)| Source {
            name: path.display().to_string(),
            content: content[..content.len().min(LOOKED_AT as usize)].to_vec(),
        })
        .collect()
}

fn read(path: &Path) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    File::open(path).ok()?.take(LOOKED_AT).read_to_end(&mut content).ok()?;
    Some(content)
}

/// The file ending that was probably meant: in other case, the language's name, or with a digit.
fn probable_ending(path: &Path) -> Option<String> {
    let given = path.extension()?.to_string_lossy().to_lowercase();
    let bare = given.trim_end_matches(|digit: char| digit.is_ascii_digit());
    let known = Languages::built_in();
    let found = known.iter().find_map(|(name, language)| {
        let same =
            |suffix: &&String| suffix.to_lowercase() == given || suffix.to_lowercase() == bare;
        let named = || language.suffixes.first().filter(|_| name == bare);
        language.suffixes.iter().find(same).or_else(named).cloned()
    });
    found.map(|suffix| format!(".{suffix}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_endings_are_recognised() {
        for (given, meant) in [
            ("BOT.PY", Some(".py")),
            ("bot.Py3", Some(".py")),
            ("bot.python", Some(".py")),
            ("bot.rust", Some(".rs")),
            ("bot.JAVA", Some(".java")),
            ("bot.txt", None),
            ("bot", None),
        ] {
            assert_eq!(probable_ending(Path::new(given)).as_deref(), meant, "{given}");
        }
    }
}
