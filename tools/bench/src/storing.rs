//! The cost of recording a match, storing it, and proving it.

use crate::{Bench, living, samples::Samples, table::Figure};
use anyhow::{Context, Result, ensure};
use certamen_game::{
    Map, MatchRecord, Scoring,
    conformance::check_match,
    record::Seal,
    replay::{compare, replay},
};
use certamen_store::{BotVersion, Finished, MatchNumber, Scheduled, Store};
use std::{
    path::Path,
    time::{Duration, Instant},
};

/// How many matches a transaction has when they come in groups.
const GROUP: usize = 1000;

pub(crate) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    let (games, group) = (bench.of(4000, 1000), bench.of(GROUP, 200));
    let footsteps = certamen_games::find("footsteps").context("no such game")?;
    let record = check_match(footsteps, Map::new(), 2, 3, 1000)?;
    let long = living::without_programs(10_000)?;
    let [mut written, mut proved, mut alone, mut grouped] =
        std::array::from_fn(|_| Samples::default());
    // On the disk that results are usually kept on, which /tmp may not be.
    let folder = tempfile::tempdir_in(std::env::current_exe()?.parent().context("a folder")?)?;
    for repetition in 0..bench.of(9, 3) {
        written.push(writing_speed(&long));
        proved.push(proving_speed(&long)?);
        for (size, speeds) in [(1, &mut alone), (group, &mut grouped)] {
            let path = folder.path().join(format!("{repetition}-{size}"));
            speeds.push(storing_speed(&path, &record, games, size)?);
        }
    }
    let turns = record.turns.len();
    Ok(vec![
        Figure::new("record written, FootSteps", "turns/s", written),
        Figure::new("record read, replayed and compared (verify)", "turns/s", proved),
        Figure::new(format!("matches of {turns} turns stored one by one"), "matches/s", alone),
        Figure::new(format!("the same in groups of {group}"), "matches/s", grouped),
    ])
}

fn writing_speed(record: &MatchRecord) -> f64 {
    let started = Instant::now();
    let bytes = record.to_bytes();
    assert!(bytes.len() > record.turns.len());
    record.turns.len() as f64 / started.elapsed().as_secs_f64()
}

fn proving_speed(record: &MatchRecord) -> Result<f64> {
    let game = certamen_games::find(&record.table.game).context("no such game")?;
    let bytes = record.to_bytes();
    let started = Instant::now();
    let (read, seal) = MatchRecord::read(&bytes)?;
    ensure!(seal == Seal::Sound, "the record is broken");
    let replayed = replay(game, &read, &mut |_| {})?;
    let (recorded, computed) = (read.outcome.as_ref(), replayed.outcome());
    let differences = compare(recorded.context("unfinished")?, computed.context("unfinished")?);
    if let Some(first) = differences.into_iter().next() {
        return Err(first.into());
    }
    Ok(read.turns.len() as f64 / started.elapsed().as_secs_f64())
}

fn storing_speed(path: &Path, record: &MatchRecord, games: usize, group: usize) -> Result<f64> {
    let mut store = Store::create(path)?;
    let bot = |name: &str| BotVersion {
        name: name.to_owned(),
        digest: String::new(),
        language: "builtin".to_owned(),
    };
    let seats = vec![store.enter(&bot("one"))?, store.enter(&bot("two"))?];
    let scheduled: Vec<Scheduled> = (0..games as u32)
        .map(|repeat| Scheduled { seats: seats.clone(), repeat, seed: repeat.into() })
        .collect();
    store.schedule(&scheduled)?;
    let numbers: Vec<MatchNumber> =
        store.to_be_played()?.into_iter().map(|stored| stored.number).collect();
    ensure!(numbers.len() == games, "{} of {games} matches scheduled", numbers.len());
    let results = certamen_tournament::verdicts(record, Scoring::WinLoss).context("unfinished")?;
    let outcome = record.outcome.clone().context("unfinished")?;
    let started = Instant::now();
    for numbers in numbers.chunks(group) {
        let finished = |number: &MatchNumber| Finished {
            number: *number,
            outcome: outcome.clone(),
            turns: record.turns.len() as u64,
            results: results.clone(),
            faults: Vec::new(),
            record: record.to_bytes(),
            began: Some(std::time::SystemTime::UNIX_EPOCH),
            took: Duration::ZERO,
            machine: None,
            folders: Vec::new(),
            errors: Vec::new(),
        };
        let finished: Vec<Finished> = numbers.iter().map(finished).collect();
        ensure!(store.finish(&finished)?.into_iter().all(|new| new), "stored before");
    }
    Ok(games as f64 / started.elapsed().as_secs_f64())
}
