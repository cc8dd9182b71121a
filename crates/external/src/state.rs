//! A position of a game whose rules are a program: the last response, and requests for the rest.

use crate::game::ExternalGame;
use crate::grid;
use crate::manifest::LegalKey;
use crate::message::{
    Expected, LIMITS, RawAction, RawDisplay, RawForfeit, RawOutcome, RawPosition, RawTurn,
    Response, Wrong, check_action, message,
};
use crate::process::Request;
use crate::say;
use certamen_game::gtp::GtpBoard;
use certamen_game::{
    Audience, DynState, Illegal, Input, Language, Map, Outcome, Picture, Play, Rng, RulesFaultKind,
    Scoring, Seat, Seats, Step, Termination, Turn, Void,
};
use certamen_i18n::{Localize, Message};
use serde_json::{Value, json};
use std::any::Any;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// A position, as the program gave it.
pub(crate) struct ExternalState {
    pub(crate) game: Arc<ExternalGame>,
    pub(crate) seats: u8,
    pub(crate) position: Arc<Position>,
    /// The number of turns played.
    turn: u64,
    /// What was told with the positions of the match, the last one first.
    news: Option<Arc<News>>,
    /// Turns to come that were asked for at once.
    ahead: VecDeque<TurnAhead>,
    /// The first failure of a method that cannot return it.
    failure: Mutex<Option<Void>>,
}

/// A turn and its response.
struct TurnAhead {
    fields: Map,
    response: Response,
}

/// The most turns of a `batch`.
const BATCH: usize = 200;
/// The most bytes that the states of a batch may come to, as far as that can be known before: less
/// than a response may have.
const BATCH_STATES: usize = LIMITS.batch / 4;

pub(crate) struct Position {
    /// Raw JSON.
    pub(crate) state: String,
    pub(crate) rest: RawPosition,
}

/// The news of one position and of those before it.
struct News {
    /// The turn that led to the position; 0 is the start.
    turn: u64,
    own: Vec<Option<String>>,
    before: Option<Arc<News>>,
}

impl News {
    fn after(before: Option<Arc<News>>, turn: u64, position: &RawPosition) -> Option<Arc<News>> {
        match &position.news {
            Some(own) => Some(Arc::new(News { turn, own: own.clone(), before })),
            None => before,
        }
    }
}

impl Drop for News {
    /// One after the other: a match may have a million positions.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut news) = next.and_then(Arc::into_inner) {
            next = news.before.take();
        }
    }
}

impl Clone for ExternalState {
    fn clone(&self) -> ExternalState {
        ExternalState {
            game: Arc::clone(&self.game),
            seats: self.seats,
            position: Arc::clone(&self.position),
            turn: self.turn,
            news: self.news.clone(),
            ahead: VecDeque::new(),
            failure: Mutex::new(self.failure()),
        }
    }
}

/// What a `turn` came to.
pub(crate) enum TurnReply {
    Played { actions: Vec<String>, state: String, rest: Box<RawPosition> },
    NotPlayed(Vec<Result<String, Message>>),
}

impl ExternalState {
    pub(crate) fn new(
        game: Arc<ExternalGame>,
        seats: u8,
        state: String,
        rest: RawPosition,
    ) -> Self {
        let news = News::after(None, 0, &rest);
        let position = Arc::new(Position { state, rest });
        let (ahead, failure) = (VecDeque::new(), Mutex::new(None));
        ExternalState { game, seats, position, turn: 0, news, ahead, failure }
    }

    fn expected(&self, all_observations: bool) -> Expected {
        self.game.expected(self.seats, all_observations)
    }

