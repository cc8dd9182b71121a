//! The kinds of players: one file per way of asking.

mod argv;
mod fault;
mod gtp;
mod human;
mod lines;
mod piped;
mod program;
mod remote_player;
pub mod scripted;
mod shutdown;
mod stdin;

pub use argv::ArgvPlayer;
pub use gtp::GtpPlayer;
pub use human::{Echo, HumanPlayer, LeaveReason, Terminal};
pub use lines::LinesPlayer;
pub use piped::Piped;
pub use program::ProgramPlayer;
pub use remote_player::{Mailbox, RemotePlayer, RemoteTimeLimit};
pub use shutdown::{EndMessage, ShutdownPolicy};
pub use stdin::StdinPlayer;

use certamen_game::{Failure, Player, Protocol};
use certamen_sandbox::{Cell, Program, Sandbox};
use std::sync::Arc;

/// A program as a player, asked in the way of `protocol`. `farewell` is what a living program hears
/// at the end.
pub fn seated(
    protocol: Protocol,
    program: Program,
    sandbox: Arc<dyn Sandbox>,
    end_message: EndMessage,
) -> Box<dyn Player> {
    let EndMessage { line, shutdown_policy } = end_message;
    match protocol {
        Protocol::Lines => {
            Box::new(LinesPlayer::new(Piped::known(program, sandbox, shutdown_policy), line))
        }
        Protocol::Argv => Box::new(ArgvPlayer::new(program, sandbox)),
        Protocol::Gtp => Box::new(GtpPlayer::new(Piped::known(program, sandbox, shutdown_policy))),
        Protocol::Stdin => Box::new(StdinPlayer::new(program, sandbox)),
    }
}

/// The cell of `program`, created when it is first needed and kept for the match.
fn housed<'a>(
    cell: &'a mut Option<Box<dyn Cell>>,
    sandbox: &dyn Sandbox,
    program: &Program,
) -> Result<&'a mut Box<dyn Cell>, Failure> {
    if cell.is_none() {
        *cell = Some(sandbox.create_cell(program).map_err(|error| fault::void(&error))?);
    }
    Ok(cell.as_mut().expect("it was just made"))
}
