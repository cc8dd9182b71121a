//! A long FootSteps match between living programs, compared with a referee in C.

use crate::{
    Bench,
    floors::{LINE_BOT, LINE_REFEREE},
    samples::Samples,
    table::Figure,
};
use anyhow::{Result, anyhow, ensure};
use certamen_game::{Map, MatchRecord, Player, Protocol, View, conformance::table};
use certamen_runner::referee::player::{EndMessage, scripted::FunctionPlayer, seated};
use certamen_sandbox::{Sandbox, Unisolated};
use std::{
    ops::ControlFlow,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

const SQUARES: u32 = 7;

pub(crate) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    figures_in(bench, &(Arc::new(Unisolated::new()) as Arc<dyn Sandbox>), (true, 2.0))
}

/// The same, with programs in `sandbox`, frozen between their turns if it can and should; and the
/// aim.
pub(crate) fn figures_in(
    bench: &Bench,
    sandbox: &Arc<dyn Sandbox>,
    (freeze, aim): (bool, f64),
) -> Result<Vec<Figure>> {
    let turns: u64 = bench.of(30_000, 10_000);
    let mut ratios = [Samples::default(), Samples::default()];
    let [mut ours, mut floor] = [Samples::default(), Samples::default()];
    let mut parts = [Samples::default(), Samples::default(), Samples::default()];
    for _ in 0..bench.of(15, 3) {
        let played = play(turns, programs(bench, sandbox, freeze))?;
        let alternating = raw(bench, "alternating", turns)?;
        let together = raw(bench, "together", turns)?;
        let without = play(turns, vec![bids_one(), bids_one()])?;
        let per_turn = |time: Duration| time.as_secs_f64() * 1e6 / turns as f64;
        ratios[0].push(played.whole().div_duration_f64(alternating));
        ratios[1].push(played.whole().div_duration_f64(together));
        ours.push(turns as f64 / played.whole().as_secs_f64());
        floor.push(turns as f64 / alternating.as_secs_f64());
        parts[0].push(per_turn(played.play.saturating_sub(without.play)));
        parts[1].push(per_turn(without.play));
        parts[2].push(per_turn(played.write));
    }
    let [alternating, together] = ratios;
    let [talking, rules, record] = parts;
    Ok(vec![
        Figure::ratio("time of a match, to the floor that asks in turn", alternating, aim),
        Figure::new("the same, to the floor that asks both at once", "times", together),
        Figure::new("speed", "turns/s", ours),
        Figure::new("speed of the floor that asks in turn", "turns/s", floor),
        Figure::new("of a turn: programs, pipes and clock", "µs", talking),
        Figure::new("of a turn: rules and referee (players in-process)", "µs", rules),
        Figure::new("of a turn: its line of the record", "µs", record),
    ])
}

fn programs(bench: &Bench, sandbox: &Arc<dyn Sandbox>, freeze: bool) -> Vec<Box<dyn Player>> {
    let program = || {
        let mut program = bench.floors.program(LINE_BOT);
        program.limits.freeze = freeze;
        seated(
            Protocol::Lines.into(),
            program,
            Arc::clone(sandbox),
            EndMessage::to_new_program(Some("fin")),
        )
    };
    vec![program(), program()]
}

struct Played {
    record: MatchRecord,
    /// From before the first start to after the last end.
    play: Duration,
    /// Writing the record afterwards.
    write: Duration,
}

impl Played {
    fn whole(&self) -> Duration {
        self.play + self.write
    }
}

/// A match of `turns` turns between players in-process.
pub(crate) fn without_programs(turns: u64) -> Result<MatchRecord> {
    Ok(play(turns, vec![bids_one(), bids_one()])?.record)
}

fn bids_one() -> Box<dyn Player> {
    Box::new(FunctionPlayer(|_: &View<'_>| Ok("1".to_owned())))
}

fn play(turns: u64, mut players: Vec<Box<dyn Player>>) -> Result<Played> {
    let game = certamen_games::find("footsteps").expect("it is registered");
    let mut options = Map::new();
    options.insert("points".to_owned(), turns.into());
    options.insert("squares".to_owned(), SQUARES.into());
    let mut table = table(game, options, 2, 1);
    table.conditions.move_ms = 1000;
    let started = Instant::now();
    let record = certamen_runner::referee::play(game, table, &[], &mut players, &mut |_| {
        ControlFlow::Continue(())
    })
    .map_err(|error| anyhow!("{error:?}"))?;
    drop(players);
    let play = started.elapsed();
    let written = Instant::now();
    let bytes = record.to_bytes();
    let write = written.elapsed();
    check(&record, turns, &bytes)?;
    Ok(Played { record, play, write })
}

/// A match that went wrong early would be a fast one.
fn check(record: &MatchRecord, turns: u64, bytes: &[u8]) -> Result<()> {
    let clean = record.turns.iter().flat_map(|turn| &turn.moves).all(|entry| entry.fault.is_none());
    ensure!(clean && record.turns.len() as u64 == turns, "the match is not the one expected");
    ensure!(bytes.ends_with(b"}\n"), "the record is not whole");
    Ok(())
}

fn raw(bench: &Bench, order: &str, turns: u64) -> Result<Duration> {
    let bot = bench.floors.path(LINE_BOT);
    let [points, squares] = [turns, SQUARES.into()].map(|number| number.to_string());
    let arguments = [Path::new(order), &bot, Path::new(&points), Path::new(&squares)];
    let took = bench.floors.run(LINE_REFEREE, &arguments)?;
    ensure!(took.count == turns, "the floor played {} turns", took.count);
    Ok(took.time)
}
