//! What was decided on a file, and the report its authors read.

use super::{Course, words};
use crate::{
    identity::FileName,
    submission::{Finding, Verdict},
};
use certamen_game::Language;
use certamen_work::PlayerId;

/// What becomes of a file that came in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// What the file was called, escaped.
    pub file: String,
    /// The name taken apart; none unless it belongs to a registered pair and ends as its key
    /// begins.
    pub name: Option<FileName>,
    /// Whose player it is, under the same condition. Do not show it to others before the verdict
    /// says that the key was right, that is: not if it is discarded.
    pub player: Option<PlayerId>,
    /// How the player wants to be listed.
    pub alias: Option<String>,
    /// The submission whose place this one takes if it is stored: its matches leave the table.
    pub replaces: Option<FileName>,
    /// The functions that it defines, the evaluation function first.
    pub functions: Vec<String>,
    /// Everything that is wrong with it; nothing if it is accepted.
    pub findings: Vec<Finding>,
    /// The language of the authors.
    pub language: Language,
    place: String,
}

impl Decision {
    pub(super) fn new(file: &str, course: &Course<'_>) -> Decision {
        Decision {
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
    pub fn verdict(&self) -> Verdict {
        self.findings.iter().map(Finding::verdict).max().unwrap_or(Verdict::Accepted)
    }

    /// Whether the file is kept and its name and day are used up. What is accepted plays; what is
    /// disqualified takes the player's place without playing; what is proscribed ends all.
    pub fn is_stored(&self) -> bool {
        match self.verdict() {
            Verdict::Accepted | Verdict::Disqualified | Verdict::Proscribed => true,
            Verdict::Refused | Verdict::Discarded => false,
        }
    }

    /// How the table lists the player: its alias or `ggppn`.
    pub fn listed_as(&self) -> Option<String> {
        let number = self.player.map(|player| player.to_string());
        self.alias.clone().filter(|_| number.is_some()).or(number)
    }

    /// The same decision with what was found when the player was tried.
    #[must_use]
    pub fn tried(mut self, findings: impl IntoIterator<Item = Finding>) -> Decision {
        self.findings.extend(findings);
        self
    }

    /// What is told to the authors, in lines.
    pub fn report(&self, language: Language) -> String {
        let verdict = self.verdict();
        let file = &self.file;
        let mut lines = Vec::new();
        if verdict == Verdict::Accepted {
            let [before, between] = words::STORED.map(|words| words.get(language));
            lines.push(format!("{before} {file} {between} {}", self.place));
        } else {
            lines.push(format!("{file}: {}", verdict.words().get(language)));
            lines.extend(self.findings.iter().map(|finding| finding.text(language)));
        }
        if let Some(listed) = self.listed_as().filter(|_| self.is_stored()) {
            lines.push(format!("{}: {listed}", words::LISTED_AS.get(language)));
        }
        if let Some(replaced) = self.replaces.filter(|_| self.is_stored()) {
            lines.push(format!("{}: {replaced}", words::REPLACES.get(language)));
        }
        if let Some(next) = words::next(verdict) {
            lines.push(next.get(language).to_owned());
        }
        lines.push(String::new());
        lines.join("\n")
    }
}
