//! Players of known speed against a limit, on machines that are busy and idle.

use super::*;
use crate::{BuildCache, SeatingPlan, WriteAccess, check::charged::positions};
use certamen_game::{Budget, Conditions, Rng, Table};
use certamen_sandbox::{Isolated, Launcher, Tier};
use std::fs;
use std::path::Path;

/// The limit of all that is asked here, in per cent of the reference player's time.
const ALLOWED: u32 = 50;
/// Numbers of calls for a leaf from which the time of one is computed.
const CALLS: [u64; 2] = [12, 40];
/// The share of the limit that players need, and the verdict, if it is certain.
const GRADES: [(f64, Option<bool>); 6] = [
    (0.5, Some(true)),
    (0.8, Some(true)),
    (0.9, None),
    (1.1, None),
    (1.25, Some(false)),
    (1.5, Some(false)),
];

#[track_caller]
fn check(grade: f64, expected: Option<bool>, share: MeasuredShare) {
    let enters = share.percent <= f64::from(ALLOWED);
    assert!(expected.is_none_or(|expected| expected == enters), "{grade}: {share:?}");
    let [low, high] = share.interval;
    assert!(low <= share.percent && share.percent <= high, "{share:?}");
}

/// A machine on which everything takes up to 1.8 times as long while its neighbour is busy, as it
/// was measured, which begins and ends at any moment.
struct SimulatedMachine {
    rng: Rng,
    slowdown: f64,
    answers: usize,
}

impl SimulatedMachine {
    fn time(&mut self, micros: f64) -> Duration {
        let mut draw = |below: u64| self.rng.below(below) as f64 / below as f64;
        if draw(100) < 0.2 {
            self.slowdown = if draw(100) < 0.5 { 1.0 } else { 1.0 + 0.8 * draw(100) };
        }
        let jitter = 1.0 + 0.1 * draw(100);
        self.answers += 1;
        Duration::from_secs_f64(micros * self.slowdown * jitter / 1e6)
    }
}

#[test]
fn a_busy_neighbour_changes_no_verdict_and_near_the_limit_more_is_measured() {
    for seed in 0..20 {
        for (grade, expected) in GRADES {
            let rng = Rng::of_turn(seed, 1);
            let mut machine = SimulatedMachine { rng, slowdown: 1.0, answers: 0 };
            let mut ask = |player, which| {
                let slowest =
                    if player == PacedPlayer::Reference { 1_000.0 } else { 500.0 * grade };
                Ok(machine.time(slowest * (1.0 - 0.1 * which as f64)))
            };
            let share = alternate([SLOWEST; 2], f64::from(ALLOWED), &mut ask).unwrap();
            check(grade, expected, share);
            let rounds = machine.answers / (2 * SLOWEST * TRIES);
            let is_far = !(0.7..1.3).contains(&grade);
            assert!(if is_far { rounds == ROUNDS } else { rounds >= ROUNDS }, "{grade}: {rounds}");
            assert!((0.85..1.15).contains(&grade) <= (rounds == MORE_ROUNDS), "{grade}");
        }
    }
}

#[test]
fn the_slowest_positions_are_found_beside_a_busy_neighbour() {
    // Two positions take the time of eight leaves, the others that of four or five.
    let leaves = |which: usize| if which % 18 == 7 { 8.0 } else { 4.0 + (which % 2) as f64 };
    for seed in 0..200 {
        let rng = Rng::of_turn(seed, 1);
        let mut machine = SimulatedMachine { rng, slowdown: 1.0, answers: 0 };
        let mut first = vec![Vec::new(); 36];
        for _ in 0..5 {
            for (which, times) in first.iter_mut().enumerate() {
                times.push(machine.time(leaves(which) * 50.0));
            }
        }
        let median = |mut times: Vec<Duration>| {
            times.sort_unstable();
            times[2]
        };
        let first: Vec<Duration> = first.into_iter().map(median).collect();
        let ask = &mut |which| Ok(machine.time(leaves(which) * 50.0));
        let mut found = slowest(&first, ask).unwrap();
        found.sort_unstable();
        assert_eq!(found, [7, 25], "seed {seed}");
    }
}

/// Threads that do nothing but take cores away, until they are dropped.
struct BusyLoops(Arc<AtomicBool>, Vec<std::thread::JoinHandle<()>>);

impl BusyLoops {
    fn start(count: usize) -> BusyLoops {
        let over = Arc::new(AtomicBool::new(false));
        let loops = (0..count).map(|_| {
            let over = Arc::clone(&over);
            std::thread::spawn(move || while !over.load(Ordering::Relaxed) {})
        });
        let loops = loops.collect();
        BusyLoops(over, loops)
    }
}

