//! What is forecast of contests that were begun.

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
fn what_came_first_does_not_stand_for_what_is_left() {
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
fn nothing_is_said_without_a_probe() {
    let format = FormatConfig::read("round-robin", json!({})).unwrap();
    assert_eq!(Forecast::new(ContestProgress::default(), &format, &[], 2), None);
}

#[test]
fn formats_that_may_go_on_are_told_as_bounds() {
    let bound = |kind, keys| {
        let format = FormatConfig::read(kind, keys).unwrap();
        Forecast::new(ContestProgress::default(), &format, &seconds(&[1]), 1).unwrap().at_least
    };
    assert!(bound("round-robin", json!({"replay_ties": true})));
    assert!(bound("knockout", json!({})) && bound("ladder", json!({})));
    assert!(!bound("ladder", json!({"matches": 9})) && !bound("swiss", json!({})));
}
