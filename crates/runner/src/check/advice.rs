//! The advice for authors: one piece for each common mistake, with the facts that show it.

use crate::check::recorder::{ended, shown, signal_name};
use crate::check::say;
use certamen_game::{Protocol, legible};
use certamen_i18n::{Language, Message};
use certamen_sandbox::ProgramExit;
use serde::{Serialize, Serializer};
use std::fmt::Write;

/// Whether something must be fixed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// It must be fixed: the bot loses by it.
    Correction,
    /// The bot can play as it is.
    Note,
}

/// One line per piece of advice: its name, the text about what is wrong, and how to fix it.
macro_rules! pieces_of_advice {
    ($($name:ident: $what:ident, $how:ident;)+) => {
        /// A piece of advice.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[expect(missing_docs, reason = "the texts say what each one is")]
        pub enum Advice {
            $($name),+
        }

        impl Advice {
            /// All of them.
            pub const ALL: &[Advice] = &[$(Advice::$name),+];

            /// What is wrong.
            pub fn what(self) -> Message {
                match self {
                    $(Advice::$name => texts::$what()),+
                }
            }

            /// How to fix it.
            pub fn how(self) -> Message {
                match self {
                    $(Advice::$name => texts::$how()),+
                }
            }
        }

        mod texts {
            certamen_i18n::texts!("locales/check/advice");
        }
    };
}

pieces_of_advice! {
    DoesNotCompile: does_not_compile, does_not_compile_how;
    MissingInterpreter: missing_interpreter, missing_interpreter_how;
    UnknownLanguage: unknown_language, unknown_language_how;
    NotExecutable: not_executable, not_executable_how;
    MissingShebang: missing_shebang, missing_shebang_how;
    WindowsShebang: windows_shebang, windows_shebang_how;
    ByteOrderMark: byte_order_mark, byte_order_mark_how;
    NotUtf8: not_utf8, not_utf8_how;
    NoManifest: no_manifest, no_manifest_how;
    ClassName: class_name, class_name_how;
    PythonTwo: python_two, python_two_how;
    CannotStart: cannot_start, cannot_start_how;
    MissingFlush: missing_flush, missing_flush_how;
    ReadsAllInput: reads_all_input, reads_all_input_how;
    MissingLineEnd: missing_line_end, missing_line_end_how;
    OnStandardError: on_standard_error, on_standard_error_how;
    EmptyOutput: empty_output, empty_output_how;
    AnswersUnasked: answers_unasked, answers_unasked_how;
    WaitsToBeTold: waits_to_be_told, waits_to_be_told_how;
    WrongProtocol: wrong_protocol, wrong_protocol_how;
    ExitsAfterFirstAnswer: exits_after_first_answer, exits_after_first_answer_how;
    DoesNotEnd: does_not_end, does_not_end_how;
    ExitsEarly: exits_early, exits_early_how;
    InfiniteLoop: infinite_loop, infinite_loop_how;
    MissingWord: missing_word, missing_word_how;
    TooSlow: too_slow, too_slow_how;
    WaitsForever: waits_forever, waits_forever_how;
    ExtraText: extra_text, extra_text_how;
    DebugOutput: debug_output, debug_output_how;
    LineEndFirst: line_end_first, line_end_first_how;
    TwoLines: two_lines, two_lines_how;
    IndexBase: index_base, index_base_how;
    TrailingBlanks: trailing_blanks, trailing_blanks_how;
    WindowsLineEnds: windows_line_ends, windows_line_ends_how;
    WrongCase: wrong_case, wrong_case_how;
    Decimals: decimals, decimals_how;
    Decorated: decorated, decorated_how;
    WrongSeparator: wrong_separator, wrong_separator_how;
    NotText: not_text, not_text_how;
    IllegalMove: illegal_move, illegal_move_how;
    NotAnAnswer: not_an_answer, not_an_answer_how;
    Exception: exception, exception_how;
    Crash: crash, crash_how;
    MemoryLimit: memory_limit, memory_limit_how;
    OutputLimit: output_limit, output_limit_how;
    ForbiddenCall: forbidden_call, forbidden_call_how;
    MissingFile: missing_file, missing_file_how;
    NoNetwork: no_network, no_network_how;
    MissingModule: missing_module, missing_module_how;
    NotDeterministic: not_deterministic, not_deterministic_how;
    DrawsOwnLots: draws_own_lots, draws_own_lots_how;
    NearTimeLimit: near_time_limit, near_time_limit_how;
    NearMemoryLimit: near_memory_limit, near_memory_limit_how;
    IgnoresFarewell: ignores_farewell, ignores_farewell_how;
    ErrorAtEnd: error_at_end, error_at_end_how;
    CostLimit: cost_limit, cost_limit_how;
}

