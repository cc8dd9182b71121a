//! FootSteps solved: the facts of its theory, and what the best play is good for.

use certamen_game::{Rng, Seat, State};
use certamen_games::footsteps::{
    Position,
    response::Response,
    solve::{Mix, Outlook, Solution},
    study::{BidLine, Estimate, Subject, estimate, foresee, plays},
    table,
};
use std::{collections::BTreeMap, convert::Infallible};

const START: Outlook = Outlook { ahead: 0, own: 50, rival: 50 };

fn solved() -> Solution {
    Solution::of(7, 50).expect("the usual board")
}

/// In per cent, the bids 1 to 17.
const OPENING: [f64; 17] = [
    1.868, 7.835, 2.162, 8.120, 2.472, 8.456, 2.822, 8.819, 3.156, 9.141, 3.524, 9.426, 3.870,
    9.681, 4.138, 10.035, 4.475,
];

#[test]
fn the_start_is_fair_and_its_opening_is_the_known_one() {
    let solution = solved();
    assert!(solution.gap() <= 1e-9, "{}", solution.gap());
    assert!(solution.value(START).abs() <= 1e-9);
    let opening: Vec<(u64, f64)> = solution.mix(START).bids().collect();
    assert_eq!(opening.len(), OPENING.len());
    for ((bid, probability), (expected, known)) in opening.into_iter().zip((1..).zip(OPENING)) {
        assert_eq!(bid, expected);
        // The known figures have three decimals.
        assert!((100.0 * probability - known).abs() < 0.001, "{bid}: {probability}");
    }
}

#[test]
fn what_one_side_wins_the_other_loses() {
    let solution = solved();
    for ahead in -3..=3 {
        for own in 0..=50 {
            for rival in 0..=50 {
                let outlook = Outlook { ahead, own, rival };
                let value = solution.value(outlook);
                assert!((value + solution.value(outlook.exchanged())).abs() < 1e-12, "{outlook:?}");
                assert!((-1.0..=1.0).contains(&value), "{outlook:?}");
                // More points are never worse.
                if own > 0 && ahead.abs() < 3 {
                    let poorer = solution.value(Outlook { own: own - 1, ..outlook });
                    assert!(value >= poorer - 1e-9, "{outlook:?}");
                }
            }
        }
    }
}

