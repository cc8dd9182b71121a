//! Coins between the bots of the published table, against the same bots started bare.

use crate::{
    Bench,
    samples::Samples,
    table::Figure,
    took::{Took, took},
};
use anyhow::{Context, Result, anyhow, bail, ensure};
use certamen_game::{DynGame, Map, MatchRecord, conformance::table, replay::replay};
use certamen_runner::{
    Bot, BuildCache, BuiltBot, PlayerFactory, ReadyProgram, SeatingPlan, WriteAccess, pin_to_core,
    pin_to_cores,
};
use certamen_sandbox::{Isolated, Launcher, Sandbox};
use std::{
    ffi::{OsStr, OsString},
    fs,
    ops::ControlFlow,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Arc,
    thread,
};

/// How many matches run at once, one on each core.
const JOBS: usize = 2;
/// How many matches each of them plays, one after the other.
const GAMES: usize = 1;
/// What a match has; fewer are played here, of which each takes as long.
const ROUNDS: f64 = 50.0;
const CONTEST: &str = include_str!("../../../contests/coins/contest.toml");
/// Programs that start, do nothing for a turn, and end; without an entry the bot does that itself.
const IDLE: &[(&str, &str)] = &[
    ("rb", "puts 'NNN'\n"),
    ("py", "print('NNN')\n"),
    ("lua", "print('NNN')\n"),
    ("R", "cat('NNN\\n')\n"),
];
/// The bot in Java that thinks about nothing: its class is what an empty program would be.
const IDLE_JAVA: &str = "PassiveBot";

/// The bots at their table, and what they are compared with.
struct Tables {
    plan: SeatingPlan,
    bots: Vec<BuiltBot>,
    /// What runs each of them outside any sandbox: itself, and a program in its language that does
    /// nothing.
    bare: Vec<[Vec<OsString>; 2]>,
    rounds: u32,
}

pub(crate) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    let folder = tempfile::tempdir()?;
    // The sandbox is weighed by the cores that it may use when it is opened.
    pin_to_cores(&bench.cores);
    let tables = Tables::lay(&bench.launcher, folder.path(), bench.of(25, 5))?;
    pin_to_core(bench.core);
    let cores = &bench.cores[..bench.cores.len().min(JOBS)];
    let [mut to_start, mut to_run, mut computing, mut ours, mut start, mut run] =
        std::array::from_fn(|_| Samples::default());
    for sample in 0..bench.of(3, 1) {
        let (played, records) = tables.play(cores, sample)?;
        let [own, idle] = tables.run_bare(&records)?;
        to_start.push(played.wall.div_duration_f64(idle.wall));
        to_run.push(played.wall.div_duration_f64(own.wall));
        computing.push(played.computing.div_duration_f64(idle.computing));
        for (samples, took) in [(&mut ours, played), (&mut start, idle), (&mut run, own)] {
            // As if it had all its rounds.
            let wall = took.wall.as_secs_f64() / records.len() as f64;
            samples.push(wall * ROUNDS / f64::from(tables.rounds));
        }
    }
    let jobs = cores.len();
    Ok(vec![
        Figure::ratio(
            format!("time of a match, {jobs} at a time, to its starts bare"),
            to_start,
            0.6,
        ),
        Figure::ratio("the same, to its bots run bare", to_run, 0.6),
        Figure::ratio("computing time of a match, to its starts bare", computing, 1.2),
        Figure::new(format!("a match, {jobs} at a time"), "s", ours),
        Figure::new("its 850 starts of interpreters, bare", "s", start),
        Figure::new("its 850 runs of bots, bare", "s", run),
    ])
}

impl Tables {
    fn lay(launcher: &Launcher, folder: &Path, rounds: u32) -> Result<Tables> {
        let game = certamen_games::find("coins").expect("it is registered");
        let sandbox: Arc<dyn Sandbox> =
            Arc::new(Isolated::open(launcher).map_err(|tier_loss| anyhow!("{tier_loss}"))?);
        let cache = BuildCache::new(folder.join("builds"), sandbox.clone());
        let mut tables = Tables {
            plan: SeatingPlan {
                game,
                sandbox,
                write_access: WriteAccess::Below(folder.join("scratch")),
            },
            bots: Vec::new(),
            bare: Vec::new(),
            rounds,
        };
        for path in entrants() {
            let name = path.to_str().context("a path that is no text")?;
            tables.bots.push(cache.prepare(&Bot::find(name, game)?)?);
        }
        let java = tables.command_of(IDLE_JAVA)?;
        for ready in &tables.bots {
            let BuiltBot::Program(ReadyProgram { command, .. }) = ready else {
                bail!("a bot is no program")
            };
            tables.bare.push([command.clone(), idle(command, &java, folder)?]);
        }
        Ok(tables)
    }

