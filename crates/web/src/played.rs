//! Contests whose matches are played in process, for tests of pages.

use crate::{
    pseudonyms::Disclosure,
    site::{Contests, Site, SiteInfo},
};
use certamen_contest::{Contest, ContestFile, Folder, NextStep, OpenOptions, draw::Entropy};
use certamen_game::{Language, Map, MatchRecord, conformance::check_match};
use certamen_i18n::Message;
use certamen_portal::SiteFile;
use certamen_store::{BotVersion, JobResult};
use std::{
    fs,
    path::Path,
    time::{Duration, SystemTime},
};

/// The site of the contest `three` with this file, after at most `most` matches of `bots`, which
/// move at random.
pub(crate) fn site_of(folder: &Path, file: &str, bots: &[&str], most: usize) -> Site {
    let own = folder.join("three");
    fs::create_dir_all(&own).unwrap();
    fs::write(own.join("contest.toml"), file).unwrap();
    play(&Folder::new(&own), bots, most);
    still(folder)
}

/// The site of the contests in `folder` as they are now.
pub(crate) fn still(folder: &Path) -> Site {
    let info = SiteInfo::of(&SiteFile::default(), Language::En);
    Site::still(&Contests::find(folder).unwrap(), info, &Disclosure::Nothing)
}

fn play(folder: &Folder, bots: &[&str], most: usize) {
    let bots = bots.iter().map(|name| BotVersion {
        name: (*name).to_owned(),
        digest: (*name).to_owned(),
        language: "c".to_owned(),
    });
    let bots: Vec<BotVersion> = bots.collect();
    let options = OpenOptions {
        tier: "A",
        elsewhere: false,
        seed: Some(1),
        aside: &[],
        deterministic: &[],
        entropy: Entropy::of_system().unwrap(),
        measure: &mut |_| Err(Message::verbatim("nothing is measured")),
    };
    let file = ContestFile::read(folder).unwrap();
    let game = file.game;
    let mut contest = Contest::open(folder, file, &bots, options).unwrap();
    for _ in 0..most {
        let NextStep::Work(job) = contest.step().unwrap() else { break };
        let seats = job.table.seats.len() as u8;
        let options: Map = job.table.options.clone();
        let record = check_match(game, options, seats, job.table.seed, 1000).unwrap();
        let result = JobResult {
            number: job.number,
            record: MatchRecord { table: job.table, ..record },
            began: Some(SystemTime::now()),
            took: Duration::ZERO,
            folders: Vec::new(),
            errors: Vec::new(),
            machine: None,
        };
        contest.hand_in(vec![result]).unwrap();
    }
    contest.save_standings(SystemTime::now()).unwrap();
}
