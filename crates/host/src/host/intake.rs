//! Players that are submitted while a contest runs.

use super::Host;
use crate::{
    Event, HostError, RunningContest,
    reception::{
        Arrival, CourseIntake, EntryTester, PendingFile, QUIET, RegisteredPlayer, RegisteredState,
        SubmissionLog, waiting,
    },
    replace,
};
use certamen_contest::{Contest, LogHead, entry::CourseRuling, file::CourseSection};
use certamen_game::job::BotSpec;
use certamen_i18n::Localize;
use jiff::{Timestamp, ToSpan};
use std::{fs, time::SystemTime};

/// The entrants besides the bots of the contest file.
pub(super) struct Entrants {
    /// BOTs, with paths relative to the contest file.
    pub(super) bots: Vec<BotSpec>,
    /// The names of the bots of each team.
    pub(super) pairs: Vec<(String, Vec<String>)>,
}

impl Host<'_> {
    pub(super) fn process_submissions(&mut self) -> Result<(), HostError> {
        let now = self.clock.now();
        let files = self.waiting()?;
        if !files.is_empty() {
            // The opponents are those of the ladder, under the same conditions.
            let ladder = self.open_ladder()?;
            for file in files {
                self.take(&file, &ladder, now)?;
            }
        }
        // All that waited at `now` was looked at, except what was being written.
        let looked = now.checked_sub(QUIET).unwrap_or(now);
        replace(&self.folder.looked(), looked.to_string().as_bytes())
    }

    fn take(
        &mut self,
        file: &PendingFile,
        ladder: &RunningContest,
        now: Timestamp,
    ) -> Result<(), HostError> {
        let Some(course) = &self.file.course else { return Ok(()) };
        let mut entry_tester = EntryTester::new(ladder, course.minimum.as_ref());
        let head = ladder.contest.results()?.log_head()?;
        match self.course_intake(course, head).process(
            file,
            &self.submission_log()?,
            &mut entry_tester,
        )? {
            Ok(report) => (self.notify)(Event::Received(&report)),
            Err(error) if self.clock.is_replayed() => {
                return Err(HostError::Untried { file: file.name.clone(), error });
            }
            Err(error) => {
                (self.notify)(Event::Postponed { file: &file.name, reason: &error.message() });
                let later = now.checked_add(1.minutes()).unwrap_or(Timestamp::MAX);
                self.postponed.insert(file.path.clone(), later);
            }
        }
        Ok(())
    }

    pub(super) fn course_intake<'a>(
        &'a self,
        course: &'a CourseSection,
        head: Option<LogHead>,
    ) -> CourseIntake<'a> {
        let (folder, timetable, language) = (&self.folder, &self.timetable, self.options.language);
        CourseIntake { folder, course, timetable, language, receipts: (&self.file.name, head) }
    }

    /// The files that are to be decided on now.
    fn waiting(&self) -> Result<Vec<PendingFile>, HostError> {
        let now = self.clock.now();
        if self.file.course.is_none() || now < self.timetable.start() {
            return Ok(Vec::new());
        }
        let mut files = waiting(&self.folder, &self.timetable, self.arrival(now))?;
        files.retain(|file| file.received <= now);
        files.retain(|file| self.postponed.get(&file.path).is_none_or(|later| *later <= now));
        Ok(files)
    }

    /// Whether a file waits, a host ruled something, or the contest file changed. In a replayed
    /// contest nothing comes while something is done.
    pub(super) fn has_changes(&self) -> bool {
        // An unreadable folder is reported when its files are processed.
        let waits = || self.waiting().is_ok_and(|files| !files.is_empty());
        let edited = || self.file_changed() != self.read;
        let has_new_ruling = || {
            let begun = self.file.course.is_some() && self.clock.now() >= self.timetable.start();
            begun && CourseRuling::changed(&self.folder) != self.ruled.get()
        };
        !self.clock.is_replayed() && (waits() || has_new_ruling() || edited())
    }

    /// The same, looked at only when something was written.
    pub(super) fn has_new_changes(&self) -> bool {
        !self.clock.is_replayed() && self.changes.borrow_mut().is_due() && self.has_changes()
    }

    pub(super) fn file_changed(&self) -> Option<SystemTime> {
        fs::metadata(self.folder.contest_file()).and_then(|file| file.modified()).ok()
    }

    /// When the next file comes, if known.
    pub(super) fn next_arrival(&self) -> Option<Timestamp> {
        let now = self.clock.now();
        if !self.clock.is_replayed() || self.file.course.is_none() {
            return None;
        }
        let files = waiting(&self.folder, &self.timetable, Arrival::Named).ok()?;
        files.into_iter().map(|file| file.received).find(|received| *received > now)
    }

    fn arrival(&self, now: Timestamp) -> Arrival {
        if self.clock.is_replayed() {
            return Arrival::Named;
        }
        let looked = fs::read_to_string(self.folder.looked()).ok();
        let looked = looked.and_then(|looked| looked.parse().ok());
        Arrival::Since { looked: looked.unwrap_or(self.timetable.start()), now }
    }

    /// Whether a file that came in the last moment may still be being written.
    pub(super) fn may_be_incomplete(&self, end: Timestamp) -> bool {
        let now = self.clock.now();
        self.file.course.is_some() && !self.clock.is_replayed() && now.duration_since(end) <= QUIET
    }

    /// All submissions of the course.
    pub(super) fn submission_log(&self) -> Result<SubmissionLog, HostError> {
        SubmissionLog::read(&self.folder)
    }

    pub(super) fn entrants(&self) -> Result<Entrants, HostError> {
        let mut entrants = Entrants { bots: Vec::new(), pairs: Vec::new() };
        if self.file.course.is_none() {
            return Ok(entrants);
        }
        // Before the log is read: rulings made meanwhile are seen the next time.
        self.ruled.set(CourseRuling::changed(&self.folder));
        for RegisteredPlayer { id, path, state, .. } in self.submission_log()?.players() {
            if state != RegisteredState::Active {
                continue;
            }
            let path = path.strip_prefix(self.folder.path()).unwrap_or(&path);
            entrants.bots.push(BotSpec { name: Some(id.to_string()), ..BotSpec::of_path(path) });
            let pair = id.pair.to_string();
            match entrants.pairs.last_mut() {
                Some((last, bots)) if *last == pair => bots.push(id.to_string()),
                _ => entrants.pairs.push((pair, vec![id.to_string()])),
            }
        }
        Ok(entrants)
    }

    /// Records players that left for a fault, so that they stay out of other contests, too.
    pub(super) fn note_departures(&self, contest: &Contest) -> Result<(), HostError> {
        let left: Vec<_> = contest.disqualified().collect();
        if left.is_empty() || self.file.course.is_none() {
            return Ok(());
        }
        let mut log = self.submission_log()?;
        for (entrant, cause) in left {
            // Another answer may be the machine's fault, and another version is another bot.
            let Some(fault) = cause.fault() else { continue };
            if let Some(player) = RegisteredPlayer::of(&log.players(), &entrant.name) {
                log.disqualify(player.id, fault)?;
            }
        }
        Ok(())
    }
}
