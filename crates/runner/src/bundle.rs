//! A bot as data: its files and how it is built, run and asked, to be built on another machine.

use crate::engine::EngineSettings;
use crate::files::{self, BotFile};
use crate::program::ProgramBot;
use crate::{Bot, BotKind, BotMetadata, EvaluationBot};
use certamen_game::Protocol;
use data_encoding::BASE64;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// A program or evaluation function with everything needed to build and run it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bundle {
    /// The version of the format.
    pub v: u32,
    /// The language it is written in.
    pub language: String,
    files: Vec<BundledFile>,
    sources: Vec<PathBuf>,
    build: Option<Vec<String>>,
    run: Option<Vec<String>>,
    requires: BTreeMap<PathBuf, String>,
    protocol: Option<Protocol>,
    #[serde(default, skip_serializing_if = "EngineSettings::is_empty")]
    engine: EngineSettings,
    /// The search arguments of an evaluation function.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    search: Option<Vec<(String, String)>>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct BundledFile {
    path: PathBuf,
    executable: bool,
    /// In base 64.
    content: String,
}

impl Bundle {
    /// The bot as data; `None` if it has no files.
    pub fn of(bot: &Bot) -> Option<Bundle> {
        let (program, search) = match &bot.kind {
            BotKind::Program(program) => (&**program, None),
            BotKind::Evaluation(own) => (&own.program, Some(own.search.arguments())),
            BotKind::Builtin { .. } | BotKind::Http(_) | BotKind::Human | BotKind::Remote => {
                return None;
            }
        };
        let bundled = |file: &BotFile| BundledFile {
            path: file.path.clone(),
            executable: file.executable,
            content: BASE64.encode(&file.content),
        };
        Some(Bundle {
            v: 1,
            language: bot.language.clone(),
            files: program.files.iter().map(bundled).collect(),
            sources: program.sources.clone(),
            build: program.build.clone(),
            run: program.run.clone(),
            requires: program.requires.clone(),
            protocol: program.protocol,
            engine: program.engine.clone(),
            search,
        })
    }

    /// The bot named `name`; `None` if its files do not match this digest.
    pub fn bot(&self, name: &str, digest: &str) -> Option<Bot> {
        let file = |file: &BundledFile| {
            let content = BASE64.decode(file.content.as_bytes()).ok()?;
            let (path, executable) = (file.path.clone(), file.executable);
            is_inside(&path).then_some(BotFile { path, content, executable })
        };
        let files: Vec<BotFile> = self.files.iter().map(file).collect::<Option<_>>()?;
        if files::digest(&files) != digest || !self.sources.iter().all(|path| is_inside(path)) {
            return None;
        }
        let program = ProgramBot {
            files,
            sources: self.sources.clone(),
            build: self.build.clone(),
            run: self.run.clone(),
            requires: self.requires.clone(),
            protocol: self.protocol,
            engine: self.engine.clone(),
        };
        let kind = match &self.search {
            None => BotKind::Program(Box::new(program)),
            Some(arguments) => {
                let own = EvaluationBot::of(program, arguments, crate::lisp::GAME);
                BotKind::Evaluation(Box::new(own.ok()?))
            }
        };
        let (name, digest) = (name.to_owned(), digest.to_owned());
        let (language, about) = (self.language.clone(), BotMetadata::default());
        Some(Bot { name, digest, language, kind, about })
    }
}

/// Whether a relative path stays in its folder.
fn is_inside(path: &Path) -> bool {
    let mut parts = path.components().peekable();
    parts.peek().is_some() && parts.all(|part| matches!(part, Component::Normal(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_evaluation_function_arrives_with_its_search() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.cl");
        std::fs::write(&path, "(defun mi-f-ev (e) 0)").unwrap();
        let game = certamen_games::find("mancala8").unwrap();
        let given = format!("{}:depth=3:legacy-suma-fila=true", path.display());
        let bot = Bot::find(&given, game).unwrap();
        let text = serde_json::to_string(&Bundle::of(&bot).unwrap()).unwrap();
        let arrived = |text: &str| {
            let read: Bundle = serde_json::from_str(text).unwrap();
            read.bot("mine", &bot.digest)
        };
        let found = arrived(&text).unwrap();
        assert_eq!(format!("{:?}", found.kind), format!("{:?}", bot.kind));
        assert!(arrived(&text.replace("depth", "deep")).is_none(), "there is no such search");
    }

    #[test]
    fn a_bot_arrives_as_it_was_and_nothing_else_under_its_digest() {
        let folder = tempfile::tempdir().unwrap();
        let manifest = "name = \"mine\"\nlanguage = \"python\"\nsource = [\"a/bot.py\"]\n";
        std::fs::create_dir(folder.path().join("a")).unwrap();
        std::fs::write(folder.path().join("a/bot.py"), "print(1)\n").unwrap();
        std::fs::write(folder.path().join("bot.toml"), manifest).unwrap();
        let game = certamen_games::find("footsteps").unwrap();
        let bot = Bot::find(folder.path().to_str().unwrap(), game).unwrap();
        let bundle = Bundle::of(&bot).unwrap();
        let text = serde_json::to_string(&bundle).unwrap();
        let read: Bundle = serde_json::from_str(&text).unwrap();
        let arrived = read.bot("mine", &bot.digest).unwrap();
        assert_eq!(format!("{:?}", arrived.kind), format!("{:?}", bot.kind));
        assert!(read.bot("mine", "another").is_none());
        for path in ["../bot.py", "/etc/passwd", "a/../../b", ""] {
            let mut evil = read.clone();
            evil.files[0].path = path.into();
            let files: Vec<BotFile> = Vec::new();
            assert!(evil.bot("mine", &bot.digest).is_none(), "{path}");
            assert!(evil.bot("mine", &files::digest(&files)).is_none(), "{path}");
        }
        assert!(Bundle::of(&Bot::find("builtin:first", game).unwrap()).is_none());
    }
}
