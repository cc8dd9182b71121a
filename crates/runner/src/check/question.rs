//! One question of a recorded match, asked again.

use crate::check::advice::Severity;
use crate::check::diagnosis::{FaultContext, Hints, RulesView, diagnose};
use crate::check::recorder::{Exchange, LastOutput, Recorder, Recording};
use crate::check::report::CheckFinding;
use crate::check::{CheckError, answer_or_fault, starting};
use crate::{Bot, BuiltBot, PlayerFactory, SeatSetup, SeatingPlan};
use certamen_game::arbiter::Arbiter;
use certamen_game::{Budget, Fault, MatchRecord, Move, Player, Seat, View, Void};
use certamen_sandbox::{RecordedSandbox, Sandbox, TranscriptSink};
use std::sync::Arc;

const LINES: usize = 40;

/// What one seat was asked in one turn of a recorded match.
#[expect(missing_docs, reason = "the types say it")]
pub struct SeatQuery<'a> {
    pub record: &'a MatchRecord,
    /// The turn, from 1.
    pub turn: u64,
    pub seat: Seat,
}

/// The answer to a question that was asked again.
pub struct QueryOutcome {
    /// The answer in the game's notation, or the fault.
    pub answer: Result<String, Fault>,
    /// The recorded move.
    pub recorded: Option<Move>,
    /// The dialogue.
    pub exchange: Exchange,
    /// The last lines of standard error, escaped.
    pub errors: Vec<String>,
    /// What is wrong, if it is a fault.
    pub finding: Option<CheckFinding>,
    /// The time charged, in milliseconds.
    pub ms: f64,
}

impl<'a> SeatQuery<'a> {
    /// What was asked in a turn: of the only seat whose bot is `name`, or else of all seats that acted.
    pub fn of_turn(record: &'a MatchRecord, turn: u64, name: &str) -> Vec<SeatQuery<'a>> {
        let Some(played) = record.turns.iter().find(|played| played.turn == turn) else {
            return Vec::new();
        };
        let asked = played.moves.iter().filter(|entry| !entry.automatic).map(|entry| entry.seat);
        let asked: Vec<Seat> = asked.collect();
        let named = |seat: &&Seat| record.table.seats[seat.index()].bot == name;
        let own: Vec<Seat> = asked.iter().filter(named).copied().collect();
        let chosen = if own.len() == 1 { own } else { asked };
        chosen.into_iter().map(|seat| SeatQuery { record, turn, seat }).collect()
    }
}

impl QueryOutcome {
    /// Whether it equals the record: the same action, or the same fault.
    pub fn is_as_recorded(&self) -> bool {
        let Some(recorded) = &self.recorded else { return false };
        match &self.answer {
            Ok(answer) => recorded.fault.is_none() && recorded.action.as_ref() == Some(answer),
            Err(fault) => recorded.fault == Some(*fault),
        }
    }
}

struct FailureTranscript<'a> {
    fault: Fault,
    asked: &'a Recording,
    /// The dialogue until the program ended.
    whole: &'a Recording,
    answered: usize,
}