#[test]
fn lotteries_are_lawful_and_whole() {
    let solution = solved();
    for outlook in [START, Outlook { ahead: 2, own: 3, rival: 40 }, Outlook { own: 0, ..START }] {
        let mix = solution.mix(outlook);
        assert!((mix.bids().map(|(_, p)| p).sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(mix.bids().all(|(bid, _)| (outlook.own.min(1)..=outlook.own).contains(&bid)));
    }
    for (squares, points, key) in [(23, 50, "squares"), (7, 101, "points")] {
        let refused = Solution::of(squares, points).expect_err("too large");
        assert!(refused.to_string().contains(key), "{refused}");
    }
}

/// How the sample bots bid, as functions of what they see and of the rival's last bid.
type Policy = fn(Outlook, u64, &mut Rng) -> u64;

const POLICIES: [(&str, Policy); 6] = [
    ("any bid", |seen, _, rng| 1 + rng.below(seen.own)),
    ("half of it", |seen, _, _| seen.own.div_ceil(2)),
    ("one more than the last", |_, last, _| last + 1),
    ("a constant price", |_, _, _| 12),
    ("round a fair price", |seen, _, rng| {
        let fair = seen.own / (4 - u64::from(seen.ahead.unsigned_abs()));
        (fair / 3).max(1) + rng.below((5 * fair / 3).max(1))
    }),
    ("all for the last steps", |seen, _, _| if seen.ahead.abs() == 2 { seen.rival + 1 } else { 1 }),
];

fn lawful(bid: u64, own: u64) -> u64 {
    bid.clamp(own.min(1), own)
}

/// A player with such a policy.
struct PolicyPlayer {
    policy: Policy,
    rng: Rng,
    seen: Outlook,
    last: u64,
    bid: u64,
}

impl PolicyPlayer {
    fn with(policy: Policy) -> PolicyPlayer {
        PolicyPlayer { policy, rng: Rng::of_turn(0, 0), seen: START, last: 0, bid: 0 }
    }
}

impl Subject for PolicyPlayer {
    type Error = Infallible;

    fn begin(&mut self, seed: u64) -> Result<(), Infallible> {
        *self = PolicyPlayer { rng: Rng::of_turn(seed, 0), ..PolicyPlayer::with(self.policy) };
        Ok(())
    }

    fn bid(&mut self) -> Result<Option<u64>, Infallible> {
        if self.seen.own == 0 {
            self.bid = 0;
        } else {
            self.bid = lawful((self.policy)(self.seen, self.last, &mut self.rng), self.seen.own);
        }
        Ok(Some(self.bid))
    }

    fn hear(&mut self, answer: u64) -> Result<(), Infallible> {
        self.seen = self.seen.after(self.bid, answer);
        self.last = answer;
        Ok(())
    }
}

/// The best play's mean score in `matches` by the rules themselves, from either seat.
fn mean_score(solution: &Solution, policy: Policy, matches: u64) -> f64 {
    let mut mixes: BTreeMap<Outlook, Mix> = BTreeMap::new();
    let mut total = 0.0;
    for number in 0..matches {
        let seat = Seat((number % 2) as u8);
        let mut rng = Rng::of_turn(number, 1);
        let mut player = PolicyPlayer::with(policy);
        player.begin(number).unwrap();
        let mut position = Position { position: 0, squares: 7, points: [50; 2] };
        while position.outcome().is_none() {
            let seen = Outlook::of(&position, seat);
            let best = mixes.entry(seen).or_insert_with(|| solution.mix(seen)).draw(&mut rng);
            let Ok(Some(other)) = player.bid() else { unreachable!("a bid is always made") };
            let mut joint = [(seat, best), (seat.other(), other)];
            joint.sort_by_key(|(seat, _)| seat.index());
            position.apply(&joint, &mut rng);
            player.hear(best).unwrap();
        }
        let scores = position.outcome().expect("it is over").scores;
        total += scores[seat.index()] - scores[seat.other().index()];
    }
    total / matches as f64
}

#[test]
fn the_best_play_loses_to_no_opponent() {
    let solution = solved();
    let matches = 4000;
    // Hoeffding: by chance the mean of scores from -1 to 1 lies lower once in a million studies.
    let bound = (2.0 * 1e6_f64.ln() / matches as f64).sqrt();
    for (name, policy) in POLICIES {
        let mean = mean_score(&solution, policy, matches);
        assert!(mean >= -bound, "{name}: {mean}");
    }
    // It is no mere defence: a player that bids anything loses most of its matches.
    assert!(mean_score(&solution, POLICIES[0].1, matches) > 0.5);
}

#[test]
fn a_predictable_player_is_beaten_by_a_fixed_line() {
    let solution = solved();
    for (name, policy) in &POLICIES[1..4] {
        let mut player = PolicyPlayer::with(*policy);
        let Ok(line) = foresee(&solution, START, &mut player, 1, 5000);
        let line = line.unwrap_or_else(|| panic!("{name} does not draw lots"));
        assert_eq!(line.value, 1.0, "{name}: {line:?}");
        assert_eq!(replayed(&line), [0.0, 1.0], "{name}: {line:?}");
        let Ok(again) = plays(&mut player, &line, 2);
        assert!(again, "{name}");
    }
}

/// The scores of a line without a forfeit, by the rules; the player under study sits first.
fn replayed(line: &BidLine) -> Vec<f64> {
    let mut position = Position { position: 0, squares: 7, points: [50; 2] };
    for (bid, answer) in &line.bids {
        assert_eq!(position.outcome(), None);
        let joint = [(Seat(0), bid.expect("a bid")), (Seat(1), *answer)];
        position.apply(&joint, &mut Rng::of_turn(0, 0));
    }
    position.outcome().expect("the line goes to the end").scores
}

#[test]
fn a_random_player_is_not_taken_for_deterministic() {
    let solution = solved();
    let mut player = PolicyPlayer::with(POLICIES[0].1);
    let Ok(line) = foresee(&solution, START, &mut player, 1, 5000);
    // With one and the same seed it can be foreseen; another seed shows that it draws lots.
    let Ok(again) = plays(&mut player, &line.expect("equal seeds, equal bids"), 2);
    assert!(!again);
}

#[test]
fn what_is_learned_of_a_lottery_comes_near_its_exact_weakness() {
    let solution = solved();
    let exact = Response::to(&solution, |seen| Mix::even(seen.own)).value(START);
    assert!((0.9..1.0).contains(&exact), "{exact}");
    let mut player = PolicyPlayer::with(POLICIES[0].1);
    let Ok(found) = estimate(&solution, START, &mut player, 1, 600);
    let Estimate { mean, low, high, learned, measured } = found;
    assert_eq!((learned, measured), (300, 300));
    assert!(low < mean && mean < high && high - low < 0.2, "{found:?}");
    assert!(mean > 0.6 && low <= exact, "{found:?}");
}

#[test]
fn the_table_that_the_sample_bot_reads_is_up_to_date() {
    let committed = include_str!("../../../../bots/footsteps/optimo/tabla.txt");
    // Not compared as texts, which would be hard to read.
    assert!(committed == table::text(&solved()), "cargo xtask solve footsteps writes it");
}
