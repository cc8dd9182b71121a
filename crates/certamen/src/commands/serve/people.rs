//! What `certamen serve` does for people: who may sign in, and what becomes of what they send.

use crate::command_error::{CommandError, Context};
use certamen_contest::{Folder, Texts};
use certamen_hall::{
    Sandboxes, Stop,
    entry::{DeskLook, EntryDesk},
};
use certamen_portal::{Portal, SiteFile, StepRow, errand::EntryProgress};
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

/// The people of the site in `folder`, if it has any; what was left half sent is finished or dropped.
pub(super) fn people(
    folder: &Path,
    contests: &Contests,
) -> Result<Option<Arc<People>>, CommandError> {
    let file = SiteFile::read(folder)?;
    let Some(portal) = Portal::open(folder)? else { return Ok(None) };
    let people = People::new(Arc::new(portal), file);
    for contest in contests.found.values() {
        people.recover(contest).context(contest.path())?;
    }
    Ok(Some(Arc::new(people)))
}

/// Decides on what is sent to `contests` until it is to stop.
pub(super) fn take_in(people: &People, contests: &Contests, sandboxes: &Sandboxes, stop: &Stop) {
    let tell = |told: EntryProgress| note(people, &told);
    let mut resting: Vec<Option<Instant>> = vec![None; contests.found.len()];
    while !stop.is_set() {
        for (folder, rests) in contests.found.values().zip(&mut resting) {
            if rests.is_some_and(|since| since.elapsed() < REST) {
                continue;
            }
            *rests = look(folder, sandboxes, &tell);
        }
        thread::sleep(LOOK);
    }
}

/// Since when it rests, if something of ours failed.
fn look(folder: &Folder, sandboxes: &Sandboxes, tell: &dyn Fn(EntryProgress)) -> Option<Instant> {
    let desk = EntryDesk { folder, sandboxes, tell };
    (desk.look() == DeskLook::Delayed).then(Instant::now)
}

/// Keeps a step for whoever waits for it. What decides is in the folder; if this cannot be written,
/// a page tells less.
fn note(people: &People, told: &EntryProgress) {
    let facts = told.why.as_ref().map(|why| serde_json::to_string(&Texts::from(why)));
    let row = StepRow {
        stage: told.stage.word().to_owned(),
        result: told.result.word().to_owned(),
        time: jiff::Timestamp::now(),
        facts: facts.and_then(Result::ok).unwrap_or_default(),
    };
    if let Err(error) = people.portal.step(&told.id, row) {
        eprintln!("{}: {error}", told.id);
    }
}
