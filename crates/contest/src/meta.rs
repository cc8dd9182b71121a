//! The metadata of a contest in its store, read strictly: a missing or unreadable value is
//! corruption, never a default.

use crate::{ContestError, Corruption};
use certamen_game::{DynGame, Map};
use certamen_i18n::{Language, Message};
use certamen_store::Store;
use certamen_tournament::{FormatConfig, UnreadableKeys};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::path::Path;

/// The seed of the first run.
pub(crate) const SEED: &str = "seed in force";
/// The version of formulas.
pub(crate) const EDITION: &str = "edition";
/// The stated isolation level.
pub(crate) const TIER: &str = "tier";
/// The built-in players among all submissions, by submission, as in contest files.
pub(crate) const BUILT_IN: &str = "built-in players";
/// The digest of the rules, if they are a program.
pub(crate) const RULES: &str = "rules";
/// What identifies the openings and their order, if there are any.
pub(crate) const OPENINGS: &str = "openings";
/// The openings themselves.
pub(crate) const OPENING_LIST: &str = "opening list";
pub(crate) const ENTRANTS: &str = "entrants";

/// Stores `value` under `key`.
pub(crate) fn store_json(
    store: &mut Store,
    key: &str,
    value: &impl Serialize,
) -> Result<(), ContestError> {
    let text = serde_json::to_string(value).expect("values are plain data");
    Ok(store.set_meta(&[(key, text)])?)
}

/// The keys of a store, read strictly.
#[derive(Clone, Copy)]
pub(crate) struct Keys<'a> {
    pub(crate) store: &'a Store,
    pub(crate) path: &'a Path,
}

impl Keys<'_> {
    /// The text under `key`.
    pub(crate) fn text(self, key: &'static str) -> Result<String, ContestError> {
        self.store.meta(key)?.ok_or_else(|| self.damaged(Corruption::Absent(key)))
    }

    pub(crate) fn json<T: DeserializeOwned>(self, key: &'static str) -> Result<T, ContestError> {
        self.parsed(key, &self.text(key)?)
    }

    pub(crate) fn optional<T: DeserializeOwned>(
        self,
        key: &str,
    ) -> Result<Option<T>, ContestError> {
        self.store.meta(key)?.map(|text| self.parsed(key, &text)).transpose()
    }

    /// Parses `text`, which is stored under `key`.
    pub(crate) fn parsed<T: DeserializeOwned>(
        self,
        key: &str,
        text: &str,
    ) -> Result<T, ContestError> {
        serde_json::from_str(text)
            .map_err(|error| self.damaged(Corruption::Stored { key: key.to_owned(), error }))
    }

    /// Of `text`, which is stored under `key`, the format.
    pub(crate) fn format(
        self,
        key: &'static str,
        text: &str,
    ) -> Result<FormatConfig, ContestError> {
        self.kind(key, text, |kind, keys| FormatConfig::read(kind, Value::Object(keys)))
    }

    pub(crate) fn kind<T>(
        self,
        key: &'static str,
        text: &str,
        read: impl FnOnce(&str, Map) -> Result<T, UnreadableKeys>,
    ) -> Result<T, ContestError> {
        let mut keys: Map = self.parsed(key, text)?;
        let Some(Value::String(kind)) = keys.remove("kind") else {
            return Err(self.damaged(Corruption::NoKind(key)));
        };
        read(&kind, keys).map_err(|error| self.damaged(Corruption::Keys { key, error }))
    }

    pub(crate) fn game(self) -> Result<&'static dyn DynGame, ContestError> {
        let slug: String = self.json("game")?;
        let digest: Option<String> = self.optional(RULES)?;
        if let Some(game) = certamen_games::find_rules(&slug, digest.as_deref()) {
            return Ok(game);
        }
        if digest.is_none() {
            return Err(self.damaged(Corruption::UnknownGame(slug)));
        }
        self.program(&slug).ok_or_else(|| self.damaged(Corruption::MissingRules(slug)))
    }

    /// The game whose rules are a program, as the contest file names it, or by its slug if there is
    /// no file. It may have been edited since: replays compare digests.
    fn program(self, slug: &str) -> Option<&'static dyn DynGame> {
        let folder = self.path.parent()?.parent()?;
        let text = std::fs::read_to_string(folder.join("contest.toml")).ok();
        let table = text.and_then(|text| text.parse::<toml::Table>().ok());
        let given = table.as_ref().and_then(|table| table.get("game")?.as_str());
        // Only a person names a file: the store may come from elsewhere.
        let given = given.or_else(|| (!certamen_games::is_path(slug)).then_some(slug))?;
        let located = certamen_games::locate(given, folder);
        located.ok().flatten().filter(|game| game.info().slug == slug)
    }

    fn damaged(self, corruption: Corruption) -> ContestError {
        ContestError::Damaged { path: self.path.to_owned(), damage: corruption }
    }
}

pub(crate) const EXCLUDED: &str = "set aside";

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExcludedBot {
    pub bot: String,
    pub reason: LocalizedTexts,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LocalizedTexts {
    pub en: String,
    pub es: String,
    pub fr: String,
    pub it: String,
}

impl LocalizedTexts {
    /// A text by a person, the same in every language.
    pub fn verbatim(words: &str) -> LocalizedTexts {
        LocalizedTexts::from(&Message::verbatim(words))
    }

    /// The text that `text` gives for each language.
    pub fn in_each(say: impl Fn(Language) -> String) -> LocalizedTexts {
        let [en, es, fr, it] = [Language::En, Language::Es, Language::Fr, Language::It].map(say);
        LocalizedTexts { en, es, fr, it }
    }

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
        Message::per_language(Language::ALL.map(|language| texts.get(language).to_owned()))
    }
}
