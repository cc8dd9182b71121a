//! A message: an id and its arguments.

use crate::{Language, Texts, Value};
use std::fmt;

/// Something to say: which text, and what stands in its places. `Display` says it in English.
#[derive(Clone)]
pub struct Message(MessageBody);

#[derive(Clone)]
enum MessageBody {
    Text { texts: &'static Texts, id: &'static str, places: Vec<(&'static str, Value)> },
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
        places: Vec<(&'static str, Value)>,
    ) -> Message {
        Message(MessageBody::Text { texts, id, places })
    }

    /// Text that is the same in every language: a name, or quoted text.
    pub fn verbatim(words: impl Into<String>) -> Message {
        Message(MessageBody::Verbatim(words.into()))
    }

    /// Quoted text in each of the languages, in the order of [`Language::ALL`].
    pub fn spoken(words: [String; Language::ALL.len()]) -> Message {
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
            MessageBody::Text { texts, id, places } => texts.say(language, id, places),
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
                MessageBody::Text { texts, id, places },
                MessageBody::Text { texts: other_texts, id: other_id, places: other_places },
            ) => std::ptr::eq(*texts, *other_texts) && id == other_id && places == other_places,
            _ => false,
        }
    }
}

impl std::error::Error for Message {}
