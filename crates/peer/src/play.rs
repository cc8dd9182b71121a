//! A match from the exchanged seed to the signatures, the same for both sides.
//!
//! Both run the rules: every turn is replayed by the own arbiter, whichever side moved. Where both
//! seats act, neither reveals its move before it has the other's commitment. What was sent is stored
//! until the end, so that a broken connection can be replaced by another on which it is repeated.

mod link;
mod reconnection;

pub(crate) use link::{OpenLine, Restore};
pub(crate) use reconnection::Reconnection;

use crate::{
    PeerLimits, Stop,
    hash::{Hash, Random, commitment},
    identity::PrivateKey,
    message::{AbortReason, Commit, PeerMessage, PlayedMove, Refuse, Reveal, Revealed, Signed},
    offer::Agreed,
    say,
    seal::{SIGNATURES, SignatureEntry, signed_hash},
};
use certamen_game::{
    Budget, DynGame, Failure, Fault, Map, MatchRecord, Move, Player, Reply, Seat, Table, Turn,
    UnplayableTurn, View, Void,
    arbiter::{Answer, Arbiter},
    escape_reply, escape_reply_is_cut,
};
use certamen_i18n::{Localize, Message};
use link::{Line, Patience};
use std::time::Duration;

/// The longest time that a move may have beside its own, in milliseconds.
const MAX_TIME_MS: f64 = 1e12;

/// Makes the player of the own seat at a table. The table has a seed of its own, which no one else
/// knows, so that the draws of the player do not follow from the record.
pub type SeatPlayer<'a> = dyn FnMut(&Table, Seat) -> Result<Box<dyn Player>, Void> + 'a;

/// What happens in a match, for those who watch.
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum PeerEvent<'a> {
    /// A line was sent or received.
    Line { is_sent: bool, line: &'a str },
    /// The seats are known. The first state follows as a turn would.
    Start { id: Hash, own: Seat, arbiter: &'a Arbiter },
    /// A turn was played.
    Turn(&'a Arbiter),
    /// The connection broke, and is restored if possible.
    Interrupted,
    /// The connection is restored.
    Restored,
}

/// A match that has ended, in one way or another.
#[derive(Debug)]
pub struct PeerMatch {
    /// The match's id.
    pub id: Hash,
    /// The own seat; none if the seats were not drawn.
    pub own: Option<Seat>,
    /// The record, as far as it goes, with the signatures there are; none before the seats were
    /// drawn.
    pub record: Option<MatchRecord>,
    /// How it ended.
    pub end: MatchEnd,
}

/// How a match ended.
#[derive(Debug)]
pub enum MatchEnd {
    /// Both signed the result.
    Signed,
    /// It is finished, and the other side did not sign.
    Unsigned(PeerError),
    Unfinished(PeerError),
}

/// Why there is no match, or no signed one.
#[derive(Debug, Localize)]
#[localize(error)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum PeerError {
    /// The other side broke the protocol or the rules with this message.
    Violation { message: String, turn: u64, why: Message },
    /// The other side ended the match for this reason.
    #[localize(say::aborted(_1))]
    Aborted(AbortReason, String),
    /// The other side did not answer in time.
    Silent { message: &'static str, turn: u64, seconds: u64 },
    /// The other side left without a word.
    Left,
    /// The connection broke and could not be restored.
    Gone { seconds: u64, why: Message },
    /// All waits and interruptions together took too long.
    Excess { seconds: u64 },
    /// The other side refuses.
    #[localize(refused(_0))]
    Refused(Refuse),
    /// The offer is not acceptable.
    #[localize(say::unacceptable(_0))]
    Objected(Message),
    /// There is no connection.
    #[localize(say::unreachable(_0, _1))]
    Unreachable(String, Message),
    /// The own player or this machine cannot play.
    #[localize(say::failed(_0))]
    Failed(Message),
    /// The own user stopped it.
    Stopped,
}

fn refused(refuse: &Refuse) -> Message {
    let (why, text) = (refuse.why.message(), escape_reply(&refuse.text));
    match refuse.retry_s {
        Some(seconds) => say::refused_for(why, text, seconds),
        None => say::refused(why, text),
    }
}

/// The kinds of ends, for exit codes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndKind {
    /// Played and signed by both.
    Complete,
    /// Refused, failed, or a violation of the protocol.
    Failed,
    /// Unfinished or not signed by both.
    Incomplete,
    /// The own user stopped it.
    Stopped,
}

impl PeerError {
    /// The kind of end that this is.
    pub fn kind(&self) -> EndKind {
        match self {
            PeerError::Violation { .. }
            | PeerError::Refused(_)
            | PeerError::Objected(_)
            | PeerError::Unreachable(..)
            | PeerError::Failed(_)
            | PeerError::Aborted(AbortReason::Protocol, _) => EndKind::Failed,
            PeerError::Aborted(..)
            | PeerError::Silent { .. }
            | PeerError::Left
            | PeerError::Gone { .. }
            | PeerError::Excess { .. } => EndKind::Incomplete,
            PeerError::Stopped => EndKind::Stopped,
        }
    }

    /// Whether the other side is the reason.
    pub(crate) fn is_theirs(&self) -> bool {
        !matches!(self, PeerError::Stopped | PeerError::Failed(_))
    }

    /// What the other side is told of it, if it is to be told anything.
    fn abort_reason(&self) -> Option<AbortReason> {
        match self {
            PeerError::Violation { .. } => Some(AbortReason::Protocol),
            PeerError::Silent { .. } | PeerError::Excess { .. } => Some(AbortReason::Patience),
            PeerError::Stopped => Some(AbortReason::Left),
            PeerError::Failed(_) => Some(AbortReason::Failed),
            _ => None,
        }
    }
}

impl MatchEnd {
    /// The kind of end that this is.
    pub fn kind(&self) -> EndKind {
        match self {
            MatchEnd::Signed => EndKind::Complete,
            MatchEnd::Unsigned(why) | MatchEnd::Unfinished(why) => why.kind(),
        }
    }
}

/// The two sides of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    Opener,
    Challenger,
}

