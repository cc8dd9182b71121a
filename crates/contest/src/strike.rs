//! What a machine handed in is taken away again, once nobody believes it any more.

use crate::{ContestError, Folder, Results, Unstruck, deterministic::Known, opening::lock};
use certamen_store::{MachineShare, MatchNumber, Store};
use certamen_tournament::Pace;
use std::time::SystemTime;

/// Why something is taken away from a machine that is not suspended.
const BY_HAND: &str = "by hand";

/// Takes all away that machines called `name` handed in to the contest in `folder`, and says which
/// matches are to be played again: the next run does that.
pub fn strike(folder: &Folder, name: &str) -> Result<Vec<MatchNumber>, ContestError> {
    let results = Results::open(folder)?;
    let regulations = &results.meta.regulations;
    let no = |why| Err(ContestError::Unstruck(why));
    if regulations.planner().pace() != Pace::Free || regulations.programs.memory.lives_on() {
        return no(Unstruck::RestsOnThem);
    }
    let machines = results.machines()?;
    let mut own = machines.iter().filter(|share| share.machine.name == name).peekable();
    if own.peek().is_none() {
        let known = machines.iter().map(|share| share.machine.name.clone()).collect();
        return no(Unstruck::NoMachine { name: name.to_owned(), known });
    }
    let reason = own.find_map(|share| share.suspended.as_deref()).unwrap_or(BY_HAND);
    let (scoring, mut alike) = (results.scoring(), results.meta.known.clone());
    drop(results);
    let _lock = lock(folder)?;
    let mut store = Store::create(&folder.store())?;
    let struck = store.strike(name, SystemTime::now(), reason, scoring)?;
    forget(&mut alike, &struck);
    alike.remember(&mut store)?;
    Ok(struck)
}

/// Forgets what only these matches said of bots.
fn forget(known: &mut Known, struck: &[MatchNumber]) {
    let is_struck = |number: &i64| struck.contains(&MatchNumber(*number));
    known.breaches.retain(|breach| !breach.matches.iter().any(is_struck));
}

impl Results<'_> {
    /// The machines that played for the contest, where several did.
    pub fn machines(&self) -> Result<Vec<MachineShare>, ContestError> {
        Ok(self.store.machines()?)
    }
}
