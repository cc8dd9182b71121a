//! `certamen run`: a contest from wherever it stands to its end.

use super::{
    host,
    standings::{print_lines, print_note},
};
use crate::{
    arguments::Run,
    changes, drawing,
    ending::{Ending, usage},
    forecast,
    format::TableFormat,
    interrupt::{Interrupt, command_line},
    measured::time_needed,
    playing::{Ended, Playing},
    setting, text,
};
use anyhow::{Context, bail};
use contest::{
    Contest, ContestError, ContestFile, Folder, MoveTime, Results, Share, Terms,
    draw::Chance,
    file::{self, Memory},
};
use game::Language;
use jiff::Timestamp;
use sandbox::Tier;
use std::{
    io::{Write, stdout},
    time::Duration,
};
use store::Submission;
use tournament::format;
use worker::{Bot, Scratch, SeatingPlan, Workshop, allowed_cores};

/// Runs or resumes a contest until it is finished.
pub(crate) fn run(arguments: &Run, language: Language) -> anyhow::Result<Ending> {
    let folder = Folder::new(&arguments.folder);
    let file = ContestFile::read(&folder)?;
    if file.hosting.is_some() && arguments.forecast {
        bail!(usage("--forecast: a contest with a timetable ends when its entries close"));
    }
    if file.hosting.is_some() {
        return host::host(&arguments.as_host(), language);
    }
    let interrupt = Interrupt::listen()?;
    let name = file.name.clone();
    let bots = find_bots(&folder, &file)?;
    let weakest: Tier = file.sandbox.minimum_tier.parse()?;
    let contest_file = folder.contest_file();
    let asked = format!("{}: key `sandbox.minimum_tier`", contest_file.display());
    let sandbox = setting::tested_sandbox(&bots, arguments.tier, weakest, &asked)?;
    let workshop = Workshop::new(folder.builds(), sandbox.clone());
    let tier = sandbox.tier();
    let plan = plan(&folder, &file, sandbox);
    let mut contest = open(&folder, file, &bots, tier, arguments.seed, &|_| None)?;
    let ready = bots.iter().map(|bot| workshop.prepare(bot)).collect::<Result<Vec<_>, _>>()?;
    if !arguments.quiet {
        eprintln!("{name}");
        if let Some(MoveTime::Share(share)) = &contest.file().limits.move_time {
            setting::tell_move_time(share, contest.conditions().move_ms, language);
        }
        if let Some(draw) = contest.draw() {
            drawing::tell(draw, language);
        }
        setting::banner(&bots, tier, language);
    }
    let stored = contest.progress().finished;
    let jobs = arguments.jobs.map_or_else(|| allowed_cores().len(), usize::from);
    if arguments.forecast {
        forecast::print(&mut contest, jobs, plan, ready, arguments.json, language)?;
        return Ok(Ending::Fine);
    }
    if !arguments.quiet {
        forecast::tell(&contest, jobs, language)?;
    }
    let mut playing = Playing { contest: &mut contest, interrupt: &interrupt, language, played: 0 };
    let late = |_: &Contest| Ok(arguments.until.is_some_and(|until| Timestamp::now() >= until));
    let ended = playing.go(jobs, plan, ready, arguments.quiet, &mut { late })?;
    let work = changes::Work { played: playing.played, kept: stored };
    if ended == Ended::Interrupted {
        eprintln!("{}: {}", text::RESUME.get(language), command_line());
        return Ok(Ending::Interrupted);
    }
    print_table(&folder, arguments, language)?;
    tell_changes(&contest, arguments, work, language)?;
    contest.remember_table()?;
    if ended == Ended::Done(format::Done::LeadShared) {
        eprintln!("{}", text::LEAD_SHARED.get(language));
    }
    let faults = contest.progress().faults;
    Ok(if arguments.strict && faults > 0 { Ending::NotPlain } else { Ending::Fine })
}

/// The bots of a contest, in order of entry.
pub(super) fn find_bots(folder: &Folder, file: &ContestFile) -> anyhow::Result<Vec<Bot>> {
    let path = folder.contest_file();
    let mut bots = Vec::new();
    for given in &file.bots {
        let expanded = file::expand(folder.path(), given)
            .map_err(|reason| ContestError::File { path: path.clone(), reason })?;
        for bot in expanded {
            let found = Bot::find(&bot, file.game);
            bots.push(found.with_context(|| format!("{}: key `bots`", path.display()))?);
        }
    }
    let depth = file.search.map(|search| search.depth);
    setting::set_depth(&mut bots, depth, file.game);
    Ok(bots)
}

/// How the bots of a contest are seated.
pub(super) fn plan(
    folder: &Folder,
    file: &ContestFile,
    sandbox: std::sync::Arc<dyn sandbox::Sandbox>,
) -> SeatingPlan {
    let scratch = match file.programs.memory {
        Memory::None => Scratch::None,
        Memory::Match => Scratch::Below(folder.scratch()),
        Memory::Pair | Memory::Contest => Scratch::Kept(folder.scratch()),
    };
    SeatingPlan { game: file.game, sandbox, scratch }
}

/// Opens a contest among `bots`. What house players need is what it was `measured` to be, or is
/// measured now.
pub(super) fn open(
    folder: &Folder,
    file: ContestFile,
    bots: &[Bot],
    tier: Tier,
    seed: Option<u64>,
    measured: &dyn Fn(&Share) -> Option<Duration>,
) -> anyhow::Result<Contest> {
    let entries: Vec<Submission> = bots
        .iter()
        .map(|bot| Submission {
            name: bot.name.clone(),
            digest: bot.digest.clone(),
            language: bot.language.clone(),
        })
        .collect();
    let (game, options) = (file.game, file.options.clone());
    let seats = file.format.table_size(entries.len()) as u8;
    let mut measure = |share: &Share| {
        measured(share).map_or_else(|| time_needed(game, &options, seats, share), Ok)
    };
    let chance = Chance::of_system()?;
    let terms = Terms { tier: tier.letter(), seed, measure: &mut measure, chance };
    Ok(Contest::open(folder, file, &entries, terms)?)
}

fn print_table(folder: &Folder, arguments: &Run, language: Language) -> anyhow::Result<()> {
    let results = Results::open(folder)?;
    let lines = results.standings()?;
    let mut out = stdout().lock();
    let format = if arguments.json { TableFormat::Json } else { TableFormat::Table };
    print_lines(&mut out, format, &lines, language)?;
    if format == TableFormat::Table {
        print_note(&mut out, &lines, &results.ranking()?, language)?;
    }
    out.flush()?;
    Ok(())
}

/// Says what changed since the table was last shown, if it was. Who reads JSON lines has both tables
/// and is told beside them.
fn tell_changes(
    contest: &Contest,
    arguments: &Run,
    work: changes::Work,
    language: Language,
) -> anyhow::Result<()> {
    let changes = contest.changes()?.filter(|changes| !changes.is_empty());
    let Some(changes) = changes else { return Ok(()) };
    let told = changes::told(&changes, work, language);
    if arguments.json {
        if !arguments.quiet {
            eprint!("{told}");
        }
    } else {
        write!(stdout().lock(), "\n{told}")?;
    }
    Ok(())
}
