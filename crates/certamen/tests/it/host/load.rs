//! Whatever else the machine does decides nothing: a class is held at rest and while loops load every
//! core, and comes to the same.

use super::{file, published, replay};
use crate::site::{Site, repository};
use std::process::{Child, Command};

/// An afternoon with one table in the end. The limit is a share of what a player in Lisp needs.
const CLASS: &str = r#"
name = "Clase"
game = "mancala8"
bots = ["regular=regular.cl", "bueno=bueno.cl"]
options = { max_slots = 16 }
[format]
kind = "ladder"
[ranking]
kind = "references-beaten"
references = ["regular", "bueno"]
[limits]
move_time = "50% of bueno.cl:depth=4"
[programs]
disqualify_on = ["exit", "crash", "memory", "output", "security"]
[search]
depth = 2
[entries]
closes = "2015-03-13T14:00[Europe/Madrid]"
per_slot_and_day = 1
[timetable]
starts = "2015-03-13T12:00[Europe/Madrid]"
publish_every = "4 hours"
championship_every = "4 hours"
waves = 1
[course]
register = "pairs.csv"
"#;

/// Loops that load every core for as long as they are kept.
struct Loops(Vec<Child>);

impl Loops {
    fn start() -> Loops {
        let endless = || Command::new("/bin/sh").args(["-c", "while :; do :; done"]).spawn();
        Loops((0..6).map(|_| endless().unwrap()).collect())
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

/// Counts each hole as often as it takes to be as slow as it is: nobody is near the limit.
fn player(number: usize) -> String {
    let weights: Vec<String> =
        (0..6).map(|hole| ((number * 7 + hole * 5) % 6).to_string()).collect();
    let rounds = 1 + number % 5;
    format!(
        "; Fingida{number:03}\n(defun mi-f-ev (estado)
  (loop repeat {rounds} maximize (valor estado (estado-lado-sgte-jugador estado))))
(defun valor (estado lado)
  (- (peso (list-lado estado lado)) (peso (list-lado estado (lado-contrario lado)))
     (* 4 (- (get-fichas (estado-tablero estado) (lado-contrario lado) 6)
             (get-fichas (estado-tablero estado) lado 6)))))
(defun peso (lista) (reduce #'+ (mapcar #'* lista '({}))))
",
        weights.join(" ")
    )
}

/// Looks four plies further than the search that is supplied.
const SLOTH: &str = "; Fingida019
(defun mi-f-ev (estado) (expande estado 4))
(defun expande (estado niveles)
  (if (or (= niveles 0) (juego-terminado-p estado))
      (cuenta-fichas (estado-tablero estado) (estado-lado-sgte-jugador estado) 0)
      (- (reduce #'max (mapcar (lambda (sucesor) (expande sucesor (- niveles 1)))
                               (generar-sucesores estado))))))
";

/// Holds the class: what was decided on each file, its table and its marks.
fn hold() -> (Vec<String>, String, String) {
    let site = Site::new();
    site.write("c/contest.toml", CLASS);
    for name in ["regular.cl", "bueno.cl"] {
        let path = repository(&format!("contests/mancala8-course/reference/{name}"));
        site.write(&format!("c/{name}"), std::fs::read(path).unwrap());
    }
    let pairs = (0..20).map(|number| format!("2315,{},Fingida{number:03}\n", number + 1));
    let pairs: String = std::iter::once("group,pair,key\n".to_owned()).chain(pairs).collect();
    for number in 0..20 {
        let source = if number == 19 { SLOTH.to_owned() } else { player(number) };
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
    assert_eq!(rest.0.len(), 20, "{rest:?}");
    let rejected: Vec<&String> = rest.0.iter().filter(|it| it.starts_with("rejected")).collect();
    assert_eq!(rejected, ["rejected 15201150313Fi.cl"], "the sloth, and nobody else");
    let loops = Loops::start();
    let loaded = hold();
    drop(loops);
    assert_eq!(loaded, rest);
}

/// Who has anything to say is not kept for another match: each match starts a host.
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
         [format]\nkind = \"round-robin\"\ngames_per_pair = 200\n[ranking]\nkind = \"points\"\n\
         [limits]\nmove_time = \"2s\"\n",
    );
    let loops = Loops::start();
    site.succeed(&["run", "c", "--quiet"]);
    drop(loops);
    let matches = site.succeed(&["matches", "c", "--format", "json"]);
    assert_eq!(matches.lines().count(), 200);
    let failed: Vec<&str> = matches.lines().filter(|line| line.contains("\"reason\":\"")).collect();
    assert_eq!(failed, [""; 0]);
}
