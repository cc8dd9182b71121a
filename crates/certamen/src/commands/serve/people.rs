//! What `certamen serve` does for people: accounts, processing of submissions, and e-mail.

use crate::Result;
use certamen_game::Language;
use certamen_host::{
    ExecutionTarget, HostedContests, MailQueue, Sandboxes, StopSignal,
    entry::{EntryProcessor, PollResult},
};
use certamen_i18n::Context;
use certamen_portal::{Portal, SiteFile, check_job::CheckProgress};
use certamen_web::{Contests, People, Server, Site};
use jiff::Timestamp;
use std::{
    collections::BTreeMap,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

/// How often submissions are looked for, and the pause after an internal failure.
const LOOK: Duration = Duration::from_millis(200);
const REST: Duration = Duration::from_secs(30);

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
    stop: &StopSignal,
    notify: &dyn Fn(CheckProgress),
) {
    let mut resting: BTreeMap<String, Instant> = BTreeMap::new();
    while !stop.is_set() {
        for (slug, folder) in &hosted.all() {
            if stop.is_set() {
                return;
            }
            if resting.get(slug).is_some_and(|since| since.elapsed() < REST) {
                continue;
            }
            let processor = EntryProcessor { folder, sandboxes, target, stop, notify };
            // An internal failure is followed by a pause.
            if processor.look() == PollResult::Delayed {
                resting.insert(slug.clone(), Instant::now());
            } else {
                resting.remove(slug);
            }
        }
        stop.rest(LOOK);
    }
}

/// How often it is checked which messages are due.
const MAIL_INTERVAL: Duration = Duration::from_secs(2);

pub(super) fn send_mail(
    site: &Site,
    (people, file): (&People, &SiteFile),
    stop: &StopSignal,
    language: Language,
) {
    let mut outbox = MailQueue::new(people.portal.outbox(), file.mail.command.clone());
    while !stop.is_set() {
        site.create_emails(Timestamp::now());
        if let Err(why) = outbox.deliver(Instant::now(), stop) {
            eprintln!("{}", why.get(language));
        }
        stop.rest(MAIL_INTERVAL);
    }
}
