//! A contest in a folder of its own, and helpers that play its matches.

use certamen_contest::{
    AuditReport, Auditor, Contest, ContestError, ContestFile, ExcludedBot, ExportEntry, Folder,
    LocalizedTexts, NextStep, OpenOptions, Results, Reveal, draw::Entropy,
};
use certamen_game::job::{JobResult, MatchJob};
use certamen_game::{
    Budget, Fault, Given, Seat, View,
    arbiter::{Answer, Arbiter},
    builtin::Arguments,
    conformance::check_match,
};
use certamen_i18n::Message;
use certamen_store::{BotVersion, Store};
use std::{
    fs,
    time::{Duration, SystemTime},
};
use tempfile::TempDir;

/// A round robin of FootSteps among three.
pub(crate) const ROUND_ROBIN: &str = r#"
name = "Three"
game = "footsteps"
bots = ["a", "b", "c"]
[format]
kind = "round-robin"
games_per_pair = 2
[ranking]
kind = "wins"
"#;

/// A contest in a folder of its own.
pub(crate) struct Site {
    place: TempDir,
}

impl Site {
    /// The contest that `file` describes.
    pub(crate) fn new(file: &str) -> Site {
        let site = Site { place: tempfile::tempdir().unwrap() };
        site.write(file);
        site
    }

    /// Puts another contest file there.
    pub(crate) fn write(&self, file: &str) {
        fs::write(self.folder().contest_file(), file).unwrap();
    }

    pub(crate) fn folder(&self) -> Folder {
        Folder::new(self.place.path())
    }

    /// Opens it with as many bots as there are names.
    pub(crate) fn open(&self, names: &[&str]) -> Result<Contest, ContestError> {
        self.open_at(names, "2015-03-13T12:00:00Z")
    }

    /// The same at this time.
    pub(crate) fn open_at(&self, names: &[&str], now: &str) -> Result<Contest, ContestError> {
        self.open_with(&names.iter().map(program).collect::<Vec<_>>(), &[], now)
    }

    /// Opens it without the excluded bots.
    pub(crate) fn open_without(
        &self,
        names: &[&str],
        aside: &[&str],
    ) -> Result<Contest, ContestError> {
        let reason = LocalizedTexts::from(&Message::verbatim("it cannot be built"));
        let reported = |bot: &&str| ExcludedBot { bot: (*bot).to_owned(), reason: reason.clone() };
        let aside: Vec<ExcludedBot> = aside.iter().map(reported).collect();
        let entries: Vec<BotVersion> = names.iter().map(program).collect();
        self.open_with(&entries, &aside, "2015-03-13T12:00:00Z")
    }

    /// Opens it with built-in players.
    pub(crate) fn open_builtin(&self, names: &[&str]) -> Result<Contest, ContestError> {
        let entry = |name: &&str| BotVersion {
            name: (*name).to_owned(),
            digest: String::new(),
            language: "builtin".to_owned(),
        };
        let entries: Vec<BotVersion> = names.iter().map(entry).collect();
        self.open_with(&entries, &[], "2015-03-13T12:00:00Z")
    }

    fn open_with(
        &self,
        entries: &[BotVersion],
        aside: &[ExcludedBot],
        now: &str,
    ) -> Result<Contest, ContestError> {
        // Of the built-in players of these tests only one draws lots.
        let is_steady = |it: &BotVersion| it.language == "builtin" && it.name != "random";
        let declared: Vec<bool> = entries.iter().map(is_steady).collect();
        let entropy = Entropy { now: now.parse().unwrap(), secret: [7; 32] };
        let terms = OpenOptions {
            tier: "A",
            elsewhere: false,
            seed: None,
            aside,
            deterministic: &declared,
            measure: &mut |_| Err(Message::verbatim("nothing is measured")),
            entropy,
        };
        Contest::open(&self.folder(), ContestFile::read(&self.folder())?, entries, terms)
    }

    /// Opens it among three and plays it to its end; how many matches were played.
    pub(crate) fn run(&self) -> (Contest, usize) {
        let mut contest = self.open(&["a", "b", "c"]).unwrap();
        let played = play(&mut contest, usize::MAX);
        (contest, played)
    }

