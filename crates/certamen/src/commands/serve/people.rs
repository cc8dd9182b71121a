//! What `certamen serve` does for people: who may sign in, and what becomes of what they send.

use super::held::HostedContests;
use crate::command_error::{CommandError, Context};
use certamen_host::{
    ExecutionTarget, Sandboxes, StopSignal,
    entry::{EntryProcessor, PollResult},
};
use certamen_portal::{Portal, SiteFile, check_job::CheckProgress};
use certamen_web::{Contests, People, Server, Slug};
use std::{
    collections::BTreeMap,
    path::Path,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

/// How often the inboxes are looked at, and how long one rests where something of ours failed.
const LOOK: Duration = Duration::from_millis(200);
const REST: Duration = Duration::from_secs(30);

/// Whether the site in `folder` has people.
pub(super) fn are_there(folder: &Path) -> bool {
    Portal::path_in(folder).exists()
}

/// The people of the site in `folder`, if it has any; what was left half sent is finished or dropped.
pub(super) fn people(
    folder: &Path,
    file: &SiteFile,
    contests: &Contests,
) -> Result<Option<People>, CommandError> {
    let Some(portal) = Portal::open(folder)? else { return Ok(None) };
    portal.recover_letters()?;
    let people = People::new(Arc::new(portal), file.clone());
    for contest in contests.found.values() {
        people.recover(contest).context(contest.path())?;
    }
    Ok(Some(people))
}

/// The same people, on a site that `server` is reached at; whoever makes links for them is told.
pub(super) fn reached(people: People, server: &Server) -> Result<Arc<People>, CommandError> {
    let address = server.address().context("serve")?;
    people.portal.leave_address(address)?;
    Ok(Arc::new(people.listening_at(address)))
}

/// Decides on what is sent to the contests that are held until it is to stop, and tells how far that is.
pub(super) fn take_in(
    held: &HostedContests,
    (sandboxes, target): (&Sandboxes, &ExecutionTarget),
    stop: &StopSignal,
    tell: &dyn Fn(CheckProgress),
) {
    let mut resting: BTreeMap<Slug, Instant> = BTreeMap::new();
    while !stop.is_set() {
        for (slug, folder) in &held.all() {
            if stop.is_set() {
                return;
            }
            if resting.get(slug).is_some_and(|since| since.elapsed() < REST) {
                continue;
            }
            let desk = EntryProcessor { folder, sandboxes, target, stop, tell };
            match look(&desk) {
                Some(since) => drop(resting.insert(slug.clone(), since)),
                None => drop(resting.remove(slug)),
            }
        }
        thread::sleep(LOOK);
    }
}

/// Since when it rests, if something of ours failed.
fn look(desk: &EntryProcessor<'_>) -> Option<Instant> {
    (desk.look() == PollResult::Delayed).then(Instant::now)
}
