//! Programs asked again in some turns, where all must be deterministic.

use certamen_game::job::{MatchJob, MatchNumber, SubmissionId};
use certamen_game::{Conditions, MatchRecord, Protocol, Table, record};
use certamen_runner::{
    Bot, BotKind, BuildCache, EnginePool, Lineup, SeatingPlan, WorkerThread, WriteAccess,
};
use certamen_sandbox::Unisolated;
use std::{fs, num::NonZeroU64, sync::Arc};

/// Whether in one of `matches` a program is found to answer otherwise that bids `bid`.
fn found(protocol: Protocol, bid: &str, matches: u64) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let game = certamen_games::find("footsteps").unwrap();
    let again = if protocol == Protocol::Lines { "input() != 'fin'" } else { "False" };
    let program = format!(
        "import random\nwhile True:\n    print({bid}, flush=True)\n    if not ({again}): break\n"
    );
    let path = folder.path().join("bot.py");
    fs::write(&path, program).unwrap();
    let mut bot = Bot::find(path.to_str().unwrap(), game).unwrap();
    if let BotKind::Program(own) = &mut bot.kind {
        own.protocol = Some(protocol);
    }
    let sandbox = Arc::new(Unisolated::new());
    let cache = BuildCache::new(folder.path().join("builds"), sandbox.clone());
    let opponent = Bot::find("builtin:first", game).unwrap();
    let bots = [&bot, &opponent].map(|bot| cache.prepare(bot).unwrap());
    let bots = (1..).map(SubmissionId).zip(bots).collect();
    let write_access = WriteAccess::Below(folder.path().join("scratch"));
    let plan = SeatingPlan { game, sandbox, write_access };
    let lineup = Arc::new(Lineup { plan, bots, observer: None, engines: EnginePool::default() });
    let usual = Conditions::usual(10_000, record::MEMORY, "D").bounded();
    let conditions = Conditions { asked_again: NonZeroU64::new(20), ..usual };
    let is_found = |seed: u64| {
        let table = Table::new(game).seed(seed).conditions(conditions.clone());
        let seats = [1, 2].map(SubmissionId).into();
        let job = MatchJob { number: MatchNumber(1), table, seats, folders: vec![Vec::new(); 2] };
        let done = WorkerThread::at(0).play(&job, &lineup, &false.into()).unwrap();
        has_other_answers(&done.result.unwrap().record)
    };
    (0..matches).any(is_found)
}

fn has_other_answers(record: &MatchRecord) -> bool {
    let mut moves = record.turns.iter().flat_map(|turn| &turn.moves);
    moves.any(|entry| entry.extra.contains_key(record::AGAIN))
}

#[test]
fn a_random_program_is_detected_even_if_each_start_differs() {
    for protocol in [Protocol::Lines, Protocol::Argv, Protocol::Stdin] {
        assert!(found(protocol, "random.choice([1, 2, 3])", 12), "{protocol:?}");
        assert!(!found(protocol, "1", 2), "{protocol:?}");
    }
}
