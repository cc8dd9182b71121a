//! The values that a message takes as arguments.

use crate::Message;
use std::{
    borrow::Cow,
    path::{Path, PathBuf},
};

/// What stands in a place of a message.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// Words that are the same in every language: names, paths, what others said.
    Text(String),
    /// A number, which a language may use to choose a form.
    Number(f64),
    /// Another message, said in the same language.
    Message(Box<Message>),
}

/// What can be put into a place of a message.
pub trait Argument {
    /// The value.
    fn value(&self) -> Value;
}

impl Argument for Message {
    fn value(&self) -> Value {
        Value::Message(Box::new(self.clone()))
    }
}

impl Argument for Value {
    fn value(&self) -> Value {
        self.clone()
    }
}

impl Argument for str {
    fn value(&self) -> Value {
        Value::Text(self.to_owned())
    }
}

impl Argument for String {
    fn value(&self) -> Value {
        Value::Text(self.clone())
    }
}

impl Argument for Cow<'_, str> {
    fn value(&self) -> Value {
        Value::Text(self.clone().into_owned())
    }
}

impl Argument for char {
    fn value(&self) -> Value {
        Value::Text(self.to_string())
    }
}

/// `text` on one line, without anything that acts on a terminal.
fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown
}

impl Argument for Path {
    fn value(&self) -> Value {
        Value::Text(visible(&self.display().to_string()))
    }
}

impl Argument for PathBuf {
    fn value(&self) -> Value {
        self.as_path().value()
    }
}

impl<T: Argument + ?Sized> Argument for &T {
    fn value(&self) -> Value {
        (**self).value()
    }
}

impl<T: Argument + ?Sized> Argument for Box<T> {
    fn value(&self) -> Value {
        (**self).value()
    }
}

impl Argument for f64 {
    fn value(&self) -> Value {
        Value::Number(*self)
    }
}

macro_rules! whole_numbers {
    ($($number:ty),*) => {$(
        impl Argument for $number {
            /// Numbers that a double cannot hold keep their digits, and choose no form.
            fn value(&self) -> Value {
                match i32::try_from(*self) {
                    Ok(small) => Value::Number(f64::from(small)),
                    Err(_) => Value::Text(self.to_string()),
                }
            }
        }
    )*};
}

whole_numbers!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize);
