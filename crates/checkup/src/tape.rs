//! What was said between us and a program, with the time: bounded, and fit to be shown.

use certamen_game::escaped;
use certamen_sandbox::{Ear, End, Heard};
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
/// How much of an entry is shown, in bytes.
const SHOWN: usize = 800;

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
pub(crate) struct Entry {
    /// Since the tape began.
    pub(crate) at: Duration,
    pub(crate) sound: Sound,
}

/// What is on a tape.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reel {
    pub(crate) entries: VecDeque<Entry>,
    pub(crate) errors: Vec<u8>,
    /// The most memory that the program had, in bytes.
    pub(crate) memory: Option<u64>,
    /// The time that the last answer was charged.
    pub(crate) charged: Duration,
    /// Whether a line of it, that was read, ended as in Windows.
    pub(crate) carriage_returns: bool,
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
        reel.entries.push_back(Entry { at, sound });
        if reel.entries.len() > ENTRIES {
            reel.entries.pop_front();
        }
    }
}

/// The last `count` things on a tape, a line each: the time, the direction and the exact bytes.
pub(crate) fn transcript(entries: &VecDeque<Entry>, count: usize) -> Vec<String> {
    let worth = entries.iter().filter(|entry| entry.sound != Sound::Asked);
    let worth: Vec<&Entry> = worth.collect();
    let mut lines = Vec::new();
    for entry in &worth[worth.len().saturating_sub(count)..] {
        let at = entry.at.as_secs_f64();
        let mut line = |direction: &str, text: String| {
            lines.push(format!("{at:9.3} s  {direction} {text}"));
        };
        match &entry.sound {
            Sound::Asked => {}
            Sound::Started => line("*", "start".to_owned()),
            Sound::Told(bytes) => line(">", shown(bytes) + "\\n"),
            Sound::Said(bytes) => line("<", shown(bytes) + "\\n"),
            Sound::Unasked(bytes) => line("<", format!("{}  (unasked)", shown(bytes))),
            Sound::Broke(end, unheard) => {
                if !unheard.is_empty() {
                    line("<", format!("{}  (no end of line)", shown(unheard)));
                }
                line("*", ended(*end));
            }
            Sound::Ran(argument, input, output, end) => {
                line("*", "start".to_owned());
                if let Some(argument) = argument {
                    line(">", format!("argument {}", shown(argument.as_bytes())));
                }
                if let Some(input) = input {
                    line(">", shown(input));
                }
                line("<", shown(output));
                line("*", ended(*end));
            }
        }
    }
    lines
}

/// How a program ended, in the words of the system.
pub(crate) fn ended(end: End) -> String {
    match end {
        End::Exited(code) => format!("exit {code}"),
        End::Signalled(signal) => format!("signal {signal} {}", signal_name(signal)),
        End::Timeout => "timeout".to_owned(),
        End::Output => "too much output".to_owned(),
        End::Memory => "out of memory".to_owned(),
        End::Security => "forbidden system call".to_owned(),
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
pub(crate) fn shown(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes[..bytes.len().min(SHOWN)].utf8_chunks() {
        text.push_str(&escaped(chunk.valid()));
        for byte in chunk.invalid() {
            write!(text, "\\x{byte:02x}").expect("a string takes all");
        }
    }
    if bytes.len() > SHOWN {
        write!(text, "… ({} bytes)", bytes.len()).expect("a string takes all");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_visible() {
        assert_eq!(shown(b"3 \r\n\0\x1b\xff\xc3\xb1"), "3 \\r\\n\\u{0}\\u{1b}\\xff\u{f1}");
        assert!(shown(&[b'x'; 5000]).ends_with("x… (5000 bytes)"));
    }

    #[test]
    fn a_tape_keeps_the_last_things_and_shows_their_direction() {
        let tape = Tape::new();
        for number in 0..100 {
            tape.hear(Heard::Told(format!("{number}").as_bytes()));
        }
        tape.hear(Heard::Broke { end: End::Exited(1), unheard: b"Move? " });
        let entries = tape.reel().entries;
        assert_eq!(entries.len(), ENTRIES);
        let lines = transcript(&entries, 2);
        let tails: Vec<_> = lines.iter().map(|line| line.split_once(" s  ").unwrap().1).collect();
        assert_eq!(tails, ["> 99\\n", "< Move?   (no end of line)", "* exit 1"]);
    }
}
