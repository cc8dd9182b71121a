//! Results of canaries, as they can be cached until the machine restarts.

use super::{
    finding::{DoctorFinding, Part, Status},
    item::Item,
    say,
};
use certamen_i18n::{Localize, Message, quoted};
use serde::{Deserialize, Serialize};

/// Something that was tried with canaries.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct ProbeTest {
    pub(super) item: Item,
    pub(super) shown: ProbeOutput,
}

/// What a canary showed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) enum ProbeOutput {
    /// As it should be.
    Fine,
    /// The same, with a figure.
    Ok(CanaryFigure),
    /// One can do without it.
    Lost(CanaryFigure),
    /// It got out. That is never kept, but tried again.
    #[serde(skip)]
    Failed(Message),
}

/// A figure of what was tried.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) enum CanaryFigure {
    /// This many attempts failed, as they must.
    Attempts(usize),
    /// Programs are this user.
    User(i64),
    /// Programs are this user, who we are, too.
    SameUser(i64),
    /// Every run has this number.
    Number(i64),
    /// One run had these numbers, the next one those.
    Numbers(Vec<i64>, Vec<i64>),
    /// This many forks were allowed.
    Forks(u64),
    /// It took this many milliseconds.
    After(u64),
    /// Milliseconds charged, and milliseconds elapsed.
    Charged(f64, f64),
    /// CPU time is not counted.
    WallIsCharged,
    /// The clock is so far from the program's own, in per cent.
    Deviation(f64),
    /// A program used this share of the time off turn, in per cent.
    OffTurn(f64),
}

impl ProbeTest {
    /// Its finding.
    pub(super) fn finding(self) -> DoctorFinding {
        let (status, detail) = match self.shown {
            ProbeOutput::Fine => (Status::Ok, None),
            ProbeOutput::Ok(figure) => (Status::Ok, Some(figure.message())),
            ProbeOutput::Lost(figure) => (Status::Lost, Some(figure.message())),
            ProbeOutput::Failed(why) => (Status::Failed, Some(why)),
        };
        DoctorFinding::new(Part::Test, self.item, status, detail)
    }
}

impl Localize for CanaryFigure {
    fn message(&self) -> Message {
        let debug = |numbers: &Vec<i64>| quoted(&format!("{numbers:?}"));
        match self {
            CanaryFigure::Attempts(count) => say::attempts(*count),
            CanaryFigure::User(user) => say::own_user(*user),
            CanaryFigure::SameUser(user) => say::same_user(*user),
            CanaryFigure::Number(number) => Message::verbatim(number.to_string()),
            CanaryFigure::Numbers(first, second) => say::numbers(debug(first), debug(second)),
            CanaryFigure::Forks(count) => say::forks(*count),
            CanaryFigure::After(ms) => say::after_ms(*ms),
            CanaryFigure::Charged(charged, wall) => say::charged_and_passed(
                quoted(&format!("{charged:.1}")),
                quoted(&format!("{wall:.1}")),
            ),
            CanaryFigure::WallIsCharged => say::wall_is_charged(),
            CanaryFigure::Deviation(share) => say::deviation(quoted(&format!("{share:+.1}"))),
            CanaryFigure::OffTurn(share) => say::off_turn(quoted(&format!("{share:.0}"))),
        }
    }
}
