//! Root plays and an unprivileged user serves the site: two processes, of which the one that
//! answers the network has no root privileges.

use super::{
    HostContext, announce, bind,
    event_sink::{EventSink, LatestEvents},
    hosting::{self, HostedContests},
    people,
    user::UnprivilegedUser,
    wait,
};
use crate::{Result, exit::ExitStatus, say::serving as say};
use certamen_host::StopSignal;
use certamen_i18n::{Context, Localize, UserError};
use certamen_portal::{HostEvent, HostRequest, HostResponse, PlayTableRequest, SiteFile};
use certamen_web::{Contests, Slug};
use std::{
    fs,
    io::{self, BufRead, BufReader, Write},
    mem,
    os::{
        fd::OwnedFd,
        unix::{net::UnixStream, process::CommandExt},
    },
    path,
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel},
    },
    thread::{self, ScopedJoinHandle},
    time::{Duration, Instant},
};

const OWN_PROGRAM: &str = "/proc/self/exe";
/// The line that the site prints once it has read its files.
pub(super) const READY: &str = "ready";
/// Number of events that are queued for a slow site.
const BACKLOG: usize = 256;
/// How long the site may read nothing before a warning is printed.
const STALLED: Duration = Duration::from_secs(10);
const EXIT_TIMEOUT: Duration = Duration::from_secs(12);
const LOOK: Duration = Duration::from_millis(20);

pub(super) fn serve(host_context: &HostContext<'_>, file: &SiteFile) -> Result<ExitStatus> {
    let HostContext { contests, arguments, language, stop, .. } = *host_context;
    let user = UnprivilegedUser::find(arguments.user.as_deref())?;
    user.give_ownership(&arguments.folder, contests).context(&arguments.folder)?;
    let server = bind(arguments, file)?;
    let (ours, theirs) = UnixStream::pair().context("serve")?;
    let mut listens = ours.try_clone().context("serve")?;
    let mut site = start(host_context, &user, (theirs, server.listener().context("serve")?))?;
    let mut input = BufReader::new(&mut listens);
    let mut line = String::new();
    let is_ready = input.read_line(&mut line).is_ok() && line.trim_end() == READY;
    if !is_ready {
        // The site has already printed the reason.
        let _ = site.wait();
        return Ok(ExitStatus::Failed);
    }
    announce(&server, file, language)?;
    drop(server);
    ours.set_write_timeout(Some(STALLED)).context("serve")?;
    let (sender, events) = sync_channel(BACKLOG);
    let latest = Arc::new(LatestEvents::default());
    let has_people = people::has_accounts(&arguments.folder);
    let is_over = AtomicBool::new(false);
    let ended = thread::scope(|scope| {
        let (writes, is_over, pending) = (&ours, &is_over, Arc::clone(&latest));
        let stalled = move || tracing::warn!("{}", say::site_stalled().get(language));
        scope.spawn(move || write(writes, (&events, &pending), is_over, &stalled));
        let answers = sender.clone();
        let (ask, orders) = channel();
        let requests = scope
            .spawn(move || carry_out_requests(input, host_context.hosted, (&answers, &ask), stop));
        let sink = EventSink::OtherProcess(sender, latest);
        let (user, new_sink) = (&user, sink.clone());
        let watched = scope.spawn(move || {
            host_context.hosted.watch(&arguments.folder, stop, |slug, folder| {
                let found = [(slug.clone(), folder.clone())].into();
                let new = Contests { found, ..Contests::default() };
                if let Err(error) = user.give_ownership(&arguments.folder, &new) {
                    tracing::error!(contest = %slug, %error, "a new contest is not the site's");
                }
                if !arguments.no_play {
                    host_context.run_contest(scope, &new_sink, (slug, folder));
                }
            });
        });
        let mut threads = Vec::new();
        if !arguments.no_play {
            threads = host_context.host_all(scope, &sink, has_people);
            let (host_context, sink) = (*host_context, sink.clone());
            threads.push(scope.spawn(move || hosting::play_tables(&host_context, &orders, &sink)));
        }
        wait(stop);
        join(threads, &mut site);
        // No new contests are started any more.
        let _ = watched.join();
        is_over.store(true, Ordering::Relaxed);
        // No more events follow: the site notices that the connection is closed.
        let _ = ours.shutdown(std::net::Shutdown::Both);
        requests.join().unwrap_or(ExitCause::Stopped)
    });
    wait_for_exit(&mut site);
    match ended {
        ExitCause::Stopped => Ok(ExitStatus::Interrupted),
        ExitCause::SiteEnded => Err(UserError::new(say::site_ended(&user.name))),
    }
}

fn join(threads: Vec<ScopedJoinHandle<'_, ()>>, site: &mut Child) {
    // A site that reads nothing blocks the threads that send it events; killing it unblocks them.
    let started = Instant::now();
    while threads.iter().any(|thread| !thread.is_finished()) {
        if started.elapsed() >= EXIT_TIMEOUT {
            let _ = site.kill();
            break;
        }
        thread::sleep(LOOK);
    }
    for thread in threads {
        // A panic was already reported where it happened.
        let _ = thread.join();
    }
}

