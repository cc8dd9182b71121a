//! What was said between us and a program, with the time: bounded.

use certamen_sandbox::{Ear, End, Heard};
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
pub(crate) enum Sound {
    Started,
    Asked,
    Told(Vec<u8>),
    Said(Vec<u8>),
    Unasked(Vec<u8>),
    /// How it ended, and what it had said of a line.
    Broke(End, Vec<u8>),
    /// Argument, input, output and end of one run.
    Ran(Option<String>, Option<Vec<u8>>, Vec<u8>, End),
}

/// One entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TapeEntry {
    /// Since the tape began.
    pub(crate) at: Duration,
    pub(crate) sound: Sound,
}

/// What is on a tape.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reel {
    pub(crate) entries: VecDeque<TapeEntry>,
    pub(crate) errors: Vec<u8>,
    /// The most memory that the program had, in bytes.
    pub(crate) memory: Option<u64>,
    /// The time that the last answer was charged.
    pub(crate) charged: Duration,
    /// Whether a line of it, that was read, ended as in Windows.
    pub(crate) carriage_returns: bool,
}

impl Reel {
    /// Whether the first thing on the tape was an answer and not a question.
    pub(crate) fn speaks_first(&self) -> bool {
        let worth = |entry: &&TapeEntry| matches!(entry.sound, Sound::Told(_) | Sound::Said(_));
        let first = self.entries.iter().find(worth);
        first.is_some_and(|entry| matches!(entry.sound, Sound::Said(_)))
    }

    /// The last answer, what was said besides, and how the program ended, if it did.
    pub(crate) fn last_said(&self) -> (Option<Vec<u8>>, Vec<u8>, Option<End>) {
        let (mut answer, mut besides, mut end) = (None, Vec::new(), None);
        for entry in &self.entries {
            match &entry.sound {
                Sound::Asked => (answer, besides) = (None, Vec::new()),
                Sound::Said(line) => answer = Some(line.clone()),
                Sound::Unasked(bytes) => besides.clone_from(bytes),
                Sound::Broke(how, unheard) => {
                    besides.clone_from(unheard);
                    end = Some(*how);
                }
                Sound::Ran(_, _, output, how) => {
                    answer = Some(output.clone());
                    end = Some(*how);
                }
                Sound::Started | Sound::Told(_) => {}
            }
        }
        (answer, besides, end)
    }
}

/// A tape that listens.
#[derive(Debug)]
pub(crate) struct Tape {
    began: Instant,
    reel: Mutex<Reel>,
}

impl Tape {
    pub(crate) fn new() -> Tape {
        Tape { began: Instant::now(), reel: Mutex::default() }
    }

    /// What is on it by now.
    pub(crate) fn reel(&self) -> Reel {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Reel> {
        self.reel.lock().expect("nobody panics while holding a tape")
    }
}

impl Ear for Tape {
    fn hear(&self, heard: Heard<'_>) {
        let cut = |bytes: &[u8]| bytes[..bytes.len().min(LONGEST)].to_vec();
        let mut reel = self.lock();
        let sound = match heard {
            Heard::Started => Sound::Started,
            Heard::Asked => Sound::Asked,
            Heard::Told(line) => Sound::Told(cut(line)),
            Heard::Said(line) => {
                reel.carriage_returns |= line.ends_with(b"\r");
                Sound::Said(cut(line))
            }
            Heard::Unasked(bytes) => Sound::Unasked(cut(bytes)),
            Heard::Broke { end, unheard } => Sound::Broke(end, cut(unheard)),
            Heard::Ran { argument, input, run } => {
                reel.memory = reel.memory.max(run.memory);
                reel.charged = run.charged;
                reel.carriage_returns |= run.output.ends_with(b"\r\n");
                let argument = argument.map(|text| text.chars().take(LONGEST).collect());
                Sound::Ran(argument, input.map(cut), cut(&run.output), run.end)
            }
            Heard::Took { charge, memory } => {
                reel.memory = reel.memory.max(memory);
                reel.charged = charge.charged;
                return;
            }
            Heard::Errors(words) => {
                reel.errors.extend_from_slice(words);
                let surplus = reel.errors.len().saturating_sub(ERRORS);
                reel.errors.drain(..surplus);
                return;
            }
        };
        let at = self.began.elapsed();
        // What nobody took is reported again and again.
        if matches!(sound, Sound::Unasked(_))
            && reel
                .entries
                .iter()
                .rev()
                .find(|entry| entry.sound != Sound::Asked)
                .is_some_and(|entry| entry.sound == sound)
        {
            return;
        }
        reel.entries.push_back(TapeEntry { at, sound });
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
        let tape = Tape::new();
        for number in 0..100 {
            tape.hear(Heard::Told(format!("{number}").as_bytes()));
        }
        let entries = tape.reel().entries;
        assert_eq!(entries.len(), ENTRIES);
        assert_eq!(entries.back().unwrap().sound, Sound::Told(b"99".to_vec()));
    }
}
