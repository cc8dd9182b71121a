//! Compares a player's time with that of the player whose time sets the limit.
//!
//! Times depend on the load of the machine. So both are asked in turn, in the positions that take each
//! of them longest. The minimum of some answers counts in each round, and the median of the ratios of
//! all rounds.
//!
//! A short answer costs more on a core that has just slept than on a busy one: on an idle machine that
//! was a tenth of the reference player's time, which a player gained by being measured beside others.
//! So the cores are kept awake meanwhile.
//!
//! Both play on one core, and each sample begins a match: moved to the other core, or after the
//! collector has run, answers of one of them take half as long again, and those of the other do not.

use crate::check::charged::{Position, TimedPlayer};
use crate::check::say;
use crate::{Bot, allowed_cores, pin_to_core};
use certamen_game::Failure;
use certamen_i18n::Message;
use rustix::{
    process,
    thread::{self, CpuSet},
};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

/// The number of rounds, and of rounds where the ratio is near the limit.
const ROUNDS: usize = 15;
const MORE_ROUNDS: usize = 45;
/// How often each is asked in each position in a round. Load affects the minimum of both alike.
const TRIES: usize = 2;
/// Ratios within 20 % of the limit are near.
const NEAR: f64 = 0.2;
/// The number of positions in which each is asked: the slowest.
const SLOWEST: usize = 2;
/// The number of positions that may be among them after a first measurement, and how often each is
/// asked again. Beside compilers, the medians of the first measurement named a position that takes
/// half as long in one of six measurements, and the player seemed twice as fast.
const CONTENDERS: usize = 8;
const TRIALS: usize = 6;
/// Shorter answers are repeated until they have taken this long; the mean counts.
const RESOLVED: Duration = Duration::from_millis(1);
const MOST_ANSWERS: u32 = 20;

/// The player whose time sets the limit.
pub struct Pace {
    /// The player.
    pub bot: Bot,
    /// How much of its time may be used, in per cent.
    pub percent: u32,
    /// The limit in words, as `50 % of bueno's time at depth 4`.
    pub label: Message,
}

/// How long a player needs, in per cent of another one's time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MeasuredShare {
    /// The median.
    pub percent: f64,
    /// Its interval of 95 %.
    pub interval: [f64; 2],
}

impl MeasuredShare {
    /// The share and what is allowed, in words.
    pub fn message(&self, allowed: &Message) -> Message {
        let MeasuredShare { percent, interval: [low, high] } = self;
        let [needed, low, high] = [percent, low, high].map(|it| format!("{it:.1}"));
        say::needs_share(needed, low, high, allowed.clone())
    }
}

/// The time of `candidate` in its slowest positions, in per cent of the time of `reference` in its own.
/// Failures are the candidate's fault; `at` is their position.
pub(crate) fn measure(
    candidate: &mut TimedPlayer<'_>,
    reference: &mut TimedPlayer<'_>,
    positions: &[Position],
    allowed: u32,
    at: &mut Option<String>,
) -> Result<(Duration, MeasuredShare), Failure> {
    let _core = OneCore::stay();
    let _awake = AwakeCores::keep();
    let found = candidate.times(positions, at)?;
    let needed = found.iter().copied().max().unwrap_or_default();
    let own = slowest(&found, &mut |which| sample(candidate, &positions[which]))?;
    let theirs = reference.times(positions, &mut None).map_err(not_candidates_fault)?;
    let theirs = slowest(&theirs, &mut |which| sample(reference, &positions[which]));
    let theirs = theirs.map_err(not_candidates_fault)?;
    let mut ask = |player, which: usize| match player {
        PacedPlayer::Candidate => sample(candidate, &positions[own[which]]),
        PacedPlayer::Reference => {
            sample(reference, &positions[theirs[which]]).map_err(not_candidates_fault)
        }
    };
    let share = alternate([own.len(), theirs.len()], f64::from(allowed), &mut ask)?;
    Ok((needed, share))
}

/// Keeps this thread, and the programs that it starts, on one core while it lives.
struct OneCore(Option<CpuSet>);

impl OneCore {
    fn stay() -> OneCore {
        let before = thread::sched_getaffinity(None).ok().filter(|cores| cores.count() > 1);
        if before.is_some() {
            // Matches are played from the first core on.
            allowed_cores().last().into_iter().for_each(|core| pin_to_core(*core));
        }
        OneCore(before)
    }
}

impl Drop for OneCore {
    fn drop(&mut self) {
        if let Some(before) = &self.0 {
            // It was allowed before.
            let _ = thread::sched_setaffinity(None, before);
        }
    }
}

