//! Whether a program ends after the closing line: a program that was seen to stay is not waited for
//! again.

use std::{
    fs,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// The observed shutdown of a program, shared by all its seats.
#[derive(Clone, Debug, Default)]
pub struct ShutdownPolicy(Arc<ShutdownObservation>);

#[derive(Debug, Default)]
struct ShutdownObservation {
    stays: AtomicBool,
    /// A file that exists once the program was seen to stay.
    mark: Option<PathBuf>,
}

impl ShutdownPolicy {
    /// The observation for a program that was seen to stay if the file `mark` exists.
    pub fn marked(mark: PathBuf) -> ShutdownPolicy {
        let stays = AtomicBool::new(mark.is_file());
        ShutdownPolicy(Arc::new(ShutdownObservation { stays, mark: Some(mark) }))
    }

    /// Whether it was seen to stay after the closing line.
    pub fn is_known_to_stay(&self) -> bool {
        self.0.stays.load(Ordering::Relaxed)
    }

    /// Notes that it stayed.
    pub(super) fn note(&self) {
        self.0.stays.store(true, Ordering::Relaxed);
        if let Some(mark) = &self.0.mark {
            // Without it, it is waited for once more.
            let _ = fs::write(mark, "");
        }
    }
}

/// The closing line for a living program, and what is known of its reaction.
#[derive(Clone, Debug, Default)]
pub struct EndMessage {
    /// The line; `None` if its game has none.
    pub line: Option<&'static str>,
    /// Whether it ends when it reads the line.
    pub shutdown_policy: ShutdownPolicy,
}

impl EndMessage {
    /// This line, to an untrusted program.
    pub fn to_stranger(line: Option<&'static str>) -> EndMessage {
        EndMessage { line, shutdown_policy: ShutdownPolicy::default() }
    }
}
