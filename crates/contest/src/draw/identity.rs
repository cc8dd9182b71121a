//! The identity of an entrant, independent of its name: the hash of its files, or of the
//! specification of a built-in player. Draws and match seeds are derived from it.

use certamen_game::job::{BotSource, BotSpec};
use certamen_store::SubmissionId;
use std::collections::BTreeMap;

/// The language that built-in players are told to be written in.
pub(crate) const BUILTIN: &str = "builtin";
/// What they begin with in contest files.
const HOUSE_PREFIX: &str = "builtin:";
/// The context of the hash of a built-in player.
const HOUSE: &str = "certamen 2026-11-22 house player of a draw";

/// The built-in players of a contest, by their names in it, as contest files name them.
#[derive(Clone, Default, Debug)]
pub(crate) struct BuiltinSpecs(BTreeMap<String, String>);

impl BuiltinSpecs {
    /// Those among `bots`, the entries of a contest file.
    pub(crate) fn of(bots: &[String]) -> BuiltinSpecs {
        let named = bots.iter().filter_map(|given| {
            let spec: BotSpec = given.parse().ok()?;
            let is_house = matches!(spec.source, BotSource::House { .. });
            let (name, spec) = (spec.name.clone(), BotSpec { name: None, ..spec }.to_string());
            let own = spec.strip_prefix(HOUSE_PREFIX)?.to_owned();
            is_house.then(|| (name.unwrap_or(own), spec))
        });
        BuiltinSpecs(named.collect())
    }

    /// Whether one is called `name`.
    pub(crate) fn names(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// The built-in player named `name`, as contest files name it.
    pub(crate) fn spec(&self, name: &str) -> String {
        self.0.get(name).cloned().unwrap_or_else(|| format!("{HOUSE_PREFIX}{name}"))
    }

    /// Notes which built-in player is called `name`, whatever the file says now.
    pub(crate) fn insert(&mut self, name: &str, spec: &str) {
        self.0.insert(name.to_owned(), spec.to_owned());
    }

    /// The identities of entrants, each with its number, name and digest: the same program entered
    /// twice is two players, which are told apart in the order of their numbers.
    pub(crate) fn identities<'a>(
        &self,
        entrants: impl IntoIterator<Item = (SubmissionId, &'a str, &'a str)>,
    ) -> BTreeMap<SubmissionId, String> {
        let identity = |(id, name, digest)| (id, self.identity(name, digest));
        let mut found: BTreeMap<_, _> = entrants.into_iter().map(identity).collect();
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        for identity in found.values_mut() {
            let count = seen.entry(identity.clone()).or_default();
            if *count > 0 {
                *identity = format!("{identity} {count}");
            }
            *count += 1;
        }
        found
    }

    /// What is mixed in of the entrant `name` whose files have this digest; built-in players have
    /// none.
    pub(crate) fn identity(&self, name: &str, digest: &str) -> String {
        if !digest.is_empty() {
            return digest.to_owned();
        }
        let hash = blake3::derive_key(HOUSE, self.spec(name).as_bytes());
        blake3::Hash::from_bytes(hash).to_hex().to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_house_player_is_what_it_does_and_not_what_it_is_called() {
        let bots = ["x=builtin:random", "builtin:bueno:depth=4", "bots/*"].map(str::to_owned);
        let specs = BuiltinSpecs::of(&bots);
        assert_eq!(specs.identity("x", ""), BuiltinSpecs::default().identity("random", ""));
        assert_ne!(specs.identity("x", ""), specs.identity("first", ""));
        assert_eq!(specs.spec("bueno:depth=4"), "builtin:bueno:depth=4");
        assert_eq!(specs.identity("x", "00"), "00");
        let twins = [(SubmissionId(9), "b", "00"), (SubmissionId(2), "a", "00")];
        let told: Vec<String> = specs.identities(twins).into_values().collect();
        assert_eq!(told, ["00", "00 1"]);
    }
}
