//! Keys: files that only their owner may read, and signatures made with them.
//!
//! Keys are ed25519, written as NATS writes those of its users, so that an operator has only one
//! kind of file to keep. Whom a key belongs to, and what it permits, is not known here.

use certamen_i18n::Localize;
use data_encoding::{BASE32_NOPAD, BASE64};
use nkeys::{KeyPair, KeyPairType};
use std::{
    fmt,
    fs::{self, OpenOptions},
    io::{self, Write},
    os::unix::fs::{OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
};

mod say {
    certamen_i18n::texts!("locales/identity");
}

// Signing and verifying.

#[derive(Clone)]
pub struct PrivateKey {
    pair: KeyPair,
    seed: String,
    /// Cached: every message needs it.
    public: String,
}

impl PrivateKey {
    pub fn draw() -> PrivateKey {
        let pair = KeyPair::new_user();
        let seed = pair.seed().expect("a key that was drawn has its seed");
        PrivateKey::of(pair, seed)
    }

    /// The one in the file at `path`, which only its owner may read.
    pub fn read(path: &Path) -> Result<PrivateKey, KeyError> {
        let io = |error| KeyError::Io { path: path.to_owned(), error };
        let mode = fs::metadata(path).map_err(io)?.permissions().mode() & 0o777;
        if mode & 0o077 != 0 {
            return Err(KeyError::Open { path: path.to_owned(), mode });
        }
        let text = fs::read_to_string(path).map_err(io)?;
        let no_key = || KeyError::NoKey { path: path.to_owned() };
        let seed = text.trim().to_owned();
        let pair = KeyPair::from_seed(&seed).map_err(|_| no_key())?;
        if pair.key_pair_type() != KeyPairType::User {
            return Err(no_key());
        }
        Ok(PrivateKey::of(pair, seed))
    }

    /// The key with this ed25519 seed.
    pub fn from_raw(raw: [u8; 32]) -> PrivateKey {
        let pair = KeyPair::new_from_raw(KeyPairType::User, raw).expect("any bytes are a seed");
        let seed = pair.seed().expect("it was made of its seed");
        PrivateKey::of(pair, seed)
    }

    fn of(pair: KeyPair, seed: String) -> PrivateKey {
        PrivateKey { public: pair.public_key(), pair, seed }
    }

    /// The one in the file at `path`, or a new one that is written there.
    pub fn keep(path: &Path) -> Result<PrivateKey, KeyError> {
        if path.exists() {
            return PrivateKey::read(path);
        }
        let own = PrivateKey::draw();
        own.write(path)?;
        Ok(own)
    }

    /// Writes it to a new file, which only its owner may read.
    pub fn write(&self, path: &Path) -> Result<(), KeyError> {
        let io = |error: io::Error| KeyError::Io { path: path.to_owned(), error };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(io)?;
        }
        let mut file =
            OpenOptions::new().write(true).create_new(true).mode(PRIVATE).open(path).map_err(io)?;
        file.write_all(format!("{}\n", self.seed).as_bytes()).map_err(io)
    }

    pub fn public(&self) -> String {
        self.public.clone()
    }

    /// The secret seed, for the client that authenticates to a server.
    pub fn seed(&self) -> &str {
        &self.seed
    }

    /// The 32 bytes that the text of the seed stands for.
    pub(crate) fn raw(&self) -> [u8; 32] {
        let text = BASE32_NOPAD.decode(self.seed.as_bytes()).expect("a seed is base32");
        // Two bytes say what kind of key it is; a checksum follows the seed.
        text[2..34].try_into().expect("a seed has 32 bytes")
    }

    pub fn sign(&self, bytes: &[u8]) -> String {
        let signed = self.pair.sign(bytes).expect("a private key has its seed");
        BASE64.encode(&signed)
    }
}

impl fmt::Debug for PrivateKey {
    /// The seed must not appear in logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PrivateKey").field(&self.public()).finish()
    }
}

/// Whether `bytes` were signed with the key whose public part is `public`.
pub fn verify(public: &str, bytes: &[u8], signature: &str) -> Result<(), KeyError> {
    let not_signed = || KeyError::NotSigned;
    let pair = KeyPair::from_public_key(public).map_err(|_| not_signed())?;
    let signature = BASE64.decode(signature.as_bytes()).map_err(|_| not_signed())?;
    if signature.len() != 64 {
        return Err(not_signed());
    }
    pair.verify(bytes, &signature).map_err(|_| not_signed())
}

// Files of keys: one line, for their owner's eyes only.

const PRIVATE: u32 = 0o600;

// Why a key cannot be used.

/// Why a key cannot be used. Messages name the file and the way out.
#[derive(Debug, Localize)]
#[localize(error)]
pub enum KeyError {
    #[localize(say::unreadable(path, error))]
    Io {
        path: PathBuf,
        error: io::Error,
    },
    #[localize(say::open(path, format!("{mode:o}")))]
    Open {
        path: PathBuf,
        mode: u32,
    },
    NoKey {
        path: PathBuf,
    },
    /// The signed text is different, or another key signed it.
    NotSigned,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, os::unix::fs::PermissionsExt};

    #[test]
    fn signatures_are_verified() {
        let (own, other) = (PrivateKey::draw(), PrivateKey::draw());
        let signature = own.sign(b"match 7");
        assert!(verify(&own.public(), b"match 7", &signature).is_ok());
        for (key, bytes, signature) in [
            (other.public(), &b"match 7"[..], signature.clone()),
            (own.public(), b"match 8", signature.clone()),
            (own.public(), b"match 7", other.sign(b"match 7")),
            (own.public(), b"match 7", "no base64".to_owned()),
            (own.public(), b"match 7", BASE64.encode(b"short")),
            ("U".repeat(56), b"match 7", signature.clone()),
            (String::new(), b"match 7", signature),
        ] {
            assert!(matches!(verify(&key, bytes, &signature), Err(KeyError::NotSigned)), "{key}");
        }
    }

    #[test]
    fn key_files_are_private_and_never_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("keys/worker.key");
        let own = PrivateKey::keep(&path).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(PrivateKey::keep(&path).unwrap().public(), own.public());
        assert!(matches!(PrivateKey::draw().write(&path), Err(KeyError::Io { .. })));
        assert!(!format!("{own:?}").contains(own.seed()));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        let refused = PrivateKey::read(&path).unwrap_err();
        assert!(refused.to_string().contains("chmod 600"), "{refused}");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        let account = KeyPair::new_account().seed().unwrap();
        for text in ["", "SU", "no key at all", &account] {
            fs::write(&path, text).unwrap();
            assert!(matches!(PrivateKey::read(&path), Err(KeyError::NoKey { .. })), "{text}");
        }
    }
}
