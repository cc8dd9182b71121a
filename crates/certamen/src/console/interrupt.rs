//! Ctrl-C: the first asks to stop in good order, the second stops; unless that is to be noted, too.

use certamen_host::StopSignal;
use signal_hook::{
    SigId,
    consts::{SIGINT, SIGTERM},
    flag,
    low_level::unregister,
};
use std::{
    env, io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// What is stopped by force says so by this.
const FORCED: i32 = 130;

/// Whether the user wants us to stop.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    wish: Arc<AtomicBool>,
    /// What stops us at once when he says so again.
    stops: Vec<SigId>,
}

impl Interrupt {
    /// Listens from now on.
    pub fn listen() -> io::Result<Interrupt> {
        let mut interrupt = Interrupt::default();
        for signal in [SIGINT, SIGTERM] {
            let wish = || Arc::clone(&interrupt.wish);
            let stops = flag::register_conditional_shutdown(signal, FORCED, wish())?;
            flag::register(signal, wish())?;
            interrupt.stops.push(stops);
        }
        Ok(interrupt)
    }

    /// From now on it is noted, too, if the user says so again, and only what he says after that stops
    /// us at once.
    pub fn note_next(&self) -> io::Result<Arc<AtomicBool>> {
        let again = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            flag::register_conditional_shutdown(signal, FORCED, Arc::clone(&again))?;
            flag::register(signal, Arc::clone(&again))?;
        }
        for stops in &self.stops {
            unregister(*stops);
        }
        Ok(again)
    }

    /// The same wish, for those who hold contests.
    pub fn stop(&self) -> StopSignal {
        StopSignal::noted_in(Arc::clone(&self.wish))
    }

    /// Whether to stop.
    pub fn is_set(&self) -> bool {
        self.wish.load(Ordering::Relaxed)
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
