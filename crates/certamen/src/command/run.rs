//! `certamen run`: a contest from wherever it stands to its end.

use super::{
    host,
    standings::{print_lines, print_note},
};
use crate::command_error::{CommandError, Context, anyhow, usage};
use crate::say::{play, refusal, table};
use crate::{
    arguments::Run,
    changes, drawing,
    ending::Ending,
    forecast,
    format::TableFormat,
    interrupt::{Interrupt, command_line},
    measured::{NO_HURRY, time_charged, time_needed},
    playing::{Ended, Playing},
    setting, sureness,
};
use certamen_contest::{
    Contest, ContestError, ContestFile, Folder, MoveTime, Results, Share, Terms,
    draw::Chance,
    file::{self, Memory},
};
use certamen_game::{DynGame, Failure, Language, Table, conformance};
use certamen_sandbox::{Sandbox, Tier};
use certamen_speech::Message;
use certamen_store::Submission;
use certamen_tournament::format;
use certamen_worker::{Bot, Scratch, SeatingPlan, Workshop, allowed_cores};
use jiff::Timestamp;
use std::{
    io::{Write, stderr, stdout},
    sync::Arc,
    time::Duration,
};

/// Runs or resumes a contest until it is finished.
pub(crate) fn run(arguments: &Run, language: Language) -> Result<Ending, CommandError> {
    let folder = Folder::new(&arguments.folder);
    let file = ContestFile::read(&folder)?;
    if file.hosting.is_some() && arguments.forecast {
        return Err(usage(refusal::timetable()));
    }
    if file.hosting.is_some() {
        return host::host(&arguments.as_host(), language).map_err(CommandError::carried);
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
    let plan = plan(&folder, &file, sandbox.clone());
    let seed = arguments.seed;
    let opening = Opening { folder: &folder, bots: &bots, sandbox: &sandbox, seed, needed: None };
    let mut contest = opening.open(file)?;
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
        forecast::print(&mut contest, jobs, (plan, ready), arguments.json, language)
            .map_err(CommandError::carried)?;
        return Ok(Ending::Fine);
    }
    if !arguments.quiet {
        forecast::tell(&contest, jobs, language).map_err(CommandError::carried)?;
    }
    let quiet = arguments.quiet;
    let mut playing =
        Playing { contest: &mut contest, interrupt: &interrupt, language, quiet, played: 0 };
    let late = |_: &Contest| Ok(arguments.until.is_some_and(|until| Timestamp::now() >= until));
    let ended = playing.go(jobs, plan, ready, &mut { late }).map_err(CommandError::carried)?;
    let work = changes::Work { played: playing.played, kept: stored };
    if ended == Ended::Interrupted {
        eprintln!("{}: {}", play::resume().get(language), command_line());
        return Ok(Ending::Interrupted);
    }
    print_table(&folder, arguments, ended, language)?;
    tell_changes(&contest, arguments, work, language)?;
    contest.remember_table()?;
    if ended == Ended::Done(format::Done::LeadShared) {
        eprintln!("{}", table::lead_shared().get(language));
    }
    let faults = contest.progress().faults;
    Ok(if arguments.strict && faults > 0 { Ending::NotPlain } else { Ending::Fine })
}

/// The bots of a contest, in order of entry.
pub(super) fn find_bots(folder: &Folder, file: &ContestFile) -> Result<Vec<Bot>, CommandError> {
    let path = folder.contest_file();
    let mut bots = Vec::new();
    for given in &file.bots {
        let expanded = file::expand(folder.path(), given)
            .map_err(|fault| ContestError::bad_file(path.clone(), fault))?;
        for bot in expanded {
            let found = Bot::find(&bot, file.game);
            bots.push(found.context(refusal::of_bots()).context(&path)?);
        }
    }
    let depth = file.search.map(|search| search.depth);
    setting::set_depth(&mut bots, depth, file.game);
    Ok(bots)
}

/// How the bots of a contest are seated.
pub(super) fn plan(folder: &Folder, file: &ContestFile, sandbox: Arc<dyn Sandbox>) -> SeatingPlan {
    let scratch = match file.programs.memory {
        Memory::None => Scratch::None,
        Memory::Match => Scratch::Below(folder.scratch()),
        Memory::Pair | Memory::Contest => Scratch::Kept(folder.scratch()),
    };
    SeatingPlan { game: file.game, sandbox, scratch }
}

