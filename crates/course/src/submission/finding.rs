//! One thing that is wrong with a submission, and where.

use super::{Rule, Verdict, words};
use crate::lisp::Place;
use certamen_game::Language;
use std::fmt::Write as _;

/// A rule that a submission breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Which.
    pub rule: Rule,
    /// Where in the file; none if it is about all of it.
    pub place: Option<Place>,
    /// What stands there, shortened and escaped.
    pub form: Option<String>,
    /// What goes with the rule's text: a name, a number, a compiler's message; escaped.
    pub detail: Option<String>,
}

impl Finding {
    /// A finding about the submission as a whole.
    pub fn new(rule: Rule) -> Finding {
        Finding { rule, place: None, form: None, detail: None }
    }

    /// The same with what goes with the rule's text.
    #[must_use]
    pub fn with_detail(self, detail: &str) -> Finding {
        Finding { detail: Some(certamen_game::escaped(detail)), ..self }
    }

    /// The same at a place in the file.
    #[must_use]
    pub fn at(self, place: Place) -> Finding {
        Finding { place: Some(place), ..self }
    }

    /// What it leads to.
    pub fn verdict(&self) -> Verdict {
        self.rule.verdict()
    }

    /// The finding in a line: `línea 7, columna 3: (setq x 1): no se puede asignar: setq`.
    pub fn text(&self, language: Language) -> String {
        let mut text = String::new();
        if let Some(Place { line, column }) = self.place {
            let [line_word, column_word] = [words::LINE, words::COLUMN].map(|w| w.get(language));
            write!(text, "{line_word} {line}, {column_word} {column}: ").expect("memory takes all");
        }
        if let Some(form) = &self.form {
            text.push_str(form);
            text.push_str(": ");
        }
        text.push_str(self.rule.text().get(language));
        if let Some(detail) = &self.detail {
            text.push_str(": ");
            text.push_str(detail);
        }
        text
    }
}
