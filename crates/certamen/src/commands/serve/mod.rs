//! `certamen serve`: runs contests and serves the website with its accounts and submissions.

mod connection;
mod people;
mod privileged;
mod site;
mod user;

use crate::{
    Result,
    console::{Interrupt, folder_watcher},
    exit::ExitStatus,
    flags::{self, FarmArgs},
    print::publication::draw,
    say::serving as say,
};
use certamen_contest::Folder;
use certamen_game::Language;
use certamen_host::{
    EventSender, HostedContests, Hosting, Publication, RemoteRoom, Sandboxes, SitePermissions,
    jobs, messages,
};
use certamen_i18n::{Context, Message, UserError, usage};
use certamen_portal::{SiteFile, SiteRequest, USUAL_ADDRESS, check_job::ContestActivity};
use certamen_runner::CorePool;
use certamen_sandbox::Launcher;
use certamen_web::{Contests, Server};
use clap::{
    Args,
    builder::{PathBufValueParser, TypedValueParser},
};
use site::SiteSetup;
use std::{
    collections::BTreeMap,
    io::{Write, stdout},
    net::SocketAddr,
    ops::ControlFlow,
    os::unix::net::UnixStream,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, Scope, ScopedJoinHandle},
    time::Duration,
};

#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<SocketAddr>,
    #[arg(short, long, value_parser = flags::within::<u16>(1..=1024))]
    pub(crate) jobs: Option<u16>,
    #[arg(long)]
    pub(crate) tier: Option<certamen_sandbox::Tier>,
    #[arg(long, conflicts_with = "no_site")]
    pub(crate) no_play: bool,
    #[arg(long)]
    pub(crate) no_site: bool,
    #[arg(long, value_name = "NAME", conflicts_with = "no_site")]
    pub(crate) user: Option<String>,
    #[arg(long, value_name = "FILE", value_parser = PathBufValueParser::new().map(LogTarget::of))]
    pub(crate) log: Vec<LogTarget>,
    // This process is the site, started by the playing process.
    #[arg(long, hide = true)]
    pub(crate) apart: bool,
    #[command(flatten)]
    pub(crate) farm: FarmArgs,
}

/// Where `--log` leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum LogTarget {
    /// `json`: what goes to standard error is JSON.
    Json,
    /// Requests are logged to this file.
    Requests(PathBuf),
}

impl LogTarget {
    fn of(path: PathBuf) -> LogTarget {
        if path.as_os_str() == "json" { LogTarget::Json } else { LogTarget::Requests(path) }
    }
}

impl ServeArgs {
    pub(crate) fn is_json_logged(&self) -> bool {
        self.log.contains(&LogTarget::Json)
    }

    /// The last file that is named.
    fn request_log(&self) -> Option<&PathBuf> {
        self.log.iter().rev().find_map(|target| match target {
            LogTarget::Requests(path) => Some(path),
            LogTarget::Json => None,
        })
    }
}

pub(crate) fn serve(
    arguments: &ServeArgs,
    language: Language,
    launcher: &Launcher,
) -> Result<ExitStatus> {
    if arguments.no_site && arguments.request_log().is_some() {
        return Err(usage(say::log_without_site()));
    }
    if !arguments.folder.is_dir() {
        return Err(UserError::new(say::no_contests_folder(&arguments.folder)));
    }
    if arguments.apart {
        return site::serve_apart(arguments, language);
    }
    let is_root = rustix::process::geteuid().is_root();
    if let Some(user) = arguments.user.as_ref().filter(|_| !is_root) {
        return Err(usage(say::user_without_root(user)));
    }
    let contests = &Contests::find(&arguments.folder)?;
    for path in &contests.misnamed {
        tracing::warn!(path = %path.display(), "{}", say::misnamed(path).get(language));
    }
    let stop = &Interrupt::listen()?.stop();
    let file = &SiteFile::read(&arguments.folder)?;
    arguments.farm.check(arguments.jobs)?;
    let target = &arguments.farm.target()?.until(stop);
    let cores = arguments.jobs.map_or_else(usual_cores, usize::from);
    let events = Arc::new(EventSender::default());
    let host = HostSide {
        contests,
        arguments,
        hosting: Hosting {
            contests: &HostedContests::new(by_name(contests), folder_watcher(language)),
            target,
            pool: &Arc::new(CorePool::shared(cores)),
            sandboxes: Sandboxes::new(launcher, arguments.tier),
            games: certamen_games::find,
            language,
            min_free_space: file.min_free_space,
            stop,
            remote: Arc::new(RemoteRoom::new(Arc::clone(&events))),
            events,
            report: &|slug, doing| log_activity(slug, doing, language),
            draw: &|publication: &Publication| draw(publication, language),
        },
    };
    if arguments.no_site {
        // It plays only; a site in another process may show it.
        host.run(&|_, _| (), || connection::serve_sites(&arguments.folder, &host.hosting));
        return Ok(ExitStatus::Interrupted);
    }
    if is_root {
        return privileged::serve(&host, file);
    }
    single_process(&host, file)
}

/// All cores but the first, which serves requests.
fn usual_cores() -> usize {
    jobs(None).saturating_sub(1).max(1)
}

