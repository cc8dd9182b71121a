//! Workers and waiting jobs as JSON lines.

use super::Machine;
use certamen_farm::{FarmView, message::Heartbeat};
use serde::Serialize;
use serde_json::{Value, json};
use std::io::{self, Write};

#[derive(Serialize)]
struct MachineLine<'a> {
    #[serde(flatten)]
    beat: &'a Heartbeat,
    #[serde(skip_serializing_if = "Option::is_none")]
    residual: Option<f64>,
}

/// What waits for workers of a class.
#[derive(Serialize)]
struct QueueLine<'a> {
    queue: &'a str,
    level: u8,
    batches: u64,
    oldest_ms: u64,
}

/// Writes the workers, then what waits.
pub(super) fn write(
    out: &mut impl Write,
    machines: &[Machine<'_>],
    view: &FarmView,
) -> io::Result<()> {
    for machine in machines {
        writeln!(out, "{}", line(machine))?;
    }
    for ((class, level), depth) in view.queues() {
        let oldest_ms = u64::try_from(depth.oldest.as_millis()).unwrap_or(u64::MAX);
        let line = QueueLine { queue: &class, level, batches: depth.batches, oldest_ms };
        writeln!(out, "{}", value(&line))?;
    }
    Ok(())
}

/// The worker's own state; a suspended worker is shown as such.
fn line(machine: &Machine<'_>) -> Value {
    let Machine { heartbeat, residual, is_suspended } = *machine;
    let mut line = value(&MachineLine { beat: heartbeat, residual });
    if is_suspended {
        line["state"] = json!("suspended");
    }
    line
}

fn value(line: &impl Serialize) -> Value {
    serde_json::to_value(line).expect("what machines tell is plain data")
}
