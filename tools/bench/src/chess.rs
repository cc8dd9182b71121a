//! Chess engines, compared with fastchess: what a ply of a scripted game costs, what a match of
//! Stockfish takes, and whether both programs play the same games and read each other's files.
//!
//! fastchess is built from its own source and named by `--fastchess`. Everything runs on one core, one
//! match at a time, with engines that go on from match to match.

use crate::{
    Bench,
    samples::Samples,
    table::Figure,
    whole::{command, forget_results},
};
use anyhow::{Context, Result, ensure};
use certamen_game::{Conditions, DynGame, Map, MatchRecord, Table};
use certamen_games::{
    chess::pgn::{Heading, write},
    openings::{BookForm, BookUse, read},
};
use certamen_runner::referee;
use std::{
    collections::BTreeMap,
    fs,
    ops::ControlFlow,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

/// The plies of a scripted game.
const PLIES: u64 = 120;
/// The plies of an opening.
const OPENING: u64 = 8;
/// The isolation levels of a run: the best one, and none.
const TIERS: [(&str, &[&str]); 2] = [("isolated", &[]), ("without isolation", &["--tier", "D"])];

/// What a ply and a match cost.
pub(crate) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    let Some(fastchess) = fastchess(bench) else { return Ok(Vec::new()) };
    let scripted = Tournament::scripted(bench.of(500, 20))?;
    let stockfish = Tournament::of_engines(bench.of(40, 4), ["stockfish", "stockfish"], 1_000)?;
    let plies = f64::from(scripted.games) * PLIES as f64;
    let mut figures = Vec::new();
    for (tournament, what, aim) in [
        (&scripted, "a ply of a scripted game", 1.0),
        (&stockfish, "matches of Stockfish at 1,000 positions a move", 1.05),
    ] {
        let (mut theirs, mut ours) = (Samples::default(), TIERS.map(|_| Samples::default()));
        for _ in 0..bench.of(5, 2) {
            let other = tournament.by_fastchess(fastchess)?.as_secs_f64();
            theirs.push(other);
            for ((_, tier), ratios) in TIERS.iter().zip(&mut ours) {
                ratios.push(tournament.by_certamen(tier)?.as_secs_f64() / other);
            }
        }
        for ((tier, _), ratios) in TIERS.iter().zip(ours) {
            figures.push(Figure::ratio(format!("{what}, {tier}, to fastchess"), ratios, aim));
        }
        figures.push(if aim > 1.0 {
            Figure::new(format!("{} of them by fastchess", tournament.games), "s", theirs)
        } else {
            let each = |seconds: f64| seconds * 1e6 / plies;
            Figure::new("a ply by fastchess", "µs", theirs.map(each))
        });
    }
    Ok(figures)
}

/// Whether both programs play the same games, and read each other's files.
pub(crate) fn games(bench: &Bench) -> Result<Vec<Figure>> {
    let Some(fastchess) = fastchess(bench) else { return Ok(Vec::new()) };
    let count = bench.of(200, 20);
    let tournament = Tournament::of_engines(count, ["stockfish", "fairy-stockfish"], 500)?;
    tournament.by_fastchess(fastchess)?;
    tournament.by_certamen(&[])?;
    let ours = tournament.exported()?;
    let theirs = fs::read_to_string(tournament.path("fastchess.pgn"))?;
    let [own, other] = [&ours, &theirs].map(|text| games_by_opening(text));
    let mut different = [0; 3];
    for (key, theirs) in &other {
        let ours = own.get(key).with_context(|| format!("{key:?} was not played"))?;
        let pairs = [
            (ours.moves == theirs.moves),
            (ours.result == theirs.result),
            (ours.reason == theirs.reason),
        ];
        for (equal, count) in pairs.iter().zip(&mut different) {
            *count += u32::from(!equal);
        }
        if !pairs.iter().all(|equal| *equal) {
            eprintln!("{key:?}\n  here: {ours:?}\n  fastchess: {theirs:?}");
        }
    }
    let plies = own.values().map(|game| game.moves.len()).min().unwrap_or_default();
    let read_here = read_here(&theirs, plies - 1)?;
    let read_there = tournament.read_by_fastchess(fastchess, &ours, plies - 1)?;
    let mut reasons: BTreeMap<&str, u32> = BTreeMap::new();
    for game in own.values() {
        *reasons.entry(&game.reason).or_default() += 1;
    }
    eprintln!("{reasons:?}");
    let figure = |what: &str, number: u32| {
        Figure::most(what, "games", [f64::from(number)].into_iter().collect(), 0.0)
    };
    let all = own.len().max(other.len()) as u32;
    Ok(vec![
        Figure::new("games by both programs", "games", [f64::from(all)].into_iter().collect()),
        figure("games that only one of them has", all - own.len().min(other.len()) as u32),
        figure("games with other moves", different[0]),
        figure("games with another result", different[1]),
        figure("games with another reason", different[2]),
        figure("games of fastchess that are not read here", all - read_here),
        figure("games from here that fastchess does not read", all - read_there),
    ])
}

