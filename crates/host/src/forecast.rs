//! How long a contest will take: the number of matches left, times the duration of one, by the
//! number of matches played at a time.

use crate::{HostError, RunningContest, StopSignal, executor::ActiveLineup};
use certamen_contest::{ContestProgress, MatchKind};
use certamen_i18n::Language;
use certamen_runner::{EnginePool, Lineup, allowed_cores};
use certamen_tournament::FormatConfig;
use serde::Serialize;
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

mod say {
    certamen_i18n::texts!("locales/forecast");
}

/// The number of probe matches, unless they take too long.
const PROBE: usize = 16;
/// After this time three matches are enough.
const PATIENCE: Duration = Duration::from_secs(10);
/// The fewest matches that a forecast is made of.
const FEWEST: usize = 3;
/// At most this many of the last matches are looked at.
const REMEMBERED: usize = 1000;

/// How long a contest will take: what is left, times the mean duration of matches. A few slow bots
/// make the mean, not the median. `low` and `high` are where the mean of all that is left will be
/// in nineteen contests of twenty, judging by these matches.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Forecast {
    pub matches: u64,
    pub left: u64,
    /// Whether there may be more, or one cannot know.
    pub at_least: bool,
    pub cores: usize,
    /// The number of worker slots, where workers play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slots: Option<usize>,
    pub probed: usize,
    /// How long it will take, by the mean, in seconds.
    pub seconds: f64,
    pub low: f64,
    pub high: f64,
}

impl Forecast {
    /// The forecast for a contest with this progress, if matches of each kind that is left take as
    /// long as its samples; `None` without any.
    pub fn new(
        progress: ContestProgress,
        format: &FormatConfig,
        kinds: &[KindLeft],
        cores: usize,
    ) -> Option<Forecast> {
        let probed: usize = kinds.iter().map(|kind| kind.times.len()).sum();
        if probed == 0 {
            return None;
        }
        let left = progress.total.saturating_sub(progress.finished);
        let cores = cores.max(1);
        // Fewer matches than cores keep fewer cores busy.
        let rounds = (left as f64 / cores as f64).max(f64::from(u8::from(left > 0)));
        let [mean, reach] = mean_of_left(kinds, left);
        Some(Forecast {
            matches: progress.total,
            left,
            at_least: is_lower_bound(format),
            cores,
            slots: None,
            probed,
            seconds: rounds * mean,
            low: rounds * (mean - reach).max(0.0),
            high: rounds * (mean + reach),
        })
    }

    /// The forecast for this number of bots, in a line.
    pub fn describe(&self, bots: usize, language: Language) -> String {
        let [matches, left] = [say::matches(), say::left()].map(|words| words.get(language));
        let count = if self.left == self.matches {
            format!("{} {matches}", self.matches)
        } else {
            format!("{} / {} {matches} {left}", self.left, self.matches)
        };
        let ends = [self.low, self.high].map(|end| span(end).unwrap_or_else(|| "0 s".to_owned()));
        let from = if ends[0] == ends[1] {
            say::from_alike(self.probed)
        } else {
            say::from(self.probed, ends.join(" … "))
        };
        let (from, bot_words) = (from.get(language), say::bots().get(language));
        format!("{bots} {bot_words}, {count}: {} ({from})", self.time(language))
    }

    /// The time that is left and what it is for, such as `about 3 min on 2 cores`.
    pub fn time(&self, language: Language) -> String {
        let total = match span(self.seconds) {
            // There is nothing to be less than this.
            None => say::under_a_second().get(language),
            Some(span) if self.at_least => format!("{} {span}", say::at_least().get(language)),
            Some(span) => format!("{} {span}", say::about().get(language)),
        };
        let cores = match self.slots {
            Some(slots) => say::in_slots(slots),
            None if self.cores == 1 => say::on_core(),
            None => say::on_cores(self.cores),
        };
        format!("{total} {}", cores.get(language))
    }
}

