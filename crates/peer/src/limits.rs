//! What a peer may cost: every limit of the protocol in one place.

use std::time::Duration;

/// The limits within which the other side is served.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PeerLimits {
    /// Time for the handshake, and then for the first message.
    pub handshake: Duration,
    /// Time from the offer to its acceptance: the challenger's bot is built meanwhile.
    pub accept: Duration,
    /// Connections at the same time, and of one address.
    pub connections: usize,
    pub connections_per_address: usize,
    /// New connections of one address within a minute; those that led to a finished match are not
    /// counted.
    pub arrivals_per_address: usize,
    /// The longest line, in bytes.
    pub line: usize,
    /// Bytes received before the acceptance, and in a whole match.
    pub bytes_before_match: u64,
    pub bytes: u64,
    /// Turns of a match, and bytes of its record.
    pub turns: u64,
    pub record: u64,
    /// The depth of JSON.
    pub nesting: usize,
    /// The shortest and the longest time for a move that are offered or accepted. In less than the
    /// shortest, a program whose machine is busy for a moment loses.
    pub min_move_time: Duration,
    pub move_time: Duration,
    /// The other side's move may take this many times its time for a move, and that much more.
    pub patience_factor: u32,
    pub patience: Duration,
    /// Time for a reveal or a signature.
    pub reply: Duration,
    /// Time beyond the time for moves, all waits and interruptions of a match together.
    pub excess: Duration,
    /// How long a broken connection may take to be restored.
    pub reconnect: Duration,
    /// A key with this many unfinished matches within [`PeerLimits::memory`] is refused.
    pub unfinished: usize,
    pub memory: Duration,
    /// When a refused challenger may try again.
    pub retry: Duration,
}

impl Default for PeerLimits {
    fn default() -> PeerLimits {
        const MINUTE: Duration = Duration::from_secs(60);
        PeerLimits {
            handshake: Duration::from_secs(10),
            accept: 2 * MINUTE,
            connections: 32,
            connections_per_address: 4,
            arrivals_per_address: 8,
            line: 64 << 10,
            bytes_before_match: 64 << 10,
            bytes: 64 << 20,
            turns: 100_000,
            record: 8 << 20,
            nesting: 16,
            min_move_time: Duration::from_millis(10),
            move_time: 60 * MINUTE,
            patience_factor: 3,
            patience: Duration::from_secs(30),
            reply: Duration::from_secs(10),
            excess: 10 * MINUTE,
            reconnect: 2 * MINUTE,
            unfinished: 3,
            memory: 24 * 60 * MINUTE,
            retry: Duration::from_secs(30),
        }
    }
}