    pub(crate) fn results(&self) -> Result<Results<'static>, ContestError> {
        Results::open(&self.folder())
    }

    /// The store, to be damaged.
    pub(crate) fn store(&self) -> Store {
        Store::create(&self.folder().store()).unwrap()
    }

    /// Its whole export.
    pub(crate) fn account(&self) -> Vec<ExportEntry> {
        let mut entries = Vec::new();
        let mut keep = |entry| -> Result<(), ContestError> {
            entries.push(entry);
            Ok(())
        };
        self.results().unwrap().export(Reveal::Now, &mut keep).unwrap();
        entries
    }
}

/// The program that is called `given`; `z=a` is the program `a` under the name `z`, and `http:z` the
/// player `z` over HTTP.
fn program(given: &&str) -> BotVersion {
    if let Some(name) = given.strip_prefix("http:") {
        let (name, language) = (name.to_owned(), "http".to_owned());
        return BotVersion { name, digest: String::new(), language };
    }
    let (name, own) = given.split_once('=').unwrap_or((given, given));
    BotVersion {
        name: name.to_owned(),
        digest: format!("digest-of-{own}"),
        language: "python".to_owned(),
    }
}

/// What an audit of `account` finds.
pub(crate) fn audited(account: Vec<ExportEntry>) -> AuditReport {
    let mut auditor = Auditor::default();
    for entry in account {
        auditor.take(entry).unwrap();
    }
    auditor.finish().unwrap()
}

/// Plays at most `most` matches; how many there were.
pub(crate) fn play(contest: &mut Contest, most: usize) -> usize {
    let mut count = 0;
    while count < most {
        match contest.step().unwrap() {
            NextStep::Work(job) => {
                contest.hand_in(vec![played(*job)]).unwrap();
                count += 1;
            }
            NextStep::Again => {}
            NextStep::Wait | NextStep::Stands | NextStep::Done(_) => break,
        }
    }
    count
}

/// Plays to the end; each seat gives what `answer` says.
pub(crate) fn play_by(
    contest: &mut Contest,
    answer: impl Fn(&Arbiter, Seat) -> Result<Given, Fault>,
) {
    while let NextStep::Work(job) = contest.step().unwrap() {
        let game = certamen_games::find(&job.table.game).unwrap();
        let mut arbiter = Arbiter::start(game, job.table.clone()).unwrap();
        while arbiter.outcome().is_none() {
            let answers = arbiter.to_act().iter().map(|seat| Answer {
                seat,
                given: answer(&arbiter, seat),
                charged: Duration::ZERO,
                pondered: Duration::ZERO,
                asleep: Duration::ZERO,
            });
            arbiter.answer(answers.collect()).unwrap();
        }
        let record = arbiter.into_record();
        contest.hand_in(vec![JobResult { record, ..played(*job) }]).unwrap();
    }
}

/// What the built-in player that sits there answers.
pub(crate) fn built_in(arbiter: &Arbiter, seat: Seat, name: &str) -> Given {
    let game = certamen_games::find(&arbiter.table().game).unwrap();
    let mut player = game.builtin_player(name, &Arguments::new()).unwrap();
    let (table, state, turns) = (arbiter.table(), arbiter.state(), arbiter.turns());
    let budget = Budget { cpu: Duration::MAX, wall: Duration::MAX };
    player.act(&View { table, state, seat, turns }, budget).unwrap().given
}

/// The result of a match without faults.
pub(crate) fn played(job: MatchJob) -> JobResult {
    let game = certamen_games::find(&job.table.game).unwrap();
    let (options, seats) = (job.table.options.clone(), job.seats.len() as u8);
    let mut record = check_match(game, options, seats, job.table.seed, 10_000).unwrap();
    record.table = job.table;
    JobResult {
        number: job.number,
        record,
        began: Some(SystemTime::UNIX_EPOCH + Duration::from_secs(1)),
        took: Duration::from_millis(1),
        folders: Vec::new(),
        errors: Vec::new(),
        machine: None,
    }
}
