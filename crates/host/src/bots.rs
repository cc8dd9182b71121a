//! The bots of a contest, from the entries of its file, and those that cannot enter: they do not
//! read, build or start. The host excludes them and plays the others, so that no bot can stop a
//! contest.
//!
//! Each bot is asked its first question once, before matches are planned. One that is silent, exits
//! without output or answers nonsense does start, and plays: its faults are reported as such. Only
//! one that exits before its first answer and says why, twice, does not.

use crate::{
    HostError, Workspace,
    entry::{EntryFinding, add_entrants},
    say,
};
use certamen_contest::{
    ContestError, ContestFile, ExcludedBot, Folder, LocalizedTexts, RelativeMoveTime,
    file::{self, BotEntry, LibraryReading},
};
use certamen_game::{
    Budget, DynGame, Failure, Fault, Player, Seat, Table, View, Void,
    arbiter::Arbiter,
    escaped,
    job::{BotSource, BotSpec},
    legible,
};
use certamen_i18n::{Localize, Message};
use certamen_runner::http_player::{AddressRule, HttpBot, RequestSlots};
use certamen_runner::{
    Bot, BotError, BotKind, BuiltBot, PlayerFactory, ReadyProgram, SeatSetup, SeatingPlan,
    WriteAccess,
};
use certamen_sandbox::{RecordedSandbox, Sandbox, StderrTail, TranscriptSink};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BotListing {
    Named,
    Found,
}

pub struct LoadedBots {
    /// Those that can, in order of entry.
    pub bots: Vec<Bot>,
    pub rejected_bots: Vec<RejectedBot>,
}

/// The bots of a contest. A bot that cannot be read is reported and does not keep others from
/// playing; an entry of the contest file that names no bot is for the host to fix.
pub fn find_bots(folder: &Folder, file: &ContestFile) -> Result<LoadedBots, HostError> {
    let path = folder.contest_file();
    let (mut read, mut rejected_bots) = (Vec::new(), Vec::new());
    let slots = Arc::default();
    for given in &file.bots {
        if let Some(name) = file::remote_name(given) {
            read.push((Bot::remote(name), BotListing::Named));
            continue;
        }
        let expanded = file::expand(folder.path(), given)
            .map_err(|fault| ContestError::bad_file(path.clone(), fault))?;
        let (specs, bot_listing) = match expanded {
            BotEntry::Named(spec) => (vec![spec], BotListing::Named),
            BotEntry::Found(specs) => (specs, BotListing::Found),
        };
        for spec in specs {
            let found = match bot_listing {
                BotListing::Named => match http_bot(&spec, file, &slots) {
                    Some(bot) => Ok(bot),
                    None => Bot::of(&spec, file.game),
                },
                BotListing::Found => Bot::of_unlinked(&spec, file.game),
            };
            match found {
                Ok(Bot { kind: BotKind::Human, .. }) => {
                    return Err(HostError::Bot(Box::new(BotError::Human)));
                }
                Ok(bot) => read.push((bot, bot_listing)),
                Err(error) if bot_listing == BotListing::Named && is_the_hosts(&error) => {
                    return Err(HostError::Bots { path, error: Box::new(error) });
                }
                Err(error) => {
                    let why = RejectReason::Bot(Box::new(error));
                    rejected_bots.push(RejectedBot { bot: display_name(&spec), why });
                }
            }
        }
    }
    let mut bots = part_namesakes(read, &mut rejected_bots);
    add_entrants(folder, file, &mut bots, &mut rejected_bots)?;
    set_search(&mut bots, file);
    Ok(LoadedBots { bots, rejected_bots })
}

/// The player that `spec` names, if the host asks it over HTTP.
fn http_bot(spec: &BotSpec, file: &ContestFile, slots: &Arc<RequestSlots>) -> Option<Bot> {
    let BotSource::Http { target } = &spec.source else { return None };
    let terms = file.players.get(target)?.clone();
    let rule =
        if file.remote.private_addresses { AddressRule::Private } else { AddressRule::Public };
    let bot = HttpBot {
        terms,
        addresses: rule,
        retry_time: file.remote.retry_time,
        spending: Arc::default(),
        slots: Arc::clone(slots),
    };
    Some(Bot::over_http(spec.name.clone().unwrap_or_else(|| target.clone()), bot))
}