impl Drop for BusyLoops {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
        for thread in self.1.drain(..) {
            thread.join().unwrap();
        }
    }
}

/// A sandbox that counts computing time. What sets it up is built with the tests of the workspace, or
/// by `cargo build -p certamen-sandbox`.
fn isolated() -> Arc<Isolated> {
    let test = std::env::current_exe().unwrap();
    let launcher = Launcher::with_program(test.ancestors().nth(2).unwrap().join("sandbox-setup"));
    let mut tiers = [Tier::A, Tier::B].into_iter();
    let found = tiers.find_map(|tier| Isolated::of_tier(&launcher, tier).ok());
    Arc::new(found.expect("sandbox-setup beside the tests, and isolation"))
}

/// A course with a reference player and players of any speed.
struct Course {
    folder: tempfile::TempDir,
    plan: SeatingPlan,
    cache: BuildCache,
}

impl Course {
    fn new() -> Course {
        let folder = tempfile::tempdir().unwrap();
        let sandbox = isolated();
        let cache = BuildCache::new(folder.path().join("builds"), sandbox.clone());
        let game = certamen_games::find("mancala8").unwrap();
        Course {
            plan: SeatingPlan { game, sandbox, write_access: WriteAccess::None },
            cache,
            folder,
        }
    }

    fn player(&self, path: &Path, arguments: &str, whole: bool) -> TimedPlayer<'_> {
        let bot = Bot::find(&format!("{}{arguments}", path.display()), self.plan.game).unwrap();
        let ready = self.cache.prepare(&bot).unwrap();
        let ready = if whole { ready.with_whole_search() } else { ready };
        let time = Duration::from_secs(60);
        TimedPlayer::new(&self.plan, ready, Budget { cpu: time, wall: time })
    }

    /// How much of the reference player's time a player needs that values each leaf `times` over as
    /// the reference does: a player of the same kind, so that a machine whose memory is busy slows
    /// both alike. One that only counted once measured 0.85 of the limit instead of 1.5, beside
    /// compilers.
    fn share(&self, times: u64) -> MeasuredShare {
        let reference = "../../contests/mancala8-course/reference/bueno.cl";
        let reference = Path::new(env!("CARGO_MANIFEST_DIR")).join(reference);
        let path = self.folder.path().join(format!("times{times}.cl"));
        let once = fs::read_to_string(&reference).unwrap().replace("mi-f-ev", "una-vez");
        let text = format!(
            "{once}\n(defun mi-f-ev (e) (let ((s 0)) (dotimes (i {times} s) (setq s (una-vez e)))))\n"
        );
        fs::write(&path, text).unwrap();
        let conditions = Conditions::usual(1_000, 1 << 28, "D");
        let table = Table::new(self.plan.game).unnamed(2).conditions(conditions);
        let positions = positions(self.plan.game, &table).unwrap();
        let (mut own, mut other) =
            (self.player(&path, ":depth=1", false), self.player(&reference, ":depth=4", true));
        measure(&mut own, &mut other, &positions, ALLOWED, &mut None).unwrap().1
    }
}

/// Players that need this share of the limit are judged correctly, `times` over.
fn check_players(grades: &[(f64, Option<bool>)], times: usize, loads: &[usize]) {
    let course = Course::new();
    let calibrated = CALLS.map(|calls| course.share(calls).percent);
    let per_call = (calibrated[1] - calibrated[0]) / (CALLS[1] - CALLS[0]) as f64;
    let fixed = calibrated[0] - CALLS[0] as f64 * per_call;
    eprintln!("{calibrated:?}: {per_call} each, {fixed}");
    for load in loads {
        let _loops = BusyLoops::start(*load);
        for time in 0..times {
            for (grade, expected) in grades {
                let calls = (grade * f64::from(ALLOWED) - fixed) / per_call;
                let share = course.share(calls.round() as u64);
                eprintln!("{load} loops, {time}: {grade} of the limit: {share:?}");
                check(*grade, *expected, share);
            }
        }
    }
}

#[test]
fn players_are_judged_alike_while_cores_are_busy() {
    check_players(&[GRADES[0], GRADES[5]], 1, &[2]);
}

#[test]
fn graded_players_are_judged_alike_twenty_times_nightly() {
    let (clear, between): (Vec<_>, Vec<_>) =
        GRADES.into_iter().partition(|(_, expected)| expected.is_some());
    check_players(&between, 2, &[0, 4]);
    check_players(&clear, 20, &[0, 4]);
}
