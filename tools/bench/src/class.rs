//! A class of twenty players, run idle and again and again while loops load every core: the same
//! verdicts, the same standings and the same marks, byte for byte.

use crate::{Bench, course::under_load, table::Figure, whole::command};
use anyhow::{Context, Result, anyhow, ensure};
use std::{
    collections::BTreeSet,
    fmt::Write as _,
    fs,
    io::{self, Write as _},
    path::Path,
    process::Command,
    thread,
    time::{Duration, Instant},
};

const CONTEST: &str = include_str!("../class/contest.toml");
const PUPIL: &str = include_str!("../class/pupil.cl");
const SLOTH: &str = include_str!("../class/sloth.cl");
const REFERENCES: [(&str, &str); 2] = [
    ("regular.cl", include_str!("../../../contests/mancala8-course/reference/regular.cl")),
    ("bueno.cl", include_str!("../../../contests/mancala8-course/reference/bueno.cl")),
];
/// The players; the last is the sloth.
const PLAYERS: usize = 20;

/// The result of a class.
#[derive(Clone, PartialEq, Eq)]
struct Held {
    /// The folders and names of its files.
    verdicts: BTreeSet<String>,
    table: String,
    marks: String,
}

/// The result of a class, and how long it took.
struct Class {
    /// Which one, in words.
    name: String,
    held: Held,
    took: Duration,
}

pub(crate) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    let rest = Class::hold(bench, "at rest".to_owned())?;
    let under = |number: u32| {
        under_load(bench, || Class::hold(bench, format!("under six loops, {number}")))
    };
    let loaded = (1..=bench.of(10, 2)).map(under).collect::<Result<Vec<_>>>()?;
    let differs = |class: &&Class| class.held != rest.held;
    let last = loaded.iter().find(differs).or(loaded.last());
    side_by_side(&rest.held, &last.unwrap_or(&rest).held);
    one_by_one(std::iter::once(&rest).chain(&loaded))?;
    let times = loaded.len();
    let [others, let_in] = [
        loaded.iter().filter(differs).count(),
        loaded.iter().filter(|class| !class.held.sloth_is_out()).count(),
    ];
    let counted = |count: usize| std::iter::once(count as f64).collect();
    let seconds = |class: &Class| class.took.as_secs_f64();
    let what = format!("of {times} classes under load, those that came to something else");
    Ok(vec![
        Figure::most(what, "classes", counted(others), 0.0),
        Figure::most("of the same, those that let the sloth in", "classes", counted(let_in), 0.0),
        Figure::new(
            "a class, nothing else running but what runs anyway",
            "s",
            std::iter::once(seconds(&rest)).collect(),
        ),
        Figure::new("a class under six loops", "s", loaded.iter().map(seconds).collect()),
    ])
}

impl Class {
    fn hold(bench: &Bench, name: String) -> Result<Class> {
        let started = Instant::now();
        let held = hold(bench)?;
        Ok(Class { name, held, took: started.elapsed() })
    }
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
        certamen_runner::pin_to_cores(&bench.cores);
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

/// Both tables side by side, line by line, for readers.
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

/// All classes below each other: the result of each, as hashes.
fn one_by_one<'a>(classes: impl Iterator<Item = &'a Class>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "\n## Classes, one by one\n")?;
    writeln!(out, "| class | verdicts on files | final table | marks | the sloth | s |")?;
    writeln!(out, "|---|---|---|---|---|--:|")?;
    for Class { name, held, took } in classes {
        let verdicts: Vec<&str> = held.verdicts.iter().map(String::as_str).collect();
        let [verdicts, table, marks] =
            [&*verdicts.join("\n"), &held.table, &held.marks].map(fingerprint);
        let sloth = if held.sloth_is_out() { "out" } else { "let in" };
        let seconds = took.as_secs_f64();
        writeln!(out, "| {name} | {verdicts} | {table} | {marks} | {sloth} | {seconds:.1} |")?;
    }
    Ok(())
}

/// The first digits of a hash.
fn fingerprint(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..12].to_owned()
}