/// The program, if its path was given.
fn fastchess(bench: &Bench) -> Option<&Path> {
    if bench.fastchess.is_none() {
        eprintln!("left out: compared with fastchess only; give its path by --fastchess PATH");
    }
    bench.fastchess.as_deref()
}

/// Matches between two engines, for both programs.
struct Tournament {
    folder: tempfile::TempDir,
    games: u32,
    /// How fastchess starts the engines.
    engines: [Vec<String>; 2],
    /// How matches are begun and ended by fastchess.
    terms: Vec<String>,
}

/// The names of both sides.
const NAMES: [&str; 2] = ["one", "two"];

impl Tournament {
    fn new(games: u32, engines: [Vec<String>; 2], terms: &str, more: &str) -> Result<Tournament> {
        let folder = tempfile::tempdir()?;
        let contest = format!(
            "name = \"Bench\"\ngame = \"chess\"\nseed = 1\nbots = [\"one\", \"two\"]\n\
             [format]\nkind = \"round-robin\"\ngames_per_pair = {games}\n\
             [ranking]\nkind = \"points\"\n[limits]\nmove_time = \"10s\"\n\
             [programs]\nmemory = \"none\"\nlife = \"contest\"\n\
             [sandbox]\nminimum_tier = \"D\"\n{more}\n"
        );
        fs::write(folder.path().join("contest.toml"), contest)?;
        let terms = terms.split_whitespace().map(str::to_owned).collect();
        Ok(Tournament { folder, games, engines, terms })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a bot, and returns its folder.
    fn add_bot(&self, name: &str, manifest: &str) -> Result<PathBuf> {
        let bot = self.path(name);
        fs::create_dir(&bot)?;
        fs::write(
            bot.join("bot.toml"),
            format!("name = \"{name}\"\nprotocol = \"uci\"\n{manifest}"),
        )?;
        Ok(bot)
    }

    /// Between two programs that play the same game again and again.
    fn scripted(games: u32) -> Result<Tournament> {
        let game = certamen_games::find("chess").context("no such game")?;
        let mut records = (1..).map(|seed| random(game, seed, PLIES));
        let script = records.find_map(Result::transpose).context("a game of this length")??;
        let moves = script.turns.iter().filter_map(|turn| turn.moves.first()?.action.as_deref());
        let moves: Vec<String> = moves.map(|text| format!("\"{text}\"")).collect();
        let source = format!(
            "static const char *const moves[] = {{{}}};\n{}",
            moves.join(","),
            include_str!("../floors/script_engine.c")
        );
        let terms = format!("-maxmoves {}", PLIES / 2);
        let rules = format!("[adjudication]\nmoves = {}", PLIES / 2);
        let mut tournament = Tournament::new(games, Default::default(), &terms, &rules)?;
        let (code, engine) = (tournament.path("engine.c"), tournament.path("engine"));
        fs::write(&code, source)?;
        let mut compiler = Command::new("cc");
        let status = compiler.args(["-O2", "-static", "-o"]).args([&engine, &code]).status()?;
        ensure!(status.success(), "cc does not compile the scripted engine");
        for (place, name) in NAMES.iter().enumerate() {
            let manifest =
                "language = \"executable\"\nsource = [\"engine\"]\n[engine]\nnodes = 1\n";
            let own = tournament.add_bot(name, manifest)?.join("engine");
            fs::copy(&engine, &own)?;
            let words = [format!("cmd={}", engine.display()), "nodes=1".to_owned()];
            tournament.engines[place].extend(words);
        }
        Ok(tournament)
    }

    /// Between engines that are installed, from openings of random moves.
    fn of_engines(games: u32, programs: [&str; 2], nodes: u32) -> Result<Tournament> {
        let game = certamen_games::find("chess").context("no such game")?;
        let rounds = games / 2;
        let terms = format!("-openings file=book.pgn format=pgn order=sequential plies={OPENING}");
        let book = "[openings]\nfile = \"book.pgn\"";
        let mut tournament = Tournament::new(games, Default::default(), &terms, book)?;
        let mut openings = String::new();
        let records = (1..).filter_map(|seed| random(game, seed, OPENING).transpose());
        for record in records.take(rounds as usize) {
            openings.push_str(&write(&record?, &Heading::default())?);
        }
        fs::write(tournament.path("book.pgn"), openings)?;
        for (place, name) in NAMES.iter().enumerate() {
            let program = format!("/usr/games/{}", programs[place]);
            let manifest = format!(
                "command = [\"{program}\"]\n[engine]\nnodes = {nodes}\n\
                 [engine.options]\nHash = 16\nThreads = 1\n"
            );
            tournament.add_bot(name, &manifest)?;
            let words = [
                format!("cmd={program}"),
                format!("nodes={nodes}"),
                "option.Hash=16".to_owned(),
                "option.Threads=1".to_owned(),
            ];
            tournament.engines[place].extend(words);
        }
        Ok(tournament)
    }

    /// Plays all matches by fastchess: the time on the wall.
    fn by_fastchess(&self, fastchess: &Path) -> Result<Duration> {
        let pgn = self.path("fastchess.pgn");
        if pgn.exists() {
            fs::remove_file(&pgn)?;
        }
        let mut run = self.of_fastchess(fastchess, "fastchess.pgn");
        run.args(&self.terms).args(["-games", "2", "-repeat"]);
        run.args(["-rounds", &(self.games / 2).to_string()]);
        let took = ended(run)?;
        let played = fs::read_to_string(&pgn)?.matches("[Event ").count();
        ensure!(played == self.games as usize, "fastchess played {played} games");
        Ok(took)
    }

    /// fastchess with the engines, one match at a time.
    fn of_fastchess(&self, fastchess: &Path, pgn: &str) -> Command {
        let mut run = Command::new(fastchess);
        run.current_dir(self.folder.path()).args(["-concurrency", "1"]);
        for (name, words) in NAMES.iter().zip(&self.engines) {
            run.arg("-engine").arg(format!("name={name}")).args(words);
        }
        run.args(["-pgnout", &format!("file={pgn}")]);
        run
    }

    /// Plays all matches by `certamen run`: the time on the wall. What is known of the machine and of
    /// the bots is there from a first run.
    fn by_certamen(&self, tier: &[&str]) -> Result<Duration> {
        let run = || {
            let mut run = Command::new(command()?);
            run.args(["run", "--quiet", "--jobs", "1"]).args(tier).arg(self.folder.path());
            run.env("XDG_CACHE_HOME", self.path(".cache"));
            ended(run)
        };
        if self.path(".certamen").exists() {
            forget_results(self.folder.path())?;
        }
        run()?;
        forget_results(self.folder.path())?;
        run()
    }

    /// The matches here in Portable Game Notation.
    fn exported(&self) -> Result<String> {
        let mut export = Command::new(command()?);
        export.args(["export", "--format", "pgn"]).arg(self.folder.path());
        let output = export.output()?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Ok(String::from_utf8(output.stdout)?)
    }

    /// How many games of `pgn` fastchess takes for openings and begins with the same moves.
    fn read_by_fastchess(&self, fastchess: &Path, pgn: &str, plies: usize) -> Result<u32> {
        fs::write(self.path("own.pgn"), pgn)?;
        let mut run = self.of_fastchess(fastchess, "again.pgn");
        let book = format!("-openings file=own.pgn format=pgn order=sequential plies={plies}");
        run.args(book.split(' ')).args(["-games", "1", "-maxmoves", "1"]);
        run.args(["-rounds", &self.games.to_string()]);
        ended(run)?;
        let again = fs::read_to_string(self.path("again.pgn"))?;
        let beginnings = |text: &str| {
            let games = read_games(text);
            let mut beginnings: Vec<Vec<String>> =
                games.map(|game| game.moves.into_iter().take(plies).collect()).collect();
            beginnings.sort_unstable();
            beginnings
        };
        let (mut found, wanted) = (beginnings(&again), beginnings(pgn));
        let mut read = 0;
        for beginning in wanted {
            if let Some(place) = found.iter().position(|it| *it == beginning) {
                found.swap_remove(place);
                read += 1;
            }
        }
        Ok(read)
    }
}

/// Runs a command to its end on the core on which we are.
fn ended(mut command: Command) -> Result<Duration> {
    let started = Instant::now();
    let output = command.output().with_context(|| format!("{command:?}"))?;
    let took = started.elapsed();
    let words = [output.stdout, output.stderr].concat();
    ensure!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&words));
    Ok(took)
}

