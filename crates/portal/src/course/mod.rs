//! The contest of a course: who may submit what, and the reports on submissions.
//!
//! Nothing here opens a file, runs a program or asks for the time: a submission is a name and its
//! bytes, the day it was received a parameter. Every way to submit, a folder or a form, goes
//! through [`receive`]:
//!
//! 1. [`TeamRoster::read`] reads the teams once, [`SourceRules`] come from the contest.
//! 2. [`receive`] compares one file with both and with what is [`Stored`], and decides.
//! 3. If it is [`RuleVerdict::Accepted`], the caller tries the player (does it compile, is it in
//!    time, does it match the reference) and adds what it found with [`IntakeDecision::tried`].
//! 4. The caller stores the file if [`IntakeDecision::is_stored`], and shows
//!    [`IntakeDecision::report`].

mod identity;
pub mod reception;
pub mod roster;

pub use {
    certamen_game::job::{
        Assignment, PLAYERS_PER_PAIR, PlayerId, SourceForm, SourceRules, TeamId, UnknownAssignment,
    },
    certamen_runner::submission::{
        CheckedSource, Key, Rule, RuleVerdict, SourceFinding, check, form_of, lisp,
    },
    identity::{FileName, FileNameError},
    reception::{Course, EntryTest, IntakeDecision, Stored, StoredOutcome, Untried, receive},
    roster::{RosterError, Team, TeamRoster},
};

mod say {
    certamen_i18n::texts!("locales/course");
}
