//! One thing that is wrong with a submission, and where.

use super::{Rule, Verdict, say};
use crate::lisp::Place;
use certamen_speech::{Message, Speak};

/// A rule that a submission breaks.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// Which.
    pub rule: Rule,
    /// Where in the file; none if it is about all of it.
    pub place: Option<Place>,
    /// What stands there, shortened, without what acts on a terminal.
    pub form: Option<String>,
    /// What goes with the rule's text: a name, a number, a compiler's message.
    pub detail: Option<Message>,
}

impl Finding {
    /// A finding about the submission as a whole.
    pub fn new(rule: Rule) -> Finding {
        Finding { rule, place: None, form: None, detail: None }
    }

    /// The same with what goes with the rule's text.
    #[must_use]
    pub fn with(self, detail: Message) -> Finding {
        Finding { detail: Some(detail), ..self }
    }

    /// The same with what others wrote or said, without what acts on a terminal.
    #[must_use]
    pub fn with_detail(self, detail: &str) -> Finding {
        self.with(Message::verbatim(certamen_game::legible(detail)))
    }

    /// The same at a place in the file.
    #[must_use]
    pub fn at(self, place: Place) -> Finding {
        Finding { place: Some(place), ..self }
    }

    /// What everybody may hear of it: the rule, with the number that is part of it. What stands in the
    /// file is for its authors.
    pub fn told_to_all(&self) -> Message {
        match (self.rule, &self.detail) {
            (Rule::TooLarge | Rule::TooManyFunctions, Some(most)) => {
                say::detailed(self.rule.message(), most)
            }
            _ => self.rule.message(),
        }
    }

    /// What it leads to.
    pub fn verdict(&self) -> Verdict {
        self.rule.verdict()
    }
}

/// The finding in a line: `línea 7, columna 3: (setq x 1): no se puede asignar: setq`.
impl Speak for Finding {
    fn message(&self) -> Message {
        let mut what = self.rule.message();
        if let Some(detail) = &self.detail {
            what = say::detailed(what, detail);
        }
        if let Some(form) = &self.form {
            what = say::about(form, what);
        }
        match self.place {
            Some(Place { line, column }) => say::placed(line, column, what),
            None => what,
        }
    }
}

certamen_speech::said!(Finding);