/// Keeps all cores from sleeping while it lives, by threads that leave them to any other.
struct AwakeCores(Arc<AtomicBool>);

impl AwakeCores {
    fn keep() -> AwakeCores {
        let over = Arc::new(AtomicBool::new(false));
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            let over = Arc::clone(&over);
            std::thread::spawn(move || {
                // The lowest priority; where it is refused, the threads take turns with others.
                let _ = process::setpriority_process(Some(thread::gettid()), 19);
                while !over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        AwakeCores(over)
    }
}

impl Drop for AwakeCores {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A failure of the reference is not the candidate's fault.
fn not_candidates_fault(failure: Failure) -> Failure {
    match failure {
        Failure::Fault(fault) => Failure::Void(certamen_game::Void::because(&fault)),
        other => other,
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PacedPlayer {
    Candidate,
    Reference,
}

/// Asks both in turn until their ratio is known well enough, each in `counts` positions.
fn alternate(
    counts: [usize; 2],
    allowed: f64,
    ask: &mut dyn FnMut(PacedPlayer, usize) -> Result<Duration, Failure>,
) -> Result<MeasuredShare, Failure> {
    let mut rounds: Vec<[Vec<f64>; 2]> = Vec::new();
    loop {
        let mut round = counts.map(|count| vec![f64::INFINITY; count]);
        for turn in 0..TRIES * counts[0].max(counts[1]) {
            for (side, player) in
                [PacedPlayer::Candidate, PacedPlayer::Reference].into_iter().enumerate()
            {
                let which = turn % counts[side].max(1);
                let took = ask(player, which)?.max(Duration::from_nanos(1)).as_secs_f64();
                round[side][which] = round[side][which].min(took);
            }
        }
        rounds.push(round);
        if rounds.len() == ROUNDS || rounds.len() == MORE_ROUNDS {
            let share = share(&rounds, counts);
            let is_near = (share.percent / allowed - 1.0).abs() <= NEAR;
            if !is_near || rounds.len() == MORE_ROUNDS {
                return Ok(share);
            }
        }
    }
}

/// The candidate's longest time over the reference's, where positions are compared by medians.
fn share(rounds: &[[Vec<f64>; 2]], counts: [usize; 2]) -> MeasuredShare {
    let ratio = |own: usize, theirs: usize| {
        let mut ratios: Vec<f64> =
            rounds.iter().map(|[mine, other]| 100.0 * mine[own] / other[theirs]).collect();
        ratios.sort_unstable_by(f64::total_cmp);
        // The ranks between which the median lies with 95 %, by the binomial distribution.
        let (middle, off) = (ratios.len() / 2, 0.98 * (ratios.len() as f64).sqrt());
        let off = off.ceil() as usize;
        let [low, high] = [middle.saturating_sub(off), (middle + off).min(ratios.len() - 1)];
        MeasuredShare { percent: ratios[middle], interval: [ratios[low], ratios[high]] }
    };
    let by_percent =
        |one: &MeasuredShare, other: &MeasuredShare| one.percent.total_cmp(&other.percent);
    let own = (0..counts[0])
        .filter_map(|own| (0..counts[1]).map(|theirs| ratio(own, theirs)).min_by(by_percent));
    own.max_by(by_percent).unwrap_or(MeasuredShare { percent: 0.0, interval: [0.0; 2] })
}

/// The slowest positions by the minimum of some answers, which load affects least, among those that
/// were slowest in a first measurement.
fn slowest(
    first: &[Duration],
    ask: &mut dyn FnMut(usize) -> Result<Duration, Failure>,
) -> Result<Vec<usize>, Failure> {
    let mut order: Vec<usize> = (0..first.len()).collect();
    order.sort_by_key(|which| std::cmp::Reverse(first[*which]));
    order.truncate(CONTENDERS);
    let mut fastest = vec![Duration::MAX; first.len()];
    // All in turn: a moment of load slows several of them once, and not one of them always.
    for _ in 0..TRIALS {
        for which in &order {
            fastest[*which] = fastest[*which].min(ask(*which)?);
        }
    }
    order.sort_by_key(|which| std::cmp::Reverse(fastest[*which]));
    order.truncate(SLOWEST);
    Ok(order)
}

/// The mean time of an answer, at the start of a match.
fn sample(player: &mut TimedPlayer<'_>, position: &Position) -> Result<Duration, Failure> {
    player.begin_match();
    let (mut sum, mut count) = (Duration::ZERO, 0);
    while count == 0 || (sum < RESOLVED && count < MOST_ANSWERS) {
        sum += player.ask(position)?;
        count += 1;
    }
    Ok(sum / count)
}

#[cfg(test)]
mod tests;
