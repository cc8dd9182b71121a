//! What Certamen says to people: messages as values, and the languages they are said in.
//!
//! A [`Message`] is an id and named arguments. Its words stand in Fluent files beside the code that
//! says it, one file a language; [`texts!`] ties the two together, so that an id that is in no file,
//! or an argument without a place, does not pass. Nothing here knows what the messages are about.

#[macro_use]
mod language;
#[macro_use]
mod texts;
mod argument;
mod localize;
mod message;
mod say;
mod system;
mod typography;
mod user_error;

pub use argument::{Argument, Value};
pub use language::{Language, UnknownLanguage};
pub use localize::{Localize, labelled, quoted};
pub use message::Message;
pub use texts::{Text, Texts};
pub use user_error::{Context, UserError, foreign, usage};
