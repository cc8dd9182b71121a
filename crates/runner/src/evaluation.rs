//! Evaluation functions in Lisp, which are bots together with the supplied search.

use crate::error::{BotError, EvaluationError};
use crate::lisp::{
    AnswerCache, BatchEvaluator, Core, EvalRequest, Host, LANGUAGE, NATURE, Purity, Root, Search,
    Searching,
};
use crate::program::{BuildIdentity, ProgramBot};
use crate::program_dir::limits;
use crate::referee::player::Piped;
use crate::{BuildCache, files};
use certamen_game::{Conditions, DynGame};
use certamen_sandbox::{Access, Folder, Limits, Program, Sandbox, fill_memory};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// An evaluation function and the search that is supplied to it.
#[derive(Clone, Debug)]
pub struct EvaluationBot {
    pub(crate) program: ProgramBot,
    /// The search.
    pub search: Search,
}

/// An evaluation function that can be asked.
#[derive(Clone, Debug)]
pub struct ReadyEvaluation {
    command: Vec<OsString>,
    directory: PathBuf,
    out: PathBuf,
    /// The folder of the core it runs in.
    core: PathBuf,
    search: Search,
    purity: Purity,
    pub(crate) answers: Arc<AnswerCache>,
    /// Whether its whole search is charged, and not only its evaluations.
    whole: bool,
}

/// One process keeps the function, one plays the match. A third could outlive the match.
const PROCESSES: u64 = 2;

impl EvaluationBot {
    pub(crate) fn of(
        program: ProgramBot,
        arguments: &[(String, String)],
        game: &dyn DynGame,
    ) -> Result<EvaluationBot, EvaluationError> {
        let search = Search::read(arguments).map_err(EvaluationError::Search)?;
        let slug = game.info().slug;
        if slug != crate::lisp::GAME.info().slug {
            return Err(EvaluationError::OtherGame { game: slug });
        }
        if program.build.is_some() || program.run.is_some() || program.protocol.is_some() {
            return Err(EvaluationError::Commands);
        }
        Ok(EvaluationBot { program, search })
    }

    /// The name and the bytes of the file.
    pub fn source(&self) -> Option<(&Path, &[u8])> {
        self.program.sources().next()
    }

    /// Compiles it, unless the cache has it, in a core that is saved once.
    pub(crate) fn prepare(
        &self,
        bot: BuildIdentity<'_>,
        cache: &BuildCache,
    ) -> Result<ReadyEvaluation, BotError> {
        let (core_key, core) = cache.core(bot.name)?;
        let key = blake3::hash(format!("{core_key} {}", bot.digest).as_bytes()).to_hex();
        let home = cache.once(&key[..32], |draft| {
            let at = self.program.write(draft)?;
            let source = at.directory.join(&at.sources[0]);
            let command = Core::compile_command(&core, &source, &at.out);
            cache.compile(bot.name, bot.language, draft, &command)
        })?;
        let at = self.program.places(&home);
        let command = Core::play_command(&core, &at.out);
        let (directory, out) = (at.directory, at.out);
        let purity = fs::read_to_string(out.join(NATURE))
            .map_or(Purity::Unknown, |text| Purity::read(&text));
        let (search, answers, whole) = (self.search, Arc::default(), false);
        Ok(ReadyEvaluation { command, directory, out, core, search, purity, answers, whole })
    }
}

impl ReadyEvaluation {
    pub(crate) fn with_whole_search(self) -> ReadyEvaluation {
        ReadyEvaluation { whole: true, ..self }
    }

    /// Whether its answers depend only on the question.
    pub fn is_pure(&self) -> bool {
        self.purity.is_pure()
    }

    /// The player, asked before its matches in a process of its own, if it is pure.
    pub(crate) fn asked_ahead(
        &self,
        conditions: &Conditions,
        sandbox: &Arc<dyn Sandbox>,
    ) -> Option<BatchEvaluator<Piped>> {
        BatchEvaluator::new(self.searching(conditions, sandbox), &self.answers)
    }

