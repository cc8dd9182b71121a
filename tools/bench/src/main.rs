//! The benchmarks: figures as ratios to baselines in C, measured in turn in one run.
//!
//! They judge nothing and fail no build: machines differ, and the figures are for people.

mod chess;
mod class;
mod coins;
mod course;
mod entries;
mod events;
mod farm;
mod floors;
mod games;
mod isolated;
mod languages;
mod lisp;
mod living;
mod matches;
mod one_run;
mod peer;
mod playouts;
mod ratings;
mod remote;
mod samples;
mod scale;
mod schedule;
mod site;
mod statements;
mod storing;
mod table;
mod took;
mod whole;

use anyhow::{Context, Result, bail};
use floors::Floors;
use std::{path::PathBuf, time::Instant};
use table::Figure;

const USAGE: &str = "usage: cargo xtask bench [--quick] [--core N] [--fastchess PATH] [SECTION…]
sections: living, one-run, isolated, isolated-living, whole, languages, coins, lisp, course, class, playouts, games, chess, chess-games, peer, remote, storing, store-scale, schedule, matches, ratings, bus, farm, site, events, entries, statements; all if none is named";

const SECTIONS: &[Section] = &[
    Section { name: "living", title: "FootSteps between living programs", run: living::figures },
    Section { name: "one-run", title: "Intervalo, one run a move", run: one_run::figures },
    Section { name: "isolated", title: "Isolated, one run a move", run: isolated::figures },
    Section {
        name: "isolated-living",
        title: "FootSteps between isolated programs",
        run: isolated::living,
    },
    Section { name: "whole", title: "Intervalo, a whole contest", run: whole::figures },
    Section { name: "languages", title: "Starting a program", run: languages::figures },
    Section { name: "coins", title: "Coins, 17 bots at a table", run: coins::figures },
    Section { name: "lisp", title: "Evaluation functions in Lisp", run: lisp::figures },
    Section { name: "course", title: "A championship of a course", run: course::figures },
    Section { name: "class", title: "A class at rest and under load", run: class::figures },
    Section { name: "playouts", title: "Random playouts", run: playouts::figures },
    Section { name: "games", title: "Rules that are a program", run: games::figures },
    Section { name: "chess", title: "Chess engines, to fastchess", run: chess::figures },
    Section { name: "chess-games", title: "Games of both programs", run: chess::games },
    Section { name: "peer", title: "Two ends of a match over loopback", run: peer::figures },
    Section { name: "remote", title: "Players on other machines", run: remote::figures },
    Section { name: "storing", title: "Records and the store", run: storing::figures },
    Section { name: "store-scale", title: "A million results", run: scale::figures },
    Section { name: "schedule", title: "Scheduling", run: schedule::figures },
    Section { name: "matches", title: "Matches that cost nothing", run: matches::figures },
    Section { name: "ratings", title: "Ratings", run: ratings::figures },
    Section { name: "bus", title: "Several machines", run: farm::through_a_server },
    Section { name: "farm", title: "Several machines, simulated", run: farm::simulated },
    Section { name: "site", title: "Pages of a site", run: site::figures },
    Section { name: "events", title: "Events of a site", run: events::figures },
    Section { name: "entries", title: "Entries of a site", run: entries::figures },
    Section {
        name: "statements",
        title: "How often statements are true",
        run: statements::figures,
    },
];

struct Section {
    name: &'static str,
    title: &'static str,
    run: fn(&Bench) -> Result<Vec<Figure>>,
}

/// What all sections need.
struct Bench {
    launcher: certamen_sandbox::Launcher,
    floors: Floors,
    extent: Extent,
    /// The core it runs on.
    core: usize,
    /// All that may be used.
    cores: Vec<usize>,
    /// The program that matches of chess engines are compared with.
    fastchess: Option<PathBuf>,
}

/// How long it may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Extent {
    /// Until the medians are stable: under three minutes.
    Full,
    /// Under twenty seconds, for a first look.
    Quick,
}

impl Bench {
    /// One of two numbers: for a whole run, for a quick one.
    fn of<T>(&self, full: T, quick: T) -> T {
        match self.extent {
            Extent::Full => full,
            Extent::Quick => quick,
        }
    }
}

struct Arguments {
    extent: Extent,
    core: Option<usize>,
    fastchess: Option<PathBuf>,
    sections: Vec<String>,
}

fn main() -> Result<()> {
    let launcher = certamen_sandbox::init();
    let Arguments { extent, core, fastchess, sections } = arguments(std::env::args().skip(1))?;
    let cores = certamen_runner::allowed_cores();
    let core = core.or(cores.last().copied()).context("no core may be used")?;
    if !cores.contains(&core) {
        bail!("core {core} may not be used: --core takes one of {cores:?}");
    }
    certamen_runner::pin_to_core(core);
    let bench = Bench { launcher, floors: Floors::build()?, extent, core, cores, fastchess };
    eprintln!("on core {core} of {:?}; load {}", bench.cores, load());
    let started = Instant::now();
    for section in SECTIONS {
        if sections.is_empty() || sections.iter().any(|name| name == section.name) {
            let figures = (section.run)(&bench).with_context(|| section.name)?;
            table::print(section.title, &figures)?;
        }
    }
    eprintln!("{:.0} s; load {}", started.elapsed().as_secs_f64(), load());
    Ok(())
}

fn arguments(mut words: impl Iterator<Item = String>) -> Result<Arguments> {
    let (extent, core, fastchess, sections) = (Extent::Full, None, None, Vec::new());
    let mut arguments = Arguments { extent, core, fastchess, sections };
    while let Some(word) = words.next() {
        match word.as_str() {
            "--quick" => arguments.extent = Extent::Quick,
            "--core" => {
                let number = words.next().context("--core needs a number")?;
                arguments.core = Some(number.parse().with_context(|| format!("core `{number}`"))?);
            }
            "--fastchess" => {
                let path = PathBuf::from(words.next().context("--fastchess needs a path")?);
                let path = path.canonicalize().with_context(|| path.display().to_string())?;
                arguments.fastchess = Some(path);
            }
            name if SECTIONS.iter().any(|section| section.name == name) => {
                arguments.sections.push(word);
            }
            other => bail!("`{other}` is unknown\n{USAGE}"),
        }
    }
    Ok(arguments)
}

/// What else the machine does: without it no figure means much.
fn load() -> String {
    std::fs::read_to_string("/proc/loadavg").map_or_else(
        |_| "unknown".to_owned(),
        |text| text.split(' ').take(3).collect::<Vec<_>>().join(" "),
    )
}

#[cfg(test)]
mod tests {
    use super::{Extent, arguments};

    fn read(words: &[&str]) -> anyhow::Result<super::Arguments> {
        arguments(words.iter().map(ToString::to_string))
    }

    #[test]
    fn sections_and_flags_come_in_any_order() {
        let read = read(&["living", "--core", "1", "--quick", "schedule"]).unwrap();
        assert_eq!((read.extent, read.core), (Extent::Quick, Some(1)));
        assert_eq!(read.sections, ["living", "schedule"]);
    }

    #[test]
    fn what_is_unknown_is_refused() {
        for words in [
            &["--fast"][..],
            &["sailing"],
            &["--core"],
            &["--core", "x"],
            &["--fastchess"],
            &["--fastchess", "/no/such/program"],
        ] {
            assert!(read(words).is_err(), "{words:?}");
        }
    }
}
