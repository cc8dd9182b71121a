//! Values with a localized message, and errors for the user: what went wrong, and in which context.

use crate::{Argument, Language, Message, Value, say};
use std::{any::Any, error::Error, fmt::Display, io};

/// A value with a message. Errors are enums that implement this; [`error!`](crate::error) then
/// implements `Display`, in English, and `Error`.
pub trait Localize {
    fn message(&self) -> Message;
}

impl<T: Localize + ?Sized> Localize for Box<T> {
    fn message(&self) -> Message {
        (**self).message()
    }
}

impl<T: Localize + ?Sized> Localize for &T {
    fn message(&self) -> Message {
        (**self).message()
    }
}

impl Localize for Message {
    fn message(&self) -> Message {
        self.clone()
    }
}

/// A label and a text, with the punctuation of each language between them.
pub fn labelled(label: impl Argument, words: impl Argument) -> Message {
    say::at(label, words)
}

/// The message of another program or library, the same in every language.
pub fn quoted(words: &(impl Display + ?Sized)) -> Value {
    Value::Text(words.to_string())
}

/// Implements `Display`, in English, and `Error` for types that [`Localize`]. They have no source:
/// the cause is part of the message, so that no chain repeats it.
#[macro_export]
macro_rules! error {
    ($($name:ty),+ $(,)?) => {$(
        $crate::display!($name);

        impl ::std::error::Error for $name {}
    )+};
}

/// Implements `Display`, in English, and `Argument` for types that [`Localize`] but are not errors.
#[macro_export]
macro_rules! display {
    ($($name:ty),+ $(,)?) => {$(
        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(&$crate::Localize::message(self), f)
            }
        }

        impl $crate::Argument for $name {
            fn value(&self) -> $crate::Value {
                $crate::Value::Message(::std::boxed::Box::new($crate::Localize::message(self)))
            }
        }
    )+};
}

/// Why a command failed. Any value with a message becomes one by `?`.
#[derive(Debug)]
pub struct UserError {
    kind: ErrorSource,
    /// From the outermost context to what went wrong.
    parts: Vec<Message>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ErrorSource {
    /// The command cannot be executed.
    Failed,
    /// The command is invalid.
    Usage,
    /// The reader of our output has closed it.
    Unread,
}

impl UserError {
    /// A failure for this reason.
    pub fn new(reason: impl Argument) -> UserError {
        UserError { kind: ErrorSource::Failed, parts: vec![message(&reason)] }
    }

    /// Whether the command is invalid.
    pub fn is_usage(&self) -> bool {
        self.kind == ErrorSource::Usage
    }

    /// Whether the reader of our output has closed it.
    pub fn is_unread(&self) -> bool {
        self.kind == ErrorSource::Unread
    }

    /// Where and what, on one line.
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

/// The command is invalid for this reason.
pub fn usage(reason: impl Argument) -> UserError {
    UserError { kind: ErrorSource::Usage, ..UserError::new(reason) }
}

/// An error of a library without localized messages, quoted.
pub fn foreign(error: impl Error) -> UserError {
    UserError::new(error.to_string())
}

/// Adds the context of an error.
pub trait Context<T> {
    /// Puts a name, a path or a message before the error.
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

/// By error number, because the wording of the operating system differs between systems.
impl Localize for io::Error {
    fn message(&self) -> Message {
        match self.raw_os_error() {
            Some(code) => say::system_error(code, self.to_string()),
            None => Message::verbatim(self.to_string()),
        }
    }
}

impl Argument for io::Error {
    fn value(&self) -> Value {
        Value::Message(Box::new(self.message()))
    }
}
