//! `certamen run`: plays a contest from its current state to its end. `certamen host`: runs a contest
//! on a schedule and publishes its standings.

use super::results::notes_command;
use crate::{
    Result, commands,
    console::{
        Interrupt, Output, ProgressReporter, ReportedEvents, command_line, folder_watcher,
        progress_reporter,
    },
    exit::ExitStatus,
    flags::{self, FarmArgs},
    print::{
        format::TableFormat,
        publication::{draw, write_table},
        standings::{self, print_notes, tie_breaks_note},
    },
    say::{play, refusal, table},
};
use certamen_contest::{Contest, ContestFile, Folder, MinFreeSpace, MoveTime, view::Standings};
use certamen_game::Language;
use certamen_host::{
    ContestSetup, Event, HostError, PlayEnd, Publication, RejectPolicy, RunningContest, Sandboxes,
    host::{Host, HostOptions, StopReason, Time},
    jobs, publication, replace,
};
use certamen_i18n::{labelled, usage};
use certamen_sandbox::{Launcher, Tier};
use certamen_tournament::format;
use clap::Args;
use jiff::Timestamp;
use std::{
    io::{Write, stderr, stdout},
    path::PathBuf,
};

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "flags of the command line")]
pub(crate) struct RunArgs {
    #[arg(value_name = "CONTEST_DIR")]
    pub(crate) folder: PathBuf,
    #[arg(short, long, value_parser = flags::within::<u16>(1..=1024))]
    pub(crate) jobs: Option<u16>,
    #[arg(short, long, value_parser = flags::seed)]
    pub(crate) seed: Option<u64>,
    #[arg(long)]
    pub(crate) tier: Option<Tier>,
    #[arg(long)]
    pub(crate) json: bool,
    #[arg(long)]
    pub(crate) forecast: bool,
    #[arg(long)]
    pub(crate) strict: bool,
    #[arg(short, long)]
    pub(crate) quiet: bool,
    #[arg(long, value_parser = certamen_contest::quantity::moment, value_name = "TIME")]
    pub(crate) until: Option<Timestamp>,
    #[command(flatten)]
    pub(crate) farm: FarmArgs,
}

impl RunArgs {
    pub(crate) fn as_host(&self) -> HostArgs {
        HostArgs {
            folder: self.folder.clone(),
            jobs: self.jobs,
            tier: self.tier,
            until: self.until,
            replay: false,
            clock: None,
            json: self.json,
            quiet: self.quiet,
            farm: self.farm.clone(),
        }
    }
}

pub(crate) fn run(
    arguments: &RunArgs,
    language: Language,
    launcher: &Launcher,
) -> Result<ExitStatus> {
    let folder = Folder::new(&arguments.folder);
    let file = ContestFile::read(&folder)?;
    arguments.farm.check(arguments.jobs)?;
    if file.schedule.is_some() && arguments.forecast {
        return Err(usage(refusal::timetable()));
    }
    if file.schedule.is_some() {
        return host(&arguments.as_host(), language, launcher);
    }
    let stop = Interrupt::listen()?.stop();
    let progress_reporter = ProgressReporter::new(
        &arguments.folder,
        if arguments.quiet { ReportedEvents::Few } else { ReportedEvents::Progress },
        language,
    );
    let report = &|event: Event<'_>| progress_reporter.report(&event);
    let reject_policy =
        if arguments.strict { RejectPolicy::Refuse } else { RejectPolicy::PlayOthers };
    let target = arguments.farm.target()?.until(&stop);
    let contest_setup = ContestSetup {
        folder: &folder,
        builds: &folder,
        sandboxes: &Sandboxes::new(launcher, arguments.tier),
        seed: arguments.seed,
        needed: None,
        jobs: jobs(arguments.jobs),
        target,
        reject_policy,
        notify: report,
    };
    let mut running = contest_setup.open(file)?;
    if !arguments.quiet {
        print_terms(&running, arguments.tier, language);
    }
    if arguments.forecast {
        progress_reporter::print_forecast(&mut running, &stop, arguments.json, language)?;
        return Ok(if stop.is_set() { ExitStatus::Interrupted } else { ExitStatus::Fine });
    }
    if !arguments.quiet {
        progress_reporter::print_start(&mut running, language)?;
    }
    let kept = running.contest.progress().finished;
    let late = |_: &Contest| Ok(arguments.until.is_some_and(|until| Timestamp::now() >= until));
    let (ended, played) = running.play(&stop, report, &mut { late })?;
    if ended == PlayEnd::Stopped {
        eprintln!("{}", labelled(play::resume(), command_line()).get(language));
        return Ok(ExitStatus::Interrupted);
    }
    let contest = &mut running.contest;
    print_standings(contest, arguments, ended, language)?;
    print_changes(contest, arguments, standings::WorkDone { played, kept }, language)?;
    contest.remember_table()?;
    if let Some(chain) = contest.results()?.log_head()? {
        replace(&folder.log_head(), chain.to_line().as_bytes())?;
    }
    let faults = contest.progress().faults;
    progress_reporter.print_staying_bots(&running.staying());
    let bots: Vec<String> = running.excluded_names().map(str::to_owned).collect();
    let matches: Vec<String> =
        running.contest.deferred().map(|number| number.to_string()).collect();
    let aside = progress_reporter.print_excluded(&bots, &matches);
    let faulty = arguments.strict && faults > 0;
    Ok(if faulty || aside { ExitStatus::NotPlain } else { ExitStatus::Fine })
}