/// Starts the site: its listening socket is passed as standard output, the connection as standard
/// input.
fn start(
    host_context: &HostContext<'_>,
    user: &UnprivilegedUser,
    (input, listens): (UnixStream, OwnedFd),
) -> Result<Child> {
    let folder = &host_context.arguments.folder;
    let absolute = fs::canonicalize(folder).context(folder)?;
    let log = host_context.arguments.request_log();
    let log = log.map(|path| path::absolute(path).context(path));
    let mut site = Command::new(OWN_PROGRAM);
    site.args(["serve", "--apart", "--lang", host_context.language.code()]);
    site.args(["--jobs", &host_context.played_on().clamp(1, 1024).to_string()]);
    site.args(host_context.arguments.is_json_logged().then_some("--log=json"));
    // The site process opens the log: if root did, the user could have root write to any file.
    if let Some(log) = log.transpose()? {
        site.arg("--log").arg(log);
    }
    site.args(host_context.arguments.no_play.then_some("--no-play")).arg("--").arg(absolute);
    site.stdin(OwnedFd::from(input)).stdout(listens).stderr(Stdio::inherit());
    // This also drops root's supplementary groups.
    site.uid(user.uid).gid(user.gid);
    site.spawn().context("serve")
}

/// Writes events to the site until both sides are done and the queue is empty, or writing fails.
/// Senders may still exist: threads that are not waited for.
fn write(
    site: &UnixStream,
    (events, latest): (&Receiver<HostEvent>, &LatestEvents),
    is_over: &AtomicBool,
    stalled: &dyn Fn(),
) {
    let write = |event: &HostEvent| write_line(site, event.to_line().as_bytes(), stalled).is_ok();
    loop {
        match events.recv_timeout(LOOK) {
            Ok(event) if write(&event) => {}
            Err(RecvTimeoutError::Timeout) if !latest.take().all(|event| write(&event)) => return,
            Err(RecvTimeoutError::Timeout) if !is_over.load(Ordering::Relaxed) => {}
            _ => return,
        }
    }
}

/// Writes a absolute line, however long the site reads nothing; warns once if that takes long.
fn write_line(mut site: &UnixStream, mut line: &[u8], stalled: &dyn Fn()) -> io::Result<()> {
    let mut is_reported = false;
    while !line.is_empty() {
        match site.write(line) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => line = &line[written..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                if !mem::replace(&mut is_reported, true) {
                    stalled();
                }
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

#[derive(Clone, Copy)]
enum ExitCause {
    Stopped,
    SiteEnded,
}

/// Carries out the site's requests and sends the results. When the site closes the connection,
/// everything ends.
fn carry_out_requests(
    input: impl BufRead,
    contests: &HostedContests,
    (sender, ask): (&SyncSender<HostEvent>, &Sender<PlayTableRequest>),
    stop: &StopSignal,
) -> ExitCause {
    for line in input.lines().map_while(Result::ok) {
        if let Some(order) = PlayTableRequest::of_line(&line) {
            // With `--no-play`, no one receives this, and the site asks for no tables.
            let _ = ask.send(order);
            continue;
        }
        let Some((slug, order)) = HostRequest::of_line(&line) else { break };
        let folder = Slug::read(&slug).and_then(|slug| contests.get(&slug));
        let done = folder.map_or(Ok(false), |folder| order.carry_out(&folder));
        let done: HostResponse = done.map_err(|error| error.message()).into();
        if sender.send(HostEvent::Ordered(done)).is_err() {
            break;
        }
    }
    let cause = if stop.is_set() { ExitCause::Stopped } else { ExitCause::SiteEnded };
    stop.set();
    cause
}

fn wait_for_exit(site: &mut Child) {
    let started = Instant::now();
    while started.elapsed() < EXIT_TIMEOUT {
        if !matches!(site.try_wait(), Ok(None)) {
            return;
        }
        thread::sleep(LOOK);
    }
    // The time is over.
    let _ = site.kill();
    let _ = site.wait();
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_contest::ContestProgress;
    use certamen_portal::check_job::ContestActivity;

    #[test]
    fn matches_do_not_wait_for_a_site_that_reads_nothing_and_it_gets_the_latest_events() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        ours.set_write_timeout(Some(LOOK)).unwrap();
        let (sender, events) = sync_channel(BACKLOG);
        let latest = Arc::new(LatestEvents::default());
        let sink = EventSink::OtherProcess(sender, Arc::clone(&latest));
        let is_over = AtomicBool::new(false);
        let (report, reports) = channel();
        thread::scope(|scope| {
            let (ours, latest, is_over) = (&ours, &latest, &is_over);
            let writer = scope.spawn(move || {
                write(ours, (&events, latest), is_over, &|| report.send(()).unwrap());
            });
            let doing = |doing| HostEvent::Doing("go".to_owned(), doing);
            // No one reads yet. Sending goes on even after the stall was reported.
            let (started, mut more) = (Instant::now(), 2 * BACKLOG as u64);
            while more > 0 {
                assert!(started.elapsed() < EXIT_TIMEOUT, "the stalled site is reported");
                let progress = ContestProgress { finished: more, total: 20_000, faults: 0 };
                sink.send(doing(ContestActivity::Playing(progress)));
                more -= u64::from(more > 1 || reports.try_recv().is_ok());
            }
            for _ in 0..2 * BACKLOG {
                sink.send(doing(ContestActivity::Opening));
            }
            sink.send(HostEvent::Match { slug: "go".to_owned(), number: 7, record: None });
            sink.send(doing(ContestActivity::Finished));
            is_over.store(true, Ordering::Relaxed);
            let reader = scope.spawn(move || {
                let lines = BufReader::new(theirs).lines().map_while(Result::ok);
                lines.map(|line| HostEvent::of_line(&line).expect("absolute")).collect::<Vec<_>>()
            });
            writer.join().unwrap();
            ours.shutdown(std::net::Shutdown::Both).unwrap();
            let read = reader.join().unwrap();
            let last = read.iter().rfind(|event| matches!(event, HostEvent::Doing(..)));
            assert_eq!(last, Some(&doing(ContestActivity::Finished)));
            assert!(read.iter().any(|event| matches!(event, HostEvent::Match { number: 7, .. })));
        });
    }
}
