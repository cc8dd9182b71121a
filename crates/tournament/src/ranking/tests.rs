//! Crosstables, and what no ranking may depend on.

use super::*;
use crate::{
    EntrantId, FormatConfig, History, Meetings, OnDisqualified, Pairing, RankingConfig, SeatResult,
    Status, Verdict, after_departures,
};
use certamen_game::Fault;
use proptest::prelude::*;
use serde_json::{Value, json};

fn entrants(count: usize) -> Vec<Entrant> {
    let entrant = |name| Entrant {
        name: format!("{name}"),
        language: "c".to_owned(),
        status: Status::Active,
    };
    (0..count).map(entrant).collect()
}

/// One match: who sat where, and the scores.
type Match = (Vec<u32>, Vec<f64>);

fn two(first: u32, second: u32, scores: [f64; 2]) -> Match {
    (vec![first, second], scores.to_vec())
}

fn history(played: &[Match]) -> History {
    let mut history = History::new(Detail::Matches);
    for (seats, scores) in played {
        let best = scores.iter().copied().fold(f64::MIN, f64::max);
        let shared = scores.iter().filter(|score| **score == best).count() > 1;
        let result = |score: &f64| {
            let verdict = match (*score == best, shared) {
                (true, false) => Verdict::Won,
                (true, true) => Verdict::Drawn,
                (false, _) => Verdict::Lost,
            };
            SeatResult { verdict, score: *score, faults: 0 }
        };
        let results: Vec<SeatResult> = scores.iter().map(result).collect();
        let seats: Vec<EntrantId> = seats.iter().copied().map(EntrantId).collect();
        let repeat = history.cell(&seats).map_or(0, |cell| cell.finished.len());
        history.finish(&Pairing { seats, repeat }, &results);
    }
    history
}

fn ranking(kind: &str, keys: &Value) -> Box<dyn Ranking> {
    RankingConfig::read(kind, keys.as_object().unwrap().clone()).unwrap().build()
}

/// Places and scores in the order of the table.
fn table(kind: &str, keys: &Value, played: &[Match]) -> Vec<(u32, u32, f64)> {
    let standings = ranking(kind, keys).rank(&entrants(4), &history(played));
    standings.iter().map(|line| (line.rank.unwrap(), line.entrant.0, line.score)).collect()
}

#[test]
fn crosstables_come_out_in_each_order() {
    let (won, drawn) = ([7.0, -1.0], [3.0, 3.0]);
    let played =
        [two(0, 1, won), two(1, 2, drawn), two(1, 3, drawn), two(2, 1, drawn), two(3, 2, drawn)];
    let check = |kind: &str, expected: [(u32, u32, f64); 4]| {
        assert_eq!(table(kind, &json!({}), &played), expected, "{kind}");
    };
    check("wins", [(1, 0, 1.0), (2, 1, 0.0), (2, 2, 0.0), (2, 3, 0.0)]);
    check("points", [(1, 1, 1.5), (1, 2, 1.5), (3, 0, 1.0), (3, 3, 1.0)]);
    check("total-score", [(1, 2, 9.0), (2, 1, 8.0), (3, 0, 7.0), (4, 3, 6.0)]);
    check("win-share", [(1, 0, 100.0), (2, 2, 50.0), (2, 3, 50.0), (4, 1, 37.5)]);
    check("borda", [(1, 1, 1.5), (1, 2, 1.5), (3, 0, 1.0), (3, 3, 1.0)]);
    // Each pair that met counts once, whatever the number of its matches.
    check("copeland", [(1, 0, 1.0), (1, 1, 1.0), (1, 2, 1.0), (1, 3, 1.0)]);
    check("schulze", [(1, 0, 1.0), (2, 1, 0.0), (2, 2, 0.0), (2, 3, 0.0)]);
}

#[test]
fn tables_of_many_are_elections() {
    // Each match is a ballot: 45 of them, the example of Schulze's article (2011), five candidates.
    let ballots = [
        (5, "ACBED"),
        (5, "ADECB"),
        (8, "BEDAC"),
        (3, "CABED"),
        (7, "CAEBD"),
        (2, "CBADE"),
        (7, "DCEBA"),
        (8, "EBADC"),
    ];
    let mut played = Vec::new();
    for (times, order) in ballots {
        let seats: Vec<u32> = order.bytes().map(|letter| u32::from(letter - b'A')).collect();
        played.extend((0..times).map(|_| (seats.clone(), vec![5.0, 4.0, 3.0, 2.0, 1.0])));
    }
    let order = |kind: &str| {
        let standings = ranking(kind, &json!({})).rank(&entrants(5), &history(&played));
        standings.iter().map(|line| (b'A' + line.entrant.0 as u8) as char).collect::<String>()
    };
    assert_eq!(order("schulze"), "EACBD");
    let copeland = ranking("copeland", &json!({})).scores(&entrants(5), &history(&played));
    // A beats B and D, B beats D and ... as the table of majorities there has it.
    assert_eq!(copeland, [2.0, 2.0, 2.0, 1.0, 3.0]);
    let borda = ranking("borda", &json!({})).scores(&entrants(5), &history(&played));
    assert_eq!(borda.iter().sum::<f64>(), 450.0);
}

