//! The tokens of entrants on other machines. Only hashes are stored.

use crate::{
    ContestError, Folder,
    safe_files::{read, replace, synced},
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fs, io};

/// The maximum size of the file with the hashes, in bytes.
const MAX_FILE: u64 = 1 << 20;
/// The purpose of the hashes.
const PURPOSE: &str = "certamen remote entrant token v1";

/// The hashes of the tokens of a contest's remote entrants, by name.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RemoteTokens(BTreeMap<String, String>);

impl RemoteTokens {
    /// The tokens of the contest in `folder`; none if none were made.
    pub fn read(folder: &Folder) -> Result<RemoteTokens, ContestError> {
        let path = folder.remote_tokens();
        let io = |error| ContestError::Io { path: path.clone(), error };
        match read(&path, MAX_FILE) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| io(error.into())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(RemoteTokens::default()),
            Err(error) => Err(io(error)),
        }
    }

    /// Stores the hash of a new token of an entrant, whose earlier one is revoked.
    pub fn add(folder: &Folder, name: &str, token: &str) -> Result<(), ContestError> {
        let mut tokens = RemoteTokens::read(folder)?;
        tokens.0.insert(name.to_owned(), hash(token).to_hex().to_string());
        tokens.write(folder)
    }

    /// Revokes the token of an entrant; false if it has none.
    pub fn revoke(folder: &Folder, name: &str) -> Result<bool, ContestError> {
        let mut tokens = RemoteTokens::read(folder)?;
        let is_known = tokens.0.remove(name).is_some();
        if is_known {
            tokens.write(folder)?;
        }
        Ok(is_known)
    }

    /// The entrant with this token; the time does not depend on where tokens differ.
    pub fn owner(&self, token: &str) -> Option<&str> {
        let given = hash(token);
        let stored = |text: &String| blake3::Hash::from_hex(text).ok();
        let owner = self.0.iter().find(|(_, hash)| stored(hash).is_some_and(|hash| hash == given));
        owner.map(|(name, _)| name.as_str())
    }

    fn write(&self, folder: &Folder) -> Result<(), ContestError> {
        let path = folder.remote_tokens();
        let io = |error| ContestError::Io { path: path.clone(), error };
        let written = folder.written();
        fs::create_dir_all(&written).map_err(io)?;
        let text = serde_json::to_vec_pretty(self).expect("hashes are plain data");
        replace(&path, &text).and_then(|()| synced(&written)).map_err(io)
    }
}

fn hash(token: &str) -> blake3::Hash {
    blake3::Hash::from(blake3::derive_key(PURPOSE, token.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_its_entrant_s_until_it_is_revoked_or_replaced() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        assert_eq!(RemoteTokens::read(&folder).unwrap().owner("one"), None);
        RemoteTokens::add(&folder, "beta", "one").unwrap();
        RemoteTokens::add(&folder, "gamma", "two").unwrap();
        let owner =
            |token: &str| RemoteTokens::read(&folder).unwrap().owner(token).map(str::to_owned);
        assert_eq!(owner("one").as_deref(), Some("beta"));
        assert_eq!((owner("two").as_deref(), owner("three")), (Some("gamma"), None));
        let stored = fs::read_to_string(folder.remote_tokens()).unwrap();
        assert!(!stored.contains("one") && !stored.contains("two"), "{stored}");
        RemoteTokens::add(&folder, "beta", "three").unwrap();
        assert_eq!((owner("one"), owner("three").as_deref()), (None, Some("beta")));
        assert!(RemoteTokens::revoke(&folder, "beta").unwrap());
        assert!(!RemoteTokens::revoke(&folder, "beta").unwrap());
        assert_eq!(owner("three"), None);
    }
}
