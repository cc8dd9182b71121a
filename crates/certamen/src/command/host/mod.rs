//! `certamen host`: a contest that is held over days, with tables that are published by themselves.

pub(crate) mod table;
pub(crate) mod words;

pub(crate) use table::write_table;

use crate::{
    arguments::Host as Arguments,
    command_error::{CommandError, usage},
    ending::Ending,
    format::TableFormat,
    interrupt::{Interrupt, command_line},
    say::play,
    telling::Telling,
};
use certamen_contest::{ContestFile, Folder};
use certamen_game::Language;
use certamen_hall::{
    HallError, Publication,
    host::{Held, Host, Time, Wishes},
    jobs,
};
use std::io::{Write, stdout};

/// Holds a contest until it is over, or until the time that was given.
pub(crate) fn host(arguments: &Arguments, language: Language) -> Result<Ending, CommandError> {
    let folder = Folder::new(&arguments.folder);
    let file = ContestFile::read(&folder)?;
    let time = if arguments.replay { Time::Replayed(arguments.clock) } else { Time::Now };
    let wishes = Wishes {
        tier: arguments.tier,
        jobs: jobs(arguments.jobs),
        until: arguments.until,
        time,
        language,
    };
    let stop = Interrupt::listen()?.stop();
    let telling = Telling::of_host(arguments.quiet, language);
    let (tell, draw) = (
        |event: certamen_hall::Event<'_>| telling.hear(&event),
        |publication: &Publication| table::draw(publication, language),
    );
    let host = Host::open(&folder, file, wishes, &stop, (&tell, &draw));
    let mut host = host.map_err(|error| match error {
        HallError::NoTimetable { .. } => usage(error),
        other => other.into(),
    })?;
    if host.hold()? == Held::Stopped {
        eprintln!("{}: {}", play::resume().get(language), command_line());
        return Ok(Ending::Interrupted);
    }
    if let Some(last) = host.last() {
        let mut out = stdout().lock();
        let format = if arguments.json { TableFormat::Json } else { TableFormat::Table };
        write_table(&mut out, format, last, language)?;
        out.flush()?;
    }
    Ok(Ending::Fine)
}
