//! Why a command could not do what it was asked: what went wrong, and where.

use certamen_speech::{Argument, Language, Message, Speak, Value};
use std::{any::Any, error::Error, io};

/// Why a command ends early. Whatever speaks becomes one by `?`.
#[derive(Debug)]
pub(crate) struct CommandError {
    kind: Kind,
    /// From the outermost circumstance to what went wrong.
    parts: Vec<Message>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// What was asked cannot be done.
    Failed,
    /// What was asked makes no sense.
    Usage,
    /// Nobody reads our output any more.
    Unread,
}

impl CommandError {
    /// It could not be done, for this reason.
    pub(crate) fn new(reason: impl Argument) -> CommandError {
        CommandError { kind: Kind::Failed, parts: vec![message(&reason)] }
    }

    /// Whether the user asked for what makes no sense.
    pub(crate) fn is_usage(&self) -> bool {
        self.kind == Kind::Usage
    }

    /// Whether whoever read our output has gone.
    pub(crate) fn is_unread(&self) -> bool {
        self.kind == Kind::Unread
    }

    /// What went wrong, and where, on one line.
    pub(crate) fn get(&self, language: Language) -> String {
        let parts: Vec<String> = self.parts.iter().map(|part| part.get(language)).collect();
        parts.join(": ")
    }
}

impl<E: Speak + 'static> From<E> for CommandError {
    fn from(error: E) -> CommandError {
        let kind = match (&error as &dyn Any).downcast_ref::<io::Error>() {
            Some(error) if error.kind() == io::ErrorKind::BrokenPipe => Kind::Unread,
            _ => Kind::Failed,
        };
        CommandError { kind, parts: vec![error.message()] }
    }
}

/// The user asked for what makes no sense.
pub(crate) fn usage(reason: impl Argument) -> CommandError {
    CommandError { kind: Kind::Usage, ..CommandError::new(reason) }
}

/// An error of a library that does not speak, quoted.
pub(crate) fn foreign(error: impl Error) -> CommandError {
    CommandError::new(error.to_string())
}

/// Names the circumstance in which something failed.
pub(crate) trait Context<T> {
    /// Says first where it failed: a name, a path or a message.
    fn context(self, place: impl Argument) -> Result<T, CommandError>;
}

impl<T, E: Into<CommandError>> Context<T> for Result<T, E> {
    fn context(self, place: impl Argument) -> Result<T, CommandError> {
        self.map_err(|error| {
            let mut failure = error.into();
            failure.parts.insert(0, message(&place));
            failure
        })
    }
}

fn message(argument: &impl Argument) -> Message {
    match argument.value() {
        Value::Text(words) => Message::verbatim(words),
        Value::Number(number) => Message::verbatim(number.to_string()),
        Value::Message(message) => *message,
    }
}