    fn acting(&self) -> impl Iterator<Item = Seat> + '_ {
        self.position.rest.to_act.iter().copied().map(Seat)
    }

    fn ask<T>(
        &self,
        kind: &'static str,
        fields: &Value,
        read: impl Fn(Response) -> Result<T, Wrong>,
    ) -> Result<T, Void> {
        if let Some(void) = self.failure() {
            return Err(void);
        }
        let fields = fields.as_object().expect("requests are written as objects");
        let request = Request { kind, state: Some(&self.position.state), fields };
        self.game.pool.ask(request, read)
    }

    /// Stores a failure where it cannot be returned.
    fn store<T>(&self, asked: Result<T, Void>) -> Option<T> {
        asked
            .map_err(|void| {
                let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
                failure.get_or_insert(void);
            })
            .ok()
    }

    /// The position again, with what is asked for in addition.
    fn included(&self, include: &Value) -> Option<RawPosition> {
        let all_observations = *include == json!(["observations"]);
        let expected = self.expected(all_observations);
        self.store(self.ask("position", &json!({"include": include}), |response| {
            read_position(response, expected).map(|(_, rest)| rest)
        }))
    }

    pub(crate) fn legal(&self, seat: Seat) -> Option<Vec<String>> {
        let at = self.acting().position(|acting| acting == seat)?;
        if let Some(legal) = &self.position.rest.legal {
            return legal[at].clone();
        }
        let legal = self.included(&json!(["legal"]))?.legal;
        let Some(legal) = legal else {
            self.store::<()>(Err(self.value_fault(
                "position",
                "position.legal",
                say::key_missing(),
            )));
            return None;
        };
        legal.into_iter().nth(at).flatten()
    }

    pub(crate) fn value_fault(&self, request: &'static str, field: &str, detail: Message) -> Void {
        Void::Rules(Box::new(self.game.fault(RulesFaultKind::Value, request, field, detail)))
    }

    /// Asks for a turn in which the seats reply this, or the rules play if it is null.
    pub(crate) fn turn(&self, replies: &Value, chance: [u8; 32]) -> Result<TurnReply, Void> {
        let fields = self.turn_fields(replies, chance);
        self.ask("turn", &fields, |response| self.read_turn(response, replies))
    }

    fn turn_fields(&self, replies: &Value, chance: [u8; 32]) -> Value {
        let (key, reply) = match replies {
            Value::Null => ("automatic", json!(true)),
            replies => ("replies", replies.clone()),
        };
        json!({"chance": self.game.key(chance), key: reply})
    }

    fn read_turn(&self, response: Response, replies: &Value) -> Result<TurnReply, Wrong> {
        let all = |all: &Vec<Value>| all.iter().all(|reply| !reply.is_null());
        let complete = replies.as_array().is_none_or(all);
        let count = self.position.rest.to_act.len();
        read_turn(response, self.expected(false), count, complete)
    }

    /// The response to this turn, if it was asked for with others and is as it should be.
    fn taken_ahead(&mut self, replies: &Value, chance: [u8; 32]) -> Option<TurnReply> {
        let next = self.ahead.pop_front()?;
        let is_same = Some(&next.fields) == self.turn_fields(replies, chance).as_object();
        let read = if is_same { self.read_turn(next.response, replies).ok() } else { None };
        if !matches!(read, Some(TurnReply::Played { .. })) {
            self.ahead.clear();
        }
        read
    }

    /// What the seats that act reply, in their order, with null for the others; null if the rules
    /// play.
    fn replies(&self, inputs: &[(Seat, Input<'_>)]) -> Result<Value, Void> {
        if let [(_, Input::Automatic)] = inputs {
            return Ok(Value::Null);
        }
        let due = self.to_act();
        let given: Seats = inputs.iter().map(|(seat, _)| *seat).collect();
        if given.len() != inputs.len() || given.iter().any(|seat| !due.contains(seat)) {
            return Err(Void::Joint { given, due });
        }
        let reply = |seat: Seat| {
            let (_, input) = inputs.iter().find(|(given, _)| *given == seat)?;
            match input {
                Input::Reply(text) if is_too_long(text) => None,
                Input::Reply(text) => Some((*text).to_owned()),
                Input::Play(play) => Some(play.text()),
                Input::Automatic => None,
            }
        };
        Ok(self.acting().map(reply).collect())
    }

    /// Checks that actions of the rules themselves are read as they are.
    fn check_own(&self, inputs: &[(Seat, Input<'_>)], read: &[Option<&str>]) -> Result<(), Void> {
        for (at, seat) in self.acting().enumerate() {
            let input = inputs.iter().find(|(given, _)| *given == seat);
            let Some((_, Input::Play(play))) = input else { continue };
            let text = play.text();
            let why = match read[at] {
                Some(read) if read == text => continue,
                Some(read) => say::reads_otherwise(&text, read),
                None => say::rejects_own(&text),
            };
            return Err(self.value_fault("turn", &format!("actions[{at}]"), why));
        }
        Ok(())
    }

    pub(crate) fn forfeited(&self, seats: Seats) -> Result<Outcome, Void> {
        let listed: Vec<u8> = seats.iter().map(|seat| seat.0).collect();
        let expected = self.expected(false);
        let raw = self.ask("forfeit", &json!({"seats": listed}), |response| {
            let forfeit: RawForfeit = response.read()?;
            expected.check_outcome("outcome", &forfeit.outcome)?;
            Ok(forfeit.outcome)
        })?;
        Ok(outcome(&raw))
    }

    fn display(&self, audience: Audience, language: Language) -> Option<RawDisplay> {
        let audience = match audience {
            Audience::Spectators => None,
            Audience::Seat(seat) => Some(seat.0),
        };
        let display = json!({"display": {"audience": audience, "language": language.code()}});
        self.included(&json!([display])).map(|position| position.display.unwrap_or_default())
    }

    /// What spectators or a seat are shown, in English.
    pub(crate) fn displayed(&self, audience: Option<Seat>) -> Result<RawDisplay, Void> {
        let audience = audience.map_or(Audience::Spectators, Audience::Seat);
        let display = self.display(audience, Language::En);
        display.ok_or_else(|| self.failure().expect("it failed"))
    }

    /// Another state that `seat` cannot distinguish from this one, as raw JSON; `None` if the rules
    /// know none.
    pub(crate) fn resampled(&self, seat: Seat, key: [u8; 32]) -> Result<Option<String>, Void> {
        let fields = json!({"seat": seat.0, "chance": hex(key)});
        self.ask("resample", &fields, super::message::Response::take_state)
    }
}

/// Whether a reply is longer than any action. Such a reply is illegal without asking the rules, whose
/// requests stay bounded whatever players write.
fn is_too_long(reply: &str) -> bool {
    reply.len() > LIMITS.action
}

fn too_long(reply: &str) -> Illegal {
    Illegal(say::too_large(reply.len(), LIMITS.action))
}

/// The state and the rest of the position in a response, which must have one.
pub(crate) fn read_position(
    mut response: Response,
    expected: Expected,
) -> Result<(String, RawPosition), Wrong> {
    let position = response.take_position()?;
    let (state, rest) = position.ok_or_else(|| Wrong::value("position", say::key_missing()))?;
    expected.check(&rest)?;
    response.read::<Empty>()?;
    Ok((state, rest))
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Empty {}

fn read_turn(
    mut response: Response,
    expected: Expected,
    count: usize,
    complete: bool,
) -> Result<TurnReply, Wrong> {
    let position = response.take_position()?;
    let turn: RawTurn = response.read()?;
    if turn.actions.len() != count {
        return Err(Wrong::value("actions", say::entries(turn.actions.len(), count)));
    }
    for (at, action) in turn.actions.iter().enumerate() {
        check_action(&format!("actions[{at}]"), action.as_deref().unwrap_or_default())?;
    }
    let all: Option<Vec<String>> = turn.actions.iter().cloned().collect();
    if let Some((state, rest)) = position {
        let actions = all.filter(|_| complete && turn.reasons.is_none());
        let actions =
            actions.ok_or_else(|| Wrong::value("position", say::played_without_replies()))?;
        expected.check(&rest)?;
        return Ok(TurnReply::Played { actions, state, rest: Box::new(rest) });
    }
    if all.is_some() && complete {
        return Err(Wrong::value("actions", say::nothing_rejected()));
    }
    let reasons = turn.reasons.unwrap_or_else(|| vec![None; count]);
    if reasons.len() != count {
        return Err(Wrong::value("reasons", say::entries(reasons.len(), count)));
    }
    let mut read = Vec::with_capacity(count);
    for (at, (action, reason)) in turn.actions.into_iter().zip(reasons).enumerate() {
        read.push(match (action, reason) {
            (Some(action), _) => Ok(action),
            (None, None) => Err(say::illegal()),
            (None, Some(reason)) => Err(message(&format!("reasons[{at}]"), &reason)?),
        });
    }
    Ok(TurnReply::NotPlayed(read))
}

pub(crate) fn outcome(raw: &RawOutcome) -> Outcome {
    let termination =
        if raw.limit == Some(true) { Termination::Limit } else { Termination::Normal };
    Outcome {
        scores: raw.scores.clone(),
        termination,
        detail: raw.detail.clone().unwrap_or_default(),
        ..Outcome::default()
    }
}

impl DynState for ExternalState {
    fn seats(&self) -> u8 {
        self.seats
    }

    fn to_act(&self) -> Seats {
        self.acting().collect()
    }

    /// None if they are for built-in players and checks only.
    fn legal_actions(&self, seat: Seat, limit: usize) -> Vec<String> {
        if self.game.manifest.game.legal == LegalKey::Internal {
            return Vec::new();
        }
        let mut legal = self.legal(seat).unwrap_or_default();
        legal.truncate(limit);
        legal
    }

    fn sample(&self, seat: Seat, rng: &mut Rng) -> Option<Play> {
        let fields = json!({"seat": seat.0, "chance": hex(rng.key())});
        let action = self.store(self.ask("sample", &fields, |response| {
            let action = response.read::<RawAction>()?.action;
            let action = action.ok_or_else(|| Wrong::value("action", say::no_sample()))?;
            check_action("action", &action)?;
            Ok(action)
        }));
        action.map(Play::new)
    }

    fn read(&self, seat: Seat, reply: &str) -> Result<Play, Illegal> {
        let at = self.acting().position(|acting| acting == seat);
        let Some(at) = at else { return Err(Illegal(say::illegal())) };
        if is_too_long(reply) {
            return Err(too_long(reply));
        }
        let replies: Value =
            self.acting().map(|acting| (acting == seat).then_some(reply)).collect();
        // What is drawn in this turn does not decide what is legal.
        match self.store(self.turn(&replies, [0; 32])) {
            Some(TurnReply::Played { mut actions, .. }) => Ok(Play::new(actions.swap_remove(at))),
            Some(TurnReply::NotPlayed(mut read)) => {
                read.swap_remove(at).map(Play::new).map_err(Illegal)
            }
            None => Err(Illegal(self.failure().map_or_else(say::illegal, |void| void.message()))),
        }
    }

    fn automatic(&self) -> Option<Play> {
        self.position.rest.automatic.clone().map(Play::new)
    }

    fn apply(&mut self, joint: &[(Seat, &Play)], rng: &mut Rng) -> Result<(), Void> {
        let inputs: Vec<(Seat, Input<'_>)> = match (joint, &self.position.rest.automatic) {
            ([(seat, play)], Some(automatic)) if play.text() == *automatic => {
                vec![(*seat, Input::Automatic)]
            }
            _ => joint.iter().map(|(seat, play)| (*seat, Input::Play(play))).collect(),
        };
        match self.step(&inputs, rng)? {
            Step::Played(_) => Ok(()),
            Step::NotPlayed(_) => {
                let given = joint.iter().map(|(seat, _)| *seat).collect();
                Err(Void::Joint { given, due: self.to_act() })
            }
        }
    }

    fn step(&mut self, inputs: &[(Seat, Input<'_>)], rng: &mut Rng) -> Result<Step, Void> {
        let replies = self.replies(inputs)?;
        let answered = match self.taken_ahead(&replies, rng.key()) {
            Some(answered) => answered,
            None => self.turn(&replies, rng.key())?,
        };
        match answered {
            TurnReply::Played { actions, state, rest } => {
                let read: Vec<Option<&str>> =
                    actions.iter().map(|action| Some(action.as_str())).collect();
                self.check_own(inputs, &read)?;
                self.turn += 1;
                self.news = News::after(self.news.take(), self.turn, &rest);
                self.position = Arc::new(Position { state, rest: *rest });
                Ok(Step::Played(actions.into_iter().map(Play::new).collect()))
            }
            TurnReply::NotPlayed(read) => {
                let texts: Vec<Option<&str>> =
                    read.iter().map(|read| read.as_ref().ok().map(String::as_str)).collect();
                self.check_own(inputs, &texts)?;
                let input = |seat| inputs.iter().find(|(given, _)| *given == seat);
                let read =
                    self.acting().zip(read).filter_map(|(seat, read)| match input(seat)?.1 {
                        Input::Reply(text) if is_too_long(text) => Some(Err(too_long(text))),
                        _ => Some(read.map(Play::new).map_err(Illegal)),
                    });
                Ok(Step::NotPlayed(read.collect()))
            }
        }
    }

    fn prefetch(&mut self, seed: u64, turns: &[Turn]) {
        if !self.ahead.is_empty() || self.failure().is_some() {
            return;
        }
        let most = (BATCH_STATES / self.position.state.len().max(1)).min(BATCH);
        let fields = |turn: &Turn| {
            let replies = match &*turn.moves {
                [only] if only.automatic => Value::Null,
                // A turn with a seat that failed is not played.
                moves => moves.iter().map(|entry| entry.action.clone()).collect::<Option<_>>()?,
            };
            let fields = self.turn_fields(&replies, Rng::of_turn(seed, turn.turn).key());
            fields.as_object().cloned()
        };
        let turns: Vec<Map> = turns.iter().take(most).map_while(fields).collect();
        if turns.len() > 1 {
            let responses = self.game.pool.ask_batch(&self.position.state, &turns);
            let both = turns.into_iter().zip(responses);
            self.ahead = both.map(|(fields, response)| TurnAhead { fields, response }).collect();
        }
    }

    fn failure(&self) -> Option<Void> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.rest.outcome.as_ref().map(outcome)
    }

    fn observation(&self, seat: Seat) -> String {
        if let Some(at) = self.acting().position(|acting| acting == seat) {
            return self.position.rest.observations[at].clone();
        }
        let all = self.included(&json!(["observations"]));
        let own = all.and_then(|all| all.observations.into_iter().nth(seat.index()));
        own.unwrap_or_default()
    }

    fn updates(&self, seat: Seat, since: &[Turn]) -> Option<String> {
        if self.position.rest.news.is_none() {
            return Some(self.observation(seat));
        }
        // What was told at the start goes to a program that is asked for the first time.
        let first = since.first().map_or(0, |turn| if turn.turn == 1 { 0 } else { turn.turn });
        let all = std::iter::successors(self.news.as_deref(), |news| news.before.as_deref());
        let unseen = all.take_while(|news| news.turn >= first);
        let mut lines: Vec<&str> =
            unseen.filter_map(|news| news.own.get(seat.index())?.as_deref()).collect();
        lines.reverse();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    fn fallback(&self, seat: Seat, reply: Option<&str>) -> Option<Play> {
        let fields = json!({"seat": seat.0, "reply": reply});
        let action = self.store(self.ask("fallback", &fields, |response| {
            let action = response.read::<RawAction>()?.action;
            check_action("action", action.as_deref().unwrap_or_default())?;
            Ok(action)
        }));
        action.flatten().map(Play::new)
    }

    fn forfeit(&self, seats: Seats) -> Outcome {
        let outcome = self.store(self.forfeited(seats));
        outcome.unwrap_or_else(|| Outcome::scored(vec![0.0; self.seats.into()]))
    }

    fn gtp(&self) -> Option<&dyn GtpBoard> {
        None
    }

    fn aim(&self, _seat: Seat) -> Option<Message> {
        None
    }

    fn render(&self, audience: Audience, language: Language) -> String {
        let Some(display) = self.display(audience, language) else {
            let why = self.failure().map(|void| void.message().get(language));
            return why.unwrap_or_default() + "\n";
        };
        let grid = display.grid.as_ref().and_then(grid::text);
        let text = display.text.or(grid).unwrap_or_default();
        // The observations of seats that do not act are empty lines of it.
        let mut text = text.trim_matches('\n').to_owned();
        if let Some(caption) = display.caption {
            text = format!("{caption}\n{text}");
        }
        // It goes to a terminal.
        let mut shown: String =
            text.lines().map(|line| certamen_game::legible(line) + "\n").collect();
        if shown.is_empty() {
            shown.push('\n');
        }
        shown
    }

    fn picture(
        &self,
        audience: Audience,
        _last: Option<&Turn>,
        language: Language,
    ) -> Option<Picture> {
        match self.display(audience, language)?.drawn() {
            Ok(picture) => picture,
            Err((field, why)) => {
                self.store::<()>(Err(self.value_fault("position", field, why)));
                None
            }
        }
    }

    fn scores(&self) -> Vec<f64> {
        if self.game.info.scoring == Scoring::WinLoss {
            return Vec::new();
        }
        if let Some(outcome) = &self.position.rest.outcome {
            return outcome.scores.clone();
        }
        let position = self.included(&json!(["scores"]));
        position.and_then(|position| position.scores).unwrap_or_default()
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.position.state).unwrap_or_default()
    }

    fn clone_box(&self) -> Box<dyn DynState> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// 64 hexadecimal digits.
pub(crate) fn hex(key: [u8; 32]) -> String {
    use std::fmt::Write;
    key.iter().fold(String::with_capacity(64), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string takes all");
        text
    })
}