#[test]
fn borda_shares_the_points_of_equals() {
    let played = [(vec![0, 1, 2, 3], vec![7.0, 2.0, 2.0, -1.0])];
    assert_eq!(
        table("borda", &json!({}), &played),
        [(1, 0, 3.0), (2, 1, 1.5), (2, 2, 1.5), (4, 3, 0.0)]
    );
}

#[test]
fn equal_scores_share_a_place_unless_a_tie_break_is_set() {
    let (win, draw) = ([1.0, 0.0], [0.5, 0.5]);
    // 0, 1 and 2 have two points each: 0 beat 1, 1 beat 2, 2 drew with 0 and 3.
    let played = [
        two(0, 1, win),
        two(1, 2, win),
        two(0, 2, draw),
        two(2, 3, draw),
        two(0, 3, draw),
        two(1, 3, win),
        two(2, 3, win),
    ];
    let places = |tie_breaks: Value| -> Vec<(u32, u32)> {
        let lines = table("points", &json!({"tie_breaks": tie_breaks}), &played);
        lines.into_iter().map(|(rank, entrant, _)| (rank, entrant)).collect()
    };
    assert_eq!(places(json!([])), [(1, 0), (1, 1), (1, 2), (4, 3)]);
    assert_eq!(places(json!(["most-wins"])), [(1, 1), (2, 0), (2, 2), (4, 3)]);
    // 0 has 1.5 against the other two, 1 has 1, 2 has 1/2.
    assert_eq!(places(json!(["direct-encounter"])), [(1, 0), (2, 1), (3, 2), (4, 3)]);
    // Opponents have 5, 5 and 6: 2 met 3 twice, which has 1.
    assert_eq!(places(json!(["buchholz"])), [(1, 2), (2, 0), (2, 1), (4, 3)]);
    assert_eq!(places(json!(["most-wins", "sonneborn-berger"])), [(1, 1), (2, 0), (3, 2), (4, 3)]);
}

#[test]
fn marks_are_those_of_the_rules() {
    // Strongest first; r0 to r5 are references between them.
    let order = ["a", "r5", "b", "r4", "c", "r3", "r2", "d", "r1", "r0", "e"];
    let mut entrants: Vec<Entrant> = entrants(order.len());
    for (entrant, name) in entrants.iter_mut().zip(order) {
        name.clone_into(&mut entrant.name);
    }
    let mut played = Vec::new();
    for one in 0..order.len() as u32 {
        played.extend((0..one).map(|other| two(other, one, [1.0, 0.0])));
    }
    let marks = |keys: Value| -> Vec<(String, Option<f64>, Option<f64>)> {
        let mut all = json!({"references": ["r0", "r1", "r2", "r3", "r4", "r5"]});
        for (key, value) in keys.as_object().unwrap() {
            all[key] = value.clone();
        }
        let table = ranking("references-beaten", &all).rank(&entrants, &history(&played));
        let line = |line: &Standing| {
            let name = entrants[line.entrant.index()].name.clone();
            (name, line.columns[0].1, line.columns[1].1)
        };
        table.iter().map(line).filter(|line| !line.0.starts_with('r')).collect()
    };
    let line = |name: &str, beaten: f64, mark: f64| (name.to_owned(), Some(beaten), Some(mark));
    // Six references stop at 5; places 1 to 5 are worth a point more; none beaten is 1/2.
    let plain = [
        line("a", 6.0, 6.0),
        line("b", 5.0, 6.0),
        line("c", 4.0, 5.0),
        line("d", 2.0, 2.0),
        line("e", 0.0, 0.5),
    ];
    assert_eq!(marks(json!({})), plain);
    // With references passed over, d is the fourth and e the fifth of the others.
    let skipping = marks(json!({"premium_skips_references": true}));
    assert_eq!(skipping[3..], [line("d", 2.0, 3.0), line("e", 0.0, 1.5)]);
    // A pair has one mark, beside its best player.
    let pairs = marks(json!({"pairs": {"one": ["b", "c", "e"]}}));
    assert_eq!(pairs[1], line("b", 5.0, 6.0));
    assert_eq!([pairs[2].2, pairs[4].2], [None, None]);
}

#[test]
fn an_equal_rank_does_not_beat_a_reference() {
    let played = [two(0, 1, [0.5, 0.5]), two(0, 2, [1.0, 0.0]), two(1, 2, [1.0, 0.0])];
    let keys = json!({"references": ["1", "2"]});
    let table = ranking("references-beaten", &keys).rank(&entrants(3), &history(&played));
    assert_eq!((table[0].entrant, table[0].rank), (EntrantId(0), Some(1)));
    assert_eq!(table[0].columns[0].1, Some(1.0));
    // A reference has no mark.
    assert_eq!([table[1].columns[0].1, table[1].columns[1].1], [None, None]);
}

