//! What is measured here, as Prometheus reads it: text that is English everywhere.

use crate::{
    contest::{Exhibit, Glance},
    site::Site,
    slug::Slug,
};
use certamen_contest::FarmCounts;
use certamen_portal::errand::Doing;
use std::fmt::{Display, Write};

/// Writes it all. What machines did is read from the stores, so this may block.
pub(crate) fn write(site: &Site) -> String {
    let mut out = Metrics(String::new());
    out.head("certamen_matches_finished", "gauge", "Matches that were played.");
    for exhibit in site.exhibits() {
        let played = exhibit.revision().played();
        out.line("certamen_matches_finished", &[("contest", &exhibit.slug)], played);
    }
    out.head("certamen_contest_playing", "gauge", "Whether matches are played here.");
    for exhibit in site.exhibits() {
        let playing = u64::from(matches!(exhibit.doing(), Doing::Playing(_)));
        out.line("certamen_contest_playing", &[("contest", &exhibit.slug)], playing);
    }
    let farms: Vec<_> = site.exhibits().filter_map(|one| Some((&one.slug, farm(one)?))).collect();
    if !farms.is_empty() {
        out.farms(&farms);
    }
    out.0
}

/// What came of having several machines play a contest, if they did and it can be read.
fn farm(exhibit: &Exhibit) -> Option<FarmCounts> {
    if !matches!(exhibit.revision().found, Glance::Results(_)) {
        return None;
    }
    exhibit.results().ok()?.farm().ok()?
}

struct Metrics(String);

impl Metrics {
    fn head(&mut self, name: &str, kind: &str, help: &str) {
        // Text takes whatever is written to it, here and below.
        _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    fn line(&mut self, name: &str, labels: &[(&str, &dyn Display)], value: u64) {
        let labels: Vec<String> = labels
            .iter()
            .map(|(key, value)| format!("{key}=\"{}\"", quoted(&value.to_string())))
            .collect();
        _ = writeln!(self.0, "{name}{{{}}} {value}", labels.join(","));
    }

    fn farms(&mut self, farms: &[(&Slug, FarmCounts)]) {
        let name = "certamen_matches_total";
        self.head(name, "counter", "Matches that a machine played, and what became of them.");
        for (slug, counts) in farms {
            for share in &counts.machines {
                for (end, count) in [("counted", share.played), ("struck", share.struck)] {
                    let machine = &share.machine.name;
                    self.line(
                        name,
                        &[("worker", machine), ("contest", slug), ("end", &end)],
                        count,
                    );
                }
            }
        }
        self.head("certamen_late_total", "counter", "Results that nobody waited for any more.");
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

/// A text as it stands between quotes.
fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_store::{Machine, MachineShare};

    #[test]
    fn what_machines_did_is_told_a_line_each_whatever_they_are_called() {
        let name = "a\"} 7\n\\b".to_owned();
        let machine = Machine { key: "k".to_owned(), class: "c".to_owned(), name };
        let share = MachineShare { machine, played: 12, struck: 3, suspended: None };
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
