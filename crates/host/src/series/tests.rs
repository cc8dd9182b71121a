//! Series that are short, and what is counted of them.

use super::*;
use certamen_game::{Map, conformance};
use certamen_sandbox::Unisolated;

/// A series between built-in players of Mancala-8, with `jobs` matches at a time.
fn played(bots: &[&str], jobs: usize, stop: &StopSignal) -> CompareEvidence {
    let compare_run = series("mancala8", bots, 2);
    compare_run.play(&workspace(&compare_run, jobs), (stop, None), &mut |_| ()).unwrap()
}

fn workspace(compare_run: &CompareRun, jobs: usize) -> Workspace {
    let game = certamen_games::find(&compare_run.table.game).unwrap();
    Workspace::passing(game, Arc::new(Unisolated::new()), jobs).unwrap()
}

fn series(game: &str, bots: &[&str], seats: usize) -> CompareRun {
    let game = certamen_games::find(game).unwrap();
    let house = |name: &&str| {
        let bot = BuiltBot::House { name: (*name).to_owned(), arguments: [].into() };
        (SeatEntry::named(*name), bot)
    };
    CompareRun {
        table: conformance::table(game, Map::new(), seats as u8, 1),
        bots: bots.iter().map(house).collect(),
        seats,
        test: SequentialTest { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 },
        most: 400,
        answers: Answers::Unknown,
    }
}

fn told(evidence: &CompareEvidence) -> String {
    let CompareEvidence { blocks, results, repeated, result, .. } = evidence;
    format!("{result:?} {results:?} {repeated} {:?}", blocks.counts())
}

#[test]
fn it_ends_when_it_shows_however_many_play_at_a_time() {
    let [one, four] = [1, 4].map(|jobs| played(&["bueno", "random"], jobs, &StopSignal::default()));
    assert_eq!(one.result, CompareResult::Better, "{one:?}");
    assert_eq!(told(&one), told(&four));
    let worse = played(&["random", "bueno"], 2, &StopSignal::default());
    assert_eq!(worse.result, CompareResult::NotBetter, "{worse:?}");
}

#[test]
fn what_only_repeats_is_no_evidence() {
    let evidence = played(&["bueno", "regular"], 2, &StopSignal::default());
    assert_eq!(evidence.result, CompareResult::NothingNew);
    assert_eq!((evidence.blocks.len(), evidence.repeated), (1, 32));
}

#[test]
fn against_others_what_the_old_one_does_not_get_counts_for_the_new_one() {
    let evidence = played(&["bueno", "first", "random", "aleatorio"], 2, &StopSignal::default());
    assert_eq!(evidence.result, CompareResult::Better, "{evidence:?}");
    assert_eq!(evidence.blocks.matches(), 4);
    // Only the matches of the new one are reported.
    assert_eq!(evidence.results.iter().sum::<u64>(), 2 * evidence.blocks.len());
}

#[test]
fn at_tables_of_many_each_other_counts() {
    let compare_run = series("coins", &["random"; 5], 4);
    let compare_run = CompareRun { most: 24, ..compare_run };
    let evidence = compare_run
        .play(&workspace(&compare_run, 2), (&StopSignal::default(), None), &mut |_| ())
        .unwrap();
    // Both on each of four seats, against three others.
    assert_eq!((evidence.blocks.len(), evidence.blocks.matches()), (3, 24));
    assert_eq!(evidence.results.iter().sum::<u64>(), 3 * 4 * 3);
    assert_eq!(compare_run.matches(1)[1], [3, 0, 4, 2]);
}

#[test]
fn who_was_stopped_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kept");
    let whole = played(&["bueno", "random"], 1, &StopSignal::default());
    let compare_run = series("mancala8", &["bueno", "random"], 2);
    let bench = workspace(&compare_run, 1);
    let play = |most| {
        let compare_run = CompareRun { most, ..self::series("mancala8", &["bueno", "random"], 2) };
        let kept = KeptBlocks::open(&path, &compare_run).unwrap();
        compare_run.play(&bench, (&StopSignal::default(), Some(kept)), &mut |_| ()).unwrap()
    };
    assert_eq!(play(4).result, CompareResult::AllPlayed);
    // An incomplete line does not count.
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().count(), 3, "{text}");
    std::fs::write(&path, format!("{text}{{\"half_points\":4")).unwrap();
    assert_eq!(told(&play(400)), told(&whole));
    // All is there: nothing is played any more.
    assert_eq!(told(&play(400)), told(&whole));
    let other =
        CompareRun { test: SequentialTest { elo1: 60.0, ..compare_run.test }, ..compare_run };
    let refused = KeptBlocks::open(&path, &other).unwrap_err();
    assert!(matches!(refused, HostError::OtherSeries { .. }), "{refused}");
}

#[test]
fn who_has_enough_is_heard() {
    let stop = StopSignal::default();
    stop.set();
    let evidence = played(&["random", "aleatorio"], 1, &stop);
    assert_eq!(evidence.result, CompareResult::Stopped, "{evidence:?}");
}
