//! Values with a localized message: errors, reasons, findings, verdicts.

use crate::{Argument, Message, Value, say};
use std::fmt::Display;

/// A value that can be said. Errors are enums with fields that implement this;
/// [`error!`](crate::error) then gives them `Display`, in English, and `Error`.
pub trait Localize {
    /// How to say it.
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

/// A thing and what is said of it, with the mark that stands between them in each language.
pub fn labelled(label: impl Argument, words: impl Argument) -> Message {
    say::at(label, words)
}

/// What another program or library said, quoted as it is in every language.
pub fn quoted(words: &(impl Display + ?Sized)) -> Value {
    Value::Text(words.to_string())
}

/// Gives types that [`Localize`] their `Display`, in English, and makes them errors. They have no
/// source: what caused them stands in a place of their message, so that no chain says it twice.
#[macro_export]
macro_rules! error {
    ($($name:ty),+ $(,)?) => {$(
        $crate::said!($name);

        impl ::std::error::Error for $name {}
    )+};
}

/// Gives types that [`Localize`] but are no errors their `Display`, in English, and lets them stand in
/// places of messages.
#[macro_export]
macro_rules! said {
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
