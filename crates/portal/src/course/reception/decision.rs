//! What was decided on a file, and the report its authors read.

use super::{Course, say};
use crate::course::identity::FileName;
use certamen_game::job::{PlayerId, shortened};
use certamen_i18n::{Language, Localize, Message};
use certamen_runner::submission::{RuleVerdict, SourceFinding};

/// The decision on a file that came in.
#[derive(Clone, PartialEq, Debug)]
pub struct IntakeDecision {
    /// The name of the file, escaped.
    pub file: String,
    /// The parsed name; `None` unless it belongs to a registered team and ends as the team's key
    /// begins.
    pub name: Option<FileName>,
    /// The player, under the same condition. Do not show it to others before the verdict says that
    /// the key was right, that is: not if it is discarded.
    pub player: Option<PlayerId>,
    pub alias: Option<String>,
    /// The submission that this one replaces if it is stored: its matches leave the standings.
    pub replaces: Option<FileName>,
    /// The functions that it defines, the evaluation function first.
    pub functions: Vec<String>,
    /// Everything that is wrong with it; empty if it is accepted.
    pub findings: Vec<SourceFinding>,
    pub language: Language,
    place: String,
}

impl IntakeDecision {
    pub(super) fn new(file: &str, course: &Course<'_>) -> IntakeDecision {
        IntakeDecision {
            file: certamen_game::escaped(file),
            name: None,
            player: None,
            alias: None,
            replaces: None,
            functions: Vec::new(),
            findings: Vec::new(),
            language: course.language,
            place: course.rules.place.clone(),
        }
    }

    /// The heaviest of what the findings lead to.
    pub fn verdict(&self) -> RuleVerdict {
        self.findings.iter().map(SourceFinding::verdict).max().unwrap_or(RuleVerdict::Accepted)
    }

    /// Whether the file is stored and its name and day are used up. An accepted player plays; a
    /// disqualified one takes its slot without playing; a ban ends all.
    pub fn is_stored(&self) -> bool {
        match self.verdict() {
            RuleVerdict::Accepted | RuleVerdict::Disqualified | RuleVerdict::Proscribed => true,
            RuleVerdict::Refused | RuleVerdict::Discarded => false,
        }
    }

    /// The name of the player in the standings: its alias, shortened if it is long, or `ggppn`.
    pub fn listed_as(&self) -> Option<String> {
        let number = self.player.map(|player| player.to_string());
        self.alias.as_deref().map(shortened).filter(|_| number.is_some()).or(number)
    }

    /// The same decision with what was found when the player was tried.
    #[must_use]
    pub fn tried(mut self, findings: impl IntoIterator<Item = SourceFinding>) -> IntakeDecision {
        self.findings.extend(findings);
        self
    }

    /// The report for the authors, in lines.
    pub fn report(&self, language: Language) -> String {
        let mut lines: Vec<String> =
            self.told().iter().map(|message| message.get(language)).collect();
        lines.push(String::new());
        lines.join("\n")
    }

    fn told(&self) -> Vec<Message> {
        let verdict = self.verdict();
        let mut told = Vec::new();
        if verdict == RuleVerdict::Accepted {
            told.push(say::stored(&self.file, &self.place));
        } else {
            told.push(say::judged(&self.file, verdict));
            told.extend(self.findings.iter().map(Localize::message));
        }
        if let Some(listed) = self.listed_as().filter(|_| self.is_stored()) {
            told.push(say::listed_as(listed));
        }
        if let Some(replaced) = self.replaces.filter(|_| self.is_stored()) {
            told.push(say::replaces(replaced.to_string()));
        }
        told.extend(next(verdict));
        told
    }
}

/// What can be done about a verdict.
fn next(verdict: RuleVerdict) -> Option<Message> {
    match verdict {
        RuleVerdict::Accepted | RuleVerdict::Refused => None,
        RuleVerdict::Discarded => Some(say::send_again()),
        RuleVerdict::Disqualified => Some(say::may_be_corrected()),
        RuleVerdict::Proscribed => Some(say::all_removed()),
    }
}
