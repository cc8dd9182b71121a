//! Metrics in the Prometheus text format, always in English.

use crate::{
    address::Slug,
    contest::{ContestView, SnapshotState},
    site::Site,
};
use certamen_contest::FarmCounts;
use certamen_portal::{FarmStatus, QueueStatus, check_job::ContestActivity};
use std::fmt::{Display, Write};

/// Writes all metrics. Those of workers are read from the stores, so this may block.
pub(crate) fn write(site: &Site) -> String {
    let mut out = Metrics(String::new());
    out.head("certamen_matches_finished", "gauge", "Matches that were played.");
    for view in site.contest_views() {
        let played = view.revision().played();
        out.line("certamen_matches_finished", &[("contest", &view.slug)], played);
    }
    out.head("certamen_contest_playing", "gauge", "Whether matches are played here.");
    for view in site.contest_views() {
        let playing = u64::from(matches!(view.doing(), ContestActivity::Playing(_)));
        out.line("certamen_contest_playing", &[("contest", &view.slug)], playing);
    }
    let farms: Vec<_> =
        site.contest_views().filter_map(|one| Some((&one.slug, farm(one)?))).collect();
    if !farms.is_empty() {
        out.farms(&farms);
    }
    if let Some(status) = site.farm() {
        out.machines(&status);
    }
    out.0
}

/// Metrics of distributed play, if several machines play a contest and it can be read.
fn farm(view: &ContestView) -> Option<FarmCounts> {
    if !matches!(view.revision().found, SnapshotState::Results(_)) {
        return None;
    }
    view.results().ok()?.farm().ok()?
}

struct Metrics(String);

impl Metrics {
    fn head(&mut self, name: &str, kind: &str, help: &str) {
        // Writing to a string cannot fail, here and below.
        _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    fn line(&mut self, name: &str, labels: &[(&str, &dyn Display)], value: impl Display) {
        let labels: Vec<String> = labels
            .iter()
            .map(|(key, value)| format!("{key}=\"{}\"", quoted(&value.to_string())))
            .collect();
        _ = writeln!(self.0, "{name}{{{}}} {value}", labels.join(","));
    }

    /// The metrics of the coordinators: queues, workers, and the cost of coordinating.
    fn machines(&mut self, status: &FarmStatus) {
        let name = "certamen_queue_batches";
        self.head(name, "gauge", "Batches that wait for a machine.");
        for QueueStatus { class, level, batches, .. } in &status.queues {
            self.line(name, &[("class", class), ("level", level)], batches);
        }
        let name = "certamen_queue_seconds";
        self.head(name, "gauge", "For how long the oldest of them has waited.");
        for QueueStatus { class, level, seconds, .. } in &status.queues {
            self.line(name, &[("class", class), ("level", level)], seconds);
        }
        let name = "certamen_slots";
        self.head(name, "gauge", "Matches that machines could play side by side.");
        for (state, count) in &status.slots {
            self.line(name, &[("state", state)], count);
        }
        let name = "certamen_coordinator_seconds_total";
        self.head(name, "counter", "Computing time of the process that holds contests.");
        _ = writeln!(self.0, "{name} {}", status.computed);
    }

    fn farms(&mut self, farms: &[(&Slug, FarmCounts)]) {
        let name = "certamen_matches_total";
        self.head(name, "counter", "Matches that a worker played, by whether they count.");
        for (slug, counts) in farms {
            for share in &counts.machines {
                for (end, count) in [("counted", share.played), ("struck", share.revoked)] {
                    let machine = &share.machine.name;
                    self.line(
                        name,
                        &[("worker", machine), ("contest", slug), ("end", &end)],
                        count,
                    );
                }
            }
        }
        self.head(
            "certamen_late_total",
            "counter",
            "Results that arrived after their batch was given to another worker.",
        );
        for (slug, counts) in farms {
            self.line("certamen_late_total", &[("contest", slug)], counts.late);
        }
        self.head("certamen_void_total", "counter", "Matches that had to be played again.");
        for (slug, counts) in farms {
            self.line("certamen_void_total", &[("contest", slug)], counts.void);
        }
        let name = "certamen_audit_total";
        self.head(name, "counter", "Comparisons of matches that were played a second time.");
        for (slug, counts) in farms {
            for (result, count) in &counts.audits {
                self.line(name, &[("contest", slug), ("result", result)], *count);
            }
        }
    }
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_store::{WorkerId, WorkerShare};

    #[test]
    fn queues_and_slots_are_reported_by_class_and_level() {
        let queue = |level, batches, seconds| QueueStatus {
            class: "k\"".to_owned(),
            level,
            batches,
            seconds,
        };
        let slots = [("busy".to_owned(), 3), ("idle".to_owned(), 0)].into();
        let queues = vec![queue(0, 1, 0.25), queue(2, 40, 7.0)];
        let mut out = Metrics(String::new());
        out.machines(&FarmStatus { queues, slots, computed: 1.5 });
        let lines: Vec<&str> = out.0.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(
            lines,
            [
                r#"certamen_queue_batches{class="k\"",level="0"} 1"#,
                r#"certamen_queue_batches{class="k\"",level="2"} 40"#,
                r#"certamen_queue_seconds{class="k\"",level="0"} 0.25"#,
                r#"certamen_queue_seconds{class="k\"",level="2"} 7"#,
                r#"certamen_slots{state="busy"} 3"#,
                r#"certamen_slots{state="idle"} 0"#,
                "certamen_coordinator_seconds_total 1.5",
            ]
        );
    }

    #[test]
    fn each_worker_has_its_lines_whatever_its_name() {
        let name = "a\"} 7\n\\b".to_owned();
        let machine = WorkerId { key: "k".to_owned(), class: "c".to_owned(), name };
        let share = WorkerShare { machine, played: 12, revoked: 3, suspended: None };
        let audits = [("alike", 5), ("three ways", 1)].into();
        let counts = FarmCounts { machines: vec![share], late: 4, void: 2, audits };
        let mut out = Metrics(String::new());
        out.farms(&[(&Slug::read("open").unwrap(), counts)]);
        let lines: Vec<&str> = out.0.lines().filter(|line| !line.starts_with('#')).collect();
        let of = |end| format!(r#"{{worker="a\"}} 7\n\\b",contest="open",end="{end}"}}"#);
        assert_eq!(lines[0], format!("certamen_matches_total{} 12", of("counted")));
        assert_eq!(lines[1], format!("certamen_matches_total{} 3", of("struck")));
        assert_eq!(lines[2], r#"certamen_late_total{contest="open"} 4"#);
        assert_eq!(lines[3], r#"certamen_void_total{contest="open"} 2"#);
        assert_eq!(lines[5], r#"certamen_audit_total{contest="open",result="three ways"} 1"#);
        assert_eq!(lines.len(), 6);
    }
}