/// What it takes to open a contest.
pub(super) struct Opening<'a> {
    pub(super) folder: &'a Folder,
    pub(super) bots: &'a [Bot],
    pub(super) sandbox: &'a Arc<dyn Sandbox>,
    /// What luck comes from, instead of the file's seed.
    pub(super) seed: Option<u64>,
    /// How long whoever sets the time for a move was found to need, if that is known.
    pub(super) needed: Option<Duration>,
}

impl Opening<'_> {
    /// Opens the contest.
    pub(super) fn open(&self, file: ContestFile) -> Result<Contest, CommandError> {
        let entry = |bot: &Bot| Submission {
            name: bot.name.clone(),
            digest: bot.digest.clone(),
            language: bot.language.clone(),
        };
        let entries: Vec<Submission> = self.bots.iter().map(entry).collect();
        let known = file.clone();
        let mut measure =
            |share: &Share| self.time_needed(&known, share).map_err(Message::verbatim);
        let tier = self.sandbox.tier().letter();
        let chance = Chance::of_system()?;
        let deterministic: Vec<bool> = self.bots.iter().map(Bot::is_deterministic).collect();
        let (seed, deterministic) = (self.seed, &deterministic);
        let terms = Terms { tier, seed, deterministic, measure: &mut measure, chance };
        Ok(Contest::open(self.folder, file, &entries, terms)?)
    }

    /// How long whoever sets the time for a move needs for one.
    pub(super) fn time_needed(
        &self,
        file: &ContestFile,
        share: &Share,
    ) -> Result<Duration, String> {
        if let Some(needed) = self.needed {
            return Ok(needed);
        }
        let seats = file.format.table_size(self.bots.len()) as u8;
        if share.player(file.game).is_some() {
            return time_needed(file.game, &file.options, seats, share);
        }
        self.time_of_bot(file, share, seats).map_err(|error| error.get(Language::En))
    }

    fn time_of_bot(
        &self,
        file: &ContestFile,
        share: &Share,
        seats: u8,
    ) -> Result<Duration, CommandError> {
        let bot = bot_of(self.folder, share, file.game)?;
        let workshop = Workshop::new(self.folder.builds(), Arc::clone(self.sandbox));
        let ready = workshop.prepare(&bot)?;
        let plan = plan(self.folder, file, Arc::clone(self.sandbox));
        let table = conformance::table(file.game, file.options.clone(), seats, 0);
        let conditions = file.conditions(0, self.sandbox.tier().letter());
        let table = Table { conditions, ..table };
        time_charged(&plan, &table, &ready, NO_HURRY).map_err(|failure| match failure {
            Failure::Fault(fault) => anyhow!("{}: {}", share.of(), fault.word()),
            Failure::Void(void) => anyhow!("{void}"),
            Failure::Left => anyhow!("a person sat down"),
        })
    }
}

/// The bot whose time is the measure of `share`.
pub(super) fn bot_of(
    folder: &Folder,
    share: &Share,
    game: &dyn DynGame,
) -> Result<Bot, certamen_worker::BotError> {
    Bot::find(&folder.path().join(share.of()).display().to_string(), game)
}

fn print_table(
    folder: &Folder,
    arguments: &Run,
    ended: Ended,
    language: Language,
) -> Result<(), CommandError> {
    let results = Results::open(folder)?;
    let lines = results.standings()?;
    let mut out = stdout().lock();
    let format = if arguments.json { TableFormat::Json } else { TableFormat::Table };
    print_lines(&mut out, format, &lines, language)?;
    if format == TableFormat::Table {
        print_note(&mut out, &lines, &results.ranking()?, language)?;
        sureness::tell_repeats(&mut out, &results, language)?;
    }
    if let Ended::Done(done) = ended {
        // Who reads JSON lines is told beside them.
        let out: &mut dyn Write = if arguments.json { &mut stderr() } else { &mut out };
        sureness::tell_stop(out, &results, &lines, done, language)?;
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
) -> Result<(), CommandError> {
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