impl Side {
    fn index(self) -> u8 {
        match self {
            Side::Opener => 0,
            Side::Challenger => 1,
        }
    }
}

/// What one side needs for a match.
pub(crate) struct MatchSetup<'a> {
    pub(crate) agreed: Agreed,
    pub(crate) side: Side,
    pub(crate) key: &'a PrivateKey,
    pub(crate) limits: &'a PeerLimits,
    pub(crate) stop: &'a Stop,
    pub(crate) random: &'a Random,
    pub(crate) game: &'a dyn DynGame,
}

/// Plays a match over `line` with the player that `seat` makes.
pub(crate) fn play<'a>(
    setup: &'a MatchSetup<'a>,
    line: OpenLine<'a>,
    seat: &mut SeatPlayer<'_>,
    watch: &'a mut dyn FnMut(&PeerEvent<'_>),
) -> PeerMatch {
    let id = setup.agreed.id();
    let line = Line::new(line, id, setup, watch);
    let mut running = RunningMatch { setup, id, line, own: Seat(0), arbiter: None };
    let ended = running.play(seat);
    running.finish(ended)
}

struct RunningMatch<'a> {
    setup: &'a MatchSetup<'a>,
    id: Hash,
    line: Line<'a>,
    own: Seat,
    arbiter: Option<Arbiter>,
}

