//! Other load on the machine does not change results: a contest of a class is hosted on an idle
//! machine and while loops load every core, with the same result.

use super::{file, published, replay};
use crate::site::{Site, repository};
use std::process::{Child, Command};

/// An afternoon with one publication at the end; the benchmark uses it, too.
const CLASS: &str = include_str!("../../../../../tools/bench/class/contest.toml");
/// Counts each hole as often as it takes to be slow, but stays far from the limit.
const PUPIL: &str = include_str!("../../../../../tools/bench/class/pupil.cl");
/// Searches four plies deeper than the supplied search.
const SLOTH: &str = include_str!("../../../../../tools/bench/class/sloth.cl");

/// Number of bots, of which the last one is too slow. `certamen-bench class` uses twenty.
const CLASS_OF: usize = 3;

/// Loops that load every core while this value lives.
struct Loops(Vec<Child>);

impl Loops {
    fn start() -> Loops {
        let endless = || Command::new("/bin/sh").args(["-c", "while :; do :; done"]).spawn();
        Loops((0..4).map(|_| endless().unwrap()).collect())
    }
}

impl Drop for Loops {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// One of the bots, with its own weights and rounds.
fn pupil(number: usize) -> String {
    let weights = (0..6).map(|hole| ((number * 7 + hole * 5) % 6).to_string());
    let weights = weights.collect::<Vec<_>>().join(" ");
    PUPIL
        .replace("{key}", &format!("Fingida{number:03}"))
        .replace("{rounds}", &(1 + number % 5).to_string())
        .replace("{weights}", &weights)
}

/// The last bot.
fn sloth(number: usize) -> String {
    SLOTH.replace("Fingida019", &format!("Fingida{number:03}"))
}

/// Hosts the contest; returns the decisions on the files, the standings and the marks.
fn hold() -> (Vec<String>, String, String) {
    let site = Site::new();
    site.write("c/contest.toml", CLASS);
    for name in ["regular.cl", "bueno.cl"] {
        let path = repository(&format!("contests/mancala8-course/reference/{name}"));
        site.write(&format!("c/{name}"), std::fs::read(path).unwrap());
    }
    let pairs = (0..CLASS_OF).map(|number| format!("2315,{},Fingida{number:03}\n", number + 1));
    let pairs: String = std::iter::once("group,pair,key\n".to_owned()).chain(pairs).collect();
    for number in 0..CLASS_OF {
        let source = if number + 1 == CLASS_OF { sloth(number) } else { pupil(number) };
        site.write(&format!("c/submissions/15{:02}1150313Fi.cl", number + 1), source);
    }
    site.write("c/pairs.csv", pairs);
    let said = replay(&site, None);
    let mut verdicts: Vec<String> = ["accepted", "rejected"]
        .into_iter()
        .flat_map(|folder| {
            let found = std::fs::read_dir(site.path().join("c").join(folder)).unwrap();
            let names = found.map(|entry| entry.unwrap().file_name().into_string().unwrap());
            names.filter(|name| name.contains(".cl")).map(move |name| format!("{folder} {name}"))
        })
        .collect();
    verdicts.sort();
    let table = published(&site, ".csv").pop().unwrap_or_else(|| panic!("{said}"));
    let timeouts = site.succeed(&["matches", "c", "--format", "json"]);
    assert!(!timeouts.contains("timeout"), "{timeouts}");
    (verdicts, file(&site, &format!("published/{table}.csv")), file(&site, "marks.csv"))
}

#[test]
fn a_class_comes_to_the_same_whatever_else_the_machine_does_takes_long() {
    let rest = hold();
    assert_eq!(rest.0.len(), CLASS_OF, "{rest:?}");
    let rejected: Vec<&String> = rest.0.iter().filter(|it| it.starts_with("rejected")).collect();
    assert_eq!(rejected, ["rejected 15031150313Fi.cl"], "only the slow one");
    let loops = Loops::start();
    assert_eq!(hold(), rest, "under load");
    drop(loops);
}

/// A bot that prints is not reused for another match: each match starts a process.
const LOUD: &str = "(defun mi-f-ev (e)
  (unless *tablero-aux* (print (aref (reset-tablero-aux) 0 0)))
  (- (get-pts (estado-lado-sgte-jugador e)) 18))";

#[test]
fn no_start_of_a_host_fails_by_itself_takes_long() {
    let site = Site::new();
    site.write("c/ruidoso.cl", LOUD);
    site.write(
        "c/contest.toml",
        "name = \"x\"\ngame = \"mancala8\"\nbots = [\"ruidoso.cl\", \"builtin:first\"]\n\
         [format]\nkind = \"round-robin\"\ngames_per_pair = 60\n[ranking]\nkind = \"points\"\n\
         [limits]\nmove_time = \"2s\"\n",
    );
    let loops = Loops::start();
    site.succeed(&["run", "c", "--quiet"]);
    drop(loops);
    let matches = site.succeed(&["matches", "c", "--format", "json"]);
    assert_eq!(matches.lines().count(), 60);
    let failed: Vec<&str> = matches.lines().filter(|line| line.contains("\"reason\":\"")).collect();
    assert_eq!(failed, [""; 0]);
}

/// Computes for 5 ms before each answer.
const THINKS: &str = "import time\nwhile True:\n    end = time.process_time() + 0.005\n    \
    while time.process_time() < end: pass\n    print(1, flush=True)\n    if input() == 'fin': break\n";

#[test]
fn a_thinking_bot_is_not_taken_for_sleeping_takes_long() {
    let site = Site::new();
    site.write("c/piensa.py", THINKS);
    site.write(
        "c/contest.toml",
        "name = \"x\"\ngame = \"footsteps\"\nbots = [\"piensa.py\", \"builtin:first\"]\n\
         [options]\npoints = 9\n[format]\nkind = \"round-robin\"\ngames_per_pair = 30\n\
         [ranking]\nkind = \"wins\"\n[limits]\nmove_time = \"100 ms\"\n",
    );
    let loops = Loops::start();
    site.succeed(&["run", "c", "--quiet"]);
    drop(loops);
    let matches = site.succeed(&["matches", "c", "--format", "json"]);
    assert_eq!(matches.lines().count(), 30);
    let failed: Vec<&str> =
        matches.lines().filter(|line| !line.contains("\"faults\":0,")).collect();
    assert_eq!(failed, [""; 0]);
}