/// A game of random moves; `None` if it ends before this number of plies.
fn random(game: &dyn DynGame, seed: u64, plies: u64) -> Result<Option<MatchRecord>> {
    let usual = Conditions::usual(10_000, certamen_game::record::MEMORY, "D");
    let table = Table::new(game)
        .seed(seed)
        .unnamed(2)
        .conditions(Conditions { turns: Some(plies), ..usual });
    let player = || game.builtin_player("random", &<_>::default());
    let mut players = [player()?, player()?];
    let mut watch = |_: &referee::MatchEvent<'_>| ControlFlow::Continue(());
    let record = referee::play(game, table, &[], &mut players, &mut watch)?;
    Ok((record.turns.len() as u64 == plies).then_some(record))
}

/// How many games of a file of fastchess are read here, move by move.
fn read_here(pgn: &str, plies: usize) -> Result<u32> {
    let game = certamen_games::find("chess").context("no such game")?;
    let (options, plies) = (Map::new(), u32::try_from(plies).ok());
    let used = BookUse { game, options: &options, seats: 2, form: BookForm::Pgn, plies };
    let found = read(&used, pgn).map_err(|error| {
        let why = error.why.get(certamen_game::Language::En);
        anyhow::anyhow!("line {}: {why}", error.line)
    })?;
    let plies = plies.unwrap_or_default() as usize;
    let is_whole = |opening: &&Map| {
        opening.get("moves").and_then(|moves| moves.as_array()).is_some_and(|it| it.len() == plies)
    };
    Ok(found.iter().filter(is_whole).count() as u32)
}

