//! The line to the other side during a match: it outlives the connections that carry it.

use super::{MatchSetup, PeerError, PeerEvent, Side, reconnection::Reconnection, violation};
use crate::{
    Connection, LinkError, PeerLimits, Stop,
    hash::Hash,
    message::{self, Abort, Commit, PeerMessage, Resume, Signed},
    say,
};
use certamen_game::{Conditions, arbiter::Arbiter, escape_reply};
use certamen_i18n::Localize;
use serde::Deserialize;
use std::time::{Duration, Instant};

/// How long a closing side waits for the other to close.
const LINGER: Duration = Duration::from_secs(2);
/// How long the last message on a broken connection may take.
const LAST_MESSAGE: Duration = Duration::from_millis(100);
/// The longest pause between two attempts to connect again, in milliseconds.
const MAX_PAUSE_MS: u64 = 15_000;

/// A connection at the start of a match, and how a broken one is replaced.
pub(crate) struct OpenLine<'a> {
    pub(crate) connection: Connection,
    pub(crate) restore: Restore<'a>,
    /// The lines sent (`true`) and received before the match.
    pub(crate) prelude: Vec<(bool, String)>,
}

/// How a broken connection is replaced.
pub(crate) enum Restore<'a> {
    /// The challenger calls again.
    Dial(&'a dyn Fn() -> Result<Connection, LinkError>),
    /// The opener waits for a call.
    Wait(&'a Reconnection),
}

/// How long a message of the other side may take.
#[derive(Clone, Copy)]
pub(super) struct Patience {
    pub(super) most: Duration,
    /// What is not counted as excess.
    pub(super) free: Duration,
}

impl Patience {
    pub(super) fn of(time: Duration) -> Patience {
        Patience { most: time, free: time }
    }

    /// For a move, whose player may need `start` to begin with.
    pub(super) fn of_move(
        conditions: &Conditions,
        start: Duration,
        limits: &PeerLimits,
    ) -> Patience {
        let time = conditions.move_time();
        let most = time.saturating_mul(limits.patience_factor) + limits.patience + start;
        Patience { most, free: time + start }
    }
}

/// A time in which the connection is broken: what the other side's player needs of it is not counted.
#[derive(Clone, Copy)]
struct Interruption {
    started: Instant,
    /// [`Line::waited`] when it began.
    waited: Duration,
    most: Duration,
}

impl Interruption {
    fn time(&self, line: &Line<'_>) -> Duration {
        self.started.elapsed().saturating_sub(line.waited.saturating_sub(self.waited))
    }

    /// How much longer it may last.
    fn left(&self, line: &Line<'_>) -> Duration {
        self.most.saturating_sub(self.time(line))
    }
}

pub(super) struct Line<'a> {
    pub(super) watch: &'a mut dyn FnMut(&PeerEvent<'_>),
    connection: Connection,
    restore: Restore<'a>,
    id: Hash,
    limits: &'a PeerLimits,
    stop: &'a Stop,
    /// What was sent, with its turn, to be repeated on another connection.
    sent: Vec<(u64, String)>,
    /// The lines of the record so far, and the end of each.
    record: Vec<u8>,
    ends: Vec<usize>,
    /// What was received and may be repeated on another connection.
    their_commit: Option<Commit>,
    their_seal: Option<Signed>,
    is_resumed: bool,
    /// How long the other side's player may need at most, when its position is asked for.
    thinking: Patience,
    /// How long the message that is due was waited for, over all connections.
    waited: Duration,
    /// The calls since the last message arrived.
    calls: u32,
    /// The time beyond the other side's time for moves, all waits and interruptions together.
    excess: Duration,
}