impl SeatQuery<'_> {
    /// Asks `bot`; a program that runs for a whole match is first shown the earlier turns.
    pub fn ask(
        &self,
        bot: &Bot,
        ready: &BuiltBot,
        plan: &SeatingPlan,
    ) -> Result<QueryOutcome, CheckError> {
        let table = &self.record.table;
        let recorder = Arc::new(Recorder::new());
        let sink: Arc<dyn TranscriptSink> = recorder.clone();
        let sandbox = RecordedSandbox::curious(Arc::clone(&plan.sandbox), sink);
        let sandbox: Arc<dyn Sandbox> = Arc::new(sandbox);
        let setup = SeatSetup { table, seat: self.seat, bot: ready, folder: &[] };
        let mut player = PlayerFactory { plan, place: 0 }.player(&setup, &sandbox)?;
        let start = || {
            let arbiter = Arbiter::start(plan.game, table.clone());
            arbiter.map_err(|error| CheckError::Void(Void::because(&error)))
        };
        let time = table.conditions.move_time();
        let budget = Budget { cpu: time, wall: time };
        let mut arbiter = start()?;
        let answered = self.replay_earlier_turns(&mut *player, &mut arbiter, budget)?;
        let view = self.view(&arbiter);
        let given = answer_or_fault(player.act(&view, budget))?;
        let asked = recorder.recording();
        if given.is_ok() {
            // A program that answered is sent the closing line, so it expects the end of input.
            player.finish(&view);
        }
        drop(player);
        let whole = recorder.recording();
        let ms = given.as_ref().map_or(0.0, |reply| reply.charged.as_secs_f64() * 1e3);
        let answer = match given {
            Ok(reply) => {
                let read = reply.given.read(view.state, self.seat);
                let read = read.map_err(|void| CheckError::Void(*void))?;
                read.map(|play| play.text()).map_err(|_| Fault::Illegal)
            }
            Err(fault) => Err(fault),
        };
        let first = start()?;
        let finding = answer.as_ref().err().map(|fault| {
            let failed =
                FailureTranscript { fault: *fault, asked: &asked, whole: &whole, answered };
            self.explain(&failed, [&arbiter, &first], bot, plan)
        });
        let errors = String::from_utf8_lossy(&whole.errors).into_owned();
        let turn = self.record.turns.iter().find(|turn| turn.turn == self.turn);
        let recorded = turn.and_then(|turn| turn.moves.iter().find(|it| it.seat == self.seat));
        Ok(QueryOutcome {
            answer,
            recorded: recorded.cloned(),
            exchange: Exchange::last(&asked, LINES),
            errors: errors.lines().map(certamen_game::legible).collect(),
            finding,
            ms,
        })
    }

    /// What is wrong with a bot that failed in the state `now` of a match that began at `start`.
    fn explain(
        &self,
        failed: &FailureTranscript<'_>,
        [now, start]: [&Arbiter; 2],
        bot: &Bot,
        plan: &SeatingPlan,
    ) -> CheckFinding {
        let rules = RulesView {
            state: now.state(),
            start: Some(start.state()),
            seat: self.seat,
            numbers: plan.game.numbers(),
        };
        let sources = starting::sources(bot);
        let LastOutput { answer, unread, end } = failed.asked.last_output();
        let case = FaultContext {
            fault: failed.fault,
            protocol: crate::check::protocol(bot, plan).unwrap_or(plan.game.info().protocol),
            answered: failed.answered,
            end,
            awaited: failed.asked.awaited_word(),
            answer,
            unread,
            errors: failed.whole.errors.clone(),
            sources: &sources,
            hints: Hints::default(),
            busy: false,
            rules: &rules,
        };
        CheckFinding::new(diagnose(&case), Severity::Correction)
    }

    /// Shows the earlier turns to a player that runs for the whole match; how many it answered.
    fn replay_earlier_turns(
        &self,
        player: &mut dyn Player,
        arbiter: &mut Arbiter,
        budget: Budget,
    ) -> Result<usize, CheckError> {
        let mut answered = 0;
        for turn in self.record.turns.iter().take_while(|turn| turn.turn < self.turn) {
            let own = turn.moves.iter().any(|entry| entry.seat == self.seat && !entry.automatic);
            if own {
                let recalled = answer_or_fault(player.recall(&self.view(arbiter), budget))?;
                // A program that failed will fail again when it is asked.
                answered += usize::from(recalled.is_ok());
            }
            arbiter.replay(turn).map_err(|error| Void::because(&error))?;
        }
        Ok(answered)
    }

    fn view<'b>(&self, arbiter: &'b Arbiter) -> View<'b> {
        View {
            table: arbiter.table(),
            state: arbiter.state(),
            seat: self.seat,
            turns: arbiter.turns(),
        }
    }
}
