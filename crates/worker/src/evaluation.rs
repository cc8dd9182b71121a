//! Evaluation functions in Lisp, which are bots with the search that is supplied to them.

use crate::{
    Bot, BotError, Kind, Ready, Seating, Workshop,
    bot::ProgramBot,
    files,
    seating::{Chair, limits},
    workshop::places,
};
use certamen_evaluation::{Core, Host};
use certamen_game::{DynGame, Seat, Table, Void};
use certamen_games::mancala8::searcher::{DEFAULT_DEPTH, DEPTHS};
use certamen_referee::player::Piped;
use certamen_sandbox::{Access, Folder, Limits, Program, fill_memory};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The search that is supplied to an evaluation function.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Search {
    /// How many plies it looks ahead, unless nobody says so.
    pub depth: Option<u32>,
    /// Whether `cuenta-fichas` counts as the old engine did.
    pub legacy: bool,
}

impl Search {
    /// How many plies it looks ahead.
    pub fn depth(&self) -> u32 {
        self.depth.unwrap_or(DEFAULT_DEPTH)
    }
}

/// The path in `BOT:depth=4:legacy-cuenta-fichas=true`, and what stands behind it.
pub(crate) fn split(text: &str) -> Result<(&Path, Search), String> {
    let mut search = Search::default();
    let parts = text.split_once(':').filter(|(path, _)| !Path::new(text).exists() && is_lisp(path));
    let Some((path, arguments)) = parts else { return Ok((Path::new(text), search)) };
    for argument in arguments.split(':') {
        match argument.split_once('=') {
            Some(("depth", depth)) => search.depth = Some(read_depth(depth)?),
            Some(("legacy-cuenta-fichas", "true")) => search.legacy = true,
            Some(("legacy-cuenta-fichas", "false")) => search.legacy = false,
            _ => {
                let known = "depth=N and legacy-cuenta-fichas=true";
                return Err(format!("`{argument}` means nothing here: there are {known}"));
            }
        }
    }
    Ok((Path::new(path), search))
}

/// Whether that is an evaluation function by its ending, or a folder with one.
fn is_lisp(path: &str) -> bool {
    certamen_evaluation::is_source(Path::new(path)) || Path::new(path).join("bot.toml").is_file()
}

fn read_depth(given: &str) -> Result<u32, String> {
    let plain = given.bytes().all(|byte| byte.is_ascii_digit());
    let depth = given.parse().ok().filter(|depth| plain && DEPTHS.contains(depth));
    let (low, high) = (DEPTHS.start(), DEPTHS.end());
    depth.ok_or_else(|| format!("depth: `{given}` given, {low} to {high} are possible"))
}

/// Supplies `search` to a bot that is an evaluation function. Others bring their own.
pub(crate) fn supply(bot: &mut Bot, search: Search, game: &dyn DynGame) -> Result<(), String> {
    if bot.language != certamen_evaluation::LANGUAGE {
        let wrong = "depth and legacy-cuenta-fichas are for evaluation functions in Lisp";
        return if search == Search::default() { Ok(()) } else { Err(wrong.to_owned()) };
    }
    let slug = game.info().slug;
    if slug != "mancala8" {
        return Err(format!("evaluation functions are for mancala8, not for {slug}"));
    }
    let Kind::Program(program) = &mut bot.kind else { return Ok(()) };
    if program.build.is_some() || program.run.is_some() || program.protocol.is_some() {
        return Err("an evaluation function has no build, run and protocol: leave them out".into());
    }
    program.search = Some(search);
    Ok(())
}

impl Workshop {
    /// Compiles an evaluation function unless that was done, in a core that is saved once.
    pub(crate) fn prepare_evaluation(
        &self,
        bot: &Bot,
        program: &ProgramBot,
        search: Search,
    ) -> Result<Ready, BotError> {
        let (core_key, core) = self.core(&bot.name)?;
        let key = blake3::hash(format!("{core_key} {}", bot.digest).as_bytes()).to_hex();
        let home = self.once(&key[..32], |draft| {
            let compile = |at: &certamen_sandbox::Places| {
                let source = at.directory.join(&at.sources[0]);
                Ok(Core::compile_command(&core, &source, &at.out))
            };
            self.build(bot, program, draft, compile)
        })?;
        let at = places(&home, program);
        let command = Core::play_command(&core, &at.out);
        let (directory, out) = (at.directory, at.out);
        let search = Some((core, search));
        Ok(Ready::Program { command, directory, out, temporary: None, protocol: None, search })
    }

