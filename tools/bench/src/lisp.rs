//! Evaluation functions in Lisp: a round robin, isolated and on all cores, compared with the same
//! search inside one SBCL process without isolation; and what one host answers.

use crate::{
    Bench,
    samples::Samples,
    table::Figure,
    took::{Took, took},
    whole::{command, play_from_scratch},
};
use anyhow::{Context, Result, anyhow, bail, ensure};
use certamen_game::{Budget, Channel, Conditions, Evaluator, Map, conformance::table};
use certamen_games::mancala8::{Position, search::leaves as leaves_of};
use certamen_runner::{Bot, BuildCache, PlayerFactory, Search, SeatingPlan, WriteAccess};
use std::{
    fs,
    path::Path,
    process::Command,
    sync::Arc,
    time::{Duration, Instant},
};

/// The files of the library that the process without isolation loads.
const LIBRARY: [(&str, &str); 5] = [
    ("paquetes.lisp", include_str!("../../../crates/runner/library/lisp/paquetes.lisp")),
    ("tablero.lisp", include_str!("../../../crates/runner/library/lisp/tablero.lisp")),
    ("estado.lisp", include_str!("../../../crates/runner/library/lisp/estado.lisp")),
    ("marcador.lisp", include_str!("../../../crates/runner/library/lisp/marcador.lisp")),
    ("search.lisp", include_str!("../../../crates/runner/host/lisp/search.lisp")),
];
/// The matches of a day of the real tournament.
const DAY: f64 = 41_820.0;
/// How long that may take, in minutes.
const MINUTES: f64 = 1.0;

/// What the same matches took by the command and in one process.
struct Both {
    matches: f64,
    isolated: Took,
    /// From before the process starts to after it has ended.
    process: Took,
    /// From the first match to the last.
    bare: Took,
}

impl Both {
    /// This many players at this depth.
    fn play(bench: &Bench, players: u32, depth: u32) -> Result<Both> {
        let folder = tempfile::tempdir()?;
        write_players(&folder.path().join("bots"), players)?;
        let (isolated, points) = contest(bench, folder.path(), depth)?;
        // The first one compiles the players, as the command has done when it is measured.
        in_process(folder.path(), depth)?;
        let (process, output) = took(|| in_process(folder.path(), depth))?;
        let (bare, same) = output;
        ensure!(points == same, "{points} points by the referee, {same} in one process");
        Ok(Both { matches: f64::from(players * (players - 1)), isolated, process, bare })
    }

    /// The whole command, to the whole process.
    fn speed(&self) -> f64 {
        self.process.wall.div_duration_f64(self.isolated.wall)
    }

    /// The whole command, to the matches alone.
    fn speed_to_matches(&self) -> f64 {
        self.bare.wall.div_duration_f64(self.isolated.wall)
    }

    fn computing(&self) -> f64 {
        self.isolated.computing.div_duration_f64(self.bare.computing)
    }
}

pub(crate) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    let [mut speed, mut alone, mut deeper, mut deeper_alone, mut computing, mut less] =
        std::array::from_fn(|_| Samples::default());
    let [mut ours, mut floor, mut day] = std::array::from_fn(|_| Samples::default());
    for _ in 0..bench.of(5, 2) {
        let both = Both::play(bench, 30, 2)?;
        let rate = |took: &Took| both.matches / took.wall.as_secs_f64();
        speed.push(both.speed());
        alone.push(both.speed_to_matches());
        computing.push(both.computing());
        ours.push(rate(&both.isolated));
        floor.push(rate(&both.bare));
        day.push(DAY / rate(&both.isolated) / 60.0);
        let both = Both::play(bench, 10, 4)?;
        deeper.push(both.speed());
        deeper_alone.push(both.speed_to_matches());
        less.push(both.computing());
    }
    let [batches, inside] = host(bench)?;
    Ok(vec![
        Figure::least("all play all, isolated on all cores, to one process without", speed, 1.0),
        Figure::new("the same, to the matches of that process alone", "ratio", alone),
        Figure::ratio(
            "computing time of a move asked there, to that in the process",
            computing,
            2.0,
        ),
        Figure::least("all play all at depth 4, ten players", deeper, 1.5),
        Figure::new("the same, to the matches of that process alone", "ratio", deeper_alone),
        Figure::ratio("computing time of a move asked there", less, 2.0),
        Figure::new("isolated, on all cores", "matches/s", ours),
        Figure::new("in one process", "matches/s", floor),
        Figure::most("41,820 matches at depth 2", "min", day, MINUTES),
        Figure::new("one host, 36 leaves a message", "evaluations/s", batches),
        Figure::new("time inside Lisp of that", "share", inside),
    ])
}

/// Players with weights of their own.
fn write_players(folder: &Path, count: u32) -> Result<()> {
    fs::create_dir_all(folder)?;
    for number in 0..count {
        let mut source = include_str!("../floors/jugador.cl").to_owned();
        for place in 0..5_u32 {
            let weight = (number.wrapping_mul(7) + place * 13 + number / 3) % 5;
            source = source.replace(&format!("{{{place}}}"), &weight.to_string());
        }
        fs::write(folder.join(format!("j{number:02}.cl")), source)?;
    }
    Ok(())
}

