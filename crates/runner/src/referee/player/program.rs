//! A program before its match, for callers that create program players themselves.

use super::{EndMessage, seated};
use certamen_game::{DynGame, Player, Protocol};
use certamen_sandbox::{
    Access, Folder, Launcher, Limits, Program, Sandbox, Tier, TierLoss, of_tier,
};
use std::{ffi::OsString, path::PathBuf, sync::Arc};

/// A program in a folder, and its commands. It is started when it is first asked.
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
    protocol: Option<Protocol>,
    sandbox: Arc<dyn Sandbox>,
}

impl ProgramPlayer {
    /// The program of `folder`, which it may read, in a sandbox of this tier.
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
        Ok(ProgramPlayer { program, protocol: None, sandbox: of_tier(launcher, tier)? })
    }

    /// What is run: an absolute path and its arguments.
    #[must_use]
    pub fn command<A: Into<OsString>>(mut self, command: impl IntoIterator<Item = A>) -> Self {
        self.program.command = command.into_iter().map(Into::into).collect();
        self
    }

    /// A variable of its environment, which is empty otherwise.
    #[must_use]
    pub fn environment(mut self, name: &str, value: &str) -> Self {
        self.program.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    /// What it may use.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.program.limits = limits;
        self
    }

    /// Its protocol, if not the game's usual one.
    #[must_use]
    pub fn protocol(mut self, protocol: Protocol) -> Self {
        self.protocol = Some(protocol);
        self
    }

    /// The player.
    pub fn seated(self, game: &dyn DynGame) -> Box<dyn Player> {
        let info = game.info();
        let protocol = self.protocol.unwrap_or(info.protocol);
        seated(protocol, self.program, self.sandbox, EndMessage::to_stranger(info.farewell))
    }
}