/// Matches of one kind that are left, and how long some of them took, in seconds.
#[derive(Clone, PartialEq, Debug)]
pub struct KindLeft {
    /// How many are left, as far as known.
    pub left: u64,
    /// The measured durations; empty if there are none.
    pub times: Vec<f64>,
}

/// The mean time of `left` matches of these kinds, and how far from it that may be.
fn mean_of_left(kinds: &[KindLeft], left: u64) -> [f64; 2] {
    let known: u64 = kinds.iter().map(|kind| kind.left).sum();
    let all: Vec<f64> = kinds.iter().flat_map(|kind| &kind.times).copied().collect();
    let (mut total, mut variance) = (0.0, 0.0);
    for kind in kinds {
        // Matches that are not planned yet are assumed to be like those that are.
        let share = if known == 0 { 1.0 } else { kind.left as f64 / known as f64 };
        let own = share * left as f64;
        let times = if kind.times.is_empty() { &all } else { &kind.times };
        let count = times.len() as f64;
        let mean = times.iter().sum::<f64>() / count;
        let squares: f64 = times.iter().map(|time| (time - mean) * (time - mean)).sum();
        // How far the mean of what is left may be from that of what was seen.
        let deviation = squares / (count - 1.0).max(1.0);
        total += share * mean;
        variance += share * share * deviation * (1.0 / count + 1.0 / own.max(1.0));
    }
    [total, certamen_game::number::Z95 * variance.sqrt()]
}

impl RunningContest {
    /// How long the rest will take, if anything is left and matches of each kind that is left were
    /// played before.
    pub fn forecast(&mut self) -> Result<Option<Forecast>, HostError> {
        let times = self.contest.times(REMEMBERED)?;
        let kinds = self.kinds(times)?;
        if is_known(&kinds) { self.foresee(&kinds) } else { Ok(None) }
    }

    /// Like `forecast`, but plays some matches if too few were played, until `stop` is set, and stores
    /// nothing.
    pub fn forecast_or_probe(&mut self, stop: &StopSignal) -> Result<Option<Forecast>, HostError> {
        let times = self.contest.times(REMEMBERED)?;
        let mut kinds = self.kinds(times)?;
        // Where others play, nothing is tried here.
        if !is_known(&kinds) && self.slots_elsewhere()?.is_none() {
            let times = self.probe(stop)?;
            kinds = self.kinds(times)?;
        }
        self.foresee(&kinds)
    }

    /// The kinds of matches that are left, with the durations seen of each.
    fn kinds(
        &mut self,
        mut times: BTreeMap<MatchKind, Vec<Duration>>,
    ) -> Result<Vec<KindLeft>, HostError> {
        let kinds = self.contest.kinds_left()?.into_iter();
        let kinds = kinds.map(|(kind, left)| {
            let times = times.remove(&kind).unwrap_or_default();
            KindLeft { left, times: times.iter().map(Duration::as_secs_f64).collect() }
        });
        Ok(kinds.collect())
    }

    fn foresee(&self, kinds: &[KindLeft]) -> Result<Option<Forecast>, HostError> {
        let slots = self.slots_elsewhere()?;
        let left: u64 = kinds.iter().map(|kind| kind.left).sum();
        let slots = slots.map(|slots| slots.min(usize::try_from(left).unwrap_or(usize::MAX)));
        let cores = slots.unwrap_or_else(|| self.workspace.jobs.min(allowed_cores().len()));
        let contest = &self.contest;
        let forecast = Forecast::new(contest.progress(), &contest.file().format, kinds, cores);
        let forecast = forecast.filter(|forecast| forecast.left > 0);
        Ok(forecast.map(|forecast| Forecast { slots, ..forecast }))
    }

