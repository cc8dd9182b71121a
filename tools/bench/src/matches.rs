//! The cost of a match besides playing it: planning, scheduling, storing, counting, rating.

use crate::{
    Bench,
    samples::Samples,
    table::Figure,
    whole::{command, run},
};
use anyhow::{Context, Result, ensure};
use certamen_contest::{Contest, ContestFile, Folder, NextStep, OpenOptions, draw::Entropy};
use certamen_game::{Map, MatchRecord, Rng, conformance::check_match};
use certamen_store::{BotVersion, JobResult, MatchJob};
use std::{
    fs,
    path::Path,
    time::{Duration, Instant, SystemTime},
};

pub(crate) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    // On the disk that results are usually kept on, which /tmp may not be.
    let folder = tempfile::tempdir_in(std::env::current_exe()?.parent().context("a folder")?)?;
    let wins = wins()?;
    let kinds = [
        ("ladder of 32", 32, 5000, "ladder\"\nmatches = 5000"),
        ("ladder of 300", 300, 6000, "ladder\"\nmatches = 6000"),
        ("round robin of 100", 100, 9900, "round-robin\"\ngames_per_pair = 2"),
    ];
    let mut figures = Vec::new();
    for (what, bots, matches, format) in kinds {
        let (mut speeds, mut outside) = (Samples::default(), Samples::default());
        for repetition in 0..bench.of(5, 2) {
            let place = folder.path().join(format!("{bots}-{repetition}"));
            speeds.push(speed(&place, bots, matches, format, &wins)?);
            let place = folder.path().join(format!("{bots}-{repetition}-run"));
            outside.push(from_outside(bench, &place, bots, matches, format)?);
        }
        let what = format!("{what}: {matches} matches that cost nothing to play");
        figures.push(Figure::new(&*what, "matches/s", speeds).at_least(5000.0));
        figures.push(Figure::new(format!("{what}, by `certamen run`"), "matches/s", outside));
    }
    Ok(figures)
}

/// Short matches: one that the first seat wins, and one that the second does.
pub(crate) fn wins() -> Result<[MatchRecord; 2]> {
    let game = certamen_games::find("footsteps").context("no such game")?;
    let won = |seat: usize| -> Result<MatchRecord> {
        for seed in 0..100 {
            let record = check_match(game, Map::new(), 2, seed, 1000)?;
            if record.outcome.as_ref().is_some_and(|outcome| outcome.scores[seat] == 1.0) {
                return Ok(record);
            }
        }
        anyhow::bail!("no one wins on seat {seat}")
    };
    Ok([won(0)?, won(1)?])
}

/// Plays the same number of short matches of built-in players by the command, from start to end.
fn from_outside(
    bench: &Bench,
    place: &Path,
    bots: usize,
    matches: u64,
    format: &str,
) -> Result<f64> {
    fs::create_dir_all(place)?;
    let names: Vec<String> = (0..bots).map(|bot| format!("\"b{bot}=builtin:random\"")).collect();
    let text = format!(
        "name = \"Bench\"\ngame = \"footsteps\"\nbots = [{}]\n[format]\nkind = \"{format}\n\
         [ranking]\nkind = \"win-share\"\n",
        names.join(", ")
    );
    fs::write(place.join("contest.toml"), text)?;
    let command = command()?;
    let started = Instant::now();
    run(bench, &command, place)?;
    Ok(matches as f64 / started.elapsed().as_secs_f64())
}

/// Opens the contest in a folder for this many bots that are never started.
pub(crate) fn open(place: &Path, bots: usize) -> Result<Contest> {
    let folder = Folder::new(place);
    let bot = |index: usize| BotVersion {
        name: format!("b{index}"),
        digest: index.to_string(),
        language: "c".to_owned(),
    };
    let entries: Vec<BotVersion> = (0..bots).map(bot).collect();
    let options = OpenOptions {
        tier: "A",
        elsewhere: false,
        seed: None,
        aside: &[],
        deterministic: &[],
        entropy: Entropy::of_system()?,
        measure: &mut |_| Err(certamen_i18n::Message::verbatim("nothing is measured")),
    };
    Ok(Contest::open(&folder, ContestFile::read(&folder)?, &entries, options)?)
}

/// The result of a match with this record, which cost nothing to play.
pub(crate) fn result(job: MatchJob, record: &MatchRecord) -> JobResult {
    JobResult {
        number: job.number,
        record: MatchRecord { table: job.table, ..record.clone() },
        began: Some(SystemTime::now()),
        took: Duration::ZERO,
        folders: Vec::new(),
        errors: Vec::new(),
        machine: None,
    }
}

fn speed(
    place: &Path,
    bots: usize,
    matches: u64,
    format: &str,
    wins: &[MatchRecord; 2],
) -> Result<f64> {
    fs::create_dir_all(place)?;
    let text = format!(
        "name = \"Bench\"\ngame = \"footsteps\"\nbots = [\"builtin:random\"]\n\
         [format]\nkind = \"{format}\n[ranking]\nkind = \"win-share\"\n"
    );
    fs::write(place.join("contest.toml"), text)?;
    let started = Instant::now();
    let mut contest = open(place, bots)?;
    let mut rng = Rng::of_turn(1, 0);
    let mut under_way = Vec::new();
    loop {
        match contest.step()? {
            NextStep::Work(job) => {
                // The lower number is better, by ten points of rating each.
                let number = |seat: usize| job.seats[seat].0 as f64;
                let chance = 1.0 / (1.0 + ((number(0) - number(1)) / 17.4).exp());
                let second = (rng.below(1 << 20) as f64) >= chance * f64::from(1 << 20);
                under_way.push(result(*job, &wins[usize::from(second)]));
                // As many as two threads may have under way and bring back together.
                if under_way.len() == 100 {
                    contest.hand_in(std::mem::take(&mut under_way))?;
                }
            }
            NextStep::Wait | NextStep::Again => contest.hand_in(std::mem::take(&mut under_way))?,
            NextStep::Stands | NextStep::Done(_) => break,
        }
    }
    let took = started.elapsed().as_secs_f64();
    let finished = contest.progress().finished;
    ensure!(finished == matches, "{finished} of {matches} matches");
    ensure!(contest.standings().len() == bots, "the table has other lines");
    Ok(matches as f64 / took)
}
