//! What `open` and `challenge` share: the key, the own bot at its seat, and what is printed and
//! written of a match.

use crate::{
    Result,
    commands::{self, play::with_programs_memory},
    console::{Interrupt, Tty, shown},
    exit::ExitStatus,
    flags::ProgramsKeep,
    say::peer as say,
};
use certamen_game::{DynGame, Language, Player, Seat, Table, Void, arbiter::Arbiter, legible};
use certamen_host::{Isolation, Sandboxes, Workspace};
use certamen_i18n::{Context, Localize, Message, UserError, labelled, usage};
use certamen_peer::{
    EndKind, Hash, MatchEnd, PeerEvent, PeerMatch, Stop, fits_name, identity::PrivateKey,
    seal::PeerHeader,
};
use certamen_runner::{
    Bot, BotKind, BuiltBot, PlayerFactory, SeatSetup, referee::player::HumanPlayer,
};
use certamen_sandbox::{Launcher, Tier};
use clap::Args;
use serde_json::json;
use std::{
    env, fs,
    fs::File,
    io::{Write, stdout},
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::Duration,
};

/// The arguments of both commands that concern the own side.
#[derive(Args, Debug)]
pub(crate) struct OwnSideArgs {
    #[arg(long, value_name = "FILE")]
    pub(crate) key: Option<PathBuf>,
    #[arg(long)]
    pub(crate) alias: Option<String>,
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) out: PathBuf,
    #[arg(long)]
    pub(crate) tier: Option<Tier>,
    #[arg(long, value_enum)]
    pub(crate) programs_memory: Option<ProgramsKeep>,
    #[arg(short, long)]
    pub(crate) quiet: bool,
    #[arg(long)]
    pub(crate) json: bool,
}

/// The name of the key file in the user's folder of settings.
const KEY_FILE: &str = "certamen/player.key";

impl OwnSideArgs {
    /// The key of the file that is named; by default that of the user. It is drawn when needed.
    pub(crate) fn read_key(&self) -> Result<PrivateKey> {
        let path = self.key.clone().map_or_else(default_key_file, Ok)?;
        Ok(PrivateKey::keep(&path)?)
    }

    /// The name of the author; by default that of the user of this machine.
    pub(crate) fn alias(&self) -> Result<String> {
        match &self.alias {
            Some(alias) if fits_name(alias) => Ok(alias.clone()),
            Some(alias) => Err(usage(say::unfit_alias(alias))),
            None => {
                let user = env::var("USER").ok().filter(|user| fits_name(user));
                Ok(user.unwrap_or_else(|| "player".to_owned()))
            }
        }
    }
}

fn default_key_file() -> Result<PathBuf> {
    let named = env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).filter(|it| it.is_absolute());
    let home = || Some(PathBuf::from(env::var_os("HOME")?).join(".config"));
    let folder = named.or_else(home).ok_or_else(|| usage(say::no_home()))?;
    Ok(folder.join(KEY_FILE))
}

/// A request to stop that Ctrl-C sets.
pub(crate) fn stop_of(interrupt: &Interrupt) -> Stop {
    let (signal, stop) = (interrupt.stop(), Stop::default());
    let setting = stop.clone();
    // It ends with the process.
    thread::spawn(move || {
        while !signal.is_set() {
            signal.rest(Duration::MAX);
        }
        setting.set();
    });
    stop
}

/// The own bot, built, and what it runs in.
pub(crate) struct OwnBot {
    pub(crate) bot: Bot,
    game: &'static dyn DynGame,
    built: BuiltBot,
    workspace: Workspace,
}

/// What is needed to build a bot.
pub(crate) struct Workshop<'a> {
    pub(crate) arguments: &'a OwnSideArgs,
    pub(crate) launcher: &'a Launcher,
    pub(crate) interrupt: &'a Interrupt,
    pub(crate) language: Language,
}

impl Workshop<'_> {
    pub(crate) fn build(&self, given: &str, game: &'static dyn DynGame) -> Result<OwnBot> {
        let bot = Bot::find(given, game).map_err(usage)?;
        let sandboxes = Sandboxes::new(self.launcher, self.arguments.tier);
        let bots = std::slice::from_ref(&bot);
        let sandbox = Isolation::of_user(sandboxes).sandbox(bots)?;
        commands::warn_of_isolation(bots, sandbox.tier(), self.arguments.tier, self.language);
        let workspace = Workspace::passing(game, sandbox, 1)?;
        let workspace = with_programs_memory(workspace, self.arguments.programs_memory);
        let built = match bot.kind {
            BotKind::Human => {
                let terminal = Arc::new(Tty::new(self.interrupt.clone())?);
                BuiltBot::Human(HumanPlayer { terminal, language: self.language, people: 1 })
            }
            _ => workspace.cache.prepare(&bot)?,
        };
        workspace.stay_on_one_core();
        Ok(OwnBot { bot, game, built, workspace })
    }
}

impl OwnBot {
    pub(crate) fn is_for(&self, game: &dyn DynGame) -> bool {
        self.game.info().slug == game.info().slug
    }

    pub(crate) fn digest(&self) -> Option<Hash> {
        Hash::read(&self.bot.digest)
    }

    /// The player at its seat, for one match.
    pub(crate) fn player(&self, table: &Table, seat: Seat) -> Result<Box<dyn Player>, Void> {
        let factory = PlayerFactory { plan: &self.workspace.plan, place: 0 };
        let setup = SeatSetup { table, seat, bot: &self.built, folder: &[] };
        factory.player(&setup, &self.workspace.plan.sandbox)
    }
}

