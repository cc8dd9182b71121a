//! The result of an audit.

use super::{AuditFinding, AuditNote, LogCounts, ReplayedAnswers};

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub struct AuditReport {
    /// What differs; the first of it.
    pub findings: Vec<AuditFinding>,
    /// How many more there are.
    pub more: u64,
    /// How many matches were replayed.
    pub replayed: u64,
    /// How many matches are to be played, as far as is known.
    pub to_come: u64,
    /// What is known of the luck.
    pub luck: SeedStatus,
    /// Which answers were asked for again.
    pub asked: ReplayedAnswers,
    /// What is to be known beside that.
    pub remarks: Vec<AuditNote>,
    /// What the log of attempts says.
    pub log: LogCounts,
    /// How many of the receipts that were expected are there.
    pub receipts: u64,
    /// How far the contest is.
    pub verdict: AuditVerdict,
}

/// What is known of the luck of a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeedStatus {
    /// The host chose the seed.
    Chosen,
    /// Entries are open: the seed follows from the commitment.
    Preliminary,
    /// It was drawn, and secret, entrants and seed agree, unless a finding says otherwise.
    Drawn,
    /// Drawn, with a public value mixed in that was unknown when entries closed.
    Public,
    /// Drawn, but the host chose the public value, or when it was taken.
    ByHand,
    /// The secret has not been told.
    Hidden,
}

/// What it comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AuditVerdict {
    /// Everything agrees and nothing is left to play.
    Sound,
    /// Everything agrees so far, but not everything is known or played.
    SoundSoFar,
    /// Something differs.
    Broken,
}
