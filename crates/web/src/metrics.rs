//! Metrics in the Prometheus text format, always in English.

use crate::{
    address::Slug,
    contest::{ContestView, SnapshotState},
    site::Site,
};
use certamen_contest::FarmCounts;
use certamen_portal::{FarmStatus, QueueStatus, check_job::ContestActivity};
use certamen_store::WorkerShare;
use std::fmt::Write;

/// What is measured, in the order in which it is written.
const METRICS: [ExportedMetric; 10] = [
    ExportedMetric {
        name: "certamen_matches_finished",
        kind: Kind::Gauge,
        help: "Matches that were played.",
        samples: |now| Some(now.contests(|contest| contest.finished)),
    },
    ExportedMetric {
        name: "certamen_contest_playing",
        kind: Kind::Gauge,
        help: "Whether matches are played here.",
        samples: |now| Some(now.contests(|contest| u64::from(contest.is_playing))),
    },
    ExportedMetric {
        name: "certamen_matches_total",
        kind: Kind::Counter,
        help: "Matches that a worker played, by whether they count.",
        samples: |now| now.farms(played_by_workers),
    },
    ExportedMetric {
        name: "certamen_late_total",
        kind: Kind::Counter,
        help: "Results that arrived after their batch was given to another worker.",
        samples: |now| now.farms(|slug, counts| vec![of_contest(slug, counts.late)]),
    },
    ExportedMetric {
        name: "certamen_void_total",
        kind: Kind::Counter,
        help: "Matches that had to be played again.",
        samples: |now| now.farms(|slug, counts| vec![of_contest(slug, counts.void)]),
    },
    ExportedMetric {
        name: "certamen_audit_total",
        kind: Kind::Counter,
        help: "Comparisons of matches that were played a second time.",
        samples: |now| now.farms(audits),
    },
    ExportedMetric {
        name: "certamen_queue_batches",
        kind: Kind::Gauge,
        help: "Batches that wait for a machine.",
        samples: |now| now.queues(|queue| queue.batches as f64),
    },
    ExportedMetric {
        name: "certamen_queue_seconds",
        kind: Kind::Gauge,
        help: "For how long the oldest of them has waited.",
        samples: |now| now.queues(|queue| queue.seconds),
    },
    ExportedMetric {
        name: "certamen_slots",
        kind: Kind::Gauge,
        help: "Matches that machines could play side by side.",
        samples: |now| {
            let slots = now.status.as_ref()?.slots.iter();
            let sample = |(state, count): (&String, &u64)| Sample {
                labels: vec![("state", state.clone())],
                value: *count as f64,
            };
            Some(slots.map(sample).collect())
        },
    },
    ExportedMetric {
        name: "certamen_coordinator_seconds_total",
        kind: Kind::Counter,
        help: "Computing time of the process that holds contests.",
        samples: |now| {
            let value = now.status.as_ref()?.computed;
            Some(vec![Sample { labels: Vec::new(), value }])
        },
    },
];

struct ExportedMetric {
    name: &'static str,
    kind: Kind,
    help: &'static str,
    /// Its values; none if it does not apply to this site.
    samples: fn(&MetricInput) -> Option<Vec<Sample>>,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Gauge,
    Counter,
}

#[derive(Clone, Debug)]
struct Sample {
    labels: Vec<(&'static str, String)>,
    value: f64,
}

/// What the values are made of.
#[derive(Default)]
struct MetricInput {
    contests: Vec<ContestCounts>,
    /// The status of the workers, if there are any.
    status: Option<FarmStatus>,
}

struct ContestCounts {
    slug: Slug,
    finished: u64,
    is_playing: bool,
    /// The counts of distributed play, if several machines play it.
    farm: Option<FarmCounts>,
}

/// Writes all metrics. Those of workers are read from the stores, so this may block.
pub(crate) fn write(site: &Site) -> String {
    let contests = site.contest_views().map(|view| ContestCounts {
        slug: view.slug.clone(),
        finished: view.revision().played(),
        is_playing: matches!(view.doing(), ContestActivity::Playing(_)),
        farm: farm(view),
    });
    MetricInput { contests: contests.collect(), status: site.farm() }.to_text()
}

/// Metrics of distributed play, if several machines play a contest and it can be read.
fn farm(view: &ContestView) -> Option<FarmCounts> {
    if !matches!(view.revision().found, SnapshotState::Results(_)) {
        return None;
    }
    view.results().ok()?.farm().ok()?
}

impl MetricInput {
    fn to_text(&self) -> String {
        let mut out = String::new();
        for ExportedMetric { name, kind, help, samples } in METRICS {
            let Some(samples) = samples(self) else { continue };
            let kind = match kind {
                Kind::Gauge => "gauge",
                Kind::Counter => "counter",
            };
            // Writing to a string cannot fail, here and below.
            _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}");
            for Sample { labels, value } in samples {
                _ = writeln!(out, "{name}{} {value}", written(&labels));
            }
        }
        out
    }