fn all_rankings() -> Vec<Box<dyn Ranking>> {
    let breaks = json!(["buchholz", "sonneborn-berger", "direct-encounter", "most-wins"]);
    RankingConfig::KINDS
        .iter()
        .flat_map(|kind| {
            let mut keys = json!({});
            if kind.keys().iter().any(|key| key == "references") {
                keys["references"] = json!(["1"]);
            }
            let plain = ranking(kind.name, &keys);
            keys["tie_breaks"] = breaks.clone();
            [plain, ranking(kind.name, &keys)]
        })
        .collect()
}

proptest! {
    #[test]
    fn the_order_of_results_does_not_matter(
        played in prop::collection::vec((0u32..4, 1u32..4, 0u8..3, 0u8..3), 0..30), seed: u64,
    ) {
        let one: Vec<Match> = played
            .iter()
            .map(|(a, b, own, other)| two(*a, (a + b) % 4, [f64::from(*own), f64::from(*other)]))
            .collect();
        let mut other = one.clone();
        certamen_game::Rng::of_turn(seed, 0).shuffle(&mut other);
        for ranking in all_rankings() {
            let [one, other] = [&one, &other].map(|played| ranking.rank(&entrants(4), &history(played)));
            prop_assert_eq!(one, other);
        }
    }

    #[test]
    fn entrants_that_left_have_no_rank_under_any_ranking(
        played in prop::collection::vec((0u32..5, 1u32..5, 0u8..3, 0u8..3), 0..30),
        left in prop::collection::btree_set(0usize..5, 0..4),
    ) {
        let played: Vec<Match> = played
            .iter()
            .map(|(a, b, own, other)| two(*a, (a + b) % 5, [f64::from(*own), f64::from(*other)]))
            .collect();
        let mut entrants = entrants(5);
        for index in &left {
            entrants[*index].status = Status::Disqualified(crate::Cause::Fault(Fault::Crash));
        }
        let history = history(&played);
        for policy in OnDisqualified::ALL {
            for meetings in [Meetings::AllPairs(2), Meetings::AsPaired] {
                let counted = after_departures(&history, &Vec::new(), &entrants, (policy, &meetings));
                for ranking in all_rankings() {
                    let table = ranking.rank(&entrants, &counted);
                    prop_assert_eq!(table.len(), 5);
                    for (place, line) in table.iter().enumerate() {
                        let active = !left.contains(&line.entrant.index());
                        prop_assert_eq!(line.rank.is_some(), active && place < 5 - left.len());
                        prop_assert!(line.score.is_finite());
                        prop_assert_eq!(line.columns.len(), table[0].columns.len());
                    }
                    let ranks: Vec<u32> = table.iter().filter_map(|line| line.rank).collect();
                    for (place, rank) in (1u32..).zip(&ranks) {
                        prop_assert!(*rank == place || ranks[place as usize - 2] == *rank);
                    }
                }
            }
        }
    }

    #[test]
    fn a_condorcet_winner_is_first_of_schulze_and_copeland(
        scores in prop::collection::vec(prop::collection::vec(0u8..6, 5), 1..20),
    ) {
        let played: Vec<Match> = scores
            .iter()
            .map(|scores| ((0..5).collect(), scores.iter().map(|score| f64::from(*score)).collect()))
            .collect();
        let history = history(&played);
        let ahead = super::voting::victories(&history, 5);
        let beats_all = |one: &usize| (0..5).all(|o| o == *one || ahead[*one][o] > ahead[o][*one]);
        if let Some(winner) = (0..5).find(beats_all) {
            for kind in ["schulze", "copeland"] {
                let table = ranking(kind, &json!({})).rank(&entrants(5), &history);
                prop_assert_eq!(table[0].entrant.index(), winner);
                prop_assert_eq!(table[1].rank, Some(2));
            }
        }
    }
}

#[test]
fn entrants_that_never_played_have_no_rank() {
    let mut history = History::default();
    let result = |verdict| SeatResult { verdict, score: 0.0, faults: 0 };
    let pairing = Pairing { seats: [0, 2].map(EntrantId).to_vec(), repeat: 0 };
    history.finish(&pairing, &[result(Verdict::Won), result(Verdict::Lost)]);
    let ranking = || RankingConfig::from(ByRating {}).build();
    let format = FormatConfig::read("ladder", json!({})).unwrap();
    let format = format.build(ranking(), 1);
    let places = |history: &History| {
        let table = crate::table(&*format, &*ranking(), &entrants(3), history);
        table.iter().map(|line| (line.entrant.0, line.rank)).collect::<Vec<_>>()
    };
    assert_eq!(places(&history), [(0, Some(1)), (2, Some(2)), (1, None)]);
    // Before anybody plays all are equal.
    let all = [(0, Some(1)), (1, Some(1)), (2, Some(1))];
    assert_eq!(places(&History::default()), all);
}
