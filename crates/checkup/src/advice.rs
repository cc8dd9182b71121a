//! What can be said to an author: one piece of advice for each thing that is often wrong.

use crate::words::{answers, endings, starting, talking};
use certamen_game::Words;
use serde::{Serialize, Serializer};

/// What is wrong, and how to mend it.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    /// What is wrong.
    pub what: Words,
    /// How to mend it.
    pub how: Words,
}

/// A piece of advice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the texts say what each one is")]
pub enum Advice {
    DoesNotCompile,
    MissingInterpreter,
    UnknownLanguage,
    NotExecutable,
    MissingShebang,
    WindowsShebang,
    ByteOrderMark,
    PythonTwo,
    CannotStart,
    MissingFlush,
    ReadsAllInput,
    MissingLineEnd,
    OnStandardError,
    EmptyOutput,
    AnswersUnasked,
    WaitsToBeTold,
    WrongProtocol,
    ExitsAfterFirstAnswer,
    ExitsEarly,
    InfiniteLoop,
    TooSlow,
    WaitsForever,
    ExtraText,
    DebugOutput,
    TwoLines,
    IndexBase,
    TrailingBlanks,
    WindowsLineEnds,
    WrongCase,
    Decimals,
    Decorated,
    WrongSeparator,
    NotText,
    IllegalMove,
    NotAnAnswer,
    Exception,
    Crash,
    MemoryLimit,
    OutputLimit,
    ForbiddenCall,
    MissingFile,
    NoNetwork,
    MissingModule,
    NotDeterministic,
    DrawsOwnLots,
    NearTimeLimit,
    NearMemoryLimit,
    ErrorAtEnd,
}

/// Whether something must be done.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Weight {
    /// The bot loses by it.
    Correction,
    /// The bot can play as it is.
    Note,
}

impl Advice {
    /// All of them.
    pub const ALL: [Advice; 48] = [
        Advice::DoesNotCompile,
        Advice::MissingInterpreter,
        Advice::UnknownLanguage,
        Advice::NotExecutable,
        Advice::MissingShebang,
        Advice::WindowsShebang,
        Advice::ByteOrderMark,
        Advice::PythonTwo,
        Advice::CannotStart,
        Advice::MissingFlush,
        Advice::ReadsAllInput,
        Advice::MissingLineEnd,
        Advice::OnStandardError,
        Advice::EmptyOutput,
        Advice::AnswersUnasked,
        Advice::WaitsToBeTold,
        Advice::WrongProtocol,
        Advice::ExitsAfterFirstAnswer,
        Advice::ExitsEarly,
        Advice::InfiniteLoop,
        Advice::TooSlow,
        Advice::WaitsForever,
        Advice::ExtraText,
        Advice::DebugOutput,
        Advice::TwoLines,
        Advice::IndexBase,
        Advice::TrailingBlanks,
        Advice::WindowsLineEnds,
        Advice::WrongCase,
        Advice::Decimals,
        Advice::Decorated,
        Advice::WrongSeparator,
        Advice::NotText,
        Advice::IllegalMove,
        Advice::NotAnAnswer,
        Advice::Exception,
        Advice::Crash,
        Advice::MemoryLimit,
        Advice::OutputLimit,
        Advice::ForbiddenCall,
        Advice::MissingFile,
        Advice::NoNetwork,
        Advice::MissingModule,
        Advice::NotDeterministic,
        Advice::DrawsOwnLots,
        Advice::NearTimeLimit,
        Advice::NearMemoryLimit,
        Advice::ErrorAtEnd,
    ];

    /// Its code, which does not change with the language.
    pub fn code(self) -> String {
        let mut code = String::new();
        for letter in format!("{self:?}").chars() {
            if letter.is_ascii_uppercase() && !code.is_empty() {
                code.push('-');
            }
            code.push(letter.to_ascii_lowercase());
        }
        code
    }

