//! What an audit reports: differences between an export and what it should contain, remarks, and why
//! an export cannot be checked. Untrusted text reaches a terminal unescaped.

use super::{LogCounts, ReplayedAnswers, say};
use crate::DrawMismatch;
use certamen_game::{
    Fault, escaped,
    record::RecordError,
    replay::{Difference, ReplayError},
};
use certamen_i18n::{Localize, Message};
use certamen_tournament::{Contradiction, UnreadableKeys};

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

/// A difference between an export and what it should contain.
#[derive(Clone, PartialEq, Debug)]
pub enum AuditFinding {
    /// Something in a match.
    Match {
        /// Its number.
        number: i64,
        /// What.
        what: MatchFinding,
    },
    /// Something in the draw.
    Draw(DrawMismatch),
    /// The contest's seed is missing, though nothing hides it.
    NoContestSeed,
    /// The contest has another seed than the draw.
    ContestSeed {
        /// The listed value.
        seed: u64,
        /// As it follows from the draw.
        drawn: u64,
    },
    /// The draw has another commitment than the saved one.
    OtherCommitment,
    /// The draw has other entrants than the saved list.
    OtherList,
    /// An entrant has another name than in the saved list.
    OtherName {
        /// The name in the list.
        listed: String,
        /// The name of the same program in the contest.
        bot: String,
    },
    /// The draw used other entrants than those at the start.
    OtherEntrants,
    /// The end counts other matches than there are.
    End {
        /// The listed number.
        told: u64,
        /// The actual number.
        found: usize,
    },
    /// No phase lists the entrants from the first match on.
    FirstPhase,
    /// The phases are not in order.
    PhasesDescend,
    /// The plan has no such match.
    NotPlanned {
        /// Its number.
        number: i64,
        /// Who plays, if they take part.
        who: Option<String>,
    },
    /// The plan has a match that is not listed.
    Missing {
        /// Who plays.
        who: String,
    },
    /// A match has a number before that of one that was planned before it.
    Late {
        /// Its number.
        number: i64,
        /// Who plays.
        who: String,
        /// The number of the other one.
        last: i64,
    },
    /// A bot is listed as not deterministic, and the records do not show it.
    NotDifferent {
        /// The submission.
        id: i64,
        /// The matches.
        matches: [i64; 2],
    },
    /// An entrant without files that is no built-in player of this version.
    UnknownHouse {
        /// Its name.
        bot: String,
    },
    /// A bot that is declared deterministic answered differently, which is not listed.
    DifferentUntold {
        /// The submission.
        id: i64,
        /// The matches.
        matches: [i64; 2],
    },
    /// A match was copied of bots that are not declared deterministic.
    CopyOfUndeclared {
        /// Its number.
        number: i64,
    },
    /// A match is listed as a repeat of another, which was played differently.
    NoCopy {
        /// Its number.
        number: i64,
        /// The number of the other one.
        original: i64,
    },
    /// A built-in player is declared deterministic and draws lots, or vice versa.
    Declaration {
        /// Its name.
        bot: String,
    },
    /// The contest states another value than its last phase.
    ContestKey {
        /// The key.
        key: &'static str,
    },
    /// The format of a phase did not grow from the one before.
    PhaseFormat {
        /// Its first match.
        first: i64,
    },
    /// The contest file has another value than the contest, where no run would have gone on.
    FileKey {
        /// The key.
        key: &'static str,
        /// The value of the contest.
        told: String,
        /// The value in the file.
        file: String,
    },
    /// A line of the log of attempts does not follow from the one before.
    LogBreaks {
        /// The line, from 1.
        line: i64,
    },
    /// A line of the log names a match that is not listed, or has another record.
    LogOther {
        /// The line, from 1.
        line: i64,
        /// The number of the match.
        number: i64,
    },
    /// A line of the log has a match that ended before it began.
    LogTimes {
        /// The line, from 1.
        line: i64,
    },
    /// The record of a match states another tier than the run that played it.
    LogTier {
        /// The line, from 1.
        line: i64,
        /// The number of the match.
        number: i64,
        /// The tier of the run.
        run: String,
        /// That of the record.
        record: String,
    },
    /// The contest states a tier that no run and no match had.
    OtherTier {
        /// The tier.
        told: String,
    },
    /// The end states another head of the log.
    LogHead,
    /// The log leaves matches out.
    NotLogged {
        /// As many.
        matches: u64,
        /// The number of matches played before there was a log.
        before: u64,
    },
    /// A saved head is not in the log.
    HeadMissing {
        /// How many lines the log had then.
        lines: i64,
    },
    /// A receipt held by an author is not listed.
    ReceiptMissing {
        /// What it is for.
        file: String,
        /// The digest of that.
        digest: String,
    },
    /// The standings are longer or shorter than listed.
    TableLength {
        /// The actual length.
        lines: usize,
        /// The listed value.
        told: usize,
    },
    /// A value in the standings.
    TableKey {
        /// The line, from 1.
        line: usize,
        /// Its key.
        key: String,
        /// The listed value.
        found: String,
        /// The value computed from the records.
        computed: String,
    },
    /// A value that the standings do not have.
    TableUnknownKey {
        /// The line, from 1.
        line: usize,
        /// Its key.
        key: String,
    },
}

