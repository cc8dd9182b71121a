//! Workers' metrics in the Prometheus text format.

use super::Machine;
use crate::command_error::{CommandError, Context};
use certamen_farm::{FarmView, message::WorkerState};
use std::{
    fs,
    io::{self, Write},
    path::Path,
    process,
};

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
    ("certamen_worker_suspended", "gauge", "Whether nobody believes it any more.", |one| {
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
pub(super) fn keep(
    path: &Path,
    machines: &[Machine<'_>],
    view: &FarmView,
) -> Result<(), CommandError> {
    let mut text = Vec::new();
    write(&mut text, machines, view)?;
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
pub(super) fn write(
    out: &mut impl Write,
    machines: &[Machine<'_>],
    view: &FarmView,
) -> io::Result<()> {
    told(out, machines)?;
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

fn told(out: &mut impl Write, machines: &[Machine<'_>]) -> io::Result<()> {
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
    fn whatever_a_machine_is_called_its_line_is_one() {
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
        told(&mut out, &[machine]).unwrap();
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
        assert_eq!(lines, expected, "what is not known is left out");
    }
}
