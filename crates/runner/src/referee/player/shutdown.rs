//! Whether a program ends when it is bid farewell: who was seen to stay is not waited for again.

use std::{
    fs,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// What was seen of a program, known to all who seat it.
#[derive(Clone, Debug, Default)]
pub struct ShutdownPolicy(Arc<ShutdownObservation>);

#[derive(Debug, Default)]
struct ShutdownObservation {
    stays: AtomicBool,
    /// A file that is there once it was seen to stay.
    mark: Option<PathBuf>,
}

impl ShutdownPolicy {
    /// Those of a program that was seen to stay if the file `mark` is there.
    pub fn marked(mark: PathBuf) -> ShutdownPolicy {
        let stays = AtomicBool::new(mark.is_file());
        ShutdownPolicy(Arc::new(ShutdownObservation { stays, mark: Some(mark) }))
    }

    /// Whether it was seen to stay after its farewell.
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

/// What a living program hears at the end, and what is known of what it does then.
#[derive(Clone, Debug, Default)]
pub struct EndMessage {
    /// The line; none if its game has none.
    pub line: Option<&'static str>,
    /// Whether it ends when it hears it.
    pub shutdown_policy: ShutdownPolicy,
}

impl EndMessage {
    /// This line, to a stranger.
    pub fn to_stranger(line: Option<&'static str>) -> EndMessage {
        EndMessage { line, shutdown_policy: ShutdownPolicy::default() }
    }
}
