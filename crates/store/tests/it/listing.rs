//! Pages of matches: what is found by indexes is what is found by looking at all of them.

use crate::site::{Site, entered, finished, record};
use certamen_game::{Fault, Outcome, Scoring};
use certamen_store::{
    FaultFilter, Finished, MatchNumber, MatchQuery, Scheduled, Store, StoredMatch, SubmissionId,
};
use certamen_tournament::{Verdict, seat_results};

/// Four bots with 60 matches: all results, some faults, some to be played, a bye.
fn crowd(site: &Site) -> Vec<SubmissionId> {
    let mut store = site.store();
    let ids = entered(&mut store, 4);
    let orders = [[0, 1], [1, 0], [2, 1], [0, 2], [3, 0]];
    let scheduled = |number: u32| {
        let seats = orders[number as usize % 5].map(|place: usize| ids[place]);
        Scheduled { seats: seats.to_vec(), repeat: number / 5, seed: 0 }
    };
    store.schedule(&(0..60).map(scheduled).collect::<Vec<_>>()).unwrap();
    store.schedule(&[Scheduled { seats: vec![ids[0]], repeat: 0, seed: 0 }]).unwrap();
    let played = record(1);
    let all: Vec<Finished> = (1..=55)
        .map(|number: i64| {
            let scores = [[1.0, 0.0], [0.5, 0.5], [0.0, 1.0], [0.0, 0.0]][number as usize * 7 % 4];
            let outcome = Outcome::scored(scores);
            let faults = match number % 6 {
                0 => vec![(ids[number as usize % 2], Fault::Timeout)],
                3 => vec![(ids[1], Fault::Illegal)],
                _ => Vec::new(),
            };
            let results = seat_results(&outcome, &[0, 0], Scoring::WinLoss);
            Finished { outcome, results, faults, ..finished(number, &played) }
        })
        .collect();
    store.finish(&all).unwrap();
    ids
}

/// The expected result, from looking at each match.
fn looked_up(store: &Store, ids: &[SubmissionId], wanted: &MatchQuery<'_>) -> Vec<i64> {
    let faults = store.faults_by_match().unwrap();
    let id = |bot: &str| ids[bot.trim_start_matches("bot ").parse::<usize>().unwrap()];
    let takes = |played: &StoredMatch| {
        let sits = |bot: &str| played.seats.contains(&id(bot));
        let results = seat_results(played.outcome.as_ref().unwrap(), &[0, 0], Scoring::WinLoss);
        let went = |bot: &str| {
            let seat = played.seats.iter().position(|seat| *seat == id(bot));
            seat.map(|seat| results[seat].verdict)
        };
        let committed = |kind: FaultFilter| {
            let own = faults.get(&played.number).into_iter().flatten();
            let mut own = own.map(|(_, fault, _)| *fault);
            own.any(|fault| kind == FaultFilter::Any || kind == FaultFilter::Kind(fault))
        };
        wanted.bot.is_none_or(sits)
            && wanted.against.is_none_or(sits)
            && wanted.result.is_none_or(|verdict| wanted.bot.and_then(went) == Some(verdict))
            && wanted.fault.is_none_or(committed)
            && wanted.before.is_none_or(|before| played.number < before)
    };
    let mut found = store.finished().unwrap();
    found.retain(takes);
    found.iter().rev().map(|played| played.number.0).collect()
}

fn every_wish() -> Vec<MatchQuery<'static>> {
    let mut wishes = Vec::new();
    for bot in [None, Some("bot 0"), Some("bot 1"), Some("bot 3")] {
        for against in [None, Some("bot 1"), Some("bot 2")] {
            for result in [None, Some(Verdict::Won), Some(Verdict::Drawn), Some(Verdict::Lost)] {
                for fault in [
                    None,
                    Some(FaultFilter::Any),
                    Some(FaultFilter::Kind(Fault::Timeout)),
                    Some(FaultFilter::Kind(Fault::Crash)),
                ] {
                    if result.is_none() || bot.is_some() {
                        wishes.push(MatchQuery { bot, against, result, fault, before: None });
                    }
                }
            }
        }
    }
    wishes
}

fn check(store: &Store, ids: &[SubmissionId]) {
    for wish in every_wish() {
        let expected = looked_up(store, ids, &wish);
        let mut pages = Vec::new();
        let mut before = None;
        loop {
            let wanted = MatchQuery { before, ..wish.clone() };
            let page = store.listed(&wanted, Scoring::WinLoss, 7).unwrap();
            pages.extend(page.iter().map(|played| played.number.0));
            assert!(pages.len() <= expected.len(), "{wish:?}: {pages:?}");
            let Some(last) = page.last() else { break };
            before = Some(last.number);
        }
        assert_eq!(pages, expected, "{wish:?}");
    }
}

#[test]
fn all_pages_together_are_all_matches_that_are_wanted() {
    let site = Site::new();
    let ids = crowd(&site);
    let store = Store::read(&site.path()).unwrap();
    assert_eq!(store.listed(&MatchQuery::default(), Scoring::WinLoss, 99).unwrap().len(), 55);
    let ended = store.ended(MatchNumber(55)).unwrap().unwrap();
    assert_eq!(ended.duration_since(std::time::UNIX_EPOCH).unwrap().as_secs(), 55);
    let faults = |bot| store.faults_of(bot).unwrap();
    assert_eq!(faults("bot 0"), [(Fault::Timeout, 9)]);
    assert_eq!(faults("bot 1"), [(Fault::Illegal, 9)]);
    assert!(faults("bot 3").is_empty());
    check(&store, &ids);
}

#[test]
fn matches_of_which_no_results_were_kept_are_found_all_the_same() {
    let site = Site::new();
    let ids = crowd(&site);
    site.damage("UPDATE match SET results = NULL WHERE number % 3 = 0");
    check(&Store::read(&site.path()).unwrap(), &ids);
}