    /// What it says.
    pub fn text(self) -> Text {
        match self {
            Advice::DoesNotCompile => starting::DOES_NOT_COMPILE,
            Advice::MissingInterpreter => starting::MISSING_INTERPRETER,
            Advice::UnknownLanguage => starting::UNKNOWN_LANGUAGE,
            Advice::NotExecutable => starting::NOT_EXECUTABLE,
            Advice::MissingShebang => starting::MISSING_SHEBANG,
            Advice::WindowsShebang => starting::WINDOWS_SHEBANG,
            Advice::ByteOrderMark => starting::BYTE_ORDER_MARK,
            Advice::PythonTwo => starting::PYTHON_TWO,
            Advice::CannotStart => starting::CANNOT_START,
            Advice::MissingFlush => talking::MISSING_FLUSH,
            Advice::ReadsAllInput => talking::READS_ALL_INPUT,
            Advice::MissingLineEnd => talking::MISSING_LINE_END,
            Advice::OnStandardError => talking::ON_STANDARD_ERROR,
            Advice::EmptyOutput => talking::EMPTY_OUTPUT,
            Advice::AnswersUnasked => talking::ANSWERS_UNASKED,
            Advice::WaitsToBeTold => talking::WAITS_TO_BE_TOLD,
            Advice::WrongProtocol => talking::WRONG_PROTOCOL,
            Advice::ExitsAfterFirstAnswer => talking::EXITS_AFTER_FIRST_ANSWER,
            Advice::ExitsEarly => talking::EXITS_EARLY,
            Advice::InfiniteLoop => talking::INFINITE_LOOP,
            Advice::TooSlow => talking::TOO_SLOW,
            Advice::WaitsForever => talking::WAITS_FOREVER,
            Advice::ExtraText => answers::EXTRA_TEXT,
            Advice::DebugOutput => answers::DEBUG_OUTPUT,
            Advice::TwoLines => answers::TWO_LINES,
            Advice::IndexBase => answers::INDEX_BASE,
            Advice::TrailingBlanks => answers::TRAILING_BLANKS,
            Advice::WindowsLineEnds => answers::WINDOWS_LINE_ENDS,
            Advice::WrongCase => answers::WRONG_CASE,
            Advice::Decimals => answers::DECIMALS,
            Advice::Decorated => answers::DECORATED,
            Advice::WrongSeparator => answers::WRONG_SEPARATOR,
            Advice::NotText => answers::NOT_TEXT,
            Advice::IllegalMove => answers::ILLEGAL_MOVE,
            Advice::NotAnAnswer => answers::NOT_AN_ANSWER,
            Advice::Exception => endings::EXCEPTION,
            Advice::Crash => endings::CRASH,
            Advice::MemoryLimit => endings::MEMORY_LIMIT,
            Advice::OutputLimit => endings::OUTPUT_LIMIT,
            Advice::ForbiddenCall => endings::FORBIDDEN_CALL,
            Advice::MissingFile => endings::MISSING_FILE,
            Advice::NoNetwork => endings::NO_NETWORK,
            Advice::MissingModule => endings::MISSING_MODULE,
            Advice::NotDeterministic => endings::NOT_DETERMINISTIC,
            Advice::DrawsOwnLots => endings::DRAWS_OWN_LOTS,
            Advice::NearTimeLimit => endings::NEAR_TIME_LIMIT,
            Advice::NearMemoryLimit => endings::NEAR_MEMORY_LIMIT,
            Advice::ErrorAtEnd => endings::ERROR_AT_END,
        }
    }
}

impl Serialize for Advice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::Language;
    use std::collections::BTreeSet;

    #[test]
    fn all_are_listed() {
        let places: Vec<usize> = Advice::ALL.iter().map(|advice| *advice as usize).collect();
        assert_eq!(places, (0..=Advice::ErrorAtEnd as usize).collect::<Vec<_>>());
        assert_eq!(Advice::MissingFlush.code(), "missing-flush");
    }

    #[test]
    fn everything_is_said_in_every_language_and_nothing_twice() {
        for language in Language::ALL {
            let mut said = BTreeSet::new();
            for advice in Advice::ALL {
                let Text { what, how } = advice.text();
                for text in [what, how].map(|words| words.get(language)) {
                    assert!(
                        text.len() > 20 && text.ends_with('.'),
                        "{advice:?} {language}: {text}"
                    );
                    assert!(said.insert(text), "{advice:?} {language}: {text}");
                    let english = [what.en, how.en].contains(&text);
                    assert_eq!(english, language == Language::En, "{advice:?} {language}: {text}");
                }
            }
        }
    }
}
