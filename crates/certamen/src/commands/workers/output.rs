//! Workers and waiting jobs: as text tables, as JSON lines, and as metrics in the Prometheus text
//! format.

use super::Machine;
use crate::{
    Result,
    print::format::{Column, TableFormat, print},
    say::{farm as say, machine},
};
use certamen_farm::{
    FarmView, QueueDepth, layout,
    message::{Heartbeat, RestReason, WorkerState},
};
use certamen_game::Language;
use certamen_i18n::Context;
use serde::Serialize;
use serde_json::json;
use std::{
    fs,
    io::{self, Write},
    path::Path,
    process,
};

const UNKNOWN: &str = "-";

pub(super) fn write_table(
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
    let rows: Vec<Vec<String>> =
        machines.iter().map(|machine| worker_row(machine, language)).collect();
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

fn worker_row(machine: &Machine<'_>, language: Language) -> Vec<String> {
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
        or_unknown(heartbeat.rate.map(|rate| format!("{rate:.1}"))),
        or_unknown(heartbeat.load.map(|load| format!("{load:.1}"))),
        or_unknown(heartbeat.drift.map(|drift| format!("{drift:.2}"))),
        heartbeat.voids.to_string(),
        or_unknown(residual.map(|residual| format!("{residual:+.1}"))),
        state.get(language),
        or_unknown(heartbeat.since.map(age)),
        heartbeat.version.clone(),
    ]
}

fn queue_row((class, level): (String, u8), depth: QueueDepth, language: Language) -> Vec<String> {
    let level = match level {
        layout::URGENT => say::level_urgent(),
        layout::RUNS => say::level_runs(),
        _ => say::level_ladders(),
    };
    let oldest = if depth.batches > 0 { age(depth.oldest.as_secs()) } else { UNKNOWN.to_owned() };
    vec![class, level.get(language), depth.batches.to_string(), oldest]
}

fn or_unknown(value: Option<String>) -> String {
    value.unwrap_or_else(|| UNKNOWN.to_owned())
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

#[derive(Serialize)]
struct MachineLine<'a> {
    #[serde(flatten)]
    heartbeat: &'a Heartbeat,
    #[serde(skip_serializing_if = "Option::is_none")]
    residual: Option<f64>,
}

#[derive(Serialize)]
struct QueueLine<'a> {
    queue: &'a str,
    level: u8,
    batches: u64,
    oldest_ms: u64,
}

pub(super) fn write_json(
    out: &mut impl Write,
    machines: &[Machine<'_>],
    view: &FarmView,
) -> io::Result<()> {
    for machine in machines {
        let Machine { heartbeat, residual, is_suspended } = *machine;
        let line = serde_json::to_value(MachineLine { heartbeat, residual });
        let mut line = line.expect("workers send plain data");
        // A suspended worker is shown as such, whatever it reports itself.
        if is_suspended {
            line["state"] = json!("suspended");
        }
        writeln!(out, "{line}")?;
    }
    for ((class, level), depth) in view.queues() {
        let oldest_ms = u64::try_from(depth.oldest.as_millis()).unwrap_or(u64::MAX);
        let line = QueueLine { queue: &class, level, batches: depth.batches, oldest_ms };
        writeln!(out, "{}", serde_json::to_value(line).expect("plain data"))?;
    }
    Ok(())
}

/// A metric of a worker: name, type, help text, and its value, if known.
type WorkerMetric = (&'static str, &'static str, &'static str, fn(&Machine<'_>) -> Option<f64>);

const METRICS: [WorkerMetric; 10] = [
    ("certamen_worker_slots", "gauge", "Matches that it plays side by side.", |one| {
        Some(one.heartbeat.slots as f64)
    }),
    ("certamen_worker_busy", "gauge", "Matches that it plays now.", |one| {
        Some(one.heartbeat.busy as f64)
    }),
    ("certamen_worker_works", "gauge", "Whether it takes matches, and is given some.", |one| {
        Some(f64::from(one.heartbeat.state == WorkerState::Works && !one.is_suspended))
    }),
    ("certamen_worker_suspended", "gauge", "Whether it is suspended.", |one| {
        Some(f64::from(one.is_suspended))
    }),
    ("certamen_worker_matches_total", "counter", "Matches that it played.", |one| {
        Some(one.heartbeat.played as f64)
    }),
    ("certamen_worker_voids_total", "counter", "Matches that it failed to play.", |one| {
        Some(one.heartbeat.voids as f64)
    }),
    (
        "certamen_worker_matches_per_second",
        "gauge",
        "How fast it plays, over the last minute.",
        |one| one.heartbeat.rate,
    ),
    (
        "certamen_worker_load",
        "gauge",
        "Processes that want its cores, over the last minute.",
        |one| one.heartbeat.load,
    ),
    (
        "certamen_worker_drift",
        "gauge",
        "How much longer it needs for the same than when it was calibrated; 1 is as long.",
        |one| one.heartbeat.drift,
    ),
    (
        "certamen_worker_residual",
        "gauge",
        "Deviations by which its results differ from those of others, where they differ most.",
        |one| one.residual,
    ),
];

