//! Every bot that comes with Certamen: it builds, plays legally, and plays the same again.

use crate::house::House;
use crate::without::is_left_out;
use certamen_game::MatchRecord;
use certamen_worker::Manifest;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Options that keep matches short without leaving anything out.
const OPTIONS: &[(&str, &str)] =
    &[("coins", r#"{"rounds": 2}"#), ("go", r#"{"size": 5}"#), ("intervalo", r#"{"squares": 15}"#)];

#[test]
fn every_bot_plays_legally_and_the_same_again() {
    let folder = tempfile::tempdir().unwrap();
    let games = folders(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots"));
    assert!(!games.is_empty());
    for path in games {
        let slug = path.file_name().unwrap().to_str().unwrap();
        // Single files in every language, which tests of the command play.
        if slug == "samples" {
            continue;
        }
        let game = certamen_games::find(slug).unwrap_or_else(|| panic!("{slug} is no game"));
        let options = OPTIONS.iter().find(|(name, _)| *name == slug);
        let options = options.map_or("{}", |(_, options)| options);
        let house = House::new(game, options, folder.path());
        let bots = folders(&path);
        assert!(!bots.is_empty(), "{slug} has no bots");
        for bot in bots.iter().filter(|bot| installed(bot)) {
            check(&house, bot);
        }
    }
}

fn check(house: &House, path: &Path) {
    let name = Manifest::read(path).unwrap().name;
    assert_eq!(path.file_name().unwrap().to_str(), Some(&*name), "folders are called like bots");
    let bot = house.ready(path.to_str().unwrap());
    let rivals =
        ["builtin:random", "builtin:last", "builtin:first"].map(|rival| house.ready(rival));
    for (seed, rival) in (1..).zip(&rivals[..rivals_wanted()]) {
        no_faults(&name, &house.play([&bot, rival], seed));
        no_faults(&name, &house.play([rival, &bot], seed));
    }
    // Those that draw lots draw them from the match's seed.
    let once = house.play([&bot, &bot], 1);
    no_faults(&name, &once);
    assert_eq!(actions(&once), actions(&house.play([&bot, &bot], 1)), "{name}: the same again");
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

/// Whether the tests can have its language and what else it needs: `CERTAMEN_WITHOUT` lists what
/// they cannot.
pub(crate) fn installed(bot: &Path) -> bool {
    let Manifest { language, requires, .. } = Manifest::read(bot).unwrap();
    !is_left_out(&language) && !requires.values().any(|needed| is_left_out(needed))
}

pub(crate) fn folders(path: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    let mut folders: Vec<_> = entries.filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}
