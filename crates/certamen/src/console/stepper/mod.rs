//! Steps through pages of text on a terminal, one page for each state of a match.

mod key;
mod screen;
mod terminal;

use crate::{Result, console::say::play};
use certamen_game::Language;
use key::{KeyPress, KeyReader};
use rustix::termios::tcgetwinsize;
use screen::Size;
use std::{
    io::{self, IsTerminal, Write, stdin, stdout},
    os::fd::AsFd,
    time::{Duration, Instant},
};
use terminal::{TakenTerminal, TerminalEvent};

/// Number of pages for page up and page down.
const LEAP: usize = 10;
/// How long a page stays during playback.
const STAY: Duration = Duration::from_millis(600);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StepperExit {
    Quit,
    Interrupted,
}

pub(crate) fn is_possible() -> bool {
    stdin().is_terminal() && stdout().is_terminal()
}

#[derive(Clone, Default, Debug)]
pub(crate) struct StepperPage {
    pub(crate) text: String,
    /// A note beside the turn: the seats, or how the match ended.
    pub(crate) note: String,
    pub(crate) is_faulty: bool,
}

/// Shows the first of `pages`, which must not be empty, and follows the user's keys until the user
/// leaves.
pub(crate) fn step(pages: &[StepperPage], language: Language) -> Result<StepperExit> {
    let mut terminal = TakenTerminal::take(stdin())?;
    let mut reader = KeyReader::default();
    let mut place = StepperState::first(pages);
    let mut out = stdout().lock();
    out.write_all(terminal::ENTER)?;
    loop {
        let size = size(&out)?;
        place.scroll = place.scroll.min(screen::most_scrolled(&place.page().text, size));
        let before = place.at.checked_sub(1).map(|before| pages[before].text.as_str());
        let drawn = screen::drawn((&place.page().text, before), place.scroll, size);
        let status = screen::cut(&place.status(language), size.columns);
        out.write_all(format!("{}{drawn}{status}", terminal::CLEAR).as_bytes())?;
        out.flush()?;
        let bytes = match terminal.wait(place.due)? {
            TerminalEvent::Bytes(bytes) => bytes,
            TerminalEvent::Resized => continue,
            TerminalEvent::Due => {
                place.play_on();
                continue;
            }
            TerminalEvent::Closed => return Ok(StepperExit::Quit),
            TerminalEvent::Ended => return Ok(StepperExit::Interrupted),
        };
        for key in reader.keys(&bytes) {
            match key {
                KeyPress::Quit => return Ok(StepperExit::Quit),
                KeyPress::Interrupt => return Ok(StepperExit::Interrupted),
                key => place.go(key),
            }
        }
    }
}

fn size(out: &impl AsFd) -> io::Result<Size> {
    let size = tcgetwinsize(out.as_fd())?;
    // A terminal that does not know its size is taken to have the usual one.
    let known = |given: u16, usual: usize| if given == 0 { usual } else { usize::from(given) };
    Ok(Size { rows: known(size.ws_row, 24), columns: known(size.ws_col, 80) })
}

struct StepperState<'a> {
    pages: &'a [StepperPage],
    at: usize,
    scroll: usize,
    number: String,
    /// When the next page is due, during playback.
    due: Option<Instant>,
}

impl<'a> StepperState<'a> {
    fn first(pages: &'a [StepperPage]) -> StepperState<'a> {
        StepperState { pages, at: 0, scroll: 0, number: String::new(), due: None }
    }

    fn page(&self) -> &'a StepperPage {
        &self.pages[self.at]
    }

    /// Shows the next page, if there is one; playback ends on the last one.
    fn play_on(&mut self) {
        self.at = (self.at + 1).min(self.pages.len() - 1);
        self.due = (self.at + 1 < self.pages.len()).then(|| Instant::now() + STAY);
    }

