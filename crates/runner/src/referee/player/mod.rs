//! The kinds of players: programs by their protocols, people, and scripts for tests.

mod cecp;
mod dialogue;
mod gtp;
mod human;
mod piped;
pub mod scripted;
mod uci;

pub use cecp::CecpPlayer;
pub use dialogue::LastingEngine;
pub use gtp::GtpPlayer;
pub use human::{Echo, HumanPlayer, LeaveReason, Terminal};
pub use piped::{EndMessage, LinesPlayer, Piped, ShutdownPolicy};
pub use uci::UciPlayer;

use crate::engine::EngineSettings;
use certamen_game::{Budget, DynGame, Failure, Fault, Player, Protocol, Reply, View, Void};
use certamen_i18n::Localize;
use certamen_sandbox::{
    Access, Broken, Cell, Folder, Launcher, Limits, Program, ProgramExit, Sandbox, SandboxError,
    Tier, TierLoss, TimeBudget, of_tier,
};
use std::{ffi::OsString, path::PathBuf, sync::Arc, time::Duration};

/// How a program is asked.
#[derive(Clone, Debug)]
pub struct ProtocolSettings {
    /// The words of its dialogue.
    pub protocol: Protocol,
    /// What an engine is told besides.
    pub engine: EngineSettings,
}

impl From<Protocol> for ProtocolSettings {
    fn from(protocol: Protocol) -> ProtocolSettings {
        ProtocolSettings { protocol, engine: EngineSettings::default() }
    }
}

/// A program as a player. `end_message` is for programs that run for a whole match.
pub fn seated(
    settings: ProtocolSettings,
    program: Program,
    sandbox: Arc<dyn Sandbox>,
    end_message: EndMessage,
) -> Box<dyn Player> {
    let EndMessage { line, shutdown_policy } = end_message;
    let ProtocolSettings { protocol, engine } = settings;
    match protocol {
        Protocol::Lines => {
            Box::new(LinesPlayer::new(Piped::known(program, sandbox, shutdown_policy), line))
        }
        Protocol::Gtp => Box::new(GtpPlayer::new(Piped::known(program, sandbox, shutdown_policy))),
        Protocol::Uci => {
            Box::new(UciPlayer::new(Piped::known(program, sandbox, shutdown_policy), engine))
        }
        Protocol::Cecp => {
            Box::new(CecpPlayer::new(Piped::known(program, sandbox, shutdown_policy), engine))
        }
        Protocol::Argv | Protocol::Stdin => Box::new(OneRunPlayer {
            program,
            sandbox,
            reads_stdin: protocol == Protocol::Stdin,
            cell: None,
            asleep: Duration::ZERO,
        }),
    }
}

/// The cell of `program`, created when it is first needed and kept for the match.
fn cell_of<'a>(
    cell: &'a mut Option<Box<dyn Cell>>,
    sandbox: &dyn Sandbox,
    program: &Program,
) -> Result<&'a mut Box<dyn Cell>, Failure> {
    if cell.is_none() {
        *cell = Some(sandbox.create_cell(program).map_err(|error| void(&error))?);
    }
    Ok(cell.as_mut().expect("it was just created"))
}

/// A program in a folder, for callers that create players themselves. It is started when it is first
/// asked.
///
/// ```
/// use certamen_game::Table;
/// use certamen_runner::referee::{play, player::ProgramPlayer};
/// use certamen_sandbox::Tier;
/// use std::ops::ControlFlow;
///
/// // First of all: sandboxes are built by runs of this very program.
/// let launcher = certamen_sandbox::init();
/// let game = certamen_games::find("footsteps").ok_or("no such game")?;
/// let script = "while True:\n print(3, flush=True)\n if input() == 'fin': break";
/// let program = ProgramPlayer::new(&launcher, Tier::D, std::env::temp_dir())?
///     .command(["/usr/bin/python3", "-c", script]);
/// let mut players = [program.seated(game), game.builtin_player("last", &Default::default())?];
/// let table = Table::new(game).seed(7);
/// let record = play(game, table, &[], &mut players, &mut |_| ControlFlow::Continue(()))?;
/// assert!(record.outcome.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ProgramPlayer {
    program: Program,
    sandbox: Arc<dyn Sandbox>,
}

