//! The result of an audit: differences between an export and what it should contain, remarks, and
//! why an export cannot be checked. Untrusted text is escaped.

use super::say;
use crate::DrawMismatch;
use certamen_game::{
    Fault, Void, escaped,
    record::RecordError,
    replay::{Difference, ReplayError},
};
use certamen_i18n::{Localize, Message};
use certamen_tournament::{Contradiction, UnreadableKeys};

#[derive(Clone, PartialEq, Debug)]
pub struct AuditReport {
    /// The first of the differences.
    pub findings: Vec<AuditFinding>,
    pub more: u64,
    pub replayed: u64,
    /// The number of matches to be played, as far as known.
    pub to_come: u64,
    pub seed_status: SeedStatus,
    pub asked: ReplayedAnswers,
    pub remarks: Vec<AuditNote>,
    pub log: LogCounts,
    /// The number of expected receipts that are listed.
    pub receipts: u64,
    pub verdict: AuditVerdict,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LogCounts {
    pub lines: i64,
    pub runs: u64,
    pub void: u64,
    /// The number of matches without a line.
    pub unlogged: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReplayedAnswers {
    pub again: u64,
    /// Answers of built-in players that were not replayed: skipped, or of unknown players.
    pub unasked: u64,
    pub programs: u64,
    /// Different answers or none, as bots that draw lots may give.
    pub others: u64,
    /// Turns with a recorded fault of a bot that answers now.
    pub doubtful_faults: u64,
    /// The number of matches of bots that were not replayed: outside of the sample, or the bots are
    /// not available.
    pub left_out: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeedStatus {
    Chosen,
    /// Entries are open: the seed follows from the commitment.
    Preliminary,
    /// It was drawn, and secret, entrants and seed agree, unless a finding says otherwise.
    Drawn,
    /// Drawn with a public value that was unknown when entries closed.
    Public,
    /// Drawn, but the host chose the public value, or when it was taken.
    ByHand,
    Hidden,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AuditVerdict {
    /// Everything agrees and nothing is left to play.
    Sound,
    /// Everything agrees so far, but not everything is known or played.
    SoundSoFar,
    Broken,
}

#[derive(Clone, PartialEq, Debug, Localize)]
#[localize(display)]
pub enum AuditFinding {
    #[localize(say::of_match(number, what))]
    Match {
        number: i64,
        what: MatchFinding,
    },
    #[localize(transparent)]
    Draw(DrawMismatch),
    /// The contest's seed is missing, though nothing hides it.
    NoContestSeed,
    ContestSeed {
        seed: u64,
        drawn: u64,
    },
    OtherCommitment,
    OtherList,
    OtherName {
        listed: String,
        bot: String,
    },
    OtherEntrants,
    End {
        listed: u64,
        found: usize,
    },
    /// No phase lists the entrants from the first match on.
    FirstPhase,
    PhasesDescend,
    #[localize(match who {
        Some(who) => say::not_planned(number, who),
        None => say::strange(number),
    })]
    NotPlanned {
        number: i64,
        who: Option<String>,
    },
    Missing {
        who: String,
    },
    /// A match has a lower number than one that was planned before it.
    Late {
        number: i64,
        who: String,
        last: i64,
    },
    /// A bot is listed as not deterministic, but the records do not show it.
    #[localize(say::not_different(id, matches[0], matches[1]))]
    NotDifferent {
        id: i64,
        matches: [i64; 2],
    },
    /// An entrant without files that is no built-in player of this version.
    #[localize(say::unknown_house(escaped(bot)))]
    UnknownBuiltin {
        bot: String,
    },
    /// A bot that is declared deterministic answered differently, which is not listed.
    #[localize(say::different_untold(id, matches[0], matches[1]))]
    UnlistedBreach {
        id: i64,
        matches: [i64; 2],
    },
    /// A match was copied of bots that are not declared deterministic.
    CopyOfUndeclared {
        number: i64,
    },
    /// A match is listed as a repeat of another, which was played differently.
    NoCopy {
        number: i64,
        original: i64,
    },
    /// A built-in player is declared deterministic and draws lots, or vice versa.
    #[localize(say::declaration(escaped(bot)))]
    Declaration {
        bot: String,
    },
    ContestKey {
        key: &'static str,
    },
    PhaseFormat {
        first: i64,
    },
    /// The contest file has another value than the contest, with which no run would continue.
    FileKey {
        key: &'static str,
        listed: String,
        file: String,
    },
    /// A line of the log of attempts does not follow from the one before.
    LogBreaks {
        line: i64,
    },
    /// A line of the log names a match that is not listed, or has another record.
    LogOther {
        line: i64,
        number: i64,
    },
    /// A line of the log has a match that ended before it began.
    LogTimes {
        line: i64,
    },
    /// The record of a match states another tier than the run that played it.
    LogTier {
        line: i64,
        number: i64,
        run: String,
        record: String,
    },
    /// The contest states a tier that no run and no match had.
    OtherTier {
        listed: String,
    },
    /// The end states another head of the log.
    LogHead,
    NotLogged {
        matches: u64,
    },
    HeadMissing {
        lines: i64,
    },
    #[localize(say::receipt_missing(escaped(file), escaped(digest)))]
    ReceiptMissing {
        file: String,
        digest: String,
    },
    /// The standings are longer or shorter than listed.
    TableLength {
        lines: usize,
        listed: usize,
    },
    TableKey {
        line: usize,
        key: String,
        found: String,
        computed: String,
    },
    TableUnknownKey {
        line: usize,
        key: String,
    },
}

#[derive(Clone, PartialEq, Debug, Localize)]
#[localize(display)]
pub enum MatchFinding {
    /// Its seed is not the one that follows from the contest's.
    Seed {
        found: u64,
        expected: u64,
    },
    /// The match was played, but its seed is missing.
    NoSeed,
    RecordWithoutOutcome,
    /// A single seat at a table, with more than a bye.
    NoBye,
    NoRecord,
    Scores {
        scores: usize,
        seats: usize,
    },
    #[localize(say::record(_0))]
    Unreadable(Message),
    #[localize(say::record(_0))]
    NotPlayable(ReplayError),
    #[localize(say::record(_0))]
    Recorded(Box<Difference>),
    Header {
        key: String,
        found: String,
        expected: String,
    },
    NoOutcome,
    EndsEarly,
    #[localize(say::house(turn, found, due))]
    Builtin {
        turn: u64,
        found: String,
        due: String,
    },
    /// A fault of a built-in player that only bots can commit.
    #[localize(say::house_fault(turn, fault.message()))]
    BuiltinFault {
        turn: u64,
        fault: Fault,
    },
    /// A bot that is declared deterministic answers differently.
    Program {
        turn: u64,
        found: String,
        due: String,
    },
    /// The rules are a program, which failed when its answers were replayed.
    #[localize(say::record(_0))]
    Rules(Void),
    /// The record was changed after it was sealed.
    Digest,
    Outcome(Box<Difference>),
    Turns {
        listed: u64,
        found: u64,
    },
    Faults {
        listed: u64,
        found: usize,
    },
}

impl MatchFinding {
    pub(super) fn unreadable(error: &RecordError) -> MatchFinding {
        MatchFinding::Unreadable(error.message())
    }
}

/// A remark on a contest that does not make it unsound.
#[derive(Clone, PartialEq, Debug, Localize)]
#[localize(display)]
pub enum AuditNote {
    /// The secret was drawn after entries had closed.
    #[localize(say::remark_late_secret())]
    LateSecret,
    #[localize(say::remark_no_file())]
    NoFile,
    #[localize(say::remark_unreadable(_0))]
    UnreadableFile(Message),
    #[localize(say::remark_file(key, file, played))]
    File { key: String, file: String, played: String },
    #[localize(say::remark_bots(named, count))]
    Bots { named: usize, count: usize },
    #[localize(say::remark_tier(listed, found))]
    Tier { listed: String, found: String },
    #[localize(say::remark_conditions(key, matches, of, most, other))]
    Conditions { key: String, matches: u64, of: u64, most: String, other: String },
}

/// Why a contest cannot be audited.
#[derive(Debug, Localize)]
#[localize(error)]
pub enum AuditError {
    AfterEnd,
    SecondContest,
    #[localize(say::told_twice(_0))]
    ListedTwice(i64),
    PhaseOfNoContest,
    MatchOfNoContest,
    NotAscending(i64),
    BreaksOff,
    NoContest,
    /// There are more of something than any contest has.
    #[localize(say::too_many(most, what))]
    TooMany {
        what: EntryKind,
        most: usize,
    },
    Version {
        given: u32,
        known: u32,
    },
    #[localize(say::unknown_game(certamen_game::escaped(_0)))]
    UnknownGame(String),
    Rules {
        given: u32,
        known: u32,
    },
    Ranking(UnreadableKeys),
    Format(UnreadableKeys),
    /// Format, ranking and policy do not go together, or not with the entrants.
    #[localize(say::contradiction(_0.key, &_0.reason))]
    Contradiction(Contradiction),
    TableSize(usize),
    UnknownEntrant(i64),
    /// A submission enters but is not listed.
    #[localize(say::not_told(_0))]
    NotListed(i64),
    #[localize(say::same_name(certamen_game::escaped(_0)))]
    SameName(String),
    #[localize(_0.clone())]
    Replayer(Message),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Localize)]
#[localize(display)]
pub enum EntryKind {
    Submissions,
    Phases,
    Entrants,
    Matches,
    Attempts,
    Receipts,
    Lines,
}

/// At most this many findings are reported; the others are counted.
const MAX_FINDINGS: usize = 50;

#[derive(Default)]
pub(super) struct Findings {
    pub(super) first: Vec<AuditFinding>,
    pub(super) more: u64,
}

impl Findings {
    pub(super) fn add(&mut self, finding: AuditFinding) {
        if self.first.len() < MAX_FINDINGS {
            self.first.push(finding);
        } else {
            self.more += 1;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.first.is_empty()
    }
}