    /// How many matches workers play at a time, if they play instead of this machine.
    #[cfg_attr(not(feature = "bus"), expect(clippy::unused_self, clippy::unnecessary_wraps))]
    fn slots_elsewhere(&self) -> Result<Option<usize>, HostError> {
        #[cfg(feature = "bus")]
        if let Some(farm) = &self.workspace.farm {
            return Ok(Some(farm.slots(self)?));
        }
        Ok(None)
    }

    /// The duration of some matches that are spread over those to be played.
    fn probe(
        &mut self,
        stop: &StopSignal,
    ) -> Result<BTreeMap<MatchKind, Vec<Duration>>, HostError> {
        let bots = self.contest.submissions().iter().copied().zip(self.ready.clone()).collect();
        let work = self.contest.probe(PROBE)?;
        let pool = self.workspace.pool();
        let lineup = ActiveLineup::new(Lineup {
            plan: self.workspace.plan.clone(),
            bots,
            observer: None,
            engines: EnginePool::default(),
        });
        let (started, mut under_way) = (Instant::now(), work.len());
        let mut kinds = BTreeMap::new();
        for job in work {
            kinds.insert(job.number, self.contest.kind_of(&job.seats)?);
            pool.give(job, &lineup);
        }
        let (mut times, mut seen) = (BTreeMap::<MatchKind, Vec<Duration>>::new(), 0);
        let waker = pool.results();
        // The receiver is gone if the pool is.
        let _waking = stop.waking(move || drop(waker.send(None)));
        while under_way > 0 && !stop.is_set() && (seen < FEWEST || started.elapsed() < PATIENCE) {
            let left = PATIENCE.saturating_sub(started.elapsed());
            let patience = if seen < FEWEST { Duration::MAX } else { left };
            let Some(done) = pool.take(patience) else { continue };
            under_way -= 1;
            let kind = kinds.remove(&done.number).unwrap_or_default();
            if let Ok(played) = done.result {
                seen += 1;
                times.entry(kind).or_default().push(played.took);
            }
        }
        Ok(times)
    }
}

/// Whether enough was seen of each kind that is left.
fn is_known(kinds: &[KindLeft]) -> bool {
    let seen: usize = kinds.iter().map(|kind| kind.times.len()).sum();
    seen >= FEWEST && kinds.iter().all(|kind| !kind.times.is_empty())
}

/// Whether a format may play more matches than it announces.
pub fn is_lower_bound(format: &FormatConfig) -> bool {
    match format {
        FormatConfig::RoundRobin(keys) => keys.replay_ties,
        FormatConfig::Knockout(_) => true,
        FormatConfig::Ladder(keys) => keys.matches.is_none(),
        _ => false,
    }
}