/// Excludes bots that were found by a pattern and have the name of an earlier bot, or of one that
/// the host listed. Two listed bots with one name are reported where entries are checked.
fn part_namesakes(read: Vec<(Bot, BotListing)>, rejected_bots: &mut Vec<RejectedBot>) -> Vec<Bot> {
    let named = read.iter().filter(|(_, bot_listing)| *bot_listing == BotListing::Named);
    let mut taken: BTreeSet<String> = named.map(|(bot, _)| bot.name.clone()).collect();
    let mut bots = Vec::new();
    for (bot, bot_listing) in read {
        if bot_listing == BotListing::Found && !taken.insert(bot.name.clone()) {
            let why = RejectReason::NameTaken { name: bot.name.clone() };
            rejected_bots.push(RejectedBot { bot: bot.name, why });
        } else {
            bots.push(bot);
        }
    }
    bots
}

/// The name of a bot that cannot be read.
fn display_name(spec: &BotSpec) -> String {
    let path = spec.path().filter(|_| spec.name.is_none());
    let Some(path) = path else {
        return spec.name.clone().unwrap_or_else(|| spec.to_string());
    };
    let name = if path.is_dir() { path.file_name() } else { path.file_stem() };
    escaped(&name.unwrap_or(path.as_os_str()).to_string_lossy())
}

/// The bot whose time `share` refers to.
pub(crate) fn bot_of(
    folder: &Folder,
    share: &RelativeMoveTime,
    game: &dyn DynGame,
) -> Result<Bot, BotError> {
    Bot::of(&share.of().clone().within(folder.path()), game)
}

/// Gives the search of a contest to bots that search, unless their names say otherwise.
pub fn set_search(bots: &mut [Bot], file: &ContestFile) {
    set_depth(bots, file.search.map(|search| search.depth), file.game);
    let Some(course) = &file.course else { return };
    for bot in bots {
        if let BotKind::Evaluation(evaluation) = &mut bot.kind {
            let semantics = &mut evaluation.search.semantics;
            semantics.legacy_count |= course.readings.cuenta_fichas == LibraryReading::Engine;
            semantics.legacy_sum |= course.readings.suma_fila == LibraryReading::Engine;
        }
    }
}

/// Gives `depth` to bots that search, unless their names say otherwise.
pub fn set_depth(bots: &mut [Bot], depth: Option<u32>, game: &dyn DynGame) {
    let Some(depth) = depth else { return };
    for bot in bots {
        match &mut bot.kind {
            BotKind::Builtin { name, arguments } => {
                let mut deeper = arguments.clone();
                deeper.entry("depth".to_owned()).or_insert_with(|| depth.to_string());
                if game.builtin_player(name, &deeper).is_ok() {
                    *arguments = deeper;
                }
            }
            BotKind::Evaluation(evaluation) => {
                evaluation.search.depth.get_or_insert(depth);
            }
            BotKind::Program(_) | BotKind::Http(_) | BotKind::Human | BotKind::Remote => {}
        }
    }
}

#[derive(Debug)]
pub struct RejectedBot {
    pub bot: String,
    pub why: RejectReason,
}

