//! The dialogue with a program, ready to be shown: the time, the direction and the exact bytes.

use crate::check::{
    recorder::{IoEvent, Recording, RecordingEntry},
    say,
};
use certamen_game::escaped;
use certamen_i18n::{Language, Message};
use certamen_sandbox::ProgramExit;
use std::{fmt::Write, time::Duration};

/// How much of an entry is shown, in bytes.
const SHOWN: usize = 800;

/// The end of the dialogue.
#[derive(Clone, Debug, Default)]
pub struct Exchange(Vec<RecordingEntry>);

impl Exchange {
    /// The last `count` things on a tape.
    pub(crate) fn last(recording: &Recording, count: usize) -> Exchange {
        let worth = recording.entries.iter().filter(|entry| entry.io_event != IoEvent::Asked);
        let worth: Vec<&RecordingEntry> = worth.collect();
        Exchange(worth[worth.len().saturating_sub(count)..].iter().copied().cloned().collect())
    }

    /// A line each.
    pub fn lines(&self, language: Language) -> Vec<String> {
        let mut lines = Vec::new();
        for RecordingEntry { at, io_event } in &self.0 {
            IoLine { at: *at, lines: &mut lines, language }.sound(io_event);
        }
        lines
    }
}

/// Where lines are written.
struct IoLine<'a> {
    at: Duration,
    lines: &'a mut Vec<String>,
    language: Language,
}

impl IoLine<'_> {
    fn sound(&mut self, io_event: &IoEvent) {
        match io_event {
            IoEvent::Asked => {}
            IoEvent::Started => self.happened(&say::started()),
            IoEvent::Told(bytes) => self.whole(">", bytes),
            IoEvent::Said(bytes) => self.whole("<", bytes),
            IoEvent::Unasked(bytes) => self.write("<", &say::unasked(shown(bytes))),
            IoEvent::Broke(end, unheard) => {
                if !unheard.is_empty() {
                    self.write("<", &say::no_line_end(shown(unheard)));
                }
                self.happened(&ended(*end));
            }
            IoEvent::Ran(argument, input, output, end) => {
                self.happened(&say::started());
                if let Some(argument) = argument {
                    self.write(">", &say::argument(shown(argument.as_bytes())));
                }
                if let Some(input) = input {
                    self.write(">", &shown(input));
                }
                self.write("<", &shown(output));
                self.happened(&ended(*end));
            }
        }
    }

    fn happened(&mut self, what: &Message) {
        self.write("*", what);
    }

    /// A line with its end.
    fn whole(&mut self, direction: &str, bytes: &[u8]) {
        let said = shown(bytes).get(self.language) + "\\n";
        self.write(direction, &Message::verbatim(said));
    }

    fn write(&mut self, direction: &str, what: &Message) {
        let (at, what) = (self.at.as_secs_f64(), what.get(self.language));
        self.lines.push(format!("{at:9.3} s  {direction} {what}"));
    }
}

/// How a program ended, in the words of the system.
pub(crate) fn ended(end: ProgramExit) -> Message {
    match end {
        ProgramExit::Exited(code) => say::exited(code),
        ProgramExit::Signalled(signal) => {
            say::signalled(format!("{signal} {}", signal_name(signal)))
        }
        ProgramExit::Timeout => say::timed_out(),
        ProgramExit::Output => say::too_much_output(),
        ProgramExit::Memory => say::out_of_memory(),
        ProgramExit::Security => say::forbidden_call(),
    }
}

/// The name of a signal that programs die of.
pub(crate) fn signal_name(signal: i32) -> &'static str {
    match signal {
        4 => "SIGILL",
        6 => "SIGABRT",
        7 => "SIGBUS",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        15 => "SIGTERM",
        25 => "SIGXFSZ",
        31 => "SIGSYS",
        _ => "",
    }
}

/// Bytes as they are, everything but plain text spelt out: `\n`, `\r`, `\u{0}`, `\xff`.
pub(crate) fn shown(bytes: &[u8]) -> Message {
    let mut text = String::new();
    for chunk in bytes[..bytes.len().min(SHOWN)].utf8_chunks() {
        text.push_str(&escaped(chunk.valid()));
        for byte in chunk.invalid() {
            write!(text, "\\x{byte:02x}").expect("a string takes all");
        }
    }
    if bytes.len() > SHOWN { say::longer(text, bytes.len()) } else { Message::verbatim(text) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::recorder::Recorder;
    use certamen_sandbox::{TranscriptEvent, TranscriptSink};

    #[test]
    fn every_byte_is_visible() {
        assert_eq!(
            shown(b"3 \r\n\0\x1b\xff\xc3\xb1").to_string(),
            "3 \\r\\n\\u{0}\\u{1b}\\xff\u{f1}"
        );
        assert!(shown(&[b'x'; 5000]).get(Language::Fr).ends_with("x… (5000 octets)"));
    }

    #[test]
    fn the_last_things_are_shown_with_their_direction() {
        let tape = Recorder::new();
        for line in [b"98", b"99"] {
            tape.hear(TranscriptEvent::Told(line));
        }
        tape.hear(TranscriptEvent::Broke { end: ProgramExit::Exited(1), unheard: b"Move? " });
        let said = |language| {
            let lines = Exchange::last(&tape.reel(), 2).lines(language);
            lines.iter().map(|line| line.split_once(" s  ").unwrap().1.to_owned()).collect()
        };
        let english: Vec<String> = said(Language::En);
        assert_eq!(english, ["> 99\\n", "< Move?   (no end of line)", "* exit 1"]);
        let spanish: Vec<String> = said(Language::Es);
        assert_eq!(spanish, ["> 99\\n", "< Move?   (sin fin de línea)", "* salida 1"]);
    }
}