/// Host and site in one process, which talk to each other as two processes do.
fn single_process(host: &HostSide<'_>, file: &SiteFile) -> Result<ExitStatus> {
    let HostSide { contests, arguments, hosting } = host;
    let (language, stop, cores) = (hosting.language, hosting.stop, host.cores());
    let (ours, theirs) = UnixStream::pair().context("serve")?;
    let theirs = Some(theirs).filter(|_| !arguments.no_play);
    let server = bind(arguments, file)?;
    let setup = SiteSetup { arguments, file, contests, host: theirs, cores, language, stop };
    let site = setup.open(&server)?;
    let requests = messages(ours.try_clone().context("serve")?);
    announce(&server, file, language)?;
    thread::scope(|scope| {
        if !arguments.no_play {
            scope.spawn(|| host.run(&|_, _| (), || host.serve_site(&ours, requests)));
        }
        site.serve(server)
    })?;
    Ok(ExitStatus::Interrupted)
}

/// What plays, and carries out what a site asks for.
struct HostSide<'a> {
    contests: &'a Contests,
    arguments: &'a ServeArgs,
    hosting: Hosting<'a>,
}

impl HostSide<'_> {
    /// Hosts contests, also those that are added, which are passed to `newcomer` first, until the
    /// stop signal. `talk` serves sites until then.
    fn run(&self, newcomer: &(dyn Fn(&str, &Folder) + Sync), talk: impl FnOnce() + Send) {
        thread::scope(|scope| {
            scope.spawn(talk);
            let threads = self.start(scope, newcomer);
            self.hosting.stop.rest(Duration::MAX);
            // Otherwise a site that reads nothing would keep the threads that send it events.
            self.hosting.events.end_waiting();
            for thread in threads {
                // A panic was already reported where it happened.
                let _ = thread.join();
            }
            self.hosting.events.close();
        });
    }

    fn start<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        newcomer: &'scope (dyn Fn(&str, &Folder) + Sync),
    ) -> Vec<ScopedJoinHandle<'scope, ()>> {
        let (hosting, folder) = (&self.hosting, &self.arguments.folder);
        let plays = !self.arguments.no_play;
        let mut threads = if plays { hosting.start(scope) } else { Vec::new() };
        let has_entries = plays && people::has_accounts(folder);
        threads.push(scope.spawn(move || {
            let mut new = Vec::new();
            let entries = has_entries.then(|| people::entry_queue(hosting));
            let find = || find_contests(folder);
            hosting.contests.watch(folder, &find, hosting.stop, |slug, place| {
                newcomer(slug, place);
                if plays {
                    new.push(hosting.start_contest(scope, slug, place));
                }
                if let Some(entries) = &entries {
                    entries.admit(slug, place);
                }
            });
            drop(entries);
            for thread in new {
                // A panic was already reported where it happened.
                let _ = thread.join();
            }
        }));
        threads
    }

    /// Serves the site that started with this host, however long it reads nothing.
    fn serve_site(&self, site: &UnixStream, requests: impl Iterator<Item = SiteRequest>) {
        let (warned, stop) = (AtomicBool::new(false), self.hosting.stop);
        let stalled = || {
            if !warned.swap(true, Ordering::Relaxed) {
                tracing::warn!("{}", say::site_stalled().get(self.hosting.language));
            }
            if stop.is_set() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let permissions = SitePermissions { decisions: true, tables: !self.arguments.no_play };
        if let Err(error) = self.hosting.serve_site(site, requests, permissions, &stalled) {
            tracing::error!(%error, "the connection to the site failed");
        }
    }

    /// The number of local cores that play matches; 0 if none do.
    fn cores(&self) -> usize {
        if self.arguments.no_play { 0 } else { self.hosting.pool.jobs() }
    }
}

fn by_name(contests: &Contests) -> BTreeMap<String, Folder> {
    contests.found.iter().map(|(slug, folder)| (slug.to_string(), folder.clone())).collect()
}

/// The contests in `folder`; none if it cannot be read now: it is tried again.
fn find_contests(folder: &Path) -> BTreeMap<String, Folder> {
    Contests::find(folder).map(|contests| by_name(&contests)).unwrap_or_default()
}

/// Logs an activity that asks for attention or ends the contest.
fn log_activity(contest: &str, doing: &ContestActivity, language: Language) {
    let say = |message: Message| message.get(language);
    match doing {
        ContestActivity::Finished => tracing::info!(contest, "{}", say(say::finished(contest))),
        ContestActivity::NeverHosted => {
            tracing::info!(contest, "{}", say(say::never_held(contest)));
        }
        ContestActivity::Elsewhere => tracing::info!(contest, "{}", say(say::elsewhere(contest))),
        ContestActivity::Incomplete { again } => {
            let retry_seconds = again.as_secs();
            let message = say(say::incomplete(contest, retry_seconds));
            tracing::warn!(contest, retry_seconds, "{message}");
        }
        ContestActivity::Failed { why, again } => {
            let (error, retry_seconds) = (why.get(Language::En), again.as_secs());
            let message = say(say::failed(contest, why.clone(), retry_seconds));
            tracing::error!(contest, error, retry_seconds, "{message}");
        }
        ContestActivity::Nothing | ContestActivity::Opening | ContestActivity::Playing(_) => {}
    }
}

/// Listens on the address of the command line, or else on that of the site's file.
fn bind(arguments: &ServeArgs, file: &SiteFile) -> Result<Server> {
    Ok(Server::bind(arguments.listen.or(file.listen.address).unwrap_or(USUAL_ADDRESS))?)
}

fn announce(server: &Server, file: &SiteFile, language: Language) -> Result<()> {
    let address = server.address().context("serve")?;
    // With `base_url`, a proxy is in front of the server.
    if !address.ip().is_loopback() && file.base_url.is_none() {
        tracing::warn!("{}", say::open_address(address.to_string()).get(language));
    }
    // Last, because a caller that waits for this line may stop the process at once.
    writeln!(stdout(), "{}", say::listening(format!("http://{address}/")).get(language))?;
    Ok(())
}