#[derive(Debug)]
pub enum RejectReason {
    /// It is invalid, or cannot be built.
    Bot(Box<BotError>),
    /// It ends before its first answer.
    Ends { bot: String, words: String },
    /// An engine does not take its settings.
    Settings { bot: String, why: Message },
    /// It says nothing of its moves, and a rule of the contest needs that.
    NoEvaluations { bot: String, key: &'static str },
    /// It was found by a pattern, and has the name of another one.
    NameTaken { name: String },
    /// It breaks a rule in `[entries]`.
    Rule(EntryFinding),
}

impl Localize for RejectReason {
    fn message(&self) -> Message {
        match self {
            RejectReason::Bot(error) => error.message(),
            RejectReason::Ends { bot, words } if words.trim().is_empty() => say::ends_at_once(bot),
            RejectReason::Ends { bot, words } => {
                let words: Vec<String> = words.lines().map(legible).collect();
                say::ends_at_once_with(bot, words.join("\n"))
            }
            RejectReason::Settings { bot, why } => say::settings(bot, why),
            RejectReason::NoEvaluations { bot, key } => say::no_evaluations(bot, *key),
            RejectReason::NameTaken { name } => say::name_taken(name),
            RejectReason::Rule(finding) => finding.message(),
        }
    }
}

certamen_i18n::display!(RejectReason);

impl RejectReason {
    fn in_short(&self) -> Message {
        match self {
            RejectReason::Bot(error) => match &**error {
                BotError::Compile { .. } | BotError::PythonTwo { .. } => say::not_built(),
                BotError::Tool { .. } => say::not_installed(),
                BotError::Program { .. } => say::not_started(),
                _ => say::not_read(),
            },
            RejectReason::Ends { .. } => say::not_started(),
            RejectReason::Settings { .. } => say::settings_refused(),
            RejectReason::NoEvaluations { .. } => say::says_nothing(),
            RejectReason::NameTaken { .. } => say::namesake(),
            RejectReason::Rule(finding) => finding.message(),
        }
    }
}

impl RejectedBot {
    /// The public part: no path of the host, no text of the author.
    pub(crate) fn to_excluded(&self) -> ExcludedBot {
        ExcludedBot { bot: self.bot.clone(), reason: LocalizedTexts::from(&self.why.in_short()) }
    }
}

/// Whether the host has to fix the contest file, and not an author the bot.
pub(crate) fn is_the_hosts(error: &BotError) -> bool {
    matches!(
        error,
        BotError::Nothing { .. }
            | BotError::Spec { .. }
            | BotError::Builtin { .. }
            | BotError::Human
    )
}

/// How often a bot is asked before it counts as not starting: a machine may be full for a moment.
const TRIES: usize = 2;
/// How long the first answer is waited for.
const TIME: Duration = Duration::from_secs(1);

/// Those of `ready` that start at tables like `table`, and the others.
pub(crate) fn started(
    workspace: &Workspace,
    scratch: &Path,
    table: &Table,
    bots: Vec<(Bot, BuiltBot)>,
) -> (Vec<(Bot, BuiltBot)>, Vec<RejectedBot>) {
    // Not where matches are played: another run may be at work.
    let write_access = match &workspace.plan.write_access {
        WriteAccess::None => WriteAccess::None,
        WriteAccess::Below(_) => WriteAccess::Below(scratch.join("start")),
        WriteAccess::Kept(_) => WriteAccess::Kept(scratch.join("start")),
    };
    let plan = SeatingPlan { write_access, ..workspace.plan.clone() };
    let (next, ended) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for place in 0..workspace.jobs.min(bots.len()) {
            let (next, ended, bots, factory) =
                (&next, &ended, &bots, PlayerFactory { plan: &plan, place });
            scope.spawn(move || {
                while let Some((at, (bot, program))) = Some(next.fetch_add(1, Ordering::Relaxed))
                    .and_then(|at| Some((at, bots.get(at)?)))
                {
                    let why = why_it_does_not_start(&factory, table, bot, program);
                    if let (Some(why), Ok(mut ended)) = (why, ended.lock()) {
                        ended.push((at, why));
                    }
                }
            });
        }
    });
    let mut ended = ended.into_inner().unwrap_or_default();
    ended.sort_unstable_by_key(|(at, _)| *at);
    let (mut starting, mut rejected_bots) = (Vec::new(), Vec::new());
    let mut ended = ended.into_iter().peekable();
    for (at, (bot, program)) in bots.into_iter().enumerate() {
        match ended.next_if(|(other, _)| *other == at) {
            None => starting.push((bot, program)),
            Some((_, why)) => rejected_bots.push(RejectedBot { bot: bot.name, why }),
        }
    }
    (starting, rejected_bots)
}

