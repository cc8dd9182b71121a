//! Matches that are played and shown at the same time.

use super::{
    interrupt::{Interrupt, quoted},
    match_report::{CheckCommands, Explained, MatchReport},
    output::columns,
    record_file,
    say::{play, refusal},
    shown::{heading, result, turn_line},
    stepper::StepperExit,
    tty::Tty,
};
use crate::{Result, print::RunningScore};
use certamen_game::{
    Audience, DynGame, DynState, Language, MatchRecord, Move, Protocol, Seat, Table, Turn, escaped,
    match_seed, record::RecordWriter,
};
use certamen_i18n::{Context, UserError, labelled, usage};
use certamen_runner::{
    BuiltBot, PlayerFactory, SeatingPlan,
    referee::{MatchEvent, PlayError, PriorTurns, ResumeError, play_on, player::LeaveReason},
};
use certamen_sandbox::StderrTail;
use std::{
    ffi::OsStr,
    fs::{self, File},
    io::{self, ErrorKind, IsTerminal, Write, stderr, stdout},
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread::{self, JoinHandle},
    time::Duration,
};

struct FinishedMatch {
    record: MatchRecord,
    words: Vec<Arc<StderrTail>>,
}

enum LiveMatchEnd {
    Over(FinishedMatch),
    /// It was interrupted; the record has the moves so far.
    Interrupted(MatchRecord),
    /// People left it, and it was saved to a file.
    Saved,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ViewOptions {
    Everything,
    Results,
    Json,
}

#[derive(Debug)]
pub(crate) struct Console<'a> {
    pub(crate) view_options: ViewOptions,
    /// Number of matches; bots move one seat on from each to the next.
    pub(crate) games: u32,
    pub(crate) record: Option<&'a Path>,
    pub(crate) language: Language,
    pub(crate) interrupt: Interrupt,
    /// The terminal of the people, if any play; they see each position when it is their turn.
    pub(crate) people: Option<Arc<Tty>>,
    /// The command that continues a match, without the record's name.
    pub(crate) continue_command: String,
    /// The commands that explain each bot's faults.
    pub(crate) check_commands: CheckCommands,
    pub(crate) turns: Vec<Turn>,
}

