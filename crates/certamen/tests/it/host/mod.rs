//! Contests that are hosted over days, with a simulated clock.

mod aside;
mod course;
mod drop;
mod killed;
mod load;
mod outage;
pub(crate) mod secrets;
mod tables;

use crate::site::{Said, Site};
use std::fs;

/// A contest of built-in players, hosted from Friday noon to Sunday noon.
const HELD: &str = r#"
name = "Torneo"
game = "mancala8"
bots = ["builtin:regular", "builtin:bueno", "fuerte=builtin:bueno:depth=4", "builtin:first", "builtin:last"]
[format]
kind = "ladder"
[ranking]
kind = "references-beaten"
references = ["regular", "bueno", "fuerte"]
[sandbox]
minimum_tier = "D"
[entries]
closes = "2015-03-15T12:00[Europe/Madrid]"
[timetable]
starts = "2015-03-13T12:00[Europe/Madrid]"
publish_every = "2 hours"
championship_every = "24 hours"
waves = 3
"#;

/// A site with this contest in the folder `c`.
fn held(contest: &str) -> Site {
    let site = Site::new();
    site.write("c/contest.toml", contest);
    site
}

/// Runs the contest on the simulated clock to its end.
const REPLAY: [&str; 6] = ["host", "c", "--replay", "--quiet", "--lang", "es"];

/// The same, or until a time of the contest.
fn replay(site: &Site, until: Option<&str>) -> String {
    let mut arguments = REPLAY.to_vec();
    arguments.extend(until.iter().flat_map(|until| ["--until", until]));
    site.succeed(&arguments)
}

/// The names of the published files with this extension, in order.
fn published(site: &Site, ending: &str) -> Vec<String> {
    let entries = fs::read_dir(site.path().join("c/published")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names
        .filter(|name| name.ends_with(ending) && !name.starts_with("current"))
        .map(|name| name.trim_end_matches(ending).to_owned())
        .collect();
    names.sort();
    names
}

/// The content of a file of the contest.
fn file(site: &Site, name: &str) -> String {
    fs::read_to_string(site.path().join("c").join(name)).unwrap()
}

/// Runs the command, which must fail.
fn refused(site: &Site, arguments: &[&str]) -> Said {
    let said = site.run(arguments);
    assert_ne!(said.code, 0, "{said:?}");
    said
}
