//! What machines tell of themselves, as Prometheus reads it.

use certamen_bus::{
    FarmView,
    message::{Beat, WorkerState},
};
use std::io::{self, Write};

/// What is told of each machine: name, kind, what it is, and the number.
type WorkerMetric = (&'static str, &'static str, &'static str, fn(&Beat) -> u64);

const METRICS: [WorkerMetric; 5] = [
    ("certamen_worker_slots", "gauge", "Matches that it plays side by side.", |one| {
        one.slots as u64
    }),
    ("certamen_worker_busy", "gauge", "Matches that it plays now.", |one| one.busy as u64),
    ("certamen_worker_works", "gauge", "Whether it takes matches.", |one| {
        u64::from(one.state == WorkerState::Works)
    }),
    ("certamen_worker_matches_total", "counter", "Matches that it played.", |one| one.played),
    ("certamen_worker_voids_total", "counter", "Matches that it failed to play.", |one| one.voids),
];

/// Writes the text, which is English everywhere.
pub(super) fn write(out: &mut impl Write, view: &FarmView) -> io::Result<()> {
    machines(out, &view.machines())?;
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

fn machines(out: &mut impl Write, beats: &[&Beat]) -> io::Result<()> {
    for (name, kind, help, value) in METRICS {
        writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}")?;
        for beat in beats {
            let [worker, class, tier] =
                [&beat.name, &beat.class, &beat.tier].map(|text| label(text));
            let labels = format!("worker=\"{worker}\",class=\"{class}\",tier=\"{tier}\"");
            writeln!(out, "{name}{{{labels}}} {}", value(beat))?;
        }
    }
    Ok(())
}

/// A text as it stands between quotes.
fn label(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_a_machine_is_called_its_line_is_one() {
        let beat = Beat {
            v: 1,
            worker: "K".to_owned(),
            name: "a\"} 7\n\\b".to_owned(),
            class: "k".to_owned(),
            tier: "A".to_owned(),
            version: String::new(),
            state: WorkerState::Rests,
            slots: 16,
            reserve: 0,
            busy: 3,
            played: 12,
            voids: 1,
            rests: None,
            drift: None,
            since: None,
            rate: None,
            load: None,
            holds: Vec::new(),
        };
        let mut out = Vec::new();
        machines(&mut out, &[&beat]).unwrap();
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        let labels = r#"{worker="a\"} 7\n\\b",class="k",tier="A"}"#;
        assert_eq!(lines.len(), METRICS.len());
        assert_eq!(lines[0], format!("certamen_worker_slots{labels} 16"));
        assert_eq!(lines[2], format!("certamen_worker_works{labels} 0"));
    }
}