fn print_terms(running: &RunningContest, chosen: Option<Tier>, language: Language) {
    let contest = &running.contest;
    eprintln!("{}", contest.file().name);
    if let Some(MoveTime::Share(share)) = &contest.file().limits.move_time {
        commands::print_move_time(share, contest.conditions().move_time(), language);
    }
    if let Some(draw) = contest.draw() {
        progress_reporter::print_draw(draw, language);
    }
    // Remote workers print this themselves.
    if running.is_here() {
        commands::warn_of_isolation(&running.bots, running.tier(), chosen, language);
    }
}

fn print_standings(
    contest: &Contest,
    arguments: &RunArgs,
    ended: PlayEnd,
    language: Language,
) -> Result<()> {
    let results = contest.results()?;
    let shown = Standings::of(&results, contest.lines())?;
    let format = if arguments.json { TableFormat::Json } else { TableFormat::Table };
    let mut out = Output::from(format);
    let layout = out.layout(format);
    standings::print_standings(&mut out, layout, &shown, language)?;
    let stop = match ended {
        PlayEnd::Done(format::FormatEnd::LeadShared) => Some(table::lead_shared().get(language)),
        PlayEnd::Done(done) => standings::stop_note(&results, &shown.rows, done, language)?,
        _ => None,
    };
    if arguments.json {
        // With JSON lines on standard output, notes go to standard error.
        print_notes(&mut stderr(), [stop])?;
    } else {
        let ties = tie_breaks_note(results.ranking(), language);
        let repeats =
            standings::repeats_note(&results, &notes_command(&arguments.folder), language)?;
        print_notes(&mut out, [ties, repeats, stop])?;
    }
    out.flush()?;
    Ok(())
}

/// Prints what changed since the standings were last shown, if they were. With JSON lines on
/// standard output, the changes go to standard error.
fn print_changes(
    contest: &Contest,
    arguments: &RunArgs,
    work: standings::WorkDone,
    language: Language,
) -> Result<()> {
    let changes = contest.changes()?.filter(|changes| !changes.is_empty());
    let Some(changes) = changes else { return Ok(()) };
    let text = standings::changes_text(&changes, work, language);
    if arguments.json {
        if !arguments.quiet {
            eprint!("{text}");
        }
    } else {
        write!(stdout().lock(), "\n{text}")?;
    }
    Ok(())
}

#[derive(Args, Debug)]
pub(crate) struct HostArgs {
    #[arg(value_name = "CONTEST_DIR")]
    pub(crate) folder: PathBuf,
    #[arg(short, long, value_parser = flags::within::<u16>(1..=1024))]
    pub(crate) jobs: Option<u16>,
    #[arg(long)]
    pub(crate) tier: Option<Tier>,
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

pub(crate) fn host(
    arguments: &HostArgs,
    language: Language,
    launcher: &Launcher,
) -> Result<ExitStatus> {
    let folder = Folder::new(&arguments.folder);
    let file = ContestFile::read(&folder)?;
    arguments.farm.check(arguments.jobs)?;
    let time = if arguments.replay { Time::Replayed(arguments.clock) } else { Time::Now };
    let stop = Interrupt::listen()?.stop();
    let options = HostOptions {
        sandboxes: Sandboxes::new(launcher, arguments.tier),
        jobs: jobs(arguments.jobs),
        target: arguments.farm.target()?.until(&stop),
        pool: None,
        remote: None,
        min_free_space: MinFreeSpace::default(),
        watcher: folder_watcher(language),
        until: arguments.until,
        time,
        language,
    };
    let progress_reporter = ProgressReporter::new(
        &arguments.folder,
        if arguments.quiet { ReportedEvents::Few } else { ReportedEvents::Hosting },
        language,
    );
    let (report, draw_files) = (
        |event: certamen_host::Event<'_>| progress_reporter.report(&event),
        |publication: &Publication| draw(publication, language),
    );
    let host = Host::open(&folder, file, options, &stop, (&report, &draw_files));
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
    progress_reporter
        .print_staying_bots(&undone.staying.iter().map(String::as_str).collect::<Vec<_>>());
    let below = host.last().into_iter().flat_map(|last| &last.below);
    let excluded = below.filter(|below| below.status == publication::UnrankedReason::Excluded);
    let bots: Vec<String> = excluded.map(|below| below.name.clone()).chain(undone.bots).collect();
    let matches = undone.matches.iter().flat_map(|(folder, numbers)| {
        let place = folder.display();
        numbers.iter().map(move |number| format!("{place}#{number}"))
    });
    let aside = progress_reporter.print_excluded(&bots, &matches.collect::<Vec<_>>());
    Ok(if aside { ExitStatus::NotPlain } else { ExitStatus::Fine })
}