    /// Its known answer at `root` and the time it took, if that was within `time`.
    pub(crate) fn known(&self, root: &Root, time: Duration) -> Option<(String, Duration)> {
        self.answers.known(self.question(), root, time)
    }

    fn question(&self) -> EvalRequest {
        EvalRequest { depth: self.search.depth(), semantics: self.search.semantics }
    }

    /// The player that searches with it in `sandbox`.
    pub(crate) fn searching(
        &self,
        conditions: &Conditions,
        sandbox: &Arc<dyn Sandbox>,
    ) -> Searching<Piped> {
        let channel = Piped::lasting(self.program(conditions), Arc::clone(sandbox));
        Searching::new(channel, self.question(), self.purity).charged_whole(self.whole)
    }

    /// A host with it, for callers that ask for more than moves; `search` is a prepared search.
    pub(crate) fn host(
        &self,
        conditions: &Conditions,
        sandbox: &Arc<dyn Sandbox>,
        search: Option<&Path>,
    ) -> Host<Piped> {
        let mut program = self.program(conditions);
        if let Some(search) = search {
            let (outside, inside) = (search.to_owned(), "/search");
            program.command.push(search.into());
            program.folders.push(Folder { outside, inside, access: Access::Read });
        }
        Host::new(Piped::new(program, Arc::clone(sandbox)))
    }

    /// Its program, which writes nowhere and does not depend on the match.
    pub(crate) fn program(&self, conditions: &Conditions) -> Program {
        let limits = Limits {
            processes: PROCESSES,
            scratch: 0,
            // It has one thread, which is blocked in reading between its turns.
            waits: self.purity.is_harmless(),
            ..limits(conditions)
        };
        let folders = [(&self.directory, "/bot"), (&self.out, "/out"), (&self.core, "/core")];
        let folders = folders.map(|(outside, inside)| Folder {
            outside: outside.clone(),
            inside,
            access: Access::Read,
        });
        let environment = [("PATH", "/usr/bin:/bin"), ("HOME", "/"), ("LANG", "C.UTF-8")];
        Program {
            command: fill_memory(&self.command, limits.memory),
            environment: environment.map(|(key, value)| (key.to_owned(), value.to_owned())).into(),
            folders: folders.into(),
            directory: self.directory.clone(),
            limits,
        }
    }
}

impl BuildCache {
    /// Compiles the user's search in the file `path`; returns the folder with the build output.
    pub fn prepare_search(&self, path: &Path) -> Result<PathBuf, BotError> {
        let name = path.display().to_string();
        let io = |error| BotError::Io { path: path.to_owned(), error };
        let text = fs::read(path).map_err(io)?;
        let (core_key, core) = self.core(&name)?;
        let key =
            blake3::hash(&[format!("search {core_key} ").as_bytes(), &text].concat()).to_hex();
        let home = self.once(&key[..32], |draft| {
            let [source, out] = ["source", "out"].map(|folder| draft.join(folder));
            files::make_folder(&source)?;
            let file = source.join("search.cl");
            fs::write(&file, &text).map_err(io)?;
            self.compile(&name, LANGUAGE, draft, &Core::compile_search_command(&core, &file, &out))
        })?;
        Ok(home.join("out"))
    }

    /// The core's key and the folder of its build output; `bot` is the bot that needs it.
    fn core(&self, bot: &str) -> Result<(String, PathBuf), BotError> {
        let tool = |error| BotError::Tool { bot: bot.to_owned(), error };
        let core = Core::find().map_err(tool)?;
        let io = |error| BotError::Io { path: PathBuf::from("sbcl"), error };
        let key = core.key().map_err(io)?;
        let home = self.once(&key, |draft| {
            let source = draft.join("source");
            files::make_folder(&source)?;
            Core::write_sources(&source).map_err(io)?;
            let command = core.build_command(&source, &draft.join("out"));
            self.compile(bot, LANGUAGE, draft, &command)
        })?;
        Ok((key, home.join("out")))
    }
}
