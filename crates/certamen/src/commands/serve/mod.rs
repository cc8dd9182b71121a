//! `certamen serve`: runs contests and serves the website with its accounts and submissions.

mod connection;
mod event_sink;
mod hosting;
mod people;
mod privileged;
mod site_process;
mod user;

use crate::{
    Result,
    console::Interrupt,
    exit::ExitStatus,
    flags::{self, FarmArgs},
    print::export::{Export, ExportTable},
    say::serving as say,
};
use certamen_contest::{Results, Reveal};
use certamen_game::Language;
use certamen_host::StopSignal;
use certamen_i18n::{Context, Message, UserError, usage};
use certamen_portal::{SiteFile, USUAL_ADDRESS};
use certamen_runner::CorePool;
use certamen_sandbox::Launcher;
use certamen_web::{Contests, ExportWriter, Log, Server, Site, SiteInfo};
use clap::Args;
use connection::{HostListener, SiteConnection};
use event_sink::EventSink;
use hosting::{HostContext, HostedContests};
use std::{
    io::{Write, stdout},
    net::SocketAddr,
    path::PathBuf,
    sync::{Arc, mpsc::channel},
    thread,
    time::Duration,
};

/// How often the stop signal is checked where nothing else waits.
const PATIENCE: Duration = Duration::from_millis(50);

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
    #[arg(long, value_name = "FILE", conflicts_with = "no_site")]
    pub(crate) log: Option<PathBuf>,
    // This process is the site, started by the playing process.
    #[arg(long, hide = true)]
    pub(crate) apart: bool,
    #[command(flatten)]
    pub(crate) farm: FarmArgs,
}

pub(crate) fn serve(
    arguments: &ServeArgs,
    language: Language,
    launcher: &Launcher,
) -> Result<ExitStatus> {
    if !arguments.folder.is_dir() {
        return Err(UserError::new(say::no_contests_folder(&arguments.folder)));
    }
    if arguments.apart {
        return site_process::serve(arguments, language);
    }
    let is_root = rustix::process::geteuid().is_root();
    if let Some(user) = arguments.user.as_ref().filter(|_| !is_root) {
        return Err(usage(say::user_without_root(user)));
    }
    let contests = Contests::find(&arguments.folder)?;
    for path in &contests.misnamed {
        eprintln!("{}", say::misnamed(path).get(language));
    }
    let stop = Interrupt::listen()?.stop();
    let file = SiteFile::read(&arguments.folder)?;
    arguments.farm.check(arguments.jobs)?;
    let (target, min_free_space) = (&arguments.farm.venue()?.until(&stop), file.min_free_space);
    let hosted = &HostedContests::of(&contests);
    let pool = &Arc::new(CorePool::shared(hosting::cores(arguments)));
    let host_context = HostContext {
        contests: &contests,
        hosted,
        pool,
        arguments,
        launcher,
        language,
        stop: &stop,
        target,
        min_free_space,
    };
    if arguments.no_site {
        return Ok(headless(&host_context));
    }
    if is_root {
        return privileged::serve(&host_context, &file);
    }
    single_process(&host_context, &file)
}

fn single_process(host_context: &HostContext<'_>, file: &SiteFile) -> Result<ExitStatus> {
    let HostContext { contests, arguments, language, stop, .. } = *host_context;
    // Everything that can fail on reading comes before the address is announced.
    let (ask, orders) = channel();
    let log = log(arguments)?;
    let people = people::people(&arguments.folder, file, contests)?;
    let listener = HostListener::default();
    let played = if arguments.no_play { listener.tables() } else { hosting::send_to_thread(ask) };
    let server = bind(arguments, file)?;
    let people = people.map(|people| people::reached(people.with_tables(played), &server));
    let people = people.transpose()?;
    let site = Site::open(contests, SiteInfo::of(file, language));
    let site = site.with_people(people.clone()).with_export(whole_contests()).reached_as(file);
    let site = Arc::new(site.played_on(host_context.played_on()).logged(log));
    announce(&server, file, language)?;
    let (has_people, site_people) = (people.is_some(), people.clone());
    let sink = EventSink::SameProcess(Arc::clone(&site), people);
    thread::scope(|scope| {
        let (site, sink) = (&site, &sink);
        scope.spawn(move || {
            host_context.hosted.watch(&arguments.folder, stop, |slug, folder| {
                site.admit(slug, folder);
                if !arguments.no_play {
                    host_context.run_contest(scope, sink, (slug, folder));
                }
            });
        });
        if !arguments.no_play {
            host_context.host_all(scope, sink, has_people);
            scope.spawn(move || hosting::play_tables(host_context, &orders, sink));
        }
        if let Some(people) = &site_people {
            scope.spawn(move || people::send_mail(site, (people, file), stop, language));
            if arguments.no_play {
                scope.spawn(move || listener.open(&arguments.folder, (site, people), stop));
            }
        }
        let stopper = server.stopper();
        scope.spawn(move || {
            wait(stop);
            stopper.stop();
        });
        let served = server.serve(site);
        // However serving ended, the matches in progress end, too.
        stop.set();
        served
    })?;
    Ok(ExitStatus::Interrupted)
}

/// Exports contests as `certamen export` does.
fn whole_contests() -> ExportWriter {
    Arc::new(|folder, out| {
        let results = Results::open(folder)?;
        let mut skipped = |_: i64, _: &Message| {};
        let mut export =
            Export { results: &results, reveal: Reveal::WhenOver, skipped: &mut skipped };
        export.json_lines(out, ExportTable::Contest)
    })
}

/// Plays only; a site in another process may show it.
fn headless(host_context: &HostContext<'_>) -> ExitStatus {
    let has_people = people::has_accounts(&host_context.arguments.folder);
    let connection = Arc::new(SiteConnection::default());
    let sink = &EventSink::OtherCommand(Arc::clone(&connection));
    thread::scope(|scope| {
        host_context.host_all(scope, sink, has_people);
        scope.spawn(move || {
            host_context.hosted.watch(
                &host_context.arguments.folder,
                host_context.stop,
                |slug, folder| {
                    host_context.run_contest(scope, sink, (slug, folder));
                },
            );
        });
        scope.spawn(move || connection.run(host_context));
        wait(host_context.stop);
    });
    ExitStatus::Interrupted
}

fn wait(stop: &StopSignal) {
    while !stop.is_set() {
        thread::sleep(PATIENCE);
    }
}

/// Opens the log, if one is requested. This is done by the process that serves the site.
fn log(arguments: &ServeArgs) -> Result<Option<Log>> {
    arguments.log.as_ref().map(|path| Log::open(path).context(path)).transpose()
}

/// Listens on the address of the command line, or else on that of the site's file.
fn bind(arguments: &ServeArgs, file: &SiteFile) -> Result<Server> {
    Ok(Server::bind(arguments.listen.or(file.listen.address).unwrap_or(USUAL_ADDRESS))?)
}

fn announce(server: &Server, file: &SiteFile, language: Language) -> Result<()> {
    let address = server.address().context("serve")?;
    // With `base_url`, a proxy is in front of the server.
    if !address.ip().is_loopback() && file.base_url.is_none() {
        eprintln!("{}", say::open_address(address.to_string()).get(language));
    }
    // Last, because a caller that waits for this line may stop the process at once.
    writeln!(stdout(), "{}", say::listening(format!("http://{address}/")).get(language))?;
    Ok(())
}
