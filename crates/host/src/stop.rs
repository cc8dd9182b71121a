//! Asking a contest that is held to stop in good order.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Whether the one who has a contest held wants it to stop. Clones are the same wish.
#[derive(Clone, Debug, Default)]
pub struct StopSignal(Arc<AtomicBool>);

impl StopSignal {
    /// The wish that somebody else notes, as a handler of signals does.
    pub fn noted_in(flag: Arc<AtomicBool>) -> StopSignal {
        StopSignal(flag)
    }

    /// Wishes it.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it is wished.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
