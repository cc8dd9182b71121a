//! A championship of a course: thirty evaluation functions in Lisp, a round robin with both
//! starts at depth 2, by the command, isolated, on all cores.

use crate::{
    Bench,
    samples::Samples,
    table::Figure,
    whole::{command, forget_results, run},
};
use anyhow::Result;
use certamen_game::Rng;
use std::{
    fmt::Write as _,
    fs,
    path::Path,
    process::Command,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    thread,
    time::Instant,
};

/// How many players there are.
const PLAYERS: u32 = 30;
/// How often a host is started while the machine is loaded.
const STARTS: u32 = 2_000;
/// The loops that load it.
const LOOPS: usize = 6;
/// Who has anything to say is not kept for another match: each match starts a host.
const LOUD: &str = "(defun mi-f-ev (e)
  (unless *tablero-aux* (print (aref (reset-tablero-aux) 0 0)))
  (- (get-pts (estado-lado-sgte-jugador e)) 18))";
/// The matches of a full day of a real tournament.
const DAY: f64 = 41_820.0;
/// What the players differ in is drawn from this.
const SEED: u64 = 20_150_327;

pub(crate) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    let command = command()?;
    let folder = tempfile::tempdir()?;
    write_course(folder.path(), bench.of(PLAYERS, 8))?;
    // The first time players are compiled, and the machine is known to isolate.
    run(bench, &command, folder.path())?;
    let [mut speed, mut day] = std::array::from_fn(|_| Samples::default());
    for _ in 0..bench.of(3, 1) {
        forget_results(folder.path())?;
        let started = Instant::now();
        run(bench, &command, folder.path())?;
        let players = bench.of(PLAYERS, 8);
        let rate = f64::from(players * (players - 1)) / started.elapsed().as_secs_f64();
        speed.push(rate);
        day.push(DAY / rate / 60.0);
    }
    let mut failed = Samples::default();
    failed.push(f64::from(starts_that_fail(bench, &command)?));
    let starts = format!("of {} starts under load, those that failed", bench.of(STARTS, 200));
    Ok(vec![
        Figure::new("all against all between players in Lisp", "matches/s", speed),
        Figure::most("a full day, 41,820 matches", "minutes", day, 1.0),
        Figure::most(starts, "hosts", failed, 0.0),
    ])
}

/// How many matches of a player that needs a host of its own for each end otherwise than by the
/// rules, while loops load every core.
fn starts_that_fail(bench: &Bench, command: &Path) -> Result<u32> {
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("loud.cl"), LOUD)?;
    let text = format!(
        "name = \"Bench\"\ngame = \"mancala8\"\nbots = [\"loud.cl\", \"builtin:first\"]\n\
         [format]\nkind = \"round-robin\"\ngames_per_pair = {}\n[ranking]\nkind = \"points\"\n\
         [limits]\nmove_time = \"2s\"\n",
        bench.of(STARTS, 200)
    );
    fs::write(folder.path().join("contest.toml"), text)?;
    under_load(bench, || run(bench, command, folder.path()))?;
    let listed =
        Command::new(command).args(["matches", "--format", "json"]).arg(folder.path()).output()?;
    let listed = String::from_utf8(listed.stdout)?;
    Ok(listed.lines().filter(|line| line.contains("\"reason\":\"")).count() as u32)
}

/// Does something while loops load every core.
pub(crate) fn under_load<T>(bench: &Bench, what: impl FnOnce() -> T) -> T {
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        for core in bench.cores.iter().cycle().take(LOOPS) {
            let stop = &stop;
            scope.spawn(move || {
                certamen_runner::pin_to_core(*core);
                while !stop.load(Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let done = what();
        stop.store(true, Relaxed);
        done
    })
}

fn write_course(folder: &Path, players: u32) -> Result<()> {
    let mut bots = String::new();
    for player in 0..players {
        fs::write(folder.join(format!("j{player:02}.cl")), source(player))?;
        write!(bots, "\"j{player:02}.cl\", ")?;
    }
    let text = format!(
        "name = \"Bench\"\ngame = \"mancala8\"\nbots = [{bots}]\n\
         [format]\nkind = \"round-robin\"\ngames_per_pair = 2\n[ranking]\nkind = \"win-share\"\n"
    );
    Ok(fs::write(folder.join("contest.toml"), text)?)
}

/// An evaluation as students write them: a weight for each hole of both sides and for the Kalahas.
fn source(player: u32) -> String {
    let mut rng = Rng::of_turn(SEED, u64::from(player));
    let mut weights = || {
        let all: Vec<String> = (0..6).map(|_| rng.below(7).to_string()).collect();
        all.join(" ")
    };
    let [own, other] = [weights(), weights()];
    let kalaha = 3 + rng.below(6);
    format!(
        "(defun mi-f-ev (estado)
  (let ((tablero (estado-tablero estado))
        (lado (estado-lado-sgte-jugador estado)))
    (+ (- (peso tablero lado '({own}))
          (peso tablero (lado-contrario lado) '({other})))
       (* {kalaha} (- (get-fichas tablero lado 6)
                      (get-fichas tablero (lado-contrario lado) 6))))))

(defun peso (tablero lado pesos)
  (loop for peso in pesos
        for hoyo from 0
        sum (* peso (get-fichas tablero lado hoyo))))
"
    )
}
