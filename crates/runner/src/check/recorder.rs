//! The dialogue with a program, with times, up to a maximum size.

use crate::check::say;
use certamen_game::escaped;
use certamen_i18n::{Language, Message};
use certamen_sandbox::{ProgramExit, TranscriptEvent, TranscriptSink};
use std::{
    collections::VecDeque,
    fmt::Write,
    sync::{Mutex, MutexGuard},
    time::{Duration, Instant},
};

/// How many entries are kept: the last ones.
const ENTRIES: usize = 64;
/// How much of one is kept, in bytes.
const LONGEST: usize = 16 << 10;
/// How much of standard error is kept, in bytes.
const ERRORS: usize = 8 << 10;

/// An event of the dialogue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum IoEvent {
    Started,
    Asked,
    Told(Vec<u8>),
    Said(Vec<u8>),
    Unasked(Vec<u8>),
    /// How it ended, and the incomplete line that it had written.
    Broke(ProgramExit, Vec<u8>),
    /// Argument, input, output and end of one run.
    Ran(Option<String>, Option<Vec<u8>>, Vec<u8>, ProgramExit),
}

/// One entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RecordingEntry {
    /// Since the tape began.
    pub(crate) at: Duration,
    pub(crate) io_event: IoEvent,
}

/// What is on a tape.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recording {
    pub(crate) entries: VecDeque<RecordingEntry>,
    pub(crate) errors: Vec<u8>,
    /// The most memory that the program had, in bytes.
    pub(crate) memory: Option<u64>,
    /// The time that the last answer was charged.
    pub(crate) charged: Duration,
    /// Whether a line of its output that we read ended with a carriage return.
    pub(crate) carriage_returns: bool,
}

impl Recording {
    /// Whether the first thing on the tape was an answer and not a question.
    pub(crate) fn speaks_first(&self) -> bool {
        let worth =
            |entry: &&RecordingEntry| matches!(entry.io_event, IoEvent::Told(_) | IoEvent::Said(_));
        let first = self.entries.iter().find(worth);
        first.is_some_and(|entry| matches!(entry.io_event, IoEvent::Said(_)))
    }

    /// The last answer, other output, and how the program ended, if it did.
    pub(crate) fn last_said(&self) -> (Option<Vec<u8>>, Vec<u8>, Option<ProgramExit>) {
        let (mut answer, mut besides, mut end) = (None, Vec::new(), None);
        for entry in &self.entries {
            match &entry.io_event {
                IoEvent::Asked => (answer, besides) = (None, Vec::new()),
                IoEvent::Said(line) => answer = Some(line.clone()),
                IoEvent::Unasked(bytes) => besides.clone_from(bytes),
                IoEvent::Broke(how, unheard) => {
                    besides.clone_from(unheard);
                    end = Some(*how);
                }
                IoEvent::Ran(_, _, output, how) => {
                    answer = Some(output.clone());
                    end = Some(*how);
                }
                IoEvent::Started | IoEvent::Told(_) => {}
            }
        }
        (answer, besides, end)
    }
}

/// A tape that listens.
#[derive(Debug)]
pub(crate) struct Recorder {
    began: Instant,
    recording: Mutex<Recording>,
}

impl Recorder {
    pub(crate) fn new() -> Recorder {
        Recorder { began: Instant::now(), recording: Mutex::default() }
    }

    /// What is on it by now.
    pub(crate) fn reel(&self) -> Recording {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Recording> {
        self.recording.lock().expect("no thread panics while it holds the recording")
    }
}

impl TranscriptSink for Recorder {
    fn hear(&self, transcript_event: TranscriptEvent<'_>) {
        let cut = |bytes: &[u8]| bytes[..bytes.len().min(LONGEST)].to_vec();
        let mut recording = self.lock();
        let io_event = match transcript_event {
            TranscriptEvent::Started => IoEvent::Started,
            TranscriptEvent::Asked => IoEvent::Asked,
            TranscriptEvent::Told(line) => IoEvent::Told(cut(line)),
            TranscriptEvent::Said(line) => {
                recording.carriage_returns |= line.ends_with(b"\r");
                IoEvent::Said(cut(line))
            }
            TranscriptEvent::Unasked(bytes) => IoEvent::Unasked(cut(bytes)),
            TranscriptEvent::Broke { end, unheard } => IoEvent::Broke(end, cut(unheard)),
            TranscriptEvent::Ran { argument, input, run } => {
                recording.memory = recording.memory.max(run.memory);
                recording.charged = run.charged;
                recording.carriage_returns |= run.output.ends_with(b"\r\n");
                let argument = argument.map(|text| text.chars().take(LONGEST).collect());
                IoEvent::Ran(argument, input.map(cut), cut(&run.output), run.end)
            }
            TranscriptEvent::Took { answer_cost, memory } => {
                recording.memory = recording.memory.max(memory);
                recording.charged = answer_cost.charged;
                return;
            }
            TranscriptEvent::Errors(words) => {
                recording.errors.extend_from_slice(words);
                let surplus = recording.errors.len().saturating_sub(ERRORS);
                recording.errors.drain(..surplus);
                return;
            }
        };
        let at = self.began.elapsed();
        // Output that was not read is reported again each time.
        if matches!(io_event, IoEvent::Unasked(_))
            && recording
                .entries
                .iter()
                .rev()
                .find(|entry| entry.io_event != IoEvent::Asked)
                .is_some_and(|entry| entry.io_event == io_event)
        {
            return;
        }
        recording.entries.push_back(RecordingEntry { at, io_event });
        if recording.entries.len() > ENTRIES {
            recording.entries.pop_front();
        }
    }
}

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
    use certamen_sandbox::{TranscriptEvent, TranscriptSink};

    #[test]
    fn a_tape_keeps_the_last_things() {
        let recorder = Recorder::new();
        for number in 0..100 {
            recorder.hear(TranscriptEvent::Told(format!("{number}").as_bytes()));
        }
        let entries = recorder.reel().entries;
        assert_eq!(entries.len(), ENTRIES);
        assert_eq!(entries.back().unwrap().io_event, IoEvent::Told(b"99".to_vec()));
    }

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
