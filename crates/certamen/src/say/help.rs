//! What `--help` says of commands, arguments and values, by their names.

use certamen_i18n::Message;

/// The text of a command, argument or value, by its names from the command on.
pub(crate) fn of(names: &[&str]) -> Option<Message> {
    let id = names.join("_").replace('-', "_");
    let id = TEXTS.all.iter().find(|known| **known == id)?;
    Some(Message::new(&TEXTS, id, Vec::new()))
}

certamen_i18n::texts!("locales/help");
