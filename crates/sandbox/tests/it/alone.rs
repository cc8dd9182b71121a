//! One heavy test at a time, whether tests are threads or processes.

use std::{
    fs::File,
    sync::{Mutex, MutexGuard, PoisonError},
};

static HERE: Mutex<()> = Mutex::new(());

/// The right to use the machine, until it is dropped.
pub(crate) struct Alone {
    _everywhere: File,
    _here: MutexGuard<'static, ()>,
}

/// Waits until no other test holds the right. Threads queue before the file is opened, so that
/// those who wait have no descriptors that others would count.
pub(crate) fn alone() -> Alone {
    let here = HERE.lock().unwrap_or_else(PoisonError::into_inner);
    let path = crate::programs::place().join("one-at-a-time.lock");
    let everywhere = File::create(path).unwrap();
    everywhere.lock().unwrap();
    Alone { _everywhere: everywhere, _here: here }
}

/// `count`, or a tenth of it where `CERTAMEN_FAST=1` asks for speed.
pub(crate) fn times(count: usize) -> usize {
    if is_fast() { count / 10 } else { count }
}

/// Whether `CERTAMEN_FAST=1` asks for speed.
pub(crate) fn is_fast() -> bool {
    std::env::var("CERTAMEN_FAST").is_ok_and(|value| value == "1")
}
