//! What `certamen serve` does for people: who may sign in, and what becomes of what they send.

use crate::command_error::{CommandError, Context};
use certamen_hall::{
    Sandboxes, Stop, Venue,
    entry::{DeskLook, EntryDesk},
};
use certamen_portal::{Portal, SiteFile, errand::EntryProgress};
use certamen_web::{Contests, People};
use std::{
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
    let people = People::new(Arc::new(portal), file.clone());
    for contest in contests.found.values() {
        people.recover(contest).context(contest.path())?;
    }
    Ok(Some(people))
}

/// Decides on what is sent to `contests` until it is to stop, and tells how far that is.
pub(super) fn take_in(
    contests: &Contests,
    (sandboxes, venue): (&Sandboxes, &Venue),
    stop: &Stop,
    tell: &dyn Fn(EntryProgress),
) {
    let mut resting: Vec<Option<Instant>> = vec![None; contests.found.len()];
    while !stop.is_set() {
        for (folder, rests) in contests.found.values().zip(&mut resting) {
            if rests.is_some_and(|since| since.elapsed() < REST) {
                continue;
            }
            let desk = EntryDesk { folder, sandboxes, venue, tell };
            *rests = look(&desk);
        }
        thread::sleep(LOOK);
    }
}

/// Since when it rests, if something of ours failed.
fn look(desk: &EntryDesk<'_>) -> Option<Instant> {
    (desk.look() == DeskLook::Delayed).then(Instant::now)
}