impl<'a> Line<'a> {
    pub(super) fn new(
        line: OpenLine<'a>,
        id: Hash,
        setup: &'a MatchSetup<'a>,
        watch: &'a mut dyn FnMut(&PeerEvent<'_>),
    ) -> Line<'a> {
        let OpenLine { mut connection, restore, prelude } = line;
        for (is_sent, line) in &prelude {
            watch(&PeerEvent::Line { is_sent: *is_sent, line });
        }
        connection.permit(setup.limits.bytes);
        let conditions = &setup.agreed.offer.conditions;
        let start = Duration::from_millis(conditions.start_ms);
        Line {
            watch,
            connection,
            restore,
            id,
            limits: setup.limits,
            stop: setup.stop,
            sent: Vec::new(),
            record: Vec::new(),
            ends: Vec::new(),
            their_commit: None,
            their_seal: None,
            is_resumed: false,
            thinking: Patience::of_move(conditions, start, setup.limits),
            waited: Duration::ZERO,
            calls: 0,
            excess: Duration::ZERO,
        }
    }

    /// The first turn that is not complete; 0 while the seed is exchanged.
    pub(super) fn awaited(&self) -> u64 {
        self.ends.len() as u64
    }

    /// Notes that the seats were drawn, or a turn was played.
    pub(super) fn completed(&mut self, arbiter: &Arbiter) {
        let line = match arbiter.turns().last() {
            Some(turn) => serde_json::to_vec(turn),
            None => serde_json::to_vec(arbiter.table()),
        };
        self.record.extend(line.expect("records are plain data"));
        self.record.push(b'\n');
        self.ends.push(self.record.len());
        if !arbiter.turns().is_empty() {
            (self.watch)(&PeerEvent::Turn(arbiter));
        }
    }

    /// All lines of the record before the last.
    pub(super) fn record(&self) -> &[u8] {
        &self.record
    }

    pub(super) fn note_commit(&mut self, commit: Commit) {
        self.their_commit = Some(commit);
    }

    pub(super) fn note_seal(&mut self, signed: Signed) {
        self.their_seal = Some(signed);
    }

    /// Sends a message of `turn`, now or as soon as the connection is restored.
    pub(super) fn send(&mut self, turn: u64, message: &PeerMessage) -> Result<(), PeerError> {
        let line = message.line();
        (self.watch)(&PeerEvent::Line { is_sent: true, line: &line });
        let sent = self.connection.send(&line);
        self.sent.push((turn, line));
        match sent {
            Ok(()) => Ok(()),
            Err(error) => self.restore(&error),
        }
    }

    /// Receives the message that `pick` takes; any other one is a violation.
    pub(super) fn receive<T>(
        &mut self,
        word: &'static str,
        turn: u64,
        patience: Patience,
        pick: impl Fn(PeerMessage) -> Result<T, Box<PeerMessage>>,
    ) -> Result<T, PeerError> {
        loop {
            let most = self.waited + self.left(patience);
            match self.wait(patience) {
                Ok(line) => {
                    let Some(message) = self.read(&line, turn)? else { continue };
                    self.excess += self.waited.saturating_sub(patience.free);
                    (self.waited, self.calls) = (Duration::ZERO, 0);
                    return pick(message).map_err(|found| {
                        violation(found.word(), turn, say::unexpected(word, turn))
                    });
                }
                Err(error) if error.is_violation() => {
                    return Err(violation(word, turn, error.message()));
                }
                Err(LinkError::Silent) => {
                    return Err(PeerError::Silent { message: word, turn, seconds: most.as_secs() });
                }
                Err(LinkError::Closed) => return Err(PeerError::Left),
                Err(error) => self.restore(&error)?,
            }
        }
    }

    /// How much longer the message that is due may take. Connections that break do not prolong it.
    fn left(&self, patience: Patience) -> Duration {
        let excess = self.limits.excess.saturating_sub(self.excess);
        patience.most.min(patience.free + excess).saturating_sub(self.waited)
    }

    /// Receives a line, and counts the time.
    fn wait(&mut self, patience: Patience) -> Result<Vec<u8>, LinkError> {
        let started = Instant::now();
        let received = self.connection.receive(started + self.left(patience));
        self.waited += started.elapsed();
        received
    }

    /// Reads a message; none if it only repeats another on a new connection.
    fn read(&mut self, line: &[u8], turn: u64) -> Result<Option<PeerMessage>, PeerError> {
        (self.watch)(&PeerEvent::Line { is_sent: false, line: &String::from_utf8_lossy(line) });
        let read = PeerMessage::read(line, self.limits);
        let message = read.map_err(|error| violation(&word_of(line), turn, error.message()))?;
        match message {
            PeerMessage::Error(Abort { why, text }) => {
                Err(PeerError::Aborted(why, escape_reply(&text)))
            }
            PeerMessage::Commit(commit)
                if self.is_resumed && self.their_commit.as_ref() == Some(&commit) =>
            {
                Ok(None)
            }
            PeerMessage::Seal(signed)
                if self.is_resumed && self.their_seal.as_ref() == Some(&signed) =>
            {
                Ok(None)
            }
            message => Ok(Some(message)),
        }
    }

    /// Replaces the broken connection, and repeats on the new one what the other side lacks.
    fn restore(&mut self, why: &LinkError) -> Result<(), PeerError> {
        let started = Instant::now();
        if self.stop.is_set() {
            return Err(PeerError::Stopped);
        }
        if let Some(end) = self.last_message() {
            return Err(end);
        }
        let excess = self.limits.excess.saturating_sub(self.excess);
        if excess.is_zero() {
            return Err(PeerError::Excess { seconds: self.limits.excess.as_secs() });
        }
        let most = excess.min(self.limits.reconnect);
        let interruption = Interruption { started, waited: self.waited, most };
        (self.watch)(&PeerEvent::Interrupted);
        loop {
            let theirs = match self.restore {
                Restore::Dial(dial) => self.call_again(dial, interruption, why)?,
                Restore::Wait(reconnection) => {
                    let until = Instant::now() + interruption.left(self);
                    let returned = reconnection.take(until);
                    let (connection, theirs) =
                        returned.ok_or_else(|| self.gone(interruption, why))?;
                    self.connection = connection.replacing(&self.connection);
                    let own = PeerMessage::Resume(self.position()).line();
                    if self.connection.send(&own).is_err() {
                        continue;
                    }
                    theirs
                }
            };
            self.check_position(&theirs)?;
            let mut lacking = self.sent.iter().filter(|(turn, _)| *turn >= theirs.turn);
            if lacking.all(|(_, line)| self.connection.send(line).is_ok()) {
                break;
            }
        }
        self.is_resumed = true;
        self.excess += interruption.time(self);
        (self.watch)(&PeerEvent::Restored);
        Ok(())
    }

    /// Whether the other side has ended the match, if nothing can be sent to it. What else it said is
    /// repeated on another connection.
    fn last_message(&mut self) -> Option<PeerError> {
        let deadline = Instant::now() + LAST_MESSAGE;
        loop {
            match self.connection.receive(deadline) {
                Ok(line) => {
                    if let Ok(PeerMessage::Error(abort)) = PeerMessage::read(&line, self.limits) {
                        let line = &String::from_utf8_lossy(&line);
                        (self.watch)(&PeerEvent::Line { is_sent: false, line });
                        return Some(PeerError::Aborted(abort.why, escape_reply(&abort.text)));
                    }
                }
                Err(LinkError::Closed) => return Some(PeerError::Left),
                Err(_) => return None,
            }
        }
    }

    /// Calls until the other side answers with its position.
    fn call_again(
        &mut self,
        dial: &dyn Fn() -> Result<Connection, LinkError>,
        interruption: Interruption,
        why: &LinkError,
    ) -> Result<Resume, PeerError> {
        loop {
            // The first call is made at once. If the other side breaks each connection, there is a
            // pause between the calls nevertheless.
            if let Some(count) = self.calls.checked_sub(1) {
                let pause = Duration::from_millis((250 << count.min(6)).min(MAX_PAUSE_MS));
                self.stop.wait(pause.min(interruption.left(self)));
            }
            if self.stop.is_set() || interruption.left(self).is_zero() {
                return Err(self.gone(interruption, why));
            }
            self.calls = self.calls.saturating_add(1);
            let Ok(connection) = dial() else { continue };
            self.connection = connection.replacing(&self.connection);
            match self.ask_position() {
                Ok(PeerMessage::Resume(theirs)) if theirs.id == self.id => return Ok(theirs),
                Ok(PeerMessage::Refuse(refuse)) => return Err(PeerError::Refused(refuse)),
                Ok(PeerMessage::Error(abort)) => {
                    return Err(PeerError::Aborted(abort.why, escape_reply(&abort.text)));
                }
                Ok(other) => {
                    let why = say::unexpected("resume", self.awaited());
                    return Err(violation(other.word(), self.awaited(), why));
                }
                Err(LinkError::Closed) => return Err(PeerError::Left),
                Err(_) => {}
            }
        }
    }

    /// Sends the own position and receives the other side's, which may still wait for its player.
    fn ask_position(&mut self) -> Result<PeerMessage, LinkError> {
        self.connection.send(&PeerMessage::Resume(self.position()).line())?;
        let line = self.wait(self.thinking)?;
        PeerMessage::read(&line, self.limits).map_err(|_| LinkError::Broken)
    }

    fn gone(&self, interruption: Interruption, why: &LinkError) -> PeerError {
        if self.stop.is_set() {
            return PeerError::Stopped;
        }
        PeerError::Gone { seconds: interruption.most.as_secs(), why: why.message() }
    }

    fn position(&self) -> Resume {
        Resume { id: self.id, turn: self.awaited(), digest: self.digest_before(self.ends.len()) }
    }

    /// The hash of this many lines of the record.
    fn digest_before(&self, count: usize) -> Hash {
        let end = count.checked_sub(1).map_or(0, |last| self.ends[last]);
        Hash::of(&self.record[..end])
    }

    /// Whether the other side has the same record, as far as it goes. If it is ahead, it checks.
    fn check_position(&self, theirs: &Resume) -> Result<(), PeerError> {
        let count = usize::try_from(theirs.turn).unwrap_or(usize::MAX);
        if count <= self.ends.len() && theirs.digest != self.digest_before(count) {
            return Err(violation("resume", theirs.turn, say::other_record()));
        }
        Ok(())
    }

    /// Ends a match that is finished and signed by both. The opener waits until the challenger has
    /// closed, as it may lack the opener's signature.
    pub(super) fn close(&mut self, side: Side) {
        if side == Side::Opener {
            self.await_close();
        }
        self.connection.close(Instant::now() + LINGER);
    }

    fn await_close(&mut self) {
        loop {
            match self.wait(Patience::of(self.limits.reply)) {
                Ok(_) => {}
                Err(LinkError::Closed | LinkError::Silent) => return,
                Err(error) if error.is_violation() => return,
                Err(error) => {
                    if self.restore(&error).is_err() {
                        return;
                    }
                }
            }
        }
    }

    /// Ends a match before its time, and says why unless the other side knows it.
    pub(super) fn abort(&mut self, error: &PeerError) {
        if let Some(why) = error.abort_reason() {
            let text = match error {
                // What is wrong here may name files and programs of this machine.
                PeerError::Failed(_) => say::player_failed(),
                _ => error.message(),
            };
            let text = message::reason(&text.to_string());
            let line = PeerMessage::Error(Abort { why, text }).line();
            (self.watch)(&PeerEvent::Line { is_sent: true, line: &line });
            // A broken connection says enough.
            let _ = self.connection.send(&line);
        }
        self.connection.close(Instant::now() + LINGER);
    }
}

/// The word of the type of a message that is not readable otherwise.
fn word_of(line: &[u8]) -> String {
    #[derive(Deserialize)]
    struct Kind {
        #[serde(rename = "type")]
        word: String,
    }
    match serde_json::from_slice::<Kind>(line) {
        Ok(kind) => escape_reply(&kind.word),
        Err(_) => "?".to_owned(),
    }
}