impl RunningMatch<'_> {
    fn play(&mut self, seat: &mut SeatPlayer<'_>) -> Result<(), PeerError> {
        let mut arbiter = self.draw_seats()?;
        let mut table = arbiter.table().clone();
        // The seed of the match is known to both; the player's draws must not be.
        table.seed =
            self.random()?.0[..7].iter().fold(0, |seed, byte| seed << 8 | u64::from(*byte)) >> 3;
        let mut player = seat(&table, self.own).map_err(|void| failed(&void))?;
        let event = PeerEvent::Start { id: self.id, own: self.own, arbiter: &arbiter };
        (self.line.watch)(&event);
        let played = self.play_turns(&mut arbiter, &table, &mut *player);
        let (state, turns) = (arbiter.state(), arbiter.turns());
        player.finish(&View { table: &table, state, seat: self.own, turns });
        self.arbiter = Some(arbiter);
        played
    }

    fn play_turns(
        &mut self,
        arbiter: &mut Arbiter,
        table: &Table,
        player: &mut dyn Player,
    ) -> Result<(), PeerError> {
        loop {
            while arbiter.automatic().map_err(|void| failed(&void))? {
                self.line.completed(arbiter);
            }
            if arbiter.outcome().is_some() {
                return Ok(());
            }
            let turn = arbiter.turns().len() as u64 + 1;
            let (acts, other) = (arbiter.to_act(), self.own.other());
            let is_own = acts.contains(self.own);
            let own = is_own.then(|| self.ask(arbiter, table, player)).transpose()?;
            let (mut moves, by) = match (own, acts.contains(other)) {
                (Some(own), true) => self.exchange_moves(turn, own, arbiter)?,
                (Some(own), false) => {
                    let message = PlayedMove { turn, entry: own.clone() };
                    self.line.send(turn, &PeerMessage::Move(message))?;
                    (vec![own], "move")
                }
                (None, _) => (vec![self.awaited_move(turn, arbiter)?], "move"),
            };
            moves.sort_by_key(|entry| entry.seat);
            let replayed = arbiter.replay(&Turn { turn, moves, extra: Map::new() });
            replayed.map_err(|why| match why {
                UnplayableTurn::Move { seat, why } if seat == other => {
                    violation(by, turn, why.message())
                }
                why => PeerError::Failed(why.message()),
            })?;
            self.line.completed(arbiter);
        }
    }

    fn random(&self) -> Result<Hash, PeerError> {
        self.setup.random.draw().map_err(PeerError::Failed)
    }

    /// Exchanges the halves of the seed, and sets up the first state.
    fn draw_seats(&mut self) -> Result<Arbiter, PeerError> {
        let (half, side) = (self.random()?, self.setup.side);
        let reply = self.setup.limits.reply;
        let own = Revealed::Half(half);
        let clocks = [Patience::of(reply), Patience::of(reply)];
        let theirs = match self.exchange(Exchange { turn: 0, who: side.index(), own, clocks })? {
            Revealed::Half(theirs) => theirs,
            Revealed::Move(_) => return Err(violation("reveal", 0, say::no_half())),
        };
        let halves = match side {
            Side::Opener => [half, theirs],
            Side::Challenger => [theirs, half],
        };
        let (table, opener) = self.setup.agreed.table(halves);
        self.own = if side == Side::Opener { opener } else { opener.other() };
        let started = Arbiter::start(self.setup.game, table);
        let arbiter = started.map_err(|error| PeerError::Failed(error.message()))?;
        self.line.completed(&arbiter);
        Ok(arbiter)
    }

    /// Asks the own player.
    fn ask(
        &self,
        arbiter: &Arbiter,
        table: &Table,
        player: &mut dyn Player,
    ) -> Result<Move, PeerError> {
        let time = table.conditions.move_time();
        let budget = Budget { cpu: time, wall: time };
        let (state, turns, seat) = (arbiter.state(), arbiter.turns(), self.own);
        let acted = player.act(&View { table, state, seat, turns }, budget);
        let asleep = player.asleep();
        let (given, charged, pondered) = match acted {
            // The other side accepts no longer time without a fault.
            Ok(reply) if reply.charged > time => (Err(Fault::Timeout), time, Duration::ZERO),
            Ok(Reply { given, charged, pondered, .. }) => (Ok(given), charged, pondered),
            Err(Failure::Fault(Fault::Timeout)) => (Err(Fault::Timeout), time, Duration::ZERO),
            Err(Failure::Fault(fault)) => (Err(fault), Duration::ZERO, Duration::ZERO),
            Err(Failure::Void(void)) => return Err(failed(&void)),
            Err(Failure::Left) => return Err(PeerError::Stopped),
        };
        let judged = arbiter.judged(Answer { seat, given, charged, pondered, asleep });
        judged.map_err(|void| failed(&void))
    }

    /// The other side's move in a turn in which only it acts.
    fn awaited_move(&mut self, turn: u64, arbiter: &Arbiter) -> Result<Move, PeerError> {
        let patience = self.patience(arbiter);
        let entry = self.line.receive("move", turn, patience, |message| match message {
            PeerMessage::Move(PlayedMove { turn: found, entry }) if found == turn => Ok(entry),
            other => Err(Box::new(other)),
        })?;
        self.check_move("move", turn, &entry, arbiter)?;
        Ok(entry)
    }

    /// Both moves of a turn in which both act, and the message that had the other's.
    fn exchange_moves(
        &mut self,
        turn: u64,
        own: Move,
        arbiter: &Arbiter,
    ) -> Result<(Vec<Move>, &'static str), PeerError> {
        let clocks = [self.patience(arbiter), Patience::of(self.setup.limits.reply)];
        let own_value = Revealed::Move(own.clone());
        let exchange = Exchange { turn, who: self.own.0, own: own_value, clocks };
        match self.exchange(exchange)? {
            Revealed::Move(theirs) => {
                self.check_move("reveal", turn, &theirs, arbiter)?;
                Ok((vec![own, theirs], "reveal"))
            }
            Revealed::Half(_) => Err(violation("reveal", turn, say::no_move())),
        }
    }

    /// Commits to the own value, reveals it once the other side has committed to its own, and
    /// returns that.
    fn exchange(&mut self, exchange: Exchange) -> Result<Revealed, PeerError> {
        let Exchange { turn, who, own, clocks: [first, second] } = exchange;
        let nonce = self.random()?;
        let hash = commitment(&self.id, turn, who, &nonce, &own.text());
        self.line.send(turn, &PeerMessage::Commit(Commit { turn, hash }))?;
        let theirs = self.line.receive("commit", turn, first, |message| match message {
            PeerMessage::Commit(commit) if commit.turn == turn => Ok(commit),
            other => Err(Box::new(other)),
        })?;
        self.line.note_commit(theirs.clone());
        self.line.send(turn, &PeerMessage::Reveal(Reveal { turn, nonce, value: own }))?;
        let reveal = self.line.receive("reveal", turn, second, |message| match message {
            PeerMessage::Reveal(reveal) if reveal.turn == turn => Ok(reveal),
            other => Err(Box::new(other)),
        })?;
        let text = reveal.value.text();
        if commitment(&self.id, turn, 1 - who, &reveal.nonce, &text) != theirs.hash {
            return Err(violation("reveal", turn, say::other_commit()));
        }
        Ok(reveal.value)
    }

    /// How long the other side's move may take.
    fn patience(&self, arbiter: &Arbiter) -> Patience {
        let conditions = &arbiter.table().conditions;
        let other = self.own.other();
        let has_moved = arbiter.turns().iter().any(|turn| turn.action(other).is_some());
        let start = if has_moved { 0 } else { conditions.start_ms };
        Patience::of_move(conditions, Duration::from_millis(start), self.setup.limits)
    }

    /// Whether the other side may record its move like this; the rules look at it later.
    fn check_move(
        &self,
        message: &str,
        turn: u64,
        entry: &Move,
        arbiter: &Arbiter,
    ) -> Result<(), PeerError> {
        let wrong = |why: Message| Err(violation(message, turn, why));
        if entry.seat != self.own.other() || entry.automatic {
            return wrong(say::own_seat_only());
        }
        // Those of other kinds of remote play are claims that no one here can check.
        let remote = serde_json::to_value(&entry.remote).unwrap_or_default();
        let foreign = remote.as_object().and_then(|keys| keys.keys().next());
        if let Some(key) = entry.extra.keys().next().or(foreign) {
            return wrong(say::unknown_key(escape_reply(key)));
        }
        let most = arbiter.table().conditions.move_time().as_secs_f64() * 1e3;
        if !entry.ms.is_some_and(|ms| (0.0..=most).contains(&ms)) {
            let given = entry.ms.map_or_else(|| "-".to_owned(), |ms| ms.to_string());
            return wrong(say::other_time(given, most.to_string()));
        }
        for (key, ms) in [("pondered_ms", entry.pondered_ms), ("asleep_ms", entry.asleep_ms)] {
            if ms.is_some_and(|ms| !(0.0..=MAX_TIME_MS).contains(&ms)) {
                return wrong(say::unfit_time(key, MAX_TIME_MS.to_string()));
            }
        }
        let is_fit = |reply: &String| {
            let is_due = entry.fault == Some(Fault::Illegal);
            is_due && !escape_reply_is_cut(reply) && is_escaped(reply)
        };
        if !entry.reply.as_ref().is_none_or(is_fit) {
            return wrong(say::unfit_reply());
        }
        // Records have actions as the game writes them, whatever else it reads.
        let played = entry.action.as_deref().filter(|_| entry.fault.is_none());
        let read = played.map(|action| arbiter.state().read(entry.seat, action));
        match (played, read) {
            (Some(action), Some(Ok(play))) if play.text() != action => {
                wrong(say::other_notation(escape_reply(action), play.text()))
            }
            _ => Ok(()),
        }
    }

    /// Exchanges signatures of the result. The challenger signs first, and the opener stays until
    /// the challenger has the signature.
    fn sign(&mut self, arbiter: &Arbiter) -> (Vec<SignatureEntry>, Option<PeerError>) {
        let outcome = arbiter.outcome().expect("the match is over");
        let digest = Hash::of(self.line.record());
        let hash = signed_hash(&self.id, &digest, outcome);
        let key = self.setup.key;
        let own = Signed { digest, signature: key.signature(&hash.0) };
        let mut entries = vec![SignatureEntry {
            seat: self.own,
            key: key.public_key(),
            signature: own.signature,
        }];
        let exchanged = match self.setup.side {
            Side::Opener => self.their_signature(&digest, &hash).and_then(|theirs| {
                let sent = self.line.send(u64::MAX, &PeerMessage::Seal(own));
                sent.map(|()| theirs)
            }),
            Side::Challenger => {
                let sent = self.line.send(u64::MAX, &PeerMessage::Seal(own));
                sent.and_then(|()| self.their_signature(&digest, &hash))
            }
        };
        match exchanged {
            Ok(theirs) => {
                entries.push(theirs);
                entries.sort_by_key(|entry| entry.seat);
                (entries, None)
            }
            Err(why) => (entries, Some(why)),
        }
    }

    fn their_signature(&mut self, digest: &Hash, hash: &Hash) -> Result<SignatureEntry, PeerError> {
        let turn = self.line.awaited();
        let patience = Patience::of(self.setup.limits.reply);
        let signed = self.line.receive("seal", turn, patience, |message| match message {
            PeerMessage::Seal(signed) => Ok(signed),
            other => Err(Box::new(other)),
        })?;
        self.line.note_seal(signed.clone());
        let key = self.setup.agreed.keys[usize::from(1 - self.setup.side.index())];
        if signed.digest != *digest || !key.verify(&hash.0, &signed.signature) {
            return Err(violation("seal", turn, say::other_seal()));
        }
        Ok(SignatureEntry { seat: self.own.other(), key, signature: signed.signature })
    }

    fn finish(mut self, played: Result<(), PeerError>) -> PeerMatch {
        let Some(arbiter) = self.arbiter.take() else {
            let why = played.err().unwrap_or(PeerError::Stopped);
            self.line.abort(&why);
            let end = MatchEnd::Unfinished(why);
            return PeerMatch { id: self.id, own: None, record: None, end };
        };
        let (end, signatures) = match played {
            Err(why) => (MatchEnd::Unfinished(why), Vec::new()),
            Ok(()) => match self.sign(&arbiter) {
                (signatures, None) => (MatchEnd::Signed, signatures),
                (signatures, Some(why)) => (MatchEnd::Unsigned(why), signatures),
            },
        };
        match &end {
            MatchEnd::Signed => self.line.close(self.setup.side),
            MatchEnd::Unsigned(why) | MatchEnd::Unfinished(why) => self.line.abort(why),
        }
        let mut record = arbiter.into_record();
        if !signatures.is_empty() {
            let list = serde_json::to_value(signatures).expect("signatures are plain data");
            record.extra.insert(SIGNATURES.to_owned(), list);
        }
        PeerMatch { id: self.id, own: Some(self.own), record: Some(record), end }
    }
}

/// A value that is exchanged for the other side's in `turn`: by whom, and how long the other side's
/// commitment and its reveal may take.
struct Exchange {
    turn: u64,
    who: u8,
    own: Revealed,
    clocks: [Patience; 2],
}

/// Whether a text is one that `escape_reply` gives.
fn is_escaped(text: &str) -> bool {
    text.chars().all(|it| matches!(it, ' '..='~') || it.is_alphanumeric())
}

fn failed(void: &Void) -> PeerError {
    PeerError::Failed(void.message())
}

fn violation(message: &str, turn: u64, why: Message) -> PeerError {
    PeerError::Violation { message: message.to_owned(), turn, why }
}
