//! What `certamen serve` does for people: accounts, processing of submissions, and e-mail.

use super::hosting::HostedContests;
use crate::Result;
use certamen_game::Language;
use certamen_host::{
    ExecutionTarget, MailQueue, Sandboxes, StopSignal,
    entry::{EntryQueue, EntryWork},
};
use certamen_i18n::Context;
use certamen_portal::{Portal, SiteFile, check_job::CheckProgress};
use certamen_web::{Contests, People, Server, Site};
use jiff::Timestamp;
use std::{
    path::Path,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

/// Whether the site in `folder` has accounts.
pub(super) fn has_accounts(folder: &Path) -> bool {
    Portal::path_in(folder).exists()
}

/// The accounts of the site in `folder`, if it has any. Incomplete submissions are finished or
/// dropped.
pub(super) fn people(
    folder: &Path,
    file: &SiteFile,
    contests: &Contests,
) -> Result<Option<People>> {
    let Some(portal) = Portal::open(folder)? else { return Ok(None) };
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

/// Processes submissions to the hosted contests until the stop signal, and reports progress.
pub(super) fn process_submissions(
    hosted: &HostedContests,
    (sandboxes, target): (&Sandboxes, &ExecutionTarget),
    (stop, language): (&StopSignal, Language),
    notify: impl Fn(CheckProgress) + Send + Sync + 'static,
) {
    let queue = EntryQueue::start(EntryWork {
        sandboxes: sandboxes.clone(),
        target: target.clone(),
        stop: stop.clone(),
        notify: Box::new(notify),
        trouble: Box::new(move |slug, why| eprintln!("{slug}: {}", why.get(language))),
        workers: EntryWork::default_workers(),
    });
    while !stop.is_set() {
        for (slug, folder) in &hosted.all() {
            queue.admit(slug.as_str(), folder);
        }
        thread::sleep(PATIENCE);
    }
}

/// How often due messages and the stop signal are checked.
const MAIL_INTERVAL: Duration = Duration::from_secs(2);
const PATIENCE: Duration = Duration::from_millis(50);

pub(super) fn send_mail(
    site: &Site,
    (people, file): (&People, &SiteFile),
    stop: &StopSignal,
    language: Language,
) {
    let mut outbox = MailQueue::new(people.portal.outbox(), file.mail.command.clone());
    let mut due = Instant::now();
    while !stop.is_set() {
        if Instant::now() >= due {
            site.create_emails(Timestamp::now());
            if let Err(why) = outbox.deliver(Instant::now(), stop) {
                tracing::warn!("{}", why.get(language));
            }
            due = Instant::now() + MAIL_INTERVAL;
        }
        thread::sleep(PATIENCE);
    }
}
