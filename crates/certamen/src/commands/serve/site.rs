//! The site: a process of its own where root plays, or threads beside those that play. It receives
//! the events of a host, and sends requests to it.

use super::{ServeArgs, by_name, connection, find_contests, folder_watcher, people};
use crate::{Result, console::Interrupt, exit::ExitStatus, say::serving as say};
use certamen_contest::{Folder, Results, Reveal};
use certamen_game::{Language, MatchRecord, job::MatchNumber};
use certamen_host::{HostConnection, HostedContests, StopSignal};
use certamen_i18n::{Context, Message, UserError};
use certamen_portal::{HostEvent, RequestHandler, SiteAction, SiteFile, StepRow};
use certamen_web::{Contests, ExportWriter, Log, People, Server, Site, SiteError, SiteInfo, Slug};
use std::{
    fs,
    io::{self, stdin, stdout},
    os::{fd::AsFd, unix::net::UnixStream},
    path::Path,
    sync::Arc,
    thread,
    time::Duration,
};

use crate::print::export::{Export, ExportTable};

/// What a site needs.
pub(super) struct SiteSetup<'a> {
    pub(super) arguments: &'a ServeArgs,
    pub(super) file: &'a SiteFile,
    pub(super) contests: &'a Contests,
    /// The host that started with it, if one did: if it ends, so does the site.
    pub(super) host: Option<UnixStream>,
    /// The number of cores of this machine that play matches.
    pub(super) cores: usize,
    pub(super) language: Language,
    pub(super) stop: &'a StopSignal,
}

/// A site that is ready to serve.
pub(super) struct OpenSite<'a> {
    setup: SiteSetup<'a>,
    site: Arc<Site>,
    people: Option<Arc<People>>,
    pub(super) host: HostConnection,
    /// The host that was started separately.
    separate_host: HostConnection,
}

impl<'a> SiteSetup<'a> {
    /// Reads what the site shows: everything that can fail on reading.
    pub(super) fn open(self, server: &Server) -> Result<OpenSite<'a>> {
        let SiteSetup { arguments, file, contests, .. } = &self;
        let log = arguments.request_log();
        let log = log.map(|path| Log::open(path).context(path)).transpose()?;
        let [host, separate_host] = [(); 2].map(|()| HostConnection::default());
        if let Some(stream) = &self.host {
            host.connect(stream).context("serve")?;
        }
        let people = people::people(&arguments.folder, file, contests)?;
        let people = people.map(|people| {
            // Without a host of its own, the site carries out decisions itself.
            let people = match &self.host {
                Some(_) => people.with_request_handler(request_handler(host.clone())),
                None => people,
            };
            let plays = if arguments.no_play { &separate_host } else { &host };
            let people = people.with_tables(plays.tables());
            people::reached(people.with_remote_players(plays.remote_notices()), server)
        });
        let people = people.transpose()?;
        let site = Site::open(contests, SiteInfo::of(file, self.language));
        let site = site.with_people(people.clone()).with_export(whole_contests()).reached_as(file);
        let site = Arc::new(site.played_on(self.cores).logged(log));
        Ok(OpenSite { setup: self, site, people, host, separate_host })
    }
}

