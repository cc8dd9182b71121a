//! Programs that do not come to be asked: refused by us, the compiler or the system.

use crate::{
    advice::Advice,
    diagnosis::{Diagnosis, Source, of_source},
    fact::Fact,
};
use certamen_sandbox::CompileError;
use certamen_speech::{Message, Speak};
use certamen_worker::{Bot, BotError, NotRunnable, Ready, ReadyProgram};
use std::{fs::File, io::Read, path::Path};

/// How much of a source is looked at, in bytes.
const LOOKED_AT: u64 = 1 << 20;
/// How many of a compiler's lines are shown.
const LINES: usize = 40;

/// What is wrong with a bot that cannot be made ready, and the compiler's words. The error itself
/// comes back if the bot is not to blame.
pub(crate) fn refused(error: BotError) -> Result<(Diagnosis, Vec<String>), BotError> {
    let (advice, system) = match &error {
        BotError::Compile { error: CompileError::Refused { why, words }, .. } => {
            let words = words.lines().take(LINES).map(certamen_game::legible).collect();
            let found = Diagnosis::new(Advice::DoesNotCompile);
            return Ok((found.with(Fact::System(Message::verbatim(why.to_string()))), words));
        }
        BotError::PythonTwo { words, .. } => {
            let words = words.lines().take(LINES).map(certamen_game::legible).collect();
            return Ok((Diagnosis::new(Advice::PythonTwo), words));
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
        BotError::Language { path, error } => {
            let script = read(path).is_some_and(|content| content.starts_with(b"#!"));
            let advice = if script { Advice::NotExecutable } else { Advice::UnknownLanguage };
            (advice, error.message())
        }
        _ => return Err(error),
    };
    Ok((Diagnosis::new(advice).with(Fact::System(system)), Vec::new()))
}

/// Why the system will not start the program, as far as its file tells.
pub(crate) fn unstartable(ready: &Ready) -> Option<Diagnosis> {
    let Ready::Program(ReadyProgram { command, directory, out, .. }) = ready else { return None };
    let path = Path::new(command.first()?);
    if !path.starts_with(directory) && !path.starts_with(out) {
        return None;
    }
    let name = path.file_name()?.to_string_lossy().into_owned();
    of_source(&Source { name, content: read(path)? })
}

/// What the system says to a program that it cannot start.
pub(crate) fn not_started(reason: Message) -> Diagnosis {
    Diagnosis::new(Advice::CannotStart).with(Fact::System(reason))
}

/// A bot's own sources.
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
