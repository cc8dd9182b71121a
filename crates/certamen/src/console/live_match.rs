//! Matches that are played and shown at the same time.

use crate::console::say::{play, refusal};
use crate::console::{
    interrupt::Interrupt,
    last_words, left,
    match_report::{Advised, Explained, MatchReport},
    overwritten,
    shown::{heading, result, told},
    stepper::StepperExit,
    tty::Tty,
    waiting::WaitingLine,
    width::columns,
};
use crate::print::RunningScore;
use certamen_game::{
    Audience, DynState, Language, MatchRecord, Table, Turn, match_seed, record::RecordWriter,
};
use certamen_i18n::{Context, UserError, labelled, usage};
use certamen_runner::referee::{
    MatchEvent, PlayError, PriorTurns, ResumeError, play_on, player::LeaveReason,
};
use certamen_runner::{BuiltBot, PlayerFactory, SeatingPlan};
use certamen_sandbox::LastWords;
use std::{
    fs::File,
    io::{self, Write, stdout},
    ops::ControlFlow,
    path::Path,
    sync::Arc,
};

/// A finished match, with each seat's standard error.
struct FinishedMatch {
    record: MatchRecord,
    words: Vec<Arc<LastWords>>,
}

/// How a match ended.
enum MatchEnd {
    Over(FinishedMatch),
    /// It was interrupted; the record has the moves so far.
    Interrupted(MatchRecord),
    /// People left it, and it was saved to a file.
    Saved,
}

/// What is shown of matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ViewOptions {
    /// All positions.
    Everything,
    /// The results only.
    Results,
    /// A line of JSON for each match.
    Json,
}

/// Plays matches on the console.
#[derive(Debug)]
pub struct Console<'a> {
    pub view_options: ViewOptions,
    /// Number of matches; bots move one seat on from each to the next.
    pub games: u32,
    /// The file for the record.
    pub record: Option<&'a Path>,
    pub language: Language,
    pub interrupt: Interrupt,
    /// The terminal of the people, if any play; they see each position when it is their turn.
    pub people: Option<Arc<Tty>>,
    /// The command that continues a match, without the record's name.
    pub goes_on: String,
    /// The commands that explain each bot's faults.
    pub advised: Advised,
    /// The turns that were played before.
    pub turns: Vec<Turn>,
}

impl Console<'_> {
    /// Plays all matches and shows them.
    pub fn play_all(
        &self,
        plan: &SeatingPlan,
        table: &Table,
        ready: &[BuiltBot],
    ) -> Result<StepperExit, UserError> {
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
                MatchEnd::Over(finished) => finished,
                MatchEnd::Interrupted(_) => {
                    left = StepperExit::Interrupted;
                    break;
                }
                MatchEnd::Saved => break,
            };
            score.add(&order, &record);
            let match_report = MatchReport::of(&record, &words, &order, &self.advised);
            if self.view_options == ViewOptions::Json {
                writeln!(stdout(), "{}", match_report.json(number + 1))?;
            } else if count > 1 && self.view_options == ViewOptions::Everything {
                writeln!(stdout(), "{}", score.line(count))?;
            }
            explained.tell(&match_report, self.language)?;
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
    ) -> Result<MatchEnd, UserError> {
        if let Some(path) = self.record {
            overwritten::tell(path, self.language);
        }
        let mut turns = self.turns.clone();
        loop {
            let record = match self.play_one(plan, table, bots, &turns)? {
                MatchEnd::Interrupted(record) => record,
                came => return Ok(came),
            };
            let Some(people) = &self.people else { return Ok(MatchEnd::Interrupted(record)) };
            match people.take_wish() {
                Some(LeaveReason::TakeBack(seat)) => turns = left::before_last(record.turns, seat),
                Some(LeaveReason::Save(name)) => {
                    left::save(&record, name, &self.goes_on, self.language)?;
                    return Ok(MatchEnd::Saved);
                }
                None => {
                    if let Some(path) = self.record {
                        left::tell(path, record.turns.len(), &self.goes_on, self.language);
                    }
                    return Ok(MatchEnd::Interrupted(record));
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
    ) -> Result<MatchEnd, UserError> {
        let factory = PlayerFactory { plan, place: 0 };
        let words: Vec<Arc<LastWords>> = bots.iter().map(|_| Arc::default()).collect();
        let nothing = vec![Vec::new(); bots.len()];
        let mut players = factory.players_with_last_words(table, bots, &nothing, &words)?;
        let mut record = self.record_writer()?;
        let mut trouble = None;
        let waiting = WaitingLine::begin(plan.game, bots, self.language);
        let mut watch = |event: &MatchEvent<'_>| {
            waiting.hear(table, event);
            let shown = self.show(table, event).and_then(|()| write(record.as_mut(), event));
            match shown {
                Ok(()) if !self.interrupt.is_set() => ControlFlow::Continue(()),
                Ok(()) => ControlFlow::Break(()),
                Err(error) => {
                    trouble = Some(error);
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
        if let Some(error) = trouble {
            return Err(error.into());
        }
        drop(players);
        if let Some(path) = self.record {
            last_words::write(path, table, &words)?;
        }
        match played {
            Ok(record) => Ok(MatchEnd::Over(FinishedMatch { record, words })),
            Err(PlayError::Stopped(unfinished)) => Ok(MatchEnd::Interrupted(unfinished.0)),
            Err(PlayError::Void(void)) => Err(UserError::new(refusal::unplayable(void))),
            Err(PlayError::Options(error)) => Err(usage(error)),
            Err(PlayError::Resume(reason)) => Err(UserError::new(refusal::not_resumed(reason))),
        }
    }

    fn record_writer(&self) -> Result<Option<RecordWriter<File>>, UserError> {
        let Some(path) = self.record else { return Ok(None) };
        let file = File::create(path).context(path)?;
        Ok(Some(RecordWriter::new(file)))
    }

    fn show(&self, table: &Table, event: &MatchEvent<'_>) -> io::Result<()> {
        let mut out = stdout().lock();
        let language = self.language;
        let picture = |state: &dyn DynState| state.render(Audience::Everybody, language);
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
                let moves = turn.moves.iter().map(|entry| told(table, entry, language));
                let moves = moves.collect::<Vec<_>>().join(", ");
                let number = turn.turn;
                let shown = self.people.is_none() || arbiter.state().outcome().is_some();
                let picture = if shown { picture(arbiter.state()) } else { String::new() };
                let turn = format!("{} {number}", play::turn().get(language));
                writeln!(out, "{}\n{picture}", labelled(turn, moves).get(language))
            }
        }
    }
}

/// Adds a line to the record and flushes it to the file.
fn write<W: Write>(record: Option<&mut RecordWriter<W>>, event: &MatchEvent<'_>) -> io::Result<()> {
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