impl OpenSite<'_> {
    /// Serves until the stop signal, or until the host that started with it has ended.
    pub(super) fn serve(&self, server: Server) -> Result<()> {
        let SiteSetup { arguments, file, contests, language, stop, .. } = self.setup;
        let (site, people) = (&self.site, self.people.as_deref());
        let folder = &arguments.folder;
        let hosted = &HostedContests::new(by_name(contests), folder_watcher(language));
        thread::scope(|scope| {
            if let Some(people) = people {
                scope.spawn(move || {
                    people::send_mail(site, (people, file), hosted, stop, language);
                });
                if arguments.no_play {
                    let host = &self.separate_host;
                    scope.spawn(move || {
                        connection::accept_hosts(folder, host, (site, people), stop);
                    });
                }
            }
            scope.spawn(move || {
                hosted.watch(folder, &|| find_contests(folder), stop, |slug, place| {
                    if let Some(slug) = Slug::read(slug) {
                        site.admit(&slug, place);
                    }
                });
            });
            if let Some(stream) = &self.setup.host {
                scope.spawn(move || {
                    // Without the connection there is nothing to show.
                    let _ = self.host.read(stream, &mut |event| show_event(site, people, &event));
                    stop.set();
                });
            }
            let stopper = server.stopper();
            scope.spawn(move || {
                stop.rest(Duration::MAX);
                stopper.stop();
            });
            let served = server.serve(site);
            // However serving ended, everything else ends, too.
            stop.set();
            if arguments.apart {
                self.host.close();
            }
            served
        })?;
        Ok(())
    }
}

/// The site as a process of an unprivileged user: the connection to the host is its standard input,
/// the listening socket its standard output.
pub(super) fn serve_apart(arguments: &ServeArgs, language: Language) -> Result<ExitStatus> {
    let host = UnixStream::from(stdin().as_fd().try_clone_to_owned().context("serve")?);
    let listener = stdout().as_fd().try_clone_to_owned().context("serve")?;
    let server = Server::listening(listener).context("serve")?;
    let contests = &readable(&arguments.folder)?;
    let file = &SiteFile::read(&arguments.folder)?;
    let stop = &Interrupt::listen()?.stop();
    // The host passes the number of cores.
    let cores = arguments.jobs.filter(|_| !arguments.no_play).map_or(0, usize::from);
    let host = Some(host);
    let setup = SiteSetup { arguments, file, contests, host, cores, language, stop };
    let site = setup.open(&server)?;
    site.host.note_ready().context("serve")?;
    site.serve(server)?;
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

/// Has the host carry out people's decisions.
fn request_handler(host: HostConnection) -> RequestHandler {
    Arc::new(move |slug: &str, _: &Folder, request| {
        let (slug, request) = (slug.to_owned(), request.clone());
        let response = host.request(SiteAction::Contest { slug, request });
        response.ok_or_else(say::host_silent)?.into()
    })
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

pub(super) fn show_event(site: &Site, people: Option<&People>, event: &HostEvent) {
    match event {
        HostEvent::Doing { slug, doing } => {
            if let Some(slug) = Slug::read(slug) {
                site.note(&slug, doing.clone());
            }
        }
        HostEvent::Cores { slug, cores } => {
            if let Some(slug) = Slug::read(slug) {
                site.note_cores(&slug, cores);
            }
        }
        // The site looks at the files itself, so far.
        HostEvent::Changed { slug, what } => site.contest_changed(slug, *what),
        HostEvent::Match { slug, number, record } => {
            let Some(slug) = Slug::read(slug) else { return };
            let number = MatchNumber(*number);
            match record.as_ref().map(|text| MatchRecord::read(text.as_bytes())) {
                Some(Ok((record, _))) => site.show_match(&slug, number, &record),
                Some(Err(error)) => {
                    tracing::error!(contest = %slug, %number, %error, "a match cannot be shown");
                }
                None => site.end_match(&slug, number),
            }
        }
        HostEvent::Entry(update) => {
            let Some(people) = people else { return };
            let row = StepRow::of(update, jiff::Timestamp::now());
            // The decision is in the contest's folder; without this row, a page only shows less.
            if let Err(error) = people.portal.step(&update.id, row) {
                tracing::error!(entry = update.id, %error, "the step of an entry is not stored");
            }
        }
        HostEvent::LiveTable(update) => {
            if let Some(people) = people {
                people.update_live_table(update);
            }
        }
        HostEvent::Remote(event) => {
            if let Some(people) = people {
                people.note_remote(event.clone());
            }
        }
        HostEvent::Farm(update) => site.note_farm(update.clone()),
        // It goes to the caller of the request.
        HostEvent::Response { .. } => {}
    }
}
