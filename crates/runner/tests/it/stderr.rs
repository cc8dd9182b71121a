//! The standard error of programs, kept by turn.

use certamen_game::job::{JobResult, MatchJob, MatchNumber, SubmissionId};
use certamen_game::{Conditions, Seat, Table, record, stderr_text};
use certamen_runner::{
    Bot, BuildCache, EnginePool, Lineup, SeatingPlan, WorkerThread, WriteAccess,
};
use certamen_sandbox::Unisolated;
use std::{fs, sync::Arc};

/// A match of the program against itself.
fn play(game: &str, options: &str, script: &str) -> JobResult {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bot.py");
    fs::write(&file, script).unwrap();
    let game = certamen_games::find(game).unwrap();
    let bot = Bot::find(file.to_str().unwrap(), game).unwrap();
    let sandbox = Arc::new(Unisolated::new());
    let built = BuildCache::new(folder.path().join("builds"), sandbox.clone()).prepare(&bot);
    let bots = [(SubmissionId(1), built.unwrap())].into();
    let write_access = WriteAccess::Below(folder.path().join("scratch"));
    let plan = SeatingPlan { game, sandbox, write_access };
    let lineup = Arc::new(Lineup { plan, bots, observer: None, engines: EnginePool::default() });
    let conditions = Conditions::usual(10_000, record::MEMORY, "D").bounded();
    let table = Table::new(game).options(serde_json::from_str(options).unwrap());
    let (table, folders) = (table.conditions(conditions), vec![Vec::new(); 2]);
    let job = MatchJob { number: MatchNumber(1), table, seats: vec![SubmissionId(1); 2], folders };
    WorkerThread::at(0).play(&job, &lineup, &false.into()).unwrap().result.unwrap()
}

#[test]
fn a_program_that_runs_through_a_match_has_a_piece_for_each_turn_with_output() {
    let script = "import sys\nturn = 0\nwhile True:\n  turn += 1\n  \
        if turn in (1, 3): print('\\x1e9\\nin', turn, file=sys.stderr, flush=True)\n  \
        print(1, flush=True)\n  \
        if input() == 'fin':\n    print('end', file=sys.stderr, flush=True)\n    break\n";
    let played = play("footsteps", r#"{"points": 5}"#, script);
    let after = played.record.turns.len() as u64 + 1;
    let expected = [(1, "\x1e9\nin 1\n"), (3, "\x1e9\nin 3\n"), (after, "end\n")];
    let expected = expected.map(|(turn, words)| (turn, words.as_bytes().to_vec()));
    for seat in 0..2 {
        assert_eq!(stderr_text::split(&played.errors[seat]), expected);
    }
}

#[test]
fn a_program_that_is_run_in_each_turn_has_a_piece_for_each_run() {
    let script = "import sys\nline = sys.argv[-1]\nprint(line, file=sys.stderr)\n\
        print(line.index('.') + 1)";
    let played = play("intervalo", r#"{"squares": 8}"#, script);
    for seat in [Seat(0), Seat(1)] {
        let pieces = stderr_text::split(&played.errors[seat.index()]);
        let turns: Vec<u64> = pieces.iter().map(|(turn, _)| *turn).collect();
        assert!(turns.len() > 1, "{turns:?}");
        let asked =
            played.record.turns.iter().filter(|turn| {
                turn.moves.iter().any(|entry| entry.seat == seat && !entry.automatic)
            });
        assert_eq!(turns, asked.map(|turn| turn.turn).collect::<Vec<_>>());
        for (_, words) in pieces {
            let lines = String::from_utf8_lossy(&words).lines().count();
            assert_eq!(lines, 1, "{words:?}");
        }
    }
}
