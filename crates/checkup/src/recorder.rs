//! What was said between us and a program, with the time: bounded.

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

/// What was said or done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum IoEvent {
    Started,
    Asked,
    Told(Vec<u8>),
    Said(Vec<u8>),
    Unasked(Vec<u8>),
    /// How it ended, and what it had said of a line.
    Broke(ProgramExit, Vec<u8>),
    /// Argument, input, output and end of one run.
    Ran(Option<String>, Option<Vec<u8>>, Vec<u8>, ProgramExit),
}

/// One entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RecordingEntry {
    /// Since the tape began.
    pub(crate) at: Duration,
    pub(crate) sound: IoEvent,
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
    /// Whether a line of it, that was read, ended as in Windows.
    pub(crate) carriage_returns: bool,
}

impl Recording {
    /// Whether the first thing on the tape was an answer and not a question.
    pub(crate) fn speaks_first(&self) -> bool {
        let worth =
            |entry: &&RecordingEntry| matches!(entry.sound, IoEvent::Told(_) | IoEvent::Said(_));
        let first = self.entries.iter().find(worth);
        first.is_some_and(|entry| matches!(entry.sound, IoEvent::Said(_)))
    }

    /// The last answer, what was said besides, and how the program ended, if it did.
    pub(crate) fn last_said(&self) -> (Option<Vec<u8>>, Vec<u8>, Option<ProgramExit>) {
        let (mut answer, mut besides, mut end) = (None, Vec::new(), None);
        for entry in &self.entries {
            match &entry.sound {
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
    reel: Mutex<Recording>,
}

impl Recorder {
    pub(crate) fn new() -> Recorder {
        Recorder { began: Instant::now(), reel: Mutex::default() }
    }

    /// What is on it by now.
    pub(crate) fn reel(&self) -> Recording {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Recording> {
        self.reel.lock().expect("nobody panics while holding a tape")
    }
}

impl TranscriptSink for Recorder {
    fn hear(&self, heard: TranscriptEvent<'_>) {
        let cut = |bytes: &[u8]| bytes[..bytes.len().min(LONGEST)].to_vec();
        let mut reel = self.lock();
        let sound = match heard {
            TranscriptEvent::Started => IoEvent::Started,
            TranscriptEvent::Asked => IoEvent::Asked,
            TranscriptEvent::Told(line) => IoEvent::Told(cut(line)),
            TranscriptEvent::Said(line) => {
                reel.carriage_returns |= line.ends_with(b"\r");
                IoEvent::Said(cut(line))
            }
            TranscriptEvent::Unasked(bytes) => IoEvent::Unasked(cut(bytes)),
            TranscriptEvent::Broke { end, unheard } => IoEvent::Broke(end, cut(unheard)),
            TranscriptEvent::Ran { argument, input, run } => {
                reel.memory = reel.memory.max(run.memory);
                reel.charged = run.charged;
                reel.carriage_returns |= run.output.ends_with(b"\r\n");
                let argument = argument.map(|text| text.chars().take(LONGEST).collect());
                IoEvent::Ran(argument, input.map(cut), cut(&run.output), run.end)
            }
            TranscriptEvent::Took { charge, memory } => {
                reel.memory = reel.memory.max(memory);
                reel.charged = charge.charged;
                return;
            }
            TranscriptEvent::Errors(words) => {
                reel.errors.extend_from_slice(words);
                let surplus = reel.errors.len().saturating_sub(ERRORS);
                reel.errors.drain(..surplus);
                return;
            }
        };
        let at = self.began.elapsed();
        // What nobody took is reported again and again.
        if matches!(sound, IoEvent::Unasked(_))
            && reel
                .entries
                .iter()
                .rev()
                .find(|entry| entry.sound != IoEvent::Asked)
                .is_some_and(|entry| entry.sound == sound)
        {
            return;
        }
        reel.entries.push_back(RecordingEntry { at, sound });
        if reel.entries.len() > ENTRIES {
            reel.entries.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tape_keeps_the_last_things() {
        let tape = Recorder::new();
        for number in 0..100 {
            tape.hear(TranscriptEvent::Told(format!("{number}").as_bytes()));
        }
        let entries = tape.reel().entries;
        assert_eq!(entries.len(), ENTRIES);
        assert_eq!(entries.back().unwrap().sound, IoEvent::Told(b"99".to_vec()));
    }
}
