//! What the command says to people, in their languages.

use certamen_speech::Language;
use std::{env, ffi::OsString};

/// The language of the environment, as other programs find it; English if none of ours.
pub(crate) fn environment_language() -> Language {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .find_map(|name| env::var(name).ok().filter(|value| !value.is_empty()));
    let code = set.as_deref().and_then(|value| value.get(..2)).unwrap_or("en");
    code.parse().unwrap_or_default()
}

/// The language of the texts that say how to use the command: what its arguments ask for, if they
/// make sense, else that of the environment.
pub(crate) fn language_asked_for(arguments: impl Iterator<Item = OsString>) -> Language {
    let mut arguments =
        arguments.take_while(|argument| argument != "--").map(|it| it.into_string().ok());
    while let Some(argument) = arguments.next() {
        let value = match argument.as_deref() {
            Some("--lang") => arguments.next().flatten(),
            Some(other) => other.strip_prefix("--lang=").map(ToOwned::to_owned),
            None => None,
        };
        if let Some(language) = value.and_then(|value| value.parse().ok()) {
            return language;
        }
    }
    environment_language()
}
