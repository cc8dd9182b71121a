//! What a store remembers of its contest: read once, and strictly. What is missing or unreadable is
//! damage, never a default.

use crate::{
    ContestError, Damage, SetAside, aside, asleep::Asleep, deterministic::Known, file::Programs,
    regulations::Regulations,
};
use certamen_game::{DynGame, Map};
use certamen_store::{Store, StoreError};
use certamen_tournament::{FormatConfig, RankingConfig, UnreadableKeys};
use certamen_work::SubmissionId;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::path::Path;

/// What luck comes from, as the first run found it.
pub(crate) const SEED: &str = "seed in force";
/// By which formulas; contests that were begun under the first edition do not say.
pub(crate) const EDITION: &str = "edition";
/// Who takes part.
pub(crate) const ENTRANTS: &str = "entrants";

/// What a store remembers of its contest.
pub(crate) struct Meta {
    /// The name of the contest.
    pub(crate) name: String,
    /// The tier of isolation it was last run in.
    pub(crate) tier: String,
    /// How it is held.
    pub(crate) regulations: Regulations,
    /// Who takes part, in order of entry.
    pub(crate) submissions: Vec<SubmissionId>,
    /// Those who would take part, but cannot.
    pub(crate) aside: Vec<SetAside>,
    /// What is known of those who are declared deterministic.
    pub(crate) known: Known,
    /// Who slept until it was late.
    pub(crate) asleep: Asleep,
}

impl Meta {
    /// What the store at `path` remembers.
    pub(crate) fn read(store: &Store, path: &Path) -> Result<Meta, ContestError> {
        let keys = Keys { store, path };
        // Who begins a contest and dies before anybody entered has played nothing.
        if store.meta(ENTRANTS)?.is_none() {
            return Err(StoreError::Missing { path: path.to_owned() }.into());
        }
        let entrants: Vec<i64> = keys.json(ENTRANTS)?;
        let regulations = Regulations {
            game: keys.game()?,
            options: keys.json("options")?,
            format: keys.format("format", &keys.text("format")?)?,
            ranking: keys.kind("ranking", &keys.text("ranking")?, RankingConfig::read)?,
            programs: keys.json::<Programs>("programs")?,
            seed: keys.json(SEED)?,
            edition: keys.optional(EDITION)?.unwrap_or_default(),
        };
        Ok(Meta {
            name: keys.text("name")?,
            tier: keys.text("tier")?,
            regulations,
            submissions: entrants.into_iter().map(SubmissionId).collect(),
            aside: aside::read(keys)?,
            known: Known::read(keys)?,
            asleep: Asleep::read(keys)?,
        })
    }
}

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
        self.store.meta(key)?.ok_or_else(|| self.damaged(Damage::Absent(key)))
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
            .map_err(|error| self.damaged(Damage::Stored { key: key.to_owned(), error }))
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
    fn kind<T>(
        self,
        key: &'static str,
        text: &str,
        read: impl FnOnce(&str, Map) -> Result<T, UnreadableKeys>,
    ) -> Result<T, ContestError> {
        let mut keys: Map = self.parsed(key, text)?;
        let Some(Value::String(kind)) = keys.remove("kind") else {
            return Err(self.damaged(Damage::NoKind(key)));
        };
        read(&kind, keys).map_err(|error| self.damaged(Damage::Keys { key, error }))
    }

    fn game(self) -> Result<&'static dyn DynGame, ContestError> {
        let slug: String = self.json("game")?;
        certamen_games::find(&slug).ok_or_else(|| self.damaged(Damage::UnknownGame(slug)))
    }

    fn damaged(self, damage: Damage) -> ContestError {
        ContestError::Damaged { path: self.path.to_owned(), damage }
    }
}
