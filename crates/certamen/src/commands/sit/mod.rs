//! `certamen sit`: a bot on this machine takes seats on a site, at a table or in a contest.
//!
//! Each match is played by a thread; this one waits for what they report and for signals.

mod address;
mod seat_match;
mod shown_state;
mod site_client;

use crate::{Result, commands, exit::ExitStatus, flags};
use address::{SeatLink, SitAddress, SitTarget};
use certamen_game::{Language, Outcome};
use certamen_host::Sandboxes;
use certamen_i18n::{Context, Message, UserError, usage};
use certamen_sandbox::{Launcher, Tier};
use clap::Args;
use seat_match::{Bench, MatchError, SeatMatch, SeatMatchEnd};
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    low_level::pipe,
};
use site_client::{SiteClient, SiteClientError, SiteTable};
use std::{
    env, fs,
    io::{self, Read, Write, stdout},
    os::unix::net::UnixStream,
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::{self, Sender},
    },
    thread,
    time::Duration,
};

pub(super) mod say {
    certamen_i18n::texts!("locales/sit");
}

/// The variable with the token of an entrant.
const TOKEN: &str = "CERTAMEN_TOKEN";
/// After this time without a match, one is told that the command waits.
const FIRST_MATCH: Duration = Duration::from_secs(3);

#[derive(Args, Debug)]
pub(crate) struct SitArgs {
    pub(crate) url: String,
    #[arg(value_name = "BOT")]
    pub(crate) bot: String,
    #[arg(long, value_parser = flags::within::<u32>(1..=1_000_000))]
    pub(crate) matches: Option<u32>,
    #[arg(long, default_value_t = 1, value_parser = flags::within::<u16>(1..=64))]
    pub(crate) jobs: u16,
    #[arg(long, value_name = "FILE")]
    pub(crate) token_file: Option<PathBuf>,
    #[arg(long)]
    pub(crate) tier: Option<Tier>,
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

pub(crate) fn sit(
    arguments: &SitArgs,
    language: Language,
    launcher: &Launcher,
) -> Result<ExitStatus> {
    let SitAddress { site, target } = SitAddress::read(&arguments.url).map_err(|error| {
        match error {
            // The command is understood, and refused.
            address::AddressError::Plain { .. } => UserError::from(error),
            address::AddressError::Unreadable => usage(error),
        }
    })?;
    let source = match target {
        SitTarget::Seat(_) if arguments.matches.is_some() || arguments.jobs > 1 => {
            return Err(usage(say::one_match()));
        }
        SitTarget::Seat(link) => MatchSource::Seat(Mutex::new(Some(link))),
        SitTarget::Contest(slug) => MatchSource::Contest {
            slug,
            token: token(arguments)?,
            left: AtomicU64::new(arguments.matches.map_or(u64::MAX, u64::from)),
            have: Mutex::default(),
        },
    };
    if let Some(folder) = &arguments.out {
        fs::create_dir_all(folder).context(folder.display().to_string())?;
    }
    let session = Arc::new(SitSession {
        client: SiteClient::new(site, language),
        source,
        bot: arguments.bot.clone(),
        sandboxes: Sandboxes::new(launcher, arguments.tier),
        tier: arguments.tier,
        jobs: arguments.jobs.into(),
        bench: OnceLock::new(),
        building: Mutex::new(()),
        out: arguments.out.clone(),
        is_stopping: AtomicBool::new(false),
        is_over: AtomicBool::new(false),
        language,
    });
    session.run()
}

/// The token of an entrant, from the file or the environment.
fn token(arguments: &SitArgs) -> Result<String> {
    let given = match &arguments.token_file {
        Some(file) => fs::read_to_string(file).context(file.display().to_string())?,
        None => env::var(TOKEN).map_err(|_| usage(say::no_token(TOKEN)))?,
    };
    let token = given.trim();
    let is_valid = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_graphic());
    if is_valid { Ok(token.to_owned()) } else { Err(UserError::new(say::bad_token())) }
}

/// Where matches come from.
enum MatchSource {
    /// One seat, until it is taken.
    Seat(Mutex<Option<SeatLink>>),
    Contest {
        slug: String,
        token: String,
        /// How many more are to be played.
        left: AtomicU64,
        /// The tables that are being played at.
        have: Mutex<Vec<String>>,
    },
}

/// What a thread reports.
#[expect(clippy::large_enum_variant, reason = "there are few, and none is stored")]
enum Report {
    /// It plays at this table.
    Begun(SeatLink),
    Ended(SeatLink, std::result::Result<SeatMatchEnd, UserError>),
    /// The site has withdrawn the match at this table: it is played again later.
    Withdrawn(SeatLink),
    /// It has no more matches to play.
    Idle,
    Failed(UserError),
    /// Not a thread's: the user wants to stop.
    Signal,
}