    fn contests(&self, value: impl Fn(&ContestCounts) -> u64) -> Vec<Sample> {
        let contests = self.contests.iter();
        contests.map(|contest| of_contest(&contest.slug, value(contest))).collect()
    }

    /// The samples of all contests that several machines play; none without such a contest.
    fn farms(&self, samples: impl Fn(&Slug, &FarmCounts) -> Vec<Sample>) -> Option<Vec<Sample>> {
        let farms = self.contests.iter().filter_map(|one| Some((&one.slug, one.farm.as_ref()?)));
        farms.map(|(slug, counts)| samples(slug, counts)).reduce(|all, more| [all, more].concat())
    }

    fn queues(&self, value: impl Fn(&QueueStatus) -> f64) -> Option<Vec<Sample>> {
        let sample = |queue: &QueueStatus| Sample {
            labels: vec![("class", queue.class.clone()), ("level", queue.level.to_string())],
            value: value(queue),
        };
        Some(self.status.as_ref()?.queues.iter().map(sample).collect())
    }
}

fn of_contest(slug: &Slug, value: u64) -> Sample {
    Sample { labels: vec![("contest", slug.to_string())], value: value as f64 }
}

fn played_by_workers(slug: &Slug, counts: &FarmCounts) -> Vec<Sample> {
    let of_worker = |share: &WorkerShare| {
        [("counted", share.played), ("struck", share.revoked)].map(|(end, count)| Sample {
            labels: vec![
                ("worker", share.machine.name.clone()),
                ("contest", slug.to_string()),
                ("end", end.to_owned()),
            ],
            value: count as f64,
        })
    };
    counts.machines.iter().flat_map(of_worker).collect()
}

fn audits(slug: &Slug, counts: &FarmCounts) -> Vec<Sample> {
    let sample = |(result, count): (&&str, &u64)| Sample {
        labels: vec![("contest", slug.to_string()), ("result", (*result).to_owned())],
        value: *count as f64,
    };
    counts.audits.iter().map(sample).collect()
}

/// Labels in braces; nothing without any.
fn written(labels: &[(&'static str, String)]) -> String {
    let labels: Vec<String> =
        labels.iter().map(|(key, value)| format!("{key}=\"{}\"", quoted(value))).collect();
    if labels.is_empty() { String::new() } else { format!("{{{}}}", labels.join(",")) }
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_store::WorkerId;

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
        let status = Some(FarmStatus { queues, slots, computed: 1.5 });
        let out = MetricInput { status, ..MetricInput::default() }.to_text();
        let lines: Vec<&str> = out.lines().filter(|line| !line.starts_with('#')).collect();
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
        let farm = Some(FarmCounts { machines: vec![share], late: 4, void: 2, audits });
        let slug = Slug::read("open").unwrap();
        let open = ContestCounts { slug, finished: 12, is_playing: true, farm };
        let out = MetricInput { contests: vec![open], status: None }.to_text();
        let lines: Vec<&str> = out.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(lines[0], r#"certamen_matches_finished{contest="open"} 12"#);
        assert_eq!(lines[1], r#"certamen_contest_playing{contest="open"} 1"#);
        let lines = &lines[2..];
        let of = |end| format!(r#"{{worker="a\"}} 7\n\\b",contest="open",end="{end}"}}"#);
        assert_eq!(lines[0], format!("certamen_matches_total{} 12", of("counted")));
        assert_eq!(lines[1], format!("certamen_matches_total{} 3", of("struck")));
        assert_eq!(lines[2], r#"certamen_late_total{contest="open"} 4"#);
        assert_eq!(lines[3], r#"certamen_void_total{contest="open"} 2"#);
        assert_eq!(lines[5], r#"certamen_audit_total{contest="open",result="three ways"} 1"#);
        assert_eq!(lines.len(), 6);
    }
}
