//! `certamen host`: runs a contest on a schedule and publishes its standings.

use crate::console::{Interrupt, Output, ProgressReporter, command_line};
use crate::flags::{farm::FarmArgs, numbers};
use crate::print::{
    format::TableFormat,
    publication::{draw, write_table},
};
use crate::{
    command_error::{CommandError, usage},
    ending::ExitStatus,
    say::play,
};
use certamen_contest::{ContestFile, Folder, MinFreeSpace};
use certamen_game::Language;
use certamen_host::{
    HostError, Publication, Sandboxes,
    host::{Host, HostOptions, StopReason, Time},
    jobs, publication,
};
use certamen_i18n::labelled;
use certamen_sandbox::Launcher;
use clap::Args;
use jiff::Timestamp;
use std::io::Write;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct HostArgs {
    #[arg(value_name = "CONTEST_DIR")]
    pub(crate) folder: PathBuf,
    #[arg(short, long, value_parser = numbers::within::<u16>(1..=1024))]
    pub(crate) jobs: Option<u16>,
    #[arg(long)]
    pub(crate) tier: Option<certamen_sandbox::Tier>,
    #[arg(long, value_parser = certamen_contest::quantity::moment, value_name = "TIME")]
    pub(crate) until: Option<Timestamp>,
    #[arg(long)]
    pub(crate) replay: bool,
    /// Take up the clock of a contest of another time at this time
    #[arg(long, value_parser = certamen_contest::quantity::moment, value_name = "TIME", requires = "replay", hide = true)]
    pub(crate) clock: Option<Timestamp>,
    #[arg(long)]
    pub(crate) json: bool,
    #[arg(short, long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) farm: FarmArgs,
}

/// Runs a contest until it is over or until the given time.
pub(crate) fn host(
    arguments: &HostArgs,
    language: Language,
    launcher: &Launcher,
) -> Result<ExitStatus, CommandError> {
    let folder = Folder::new(&arguments.folder);
    let file = ContestFile::read(&folder)?;
    arguments.farm.check(arguments.jobs)?;
    let time = if arguments.replay { Time::Replayed(arguments.clock) } else { Time::Now };
    let stop = Interrupt::listen()?.stop();
    let options = HostOptions {
        sandboxes: Sandboxes::new(launcher, arguments.tier),
        jobs: jobs(arguments.jobs),
        target: arguments.farm.venue()?.until(&stop),
        pool: None,
        min_free_space: MinFreeSpace::default(),
        until: arguments.until,
        time,
        language,
    };
    let progress_reporter = ProgressReporter::of_host(&arguments.folder, arguments.quiet, language);
    let (tell, drawn) = (
        |event: certamen_host::Event<'_>| progress_reporter.hear(&event),
        |publication: &Publication| draw(publication, language),
    );
    let host = Host::open(&folder, file, options, &stop, (&tell, &drawn));
    let mut host = host.map_err(|error| match error {
        HostError::NoTimetable { .. } => usage(error),
        other => other.into(),
    })?;
    if host.hold()? == StopReason::Stopped {
        eprintln!("{}", labelled(play::resume(), command_line()).get(language));
        return Ok(ExitStatus::Interrupted);
    }
    if let Some(last) = host.last() {
        let format = if arguments.json { TableFormat::Json } else { TableFormat::Table };
        let mut out = Output::from(format);
        let layout = out.layout(format);
        write_table(&mut out, layout, last, language)?;
        out.flush()?;
    }
    let undone = host.undone();
    progress_reporter.name_staying(&undone.staying.iter().map(String::as_str).collect::<Vec<_>>());
    let below = host.last().into_iter().flat_map(|last| &last.below);
    let aside = below.filter(|below| below.status == publication::UnrankedReason::SetAside);
    let bots: Vec<String> = aside.map(|below| below.name.clone()).chain(undone.bots).collect();
    let matches = undone.matches.iter().flat_map(|(folder, numbers)| {
        let place = folder.display();
        numbers.iter().map(move |number| format!("{place}#{number}"))
    });
    let aside = progress_reporter.name_aside(&bots, &matches.collect::<Vec<_>>());
    Ok(if aside { ExitStatus::NotPlain } else { ExitStatus::Fine })
}
