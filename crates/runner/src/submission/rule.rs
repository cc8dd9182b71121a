//! The rules that a submission can break, and what breaking each one leads to.

use crate::submission::{lisp::SourcePosition, say};
use certamen_i18n::{Localize, Message};

/// The verdict on a submission, from best to worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Localize)]
#[localize(display)]
pub enum RuleVerdict {
    /// It plays.
    Accepted,
    /// It is refused without a trace: the name is stored already, or its team is banned.
    Refused,
    /// Its name or its first lines are invalid. It is not stored.
    Discarded,
    /// It does not play; a corrected version may be sent.
    Disqualified,
    /// It manipulates the game: its team is banned and all its players are removed.
    Banned,
}

impl RuleVerdict {
    /// The word in tables and files, the same in all languages.
    pub fn name(self) -> &'static str {
        match self {
            RuleVerdict::Accepted => "accepted",
            RuleVerdict::Refused => "refused",
            RuleVerdict::Discarded => "discarded",
            RuleVerdict::Disqualified => "disqualified",
            RuleVerdict::Banned => "proscribed",
        }
    }
}

/// The rules with their texts, by the verdict on a submission whose most serious finding they are.
macro_rules! rules {
    ($($verdict:ident { $($rule:ident => $text:ident),+ $(,)? })+) => {
        /// A rule for submissions.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[expect(missing_docs, reason = "the texts say what each one is")]
        pub enum Rule {
            $($($rule),+),+
        }

        impl Rule {
            /// All of them.
            pub const ALL: &[Rule] = &[$($(Rule::$rule),+),+];

            /// The verdict on a submission whose most serious finding is this rule.
            pub fn verdict(self) -> RuleVerdict {
                match self {
                    $($(Rule::$rule)|+ => RuleVerdict::$verdict),+
                }
            }
        }

        impl Localize for Rule {
            fn message(&self) -> Message {
                match self {
                    $($(Rule::$rule => say::$text()),+),+
                }
            }
        }
    };
}

rules! {
    Refused {
        AlreadyStored => already_stored,
        BannedTeam => team_banned,
    }
    Discarded {
        NameForm => name_form,
        NamePlayer => name_player,
        NameDate => name_date,
        NotToday => not_today,
        UnknownTeam => unknown_pair,
        NameKey => name_key,
        TooLarge => too_large,
        KeyLine => key_line,
        AliasLine => alias_line,
        NotAFile => not_a_file,
    }
    Disqualified {
        NotClosed => not_closed,
        Unmatched => unmatched,
        TooDeep => too_deep,
        Unreadable => unreadable,
        ReaderEvaluation => reader_evaluation,
        ReaderConditional => reader_conditional,
        NoFunction => no_function,
        FirstFunction => first_function,
        OneArgument => one_argument,
        TooManyFunctions => too_many_functions,
        PackageHead => package_head,
        PackageOption => package_option,
        AliasForm => alias_form,
        NoHeuristica => no_heuristica,
        OtherTopLevel => other_top_level,
        MalformedFunction => malformed_function,
        DefinedTwice => defined_twice,
        Redefinition => redefinition,
        ForeignPackage => foreign_package,
        Assignment => assignment,
        Destructive => destructive,
        Evaluation => evaluation,
        Definition => definition,
        Files => files,
        Processes => processes,
        UnknownFunction => unknown_function,
        Malformed => malformed,
        DoesNotCompile => does_not_compile,
        FailsAtRunTime => fails_at_run_time,
        TooSlow => too_slow,
        BelowMinimum => below_minimum,
    }
    Banned {
        ChangesState => changes_state,
        ChangesGameVariable => changes_game_variable,
        ControlsGame => controls_game,
    }
}

certamen_i18n::display!(Rule);

/// A rule that a submission breaks.
#[derive(Clone, PartialEq, Debug)]
pub struct SourceFinding {
    /// The rule.
    pub rule: Rule,
    /// Where in the file; `None` if it concerns the whole file.
    pub place: Option<SourcePosition>,
    /// The form found there, shortened and escaped.
    pub form: Option<String>,
    /// A detail for the rule's text: a name, a number, a compiler's message.
    pub detail: Option<Message>,
}

impl SourceFinding {
    /// A finding about the submission as a whole.
    pub fn new(rule: Rule) -> SourceFinding {
        SourceFinding { rule, place: None, form: None, detail: None }
    }

    /// Adds a detail.
    #[must_use]
    pub fn with(self, detail: Message) -> SourceFinding {
        SourceFinding { detail: Some(detail), ..self }
    }

    /// Adds text of other programs as detail, escaped.
    #[must_use]
    pub fn with_detail(self, detail: &str) -> SourceFinding {
        self.with(Message::verbatim(certamen_game::legible(detail)))
    }

    /// Sets the place in the file.
    #[must_use]
    pub fn at(self, place: SourcePosition) -> SourceFinding {
        SourceFinding { place: Some(place), ..self }
    }

    /// The part that the public may read: the rule, with the number that is part of it. The content of the
    /// file is for its authors.
    pub fn public_message(&self) -> Message {
        match (self.rule, &self.detail) {
            (Rule::TooLarge | Rule::TooManyFunctions, Some(most)) => {
                say::detailed(self.rule.message(), most)
            }
            _ => self.rule.message(),
        }
    }

    /// The verdict that it leads to.
    pub fn verdict(&self) -> RuleVerdict {
        self.rule.verdict()
    }
}

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

certamen_i18n::display!(SourceFinding);

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_i18n::Language;

    #[test]
    fn texts_of_rules_are_parts_of_a_line() {
        for rule in Rule::ALL {
            let texts = Language::ALL.map(|language| rule.message().get(language));
            assert!(texts.iter().all(|text| !text.is_empty() && !text.ends_with('.')), "{texts:?}");
        }
    }

    #[test]
    fn verdicts_have_their_english_names_in_files_but_one() {
        for rule in Rule::ALL {
            let in_files = rule.verdict().name().replace("proscribed", "banned");
            assert_eq!(rule.verdict().to_string(), in_files);
        }
    }
}