/// Why a match was not played.
enum PlayFailure {
    /// The site no longer has the table.
    Withdrawn(UserError),
    Other(UserError),
}

impl From<MatchError> for PlayFailure {
    fn from(error: MatchError) -> PlayFailure {
        let is_withdrawn = error.is_withdrawn();
        let error = UserError::from(error);
        if is_withdrawn { PlayFailure::Withdrawn(error) } else { PlayFailure::Other(error) }
    }
}

impl From<UserError> for PlayFailure {
    fn from(error: UserError) -> PlayFailure {
        PlayFailure::Other(error)
    }
}

/// The line that reports a match.
fn result(ended: &SeatMatchEnd) -> Message {
    let names: Vec<String> = ended.names.iter().map(|name| certamen_game::escaped(name)).collect();
    let names = names.join(" – ");
    let table = safe_name(&ended.table);
    if let Some((turn, why)) = &ended.fault {
        return say::faulty_match(table, &ended.game, names, turn, why.clone());
    }
    match &ended.outcome {
        Some(outcome) => say::played_match(table, &ended.game, names, ended.turns, scores(outcome)),
        None => say::unfinished_match(table, &ended.game, names, ended.turns),
    }
}

struct SitSession {
    client: SiteClient,
    source: MatchSource,
    /// The bot, as it was given.
    bot: String,
    sandboxes: Sandboxes,
    /// The isolation level that was chosen.
    tier: Option<Tier>,
    jobs: usize,
    /// Built once the game is known.
    bench: OnceLock<Bench>,
    building: Mutex<()>,
    out: Option<PathBuf>,
    /// Whether no more matches are begun.
    is_stopping: AtomicBool,
    /// Whether the contest is over.
    is_over: AtomicBool,
    language: Language,
}

impl SitSession {
    fn run(self: Arc<Self>) -> Result<ExitStatus> {
        let (reports, arriving) = mpsc::channel();
        listen(reports.clone())?;
        for number in 0..self.jobs {
            let (session, reports) = (Arc::clone(&self), reports.clone());
            thread::spawn(move || {
                let work = AssertUnwindSafe(|| session.work(number, &reports));
                // A panic was already reported where it happened; without its thread, the command
                // would wait for ever.
                if catch_unwind(work).is_err() {
                    drop(reports.send(Report::Failed(UserError::new(say::crashed()))));
                }
            });
        }
        let (mut active, mut working) = (Vec::<SeatLink>::new(), self.jobs);
        let mut status = ExitStatus::Fine;
        let mut first = arriving.recv_timeout(FIRST_MATCH).ok();
        if let MatchSource::Contest { slug, .. } = &self.source
            && first.is_none()
        {
            let waiting = say::no_match_yet(self.client.standings(slug));
            eprintln!("{}", waiting.get(self.language));
        }
        while working > 0 {
            let report = first.take().or_else(|| arriving.recv().ok());
            match report.expect("the listener for signals has a sender") {
                Report::Begun(link) => active.push(link),
                Report::Ended(link, ended) => {
                    active.retain(|other| *other != link);
                    let ended = ended?;
                    writeln!(stdout(), "{}", result(&ended).get(self.language))?;
                    if !ended.is_plain() {
                        status = ExitStatus::NotPlain;
                    }
                }
                Report::Withdrawn(link) => {
                    active.retain(|other| *other != link);
                    let withdrawn = say::withdrawn(safe_name(&link.table));
                    eprintln!("{}", withdrawn.get(self.language));
                }
                Report::Idle => working -= 1,
                Report::Failed(error) => return Err(error),
                Report::Signal if self.is_stopping.swap(true, Ordering::Relaxed) => {
                    for link in &active {
                        // The site notices its absence, too.
                        let _ = self.client.leave_at_once(link);
                    }
                    return Ok(ExitStatus::Interrupted);
                }
                Report::Signal if !active.is_empty() => {
                    eprintln!("{}", say::finishing(active.len()).get(self.language));
                }
                Report::Signal => {}
            }
            if self.is_stopping.load(Ordering::Relaxed) && active.is_empty() {
                return Ok(ExitStatus::Interrupted);
            }
        }
        if let MatchSource::Contest { slug, .. } = &self.source
            && self.is_over.load(Ordering::Relaxed)
        {
            let over = say::contest_over(self.client.standings(slug));
            eprintln!("{}", over.get(self.language));
        }
        Ok(status)
    }

