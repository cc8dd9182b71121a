//! One error in a submission, and where it is.

use super::{Rule, RuleVerdict, say};
use crate::submission::lisp::SourcePosition;
use certamen_i18n::{Localize, Message};

/// A rule that a submission breaks.
#[derive(Clone, PartialEq, Debug)]
pub struct SourceFinding {
    /// Which.
    pub rule: Rule,
    /// Where in the file; none if it is about all of it.
    pub place: Option<SourcePosition>,
    /// The form found there, shortened, without what acts on a terminal.
    pub form: Option<String>,
    /// What goes with the rule's text: a name, a number, a compiler's message.
    pub detail: Option<Message>,
}

impl SourceFinding {
    /// A finding about the submission as a whole.
    pub fn new(rule: Rule) -> SourceFinding {
        SourceFinding { rule, place: None, form: None, detail: None }
    }

    /// The same with what goes with the rule's text.
    #[must_use]
    pub fn with(self, detail: Message) -> SourceFinding {
        SourceFinding { detail: Some(detail), ..self }
    }

    /// The same with text of other programs, without what acts on a terminal.
    #[must_use]
    pub fn with_detail(self, detail: &str) -> SourceFinding {
        self.with(Message::verbatim(certamen_game::legible(detail)))
    }

    /// The same at a place in the file.
    #[must_use]
    pub fn at(self, place: SourcePosition) -> SourceFinding {
        SourceFinding { place: Some(place), ..self }
    }

    /// The part that anyone may read: the rule, with the number that is part of it. The content of
    /// the file is for its authors.
    pub fn told_to_all(&self) -> Message {
        match (self.rule, &self.detail) {
            (Rule::TooLarge | Rule::TooManyFunctions, Some(most)) => {
                say::detailed(self.rule.message(), most)
            }
            _ => self.rule.message(),
        }
    }

    /// What it leads to.
    pub fn verdict(&self) -> RuleVerdict {
        self.rule.verdict()
    }
}

/// The finding in a line: `línea 7, columna 3: (setq x 1): no se puede asignar: setq`.
impl Localize for SourceFinding {
    fn message(&self) -> Message {
        let mut what = self.rule.message();
        if let Some(detail) = &self.detail {
            what = say::detailed(what, detail);
        }
        if let Some(form) = &self.form {
            what = say::about(form, what);
        }
        match self.place {
            Some(SourcePosition { line, column }) => say::placed(line, column, what),
            None => what,
        }
    }
}

certamen_i18n::said!(SourceFinding);
