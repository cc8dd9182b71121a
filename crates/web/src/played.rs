//! Contests whose matches are played in process, for tests of pages.

use crate::{
    pseudonyms::Disclosure,
    site::{Contests, Site, SiteInfo},
};
use certamen_contest::{
    Contest, ContestFile, Folder, NextStep, OpenOptions,
    draw::Entropy,
    entry::{PendingDecision, Submission, SubmissionVerdict},
};
use certamen_game::{Language, Map, MatchRecord, conformance::check_match, stderr_text};
use certamen_i18n::Message;
use certamen_portal::SiteFile;
use certamen_store::{BotVersion, JobResult};
use jiff::Timestamp;
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
    let mut contest = open(&Folder::new(&own), bots);
    let mut left = most;
    while left > 0 && play(&mut contest) {
        left -= 1;
    }
    contest.save_standings(SystemTime::now()).unwrap();
    still(folder)
}

/// The site of the contests in `folder` as they are now.
pub(crate) fn still(folder: &Path) -> Site {
    let info = SiteInfo::of(&SiteFile::default(), Language::En);
    Site::still(&Contests::find(folder).unwrap(), info, &Disclosure::Nothing)
}

/// Opens the contest in `folder` to play it, as `certamen run` does.
pub(crate) fn open(folder: &Folder, bots: &[&str]) -> Contest {
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
    Contest::open(folder, file, &bots, options).unwrap()
}

/// Stores the next match, played at random; whether there was one.
pub(crate) fn play(contest: &mut Contest) -> bool {
    let NextStep::Work(job) = contest.step().unwrap() else { return false };
    let (table, game) = (&job.table, certamen_games::find(&job.table.game).unwrap());
    let options: Map = table.options.clone();
    let record = check_match(game, options, table.seats.len() as u8, table.seed, 1000).unwrap();
    let after = record.turns.len() as u64 + 1;
    let words = [(1, "<up>\n"), (3, "so\n"), (after, "bye\n")];
    let words = stderr_text::join(&words.map(|(turn, words)| (turn, words.as_bytes().to_vec())));
    let errors = vec![words; table.seats.len()];
    let result = JobResult {
        number: job.number,
        record: MatchRecord { table: job.table, ..record },
        began: Some(SystemTime::now()),
        took: Duration::ZERO,
        folders: Vec::new(),
        errors,
        machine: None,
    };
    contest.hand_in(vec![result]).unwrap();
    true
}

/// Admits the bot `name` of `author` to the contest in `folder` at this time.
pub(crate) fn accept(folder: &Folder, files: &Path, [name, author]: [&str; 2], now: Timestamp) {
    let sent = Submission {
        id: name.to_owned(),
        entrant: name.to_owned(),
        author: author.to_owned(),
        file: name.to_owned(),
        note: String::new(),
        language: String::new(),
        received: now,
        written_by: None,
    };
    fs::create_dir(files).unwrap();
    let decision = PendingDecision {
        folder,
        sent: &sent,
        files,
        digest: String::new(),
        verdict: SubmissionVerdict::Accepted,
        reasons: Vec::new(),
        report: String::new(),
        sample: None,
        now,
    };
    decision.file().unwrap();
}