/// Prints a match while it is played, and writes its record and its transcript.
pub(crate) struct Reporter<'a> {
    arguments: &'a OwnSideArgs,
    language: Language,
    /// The lines of the conversation, until it is known what match they belong to.
    lines: String,
    transcript: Option<File>,
    /// The first thing that could not be written.
    failed: Option<UserError>,
}

impl<'a> Reporter<'a> {
    pub(crate) fn new(arguments: &'a OwnSideArgs, language: Language) -> Reporter<'a> {
        Reporter { arguments, language, lines: String::new(), transcript: None, failed: None }
    }

    pub(crate) fn watch(&mut self, event: &PeerEvent<'_>) {
        let done = match event {
            PeerEvent::Line { is_sent, line } => self.note(*is_sent, line),
            PeerEvent::Start { id, own, arbiter } => self.start(id, *own, arbiter),
            PeerEvent::Turn(arbiter) => self.turn(arbiter),
            PeerEvent::Interrupted => {
                eprintln!("{}", say::interrupted().get(self.language));
                Ok(())
            }
            PeerEvent::Restored => {
                eprintln!("{}", say::restored().get(self.language));
                Ok(())
            }
        };
        if let Err(error) = done {
            self.failed.get_or_insert(error);
        }
    }

    /// What was received is escaped where it would act on a terminal.
    fn note(&mut self, is_sent: bool, line: &str) -> Result<()> {
        let line = format!("{} {}\n", if is_sent { '>' } else { '<' }, legible(line));
        if let Some(file) = &mut self.transcript {
            Ok(file.write_all(line.as_bytes())?)
        } else {
            self.lines.push_str(&line);
            Ok(())
        }
    }

    fn start(&mut self, id: &Hash, own: Seat, arbiter: &Arbiter) -> Result<()> {
        let folder = &self.arguments.out;
        fs::create_dir_all(folder).context(folder)?;
        let path = folder.join(format!("{id}.log"));
        let mut file = File::create(&path).context(&path)?;
        file.write_all(std::mem::take(&mut self.lines).as_bytes()).context(&path)?;
        self.transcript = Some(file);
        if !self.arguments.quiet && !self.arguments.json {
            let heading = shown::heading(arbiter.table(), self.language);
            let own = say::own_seat(own).get(self.language);
            writeln!(stdout(), "{heading}\n{own}")?;
        }
        Ok(())
    }

    fn turn(&self, arbiter: &Arbiter) -> Result<()> {
        if !self.arguments.quiet
            && !self.arguments.json
            && let Some(turn) = arbiter.turns().last()
        {
            writeln!(stdout(), "{}", shown::turn_line(arbiter.table(), turn, self.language))?;
        }
        Ok(())
    }

    /// Writes the record, prints the result, and says how the command ends if this was the last
    /// match.
    pub(crate) fn finish(self, played: &PeerMatch) -> Result<ExitStatus> {
        let Reporter { arguments, language, failed, .. } = self;
        let mut path = None;
        if let Some(record) = &played.record {
            let file = arguments.out.join(format!("{}.jsonl", played.id));
            fs::write(&file, record.to_bytes()).context(&file)?;
            path = Some(file);
        }
        if arguments.json {
            writeln!(stdout(), "{}", json_line(played, path.as_deref()))?;
        } else {
            print_end(played, path.as_deref(), language)?;
        }
        match &played.end {
            MatchEnd::Signed => {}
            MatchEnd::Unsigned(why) => warn(say::unsigned(why.message()), language),
            MatchEnd::Unfinished(why) => warn(say::unfinished(why.message()), language),
        }
        failed.map_or(Ok(status(played.end.kind())), Err)
    }
}

fn warn(message: Message, language: Language) {
    let text = crate::say::command_line::error(message).get(language);
    eprintln!("{}", crate::exit::harmless(&text));
}

/// The exit status of a match.
pub(crate) fn status(kind: EndKind) -> ExitStatus {
    match kind {
        EndKind::Complete => ExitStatus::Fine,
        EndKind::Failed => ExitStatus::Failed,
        EndKind::Incomplete => ExitStatus::NotPlain,
        EndKind::Stopped => ExitStatus::Interrupted,
    }
}

fn print_end(played: &PeerMatch, path: Option<&Path>, language: Language) -> Result<()> {
    let Some(record) = &played.record else { return Ok(()) };
    if let Some(outcome) = &record.outcome {
        let text = shown::result(&record.table, outcome, language);
        writeln!(stdout(), "{text}")?;
    }
    if let Some(path) = path {
        let said = if matches!(played.end, MatchEnd::Signed) {
            say::signed_record()
        } else {
            say::other_record()
        };
        writeln!(stdout(), "{}", labelled(said, path.display().to_string()).get(language))?;
    }
    Ok(())
}

/// The line that `--json` prints for a match.
fn json_line(played: &PeerMatch, path: Option<&Path>) -> serde_json::Value {
    let record = played.record.as_ref();
    let header = record.and_then(|record| record.table.extra.get("peer"));
    let header = header.and_then(|it| serde_json::from_value::<PeerHeader>(it.clone()).ok());
    let error = match &played.end {
        MatchEnd::Signed => None,
        MatchEnd::Unsigned(why) | MatchEnd::Unfinished(why) => Some(why.to_string()),
    };
    json!({
        "event": "match",
        "id": played.id.to_string(),
        "game": record.map(|record| &record.table.game),
        "seat": played.own,
        "aliases": header.as_ref().map(|header| &header.aliases),
        "keys": header.as_ref().map(|header| &header.keys),
        "outcome": record.and_then(|record| record.outcome.as_ref()),
        "signed": matches!(played.end, MatchEnd::Signed),
        "error": error,
        "record": path.map(|path| path.display().to_string()),
    })
}