/// A game of a file.
#[derive(Debug, Default)]
struct Game {
    white: String,
    moves: Vec<String>,
    result: String,
    /// The end of the last comment.
    reason: String,
}

/// The games by their openings and who has white.
fn games_by_opening(text: &str) -> BTreeMap<(String, Vec<String>), Game> {
    let key = |game: Game| {
        let opening = game.moves.iter().take(OPENING as usize).cloned().collect();
        ((game.white.clone(), opening), game)
    };
    read_games(text).map(key).collect()
}

fn read_games(text: &str) -> impl Iterator<Item = Game> + '_ {
    text.split("[Event ").skip(1).map(|text| {
        let (tags, moves) = text.split_once("\n\n").unwrap_or((text, ""));
        let tag = |name: &str| {
            let line = tags.lines().find_map(|line| line.strip_prefix(&format!("[{name} \"")));
            line.unwrap_or_default().trim_end_matches("\"]").to_owned()
        };
        let (white, result) = (tag("White"), tag("Result"));
        let mut game = Game { white, result, ..Game::default() };
        for part in moves.split('}') {
            let (words, comment) = part.split_once('{').unwrap_or((part, ""));
            let is_move = |word: &&str| {
                let is_number = word.starts_with(|c: char| c.is_ascii_digit());
                !is_number && *word != "*"
            };
            game.moves.extend(words.split_whitespace().filter(is_move).map(str::to_owned));
            if !comment.is_empty() {
                // A comment may be broken over lines.
                let comment = comment.split_whitespace().collect::<Vec<_>>().join(" ");
                comment.rsplit(", ").next().unwrap_or_default().clone_into(&mut game.reason);
            }
        }
        game
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_read_with_their_ends() {
        let text = "[Event \"x\"]\n[White \"one\"]\n[Result \"1-0\"]\n\n\
            1. e4 {book} e5 {+0.30/1\n0.1s} 2. Qh5 {0.1s, White\nmates} 1-0\n\n\
            [Event \"x\"]\n[White \"two\"]\n[Result \"0-1\"]\n\n1... O-O {a, b} 0-1\n\n";
        let found: Vec<Game> = read_games(text).collect();
        let [first, second] = &found[..] else { panic!("{found:?}") };
        assert_eq!((&*first.white, &*first.result, &*first.reason), ("one", "1-0", "White mates"));
        assert_eq!(first.moves, ["e4", "e5", "Qh5"]);
        assert_eq!((&*second.reason, &second.moves[..]), ("b", &["O-O".to_owned()][..]));
    }
}
