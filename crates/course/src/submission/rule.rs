//! The rules that a submission can break, and what breaking each one leads to.

use super::words;
use certamen_game::Words;

/// What becomes of a submission, from best to worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// It plays.
    Accepted,
    /// It is not taken, and nothing is remembered of it: the name is stored already, or its pair
    /// may send nothing more.
    Refused,
    /// Its name or its first lines are not as they must be. It is not stored.
    Discarded,
    /// It may not play; a corrected version may be sent.
    Disqualified,
    /// It meddles with the game. The pair may send nothing more and all its players are removed.
    Proscribed,
}

impl Verdict {
    /// The word that tables and files use: `disqualified`.
    pub fn name(self) -> &'static str {
        self.words().en
    }

    /// What people are told it is; `descalificado` and `proscrito` are the announcement's words.
    pub fn words(self) -> Words {
        words::verdict(self)
    }
}

/// Something that a submission must keep to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the texts say what each one is")]
pub enum Rule {
    // Refused.
    AlreadyStored,
    ProscribedPair,
    // Discarded.
    NameForm,
    NamePlayer,
    NameDate,
    NotToday,
    UnknownPair,
    NameKey,
    TooLarge,
    KeyLine,
    AliasLine,
    NotAFile,
    // Disqualified.
    NotClosed,
    Unmatched,
    TooDeep,
    Unreadable,
    ReaderEvaluation,
    ReaderConditional,
    NoFunction,
    FirstFunction,
    OneArgument,
    TooManyFunctions,
    OtherTopLevel,
    MalformedFunction,
    DefinedTwice,
    Redefinition,
    ForeignPackage,
    Assignment,
    Destructive,
    Evaluation,
    Definition,
    Files,
    Processes,
    UnknownFunction,
    Malformed,
    // Disqualified when it was tried.
    DoesNotCompile,
    FailsAtRunTime,
    TooSlow,
    BelowMinimum,
    // Proscribed.
    ChangesState,
    ChangesGameVariable,
    ControlsGame,
}

impl Rule {
    /// All of them, in the order of their weight.
    pub const ALL: &[Rule] = &[
        Rule::AlreadyStored,
        Rule::ProscribedPair,
        Rule::NameForm,
        Rule::NamePlayer,
        Rule::NameDate,
        Rule::NotToday,
        Rule::UnknownPair,
        Rule::NameKey,
        Rule::TooLarge,
        Rule::KeyLine,
        Rule::AliasLine,
        Rule::NotAFile,
        Rule::NotClosed,
        Rule::Unmatched,
        Rule::TooDeep,
        Rule::Unreadable,
        Rule::ReaderEvaluation,
        Rule::ReaderConditional,
        Rule::NoFunction,
        Rule::FirstFunction,
        Rule::OneArgument,
        Rule::TooManyFunctions,
        Rule::OtherTopLevel,
        Rule::MalformedFunction,
        Rule::DefinedTwice,
        Rule::Redefinition,
        Rule::ForeignPackage,
        Rule::Assignment,
        Rule::Destructive,
        Rule::Evaluation,
        Rule::Definition,
        Rule::Files,
        Rule::Processes,
        Rule::UnknownFunction,
        Rule::Malformed,
        Rule::DoesNotCompile,
        Rule::FailsAtRunTime,
        Rule::TooSlow,
        Rule::BelowMinimum,
        Rule::ChangesState,
        Rule::ChangesGameVariable,
        Rule::ControlsGame,
    ];

    /// What becomes of a submission that breaks this rule and none that weighs more.
    pub fn verdict(self) -> Verdict {
        if self <= Rule::ProscribedPair {
            Verdict::Refused
        } else if self <= Rule::NotAFile {
            Verdict::Discarded
        } else if self <= Rule::BelowMinimum {
            Verdict::Disqualified
        } else {
            Verdict::Proscribed
        }
    }

    /// What the rule says.
    pub fn text(self) -> Words {
        words::rule(self)
    }
}
