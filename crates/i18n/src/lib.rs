//! Messages to users as values, and the languages they are rendered in.
//!
//! A [`Message`] is an id and named arguments. Its text is in Fluent files next to the code that
//! uses it, one per language; [`texts!`] ties the two together, so that an id that is in no file,
//! or an argument without a placeholder, is rejected. Nothing here knows what the messages are
//! about.

#[macro_use]
mod language;
mod localize;
mod message;
mod texts;

pub use language::{Language, UnknownLanguage};
pub use localize::{Context, Localize, UserError, foreign, labelled, quoted, usage};
pub use message::{Argument, Message, Value};
pub use texts::Texts;

pub use certamen_i18n_macros::{Localize, texts};
// The macros name this crate by its name, inside it as well.
extern crate self as certamen_i18n;

/// System errors and languages.
mod say {
    crate::texts!("locales");
}
