//! Workers and waiting jobs as text tables.

use super::Machine;
use crate::print::format::{Column, TableFormat, print};
use crate::say::{farm as say, machine};
use certamen_farm::{
    FarmView, QueueDepth, layout,
    message::{RestReason, WorkerState},
};
use certamen_game::Language;
use std::io::{self, Write};

/// Shown for unknown values.
const UNKNOWN: &str = "-";

/// Writes the workers, then what waits, if there is a coordinator.
pub(super) fn write(
    out: &mut impl Write,
    machines: &[Machine<'_>],
    view: &FarmView,
    language: Language,
) -> io::Result<()> {
    let columns = [
        Column::text(&say::name(), language),
        Column::text(&say::class(), language),
        Column::text(&say::tier(), language),
        Column::number(&say::slots(), language),
        Column::number(&say::busy(), language),
        Column::number(&say::matches(), language),
        Column::number(&say::rate(), language),
        Column::number(&say::load(), language),
        Column::number(&say::drift(), language),
        Column::number(&say::voids(), language),
        Column::number(&say::residual(), language),
        Column::text(&say::state(), language),
        Column::text(&say::since(), language),
        Column::text(&machine::version(), language),
    ];
    let rows: Vec<Vec<String>> = machines.iter().map(|machine| row(machine, language)).collect();
    print(out, TableFormat::Table, &columns, &rows)?;
    let queues = view.queues();
    if queues.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    let columns = [
        Column::text(&say::class(), language),
        Column::text(&say::level(), language),
        Column::number(&say::waiting(), language),
        Column::text(&say::oldest(), language),
    ];
    let rows: Vec<Vec<String>> =
        queues.into_iter().map(|(queue, depth)| queue_row(queue, depth, language)).collect();
    print(out, TableFormat::Table, &columns, &rows)
}

fn row(machine: &Machine<'_>, language: Language) -> Vec<String> {
    let Machine { heartbeat, residual, is_suspended } = *machine;
    let state = match heartbeat.state {
        _ if is_suspended => say::state_suspended(),
        WorkerState::Works => say::state_works(),
        WorkerState::Drains => say::state_drains(),
        WorkerState::Rests => match heartbeat.rests {
            Some(RestReason::Voids) => say::state_rests_voids(),
            Some(RestReason::Drift) => say::state_rests_drift(),
            Some(RestReason::Told) | None => say::state_rests(),
        },
        WorkerState::Leaves => say::state_leaves(),
    };
    vec![
        heartbeat.name.clone(),
        heartbeat.class.clone(),
        heartbeat.tier.clone(),
        heartbeat.slots.to_string(),
        heartbeat.busy.to_string(),
        heartbeat.played.to_string(),
        known(heartbeat.rate.map(|rate| format!("{rate:.1}"))),
        known(heartbeat.load.map(|load| format!("{load:.1}"))),
        known(heartbeat.drift.map(|drift| format!("{drift:.2}"))),
        heartbeat.voids.to_string(),
        known(residual.map(|residual| format!("{residual:+.1}"))),
        state.get(language),
        known(heartbeat.since.map(age)),
        heartbeat.version.clone(),
    ]
}

fn queue_row((class, level): (String, u8), depth: QueueDepth, language: Language) -> Vec<String> {
    let level = match level {
        layout::ERRANDS => say::level_errands(),
        layout::RUNS => say::level_runs(),
        _ => say::level_ladders(),
    };
    let oldest = if depth.batches > 0 { age(depth.oldest.as_secs()) } else { UNKNOWN.to_owned() };
    vec![class, level.get(language), depth.batches.to_string(), oldest]
}

fn known(told: Option<String>) -> String {
    told.unwrap_or_else(|| UNKNOWN.to_owned())
}

/// A duration in its two largest units.
fn age(seconds: u64) -> String {
    let (minutes, hours, days) = (seconds / 60, seconds / 3_600, seconds / 86_400);
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3_600 => format!("{minutes} min {} s", seconds % 60),
        3_600..86_400 => format!("{hours} h {} min", minutes % 60),
        _ => format!("{days} d {} h", hours % 24),
    }
}

#[cfg(test)]
mod tests {
    use super::age;

    #[test]
    fn ages_are_told_in_two_units() {
        let told = [0, 59, 60, 3_599, 3_600, 86_399, 86_400, 1_000_000].map(age);
        let units = ["0 s", "59 s", "1 min 0 s", "59 min 59 s", "1 h 0 min", "23 h 59 min"];
        assert_eq!(told[..6], units);
        assert_eq!(told[6..], ["1 d 0 h", "11 d 13 h"]);
    }
}
