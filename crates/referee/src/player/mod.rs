//! Those who can be asked: one file a way of asking.

mod argv;
mod fault;
mod gtp;
mod guest;
mod human;
mod lines;
mod manners;
mod piped;
mod program;
pub mod scripted;
mod stdin;

pub use argv::Argv;
pub use gtp::Gtp;
pub use guest::{Guest, GuestTime, Mailbox};
pub use human::{Echo, Human, Terminal, Wish};
pub use lines::Lines;
pub use manners::{Farewell, Manners};
pub use piped::Piped;
pub use program::ProgramPlayer;
pub use stdin::Stdin;

use certamen_game::{Failure, Player, Protocol};
use certamen_sandbox::{Cell, Program, Sandbox};
use std::sync::Arc;

/// A program as a player, asked in the way of `protocol`. `farewell` is what a living program hears
/// at the end.
pub fn seated(
    protocol: Protocol,
    program: Program,
    sandbox: Arc<dyn Sandbox>,
    farewell: Farewell,
) -> Box<dyn Player> {
    let Farewell { line, manners } = farewell;
    match protocol {
        Protocol::Lines => Box::new(Lines::new(Piped::known(program, sandbox, manners), line)),
        Protocol::Argv => Box::new(Argv::new(program, sandbox)),
        Protocol::Gtp => Box::new(Gtp::new(Piped::known(program, sandbox, manners))),
        Protocol::Stdin => Box::new(Stdin::new(program, sandbox)),
    }
}

/// The place of `program`, made when it is first needed and kept for the match.
fn housed<'a>(
    cell: &'a mut Option<Box<dyn Cell>>,
    sandbox: &dyn Sandbox,
    program: &Program,
) -> Result<&'a mut Box<dyn Cell>, Failure> {
    if cell.is_none() {
        *cell = Some(sandbox.house(program).map_err(|error| fault::void(&error))?);
    }
    Ok(cell.as_mut().expect("it was just made"))
}
