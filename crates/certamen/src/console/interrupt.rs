//! Ctrl-C: the first one requests an orderly stop, the second one ends the process, unless that is
//! to be noted, too.

use certamen_host::StopSignal;
use signal_hook::{
    SigId,
    consts::{SIGINT, SIGTERM},
    flag,
    low_level::{pipe, unregister},
};
use std::{
    env,
    io::{self, Read},
    os::unix::net::UnixStream,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

const FORCED: i32 = 130;

#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt {
    stop: StopSignal,
    wish: Arc<AtomicBool>,
    /// The handlers that end the process on the second signal.
    stops: Vec<SigId>,
}

impl Interrupt {
    pub(crate) fn listen() -> io::Result<Interrupt> {
        let wish = Arc::new(AtomicBool::new(false));
        let (stop, mut stops) = (StopSignal::noted_in(Arc::clone(&wish)), Vec::new());
        let (mut signals, ours) = UnixStream::pair()?;
        for signal in [SIGINT, SIGTERM] {
            stops.push(flag::register_conditional_shutdown(signal, FORCED, Arc::clone(&wish))?);
            flag::register(signal, Arc::clone(&wish))?;
            pipe::register(signal, ours.try_clone()?)?;
        }
        let waiting = stop.clone();
        // A signal handler cannot wake threads, so it writes to this one, which ends with the
        // process.
        thread::spawn(move || {
            while signals.read_exact(&mut [0]).is_ok() {
                waiting.set();
            }
        });
        Ok(Interrupt { stop, wish, stops })
    }

    /// Notes the user's second signal, too; only a third one ends the process at once.
    pub(crate) fn note_next(&self) -> io::Result<Arc<AtomicBool>> {
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

    /// The same request as a stop signal for hosts.
    pub(crate) fn stop(&self) -> StopSignal {
        self.stop.clone()
    }

    pub(crate) fn is_set(&self) -> bool {
        self.wish.load(Ordering::Relaxed)
    }
}

/// The command line as it was typed, quoted for a shell.
pub(crate) fn command_line() -> String {
    env::args().map(|word| quoted(&word)).collect::<Vec<_>>().join(" ")
}

pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