impl Advice {
    /// Its name for programs: `missing-flush`.
    pub fn code(self) -> String {
        let mut code = String::new();
        for letter in format!("{self:?}").chars() {
            if letter.is_uppercase() && !code.is_empty() {
                code.push('-');
            }
            write!(code, "{}", letter.to_lowercase()).expect("writing to a string never fails");
        }
        code
    }
}

impl Serialize for Advice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.code())
    }
}

const QUOTED: usize = 300;

/// A fact that shows what is wrong.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the labels say what the others are")]
pub enum Fact {
    Answer(Vec<u8>),
    /// What would have been a legal answer.
    WouldDo(String),
    /// Why the rules refuse the answer.
    Rules(Message),
    Error(String),
    /// How the program was ended.
    Ended(ProgramExit),
    System(Message),
    AskedBy(Protocol),
    /// A protocol by which it gives legal answers.
    Works(Protocol),
    /// The number of the question, from 1.
    Question(usize),
    /// The first answer to the question.
    First(String),
    /// The answer when it was asked again.
    Then(String),
    Measured(Measurement),
    Limit(Measurement),
    /// What was probably meant.
    DidYouMean(String),
    /// A file, or the line of it that matters.
    File(String),
    /// The word that an engine is to send.
    Awaited(&'static str),
    /// What sends a line at once in the program's language.
    Flush(&'static str),
}

/// A measured value.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the names are the units")]
pub enum Measurement {
    Milliseconds(f64),
    Mebibytes(u64),
}

impl Fact {
    /// Its label, for people.
    pub fn label(&self) -> Message {
        self.label_and_id().0
    }

    /// Its name for programs, the same in all languages.
    pub fn id(&self) -> &'static str {
        self.label_and_id().1
    }

    fn label_and_id(&self) -> (Message, &'static str) {
        match self {
            Fact::Answer(_) => (say::answer(), "answer"),
            Fact::WouldDo(_) => (say::would_do(), "would-do"),
            Fact::Rules(_) => (say::rules(), "rules"),
            Fact::Error(_) => (say::error(), "error"),
            Fact::Ended(_) => (say::signal(), "ended"),
            Fact::System(_) => (say::system(), "system"),
            Fact::AskedBy(_) => (say::asked_by(), "asked-by"),
            Fact::Works(_) => (say::works(), "works"),
            Fact::Question(_) => (say::question(), "question"),
            Fact::First(_) => (say::first(), "first"),
            Fact::Then(_) => (say::then(), "then"),
            Fact::Measured(_) => (say::measured(), "measured"),
            Fact::Limit(_) => (say::limit(), "limit"),
            Fact::DidYouMean(_) => (say::did_you_mean(), "did-you-mean"),
            Fact::File(_) => (say::file(), "file"),
            Fact::Awaited(_) => (say::awaited(), "awaited"),
            Fact::Flush(_) => (say::flush(), "flush"),
        }
    }

    /// The fact itself, escaped.
    pub fn value(&self, language: Language) -> String {
        let message = match self {
            Fact::Answer(bytes) => shown(bytes),
            Fact::WouldDo(text) => shown(text.as_bytes()),
            Fact::Rules(message) | Fact::System(message) => message.clone(),
            Fact::Error(line) | Fact::File(line) | Fact::DidYouMean(line) => {
                Message::verbatim(line.trim().chars().take(QUOTED).collect::<String>())
            }
            Fact::Ended(ProgramExit::Signalled(signal)) => {
                Message::verbatim(format!("{signal} {}", signal_name(*signal)))
            }
            Fact::Ended(end) => ended(*end),
            Fact::AskedBy(protocol) | Fact::Works(protocol) => {
                Message::verbatim(format!("protocol = \"{protocol}\""))
            }
            Fact::Question(number) => Message::verbatim(number.to_string()),
            Fact::Awaited(word) | Fact::Flush(word) => Message::verbatim(*word),
            Fact::First(action) | Fact::Then(action) => {
                Message::verbatim(certamen_game::escaped(action))
            }
            Fact::Measured(value) | Fact::Limit(value) => Message::verbatim(match value {
                Measurement::Milliseconds(time) => format!("{time:.0} ms"),
                Measurement::Mebibytes(size) => format!("{size} MiB"),
            }),
        };
        legible(&message.get(language))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_i18n::Language;
    use std::collections::BTreeSet;

    #[test]
    fn codes_are_words_with_hyphens() {
        assert_eq!(Advice::MissingFlush.code(), "missing-flush");
    }

    #[test]
    fn every_advice_has_its_own_text_in_every_language() {
        let mut texts = BTreeSet::new();
        for language in Language::ALL {
            for text in Advice::ALL.iter().flat_map(|advice| [advice.what(), advice.how()]) {
                let text = text.get(language);
                assert!(text.len() > 20 && text.ends_with('.'), "{language}: {text}");
                assert!(texts.insert(text.clone()), "{language}: {text}");
            }
        }
    }
}