/// A difference in a match.
#[derive(Clone, PartialEq, Debug, Localize)]
#[localize(display)]
pub enum MatchFinding {
    /// Its seed is not the one that follows from the contest's.
    Seed {
        /// The listed value.
        found: u64,
        /// As it follows.
        expected: u64,
    },
    /// It was played, and its seed is missing.
    NoSeed,
    /// A record of a match that was not played.
    RecordWithoutOutcome,
    /// A single seat at a table, with more than a bye.
    NoBye,
    /// A match without a record.
    NoRecord,
    /// The record is for another number of seats.
    Scores {
        /// How many scores it has.
        scores: usize,
        /// How many seats there are.
        seats: usize,
    },
    /// The record cannot be read.
    #[localize(say::record(_0))]
    Unreadable(Message),
    /// The record cannot have been played.
    #[localize(say::record(_0))]
    NotPlayable(ReplayError),
    /// The record has another end than the match.
    #[localize(say::record(_0))]
    Recorded(Box<Difference>),
    /// The record's header differs from the contest.
    Header {
        /// Its key.
        key: String,
        /// The value in the record.
        found: String,
        /// The value in the contest.
        expected: String,
    },
    /// The record has no outcome.
    NoOutcome,
    /// The record ends before the match does.
    EndsEarly,
    /// A built-in player answers differently from the record.
    House {
        /// The turn.
        turn: u64,
        /// As it is recorded.
        found: String,
        /// As it answers now.
        due: String,
    },
    /// A fault of a built-in player that only bots can commit.
    #[localize(say::house_fault(turn, fault.message()))]
    HouseFault {
        /// The turn.
        turn: u64,
        /// The fault.
        fault: Fault,
    },
    /// A bot that is declared deterministic answers differently.
    Program {
        /// In which turn.
        turn: u64,
        /// Its recorded answer.
        found: String,
        /// Its answer now.
        due: String,
    },
    /// The record was changed after it was sealed.
    Digest,
    /// The listed outcome differs from the record.
    Outcome(Box<Difference>),
    /// The listed number of turns differs.
    Turns {
        /// The listed number.
        told: u64,
        /// The number in the record.
        found: u64,
    },
    /// The listed number of faults differs.
    Faults {
        /// The listed number.
        told: u64,
        /// The number in the record.
        found: usize,
    },
}

impl MatchFinding {
    /// The record cannot be read.
    pub(super) fn unreadable(error: &RecordError) -> MatchFinding {
        MatchFinding::Unreadable(error.message())
    }
}

impl Localize for AuditFinding {
    fn message(&self) -> Message {
        match self {
            AuditFinding::Match { number, what } => say::of_match(number, what),
            AuditFinding::Draw(fault) => fault.message(),
            AuditFinding::NoContestSeed => say::no_contest_seed(),
            AuditFinding::ContestSeed { seed, drawn } => say::contest_seed(seed, drawn),
            AuditFinding::OtherCommitment => say::other_commitment(),
            AuditFinding::OtherList => say::other_list(),
            AuditFinding::OtherName { listed, bot } => say::other_name(listed, bot),
            AuditFinding::OtherEntrants => say::other_entrants(),
            AuditFinding::End { told, found } => say::end(told, found),
            AuditFinding::FirstPhase => say::first_phase(),
            AuditFinding::PhasesDescend => say::phases_descend(),
            AuditFinding::NotPlanned { number, who: Some(who) } => say::not_planned(number, who),
            AuditFinding::NotPlanned { number, who: None } => say::strange(number),
            AuditFinding::Missing { who } => say::missing(who),
            AuditFinding::Late { number, who, last } => say::late(number, who, last),
            AuditFinding::NotDifferent { id, matches: [one, other] } => {
                say::not_different(id, one, other)
            }
            AuditFinding::DifferentUntold { id, matches: [one, other] } => {
                say::different_untold(id, one, other)
            }
            AuditFinding::CopyOfUndeclared { number } => say::copy_of_undeclared(number),
            AuditFinding::NoCopy { number, original } => say::no_copy(number, original),
            AuditFinding::Declaration { bot } => say::declaration(escaped(bot)),
            AuditFinding::LogTimes { line } => say::log_times(line),
            AuditFinding::LogTier { line, number, run, record } => {
                say::log_tier(line, number, run, record)
            }
            AuditFinding::OtherTier { told } => say::other_tier(told),
            AuditFinding::UnknownHouse { bot } => say::unknown_house(escaped(bot)),
            AuditFinding::ContestKey { key } => say::contest_key(*key),
            AuditFinding::PhaseFormat { first } => say::phase_format(first),
            AuditFinding::FileKey { key, told, file } => say::file_key(*key, told, file),
            AuditFinding::LogBreaks { line } => say::log_breaks(line),
            AuditFinding::LogOther { line, number } => say::log_other(line, number),
            AuditFinding::LogHead => say::log_head(),
            AuditFinding::NotLogged { matches, before } => say::not_logged(matches, before),
            AuditFinding::HeadMissing { lines } => say::head_missing(lines),
            AuditFinding::ReceiptMissing { file, digest } => {
                say::receipt_missing(escaped(file), escaped(digest))
            }
            AuditFinding::TableLength { lines, told } => say::table_length(lines, told),
            AuditFinding::TableKey { line, key, found, computed } => {
                say::table_key(line, key, found, computed)
            }
            AuditFinding::TableUnknownKey { line, key } => say::table_unknown_key(line, key),
        }
    }
}