impl Console<'_> {
    pub(crate) fn play_all(
        &self,
        plan: &SeatingPlan,
        table: &Table,
        ready: &[BuiltBot],
    ) -> Result<StepperExit> {
        let names = table.seats.iter().map(|seat| certamen_game::escaped(&seat.bot)).collect();
        let mut score = RunningScore::new(names, plan.game.info().scoring);
        let count = self.games;
        let mut left = StepperExit::Quit;
        let mut explained = Explained::default();
        for number in 0..count {
            let order: Vec<usize> =
                (0..ready.len()).map(|seat| (seat + number as usize) % ready.len()).collect();
            let seed = match count {
                1 => table.seed,
                _ => match_seed(table.seed, &format!("match {number}")),
            };
            let seats = order.iter().map(|bot| table.seats[*bot].clone()).collect();
            let bots: Vec<&BuiltBot> = order.iter().map(|bot| &ready[*bot]).collect();
            let table = Table { seats, seed, ..table.clone() };
            let FinishedMatch { record, words } = match self.play_on(plan, &table, &bots)? {
                LiveMatchEnd::Over(finished) => finished,
                LiveMatchEnd::Interrupted(_) => {
                    left = StepperExit::Interrupted;
                    break;
                }
                LiveMatchEnd::Saved => break,
            };
            score.add(&order, &record);
            let match_report = MatchReport::of(&record, &words, &order, &self.check_commands);
            if self.view_options == ViewOptions::Json {
                writeln!(stdout(), "{}", match_report.json(number + 1))?;
            } else if count > 1 && self.view_options == ViewOptions::Everything {
                writeln!(stdout(), "{}", score.line(count))?;
            }
            explained.print(&match_report, self.language)?;
        }
        if count > 1 && self.view_options != ViewOptions::Json {
            score.summary(&mut stdout().lock(), columns(), self.language)?;
        }
        Ok(left)
    }

    /// Plays one match; starts again when a person takes a move back.
    fn play_on(
        &self,
        plan: &SeatingPlan,
        table: &Table,
        bots: &[&BuiltBot],
    ) -> Result<LiveMatchEnd> {
        if let Some(path) = self.record {
            record_file::warn_overwritten(path, self.language);
        }
        let mut turns = self.turns.clone();
        loop {
            let record = match self.play_one(plan, table, bots, &turns)? {
                LiveMatchEnd::Interrupted(record) => record,
                end => return Ok(end),
            };
            let Some(people) = &self.people else { return Ok(LiveMatchEnd::Interrupted(record)) };
            match people.take_wish() {
                Some(LeaveReason::TakeBack(seat)) => turns = before_last(record.turns, seat),
                Some(LeaveReason::Save(name)) => {
                    save_match(&record, name, &self.continue_command, self.language)?;
                    return Ok(LiveMatchEnd::Saved);
                }
                None => {
                    if let Some(path) = self.record {
                        print_saved(
                            path,
                            record.turns.len(),
                            &self.continue_command,
                            self.language,
                        );
                    }
                    return Ok(LiveMatchEnd::Interrupted(record));
                }
            }
        }
    }

    /// Plays one match from the position after `turns`.
    fn play_one(
        &self,
        plan: &SeatingPlan,
        table: &Table,
        bots: &[&BuiltBot],
        turns: &[Turn],
    ) -> Result<LiveMatchEnd> {
        let factory = PlayerFactory { plan, place: 0 };
        let words: Vec<Arc<StderrTail>> = bots.iter().map(|_| Arc::default()).collect();
        let nothing = vec![Vec::new(); bots.len()];
        let mut players = factory.players_with_last_words(table, bots, &nothing, &words)?;
        let mut record = match self.record {
            Some(path) => Some(RecordWriter::new(File::create(path).context(path)?)),
            None => None,
        };
        let mut failure = None;
        let waiting = WaitingLine::begin(plan.game, bots, self.language);
        let mut watch = |event: &MatchEvent<'_>| {
            waiting.note_event(table, event);
            let shown = self.show(table, event).and_then(|()| write_event(record.as_mut(), event));
            match shown {
                Ok(()) if !self.interrupt.is_set() => ControlFlow::Continue(()),
                Ok(()) => ControlFlow::Break(()),
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            }
        };
        let mut otherwise = |resume_error: ResumeError| {
            eprintln!("{}", play::otherwise(&resume_error).get(self.language));
            ControlFlow::Continue(())
        };
        let prior = PriorTurns { turns, otherwise: &mut otherwise };
        let played = play_on(plan.game, table.clone(), prior, &mut players, &mut watch);
        drop(waiting);
        if let Some(error) = failure {
            return Err(error.into());
        }
        drop(players);
        if let Some(path) = self.record {
            record_file::write_last_words(path, table, &words)?;
        }
        match played {
            Ok(record) => Ok(LiveMatchEnd::Over(FinishedMatch { record, words })),
            Err(PlayError::Stopped(unfinished)) => Ok(LiveMatchEnd::Interrupted(unfinished.0)),
            Err(PlayError::Void(void)) => {
                // Rules that failed make what was played meaningless: it is no part of a match.
                let path =
                    self.record.filter(|path| void.rules_fault().is_some() && path.is_file());
                path.map_or(Ok(()), |path| fs::remove_file(path).context(path))?;
                Err(UserError::new(refusal::unplayable(void)))
            }
            Err(PlayError::Options(error)) => Err(usage(error)),
            Err(PlayError::Resume(reason)) => Err(UserError::new(refusal::not_resumed(reason))),
        }
    }

    fn show(&self, table: &Table, event: &MatchEvent<'_>) -> io::Result<()> {
        let mut out = stdout().lock();
        let language = self.language;
        let picture = |state: &dyn DynState| state.render(Audience::Spectators, language);
        match event {
            _ if self.view_options == ViewOptions::Json => Ok(()),
            MatchEvent::End(_) if self.view_options == ViewOptions::Results && self.games > 1 => {
                Ok(())
            }
            MatchEvent::End(outcome) => writeln!(out, "{}", result(table, outcome, language)),
            _ if self.view_options == ViewOptions::Results || self.games > 1 => Ok(()),
            MatchEvent::Start(arbiter) => {
                let picture =
                    if self.people.is_some() { String::new() } else { picture(arbiter.state()) };
                writeln!(out, "{}\n{picture}", heading(table, language))
            }
            MatchEvent::Turn(turn, arbiter) => {
                let shown = self.people.is_none() || arbiter.state().outcome().is_some();
                let picture = if shown { picture(arbiter.state()) } else { String::new() };
                writeln!(out, "{}\n{picture}", turn_line(table, turn, language))
            }
        }
    }
}

/// Adds a line to the record and flushes it to the file.
fn write_event<W: Write>(
    record: Option<&mut RecordWriter<W>>,
    event: &MatchEvent<'_>,
) -> io::Result<()> {
    let Some(record) = record else { return Ok(()) };
    match event {
        MatchEvent::Start(arbiter) => {
            record.table(arbiter.table())?;
            arbiter.turns().iter().try_for_each(|turn| record.turn(turn))
        }
        MatchEvent::Turn(turn, _) => record.turn(turn),
        MatchEvent::End(outcome) => record.outcome(outcome),
    }
}

/// The turns before the last one in which this seat made a choice.
pub(crate) fn before_last(mut turns: Vec<Turn>, seat: Seat) -> Vec<Turn> {
    let own = |entry: &Move| entry.seat == seat && !entry.automatic;
    let last = turns.iter().rposition(|turn| turn.moves.iter().any(own));
    turns.truncate(last.unwrap_or(0));
    turns
}