    /// Compiles the search that somebody wrote in the file `path`; gives the folder of its products.
    pub fn prepare_search(&self, path: &Path) -> Result<PathBuf, BotError> {
        let name = path.display().to_string();
        let io = |error| BotError::Io { path: path.to_owned(), error };
        let text = fs::read(path).map_err(io)?;
        let (core_key, core) = self.core(&name)?;
        let mut hasher = blake3::Hasher::new();
        hasher.update(format!("search {core_key} ").as_bytes()).update(&text);
        let home = self.once(&hasher.finalize().to_hex()[..32], |draft| {
            let [source, out] = ["source", "out"].map(|folder| draft.join(folder));
            files::make_folder(&source)?;
            let file = source.join("search.cl");
            fs::write(&file, &text).map_err(io)?;
            let command = Core::compile_search_command(&core, &file, &out);
            let failed = |error| BotError::Compile { bot: name.clone(), error };
            self.run_compiler(draft, &command).map_err(failed)?
        })?;
        Ok(home.join("out"))
    }

    /// The key of the core and the folder of its products; `bot` is who needs it.
    fn core(&self, bot: &str) -> Result<(String, PathBuf), BotError> {
        let tool = |error| BotError::Tool { bot: bot.to_owned(), error };
        let core = Core::find().map_err(tool)?;
        let io = |error| BotError::Io { path: PathBuf::from("sbcl"), error };
        let key = core.key().map_err(io)?;
        let home = self.once(&key, |draft| {
            let source = draft.join("source");
            files::make_folder(&source)?;
            core.write_sources(&source).map_err(io)?;
            let command = core.build_command(&source, &draft.join("out"));
            let failed = |error| BotError::Compile { bot: bot.to_owned(), error };
            self.run_compiler(draft, &command).map_err(failed)?
        })?;
        Ok((key, home.join("out")))
    }
}

/// How many processes an evaluation function has: the one that keeps it, and the one that plays the
/// match. There is room for none that would outlive the match.
const PROCESSES: u64 = 2;

impl Seating<'_> {
    /// A host with the evaluation function `bot`, for whoever asks it other things than moves; with a
    /// search that was prepared, if there is one.
    pub fn host(
        &self,
        table: &Table,
        bot: &Ready,
        search: Option<&Path>,
    ) -> Result<Host<Piped>, Void> {
        let mut program = evaluation(&Chair { table, seat: Seat(0), bot, folder: &[] })?;
        if let Some(search) = search {
            let (outside, inside) = (search.to_owned(), "/search");
            program.command.push(search.into());
            program.folders.push(Folder { outside, inside, access: Access::Read });
        }
        Ok(Host::new(Piped::new(program, Arc::clone(&self.plan.sandbox))))
    }
}

/// The program that holds the evaluation function on `chair`. It writes nowhere, and nothing in
/// it depends on the match.
pub(crate) fn evaluation(chair: &Chair<'_>) -> Result<Program, Void> {
    let Ready::Program { command, directory, out, search: Some((core, _)), .. } = chair.bot else {
        let why = "there is no evaluation function on this chair";
        return Err(Void::Ours(certamen_speech::Message::verbatim(why)));
    };
    let conditions = &chair.table.conditions;
    let limits = Limits { processes: PROCESSES, scratch: 0, ..limits(conditions) };
    let folder = |outside: &PathBuf, inside| Folder {
        outside: outside.clone(),
        inside,
        access: Access::Read,
    };
    let environment = [("PATH", "/usr/bin:/bin"), ("HOME", "/"), ("LANG", "C.UTF-8")];
    Ok(Program {
        command: fill_memory(command, limits.memory),
        environment: environment.map(|(key, value)| (key.to_owned(), value.to_owned())).into(),
        folders: vec![folder(directory, "/bot"), folder(out, "/out"), folder(core, "/core")],
        directory: directory.clone(),
        limits,
    })
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_behind_a_file_is_its_search() {
        let four = Search { depth: Some(4), legacy: false };
        assert_eq!(split("a/b.cl:depth=4"), Ok((Path::new("a/b.cl"), four)));
        let legacy = Search { depth: None, legacy: true };
        assert_eq!(split("b.cl:legacy-cuenta-fichas=true"), Ok((Path::new("b.cl"), legacy)));
        assert_eq!(split("b.cl"), Ok((Path::new("b.cl"), Search::default())));
        assert_eq!(split("a:b"), Ok((Path::new("a:b"), Search::default())));
    }

    #[test]
    fn other_words_behind_it_are_refused() {
        for text in ["b.cl:depth=0", "b.cl:depth=13", "b.cl:depth=+2", "b.cl:deep", "b.cl:"] {
            assert!(split(text).is_err(), "{text}");
        }
    }
}
