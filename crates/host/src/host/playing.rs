//! What is played between publications and for them: random pairings all the time, round robins at
//! times.

use super::{Host, StepResult};
use crate::{
    ContestSetup, Event, HostError, PlayEnd, PublicationKind, RejectPolicy, RejectedBot,
    RunningContest, ScheduledPublication,
    championship::{Contenders, championship},
    runner::has_room,
    running::measure,
};
use certamen_contest::{Contest, ContestFile, Folder};

impl Host<'_> {
    /// Random pairings of the current entrants.
    pub(super) fn open_ladder(&self) -> Result<RunningContest, HostError> {
        let mut file = self.file.clone();
        file.bots.extend(self.entrants()?.bots.iter().map(ToString::to_string));
        self.open_stage(&self.folder, file, None)
    }

    fn open_stage(
        &self,
        folder: &Folder,
        file: ContestFile,
        ladder: Option<&Contest>,
    ) -> Result<RunningContest, HostError> {
        // One measure for all matches, wherever they are played.
        let needed =
            ladder.and_then(|ladder| ladder.needed(measure(ladder.file())?).ok().flatten());
        let contest_setup = ContestSetup {
            folder,
            builds: &self.folder,
            sandboxes: &self.options.sandboxes,
            seed: None,
            needed,
            jobs: self.options.jobs,
            target: self.options.target.clone(),
            reject_policy: RejectPolicy::PlayOthers,
            notify: &|event: Event<'_>| self.report_once(event),
        };
        let mut stage = contest_setup.open(file)?;
        stage.workspace.pool.clone_from(&self.options.pool);
        stage.workspace.remote.clone_from(&self.options.remote);
        Ok(stage)
    }

    /// Plays random pairings until there is something else to do or enough is played.
    pub(super) fn ladder(&mut self) -> Result<StepResult, HostError> {
        let mut stage = self.open_ladder()?;
        let base = self.published.last().map_or(0, |publication| publication.matches);
        let waves = self.file.schedule.as_ref().map_or(0, |schedule| schedule.waves.get());
        let wave = stage.contest.entrants().len() as u64 / 2;
        let most = u64::from(waves) * wave;
        let mut rested = false;
        let ended = self.play(&self.folder, &mut stage, &mut |contest| {
            rested = contest.is_idle() && contest.planned()?.saturating_sub(base) >= most;
            Ok(rested || self.is_late() || !self.due().is_empty() || self.has_new_changes())
        })?;
        Ok(if rested { StepResult::Done } else { ended.into() })
    }

    /// Plays a championship, and publishes the standings once everything is played.
    pub(super) fn championship(
        &mut self,
        slot: ScheduledPublication,
    ) -> Result<StepResult, HostError> {
        let ladder = self.open_ladder()?;
        let entrants = self.entrants()?;
        let (file, entered, pairs) = (&self.file, entrants.bots, entrants.pairs);
        let field = Contenders { file, entered, pairs };
        let folder = championship(&self.folder, &self.timetable, slot, &field)?;
        let file = ContestFile::read(&folder)?;
        let planned = ladder.contest.planned()?;
        let mut running = self.open_stage(&folder, file, Some(&ladder.contest))?;
        drop(ladder);
        let ended = self.play(&folder, &mut running, &mut |_| {
            let before = |other: &ScheduledPublication| other.kind == PublicationKind::Provisional;
            let due = self.due();
            let other = due.iter().any(before) || !due.contains(&slot) || self.has_new_changes();
            Ok(self.is_late() || other)
        })?;
        // Waiting for a match that cannot be played would mean never to publish.
        if let PlayEnd::Done(_) | PlayEnd::Incomplete = ended {
            self.write_marks(&running, slot.kind)?;
            self.publish(slot, &running, planned)?;
            // Random pairings go on before the next publication, as they do after a restart here.
            return Ok(StepResult::Paused);
        }
        Ok(ended.into())
    }

    fn play(
        &self,
        folder: &Folder,
        running: &mut RunningContest,
        pause: &mut dyn FnMut(&Contest) -> Result<bool, HostError>,
    ) -> Result<PlayEnd, HostError> {
        let mut pause = |contest: &Contest| {
            has_room(self.options.min_free_space, &self.folder)?;
            pause(contest)
        };
        let (ended, _) = running.play(self.stop, self.notify, &mut pause)?;
        self.note_departures(&running.contest)?;
        let mut undone = self.undone.borrow_mut();
        undone.matches.insert(folder.path().to_owned(), running.contest.deferred().collect());
        undone.bots = running.contest.suspended().map(str::to_owned).collect();
        undone.staying.extend(running.staying().into_iter().map(str::to_owned));
        Ok(ended)
    }

    /// Reports an event; an excluded bot only once, for a contest is opened again and again.
    fn report_once(&self, event: Event<'_>) {
        if let Event::Excluded(rejected_bots) = &event {
            let now: Vec<_> = rejected_bots.iter().map(RejectedBot::to_excluded).collect();
            let before = self.aside.replace(now.clone());
            if before == now {
                return;
            }
        }
        (self.notify)(event);
    }
}
