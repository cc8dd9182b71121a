//! The one place where answers become moves: shared by play, replay, verify and show.
//!
//! It asks no player and knows no clock: its caller supplies the answers.

use crate::{
    Conditions, DynGame, DynState, Fault, Given, Illegal, IllegalRecordMove, Input, MOST_SEATS,
    Map, MatchRecord, Move, OnFault, OptionsError, Outcome, Play, Rng, Scoring, Seat, Seats, Step,
    Table, Termination, Turn, UnplayableTurn, Void,
    adjudication::{Adjudicator, Verdict},
    engine::Evaluation,
    escape_reply,
    record::RemoteMove,
    unescape_reply,
};
use std::{collections::BTreeMap, time::Duration};

/// What a seat gave that was asked.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The seat that was asked.
    pub seat: Seat,
    /// The text or the action, or what went wrong.
    pub given: Result<Given, Fault>,
    /// The time charged.
    pub charged: Duration,
    /// The computing time used since the seat's last turn.
    pub pondered: Duration,
    /// How long it slept in its turn, as far as known.
    pub asleep: Duration,
}

/// Less computing between turns is not recorded: signals, page faults, the kernel's own work.
const MIN_PONDERED: Duration = Duration::from_millis(1);

/// Shorter sleep is not recorded: a program that waits for a disk or a pipe sleeps, too.
const MIN_ASLEEP: Duration = Duration::from_millis(100);

/// A match in progress.
pub struct Arbiter {
    table: Table,
    state: Box<dyn DynState>,
    turns: Vec<Turn>,
    outcome: Option<Outcome>,
    scoring: Scoring,
    /// Decides matches early, where that is a condition.
    adjudicator: Option<Adjudicator>,
    /// The length of all turns' lines in the record; 0 without a limit.
    bytes: u64,
}

impl Arbiter {
    /// Sets up the first state.
    pub fn start(game: &dyn DynGame, table: Table) -> Result<Arbiter, OptionsError> {
        let given = table.seats.len();
        let seats = u8::try_from(given).ok().filter(|seats| *seats <= MOST_SEATS);
        let seats = seats.ok_or(OptionsError::Seats { given })?;
        let mut rng = Rng::of_turn(table.seed, 0);
        let state = game.new_initial_state(&table.options, seats, &mut rng);
        let state = state.map_err(|error| match error {
            OptionsError::Void(void) => OptionsError::Void(Box::new(in_turn(0, *void))),
            other => other,
        })?;
        let outcome = state.outcome();
        let scoring = game.info().scoring;
        let rules = table.conditions.adjudication;
        let adjudicator = rules.map(|rules| Adjudicator::new(rules, given));
        Ok(Arbiter { table, state, turns: Vec::new(), outcome, scoring, adjudicator, bytes: 0 })
    }

    /// The header of the record.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The current position.
    pub fn state(&self) -> &dyn DynState {
        &*self.state
    }

    /// The turns played so far.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The result, once the match is over.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// The record, finished or not.
    pub fn into_record(self) -> MatchRecord {
        let Arbiter { table, turns, outcome, .. } = self;
        MatchRecord { table, turns, outcome, extra: Map::new() }
    }

    /// The seats to act; empty once it is over, by the rules or by a forfeit.
    pub fn to_act(&self) -> Seats {
        if self.outcome.is_some() { Seats::NONE } else { self.state.to_act() }
    }

    /// Plays what the rules play by themselves; returns whether there was anything.
    pub fn automatic(&mut self) -> Result<bool, Void> {
        if self.outcome.is_some() {
            return Ok(false);
        }
        self.check_rules()?;
        let Some(action) = self.state.automatic() else { return Ok(false) };
        let seat = self.state.to_act().lowest();
        let seat = seat.ok_or(Void::AutomaticAtTheEnd)?;
        let entry = Move { automatic: true, action: Some(action.text()), ..empty_move(seat) };
        if let Step::NotPlayed(_) = self.step(&[(seat, Input::Automatic)])? {
            return Err(self.unplayed());
        }
        self.record(vec![entry])?;
        Ok(true)
    }

    /// Plays the answers of all seats that were asked: reads them, and where one failed, plays the
    /// rules' answer to that or ends the match.
    pub fn answer(&mut self, answers: Vec<Answer>) -> Result<(), Void> {
        self.answer_with(answers, BTreeMap::new(), BTreeMap::new())
    }

