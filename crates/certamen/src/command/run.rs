//! `certamen run`: a contest from wherever it stands to its end.

use super::standings::{print_lines, print_note};
use crate::{
    arguments::Run,
    changes, drawing,
    ending::Ending,
    format::TableFormat,
    interrupt::{Interrupt, command_line},
    measured::time_needed,
    progress::Display,
    setting, text,
};
use anyhow::{Context, anyhow};
use contest::{
    Contest, ContestError, ContestFile, Folder, MoveTime, Results, Share, Step, Terms,
    draw::Chance,
    file::{self, Memory},
};
use game::Language;
use sandbox::Tier;
use std::{
    io::{Write, stdout},
    sync::mpsc::RecvTimeoutError,
    time::Duration,
};
use store::Submission;
use tournament::format;
use worker::{Bot, Pool, Ready, Scratch, SeatingPlan, Workshop, allowed_cores};

/// How long to wait for a match before looking at the clock and at Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(50);

/// Runs or resumes a contest until it is finished.
pub(crate) fn run(arguments: &Run, language: Language) -> anyhow::Result<Ending> {
    let folder = Folder::new(&arguments.folder);
    let file = ContestFile::read(&folder)?;
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
    let mut contest = open(&folder, file, &bots, tier, arguments.seed)?;
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
    let mut playing = Loop { contest: &mut contest, interrupt: &interrupt, language, played: 0 };
    let done = playing.go(jobs, plan, ready, arguments.quiet)?;
    let work = changes::Work { played: playing.played, kept: stored };
    let Some(done) = done else {
        eprintln!("{}: {}", text::RESUME.get(language), command_line());
        return Ok(Ending::Interrupted);
    };
    print_table(&folder, arguments, language)?;
    tell_changes(&contest, arguments, work, language)?;
    contest.remember_table()?;
    if done == format::Done::LeadShared {
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

fn plan(
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

fn open(
    folder: &Folder,
    file: ContestFile,
    bots: &[Bot],
    tier: Tier,
    seed: Option<u64>,
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
    let mut measure = |share: &Share| time_needed(game, &options, seats, share);
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

/// The loop from matches that came back to matches that are given out.
struct Loop<'a> {
    contest: &'a mut Contest,
    interrupt: &'a Interrupt,
    language: Language,
    /// How many matches came back finished.
    played: u64,
}

impl Loop<'_> {
    /// Goes on until the contest is over; nothing comes of it if it is interrupted.
    fn go(
        &mut self,
        jobs: usize,
        plan: SeatingPlan,
        ready: Vec<Ready>,
        quiet: bool,
    ) -> anyhow::Result<Option<format::Done>> {
        let bots = self.contest.submissions().iter().copied().zip(ready).collect();
        let pool = Pool::start(jobs, plan, bots);
        let mut display = Display::new(self.contest.progress(), quiet, self.language);
        let mut under_way = 0;
        loop {
            // Two for each thread: nobody waits for the next match while the last one is stored.
            while under_way < 2 * jobs {
                match self.contest.step()? {
                    Step::Work(work) => pool.give(*work),
                    Step::Wait => break,
                    Step::Done(done) => {
                        display.end(self.contest.progress());
                        return Ok(Some(done));
                    }
                }
                under_way += 1;
            }
            under_way -= self.collect(&pool)?;
            display.show(|| self.contest.progress());
            if self.interrupt.is_set() {
                display.end(self.contest.progress());
                return Ok(None);
            }
        }
    }

    /// Takes in the matches that have come back; how many.
    fn collect(&mut self, pool: &Pool) -> anyhow::Result<usize> {
        let first = match pool.take(PATIENCE) {
            Ok(first) => first,
            Err(RecvTimeoutError::Timeout) => return Ok(0),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(anyhow!("all threads that play are gone"));
            }
        };
        let came = std::iter::once(first).chain(std::iter::from_fn(|| pool.take_now()));
        let mut finished = Vec::new();
        let mut void = Vec::new();
        let mut count = 0;
        for done in came.take(1000) {
            count += 1;
            match done.result {
                Ok(played) => finished.push(played),
                Err(reason) => void.push((done.number, reason)),
            }
        }
        self.played += finished.len() as u64;
        self.contest.hand_in(finished)?;
        for (number, reason) in void {
            let [played, again] =
                [text::MATCH, text::PLAYED_AGAIN].map(|words| words.get(self.language));
            eprintln!("{played} {number} {again}: {reason}");
            self.contest.give_back(number, &reason)?;
        }
        Ok(count)
    }
}