/// From before the command starts to after its end, and the points of all first seats.
fn contest(bench: &Bench, folder: &Path, depth: u32) -> Result<(Took, u64)> {
    let text = format!(
        "name = \"Bench\"\ngame = \"mancala8\"\nseed = 1\nbots = [\"bots/*.cl\"]\n\
                [format]\nkind = \"round-robin\"\ngames_per_pair = 2\n[ranking]\nkind = \"points\"\n\
                [limits]\nmove_time = \"10s\"\n[search]\ndepth = {depth}\n"
    );
    fs::write(folder.join("contest.toml"), text)?;
    let took = play_from_scratch(bench, folder)?;
    let listed =
        Command::new(command()?).args(["matches", "--format", "json"]).arg(folder).output()?;
    let mut points = 0;
    for line in String::from_utf8(listed.stdout)?.lines() {
        let played: serde_json::Value = serde_json::from_str(line)?;
        points += played["detail"]["points"][0].as_u64().context("a match without points")?;
    }
    Ok((took, points))
}

/// The times and the points that the process without isolation prints.
fn in_process(folder: &Path, depth: u32) -> Result<(Took, u64)> {
    for (name, text) in LIBRARY {
        fs::write(folder.join(name), text)?;
    }
    let script = folder.join("torneo.lisp");
    fs::write(&script, include_str!("../floors/torneo.lisp"))?;
    let options = ["--noinform", "--no-sysinit", "--no-userinit", "--disable-debugger"];
    let mut command = Command::new("/usr/bin/sbcl");
    command.args(options).arg("--load").arg(script).args(["--quit", "--end-toplevel-options"]);
    let said = command.arg(format!("{}/", folder.display())).arg(depth.to_string()).output()?;
    let out = String::from_utf8_lossy(&said.stdout);
    let words = out.lines().last().map(|line| line.split(' ').collect::<Vec<_>>());
    let Some([wall, computing, points]) = words.as_deref() else { bail!("sbcl says {said:?}") };
    let seconds = |word: &str| anyhow::Ok(Duration::try_from_secs_f64(word.parse()?)?);
    Ok((Took { wall: seconds(wall)?, computing: seconds(computing)? }, points.parse()?))
}

/// Evaluations a second of one host, and the share of the time that its group has computed.
fn host(bench: &Bench) -> Result<[Samples; 2]> {
    let folder = tempfile::tempdir()?;
    let game = certamen_games::find("mancala8").context("no mancala8")?;
    let sandbox =
        certamen_sandbox::best(&bench.launcher).map_err(|tier_loss| anyhow!("{tier_loss:?}"))?;
    write_players(folder.path(), 1)?;
    let bot = Bot::find(&folder.path().join("j00.cl").display().to_string(), game)?;
    let ready = BuildCache::new(folder.path().join("builds"), sandbox.clone()).prepare(&bot)?;
    let plan = SeatingPlan { game, sandbox: Arc::clone(&sandbox), write_access: WriteAccess::None };
    let mut table = table(game, Map::new(), 2, 0);
    table.conditions = Conditions::usual(1_000, 256 << 20, sandbox.tier().to_string());
    let hour = Duration::from_secs(3600);
    let budget = Budget { cpu: hour, wall: hour };
    let failed = |failure| anyhow!("the host fails: {failure:?}");
    let mut host = PlayerFactory { plan: &plan, place: 0 }
        .host(&table, &ready, None)
        .map_err(|void| anyhow!("{void}"))?;
    host.channel().begin_turn(budget).map_err(failed)?;
    host.begin(1, Search::default().semantics, Instant::now() + hour).map_err(failed)?;
    host.channel().end_turn();
    let (root, leaves) = leaves(game)?;
    let [mut rate, mut share] = std::array::from_fn(|_| Samples::default());
    for _ in 0..bench.of(7, 3) {
        let (mut charged, started) = (Duration::ZERO, Instant::now());
        let turns = bench.of(2_000, 500);
        for _ in 0..turns {
            let mut values = Vec::with_capacity(leaves.len());
            host.channel().begin_turn(budget).map_err(failed)?;
            host.evaluate(&root, &leaves, &mut values).map_err(failed)?;
            charged += host.channel().end_turn().unwrap_or_default();
        }
        let took = started.elapsed();
        rate.push(f64::from(turns) * leaves.len() as f64 / took.as_secs_f64());
        share.push(charged.div_duration_f64(took));
    }
    Ok([rate, share])
}

/// The start and the leaves of a search to depth 2.
fn leaves(game: &dyn certamen_game::DynGame) -> Result<(Position, Vec<Position>)> {
    let start = game.new_initial_state(&Map::new(), 2, &mut certamen_game::Rng::of_turn(0, 0))?;
    let root = *start.as_any().downcast_ref::<Position>().context("another game")?;
    Ok((root, leaves_of(&root, 2)))
}
