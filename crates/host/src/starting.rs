//! Whether bots start: each is asked its first question once, before matches are planned.
//!
//! A bot that is silent, exits without output or answers nonsense does start, and plays: its faults
//! are reported as such. Only one that exits before its first answer and says why, twice, does not.

use crate::{RejectReason, RejectedBot, Workspace};
use certamen_game::{Budget, Failure, Fault, Player, Seat, Table, View, arbiter::Arbiter};
use certamen_runner::{
    Bot, BuiltBot, PlayerFactory, ReadyProgram, SeatSetup, SeatingPlan, WriteAccess,
};
use certamen_sandbox::{LastWords, RecordedSandbox, Sandbox, TranscriptSink};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

/// How often a bot is asked before it counts as not starting: a machine may be full for a moment.
const TRIES: usize = 2;
/// How long the first answer is waited for.
const TIME: Duration = Duration::from_secs(1);

/// Those of `ready` that start at tables like `table`, and the others.
pub(crate) fn started(
    workspace: &Workspace,
    scratch: &Path,
    table: &Table,
    bots: Vec<(Bot, BuiltBot)>,
) -> (Vec<(Bot, BuiltBot)>, Vec<RejectedBot>) {
    // Not where matches are played: another run may be at work.
    let write_access = match &workspace.plan.write_access {
        WriteAccess::None => WriteAccess::None,
        WriteAccess::Below(_) => WriteAccess::Below(scratch.join("start")),
        WriteAccess::Kept(_) => WriteAccess::Kept(scratch.join("start")),
    };
    let plan = SeatingPlan { write_access, ..workspace.plan.clone() };
    let (next, ended) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for place in 0..workspace.jobs.min(bots.len()) {
            let (next, ended, bots, factory) =
                (&next, &ended, &bots, PlayerFactory { plan: &plan, place });
            scope.spawn(move || {
                while let Some((at, (bot, program))) = Some(next.fetch_add(1, Ordering::Relaxed))
                    .and_then(|at| Some((at, bots.get(at)?)))
                {
                    let words = words_of_one_that_ends(&factory, table, bot, program);
                    if let (Some(words), Ok(mut ended)) = (words, ended.lock()) {
                        ended.push((at, words));
                    }
                }
            });
        }
    });
    let mut ended = ended.into_inner().unwrap_or_default();
    ended.sort_unstable();
    let (mut starting, mut rejected_bots) = (Vec::new(), Vec::new());
    let mut ended = ended.into_iter().peekable();
    for (at, (bot, program)) in bots.into_iter().enumerate() {
        match ended.next_if(|(other, _)| *other == at) {
            None => starting.push((bot, program)),
            Some((_, words)) => {
                let why = RejectReason::Ends { bot: bot.name.clone(), words };
                rejected_bots.push(RejectedBot { bot: bot.name, why });
            }
        }
    }
    (starting, rejected_bots)
}

/// The standard error of a bot that does not start. One that was seen to start is not asked again.
fn words_of_one_that_ends(
    factory: &PlayerFactory<'_>,
    table: &Table,
    bot: &Bot,
    ready: &BuiltBot,
) -> Option<String> {
    let BuiltBot::Program(program) = ready else { return None };
    let mark = mark(program, factory.plan.sandbox.tier().letter());
    if mark.as_ref().is_some_and(|mark| mark.is_file()) {
        return None;
    }
    let mut table = table.clone();
    table.seats.iter_mut().for_each(|entry| entry.bot.clone_from(&bot.name));
    for _ in 1..TRIES {
        words(factory, &table, ready)?;
    }
    let words = words(factory, &table, ready);
    if let (None, Some(mark)) = (&words, mark) {
        // Without it, it is asked again next time.
        let _ = fs::write(mark, "");
    }
    words
}

/// The file beside what was built that says that it starts.
fn mark(program: &ReadyProgram, tier: &str) -> Option<PathBuf> {
    Some(program.out.parent()?.join(format!("starts-{tier}")))
}

/// Asks the first question; returns the standard error if the bot exits before it answers. On an
/// error on our side the bot counts as starting.
fn words(factory: &PlayerFactory<'_>, table: &Table, ready: &BuiltBot) -> Option<String> {
    let arbiter = Arbiter::start(factory.plan.game, table.clone()).ok()?;
    let seat = arbiter.to_act().iter().next()?;
    let heard = Arc::new(LastWords::default());
    let sink: Arc<dyn TranscriptSink> = heard.clone();
    let sandbox: Arc<dyn Sandbox> =
        Arc::new(RecordedSandbox::new(Arc::clone(&factory.plan.sandbox), sink));
    let setup = SeatSetup { table, seat, bot: ready, folder: &[] };
    let mut player = factory.player(&setup, &sandbox).ok()?;
    let failed = ask(&mut *player, &arbiter, seat);
    drop(player);
    let words = failed.then(|| String::from_utf8_lossy(&heard.tail()).into_owned());
    words.filter(|words| !words.trim().is_empty())
}

/// Whether it ends instead of answering.
fn ask(player: &mut dyn Player, arbiter: &Arbiter, seat: Seat) -> bool {
    let (table, state, turns) = (arbiter.table(), arbiter.state(), arbiter.turns());
    let view = View { table, state, seat, turns };
    let budget = Budget { cpu: TIME, wall: TIME };
    let answer = player.act(&view, budget);
    matches!(answer, Err(Failure::Fault(Fault::Exit | Fault::Crash)))
}
