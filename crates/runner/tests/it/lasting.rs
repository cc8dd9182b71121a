//! Engines that go on from match to match.

use certamen_game::job::{JobResult, MatchJob, MatchNumber, SubmissionId};
use certamen_game::{Conditions, Fault, ProgramLife, Table, record, stderr_text};
use certamen_runner::{
    Bot, BuildCache, EnginePool, Lineup, SeatingPlan, WorkerThread, WriteAccess,
};
use certamen_sandbox::Unisolated;
use std::{fs, path::Path, sync::Arc, thread::sleep, time::Duration};

/// An engine that writes its number to standard error when a game begins, and fails in its second.
const ENGINE: &str = r#"
import os, sys
games = 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci": print("uciok", flush=True)
    elif words[0] == "isready": print("readyok", flush=True)
    elif words[0] == "ucinewgame":
        games += 1
        names = [name for name in os.environ if name.startswith("CERTAMEN_")]
        print(os.getpid(), games, *names, file=sys.stderr, flush=True)
    elif words[0] == "position": moves = words[3:]
    elif words[0] == "go":
        print("bestmove", "a1a1" if games == 2 else ["g1f3", "g8f6"][len(moves) % 2], flush=True)
"#;

/// What an engine wrote when its match began: its process and its game. `None` if it was not asked.
fn begun(done: &JobResult, seat: usize) -> Option<(u32, u32)> {
    let words = stderr_text::split(&done.errors[seat]).into_iter().flat_map(|(_, words)| words);
    let words = String::from_utf8(words.collect()).unwrap();
    let mut numbers = words.split_whitespace().map(|word| word.parse().expect("only numbers"));
    let begun = (numbers.next()?, numbers.next()?);
    assert_eq!(numbers.next(), None, "what it wrote in another match is not in this one: {words}");
    Some(begun)
}

fn has_ended(process: u32) -> bool {
    let is_there = || Path::new("/proc").join(process.to_string()).exists();
    (0..500).any(|_| {
        let ended = !is_there();
        if !ended {
            sleep(Duration::from_millis(10));
        }
        ended
    })
}

#[test]
fn an_engine_goes_on_until_it_fails_and_ends_with_its_contest() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("engine");
    fs::create_dir(&own).unwrap();
    let manifest = "name = \"engine\"\nlanguage = \"python\"\nsource = [\"main.py\"]\n\
        protocol = \"uci\"\n";
    fs::write(own.join("bot.toml"), manifest).unwrap();
    fs::write(own.join("main.py"), ENGINE).unwrap();
    let game = certamen_games::find("chess").unwrap();
    let bot = Bot::find(own.to_str().unwrap(), game).unwrap();
    let sandbox = Arc::new(Unisolated::new());
    let built = BuildCache::new(folder.path().join("builds"), sandbox.clone()).prepare(&bot);
    let built = built.unwrap();
    let bots = [1, 2].map(|id| (SubmissionId(id), built.clone())).into();
    let write_access = WriteAccess::Below(folder.path().join("scratch"));
    let plan = SeatingPlan { game, sandbox, write_access };
    let lineup = Arc::new(Lineup { plan, bots, observer: None, engines: EnginePool::default() });
    let usual = Conditions::usual(10_000, record::MEMORY, "D").bounded();
    let conditions = Conditions { life: ProgramLife::Contest, turns: Some(2), ..usual };
    let mut worker = WorkerThread::at(0);
    let mut play = |number: i64, seats: [i64; 2]| {
        let table = Table::new(game).conditions(conditions.clone());
        let (number, folders) = (MatchNumber(number), vec![Vec::new(); 2]);
        let job = MatchJob { number, table, seats: seats.map(SubmissionId).into(), folders };
        worker.play(&job, &lineup, &false.into()).unwrap().result.unwrap()
    };
    let fault = |done: &JobResult| done.record.outcome.as_ref().unwrap().reason;

    let first = play(1, [1, 2]);
    let [(one, 1), (other, 1)] = [0, 1].map(|seat| begun(&first, seat).unwrap()) else {
        panic!("each plays its first game: {first:?}")
    };
    assert_eq!(fault(&first), None);
    let second = play(2, [1, 2]);
    assert_eq!((begun(&second, 0), begun(&second, 1)), (Some((one, 2)), None));
    assert_eq!(fault(&second), Some(Fault::Illegal));
    assert!(has_ended(one), "a fault ends the process");
    // A new process of one, and the other one goes on with its own, on another seat.
    let third = play(3, [2, 1]);
    assert_eq!((begun(&third, 0), fault(&third)), (Some((other, 2)), Some(Fault::Illegal)));
    let fourth = play(4, [1, 2]);
    let [(new_one, 1), (new_other, 1)] = [0, 1].map(|seat| begun(&fourth, seat).unwrap()) else {
        panic!("both begin again: {fourth:?}")
    };
    assert!(new_one != one && new_other != other);
    drop(lineup);
    assert!(has_ended(new_one) && has_ended(new_other), "nothing outlives the contest");
}