impl ProgramPlayer {
    /// A program that may read `folder`, in a sandbox of this tier.
    pub fn new(
        launcher: &Launcher,
        tier: Tier,
        folder: impl Into<PathBuf>,
    ) -> Result<ProgramPlayer, TierLoss> {
        let folder = folder.into();
        let own = Folder { outside: folder.clone(), inside: "/bot", access: Access::Read };
        let program = Program {
            command: Vec::new(),
            directory: folder,
            environment: Vec::new(),
            limits: Limits::default(),
            folders: vec![own],
        };
        Ok(ProgramPlayer { program, sandbox: of_tier(launcher, tier)? })
    }

    /// The command: an absolute path and its arguments.
    #[must_use]
    pub fn command<A: Into<OsString>>(mut self, command: impl IntoIterator<Item = A>) -> Self {
        self.program.command = command.into_iter().map(Into::into).collect();
        self
    }

    /// The player.
    pub fn seated(self, game: &dyn DynGame) -> Box<dyn Player> {
        let info = game.info();
        let end_message = EndMessage::to_new_program(info.end_message);
        seated(info.protocol.into(), self.program, self.sandbox, end_message)
    }
}

/// A program that is started again for every move.
struct OneRunPlayer {
    program: Program,
    sandbox: Arc<dyn Sandbox>,
    /// Whether it reads what it may know from standard input, and not from its only argument.
    reads_stdin: bool,
    cell: Option<Box<dyn Cell>>,
    asleep: Duration,
}

impl Player for OneRunPlayer {
    fn act(&mut self, view: &View<'_>, budget: Budget) -> Result<Reply, Failure> {
        let mut observation = view.state.observation(view.seat);
        self.asleep = Duration::ZERO;
        let cell = cell_of(&mut self.cell, &*self.sandbox, &self.program)?;
        let time = TimeBudget::of(budget.cpu);
        let run = if self.reads_stdin {
            if !observation.ends_with('\n') {
                observation.push('\n');
            }
            cell.run(None, Some(observation.as_bytes()), time)
        } else {
            cell.run(Some(&observation), None, time)
        };
        let run = run.map_err(|error| void(&error))?;
        self.asleep = run.asleep;
        // A program that answered and then exits with any code has answered; one that dies by a
        // signal has not.
        let text = match run.end {
            ProgramExit::Exited(_) if !run.output.is_empty() => {
                String::from_utf8_lossy(&run.output).into_owned()
            }
            end => return Err(Failure::Fault(fault(end))),
        };
        let pondered = Duration::ZERO;
        Ok(Reply { given: text.into(), charged: run.charged, wall: run.wall, pondered })
    }

    fn asleep(&self) -> Duration {
        self.asleep
    }
}

fn fault(end: ProgramExit) -> Fault {
    match end {
        ProgramExit::Exited(_) => Fault::Exit,
        ProgramExit::Signalled(_) => Fault::Crash,
        ProgramExit::Timeout => Fault::Timeout,
        ProgramExit::Output => Fault::Output,
        ProgramExit::Memory => Fault::Memory,
        ProgramExit::Security => Fault::Security,
    }
}

fn failure(broken: Broken) -> Failure {
    match broken {
        Broken::Program(end) => Failure::Fault(fault(end)),
        Broken::Sandbox(error) => void(&error),
    }
}

/// A failure of the sandbox, or a program that cannot be executed.
fn void(error: &SandboxError) -> Failure {
    Failure::Void(match error {
        // A bot that cannot be executed loses, like one that exits at once.
        SandboxError::Refused { .. } => return Failure::Fault(Fault::Exit),
        SandboxError::NoCommand | SandboxError::Start { .. } => Void::CannotStart(error.message()),
        SandboxError::Stalled { .. } => Void::Suspended(error.message()),
        SandboxError::Failed(_) => Void::Sandbox(error.message()),
    })
}