    /// Plays one match after the other; `number` is that of the thread.
    fn work(&self, number: usize, reports: &Sender<Report>) {
        // The receiver is gone when the command ends.
        let report = |report| drop(reports.send(report));
        loop {
            let link = match self.next() {
                Ok(Some(link)) => link,
                Ok(None) => return report(Report::Idle),
                Err(error) => return report(Report::Failed(error)),
            };
            report(Report::Begun(link.clone()));
            let ended = self.play(&link, number);
            self.give_back(&link);
            report(match ended {
                // One seat has no other match.
                Err(PlayFailure::Withdrawn(_)) if self.is_one_more_left() => {
                    Report::Withdrawn(link)
                }
                Err(PlayFailure::Withdrawn(error) | PlayFailure::Other(error)) => {
                    Report::Ended(link, Err(error))
                }
                Ok(ended) => Report::Ended(link, Ok(ended)),
            });
        }
    }

    /// The next match to be played, if there is to be one.
    fn next(&self) -> Result<Option<SeatLink>> {
        if self.is_stopping.load(Ordering::Relaxed) {
            return Ok(None);
        }
        match &self.source {
            MatchSource::Seat(link) => Ok(lock(link).take()),
            MatchSource::Contest { slug, token, left, have } => {
                let one_less = |left: u64| left.checked_sub(1);
                if left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).is_err() {
                    return Ok(None);
                }
                while !self.is_stopping.load(Ordering::Relaxed) {
                    let playing = lock(have).clone();
                    match self.client.next(slug, token, &playing) {
                        Ok(Some(link)) => {
                            let mut have = lock(have);
                            // Another thread was assigned the same match at the same time.
                            if !have.contains(&link.table) {
                                have.push(link.table.clone());
                                return Ok(Some(link));
                            }
                        }
                        Ok(None) => {}
                        Err(SiteClientError::Refused { status: 410, .. }) => {
                            self.is_over.store(true, Ordering::Relaxed);
                            return Ok(None);
                        }
                        Err(error) => return Err(error.into()),
                    }
                }
                Ok(None)
            }
        }
    }

    fn give_back(&self, link: &SeatLink) {
        if let MatchSource::Contest { have, .. } = &self.source {
            lock(have).retain(|table| *table != link.table);
        }
    }

    /// Counts a match that was withdrawn as not played; false if the session is for one seat.
    fn is_one_more_left(&self) -> bool {
        match &self.source {
            MatchSource::Seat(_) => false,
            MatchSource::Contest { left, .. } => {
                let one_more = |left: u64| Some(left.saturating_add(1));
                left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).is_ok()
            }
        }
    }

    fn play(
        &self,
        link: &SeatLink,
        number: usize,
    ) -> std::result::Result<SeatMatchEnd, PlayFailure> {
        let table = self.client.table(link, 0, 0).map_err(MatchError::from)?;
        let bench = self.bench(&table)?;
        let playing = SeatMatch::start(&self.client, bench, link, &table, number)?;
        let ended = playing.play(table)?;
        self.keep_record(link, &ended)?;
        Ok(ended)
    }

    fn keep_record(&self, link: &SeatLink, ended: &SeatMatchEnd) -> Result<()> {
        if let (Some(folder), Some(_)) = (&self.out, &ended.outcome) {
            let record = self.client.record(link)?;
            if !seat_match::is_readable(&record) {
                return Err(MatchError::Table(say::unreadable_record()).into());
            }
            let path = folder.join(format!("{}.jsonl", safe_name(&link.table)));
            fs::write(&path, record).context(path.display().to_string())?;
        }
        Ok(())
    }

    /// The bot, built for the game of the first table.
    fn bench(&self, table: &SiteTable) -> Result<&Bench> {
        let _building = lock(&self.building);
        if let Some(bench) = self.bench.get() {
            return Ok(bench);
        }
        let bench = Bench::of(table, &self.bot, self.sandboxes.clone(), self.jobs)?;
        let bots = std::slice::from_ref(&bench.bot);
        commands::warn_of_isolation(bots, bench.tier, self.tier, self.language);
        Ok(self.bench.get_or_init(|| bench))
    }
}

fn scores(outcome: &Outcome) -> String {
    let scores = outcome.scores.iter().map(ToString::to_string);
    scores.collect::<Vec<_>>().join(" – ")
}

/// The id of a table as part of a file name: a site is not trusted with paths.
fn safe_name(id: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    id.chars().take(64).map(kept).collect()
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reports each signal to stop.
fn listen(reports: Sender<Report>) -> io::Result<()> {
    let (mut signals, ours) = UnixStream::pair()?;
    for signal in [SIGINT, SIGTERM] {
        pipe::register(signal, ours.try_clone()?)?;
    }
    thread::spawn(move || {
        // It ends with the process.
        let _ours = ours;
        while signals.read_exact(&mut [0]).is_ok() && reports.send(Report::Signal).is_ok() {}
    });
    Ok(())
}
