//! `certamen host`: a contest that is held over days, with tables that are published by themselves.
//!
//! What is to be done next follows from the contest's files and from the time. Nothing is kept in
//! memory only, so a host that dies goes on where it stood.

mod clock;
mod entrance;
mod marks;
mod published;
mod reception;
mod stage;
mod table;
mod words;

pub(crate) use table::write_table;

use crate::{
    arguments::Host as Arguments,
    catalogue,
    command_error::usage,
    ending::Ending,
    format::TableFormat,
    interrupt::{Interrupt, command_line},
    playing::Ended,
};
use certamen_contest::{ContestFile, Folder, opening::hold};
use certamen_game::Language;
use certamen_hall::{Kind, Publication, Slot, Timetable, reception::QUIET};
use clock::Clock;
use jiff::{Timestamp, ToSpan};
use std::{
    collections::BTreeMap,
    io::{Write, stdout},
    path::PathBuf,
};

/// A contest that is being held.
struct Host<'a> {
    arguments: &'a Arguments,
    language: Language,
    folder: Folder,
    interrupt: Interrupt,
    clock: Clock,
    file: ContestFile,
    timetable: Timetable,
    published: Vec<Publication>,
    /// Files that could not be tried, and when they are tried again.
    postponed: BTreeMap<PathBuf, Timestamp>,
}

/// What came of a while of playing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Went {
    /// Everything that was to be done is done.
    Done,
    /// Something else has to be done first.
    Paused,
    /// The user wants to stop.
    Interrupted,
}

/// Holds a contest until it is over, or until the time that was given.
pub(crate) fn host(arguments: &Arguments, language: Language) -> anyhow::Result<Ending> {
    let folder = Folder::new(&arguments.folder);
    let file = ContestFile::read(&folder)?;
    let Some(timetable) = file.hosting.as_ref().map(Timetable::of) else {
        let path = folder.contest_file();
        return Err(usage(format!(
            "{}: section [timetable] is missing: `certamen run` runs contests without one",
            path.display()
        ))
        .into());
    };
    let _lock = hold(&folder)?;
    let published = Publication::all(&folder)?;
    let clock = if arguments.replay {
        let last = published.iter().map(|publication| publication.made.timestamp()).max();
        let known = [Some(timetable.start()), last, arguments.clock];
        Clock::Replayed(known.into_iter().flatten().max().unwrap_or(timetable.start()))
    } else {
        Clock::Wall
    };
    let interrupt = Interrupt::listen()?;
    let mut host = Host {
        arguments,
        language,
        folder,
        interrupt,
        clock,
        file,
        timetable,
        published,
        postponed: BTreeMap::new(),
    };
    host.show_current()?;
    let went = host.hold()?;
    if went == Went::Interrupted {
        eprintln!("{}: {}", crate::say::play::resume().get(language), command_line());
        return Ok(Ending::Interrupted);
    }
    host.print_last()?;
    Ok(Ending::Fine)
}

impl Host<'_> {
    /// Does what is due, one thing after the other.
    fn hold(&mut self) -> anyhow::Result<Went> {
        loop {
            if self.interrupt.is_set() {
                return Ok(Went::Interrupted);
            }
            if self.is_late() {
                return Ok(Went::Done);
            }
            self.read_file_again();
            self.take_in()?;
            let went = match self.due().first().copied() {
                Some(slot) if self.may_be_incomplete(slot.at) => {
                    // Who came in time takes part.
                    let then = slot.at.checked_add(QUIET).unwrap_or(slot.at);
                    self.wait(then.checked_add(1.milliseconds()).unwrap_or(then));
                    Went::Paused
                }
                Some(slot) if slot.kind == Kind::Provisional => self.publish_ladder(slot)?,
                Some(slot) => self.championship(slot)?,
                None if self.is_over() => return Ok(Went::Done),
                None if self.clock.now() < self.timetable.start() => Went::Done,
                None => self.ladder()?,
            };
            match went {
                Went::Interrupted => return Ok(Went::Interrupted),
                Went::Done if self.due().is_empty() && !self.is_over() => self.rest(),
                Went::Done | Went::Paused => {}
            }
        }
    }

    /// What is due now, in the order in which it is done: what needs no matches comes first.
    fn due(&self) -> Vec<Slot> {
        let slots: Vec<Slot> = self.published.iter().map(Publication::slot).collect();
        let mut due = self.timetable.due(&slots, self.clock.now());
        due.sort_by_key(|slot| slot.kind);
        due
    }

    fn is_over(&self) -> bool {
        self.published.iter().any(|publication| publication.kind == Kind::Final)
    }

    /// Whether it is the time until which the contest is to be held.
    fn is_late(&self) -> bool {
        self.arguments.until.is_some_and(|until| self.clock.now() >= until)
    }

    /// Takes up what changed in the contest file. A file that is just being written is none.
    fn read_file_again(&mut self) {
        let read = ContestFile::read(&self.folder);
        match read.map(|file| file.hosting.as_ref().map(Timetable::of).map(|own| (file, own))) {
            Ok(Some((file, timetable))) => {
                self.file = file;
                self.timetable = timetable;
            }
            Ok(None) => {}
            Err(error) => {
                let error = catalogue::error(&error.to_string(), self.language);
                eprintln!("{error}: {}", words::OLD_FILE_KEPT.get(self.language));
            }
        }
    }

    /// Lets time pass until there is something to do.
    fn rest(&mut self) {
        let now = self.clock.now();
        let far = now.checked_add(1.hours()).unwrap_or(Timestamp::MAX);
        let next = self.timetable.next(now).map(|slot| slot.at);
        let start = Some(self.timetable.start()).filter(|start| *start > now);
        let events = [start.or(next), self.arguments.until, self.next_arrival()];
        let event = events.into_iter().flatten().min().unwrap_or(far);
        let event = if self.clock.is_replayed() { event } else { event.min(far) };
        self.wait(event);
    }

    fn wait(&mut self, event: Timestamp) {
        let mut clock = self.clock;
        clock.wait(event, &self.interrupt, || self.has_news());
        self.clock = clock;
    }

    /// Prints the table that was published last.
    fn print_last(&self) -> anyhow::Result<()> {
        let Some(last) = self.published.last() else { return Ok(()) };
        let mut out = stdout().lock();
        let format = if self.arguments.json { TableFormat::Json } else { TableFormat::Table };
        write_table(&mut out, format, last, self.language)?;
        Ok(out.flush()?)
    }
}

impl From<Ended> for Went {
    fn from(ended: Ended) -> Went {
        match ended {
            Ended::Done(_) => Went::Done,
            Ended::Paused => Went::Paused,
            Ended::Interrupted => Went::Interrupted,
        }
    }
}
