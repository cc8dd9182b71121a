//! The speed of this worker with all slots busy, and whether it changed.

use crate::say::farm as say;
use certamen_contest::MoveTime;
use certamen_farm::{WorkerClient, message::WorkerState};
use certamen_game::Map;
use certamen_host::timing::time_needed;
use certamen_i18n::Message;
use certamen_runner::{allowed_cores, pin_to_core};
use serde_json::{Value, json};
use std::{
    fs,
    path::Path,
    thread,
    time::{Duration, Instant},
};

/// The benchmark: a built-in player answers in the positions in which relative time limits are
/// measured.
const GAME: &str = "mancala8";
const PLAYER: &str = "100% of builtin:bueno:depth=4";
/// The calibration takes this many times as long as a later check.
const ROUNDS: u32 = 3;

/// The time of one round with all `slots` busy. It is measured once and stored in `cache` with what
/// it depends on; none if it cannot be measured.
pub(super) fn calibrated(
    (cache, name): (&Path, &str),
    slots: usize,
    glance: Duration,
) -> Option<Duration> {
    let path = cache.join(format!("{name}.speed.json"));
    let of = json!({ "cpu": cpu(), "slots": slots, "version": env!("CARGO_PKG_VERSION") });
    let kept = fs::read(&path).ok().and_then(|kept| serde_json::from_slice::<Value>(&kept).ok());
    let kept = kept.filter(|kept| kept["of"] == of).and_then(|kept| kept["nanos"].as_u64());
    if let Some(nanos) = kept {
        return Some(Duration::from_nanos(nanos));
    }
    let usual = timing(slots, ROUNDS * glance)?;
    let nanos = u64::try_from(usual.as_nanos()).unwrap_or(u64::MAX);
    // If it cannot be stored, it is measured again next time.
    let _ = fs::write(&path, json!({ "of": of, "nanos": nanos }).to_string());
    Some(usual)
}

/// Measures the current speed; returns a message if the worker's state changes because of it.
pub(super) fn look(client: &WorkerClient, glance: Duration) -> Option<Message> {
    Some(match client.note_pace(needed(glance)?)? {
        WorkerState::Rests => say::rests_of_drift(),
        _ => say::is_back(),
    })
}

/// The mean over all slots, which measure at the same time.
fn timing(slots: usize, time: Duration) -> Option<Duration> {
    let cores = allowed_cores();
    let all: Option<Vec<Duration>> = thread::scope(|scope| {
        let begun: Vec<_> = (0..slots)
            .map(|place| {
                let core = cores[place % cores.len()];
                scope.spawn(move || {
                    pin_to_core(core);
                    needed(time)
                })
            })
            .collect();
        begun.into_iter().map(|one| one.join().ok().flatten()).collect()
    });
    let all = all?;
    Some(all.iter().sum::<Duration>() / u32::try_from(all.len()).ok().filter(|count| *count > 0)?)
}

/// The mean time of a round, over the rounds that fit into `time`, at least one.
fn needed(time: Duration) -> Option<Duration> {
    let game = certamen_games::find(GAME)?;
    let Ok(MoveTime::Share(share)) = PLAYER.parse() else { return None };
    let (begun, mut rounds) = (Instant::now(), 0);
    while rounds == 0 || begun.elapsed() < time {
        time_needed(game, &Map::new(), 2, &share).ok()?;
        rounds += 1;
    }
    Some(begun.elapsed() / rounds)
}

/// The processor's model.
fn cpu() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find(|line| line.starts_with("model name"));
    model
        .and_then(|line| line.split_once(':'))
        .map_or_else(String::new, |(_, name)| name.trim().to_owned())
}
