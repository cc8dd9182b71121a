//! An error for the user: what went wrong, and in which context.

use crate::{Argument, Language, Localize, Message, Value, say};
use std::{any::Any, error::Error, io};

/// Why something that was asked for was given up. Whatever speaks becomes one by `?`.
#[derive(Debug)]
pub struct UserError {
    kind: ErrorSource,
    /// From the outermost circumstance to what went wrong.
    parts: Vec<Message>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ErrorSource {
    /// What was asked cannot be done.
    Failed,
    /// What was asked makes no sense.
    Usage,
    /// The reader of our output has gone.
    Unread,
}

impl UserError {
    /// It could not be done, for this reason.
    pub fn new(reason: impl Argument) -> UserError {
        UserError { kind: ErrorSource::Failed, parts: vec![message(&reason)] }
    }

    /// Whether the user asked for what makes no sense.
    pub fn is_usage(&self) -> bool {
        self.kind == ErrorSource::Usage
    }

    /// Whether the reader of our output has gone.
    pub fn is_unread(&self) -> bool {
        self.kind == ErrorSource::Unread
    }

    /// What went wrong, and where, on one line.
    pub fn get(&self, language: Language) -> String {
        let parts = self.parts.iter().map(|part| part.get(language));
        let whole = parts.reduce(|place, why| say::at(place, why).get(language));
        whole.unwrap_or_default()
    }
}

impl<E: Localize + 'static> From<E> for UserError {
    fn from(error: E) -> UserError {
        let kind = match (&error as &dyn Any).downcast_ref::<io::Error>() {
            Some(error) if error.kind() == io::ErrorKind::BrokenPipe => ErrorSource::Unread,
            _ => ErrorSource::Failed,
        };
        UserError { kind, parts: vec![error.message()] }
    }
}

/// The user asked for what makes no sense.
pub fn usage(reason: impl Argument) -> UserError {
    UserError { kind: ErrorSource::Usage, ..UserError::new(reason) }
}

/// An error of a library that does not speak, quoted.
pub fn foreign(error: impl Error) -> UserError {
    UserError::new(error.to_string())
}

/// Names the circumstance in which something failed.
pub trait Context<T> {
    /// Says first where it failed: a name, a path or a message.
    fn context(self, place: impl Argument) -> Result<T, UserError>;
}

impl<T, E: Into<UserError>> Context<T> for Result<T, E> {
    fn context(self, place: impl Argument) -> Result<T, UserError> {
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
