//! Programs that are run once per move, compared with a loop that does nothing else.

use crate::{
    Bench,
    floors::{SPAWN_LOOP, SQUARE_BOT},
    samples::Samples,
    table::Figure,
};
use anyhow::{Result, anyhow, ensure};
use certamen_game::{Map, Player, Protocol, conformance::table};
use certamen_runner::referee::player::{EndMessage, seated};
use certamen_sandbox::{Sandbox, Unisolated};
use std::{
    ops::ControlFlow,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

/// Both choose the same free square in each turn.
const TURNS: usize = 64;

pub(crate) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    let sandbox: Arc<dyn Sandbox> = Arc::new(Unisolated::new());
    let [mut ratio, mut ours, mut floor] = std::array::from_fn(|_| Samples::default());
    for _ in 0..bench.of(50, 10) {
        let played = play(bench, &sandbox)?;
        let (bot, once) = (bench.floors.path(SQUARE_BOT), Path::new("1"));
        let raw = bench.floors.run(SPAWN_LOOP, &[once, &bot])?;
        ensure!(raw.count == 2 * TURNS as u64, "the floor ran {} times", raw.count);
        ratio.push(played.div_duration_f64(raw.time));
        ours.push(raw.count as f64 / played.as_secs_f64());
        floor.push(raw.count as f64 / raw.time.as_secs_f64());
    }
    Ok(vec![
        Figure::ratio("time of a match, to the loop", ratio, 1.2),
        Figure::new("speed", "runs/s", ours),
        Figure::new("speed of the loop", "runs/s", floor),
    ])
}

fn play(bench: &Bench, sandbox: &Arc<dyn Sandbox>) -> Result<Duration> {
    let game = certamen_games::find("intervalo").expect("it is registered");
    let mut table = table(game, Map::new(), 2, 1);
    table.conditions.move_ms = 1000;
    let player = || {
        let program = bench.floors.program(SQUARE_BOT);
        seated(Protocol::Argv.into(), program, Arc::clone(sandbox), EndMessage::default())
    };
    let mut players: Vec<Box<dyn Player>> = vec![player(), player()];
    let started = Instant::now();
    let record = certamen_runner::referee::play(game, table, &[], &mut players, &mut |_| {
        ControlFlow::Continue(())
    })
    .map_err(|error| anyhow!("{error:?}"))?;
    let bytes = record.to_bytes();
    let passed = started.elapsed();
    let clean = record.turns.iter().flat_map(|turn| &turn.moves).all(|entry| entry.fault.is_none());
    ensure!(clean && record.turns.len() == TURNS, "the match is not the one expected");
    ensure!(bytes.ends_with(b"}\n"), "the record is not whole");
    Ok(passed)
}
