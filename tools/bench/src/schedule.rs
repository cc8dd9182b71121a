//! The cost of pairing.

use crate::{Bench, samples::Samples, table::Figure};
use anyhow::{Result, bail, ensure};
use certamen_tournament::{
    Entrant, FormatConfig, History, Next, Pairing, RankingConfig, Status, format::RoundRobin,
    ranking::Wins,
};
use std::time::Instant;

const ENTRANTS: usize = 448;
const MATCHES: usize = ENTRANTS * (ENTRANTS - 1) / 2;
/// How many matches a running contest asks for at a time.
const BATCH: usize = 1000;

pub(crate) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    let entrant = |index| Entrant {
        name: format!("e{index}"),
        language: "c".to_owned(),
        status: Status::default(),
    };
    let entrants: Vec<Entrant> = (0..ENTRANTS).map(entrant).collect();
    let format = FormatConfig::RoundRobin(RoundRobin::default())
        .build(RankingConfig::from(Wins {}).build(), 1);
    let [mut first, mut noted, mut waiting, mut counted, mut batch] =
        std::array::from_fn(|_| Samples::default());
    for _ in 0..bench.of(15, 3) {
        let mut history = History::default();
        let (all, time) = timed(|| format.next(&entrants, &history, usize::MAX));
        let all = pairings(all)?;
        ensure!(all.len() == MATCHES, "{} matches", all.len());
        first.push(time);
        let ((), time) = timed(|| all.iter().for_each(|pairing| history.schedule(pairing)));
        noted.push(time);
        let (next, time) = timed(|| format.next(&entrants, &history, usize::MAX));
        ensure!(next == Next::Wait, "something is left to play");
        waiting.push(time);
        let (total, time) = timed(|| format.total(&entrants, &history));
        ensure!(total == MATCHES as u64, "{total} matches in all");
        counted.push(time);
        // Halfway, as a contest that goes on asks for more.
        let mut half = History::default();
        all[..MATCHES / 2].iter().for_each(|pairing| half.schedule(pairing));
        let (next, time) = timed(|| format.next(&entrants, &half, BATCH));
        ensure!(pairings(next)?.len() == BATCH, "too few matches");
        batch.push(time);
    }
    Ok(vec![
        Figure::new(format!("{ENTRANTS} entrants: all {MATCHES} matches at once"), "ms", first),
        Figure::new("noting them as scheduled", "ms", noted),
        Figure::new("finding that there is nothing left to play", "ms", waiting),
        Figure::new("saying how many matches there will be", "ms", counted),
        Figure::new(format!("the next {BATCH} matches, halfway"), "ms", batch),
    ])
}

fn pairings(next: Next) -> Result<Vec<Pairing>> {
    match next {
        Next::Play(pairings) => Ok(pairings),
        other => bail!("{other:?} where matches are due"),
    }
}

/// What `action` gives, and the milliseconds it took.
fn timed<T>(action: impl FnOnce() -> T) -> (T, f64) {
    let started = Instant::now();
    let value = action();
    (value, started.elapsed().as_secs_f64() * 1e3)
}
