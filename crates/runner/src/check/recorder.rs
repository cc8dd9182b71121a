//! The dialogue with a program, with times, up to a maximum size.

use certamen_sandbox::{ProgramExit, TranscriptEvent, TranscriptSink};
use std::{
    collections::VecDeque,
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