    /// Like [`Arbiter::answer`], with what is known of the moves of seats on other machines, and what
    /// engines say of their own.
    pub fn answer_with(
        &mut self,
        answers: Vec<Answer>,
        mut remote: BTreeMap<Seat, RemoteMove>,
        mut evaluations: BTreeMap<Seat, Evaluation>,
    ) -> Result<(), Void> {
        if !answers.iter().map(|answer| answer.seat).eq(self.to_act().iter()) {
            return Err(Void::Answers { due: self.to_act() });
        }
        self.check_rules()?;
        let given = answers.iter().filter_map(|answer| {
            let input = match answer.given.as_ref().ok()? {
                Given::Text(text) => Input::Reply(text),
                Given::Play(play) => Input::Play(play),
            };
            Some((answer.seat, input))
        });
        let (mut read, is_played) = match self.step(&given.collect::<Vec<_>>())? {
            Step::Played(plays) => (plays.into_iter().map(Ok).collect::<Vec<_>>(), true),
            Step::NotPlayed(read) => (read, false),
        };
        read.reverse();
        let mut moves = Vec::with_capacity(answers.len());
        for answer in answers {
            let read = if answer.given.is_ok() { read.pop() } else { None };
            let remote = remote.remove(&answer.seat).unwrap_or_default();
            let extra = evaluations.remove(&answer.seat).map(|it| it.keys()).unwrap_or_default();
            let (entry, play) = self.judge(answer, read);
            moves.push((Move { remote, extra, ..entry }, play));
        }
        self.check_rules()?;
        if is_played {
            return self.record(moves.into_iter().map(|(entry, _)| entry).collect());
        }
        self.play(moves)
    }

