//! Programs that are never asked: they cannot be loaded, built or started.

use crate::check::advice::{Advice, Fact, Severity};
use crate::check::diagnosis::{Diagnosis, Source, is_about_bytes, not_utf8, of_source};
use crate::check::report::CheckFinding;
use crate::{Bot, BotError, BuiltBot, NotRunnable, ReadyProgram};
use certamen_i18n::{Localize, Message};
use certamen_sandbox::{CompileError, Languages};
use std::{fs::File, io::Read, path::Path};

/// How much of a source file is read, in bytes.
const LOOKED_AT: u64 = 1 << 20;
const LINES: usize = 40;

/// What is wrong with a bot that cannot be loaded or built; the error if it is not the bot's fault.
pub(crate) fn refused(error: BotError, sources: &[Source]) -> Result<CheckFinding, BotError> {
    let system = |advice, why: Message| Diagnosis::new(advice).with(Fact::System(why));
    let (found, compiler) = match &error {
        BotError::Compile { error: CompileError::Refused { why, words }, .. } => {
            let not_utf8 = not_utf8(sources).filter(|_| is_about_bytes(words));
            let file = not_utf8.map(|source| Fact::File(source.name.clone()));
            let advice = if file.is_some() { Advice::NotUtf8 } else { Advice::DoesNotCompile };
            let found = Diagnosis::new(advice).with_all(file).with(Fact::System(why.message()));
            (found, &words[..])
        }
        BotError::PythonTwo { words, .. } => (Diagnosis::new(Advice::PythonTwo), &words[..]),
        BotError::Compile { error: CompileError::Products(why), .. } => {
            (system(Advice::DoesNotCompile, why.message()), "")
        }
        BotError::Tool { error, .. } => (system(Advice::MissingInterpreter, error.message()), ""),
        BotError::Program { why, path, .. } => {
            let advice = match why {
                NotRunnable::NotExecutable => Advice::NotExecutable,
                NotRunnable::NoFile | NotRunnable::NotThere => Advice::CannotStart,
            };
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            (system(advice, why.of(&name)), "")
        }
        BotError::NoManifest { path } => {
            let folder = Fact::File(path.display().to_string());
            (Diagnosis::new(Advice::NoManifest).with(folder), "")
        }
        BotError::Language { path, error } => {
            let meant = probable_ending(path);
            let is_script = || read(path).is_some_and(|content| content.starts_with(b"#!"));
            let script = meant.is_none() && is_script();
            let advice = if script { Advice::NotExecutable } else { Advice::UnknownLanguage };
            (system(advice, error.message()).with_all(meant.map(Fact::DidYouMean)), "")
        }
        _ => return Err(error),
    };
    let compiler = shown_lines(compiler);
    Ok(CheckFinding { compiler, ..CheckFinding::new(found, Severity::Correction) })
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
