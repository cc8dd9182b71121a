//! Many simulated worlds, each with its own seed, on all cores.

use crate::Bench;
use anyhow::Result;
use std::thread;

/// The result of each of this many seeds, the first of which is 1.
pub(super) fn each_seed<T: Send>(
    bench: &Bench,
    count: u64,
    what: impl Fn(u64) -> Result<T> + Sync,
) -> Result<Vec<(u64, T)>> {
    let (threads, what) = (bench.cores.len() as u64, &what);
    thread::scope(|scope| {
        let all: Vec<_> = (0..threads)
            .map(|first| {
                let own = (1..=count).filter(move |seed| seed % threads == first);
                let each = move || own.map(|seed| Ok((seed, what(seed)?))).collect();
                scope.spawn(each)
            })
            .collect();
        let mut found = Vec::new();
        for one in all {
            let came: Result<Vec<(u64, T)>> = one.join().expect("who panics ends the benchmark");
            found.extend(came?);
        }
        Ok(found)
    })
}