/// A duration in words: two units at most; `None` if it is less than a second.
fn span(seconds: f64) -> Option<String> {
    let whole = seconds.round().min(1e12) as u64;
    let (minutes, hours, days) = (whole / 60, whole / 3600, whole / 86_400);
    Some(match whole {
        0 => return None,
        1..60 => format!("{whole} s"),
        60..600 => format!("{minutes} min {} s", whole % 60),
        600..3600 => format!("{} min", (whole + 30) / 60),
        3600..86_400 => format!("{hours} h {} min", minutes % 60),
        _ => format!("{days} d {} h", hours % 24),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// One kind, of which one is left and these were seen.
    fn seconds(times: &[u64]) -> Vec<KindLeft> {
        vec![KindLeft { left: 1, times: times.iter().map(|seconds| *seconds as f64).collect() }]
    }

    fn check(finished: u64, total: u64, times: &[u64], cores: usize, expected: [f64; 3]) {
        let format = FormatConfig::read("round-robin", json!({})).unwrap();
        let progress = ContestProgress { finished, total, faults: 0 };
        let forecast = Forecast::new(progress, &format, &seconds(times), cores).unwrap();
        let found = [forecast.low, forecast.seconds, forecast.high];
        let near = found.iter().zip(expected).all(|(one, other)| (one - other).abs() < 0.05);
        assert!(near, "{found:?}, not {expected:?}");
    }

    #[test]
    fn what_is_left_takes_its_time_on_all_cores() {
        check(0, 100, &[17], 2, [850.0; 3]);
        check(40, 100, &[2, 1, 4, 3, 5], 2, [46.7, 90.0, 133.3]);
        check(0, 1, &[10], 8, [10.0; 3]);
        check(7, 7, &[10], 2, [0.0; 3]);
    }

    #[test]
    fn two_slow_bots_of_ten_are_seen_in_the_forecast() {
        // Nine of 45 matches with neither, the others long: the median would say 45 seconds.
        let times: Vec<u64> = (0..45).map(|number| if number % 3 == 0 { 40 } else { 1 }).collect();
        check(0, 45, &times, 1, [284.3, 630.0, 975.7]);
    }

    #[test]
    fn finished_matches_of_one_kind_do_not_predict_another_kind() {
        let format = FormatConfig::read("round-robin", json!({})).unwrap();
        let progress = ContestProgress { finished: 10, total: 84, faults: 0 };
        let kind = |left, times: &[f64]| KindLeft { left, times: times.to_vec() };
        // Built-in players came first and are through; what is left takes a second each.
        let kinds = [kind(2, &[0.01; 9]), kind(72, &[0.9, 1.0, 1.1])];
        let forecast = Forecast::new(progress, &format, &kinds, 1).unwrap();
        assert!((70.0..75.0).contains(&forecast.seconds), "{forecast:?}");
        assert!(forecast.low < forecast.seconds && forecast.high > forecast.seconds);
        assert!(!is_known(&[kind(2, &[0.01; 9]), kind(72, &[])]));
    }

    #[test]
    fn without_a_probe_there_is_no_forecast() {
        let format = FormatConfig::read("round-robin", json!({})).unwrap();
        assert_eq!(Forecast::new(ContestProgress::default(), &format, &[], 2), None);
    }

    #[test]
    fn formats_that_may_go_on_are_shown_as_lower_bounds() {
        let bound = |kind, keys| {
            let format = FormatConfig::read(kind, keys).unwrap();
            Forecast::new(ContestProgress::default(), &format, &seconds(&[1]), 1).unwrap().at_least
        };
        assert!(bound("round-robin", json!({"replay_ties": true})));
        assert!(bound("knockout", json!({})) && bound("ladder", json!({})));
        assert!(!bound("ladder", json!({"matches": 9})) && !bound("swiss", json!({})));
    }

    #[test]
    fn times_have_at_most_two_units() {
        let spans = [45.4, 61.0, 840.0, 3599.0, 12_000.0, 190_000.0].map(span);
        let expected = ["45 s", "1 min 1 s", "14 min", "60 min", "3 h 20 min", "2 d 4 h"];
        assert_eq!(spans, expected.map(|time| Some(time.to_owned())));
        assert_eq!(span(0.2), None);
    }

    #[test]
    fn forecasts_fit_on_one_line() {
        let forecast = Forecast {
            matches: 100,
            left: 100,
            at_least: false,
            cores: 2,
            slots: None,
            probed: 16,
            seconds: 840.0,
            low: 600.0,
            high: 1200.0,
        };
        let line = |forecast: Forecast, language| forecast.describe(17, language);
        assert_eq!(
            line(forecast, Language::En),
            "17 bots, 100 matches: about 14 min on 2 cores (mean of 16 matches, likely 10 min … 20 min)"
        );
        let short = Forecast { seconds: 0.2, low: 0.1, high: 0.3, ..forecast };
        assert_eq!(
            line(short, Language::En),
            "17 bots, 100 matches: less than 1 s on 2 cores (mean of 16 matches)"
        );
        let resumed = Forecast { left: 40, at_least: true, ..forecast };
        assert!(
            line(resumed, Language::Es)
                .starts_with("17 bots, 40 / 100 partidas por jugar: al menos 14 min en 2")
        );
    }
}
