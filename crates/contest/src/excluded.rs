//! Bots that are excluded: they do not build, start or read, so that they are no entrants, and are
//! below the table until they are fixed. They are listed in results and exports; nothing is
//! computed from them.

use crate::{ContestError, keys::Keys};
use certamen_i18n::{Language, Message};
use certamen_store::Store;
use serde::{Deserialize, Serialize};

/// Under which key the store remembers them.
const KEY: &str = "set aside";

/// An excluded bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExcludedBot {
    /// What it would be called.
    pub bot: String,
    /// Why.
    pub reason: LocalizedTexts,
}

/// A text in all languages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct LocalizedTexts {
    pub en: String,
    pub es: String,
    pub fr: String,
    pub it: String,
}

impl LocalizedTexts {
    /// Words that stay as they are in every language: a person said them.
    pub fn verbatim(words: &str) -> LocalizedTexts {
        LocalizedTexts::from(&Message::verbatim(words))
    }

    /// What `say` says in each language.
    pub fn in_each(say: impl Fn(Language) -> String) -> LocalizedTexts {
        let [en, es, fr, it] = [Language::En, Language::Es, Language::Fr, Language::It].map(say);
        LocalizedTexts { en, es, fr, it }
    }

    /// The text in a language.
    pub fn get(&self, language: Language) -> &str {
        match language {
            Language::En => &self.en,
            Language::Es => &self.es,
            Language::Fr => &self.fr,
            Language::It => &self.it,
        }
    }
}

impl From<&Message> for LocalizedTexts {
    fn from(message: &Message) -> LocalizedTexts {
        LocalizedTexts::in_each(|language| message.get(language))
    }
}

impl From<LocalizedTexts> for Message {
    fn from(texts: LocalizedTexts) -> Message {
        Message::spoken(Language::ALL.map(|language| texts.get(language).to_owned()))
    }
}

/// The bots that the last run excluded.
pub(crate) fn read(keys: Keys<'_>) -> Result<Vec<ExcludedBot>, ContestError> {
    Ok(keys.optional(KEY)?.unwrap_or_default())
}

/// Notes whom this run sets aside.
pub(crate) fn note(store: &mut Store, aside: &[ExcludedBot]) -> Result<(), ContestError> {
    let text = serde_json::to_string(aside).expect("texts are plain data");
    Ok(store.set_meta(&[(KEY, text)])?)
}
