//! Text for a terminal: a line that is longer than the terminal's width is broken at a word.
//! Elsewhere, text is written unchanged.

use crate::print::format::{Layout, MatrixFormat, TableFormat};
use clap::Args;
use rustix::termios::tcgetwinsize;
use serde_json::Value;
use std::{
    fmt::Display,
    io::{self, IsTerminal, Stdout, Write, stdout},
};

/// How a command prints what it finds: as text for people, or as lines of JSON.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct OutputArgs {
    #[arg(long)]
    pub(crate) json: bool,
}

impl OutputArgs {
    pub(crate) fn open(self) -> Output {
        if self.json { Output::of_data() } else { Output::of_text() }
    }

    /// Prints one result at once, unbroken: its line of JSON, or its text.
    pub(crate) fn say(self, line: &Value, text: impl Display) -> io::Result<()> {
        let mut out = stdout().lock();
        if self.json { writeln!(out, "{line}") } else { writeln!(out, "{text}") }
    }
}

#[derive(Debug)]
pub(crate) struct Output {
    out: Stdout,
    width: Option<usize>,
    line: Vec<u8>,
}

impl Output {
    pub(crate) fn of_text() -> Output {
        Output { out: stdout(), width: columns(), line: Vec::new() }
    }

    pub(crate) fn of_data() -> Output {
        Output { out: stdout(), width: None, line: Vec::new() }
    }

    pub(crate) fn width(&self) -> Option<usize> {
        self.width
    }

    pub(crate) fn layout(&self, format: TableFormat) -> Layout {
        Layout { format, width: self.width }
    }
}

impl From<TableFormat> for Output {
    fn from(format: TableFormat) -> Output {
        match format {
            TableFormat::Table => Output::of_text(),
            TableFormat::Json | TableFormat::Csv | TableFormat::Markdown => Output::of_data(),
        }
    }
}

impl From<MatrixFormat> for Output {
    fn from(format: MatrixFormat) -> Output {
        match format {
            MatrixFormat::Table => Output::of_text(),
            MatrixFormat::Json | MatrixFormat::Csv | MatrixFormat::Svg => Output::of_data(),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(width) = self.width else { return self.out.write(bytes) };
        for byte in bytes {
            if *byte == b'\n' {
                let line = std::mem::take(&mut self.line);
                writeln!(self.out, "{}", wrapped(&String::from_utf8_lossy(&line), width))?;
            } else {
                self.line.push(*byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        // An unfinished line may still grow.
        self.out.flush()
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        // A caller that wants to see errors ends its last line.
        let _ = self.out.write_all(&self.line);
    }
}

/// Breaks `line` at blanks into lines of at most `width` columns. Continued lines are indented to
/// the start of the text or, after a gap, to the text behind the gap, as in a list of terms with
/// explanations.
fn wrapped(line: &str, width: usize) -> String {
    let hang = hanging(line, width);
    let (mut wrapped_text, mut rest, mut indent) = (String::with_capacity(line.len()), line, 0);
    while let Some(at) = place_to_break(rest, width.saturating_sub(indent)) {
        let (head, tail) = rest.split_at(at);
        if tail.trim().is_empty() {
            break;
        }
        wrapped_text += head.trim_end();
        wrapped_text.push('\n');
        wrapped_text.extend(std::iter::repeat_n(' ', hang));
        (rest, indent) = (tail.trim_start(), hang);
    }
    wrapped_text + rest
}

/// The column at which continued lines start.
fn hanging(line: &str, width: usize) -> usize {
    let seen = visible(line);
    let blanks = |from: usize| seen[from..].iter().take_while(|(_, letter)| *letter == ' ').count();
    let start = blanks(0);
    let gaps = (start..seen.len()).filter(|at| blanks(*at) >= 2);
    let behind = gaps.map(|at| at + blanks(at)).find(|behind| *behind < seen.len());
    behind.filter(|column| *column <= width * 2 / 3).unwrap_or(start.min(width / 2))
}

/// The position at which to break `text` so that the first part is at most `room` columns wide, or
/// as little wider as possible; none if breaking is unnecessary or impossible.
fn place_to_break(text: &str, room: usize) -> Option<usize> {
    let seen = visible(text);
    if seen.len() <= room {
        return None;
    }
    let start = seen.iter().take_while(|(_, letter)| *letter == ' ').count();
    let blanks = (start..seen.len()).filter(|at| seen[*at].1 == ' ');
    let (mut before, mut behind) = (None, None);
    for at in blanks {
        if at <= room {
            before = Some(at);
        } else {
            behind = behind.or(Some(at));
        }
    }
    before.or(behind).map(|at| seen[at].0)
}

/// The visible characters with their positions, without colour sequences.
fn visible(text: &str) -> Vec<(usize, char)> {
    let mut is_colour = false;
    let is_seen = |(_, letter): &(usize, char)| {
        is_colour |= *letter == '\x1b';
        let seen = !is_colour;
        is_colour &= !letter.is_ascii_alphabetic();
        seen
    };
    text.char_indices().filter(is_seen).collect()
}

/// Narrower terminals are treated as if they had this width.
const NARROWEST: usize = 40;
/// The width if the terminal does not know its own.
const USUAL: usize = 80;

/// The number of columns of the terminal on standard output; none if it is not a terminal.
pub(crate) fn columns() -> Option<usize> {
    let out = stdout();
    if !out.is_terminal() {
        return None;
    }
    let size = tcgetwinsize(&out).ok().map(|size| usize::from(size.ws_col));
    Some(size.filter(|columns| *columns > 0).unwrap_or(USUAL).max(NARROWEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_at_words_and_go_on_below_their_text() {
        for (line, width, expected) in [
            ("fits", 4, "fits"),
            ("one two three", 8, "one two\nthree"),
            ("  one two three", 8, "  one\n  two\n  three"),
            (
                "-q, --quiet  Print results only",
                24,
                "-q, --quiet  Print\n             results\n             only",
            ),
            ("unbreakable", 4, "unbreakable"),
            ("unbreakable word", 4, "unbreakable\nword"),
            ("ends with blanks    ", 10, "ends with\nblanks    "),
            ("\x1b[1mone\x1b[0m two", 7, "\x1b[1mone\x1b[0m two"),
            ("\x1b[1mone\x1b[0m two", 6, "\x1b[1mone\x1b[0m\ntwo"),
            ("", 4, ""),
        ] {
            assert_eq!(wrapped(line, width), expected, "{line:?}");
        }
    }

    #[test]
    fn nothing_is_lost_and_nothing_is_too_wide() {
        let line =
            "  ok  the quick brown fox jumps over the lazy dog and does not come back for days";
        for width in 12..100 {
            let wrapped_text = wrapped(line, width);
            assert!(
                wrapped_text.lines().all(|line| line.chars().count() <= width),
                "{width}\n{wrapped_text}"
            );
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(words(&wrapped_text), words(line));
        }
    }
}
