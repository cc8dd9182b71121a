//! The site as a separate process of an unprivileged user; it receives events from the playing
//! process.

use super::{
    ServeArgs,
    connection::HostListener,
    event_sink::show_event,
    hosting::HostedContests,
    log,
    people::{self, send_mail},
    privileged::READY,
    wait, whole_contests,
};
use crate::{Result, console::Interrupt, exit::ExitStatus, say::serving as say};
use certamen_game::Language;
use certamen_i18n::{Context, UserError};
use certamen_portal::{HostEvent, HostResponse, PlayTableRequest, RequestHandler, SiteFile};
use certamen_web::{Contests, People, Server, Site, SiteError, SiteInfo};
use std::{
    fs,
    io::{self, BufRead, BufReader, Write, stdin, stdout},
    os::{fd::AsFd, unix::net::UnixStream},
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::Duration,
};

/// How long the playing process may take for a request.
const PATIENCE: Duration = Duration::from_secs(10);

/// Serves the contests in `folder` until the playing process `stop_signal` or the user interrupts.
pub(super) fn serve(arguments: &ServeArgs, language: Language) -> Result<ExitStatus> {
    let folder = &arguments.folder;
    let host = stdin().as_fd().try_clone_to_owned().context("serve")?;
    let host = UnixStream::from(host);
    let listener = stdout().as_fd().try_clone_to_owned().context("serve")?;
    let server = Server::listening(listener).context("serve")?;
    let contests = readable(folder)?;
    let file = SiteFile::read(folder)?;
    let log = log(arguments)?;
    let stop = Interrupt::listen()?.stop();
    let (answer, answers) = channel();
    let requests = Arc::new(Mutex::new(host.try_clone().context("serve")?));
    let carry_out = request_handler(Arc::clone(&requests), answers);
    let people = people::people(folder, &file, &contests)?;
    let listener = HostListener::default();
    let people = people.map(|people| {
        let people = people.with_request_handler(carry_out);
        let played = if arguments.no_play {
            listener.tables()
        } else {
            // No answer is awaited.
            Arc::new(move |order: PlayTableRequest| write_line(&requests, &order.to_line()).is_ok())
        };
        people::reached(people.with_tables(played), &server)
    });
    let people = people.transpose()?;
    let site = Site::open(&contests, SiteInfo::of(&file, language));
    let site = site.with_people(people.clone()).with_export(whole_contests()).reached_as(&file);
    // The playing process passes the number of cores.
    let cores = arguments.jobs.filter(|_| !arguments.no_play).map_or(0, usize::from);
    let site = Arc::new(site.played_on(cores).logged(log));
    let hosted = &HostedContests::of(&contests);
    writeln!(&host, "{READY}").context("serve")?;
    thread::scope(|scope| {
        let (input, stop_signal) = (host.try_clone(), &stop);
        let (site, file, people) = (&site, &file, &people);
        if let Some(people) = people {
            scope.spawn(move || send_mail(site, (people, file), stop_signal, language));
            if arguments.no_play {
                scope.spawn(move || listener.open(folder, (site, people), stop_signal));
            }
        }
        scope.spawn(move || {
            hosted.watch(folder, stop_signal, |slug, place| site.admit(slug, place));
        });
        scope.spawn(move || {
            if let Ok(input) = input {
                show_events(BufReader::new(input), (site, people.as_deref()), &answer);
            }
            // The playing process has ended.
            stop_signal.set();
        });
        let stopper = server.stopper();
        scope.spawn(move || {
            wait(stop_signal);
            stopper.stop();
        });
        let served = server.serve(site);
        // The other threads end, too, however serving ended.
        stop_signal.set();
        // This stop_signal the listening thread.
        let _ = host.shutdown(std::net::Shutdown::Both);
        served
    })?;
    Ok(ExitStatus::Interrupted)
}

/// The contests in `folder`; an error if this user cannot read them all.
fn readable(folder: &Path) -> Result<Contests> {
    let denied = |path: &Path| UserError::new(say::not_for_user(path));
    let contests = match Contests::find(folder) {
        Err(SiteError::Io { path, error }) if is_denied(&error) => return Err(denied(&path)),
        found => found?,
    };
    for contest in contests.found.values() {
        for path in [contest.contest_file(), contest.written(), contest.store()] {
            let opened = fs::File::open(&path);
            if opened.is_err_and(|error| is_denied(&error)) {
                return Err(denied(&path));
            }
        }
    }
    Ok(contests)
}

fn is_denied(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::PermissionDenied
}

/// Has the playing process carry out people's decisions, one at a time.
fn request_handler(
    host: Arc<Mutex<UnixStream>>,
    answers: Receiver<HostResponse>,
) -> RequestHandler {
    let answers = Mutex::new(answers);
    Arc::new(move |slug, _, order| {
        let answers = answers.lock().unwrap_or_else(PoisonError::into_inner);
        // Drops answers that came after an earlier request's timeout.
        while answers.try_recv().is_ok() {}
        write_line(&host, &order.to_line(slug)).map_err(|_| say::host_silent())?;
        answers.recv_timeout(PATIENCE).map_err(|_| say::host_silent())?.into()
    })
}

/// Writes a whole line under a lock, because several threads `write_line`.
fn write_line(host: &Mutex<UnixStream>, line: &str) -> io::Result<()> {
    host.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes())
}

/// Shows the events of the playing process until it closes the connection.
fn show_events(
    input: impl BufRead,
    (site, people): (&Site, Option<&People>),
    answer: &Sender<HostResponse>,
) {
    for line in input.lines().map_while(Result::ok) {
        match HostEvent::of_line(&line) {
            Some(HostEvent::Ordered(done)) => drop(answer.send(done)),
            Some(event) => show_event(site, people, &event),
            None => return,
        }
    }
}
