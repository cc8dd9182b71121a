//! Games whose rules are a program: what a turn of Minoría costs, host and program together, over
//! that of a program that answers lines written before; and what a step of rock, paper, scissors costs
//! here and in kaggle-environments, where that package is installed.
//!
//! All of it runs on one core, so that the time on the clock is that of both.

use crate::{Bench, samples::Samples, table::Figure};
use anyhow::{Context, Result, anyhow, ensure};
use certamen_game::arbiter::{Answer, Arbiter};
use certamen_game::{DynGame, Given, Map, MatchRecord, Table, replay};
use certamen_sandbox::{Sandbox, Unisolated};
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

/// The seats of a match, what each of them always plays, and the turns; the floor knows them, too.
const MINORIA: (u8, &str) = (3, "A");
const TURNS: u32 = 100;

/// The programs, and how many times the floor a turn may cost.
const PROGRAMS: [(&str, &str, f64); 4] = [
    ("C", "minoria.c", 2.0),
    ("JavaScript, a class", "minoria_class.mjs", 3.0),
    ("Python, a class", "minoria_class.py", 4.0),
    ("Python, a generator", "minoria.py", 6.0),
];

pub(crate) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    let folder = tempfile::tempdir()?;
    let floor = floor(folder.path())?;
    let bare: Arc<dyn Sandbox> = Arc::new(Unisolated::new());
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/minoria");
    let floor = open(&bare, &floor)?;
    let mut programs = Vec::new();
    for (name, file, aim) in PROGRAMS {
        programs.push((name, open(&bare, &games.join(file))?, aim, Samples::default()));
    }
    let isolated = certamen_sandbox::best(&bench.launcher).ok();
    if let Some(isolated) = &isolated {
        eprintln!("isolated in tier {}", isolated.tier());
    }
    let isolated = isolated.map(|sandbox| open(&sandbox, &games.join("minoria_class.py")));
    let isolated = isolated.transpose()?;
    let (mut floors, mut replays, mut sandboxed) = <(Samples, Samples, Samples)>::default();
    for round in 0..bench.of(60, 8) {
        let (below, _) = played(floor, MINORIA, round)?;
        floors.push(below * 1e6);
        for (name, game, _, ratios) in &mut programs {
            let (turn, record) = played(*game, MINORIA, round)?;
            ratios.push(turn / below);
            if *name != "Python, a class" {
                continue;
            }
            replays.push(replayed(*game, &record)? / turn);
            if let Some(isolated) = isolated {
                sandboxed.push(played(isolated, MINORIA, round)?.0 / turn);
            }
        }
    }
    let mut figures = vec![Figure::new("a turn of the floor", "µs", floors)];
    for (name, _, aim, ratios) in programs {
        figures.push(Figure::ratio(format!("a turn in {name}, to the floor"), ratios, aim));
    }
    figures.push(Figure::ratio("a turn replayed in batches, to one played", replays, 1.0));
    if isolated.is_some() {
        figures.push(Figure::ratio("a turn in a sandbox, to one without", sandboxed, 1.1));
    }
    figures.extend(rock_paper_scissors(bench, &bare, folder.path())?);
    certamen_external::close_all();
    Ok(figures)
}

/// A step here, to one of kaggle-environments; nothing where that is not installed.
fn rock_paper_scissors(
    bench: &Bench,
    sandbox: &Arc<dyn Sandbox>,
    folder: &Path,
) -> Result<Option<Figure>> {
    let script = folder.join("kaggle_rps.py");
    fs::write(&script, include_str!("../floors/kaggle_rps.py"))?;
    let mut python = Command::new("/usr/bin/python3");
    python.arg(&script).arg(TURNS.to_string());
    python.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut kaggle = python.spawn()?;
    let mut ask = kaggle.stdin.take().context("standard input")?;
    let mut lines = BufReader::new(kaggle.stdout.take().context("standard output")?).lines();
    if lines.next().is_none() {
        eprintln!("without kaggle-environments, which /usr/bin/python3 does not find");
        kaggle.wait()?;
        return Ok(None);
    }
    let rules = folder.join("rps.py");
    fs::write(&rules, include_str!("../floors/rps.py"))?;
    let game = open(sandbox, &rules)?;
    let mut ratios = Samples::default();
    for round in 0..bench.of(20, 3) {
        let (ours, _) = played(game, (2, "1"), round)?;
        writeln!(ask)?;
        let theirs: f64 = lines.next().context("kaggle-environments has ended")??.parse()?;
        ratios.push(ours / theirs);
    }
    drop(ask);
    kaggle.wait()?;
    let name = "a step of rock, paper, scissors, to kaggle-environments";
    Ok(Some(Figure::ratio(name, ratios, 1.0 / 15.0)))
}

/// The folder of a game whose program is the floor.
fn floor(folder: &Path) -> Result<PathBuf> {
    let manifest = format!(
        "game = {{ slug = \"floor\", seats = [2, 20], scoring = \"points\" }}\n\
         program = {{ language = \"c\", source = [\"rules_floor.c\"] }}\n\
         options.rounds = {{ type = \"integer\", min = 1, max = 10000, default = {TURNS} }}\n"
    );
    fs::write(folder.join("game.toml"), manifest)?;
    fs::write(folder.join("rules_floor.c"), include_str!("../floors/rules_floor.c"))?;
    Ok(folder.to_owned())
}

fn open(sandbox: &Arc<dyn Sandbox>, path: &Path) -> Result<&'static dyn DynGame> {
    let opened = certamen_external::open(sandbox, path, None);
    Ok(opened.with_context(|| path.display().to_string())?.game)
}

/// Plays a match; returns the seconds of a turn, and the record.
fn played(
    game: &dyn DynGame,
    (seats, action): (u8, &str),
    seed: u64,
) -> Result<(f64, MatchRecord)> {
    let options = Map::from_iter([("rounds".to_owned(), TURNS.into())]);
    let table = Table::new(game).options(options).unnamed(seats).seed(seed);
    let mut arbiter = Arbiter::start(game, table)?;
    let zero = Duration::ZERO;
    let started = Instant::now();
    while arbiter.outcome().is_none() {
        let answer = |seat| Answer {
            seat,
            given: Ok(Given::Text(action.to_owned())),
            charged: zero,
            pondered: zero,
            asleep: zero,
        };
        let answers = arbiter.to_act().iter().map(answer).collect();
        arbiter.answer(answers)?;
    }
    let took = started.elapsed();
    let record = arbiter.into_record();
    ensure!(record.turns.len() == TURNS as usize, "{} turns", record.turns.len());
    Ok((took.as_secs_f64() / f64::from(TURNS), record))
}

/// The seconds of a turn when a record is replayed.
fn replayed(game: &dyn DynGame, record: &MatchRecord) -> Result<f64> {
    let started = Instant::now();
    let end = replay::replay(game, record, &mut |_| {}).map_err(|why| anyhow!("{why}"))?;
    let took = started.elapsed();
    ensure!(end.outcome() == record.outcome.as_ref(), "another outcome");
    Ok(took.as_secs_f64() / f64::from(TURNS))
}
