//! Every bot that comes with Certamen: it builds, plays legally, and plays the same again.

use crate::{once::Passed, test_table::TestTable};
use certamen_game::MatchRecord;
use certamen_runner::Manifest;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Options that keep matches short without leaving anything out.
const OPTIONS: &[(&str, &str)] =
    &[("coins", r#"{"rounds": 2}"#), ("go", r#"{"size": 5}"#), ("intervalo", r#"{"squares": 15}"#)];

/// A test for each program that bots need: where it is missing, the runner shows that they are left
/// out.
macro_rules! bots {
    ($($test:ident: $program:literal,)+) => {
        /// The programs that bots need.
        const PROGRAMS: &[&str] = &[$($program),+];

        $(#[test]
        fn $test() {
            check_all($program);
        })+
    };
}

bots! {
    bots_in_c_play_legally_and_the_same_again: "c",
    bots_in_course_lisp_play_legally_and_the_same_again: "course-lisp",
    bots_in_cpp_play_legally_and_the_same_again: "cpp",
    bots_in_d_play_legally_and_the_same_again: "d",
    bots_in_fairy_stockfish_play_legally_and_the_same_again: "fairy-stockfish",
    bots_in_fairymax_play_legally_and_the_same_again: "fairymax",
    bots_in_gnugo_play_legally_and_the_same_again: "gnugo",
    bots_in_java_play_legally_and_the_same_again: "java",
    bots_in_javascript_play_legally_and_the_same_again: "javascript",
    bots_in_lua_play_legally_and_the_same_again: "lua",
    bots_in_perl_play_legally_and_the_same_again: "perl",
    bots_in_python_play_legally_and_the_same_again: "python",
    bots_in_r_play_legally_and_the_same_again: "r",
    bots_in_ruby_play_legally_and_the_same_again: "ruby",
    bots_in_rust_play_legally_and_the_same_again: "rust",
    bots_in_stockfish_play_legally_and_the_same_again: "stockfish",
}

#[test]
fn each_bot_is_in_a_language_that_is_tested() {
    for bot in games().iter().flat_map(|game| folders(game)) {
        let program = program(&bot);
        assert!(PROGRAMS.contains(&&*program), "{}: {program}", bot.display());
    }
}

/// Plays all bots that need this program.
fn check_all(needed: &str) {
    let files: Vec<PathBuf> = games().iter().flat_map(|game| folders(game)).collect();
    let files: Vec<PathBuf> = files.into_iter().filter(|bot| program(bot) == needed).collect();
    let Some(passed) = Passed::not_yet(&format!("bots-{needed}"), &files, &[needed]) else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    for path in games() {
        let slug = path.file_name().unwrap().to_str().unwrap();
        let game = certamen_games::find(slug).unwrap_or_else(|| panic!("{slug} is no game"));
        let options = OPTIONS.iter().find(|(name, _)| *name == slug);
        let options = options.map_or("{}", |(_, options)| options);
        let table = TestTable::new(game, options, folder.path());
        let bots = folders(&path);
        assert!(!bots.is_empty(), "{slug} has no bots");
        for bot in bots.iter().filter(|bot| program(bot) == needed) {
            check(&table, bot);
        }
    }
    passed.remember();
}

/// The games that come with bots: all folders but that of single files in every language, which
/// tests of the command play.
fn games() -> Vec<PathBuf> {
    let mut games = folders(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots"));
    games.retain(|path| path.file_name().is_some_and(|name| name != "samples"));
    assert!(!games.is_empty());
    games
}

fn check(table: &TestTable, path: &Path) {
    let name = Manifest::read(path).unwrap().name;
    assert_eq!(path.file_name().unwrap().to_str(), Some(&*name), "folders are called like bots");
    let bot = table.ready(path.to_str().unwrap());
    let rivals =
        ["builtin:random", "builtin:last", "builtin:first"].map(|rival| table.ready(rival));
    for (seed, rival) in (1..).zip(&rivals[..rivals_wanted()]) {
        no_faults(&name, &table.play([&bot, rival], seed));
        no_faults(&name, &table.play([rival, &bot], seed));
    }
    // Fairy-Max draws lots of its own.
    if name == "fairymax" {
        return;
    }
    // Others that draw lots draw them from the match's seed.
    let once = table.play([&bot, &bot], 1);
    no_faults(&name, &once);
    assert_eq!(actions(&once), actions(&table.play([&bot, &bot], 1)), "{name}: the same again");
}

/// All rivals, or the one that plays anything where `CERTAMEN_FAST=1` asks for speed.
fn rivals_wanted() -> usize {
    if std::env::var("CERTAMEN_FAST").is_ok_and(|value| value == "1") { 1 } else { 3 }
}

fn no_faults(name: &str, record: &MatchRecord) {
    let mut moves = record.turns.iter().flat_map(|turn| &turn.moves);
    let fault = moves.find(|entry| entry.fault.is_some());
    assert_eq!(fault, None, "{name}: {:?}", record.table);
    assert!(record.outcome.is_some());
}

fn actions(record: &MatchRecord) -> Vec<&str> {
    let moves = record.turns.iter().flat_map(|turn| &turn.moves);
    moves.filter_map(|entry| entry.action.as_deref()).collect()
}

/// What a bot needs: a program that it names, or its language.
pub(crate) fn program(bot: &Path) -> String {
    let Manifest { language, requires, .. } = Manifest::read(bot).unwrap();
    requires.into_values().next().unwrap_or(language)
}

pub(crate) fn folders(path: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    let mut folders: Vec<_> = entries.filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}
