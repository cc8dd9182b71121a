//! A message: an id and its arguments, and the values that can be arguments.

use crate::{Language, Texts};
use std::{
    borrow::Cow,
    fmt,
    path::{Path, PathBuf},
};

/// A text and the values of its variables. `Display` shows it in English.
#[derive(Clone)]
pub struct Message(MessageBody);

#[derive(Clone)]
enum MessageBody {
    Text { texts: &'static Texts, id: &'static str, arguments: Vec<(&'static str, Value)> },
    Verbatim(String),
    Spoken(Box<[String; Language::ALL.len()]>),
}

impl Message {
    /// The text `id` of `texts`. Use the functions that [`texts!`](crate::texts!) makes, which
    /// cannot name what does not exist.
    #[doc(hidden)]
    pub fn new(
        texts: &'static Texts,
        id: &'static str,
        arguments: Vec<(&'static str, Value)>,
    ) -> Message {
        Message(MessageBody::Text { texts, id, arguments })
    }

    /// Text that is the same in every language: a name, or quoted text.
    pub fn verbatim(words: impl Into<String>) -> Message {
        Message(MessageBody::Verbatim(words.into()))
    }

    /// Quoted text in each of the languages, in the order of [`Language::ALL`].
    pub fn per_language(words: [String; Language::ALL.len()]) -> Message {
        Message(MessageBody::Spoken(Box::new(words)))
    }

    /// The id, for callers that distinguish messages without their text; none if already rendered.
    pub fn id(&self) -> Option<&'static str> {
        match &self.0 {
            MessageBody::Text { id, .. } => Some(id),
            MessageBody::Verbatim(_) | MessageBody::Spoken(_) => None,
        }
    }

    /// The message in `language`.
    pub fn get(&self, language: Language) -> String {
        match &self.0 {
            MessageBody::Text { texts, id, arguments } => texts.say(language, id, arguments),
            MessageBody::Verbatim(words) => words.clone(),
            MessageBody::Spoken(words) => words[language as usize].clone(),
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.get(Language::En))
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_string())
    }
}

impl PartialEq for Message {
    fn eq(&self, other: &Message) -> bool {
        match (&self.0, &other.0) {
            (MessageBody::Verbatim(mine), MessageBody::Verbatim(other)) => mine == other,
            (MessageBody::Spoken(mine), MessageBody::Spoken(other)) => mine == other,
            (
                MessageBody::Text { texts, id, arguments },
                MessageBody::Text { texts: other_texts, id: other_id, arguments: other_arguments },
            ) => {
                std::ptr::eq(*texts, *other_texts) && id == other_id && arguments == other_arguments
            }
            _ => false,
        }
    }
}

impl std::error::Error for Message {}

/// The value of a variable of a message.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// Text that is the same in every language: names, paths, messages of others.
    Text(String),
    /// A number, by which a language may choose a form.
    Number(f64),
    /// Another message, shown in the same language.
    Message(Box<Message>),
}

/// What can be the value of a variable of a message.
pub trait Argument {
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
            /// Numbers outside `i32` keep their digits, and choose no form.
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