/// Why a bot cannot play, if so. One that was seen to start is not asked again, but for engines: what
/// they are depends on what is installed, and their settings on the contest.
fn why_it_does_not_start(
    factory: &PlayerFactory<'_>,
    table: &Table,
    bot: &Bot,
    ready: &BuiltBot,
) -> Option<RejectReason> {
    let BuiltBot::Program(program) = ready else { return None };
    let mark = mark(program, factory.plan.sandbox.tier().letter());
    let mark = mark.filter(|_| !ready.is_engine(factory.plan.game));
    if mark.as_ref().is_some_and(|mark| mark.is_file()) {
        return None;
    }
    let mut table = table.clone();
    table.seats.iter_mut().for_each(|entry| entry.bot.clone_from(&bot.name));
    let mut ends = None;
    for _ in 0..TRIES {
        let name = bot.name.clone();
        match first_answer(factory, &table, ready) {
            FirstAnswer::Ends(words) => ends = Some(RejectReason::Ends { bot: name, words }),
            // Another try has the same settings.
            FirstAnswer::Refused(why) => return Some(RejectReason::Settings { bot: name, why }),
            FirstAnswer::Any => {
                if let (Some(_), Some(mark)) = (ends, mark) {
                    // Without it, it is asked again next time.
                    let _ = fs::write(mark, "");
                }
                return None;
            }
        }
    }
    ends
}

/// What a bot does when it is asked its first question.
enum FirstAnswer {
    /// It exits before it answers, and says this on standard error.
    Ends(String),
    /// It cannot be asked with its settings.
    Refused(Message),
    /// Anything else, an error on our side included.
    Any,
}

/// The file beside the build that records that the bot starts.
fn mark(program: &ReadyProgram, tier: &str) -> Option<PathBuf> {
    Some(program.out.parent()?.join(format!("starts-{tier}")))
}

/// Asks the first question.
fn first_answer(factory: &PlayerFactory<'_>, table: &Table, ready: &BuiltBot) -> FirstAnswer {
    let last_words = Arc::new(StderrTail::default());
    let sink: Arc<dyn TranscriptSink> = last_words.clone();
    let sandbox: Arc<dyn Sandbox> =
        Arc::new(RecordedSandbox::new(Arc::clone(&factory.plan.sandbox), sink));
    let failure = || {
        let arbiter = Arbiter::start(factory.plan.game, table.clone()).ok()?;
        let seat = arbiter.to_act().iter().next()?;
        let setup = SeatSetup { table, seat, bot: ready, folder: &[] };
        let mut player = factory.player(&setup, &sandbox).ok()?;
        ask(&mut *player, &arbiter, seat)
    };
    match failure() {
        Some(Failure::Fault(Fault::Exit | Fault::Crash)) => {
            let words = String::from_utf8_lossy(&last_words.tail()).into_owned();
            if words.trim().is_empty() { FirstAnswer::Any } else { FirstAnswer::Ends(words) }
        }
        Some(Failure::Void(Void::Ours(why))) if ready.is_engine(factory.plan.game) => {
            FirstAnswer::Refused(why)
        }
        _ => FirstAnswer::Any,
    }
}

/// What goes wrong instead of an answer.
fn ask(player: &mut dyn Player, arbiter: &Arbiter, seat: Seat) -> Option<Failure> {
    let (table, state, turns) = (arbiter.table(), arbiter.state(), arbiter.turns());
    let view = View { table, state, seat, turns };
    let budget = Budget { cpu: TIME, wall: TIME };
    player.act(&view, budget).err()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_course_says_how_its_library_is_read_for_all_players() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        fs::write(place.path().join("uno.cl"), "(defun mi-f-ev (e) 0)").unwrap();
        let readings = |line: &str| {
            let text = format!(
                "name = \"x\"\ngame = \"mancala8\"\nbots = [\"uno.cl\", \"builtin:regular\"]\n\
                 [format]\nkind = \"ladder\"\n[ranking]\nkind = \"win-share\"\n\
                 [entries]\ncloses = \"2015-03-13T14:00[Europe/Madrid]\"\n\
                 [timetable]\nstarts = \"2015-03-13T12:00[Europe/Madrid]\"\n[course]\n{line}\n"
            );
            fs::write(folder.contest_file(), text).unwrap();
            let file = ContestFile::read(&folder).unwrap();
            match &find_bots(&folder, &file).unwrap().bots[0].kind {
                BotKind::Evaluation(own) => {
                    (own.search.semantics.legacy_count, own.search.semantics.legacy_sum)
                }
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(readings(""), (false, false));
        assert_eq!(readings("readings = { cuenta_fichas = \"announced\" }"), (false, false));
        assert_eq!(readings("readings = { cuenta_fichas = \"engine\" }"), (true, false));
        let both = "readings = { cuenta_fichas = \"engine\", suma_fila = \"engine\" }";
        assert_eq!(readings(both), (true, true));
    }
}
