//! A turn of an engine that is asked by a dialogue of several lines: how it is timed and charged, and
//! what it may say instead of a move.

use certamen_game::{Budget, Channel, Failure, Fault, Player, Reply, View, Void};
use certamen_i18n::Message;
use std::time::{Duration, Instant};

/// The most output of a chess engine in one turn, in bytes.
const MOST: usize = 1 << 20;

/// Why there is no move.
pub(super) enum NoMove {
    Failure(Failure),
    /// It said this instead of a move.
    Text(String),
}

impl From<Failure> for NoMove {
    fn from(failure: Failure) -> NoMove {
        NoMove::Failure(failure)
    }
}

impl From<Message> for NoMove {
    fn from(reason: Message) -> NoMove {
        NoMove::Failure(Failure::Void(Void::Ours(reason)))
    }
}

/// An engine whose process can go on to another match.
pub trait LastingEngine: Player {
    /// Ends a match; whether it can play another one, which begins with its next answer.
    fn end_match(&mut self) -> bool;
}

/// An engine that runs for a whole match.
pub(super) trait Engine {
    type Channel: Channel;

    fn channel(&mut self) -> &mut Self::Channel;

    /// Whether it was set up for the match.
    fn is_set_up(&self) -> bool;

    /// Brings it up to date and asks for a move.
    fn generate(&mut self, view: &View<'_>, deadline: Instant) -> Result<String, NoMove>;
}

/// The answer of an engine: its move, or, for the record, what it said instead, unless people could
/// play that.
pub(super) fn answer(
    engine: &mut impl Engine,
    view: &View<'_>,
    budget: Budget,
) -> Result<Reply, Failure> {
    let started = Instant::now();
    // The first answer has more time, for starting up, which is not charged.
    let start = Duration::from_millis(view.table.conditions.start_ms);
    let allowance = if engine.is_set_up() { Duration::ZERO } else { start };
    let wall = budget.wall + allowance;
    engine.channel().begin_turn(Budget { cpu: budget.cpu + allowance, wall })?;
    let played = engine.generate(view, started + wall);
    let wall = started.elapsed();
    let charged = engine.channel().end_turn().unwrap_or(wall);
    let text = match played {
        Err(NoMove::Failure(failure)) => return Err(failure),
        Err(NoMove::Text(text)) if view.state.read(view.seat, &text).is_ok() => {
            return Err(Failure::Fault(Fault::Illegal));
        }
        Ok(text) | Err(NoMove::Text(text)) => text,
    };
    let pondered = engine.channel().pondered();
    Ok(Reply { given: text.into(), charged: charged.saturating_sub(allowance), wall, pondered })
}

/// The lines of a chess engine.
pub(super) struct EngineLines<C> {
    pub(super) channel: C,
    /// The bytes received in this turn.
    received: usize,
}

impl<C: Channel> EngineLines<C> {
    pub(super) fn new(channel: C) -> EngineLines<C> {
        EngineLines { channel, received: 0 }
    }

    /// Begins a turn, in which its output is counted from zero.
    pub(super) fn begin_turn(&mut self) {
        self.received = 0;
    }

    pub(super) fn send(&mut self, command: &str, deadline: Instant) -> Result<(), Failure> {
        self.channel.send(command.as_bytes(), deadline)
    }

    pub(super) fn receive(&mut self, deadline: Instant) -> Result<String, Failure> {
        let mut line = Vec::new();
        self.channel.receive(&mut line, deadline)?;
        self.received += line.len() + 1;
        if self.received > MOST {
            return Err(Failure::Fault(Fault::Output));
        }
        Ok(String::from_utf8_lossy(&line).into_owned())
    }
}