certamen_i18n::said!(AuditFinding);

/// What is to be known of a contest, though it does not make it unsound.
#[derive(Clone, PartialEq, Debug, Localize)]
#[localize(display)]
pub enum AuditNote {
    /// The secret was drawn when entries had closed already.
    #[localize(say::remark_late_secret())]
    LateSecret,
    /// Names and the order of entry were mixed into the seed.
    #[localize(say::remark_old_mix())]
    OldMix,
    /// The seeds of matches follow from names.
    #[localize(say::remark_seeds_of_names())]
    SeedsOfNames,
    /// The contest file is not told.
    #[localize(say::remark_no_file())]
    NoFile,
    /// The contest file cannot be read here.
    #[localize(say::remark_unreadable(_0))]
    UnreadableFile(Message),
    /// The contest file says another value than the contest was played with.
    #[localize(say::remark_file(key, file, played))]
    File {
        /// The key.
        key: String,
        /// As the file has it.
        file: String,
        /// As it was played.
        played: String,
    },
    /// The contest file names other bots than take part.
    #[localize(say::remark_bots(named, count))]
    Bots {
        /// As many are named.
        named: usize,
        /// As many take part, or would.
        count: usize,
    },
    /// The contest states another tier than most matches were played in.
    #[localize(say::remark_tier(told, found))]
    Tier {
        /// As it is told.
        told: String,
        /// As the records have it.
        found: String,
    },
    /// Not all matches were played under the same conditions.
    #[localize(say::remark_conditions(key, matches, of, most, other))]
    Conditions {
        /// The key.
        key: String,
        /// In how many matches it differs.
        matches: u64,
        /// Of how many.
        of: u64,
        /// Its value in most.
        most: String,
        /// Its value in one of the others.
        other: String,
    },
}

/// Why nothing of a contest can be checked.
#[derive(Debug, Localize)]
#[localize(error)]
pub enum AuditError {
    /// Something follows the end.
    AfterEnd,
    /// There are two contests.
    SecondContest,
    /// A submission is told twice.
    ToldTwice(i64),
    /// A phase before the contest.
    PhaseOfNoContest,
    /// A match before the contest.
    MatchOfNoContest,
    /// The matches are not in order.
    NotAscending(i64),
    /// The end is missing.
    BreaksOff,
    /// The contest is missing.
    NoContest,
    /// There is more of something than anybody would hold a contest with.
    #[localize(say::too_many(most, what))]
    TooMany {
        /// Of what.
        what: EntryKind,
        /// As much is looked at.
        most: usize,
    },
    /// It is an export of another version.
    Version {
        /// Its version.
        given: u32,
        /// Ours.
        known: u32,
    },
    /// There is no such game.
    #[localize(say::unknown_game(certamen_game::escaped(_0)))]
    UnknownGame(String),
    /// The rules of the game were others.
    Rules {
        /// Their version.
        given: u32,
        /// Ours.
        known: u32,
    },
    /// The ranking cannot be read.
    Ranking(UnreadableKeys),
    /// A format cannot be read.
    Format(UnreadableKeys),
    /// Format, ranking and policy do not go together, or not with the entrants.
    #[localize(say::contradiction(_0.key, &_0.reason))]
    Contradiction(Contradiction),
    /// The game does not allow this table size.
    TableSize(usize),
    /// A match with an unknown entrant.
    UnknownEntrant(i64),
    /// A submission takes part and is not told.
    NotTold(i64),
    /// Two entrants of one name.
    #[localize(say::same_name(certamen_game::escaped(_0)))]
    SameName(String),
    /// Programs cannot be asked again.
    #[localize(_0.clone())]
    Asker(Message),
}

/// What an account contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Localize)]
#[localize(display)]
pub enum EntryKind {
    /// Submissions.
    Submissions,
    /// Phases.
    Phases,
    /// Entrants.
    Entrants,
    /// Matches.
    Matches,
    /// Lines of the log of attempts.
    Attempts,
    /// Receipts.
    Receipts,
    /// Lines of the table.
    Lines,
}

/// At most this many findings are reported; the others are counted.
const MOST_TOLD: usize = 50;

/// What differs.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) told: Vec<AuditFinding>,
    pub(super) more: u64,
}

impl Findings {
    pub(super) fn add(&mut self, finding: AuditFinding) {
        if self.told.len() < MOST_TOLD {
            self.told.push(finding);
        } else {
            self.more += 1;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.told.is_empty()
    }
}
