//! A store of a million results: the time to write and to query it.

use crate::{Bench, samples::Samples, table::Figure};
use anyhow::{Context, Result, ensure};
use certamen_game::{Map, MatchRecord, Scoring, conformance::check_match};
use certamen_store::{BotVersion, Finished, MatchNumber, Scheduled, Store, SubmissionId};
use certamen_tournament::{
    Detail, Entrant, RankingConfig, SeatResult, Status, ranking::Points, verdicts,
};
use std::{path::Path, time::Duration};

/// How many bots there are.
const BOTS: usize = 100;
/// How many matches a transaction has when they come in bulk.
const GROUP: usize = 1000;
/// How many matches of a bot are shown.
const SHOWN: usize = 100;

pub(crate) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    let matches = bench.of(1_000_000, 20_000);
    let folder = tempfile::tempdir_in(std::env::current_exe()?.parent().context("a folder")?)?;
    let path = folder.path().join("store.sqlite");
    let records = records()?;
    let mut store = Store::create(&path)?;
    let bots = enter(&mut store)?;
    schedule(&mut store, &bots, matches + bench.of(2000, 200))?;
    let [mut bulk, mut single] = [Samples::default(), Samples::default()];
    let mut number = 0;
    while (number as usize) < matches {
        bulk.push(ingest(&mut store, &records, &mut number, GROUP, GROUP * 10)?);
    }
    for _ in 0..bench.of(10, 1) {
        single.push(ingest(&mut store, &records, &mut number, 1, 200)?);
    }
    drop(store);
    let bytes = std::fs::metadata(&path)?.len() as f64 / number as f64;
    let [mut standings, mut history, mut again] = std::array::from_fn(|_| Samples::default());
    for repetition in 0..bench.of(30, 5) {
        standings.push(standings_time(&path, &bots)?);
        let bot = bots[repetition * 7 % BOTS];
        let started = computed()?;
        let store = Store::read(&path)?;
        ensure!(store.matches_of(bot, SHOWN)?.len() == SHOWN, "too few matches");
        history.push(computed()? - started);
        let started = computed()?;
        ensure!(store.matches_of(bot, SHOWN)?.len() == SHOWN, "too few matches");
        again.push(computed()? - started);
    }
    Ok(vec![
        Figure::new(format!("results stored in groups of {GROUP}"), "matches/s", bulk),
        Figure::new("results stored one by one", "matches/s", single),
        Figure::most(format!("table of {BOTS} bots, {number} matches"), "ms", standings, 20.0),
        Figure::most(format!("last {SHOWN} matches of a bot, store opened"), "ms", history, 20.0),
        Figure::most("the same, store open", "ms", again, 20.0),
        Figure::new("size of the store", "bytes/match", [bytes].into_iter().collect()),
    ])
}

/// Some records of different matches, whose seats are not looked at.
fn records() -> Result<Vec<(MatchRecord, Vec<SeatResult>)>> {
    let game = certamen_games::find("footsteps").context("no such game")?;
    (0..64)
        .map(|seed| {
            let record = check_match(game, Map::new(), 2, seed, 1000)?;
            let results = verdicts(&record, Scoring::WinLoss).context("unfinished")?;
            Ok((record, results))
        })
        .collect()
}

fn enter(store: &mut Store) -> Result<Vec<SubmissionId>> {
    let bot = |place| BotVersion {
        name: format!("bot {place}"),
        digest: format!("{place:064}"),
        language: "c".to_owned(),
    };
    (0..BOTS).map(|place| Ok(store.enter(&bot(place))?)).collect()
}

/// A round robin from both seats, again and again.
fn schedule(store: &mut Store, bots: &[SubmissionId], matches: usize) -> Result<()> {
    let pairs = (0..BOTS).flat_map(|one| (0..BOTS).map(move |other| (one, other)));
    let pairs: Vec<(usize, usize)> = pairs.filter(|(one, other)| one != other).collect();
    let mut all = (0..matches).map(|place| Scheduled {
        seats: vec![bots[pairs[place % pairs.len()].0], bots[pairs[place % pairs.len()].1]],
        repeat: (place / pairs.len()) as u32,
        seed: place as u64,
    });
    loop {
        let group: Vec<Scheduled> = all.by_ref().take(50_000).collect();
        if group.is_empty() {
            return Ok(());
        }
        store.schedule(&group)?;
    }
}

/// Stores `count` results in groups; how many a second of the processor's time.
fn ingest(
    store: &mut Store,
    records: &[(MatchRecord, Vec<SeatResult>)],
    number: &mut i64,
    group: usize,
    count: usize,
) -> Result<f64> {
    let finished = |number: i64| {
        let (record, results) = &records[number as usize % records.len()];
        Some(Finished {
            number: MatchNumber(number),
            outcome: record.outcome.clone()?,
            turns: record.turns.len() as u64,
            results: results.clone(),
            faults: Vec::new(),
            record: record.to_bytes(),
            began: Some(std::time::SystemTime::UNIX_EPOCH),
            took: Duration::from_millis(1),
            machine: None,
            folders: Vec::new(),
            errors: Vec::new(),
        })
    };
    let first = *number + 1;
    *number += count as i64;
    let all: Option<Vec<Finished>> = (first..=*number).map(finished).collect();
    let all = all.context("unfinished")?;
    let started = computed()?;
    for group in all.chunks(group) {
        ensure!(store.finish(group)?.into_iter().all(|new| new), "stored before");
    }
    Ok(1e3 * count as f64 / (computed()? - started))
}

/// From opening the store to the table.
fn standings_time(path: &Path, bots: &[SubmissionId]) -> Result<f64> {
    let entrant = |place: usize| Entrant {
        name: format!("bot {place}"),
        language: "c".to_owned(),
        status: Status::Active,
    };
    let entrants: Vec<Entrant> = (0..BOTS).map(entrant).collect();
    let ranking = RankingConfig::from(Points {}).build();
    let started = computed()?;
    let store = Store::read(path)?;
    let history = store.history(bots, Detail::Sums, Scoring::WinLoss)?;
    let table = ranking.rank(&entrants, &history);
    let taken = computed()? - started;
    ensure!(table.len() == BOTS, "too few lines");
    Ok(taken)
}

/// The processor's time that this thread has had so far, in milliseconds: what was read lies in
/// memory, and what else the machine does is not the store's.
fn computed() -> Result<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    let first = text.split_whitespace().next().context("no time")?;
    Ok(first.parse::<f64>()? / 1e6)
}