    /// Plays a recorded turn after checking that it could have been played here.
    pub fn replay(&mut self, turn: &Turn) -> Result<(), UnplayableTurn> {
        let due = self.turns.len() as u64 + 1;
        if turn.turn != due {
            return Err(UnplayableTurn::Number { found: turn.turn, due });
        }
        if self.outcome.is_some() {
            return Err(UnplayableTurn::Over);
        }
        if !turn.moves.iter().map(|entry| entry.seat).eq(self.to_act().iter()) {
            return Err(UnplayableTurn::Seats(self.to_act()));
        }
        self.check_rules().map_err(UnplayableTurn::Void)?;
        let automatic = self.state.automatic();
        let mut plays = Vec::with_capacity(turn.moves.len());
        for entry in &turn.moves {
            let play = self.check(entry, automatic.as_ref());
            self.check_rules().map_err(UnplayableTurn::Void)?;
            plays.push(play.map_err(|why| UnplayableTurn::Move { seat: entry.seat, why })?);
        }
        let inputs: Vec<(Seat, Input<'_>)> = turn
            .moves
            .iter()
            .zip(&plays)
            .filter_map(|(entry, play)| Some((entry.seat, play.as_ref()?.input())))
            .collect();
        if let Step::NotPlayed(read) = self.step(&inputs).map_err(UnplayableTurn::Void)? {
            let refused = inputs.iter().zip(read).find_map(|((seat, input), read)| match input {
                Input::Reply(action) => Some((*seat, escape_reply(action), read.err()?)),
                Input::Play(_) | Input::Automatic => None,
            });
            if let Some((seat, action, why)) = refused {
                let why = IllegalRecordMove::Illegal { action, why };
                return Err(UnplayableTurn::Move { seat, why });
            }
            if inputs.len() == turn.moves.len() {
                return Err(UnplayableTurn::Void(self.unplayed()));
            }
        }
        self.record(turn.moves.clone()).map_err(UnplayableTurn::Void)
    }

    /// Lets rules that are a program compute the recorded turns to come at once.
    pub(crate) fn prefetch(&mut self, turns: &[Turn]) {
        self.state.prefetch(self.table.seed, turns);
    }

    /// The rules refuse an action that they made themselves.
    fn unplayed(&self) -> Void {
        let given = self.state.to_act();
        Void::Joint { given, due: given }
    }

    fn step(&mut self, inputs: &[(Seat, Input<'_>)]) -> Result<Step, Void> {
        let turn = self.turns.len() as u64 + 1;
        let step = self.state.step(inputs, &mut Rng::of_turn(self.table.seed, turn));
        step.map_err(|void| in_turn(turn, void))
    }

    /// Refuses to go on after the rules failed, whichever of their methods was called.
    fn check_rules(&self) -> Result<(), Void> {
        let turn = self.turns.len() as u64 + 1;
        self.state.failure().map_or(Ok(()), |void| Err(in_turn(turn, void)))
    }

    /// What an answer of a seat that acts is in the record, without playing it: its action, or its
    /// fault with the rules' answer to that.
    pub fn judged(&self, answer: Answer) -> Result<Move, Void> {
        let read = match &answer.given {
            Ok(Given::Text(text)) => Some(self.state.read(answer.seat, text)),
            Ok(Given::Play(play)) => Some(Ok(play.clone())),
            Err(_) => None,
        };
        let (entry, _) = self.judge(answer, read);
        self.check_rules()?;
        Ok(entry)
    }

    /// The move of a seat that was asked; `read` is what the rules made of its answer, if it gave one.
    fn judge(&self, answer: Answer, read: Option<Result<Play, Illegal>>) -> (Move, Option<Play>) {
        let seat = answer.seat;
        let milliseconds = |time: Duration| (time.as_secs_f64() * 1e6).round() / 1e3;
        let ms = Some(milliseconds(answer.charged));
        let pondered_ms = (answer.pondered >= MIN_PONDERED).then(|| milliseconds(answer.pondered));
        let asleep_ms = (answer.asleep >= MIN_ASLEEP).then(|| milliseconds(answer.asleep));
        let entry = Move { ms, pondered_ms, asleep_ms, ..empty_move(seat) };
        let read = match (answer.given, read) {
            (Ok(_), Some(Ok(play))) => Ok(play),
            (Ok(Given::Text(text)), _) => Err((Fault::Illegal, Some(escape_reply(&text)))),
            (Ok(Given::Play(play)), _) => Err((Fault::Illegal, Some(escape_reply(&play.text())))),
            (Err(fault), _) => Err((fault, None)),
        };
        match read {
            Ok(play) => (Move { action: Some(play.text()), ..entry }, Some(play)),
            Err((fault, reply)) => {
                let play = self.fallback(seat, reply.as_deref());
                let action = play.as_ref().map(Play::text);
                (Move { action, fault: Some(fault), reply, ..entry }, play)
            }
        }
    }

    /// What is to be played for a recorded move, if anything; checked to be possible here, but for
    /// the legality of actions.
    fn check<'a>(
        &self,
        entry: &'a Move,
        automatic: Option<&Play>,
    ) -> Result<Option<Recorded<'a>>, IllegalRecordMove> {
        let shown = entry.action.as_deref().map(escape_reply).unwrap_or_default();
        if let Some(due) = automatic {
            let text = due.text();
            let agrees = entry.automatic && entry.fault.is_none();
            if agrees && entry.action.as_ref() == Some(&text) {
                return Ok(Some(Recorded::Automatic));
            }
            return Err(IllegalRecordMove::Automatic(text));
        }
        if entry.automatic {
            return Err(IllegalRecordMove::NotAutomatic);
        }
        self.check_remote(entry)?;
        let Some(action) = &entry.action else {
            return match (entry.fault, self.fallback(entry.seat, entry.reply.as_deref())) {
                (None, _) => Err(IllegalRecordMove::Neither),
                (Some(_), Some(due)) => Err(IllegalRecordMove::Answered { due: due.text() }),
                (Some(_), None) => Ok(None),
            };
        };
        if entry.fault.is_none() {
            return Ok(Some(Recorded::Action(action)));
        }
        match self.fallback(entry.seat, entry.reply.as_deref()) {
            Some(due) if due.text() == *action => Ok(Some(Recorded::Fallback(due))),
            Some(due) => {
                Err(IllegalRecordMove::AnsweredOtherwise { due: due.text(), played: shown })
            }
            None => Err(IllegalRecordMove::Lost),
        }
    }

    /// Checks what a record claims of a move by a player on another machine, as far as the rules and
    /// the format can: times, retries and usage remain claims.
    fn check_remote(&self, entry: &Move) -> Result<(), IllegalRecordMove> {
        if entry.remote.is_empty() {
            return Ok(());
        }
        let attempts = self.table.conditions.attempts();
        if let Some(key) = entry.remote.key_out_of_bounds(attempts, entry.fault) {
            return Err(IllegalRecordMove::OutOfBounds { key });
        }
        let mut tried = entry.remote.tried.iter().flatten();
        match tried.find(|reply| self.is_legal_reply(entry.seat, reply)) {
            Some(reply) => Err(IllegalRecordMove::TriedLegal { reply: reply.clone() }),
            None => Ok(()),
        }
    }

    fn is_legal_reply(&self, seat: Seat, kept: &str) -> bool {
        self.state.read(seat, &unescape_reply(kept)).is_ok()
    }

    /// What is played instead of a failed action; `None` if the match is lost by it.
    fn fallback(&self, seat: Seat, reply: Option<&str>) -> Option<Play> {
        match self.table.conditions.on_fault {
            OnFault::Forfeit => None,
            // The rules see the reply as recorded, so that a replay decides the same.
            OnFault::Game => self.state.fallback(seat, reply.map(unescape_reply).as_deref()),
        }
    }

    /// Plays what the seats did, each with its action unless a fault ended the match.
    fn play(&mut self, moves: Vec<(Move, Option<Play>)>) -> Result<(), Void> {
        let (moves, plays): (Vec<Move>, Vec<Option<Play>>) = moves.into_iter().unzip();
        if plays.iter().all(Option::is_some) {
            let seats = moves.iter().map(|entry| entry.seat);
            let inputs = seats.zip(plays.iter().flatten().map(Input::Play));
            if let Step::NotPlayed(_) = self.step(&inputs.collect::<Vec<_>>())? {
                return Err(self.unplayed());
            }
        }
        self.record(moves)
    }

    /// Records what was played, or ends the match if a seat failed to act.
    fn record(&mut self, moves: Vec<Move>) -> Result<(), Void> {
        let turn = Turn { turn: self.turns.len() as u64 + 1, moves, extra: Map::new() };
        let failed: Seats = failing(&turn).map(|entry| entry.seat).collect();
        if failed.is_empty() {
            self.outcome = self.state.outcome();
        } else {
            let outcome = self.state.forfeit(failed);
            self.check_rules()?;
            self.outcome = Some(Outcome {
                termination: Termination::Forfeit,
                seats: failed.iter().collect(),
                reason: failing(&turn).next().and_then(|entry| entry.fault),
                ..outcome
            });
        }
        if self.table.conditions.bytes.is_some() {
            self.bytes += serde_json::to_vec(&turn).map_or(0, |line| line.len() as u64 + 1);
        }
        let verdict = self.adjudicator.as_mut().and_then(|it| it.see(&turn));
        self.turns.push(turn);
        if self.outcome.is_some() {
            return Ok(());
        }
        if let Some(verdict) = verdict {
            let outcome = match verdict {
                Verdict::Resign(losers) => {
                    let outcome = self.state.forfeit(losers);
                    self.check_rules()?;
                    outcome.with_termination(Termination::Limit)
                }
                Verdict::Draw | Verdict::Moves => self.unfinished()?,
            };
            self.outcome = Some(outcome.with_detail("ended", verdict.key()));
        } else if self.is_too_long() {
            self.outcome = Some(self.unfinished()?);
        }
        Ok(())
    }

    /// The outcome of a match that ends before its end: the points so far, or a draw in games without
    /// points.
    fn unfinished(&self) -> Result<Outcome, Void> {
        let unfinished = self.state.forfeit(Seats::NONE);
        self.check_rules()?;
        let scores = match self.scoring {
            Scoring::Score => unfinished.scores,
            Scoring::WinLoss => vec![0.5; self.table.seats.len()],
        };
        Ok(Outcome { scores, termination: Termination::Limit, ..unfinished })
    }

    fn is_too_long(&self) -> bool {
        let Conditions { turns, bytes, .. } = &self.table.conditions;
        let reached = |limit: &Option<u64>, count| limit.is_some_and(|limit| count >= limit);
        reached(turns, self.turns.len() as u64) || reached(bytes, self.bytes)
    }
}

/// What is to be played for a recorded move.
enum Recorded<'a> {
    Automatic,
    Action(&'a str),
    Fallback(Play),
}

impl Recorded<'_> {
    fn input(&self) -> Input<'_> {
        match self {
            Recorded::Automatic => Input::Automatic,
            Recorded::Action(action) => Input::Reply(action),
            Recorded::Fallback(play) => Input::Play(play),
        }
    }
}

/// The same void, which happened in this turn.
fn in_turn(turn: u64, void: Void) -> Void {
    match void {
        Void::Rules(mut fault) => {
            fault.turn.get_or_insert(turn);
            Void::Rules(fault)
        }
        other => other,
    }
}

fn empty_move(seat: Seat) -> Move {
    Move {
        seat,
        action: None,
        automatic: false,
        fault: None,
        reply: None,
        ms: None,
        pondered_ms: None,
        asleep_ms: None,
        remote: RemoteMove::default(),
        extra: Map::new(),
    }
}

fn failing(turn: &Turn) -> impl Iterator<Item = &Move> {
    turn.moves.iter().filter(|entry| entry.action.is_none())
}