    fn command_of(&self, bot: &str) -> Result<Vec<OsString>> {
        let mut commands = self.bots.iter().filter_map(|ready| match ready {
            BuiltBot::Program(program) => Some(&program.command),
            BuiltBot::Builtin { .. }
            | BuiltBot::Evaluation(_)
            | BuiltBot::Human(_)
            | BuiltBot::Remote(_) => None,
        });
        let found = commands.find(|command| command.last().is_some_and(|word| word == bot));
        found.cloned().with_context(|| format!("{bot} takes no part"))
    }

    /// Plays matches on all of `cores` at once, and says how long that took.
    fn play(&self, cores: &[usize], sample: u64) -> Result<(Took, Vec<MatchRecord>)> {
        let all = || {
            thread::scope(|scope| {
                let play = |(place, core)| {
                    scope.spawn(move || {
                        pin_to_core(core);
                        let seed = |game| sample * 1000 + (place * GAMES + game) as u64;
                        (0..GAMES).map(|game| self.play_one(place, seed(game))).collect()
                    })
                };
                let threads: Vec<_> = cores.iter().copied().enumerate().map(play).collect();
                let records = threads.into_iter().map(|thread| thread.join().expect("no panic"));
                records.collect::<Result<Vec<Vec<_>>>>()
            })
        };
        let (took, records) = took(all)?;
        Ok((took, records.into_iter().flatten().collect()))
    }

    fn play_one(&self, place: usize, seed: u64) -> Result<MatchRecord> {
        let seats = self.bots.len();
        let options = Map::from_iter([("rounds".to_owned(), self.rounds.into())]);
        let mut table = table(self.plan.game, options, seats as u8, seed);
        // As the contest has it, with time enough for a machine that does other things.
        (table.conditions.move_ms, table.conditions.memory) = (10_000, 256 << 20);
        let factory = PlayerFactory { plan: &self.plan, place };
        let bots: Vec<_> = self.bots.iter().collect();
        let mut players = factory.players(&table, &bots).map_err(|void| anyhow!(void))?;
        let mut watch = |_: &certamen_runner::referee::MatchEvent<'_>| ControlFlow::Continue(());
        let record =
            certamen_runner::referee::play(self.plan.game, table, &[], &mut players, &mut watch)
                .map_err(|error| anyhow!("{error:?}"))?;
        let mut moves = record.turns.iter().flat_map(|turn| &turn.moves);
        ensure!(moves.all(|entry| entry.fault.is_none()), "there was a fault");
        ensure!(record.turns.len() == seats * self.rounds as usize, "the match is not whole");
        Ok(record)
    }

    /// What the same runs take outside any sandbox, one after the other: of the bots themselves,
    /// and of programs that do nothing.
    fn run_bare(&self, records: &[MatchRecord]) -> Result<[Took; 2]> {
        let mut sums = [Took::default(); 2];
        for record in records {
            let questions = questions(self.plan.game, record)?;
            for (which, sum) in sums.iter_mut().enumerate() {
                let mut ask = questions
                    .iter()
                    .map(|(seat, question)| run_once(&self.bare[*seat][which], question));
                let (took, ()) = took(|| ask.try_for_each(|run| run))?;
                sum.wall += took.wall;
                sum.computing += took.computing;
            }
        }
        Ok(sums)
    }
}

/// The folders of the contest's entrants, in its order.
fn entrants() -> impl Iterator<Item = PathBuf> {
    let contest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contests/coins");
    let lines =
        CONTEST.lines().filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix("\","));
    lines.map(move |bot| contest.join(bot))
}

/// The command of a program that does nothing, run as `command` runs its bot.
fn idle(command: &[OsString], java: &[OsString], folder: &Path) -> Result<Vec<OsString>> {
    let mut command = command.to_vec();
    for word in &mut command {
        let suffix = Path::new(&*word).extension().and_then(OsStr::to_str);
        if let Some((suffix, text)) = IDLE.iter().find(|(known, _)| Some(*known) == suffix) {
            let path = folder.join(format!("idle.{suffix}"));
            fs::write(&path, text)?;
            *word = path.into_os_string();
            return Ok(command);
        }
    }
    ensure!(command[0] == java[0], "no idle program for {command:?}");
    Ok(java.to_vec())
}

/// Who was asked what in a match, in turn.
fn questions(game: &dyn DynGame, record: &MatchRecord) -> Result<Vec<(usize, String)>> {
    let mut questions = Vec::new();
    replay(game, record, &mut |arbiter| {
        if let Some(seat) = arbiter.state().to_act().lowest() {
            questions.push((seat.index(), arbiter.state().observation(seat)));
        }
    })?;
    Ok(questions)
}

/// Starts a program, reads its answer and waits for its end.
fn run_once(command: &[OsString], question: &str) -> Result<()> {
    let mut program = Command::new(&command[0]);
    program.args(&command[1..]).arg(question).env_clear().envs([("LANG", "C.UTF-8")]);
    let output = program.stdin(Stdio::null()).stderr(Stdio::null()).output()?;
    ensure!(output.status.success() && output.stdout.len() == 4, "{command:?}: {output:?}");
    Ok(())
}
