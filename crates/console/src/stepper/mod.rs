//! Steps through pages of text on a terminal, one page a state of a match.

mod key;
mod terminal;

use crate::say::play;
use certamen_game::Language;
use certamen_speech::GivenUp;
use key::{KeyPress, KeyReader};
use rustix::termios::tcgetwinsize;
use std::{
    io::{self, IsTerminal, Write, stdin, stdout},
    os::fd::AsFd,
};
use terminal::{TakenTerminal, TerminalEvent};

/// How many pages up and down go.
const LEAP: usize = 10;

/// How its user left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaving {
    /// As one does.
    Quit,
    /// By an interruption.
    Interrupted,
}

/// Whether there is somebody at both ends.
pub fn is_possible() -> bool {
    stdin().is_terminal() && stdout().is_terminal()
}

/// Shows the first of `pages`, of which there is at least one, and what its user asks for from
/// there, until he leaves.
pub fn step(pages: &[String], language: Language) -> Result<Leaving, GivenUp> {
    let mut terminal = TakenTerminal::take(stdin())?;
    let mut reader = KeyReader::default();
    let mut place = Place { page: 0, last: pages.len() - 1, number: String::new() };
    let mut out = stdout().lock();
    out.write_all(terminal::ENTER)?;
    loop {
        draw(&mut out, &pages[place.page], &place.status(language))?;
        let bytes = match terminal.wait()? {
            TerminalEvent::Bytes(bytes) => bytes,
            TerminalEvent::Resized => continue,
            TerminalEvent::Closed => return Ok(Leaving::Quit),
            TerminalEvent::Ended => return Ok(Leaving::Interrupted),
        };
        for key in reader.keys(&bytes) {
            match key {
                KeyPress::Quit => return Ok(Leaving::Quit),
                KeyPress::Interrupt => return Ok(Leaving::Interrupted),
                key => place.go(key),
            }
        }
    }
}

/// Where its user is.
struct Place {
    page: usize,
    last: usize,
    /// The digits typed so far.
    number: String,
}

impl Place {
    fn go(&mut self, key: KeyPress) {
        if let KeyPress::Digit(digit) = key {
            // More digits than any match has turns do nothing.
            if self.number.len() < 9 {
                self.number.push(digit);
            }
            return;
        }
        let page = self.page;
        self.page = match key {
            KeyPress::Next => page + 1,
            KeyPress::Previous => page.saturating_sub(1),
            KeyPress::LeapOn => page + LEAP,
            KeyPress::LeapBack => page.saturating_sub(LEAP),
            KeyPress::First => 0,
            KeyPress::Last => self.last,
            // Without digits, Enter goes on like a page turned.
            KeyPress::Enter => self.number.parse().unwrap_or(page + 1),
            KeyPress::Erase => {
                self.number.pop();
                return;
            }
            _ => page,
        };
        self.page = self.page.min(self.last);
        self.number.clear();
    }

    fn status(&self, language: Language) -> String {
        let Place { page, last, number } = self;
        let [turn, keys] = [play::turn(), play::keys()].map(|words| words.get(language));
        let typed = if number.is_empty() { String::new() } else { format!(" > {number}") };
        format!("{turn} {page}/{last}{typed} · {keys}")
    }
}

/// Draws a page, as much of it as the terminal holds, and the status below.
fn draw(out: &mut (impl Write + AsFd), page: &str, status: &str) -> io::Result<()> {
    let size = tcgetwinsize(out.as_fd())?;
    // A terminal that does not know its size is a usual one.
    let rows = if size.ws_row == 0 { 24 } else { usize::from(size.ws_row) };
    let columns = if size.ws_col == 0 { 80 } else { usize::from(size.ws_col) };
    let cut = |line: &str| line.chars().take(columns).collect::<String>();
    let mut screen = String::from(terminal::CLEAR);
    for line in page.lines().take(rows.saturating_sub(2)) {
        screen.push_str(&cut(line));
        screen.push_str("\r\n");
    }
    screen.push_str("\r\n");
    screen.push_str(&cut(status));
    out.write_all(screen.as_bytes())?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where these keys lead in a match of 25 turns.
    fn check(keys: &[u8], expected: usize) {
        let mut place = Place { page: 0, last: 25, number: String::new() };
        for key in KeyReader::default().keys(keys) {
            place.go(key);
        }
        assert_eq!(place.page, expected, "{:?}", String::from_utf8_lossy(keys));
    }

    #[test]
    fn keys_lead_through_the_match_and_not_beyond_its_ends() {
        check(b"", 0);
        check(b"\x1b[C\x1b[C\x1b[D", 1);
        check(b"\x1b[D", 0);
        check(b"\x1b[B\x1b[B\x1b[A", 10);
        check(b"\x1b[B\x1b[B\x1b[B", 25);
        check(b"\x1b[F", 25);
        check(b"\x1b[F\x1b[H\x1b[C", 1);
        check(b"17\r", 17);
        check(b"17\x7f\r", 1);
        check(b"999999999999\r", 25);
        check(b"12\x1b[C\r", 2);
    }

    #[test]
    fn the_status_tells_the_turn_and_the_digits_typed() {
        let place = Place { page: 3, last: 25, number: "1".to_owned() };
        assert!(place.status(Language::Es).starts_with("turno 3/25 > 1 · "));
    }
}
