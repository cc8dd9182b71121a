//! The entry test: does a player compile, is it fast enough, does it reach the minimum result.
//!
//! It runs where the contest is played, in the same sandbox and under the same conditions.

pub use crate::check_job::{pace as reference, trial_table as table};

use crate::{
    HostError, RunningContest,
    check_job::{PLACE, try_function},
    set_search,
};
use certamen_contest::{
    ContestFile,
    file::{Minimum, MinimumResult},
};
use certamen_i18n::Localize;
use certamen_portal::course::{EntryTest, IntakeDecision, SourceFinding, Untried};
use certamen_runner::Bot;
use certamen_runner::check::{EntryTrial, Measure};
use std::fs;

pub struct EntryTester<'a> {
    running: &'a RunningContest,
    minimum: Option<&'a Minimum>,
}

impl EntryTest for EntryTester<'_> {
    fn findings(
        &mut self,
        decision: &IntakeDecision,
        source: &str,
    ) -> Result<Vec<SourceFinding>, Untried> {
        let found = self.find(&decision.file, source);
        found.map(|finding| finding.into_iter().collect()).map_err(|error| Untried(error.message()))
    }
}

impl<'a> EntryTester<'a> {
    /// Tests players under the conditions of a contest, and against `minimum` if there is one.
    pub fn new(running: &'a RunningContest, minimum: Option<&'a Minimum>) -> EntryTester<'a> {
        EntryTester { running, minimum }
    }

    fn find(&self, name: &str, source: &str) -> Result<Option<SourceFinding>, HostError> {
        let place = tempfile::tempdir().map_err(HostError::NoPlace)?;
        let path = place.path().join(name);
        fs::write(&path, source).map_err(|error| HostError::Io { path: path.clone(), error })?;
        let file = self.running.contest.file();
        let mut bots = [Bot::find(&path.display().to_string(), file.game)?];
        set_search(&mut bots, file);
        let workspace = &self.running.workspace;
        let measure = self.minimum.map(|minimum| measure(minimum, file));
        let pace = reference(self.running.contest.folder(), file)?;
        #[cfg(feature = "bus")]
        if let Some(farm) = &workspace.farm {
            let conditions = self.running.contest.conditions();
            let folder = self.running.contest.folder();
            let remote_checks =
                crate::check_job::RemoteChecks { farm, folder, file, tier: &conditions.tier };
            return remote_checks.try_function(
                &bots[0],
                conditions.clone(),
                measure,
                pace.as_ref(),
            );
        }
        let trial = EntryTrial {
            bot: &bots[0],
            plan: &workspace.plan,
            cache: &workspace.cache,
            table: &table(file, self.running.contest.conditions().clone()),
            place: PLACE,
            measure,
            pace,
        };
        try_function(&trial)
    }
}

/// The player that must be equalled or beaten in a contest.
pub fn measure(minimum: &Minimum, file: &ContestFile) -> Measure {
    let (name, mut arguments) = minimum.builtin();
    if let Some(search) = file.search {
        arguments.entry("depth".to_owned()).or_insert_with(|| search.depth.to_string());
    }
    let least = match minimum.result {
        MinimumResult::Draw => 0.5,
        MinimumResult::Win => 1.0,
    };
    Measure { label: minimum.against.clone(), name, arguments, least }
}
