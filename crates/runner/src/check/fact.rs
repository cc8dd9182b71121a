//! A fact that shows what is wrong.

use crate::check::{
    exchange::{ended, shown, signal_name},
    say,
};
use certamen_game::{Protocol, legible};
use certamen_i18n::{Language, Message};
use certamen_sandbox::ProgramExit;

/// How long a line that is quoted may be, in characters.
const QUOTED: usize = 300;

/// A fact that shows what is wrong.
#[derive(Clone, Debug)]
pub enum Fact {
    /// What the program answered.
    Answer(Vec<u8>),
    /// What would have been an answer.
    WouldDo(String),
    /// Why the rules refuse the answer.
    Rules(Message),
    /// The line that reports the error.
    Error(String),
    /// How a program ended that did not end by itself.
    Ended(ProgramExit),
    /// What the system says.
    System(Message),
    /// How the program is asked.
    AskedBy(Protocol),
    /// How it answers.
    Works(Protocol),
    /// Which question it was, from 1.
    Question(usize),
    /// The answer when it was asked first.
    First(String),
    /// The answer when it was asked again.
    Then(String),
    /// What was measured.
    Measured(Measurement),
    /// What it must stay below.
    Limit(Measurement),
    /// What was probably meant.
    DidYouMean(String),
    /// A file, or the line of it that matters.
    File(String),
    /// What sends a line at once in the program's language.
    Flush(&'static str),
}

/// A measured value.
#[derive(Clone, Copy, Debug)]
pub enum Measurement {
    /// Time.
    Milliseconds(f64),
    /// Memory.
    Mebibytes(u64),
}

impl Fact {
    /// Its label.
    pub fn label(&self) -> Message {
        match self {
            Fact::Answer(_) => say::answer(),
            Fact::WouldDo(_) => say::would_do(),
            Fact::Rules(_) => say::rules(),
            Fact::Error(_) => say::error(),
            Fact::Ended(_) => say::signal(),
            Fact::System(_) => say::system(),
            Fact::AskedBy(_) => say::asked_by(),
            Fact::Works(_) => say::works(),
            Fact::Question(_) => say::question(),
            Fact::First(_) => say::first(),
            Fact::Then(_) => say::then(),
            Fact::Measured(_) => say::measured(),
            Fact::Limit(_) => say::limit(),
            Fact::DidYouMean(_) => say::did_you_mean(),
            Fact::File(_) => say::file(),
            Fact::Flush(_) => say::flush(),
        }
    }

    /// Its name where programs read it, the same in all languages.
    pub fn id(&self) -> &'static str {
        match self {
            Fact::Answer(_) => "answer",
            Fact::WouldDo(_) => "would-do",
            Fact::Rules(_) => "rules",
            Fact::Error(_) => "error",
            Fact::Ended(_) => "ended",
            Fact::System(_) => "system",
            Fact::AskedBy(_) => "asked-by",
            Fact::Works(_) => "works",
            Fact::Question(_) => "question",
            Fact::First(_) => "first",
            Fact::Then(_) => "then",
            Fact::Measured(_) => "measured",
            Fact::Limit(_) => "limit",
            Fact::DidYouMean(_) => "did-you-mean",
            Fact::File(_) => "file",
            Fact::Flush(_) => "flush",
        }
    }

    /// The fact itself, fit to be shown.
    pub fn value(&self, language: Language) -> String {
        legible(&self.said().get(language))
    }

    fn said(&self) -> Message {
        match self {
            Fact::Answer(bytes) => shown(bytes),
            Fact::WouldDo(text) => shown(text.as_bytes()),
            Fact::Rules(message) | Fact::System(message) => message.clone(),
            Fact::Error(line) | Fact::File(line) | Fact::DidYouMean(line) => {
                Message::verbatim(cut(line))
            }
            Fact::Ended(ProgramExit::Signalled(signal)) => {
                Message::verbatim(format!("{signal} {}", signal_name(*signal)))
            }
            Fact::Ended(end) => ended(*end),
            Fact::AskedBy(protocol) | Fact::Works(protocol) => {
                Message::verbatim(format!("protocol = \"{protocol}\""))
            }
            Fact::Question(number) => Message::verbatim(number.to_string()),
            Fact::Flush(code) => Message::verbatim(*code),
            Fact::First(action) | Fact::Then(action) => {
                Message::verbatim(certamen_game::escaped(action))
            }
            Fact::Measured(figure) | Fact::Limit(figure) => Message::verbatim(figure.text()),
        }
    }
}

impl Measurement {
    fn text(self) -> String {
        match self {
            Measurement::Milliseconds(time) => format!("{time:.0} ms"),
            Measurement::Mebibytes(room) => format!("{room} MiB"),
        }
    }
}

fn cut(line: &str) -> String {
    line.trim().chars().take(QUOTED).collect()
}
