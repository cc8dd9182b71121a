//! How wide the terminal is on which something is printed.

use rustix::termios::tcgetwinsize;
use std::io::{IsTerminal, stdout};

/// No terminal is taken to be narrower than this.
const NARROWEST: usize = 40;
/// One that does not know its size is a usual one.
const USUAL: usize = 80;

/// The columns of the terminal on standard output, if there is one.
pub fn columns() -> Option<usize> {
    let out = stdout();
    if !out.is_terminal() {
        return None;
    }
    let size = tcgetwinsize(&out).ok().map(|size| usize::from(size.ws_col));
    Some(size.filter(|columns| *columns > 0).unwrap_or(USUAL).max(NARROWEST))
}
