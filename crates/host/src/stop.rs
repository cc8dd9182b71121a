//! Asks a running contest to stop in good order.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Whether a contest is to stop. Clones share the signal.
#[derive(Clone, Debug, Default)]
pub struct StopSignal(Arc<AtomicBool>);

impl StopSignal {
    /// A signal that others set, such as a handler of operating system signals.
    pub fn noted_in(flag: Arc<AtomicBool>) -> StopSignal {
        StopSignal(flag)
    }

    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
