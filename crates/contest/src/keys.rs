//! The keys of the store, read strictly: a value that cannot be read is corruption.

use crate::{ContestError, Corruption};
use certamen_game::{DynGame, Map};
use certamen_store::Store;
use certamen_tournament::{FormatConfig, UnreadableKeys};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::path::Path;

/// The keys of a store, read strictly.
#[derive(Clone, Copy)]
pub(crate) struct Keys<'a> {
    pub(crate) store: &'a Store,
    /// Where it lies, for those who are told that it is damaged.
    pub(crate) path: &'a Path,
}

impl Keys<'_> {
    /// The text under `key`.
    pub(crate) fn text(self, key: &'static str) -> Result<String, ContestError> {
        self.store.meta(key)?.ok_or_else(|| self.damaged(Corruption::Absent(key)))
    }

    /// The value under `key`.
    pub(crate) fn json<T: DeserializeOwned>(self, key: &'static str) -> Result<T, ContestError> {
        self.parsed(key, &self.text(key)?)
    }

    /// The value under `key`, if there is one.
    pub(crate) fn optional<T: DeserializeOwned>(
        self,
        key: &str,
    ) -> Result<Option<T>, ContestError> {
        self.store.meta(key)?.map(|text| self.parsed(key, &text)).transpose()
    }

    /// Of `text`, which is stored under `key`, the value.
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

    /// Of `text`, which is stored under `key` as an object with a kind, what `read` makes of it.
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

    /// The game that is played.
    pub(crate) fn game(self) -> Result<&'static dyn DynGame, ContestError> {
        let slug: String = self.json("game")?;
        certamen_games::find(&slug).ok_or_else(|| self.damaged(Corruption::UnknownGame(slug)))
    }

    fn damaged(self, corruption: Corruption) -> ContestError {
        ContestError::Damaged { path: self.path.to_owned(), damage: corruption }
    }
}