/// Writes the moves to a new file, named `name` if possible; prints its path and how to continue.
pub(crate) fn save_match(
    record: &MatchRecord,
    name: Option<String>,
    command: &str,
    language: Language,
) -> Result<()> {
    let usual = || format!("{}-{}.jsonl", record.table.game, record.table.seed);
    let (path, mut file) = create_file(Path::new(&name.unwrap_or_else(usual)))?;
    file.write_all(&record.to_bytes()).context(&path)?;
    print_saved(&path, record.turns.len(), command, language);
    Ok(())
}

/// Prints the path of the file, and how `command` continues from there.
pub(crate) fn print_saved(path: &Path, turns: usize, command: &str, language: Language) {
    let from = quoted(&format!("{}#{}", path.display(), turns + 1));
    let message = labelled(play::saved(path), format!("{command} --from {from}"));
    eprintln!("{}", message.get(language));
}

/// A new file, with a number in its name if the plain name exists.
fn create_file(path: &Path) -> Result<(PathBuf, File)> {
    let mut wanted = path.to_owned();
    for number in 2u32.. {
        match File::create_new(&wanted) {
            Ok(file) => return Ok((wanted, file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error).context(&wanted),
        }
        let text = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
        let (stem, ending) = (text(path.file_stem()), text(path.extension()));
        wanted = path.with_file_name(format!("{stem}-{number}.{ending}"));
    }
    unreachable!("there are more numbers than files")
}

const SILENT_TIME: Duration = Duration::from_secs(1);

struct PendingSeats {
    times: u64,
    bots: Option<String>,
    over: bool,
}

/// A thread that watches the time; it ends when this value is dropped.
pub(crate) struct WaitingLine {
    asked: Arc<(Mutex<PendingSeats>, Condvar)>,
    /// Which seats belong to programs: built-in players answer at once, and people know that it is
    /// their turn.
    programs: Vec<bool>,
    clock: Option<JoinHandle<()>>,
}

impl WaitingLine {
    /// Starts watching, if the output is a terminal.
    pub(crate) fn begin(game: &dyn DynGame, bots: &[&BuiltBot], language: Language) -> WaitingLine {
        let asked = PendingSeats { times: 0, bots: None, over: false };
        let asked = Arc::new((Mutex::new(asked), Condvar::new()));
        let programs: Vec<bool> = bots
            .iter()
            .map(|bot| !matches!(bot, BuiltBot::Human(_) | BuiltBot::Builtin { .. }))
            .collect();
        // The hint about flushing does not apply to a program that is started for each move.
        let words = match game.info().protocol {
            Protocol::Lines => play::waiting_for_line,
            _ => play::waiting_for,
        };
        let seen = stderr().is_terminal() && programs.contains(&true);
        let clock = seen.then(|| {
            let asked = Arc::clone(&asked);
            thread::spawn(move || watch_clock(&asked, |bots| words(bots).get(language)))
        });
        WaitingLine { asked, programs, clock }
    }

    pub(crate) fn note_event(&self, table: &Table, event: &MatchEvent<'_>) {
        let state: Option<&dyn DynState> = match event {
            MatchEvent::Start(arbiter) | MatchEvent::Turn(_, arbiter) => Some(arbiter.state()),
            MatchEvent::End(_) => None,
        };
        let seats = state.map(|state| state.to_act().iter().collect::<Vec<_>>());
        let seats = seats.unwrap_or_default().into_iter();
        let names = seats.filter(|seat| self.programs.get(seat.index()) == Some(&true));
        let names: Vec<String> =
            names.map(|seat| escaped(&table.seats[seat.index()].bot)).collect();
        self.note(|asked| {
            asked.times += 1;
            asked.bots = (!names.is_empty()).then(|| names.join(", "));
        });
    }

    fn note(&self, change: impl FnOnce(&mut PendingSeats)) {
        let (asked, changed) = &*self.asked;
        change(&mut asked.lock().unwrap_or_else(PoisonError::into_inner));
        changed.notify_all();
    }
}

impl Drop for WaitingLine {
    fn drop(&mut self) {
        self.note(|asked| asked.over = true);
        if let Some(clock) = self.clock.take() {
            // The thread only prints; the match is over, however it ended.
            let _ = clock.join();
        }
    }
}

/// Shows once for each question which seats are awaited.
fn watch_clock(
    (asked, changed): &(Mutex<PendingSeats>, Condvar),
    words: impl Fn(String) -> String,
) {
    let mut asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
    while !asked.over {
        let times = asked.times;
        let unchanged = |asked: &mut PendingSeats| asked.times == times && !asked.over;
        let waited = changed.wait_timeout_while(asked, SILENT_TIME, unchanged);
        asked = waited.unwrap_or_else(PoisonError::into_inner).0;
        if asked.times != times || asked.over {
            continue;
        }
        if let Some(bots) = asked.bots.take() {
            eprintln!("{}", words(bots));
        }
        let unchanged = |asked: &mut PendingSeats| asked.times == times && !asked.over;
        asked = changed.wait_while(asked, unchanged).unwrap_or_else(PoisonError::into_inner);
    }
}
