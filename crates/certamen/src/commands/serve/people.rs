//! What `certamen serve` does for people: accounts, processing of submissions, and e-mail.

use crate::Result;
use certamen_contest::entry::SubmissionState;
use certamen_game::Language;
use certamen_host::{
    HostedContests, Hosting, MailQueue, StopSignal,
    entry::{EntryQueue, EntryWork},
};
use certamen_i18n::Context;
use certamen_portal::{HostEvent, Portal, SiteFile};
use certamen_web::{Contests, People, Server, Site};
use jiff::Timestamp;
use std::{collections::BTreeSet, fs, path::Path, sync::Arc, time::Instant};

/// Whether the site in `folder` has accounts.
pub(super) fn has_accounts(folder: &Path) -> bool {
    Portal::path_in(folder).exists()
}

/// The accounts of the site in `folder`, if it has any, or needs the database for the list of open
/// players. Incomplete submissions are finished or
/// dropped.
pub(super) fn people(
    folder: &Path,
    file: &SiteFile,
    contests: &Contests,
) -> Result<Option<People>> {
    let portal =
        if file.peers.enabled { Some(Portal::create(folder)?) } else { Portal::open(folder)? };
    let Some(portal) = portal else { return Ok(None) };
    portal.recover_emails()?;
    let people = People::new(Arc::new(portal), file.clone());
    for contest in contests.found.values() {
        people.recover(contest).context(contest.path())?;
    }
    Ok(Some(people))
}

/// Adds the address of `server`; it is also stored for commands that create links.
pub(super) fn reached(people: People, server: &Server) -> Result<Arc<People>> {
    let address = server.address().context("serve")?;
    people.portal.leave_address(address)?;
    Ok(Arc::new(people.listening_at(address)))
}

/// Starts to process submissions to the contests that `hosting` plays.
pub(super) fn entry_queue(hosting: &Hosting<'_>) -> EntryQueue {
    let (events, language) = (Arc::clone(&hosting.events), hosting.language);
    let queue = EntryQueue::start(EntryWork {
        sandboxes: hosting.sandboxes.clone(),
        target: hosting.target.clone(),
        stop: hosting.stop.clone(),
        watcher: hosting.contests.watcher().clone(),
        notify: Box::new(move |update| events.send(HostEvent::Entry(update))),
        trouble: Box::new(move |slug, why| {
            tracing::error!(contest = slug, "{}", why.get(language));
        }),
        workers: EntryWork::default_workers(),
    });
    for (slug, folder) in &hosting.contests.all() {
        queue.admit(slug, folder);
    }
    queue
}

/// Creates and sends e-mails until the stop signal: when entries of `contests` were decided, when an
/// e-mail was put into the outbox, and now and then, because some are due at a time.
pub(super) fn send_mail(
    site: &Site,
    (people, file): (&People, &SiteFile),
    contests: &HostedContests,
    stop: &StopSignal,
    language: Language,
) {
    let waiting = people.portal.outbox();
    let mut outbox = MailQueue::new(waiting.clone(), file.mail.command.clone());
    let folders = || {
        let mut folders = BTreeSet::from([waiting.clone()]);
        for folder in contests.all().values() {
            let homes = SubmissionState::ALL.map(|home| home.path(folder));
            // These may still have to appear in the contest's own folder.
            folders.extend([folder.path().to_owned(), folder.submissions(), folder.rulings()]);
            folders.extend(homes);
            // When an entrant leaves, its file there changes.
            let entrants = fs::read_dir(folder.accepted()).into_iter().flatten().flatten();
            folders.extend(entrants.map(|entrant| entrant.path()).filter(|path| path.is_dir()));
        }
        folders
    };
    // Only the signal ends it.
    let _: Option<()> = contests.watcher().look_until(stop, folders, || {
        site.create_emails(Timestamp::now());
        if let Err(why) = outbox.deliver(Instant::now(), stop) {
            tracing::warn!("{}", why.get(language));
        }
        None
    });
}
