//! What goes wrong, and how often.

use certamen_game::Rng;
use std::time::Duration;

/// What goes wrong, and how often. For events that happen at random it gives the mean time until
/// one does; `None` if it never does.
#[derive(Clone, Copy, Debug, Default)]
pub struct FaultPlan {
    /// How many of a thousand messages are lost on their way there or back.
    pub lost: u64,
    /// How many of a thousand arrive twice.
    pub doubled: u64,
    /// How many of a thousand arrive late, after others have overtaken them.
    pub delayed: u64,
    /// A worker is killed, and started again after a while.
    pub death: Option<Duration>,
    /// It hangs for a while, longer than its lease.
    pub stall: Option<Duration>,
    /// It cannot reach the server for a while.
    pub cut: Option<Duration>,
    /// The server is away for a while.
    pub fall: Option<Duration>,
    /// It loses all data.
    pub oblivion: Option<Duration>,
    /// The coordinator is killed.
    pub end: Option<Duration>,
    /// How many of a hundred workers lie.
    pub liars: u64,
    /// How many of a hundred are slow, by a factor of five.
    pub slow: u64,
    /// The match with this number kills every worker that plays it.
    pub poison: Option<i64>,
}

impl FaultPlan {
    /// All of it, and often.
    pub fn much() -> FaultPlan {
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        FaultPlan {
            lost: 20,
            doubled: 20,
            delayed: 20,
            death: seconds(40),
            stall: seconds(60),
            cut: seconds(60),
            fall: seconds(40),
            oblivion: seconds(60),
            end: seconds(20),
            liars: 0,
            slow: 20,
            poison: None,
        }
    }
}

/// The time until the next event with this mean time.
pub(super) fn until(rng: &mut Rng, mean: Duration) -> Duration {
    between(rng, Duration::ZERO, 2 * mean)
}

/// A length of time between two others.
pub(super) fn between(rng: &mut Rng, least: Duration, most: Duration) -> Duration {
    let span = u64::try_from(most.saturating_sub(least).as_micros()).unwrap_or(u64::MAX);
    least + Duration::from_micros(rng.below(span.max(1)))
}

/// Whether an event happens that happens this often in a thousand times.
pub(super) fn happens(rng: &mut Rng, of_thousand: u64) -> bool {
    of_thousand > 0 && rng.below(1000) < of_thousand
}