/// Writes the text to a file atomically: a reader sees the new or the old content, never a part.
pub(super) fn save_metrics(path: &Path, machines: &[Machine<'_>], view: &FarmView) -> Result<()> {
    let mut text = Vec::new();
    write_metrics(&mut text, machines, view)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    // Each process has its own draft, in case two write at the same time.
    let draft = path.with_file_name(format!(".{name}.{}.draft", process::id()));
    let written = fs::write(&draft, text).and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        // A leftover draft is useless.
        let _ = fs::remove_file(&draft);
    }
    written.context(path)
}

/// Writes the text, always in English.
pub(super) fn write_metrics(
    out: &mut impl Write,
    machines: &[Machine<'_>],
    view: &FarmView,
) -> io::Result<()> {
    write_worker_metrics(out, machines)?;
    let queues = view.queues();
    let name = "certamen_queue_batches";
    writeln!(out, "# HELP {name} Batches that wait for a machine.\n# TYPE {name} gauge")?;
    for ((class, level), depth) in &queues {
        let class = label(class);
        writeln!(out, "{name}{{class=\"{class}\",level=\"{level}\"}} {}", depth.batches)?;
    }
    let name = "certamen_queue_seconds";
    let help = "For how long the oldest of them has waited.";
    writeln!(out, "# HELP {name} {help}\n# TYPE {name} gauge")?;
    for ((class, level), depth) in &queues {
        let (class, seconds) = (label(class), depth.oldest.as_secs_f64());
        writeln!(out, "{name}{{class=\"{class}\",level=\"{level}\"}} {seconds}")?;
    }
    Ok(())
}

fn write_worker_metrics(out: &mut impl Write, machines: &[Machine<'_>]) -> io::Result<()> {
    for (name, kind, help, value) in METRICS {
        writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}")?;
        for machine in machines {
            let Some(value) = value(machine) else { continue };
            let heartbeat = machine.heartbeat;
            // Names may be ambiguous, keys are not.
            let [worker, class, tier, key] =
                [&heartbeat.name, &heartbeat.class, &heartbeat.tier, &heartbeat.worker]
                    .map(|text| label(text));
            let labels =
                format!("worker=\"{worker}\",class=\"{class}\",tier=\"{tier}\",key=\"{key}\"");
            writeln!(out, "{name}{{{labels}}} {value}")?;
        }
    }
    Ok(())
}

/// A text as a quoted label value.
fn label(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_farm::message::Heartbeat;

    #[test]
    fn ages_have_two_units() {
        let ages = [0, 59, 60, 3_599, 3_600, 86_399, 86_400, 1_000_000].map(age);
        let units = ["0 s", "59 s", "1 min 0 s", "59 min 59 s", "1 h 0 min", "23 h 59 min"];
        assert_eq!(ages[..6], units);
        assert_eq!(ages[6..], ["1 d 0 h", "11 d 13 h"]);
    }

    #[test]
    fn a_name_with_special_characters_stays_in_one_line() {
        let heartbeat = Heartbeat {
            state: WorkerState::Rests,
            busy: 3,
            played: 12,
            voids: 1,
            drift: Some(1.25),
            ..Heartbeat::of("K".to_owned(), ["a\"} 7\n\\b", "k", "A"], 16)
        };
        let mut out = Vec::new();
        let machine = Machine { heartbeat: &heartbeat, residual: Some(-2.5), is_suspended: true };
        write_worker_metrics(&mut out, &[machine]).unwrap();
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        let labels = r#"{worker="a\"} 7\n\\b",class="k",tier="A",key="K"}"#;
        let expected = [
            ("slots", "16"),
            ("busy", "3"),
            ("works", "0"),
            ("suspended", "1"),
            ("matches_total", "12"),
            ("voids_total", "1"),
            ("drift", "1.25"),
            ("residual", "-2.5"),
        ];
        let expected =
            expected.map(|(name, value)| format!("certamen_worker_{name}{labels} {value}"));
        assert_eq!(lines, expected, "unknown values are omitted");
    }
}
