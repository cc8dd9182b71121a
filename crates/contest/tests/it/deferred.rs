//! A match that we fail to play again and again is deferred and blocks no other.

use crate::site::{ROUND_ROBIN, Site, audited, played};
use certamen_contest::{AuditVerdict, Contest, FailedBots, NextStep, RetryDecision};
use certamen_game::{job::MatchJob, record::Usage};
use certamen_store::MatchNumber;

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

/// Plays a contest in which match 2 can never be played; how often it was tried.
fn play(contest: &mut Contest) -> u32 {
    let mut tries = 0;
    for _ in 0..10_000 {
        match contest.step().unwrap() {
            NextStep::Work(job) if job.number == MatchNumber(2) => {
                tries += 1;
                let now = std::time::SystemTime::now();
                let retry_decision = contest
                    .give_back(job.number, (now, now), "the disk is broken", FailedBots::HERE)
                    .unwrap();
                assert_eq!(retry_decision == RetryDecision::Deferred, tries == 3);
            }
            NextStep::Work(job) => contest.hand_in(vec![played(*job)]).unwrap(),
            NextStep::Wait | NextStep::Again => {}
            NextStep::Stands => return tries,
            NextStep::Done(done) => panic!("{done:?}"),
        }
    }
    panic!("it goes on for ever");
}

/// In a contest of this format among four, this many matches can be played without match 2.
fn check(format: &str, others: u64) {
    let keys = "kind = \"round-robin\"\ngames_per_pair = 2";
    let ranking = if format.contains("ladder") { "win-share" } else { "points" };
    let site = Site::new(&ROUND_ROBIN.replace(keys, format).replace("wins", ranking));
    let mut contest = site.open(&NAMES).unwrap();
    assert_eq!(play(&mut contest), 3, "{format}");
    assert_eq!(contest.deferred().collect::<Vec<_>>(), [MatchNumber(2)], "{format}");
    assert_eq!(contest.progress().finished, others, "{format}");
    drop(contest);
    // The next run tries it again, and plays what waited for it.
    let mut contest = site.open(&NAMES).unwrap();
    crate::site::play(&mut contest, usize::MAX);
    assert!(matches!(contest.step().unwrap(), NextStep::Done(_)), "{format}");
    assert_eq!(contest.deferred().count(), 0);
}

#[test]
fn whose_matches_cannot_be_played_while_others_are_rests_until_the_next_run() {
    let site = Site::new(ROUND_ROBIN);
    let mut contest = site.open(&NAMES).unwrap();
    let (mut tries, mut count) = (0, 0);
    let now = std::time::SystemTime::now();
    loop {
        match contest.step().unwrap() {
            NextStep::Work(job) if job.table.seats.iter().any(|seat| seat.bot == "b") => {
                tries += 1;
                contest.give_back(job.number, (now, now), "unknown", FailedBots::HERE).unwrap();
            }
            NextStep::Work(job) => {
                contest.hand_in(vec![played(*job)]).unwrap();
                count += 1;
            }
            NextStep::Wait | NextStep::Again => {}
            NextStep::Stands => break,
            NextStep::Done(done) => panic!("{done:?}"),
        }
    }
    assert_eq!(contest.suspended().collect::<Vec<_>>(), ["b"]);
    assert_eq!(count, 6, "the others play each other");
    // Two or three of its six matches were tried, and one was never given to anybody.
    assert!((6..=9).contains(&tries), "{tries}");
    drop(contest);
    let mut contest = site.open(&NAMES).unwrap();
    crate::site::play(&mut contest, usize::MAX);
    assert!(matches!(contest.step().unwrap(), NextStep::Done(_)));
    assert_eq!((contest.suspended().count(), contest.progress().finished), (0, 12));
}

#[test]
fn an_excluded_bot_stops_no_other() {
    let ranking = "kind = \"references-beaten\"\nreferences = [\"a\"]\n[ranking.pairs]\n\"14-01\" = [\"b\", \"c\"]\n\"14-02\" = [\"d\"]";
    let site = Site::new(&ROUND_ROBIN.replace("kind = \"wins\"", ranking));
    assert!(site.open(&["a", "b", "d"]).is_err(), "`c` is unknown");
    let mut contest = site.open_without(&["a", "b", "d"], &["c"]).unwrap();
    crate::site::play(&mut contest, usize::MAX);
    assert!(matches!(contest.step().unwrap(), NextStep::Done(_)));
    let report = audited(site.account());
    assert_eq!((report.findings, report.verdict), (Vec::new(), AuditVerdict::Sound));
    drop(contest);
    // Without a reference every mark would be another one.
    assert!(site.open_without(&["b", "c", "d"], &["a"]).is_err());
}

#[test]
fn the_others_of_its_round_are_played_and_the_next_run_tries_it_again() {
    check("kind = \"round-robin\"\ngames_per_pair = 2", 11);
    check("kind = \"round-robin\"\nreplay_ties = true\nmax_cycles = 2", 5);
    check("kind = \"swiss\"\nrounds = 3", 1);
    check("kind = \"knockout\"", 1);
    check("kind = \"gauntlet\"\nchallengers = [\"a\"]", 2);
    check("kind = \"ladder\"\nmatches = 9", 1);
}

#[test]
fn matches_of_a_player_with_a_limit_of_cost_wait_for_those_under_way() {
    let file = ROUND_ROBIN.replace("bots = [", "allow_remote = true\nbots = [\"http:alpha\", ");
    let player = "[players.alpha]\nprotocol = \"http\"\ncost = \"1 USD\"\n\
        url = \"https://player.example.org/move\"\n";
    let site = Site::new(&format!("{file}{player}"));
    let mut contest = site.open(&["http:alpha", "a", "b", "c"]).unwrap();
    let seat = |job: &MatchJob| job.table.seats.iter().position(|seat| seat.bot == "alpha");
    let hand_in = |contest: &mut Contest, job: MatchJob, usd_micros| {
        let seat = seat(&job).unwrap();
        let mut played = played(job);
        let moves = &mut played.record.turns[0].moves;
        let own = moves.iter_mut().find(|entry| entry.seat.index() == seat).unwrap();
        own.remote.usage = Some(Usage { usd_micros: Some(usd_micros), ..Usage::default() });
        contest.hand_in(vec![played]).unwrap();
    };
    let under_way = |contest: &mut Contest| {
        let mut own = Vec::new();
        while let NextStep::Work(job) = contest.step().unwrap() {
            own.extend(Some(*job).filter(|job| seat(job).is_some()));
        }
        own
    };
    let mut own = Vec::new();
    while own.is_empty() {
        let NextStep::Work(job) = contest.step().unwrap() else {
            panic!("nothing is to be played")
        };
        own.extend(Some(*job).filter(|job| seat(job).is_some()));
    }
    hand_in(&mut contest, own.pop().unwrap(), 300_000);
    // Two more may cost 0.9 dollars together with the first, three may cost more than one.
    let mut own = under_way(&mut contest);
    assert_eq!(own.len(), 2);
    // It was cheaper than the first: there is room for another one.
    hand_in(&mut contest, own.pop().unwrap(), 100_000);
    own.extend(under_way(&mut contest));
    assert_eq!(own.len(), 2);
    for job in own {
        hand_in(&mut contest, job, 300_000);
    }
    assert_eq!(contest.suspended().collect::<Vec<_>>(), ["alpha"]);
}
