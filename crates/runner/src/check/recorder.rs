//! The dialogue with a program, with times, up to a maximum size.

use crate::check::say;
use certamen_game::escaped;
use certamen_i18n::{Language, Message};
use certamen_sandbox::{ProgramExit, TranscriptEvent, TranscriptSink};
use std::collections::VecDeque;
use std::fmt::Write;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// The number of entries kept, the last ones.
const ENTRIES: usize = 64;
/// The maximum size of an entry, in bytes.
const LONGEST: usize = 16 << 10;
/// How much of standard error is kept, in bytes.
const ERRORS: usize = 8 << 10;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum IoEvent {
    Started,
    Asked,
    Sent(Vec<u8>),
    Received(Vec<u8>),
    Unasked(Vec<u8>),
    /// How the program ended, and the incomplete line that it had written.
    Ended(ProgramExit, Vec<u8>),
    Ran {
        argument: Option<String>,
        input: Option<Vec<u8>>,
        output: Vec<u8>,
        end: ProgramExit,
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RecordingEntry {
    pub(crate) at: Duration,
    pub(crate) io_event: IoEvent,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Recording {
    pub(crate) entries: VecDeque<RecordingEntry>,
    pub(crate) errors: Vec<u8>,
    pub(crate) memory: Option<u64>,
    pub(crate) charged: Duration,
    /// Whether an answer ended with a carriage return.
    pub(crate) carriage_returns: bool,
}

impl Recording {
    /// Whether the program wrote a line before it was sent one.
    pub(crate) fn speaks_first(&self) -> bool {
        let is_line = |entry: &&RecordingEntry| {
            matches!(entry.io_event, IoEvent::Sent(_) | IoEvent::Received(_))
        };
        let first = self.entries.iter().find(is_line);
        first.is_some_and(|entry| matches!(entry.io_event, IoEvent::Received(_)))
    }

    /// The word that an engine is to send after what it was sent last.
    pub(crate) fn awaited_word(&self) -> Option<&'static str> {
        self.entries.iter().rev().find_map(|entry| match &entry.io_event {
            IoEvent::Sent(line) => match line.split(|byte| *byte == b' ').next()? {
                b"uci" => Some("uciok"),
                b"isready" => Some("readyok"),
                b"go" | b"stop" => Some("bestmove"),
                b"protover" => Some("feature done=1"),
                b"ping" => Some("pong"),
                b"?" => Some("move"),
                _ => None,
            },
            _ => None,
        })
    }

    pub(crate) fn last_output(&self) -> LastOutput {
        let mut last = LastOutput::default();
        for entry in &self.entries {
            match &entry.io_event {
                IoEvent::Asked => (last.answer, last.unread) = (None, Vec::new()),
                IoEvent::Received(line) => last.answer = Some(line.clone()),
                IoEvent::Unasked(bytes) => last.unread.clone_from(bytes),
                IoEvent::Ended(end, partial) => {
                    last.unread.clone_from(partial);
                    last.end = Some(*end);
                }
                IoEvent::Ran { output, end, .. } => {
                    last.answer = Some(output.clone());
                    last.end = Some(*end);
                }
                IoEvent::Started | IoEvent::Sent(_) => {}
            }
        }
        last
    }
}

/// What a program wrote after a question, and how it ended, if it did.
#[derive(Default)]
pub(crate) struct LastOutput {
    pub(crate) answer: Option<Vec<u8>>,
    pub(crate) unread: Vec<u8>,
    pub(crate) end: Option<ProgramExit>,
}

#[derive(Debug)]
pub(crate) struct Recorder {
    began: Instant,
    recording: Mutex<Recording>,
}

impl Recorder {
    pub(crate) fn new() -> Recorder {
        Recorder { began: Instant::now(), recording: Mutex::default() }
    }

    pub(crate) fn recording(&self) -> Recording {
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
            TranscriptEvent::LineSent(line) => IoEvent::Sent(cut(line)),
            TranscriptEvent::LineReceived(line) => {
                recording.carriage_returns |= line.ends_with(b"\r");
                IoEvent::Received(cut(line))
            }
            TranscriptEvent::UnaskedOutput(bytes) => IoEvent::Unasked(cut(bytes)),
            TranscriptEvent::Failed { end, unheard } => IoEvent::Ended(end, cut(unheard)),
            TranscriptEvent::Ran { argument, input, run } => {
                recording.memory = recording.memory.max(run.memory);
                recording.charged = run.charged;
                recording.carriage_returns |= run.output.ends_with(b"\r\n");
                let argument = argument.map(|text| text.chars().take(LONGEST).collect());
                let (input, output) = (input.map(cut), cut(&run.output));
                IoEvent::Ran { argument, input, output, end: run.end }
            }
            TranscriptEvent::Cost { answer_cost, memory } => {
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

/// The last events of a dialogue.
#[derive(Clone, Debug, Default)]
pub struct Exchange(Vec<RecordingEntry>);

impl Exchange {
    pub(crate) fn last(recording: &Recording, count: usize) -> Exchange {
        let shown = recording.entries.iter().filter(|entry| entry.io_event != IoEvent::Asked);
        let shown: Vec<&RecordingEntry> = shown.collect();
        Exchange(shown[shown.len().saturating_sub(count)..].iter().copied().cloned().collect())
    }

    /// The dialogue as text, at least a line for each event.
    pub fn lines(&self, language: Language) -> Vec<String> {
        let mut lines = Vec::new();
        for RecordingEntry { at, io_event } in &self.0 {
            let mut write = |direction: &str, what: &Message| {
                let (at, what) = (at.as_secs_f64(), what.get(language));
                lines.push(format!("{at:9.3} s  {direction} {what}"));
            };
            let whole = |bytes| Message::verbatim(shown(bytes).get(language) + "\\n");
            match io_event {
                IoEvent::Asked => {}
                IoEvent::Started => write("*", &say::started()),
                IoEvent::Sent(bytes) => write(">", &whole(bytes)),
                IoEvent::Received(bytes) => write("<", &whole(bytes)),
                IoEvent::Unasked(bytes) => write("<", &say::unasked(shown(bytes))),
                IoEvent::Ended(end, partial) => {
                    if !partial.is_empty() {
                        write("<", &say::no_line_end(shown(partial)));
                    }
                    write("*", &ended(*end));
                }
                IoEvent::Ran { argument, input, output, end } => {
                    write("*", &say::started());
                    if let Some(argument) = argument {
                        write(">", &say::argument(shown(argument.as_bytes())));
                    }
                    if let Some(input) = input {
                        write(">", &shown(input));
                    }
                    write("<", &shown(output));
                    write("*", &ended(*end));
                }
            }
        }
        lines
    }
}

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

/// Bytes with everything but plain text escaped: `\n`, `\r`, `\u{0}`, `\xff`.
pub(crate) fn shown(bytes: &[u8]) -> Message {
    let mut text = String::new();
    for chunk in bytes[..bytes.len().min(SHOWN)].utf8_chunks() {
        text.push_str(&escaped(chunk.valid()));
        for byte in chunk.invalid() {
            write!(text, "\\x{byte:02x}").expect("writing to a string never fails");
        }
    }
    if bytes.len() > SHOWN { say::longer(text, bytes.len()) } else { Message::verbatim(text) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_sandbox::{TranscriptEvent, TranscriptSink};

    #[test]
    fn a_recorder_keeps_the_last_entries() {
        let recorder = Recorder::new();
        for number in 0..100 {
            recorder.hear(TranscriptEvent::LineSent(format!("{number}").as_bytes()));
        }
        let entries = recorder.recording().entries;
        assert_eq!(entries.len(), ENTRIES);
        assert_eq!(entries.back().unwrap().io_event, IoEvent::Sent(b"99".to_vec()));
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
    fn the_last_events_are_shown_with_their_direction() {
        let recorder = Recorder::new();
        for line in [b"98", b"99"] {
            recorder.hear(TranscriptEvent::LineSent(line));
        }
        recorder.hear(TranscriptEvent::Failed { end: ProgramExit::Exited(1), unheard: b"Move? " });
        let lines_in = |language| {
            let lines = Exchange::last(&recorder.recording(), 2).lines(language);
            lines.iter().map(|line| line.split_once(" s  ").unwrap().1.to_owned()).collect()
        };
        let english: Vec<String> = lines_in(Language::En);
        assert_eq!(english, ["> 99\\n", "< Move?   (no end of line)", "* exit 1"]);
        let spanish: Vec<String> = lines_in(Language::Es);
        assert_eq!(spanish, ["> 99\\n", "< Move?   (sin fin de línea)", "* salida 1"]);
    }
}
