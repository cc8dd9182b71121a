//! The width of the terminal.

use rustix::termios::tcgetwinsize;
use std::io::{IsTerminal, stdout};

/// Narrower terminals are treated as if they had this width.
const NARROWEST: usize = 40;
/// The width if the terminal does not know its own.
const USUAL: usize = 80;

/// The number of columns of the terminal on standard output; none if it is not a terminal.
pub fn columns() -> Option<usize> {
    let out = stdout();
    if !out.is_terminal() {
        return None;
    }
    let size = tcgetwinsize(&out).ok().map(|size| usize::from(size.ws_col));
    Some(size.filter(|columns| *columns > 0).unwrap_or(USUAL).max(NARROWEST))
}
