//! A class of twenty players, held at rest and again and again while loops load every core: the same
//! verdicts, the same table and the same marks, byte for byte.

use crate::{Bench, course::under_load, samples::Samples, table::Figure, whole::command};
use anyhow::{Context, Result, anyhow, ensure};
use std::{
    collections::BTreeSet, fmt::Write as _, fs, path::Path, process::Command, thread, time::Instant,
};

const CONTEST: &str = include_str!("../class/contest.toml");
const PUPIL: &str = include_str!("../class/pupil.cl");
const SLOTH: &str = include_str!("../class/sloth.cl");
const REFERENCES: [(&str, &str); 2] = [
    ("regular.cl", include_str!("../../contests/mancala8-course/reference/regular.cl")),
    ("bueno.cl", include_str!("../../contests/mancala8-course/reference/bueno.cl")),
];
/// The players; the last is the sloth.
const PLAYERS: usize = 20;

/// What came of a class.
#[derive(Clone, PartialEq, Eq)]
struct Held {
    /// The folders and names of its files.
    verdicts: BTreeSet<String>,
    table: String,
    marks: String,
}

pub(crate) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    let started = Instant::now();
    let rest = hold(bench)?;
    let mut took = Samples::default();
    took.push(started.elapsed().as_secs_f64());
    let mut loaded = Samples::default();
    let (mut others, mut let_in) = (0_u32, 0_u32);
    let mut last = rest.clone();
    let times = bench.of(10, 2);
    for _ in 0..times {
        let started = Instant::now();
        let held = under_load(bench, || hold(bench))?;
        loaded.push(started.elapsed().as_secs_f64());
        let_in += u32::from(!held.sloth_is_out());
        others += u32::from(held != rest);
        if last == rest {
            last = held;
        }
    }
    side_by_side(&rest, &last);
    let counted = |count: u32| std::iter::once(f64::from(count)).collect();
    let what = format!("of {times} classes under load, those that came to something else");
    Ok(vec![
        Figure::most(what, "classes", counted(others), 0.0),
        Figure::most("of the same, those that let the sloth in", "classes", counted(let_in), 0.0),
        Figure::new("a class, nothing else running but what runs anyway", "s", took),
        Figure::new("a class under six loops", "s", loaded),
    ])
}

impl Held {
    fn sloth_is_out(&self) -> bool {
        let rejected: Vec<_> =
            self.verdicts.iter().filter(|it| it.starts_with("rejected")).collect();
        rejected == [&file_of(PLAYERS - 1, "rejected ")]
    }
}

fn file_of(player: usize, before: &str) -> String {
    format!("{before}15{:02}1150313Fi.cl", player + 1)
}

/// Plays the class through from its first file to its marks.
fn hold(bench: &Bench) -> Result<Held> {
    let folder = tempfile::tempdir()?;
    write_class(folder.path())?;
    let command = command()?;
    let host = || {
        certamen_worker::pin_to_cores(&bench.cores);
        let words = ["host", "--replay", "--quiet", "--lang", "es"];
        Command::new(command).args(words).arg(folder.path()).output()
    };
    let held = thread::scope(|scope| scope.spawn(host).join());
    let output = held.map_err(|_| anyhow!("the command panicked"))??;
    ensure!(output.status.success(), "certamen host: {}", String::from_utf8_lossy(&output.stderr));
    let mut verdicts = BTreeSet::new();
    for verdict in ["accepted", "rejected"] {
        let files = names(&folder.path().join(verdict))?.into_iter();
        verdicts.extend(files.filter(|it| is_of(it, "cl")).map(|it| format!("{verdict} {it}")));
    }
    let published = folder.path().join("published");
    let tables = names(&published)?.into_iter();
    let table = tables.filter(|it| is_of(it, "csv") && !it.starts_with("current")).max();
    let table = fs::read_to_string(published.join(table.context("nothing was published")?))?;
    let marks = fs::read_to_string(folder.path().join("marks.csv"))?;
    Ok(Held { verdicts, table, marks })
}

fn is_of(name: &str, kind: &str) -> bool {
    Path::new(name).extension().is_some_and(|it| it == kind)
}

fn names(folder: &Path) -> Result<BTreeSet<String>> {
    let name = |entry: std::io::Result<fs::DirEntry>| {
        Ok(entry?.file_name().to_string_lossy().into_owned())
    };
    fs::read_dir(folder)?.map(name).collect()
}

fn write_class(folder: &Path) -> Result<()> {
    fs::write(folder.join("contest.toml"), CONTEST)?;
    for (name, source) in REFERENCES {
        fs::write(folder.join(name), source)?;
    }
    fs::create_dir(folder.join("submissions"))?;
    let mut pairs = "group,pair,key\n".to_owned();
    for player in 0..PLAYERS {
        let weights: Vec<String> =
            (0..6).map(|hole| ((player * 7 + hole * 5) % 6).to_string()).collect();
        let key = format!("Fingida{player:03}");
        writeln!(pairs, "2315,{},{key}", player + 1)?;
        let source = PUPIL
            .replace("{key}", &key)
            .replace("{rounds}", &(1 + player % 5).to_string())
            .replace("{weights}", &weights.join(" "));
        let source = if player == PLAYERS - 1 { SLOTH } else { &source };
        fs::write(folder.join(file_of(player, "submissions/")), source)?;
    }
    Ok(fs::write(folder.join("pairs.csv"), pairs)?)
}

/// Both tables, a line each beside the other, for whoever wants to see them.
fn side_by_side(rest: &Held, loaded: &Held) {
    eprintln!("{:<44} | under load", "at rest");
    for (one, other) in rest.table.lines().zip(loaded.table.lines()) {
        eprintln!("{one:<44} | {other}");
    }
    for (one, other) in rest.verdicts.iter().zip(&loaded.verdicts) {
        if one.starts_with("rejected") || one != other {
            eprintln!("{one:<44} | {other}");
        }
    }
}