    fn go(&mut self, key: KeyPress) {
        let (at, last) = (self.at, self.pages.len() - 1);
        // Any key stops the playback, including the key that started it.
        let was_playing = self.due.take().is_some();
        let to = match key {
            KeyPress::Digit(digit) => {
                // No match has so great a number of turns; further digits are ignored.
                if self.number.len() < 9 {
                    self.number.push(digit);
                }
                return;
            }
            KeyPress::Erase => {
                self.number.pop();
                return;
            }
            KeyPress::ScrollDown => {
                self.scroll += 1;
                at
            }
            KeyPress::ScrollUp => {
                self.scroll = self.scroll.saturating_sub(1);
                at
            }
            KeyPress::Next => at + 1,
            KeyPress::Previous => at.saturating_sub(1),
            KeyPress::LeapOn => at + LEAP,
            KeyPress::LeapBack => at.saturating_sub(LEAP),
            KeyPress::First => 0,
            KeyPress::Last => last,
            KeyPress::NextFault => {
                let later = (at + 1..=last).find(|page| self.pages[*page].is_faulty);
                later.unwrap_or(at)
            }
            KeyPress::Play => {
                if !was_playing {
                    // At the last page, playback starts from the first one.
                    self.at = if at == last { 0 } else { at };
                    self.due = Some(Instant::now() + STAY);
                }
                self.at
            }
            // Without digits, Enter shows the next page.
            KeyPress::Enter => self.number.parse().unwrap_or(at + 1),
            KeyPress::Quit | KeyPress::Interrupt => at,
        };
        self.at = to.min(last);
        self.number.clear();
    }

    fn status(&self, language: Language) -> String {
        let (at, last) = (self.at, self.pages.len() - 1);
        let [turn, keys] = [play::turn(), play::keys()].map(|words| words.get(language));
        let typed =
            if self.number.is_empty() { String::new() } else { format!(" > {}", self.number) };
        let note = &self.page().note;
        let note = if note.is_empty() { String::new() } else { format!("{note} · ") };
        format!("{turn} {at}/{last}{typed} · {note}{keys}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the page after these keys in a match of 25 turns.
    fn check(keys: &[u8], expected: usize) {
        let mut pages = vec![StepperPage::default(); 26];
        pages[7].is_faulty = true;
        pages[19].is_faulty = true;
        let mut place = StepperState::first(&pages);
        for key in KeyReader::default().keys(keys) {
            place.go(key);
        }
        assert_eq!(place.at, expected, "{:?}", String::from_utf8_lossy(keys));
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
        check(b"/", 7);
        check(b"//", 19);
        check(b"///", 19);
        check(b"jjk/", 7);
        check(b"p", 0);
        check(b"\x1b[Fp", 0);
        check(b"\x1b[Fpp\x1b[C", 1);
    }

    #[test]
    fn a_match_plays_itself_to_its_end_until_any_key() {
        let pages = vec![StepperPage::default(); 3];
        let mut place = StepperState::first(&pages);
        place.go(KeyPress::Play);
        assert!(place.due.is_some());
        place.play_on();
        assert_eq!((place.at, place.due.is_some()), (1, true));
        place.go(KeyPress::ScrollDown);
        assert_eq!((place.at, place.due), (1, None));
        place.go(KeyPress::Play);
        place.play_on();
        assert_eq!((place.at, place.due), (2, None));
    }

    #[test]
    fn the_status_has_the_turn_and_the_typed_digits() {
        let mut pages = vec![StepperPage::default(); 26];
        pages[25].note = "Gana x, 3 a 1".to_owned();
        let mut place =
            StepperState { at: 3, number: "1".to_owned(), ..StepperState::first(&pages) };
        assert!(place.status(Language::Es).starts_with("turno 3/25 > 1 · "));
        place.go(KeyPress::Last);
        assert!(place.status(Language::Es).starts_with("turno 25/25 · Gana x, 3 a 1 · "));
    }
}
