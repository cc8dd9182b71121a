//! Ctrl-C: the first asks to stop in good order, the second stops.

use certamen_hall::Stop;
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag,
};
use std::{
    env, io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// Whether the user wants us to stop.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens from now on.
    pub fn listen() -> io::Result<Interrupt> {
        let interrupt = Interrupt::default();
        for signal in [SIGINT, SIGTERM] {
            flag::register_conditional_shutdown(signal, 130, Arc::clone(&interrupt.0))?;
            flag::register(signal, Arc::clone(&interrupt.0))?;
        }
        Ok(interrupt)
    }

    /// The same wish, for those who hold contests.
    pub fn stop(&self) -> Stop {
        Stop::noted_in(Arc::clone(&self.0))
    }

    /// Whether to stop.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The command that was typed, to be typed again.
pub fn command_line() -> String {
    env::args().map(|word| quoted(&word)).collect::<Vec<_>>().join(" ")
}

/// A word as a shell reads it.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
