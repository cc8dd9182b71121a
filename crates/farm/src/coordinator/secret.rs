//! A secret of the coordinator of a contest, by which it recognises what it handed out itself.

use crate::say;
use certamen_i18n::Localize;
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
};

/// The name of a contest on the server, and the key that proves that a batch was handed out.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContestSecret {
    /// Its name there, which says nothing.
    pub contest: String,
    secret: String,
}

#[derive(Debug, Localize)]
#[localize(error)]
pub enum SecretError {
    #[localize(say::secret(path, error))]
    Io { path: PathBuf, error: io::Error },
    #[localize(say::no_secret(path))]
    Damaged { path: PathBuf },
}

impl ContestSecret {
    /// The secret in the file at `path`, or a new one that is written there. Losing it costs time:
    /// matches in progress are then played again.
    pub fn keep(path: &Path) -> Result<ContestSecret, SecretError> {
        let io = |error| SecretError::Io { path: path.to_owned(), error };
        match fs::read(path) {
            Ok(bytes) => {
                let found = serde_json::from_slice(&bytes).ok().filter(ContestSecret::is_whole);
                found.ok_or_else(|| SecretError::Damaged { path: path.to_owned() })
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let drawn = ContestSecret::draw().map_err(io)?;
                if drawn.write(path).map_err(io)? { Ok(drawn) } else { ContestSecret::keep(path) }
            }
            Err(error) => Err(io(error)),
        }
    }

    pub fn draw() -> io::Result<ContestSecret> {
        let contest = random::<16>()?;
        let secret = random::<32>()?;
        Ok(ContestSecret { contest, secret })
    }

    /// The same for something else that is done for the contest: its answers come under a name of
    /// their own.
    #[must_use]
    pub fn apart(&self, purpose: &str) -> ContestSecret {
        let name = self.token(purpose, "apart", &[]);
        let secret = self.token(purpose, "secret", &[]);
        ContestSecret { contest: name[..32].to_owned(), secret }
    }

    /// A name that no batch ever had.
    pub fn batch_name() -> io::Result<String> {
        random::<12>()
    }

    /// Proves that these matches were handed out together.
    pub fn token(&self, batch: &str, class: &str, numbers: &[i64]) -> String {
        let key = blake3::hash(self.secret.as_bytes());
        let text = serde_json::to_vec(&(&self.contest, batch, class, numbers))
            .expect("texts are plain data");
        blake3::keyed_hash(key.as_bytes(), &text).to_hex().to_string()
    }

    /// Whether these matches were handed out together. The time it takes does not depend on how
    /// much of the token is right.
    pub fn has_handed_out(&self, token: &str, batch: &str, class: &str, numbers: &[i64]) -> bool {
        let expected = self.token(batch, class, numbers);
        blake3::Hash::from_hex(token).ok() == blake3::Hash::from_hex(expected).ok()
    }

    /// A number from 0 up to 1 for a batch that others cannot predict.
    pub fn lot(&self, batch: &str) -> f64 {
        let hash = self.token(batch, "lot", &[]);
        let digits = u32::from_str_radix(&hash[..8], 16).unwrap_or_default();
        f64::from(digits) / (f64::from(u32::MAX) + 1.0)
    }

    /// Writes it to `path` atomically, unless the file exists; returns whether it was written.
    fn write(&self, path: &Path) -> io::Result<bool> {
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        let draft = path.with_extension(format!("draft-{}", ContestSecret::batch_name()?));
        let mut file = OpenOptions::new();
        let mut file = file.write(true).create_new(true).mode(0o600).open(&draft)?;
        let text = serde_json::to_string(self).expect("texts are plain data");
        let written = file.write_all(text.as_bytes()).and_then(|()| fs::hard_link(&draft, path));
        fs::remove_file(&draft)?;
        match written {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            written => written.map(|()| true),
        }
    }

    fn is_whole(&self) -> bool {
        self.contest.len() == 32 && self.secret.len() == 64 && crate::layout::is_name(&self.contest)
    }
}

fn random<const BYTES: usize>() -> io::Result<String> {
    let mut bytes = [0; BYTES];
    File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(HEXLOWER.encode(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_prove_what_was_handed_out() {
        let (own, other) = (ContestSecret::draw().unwrap(), ContestSecret::draw().unwrap());
        let token = own.token("b", "k", &[1, 2]);
        assert!(own.has_handed_out(&token, "b", "k", &[1, 2]));
        assert!(!own.has_handed_out(&token, "b2", "k", &[1, 2]));
        assert!(!own.has_handed_out(&token, "b", "k2", &[1, 2]));
        assert!(!own.has_handed_out(&token, "b", "k", &[1, 2, 3]));
        assert!(!own.has_handed_out("", "b", "k", &[1, 2]));
        assert!(!other.has_handed_out(&token, "b", "k", &[1, 2]));
        assert_eq!(own.lot("b").to_bits(), own.lot("b").to_bits());
        let checks = own.apart("checks");
        assert_eq!(checks.contest, own.apart("checks").contest);
        assert!(checks.is_whole() && checks.contest != own.contest);
        assert!(
            checks.contest != own.apart("tables").contest
                && other.apart("checks").contest != checks.contest
        );
        let lots: Vec<f64> = (0..1000).map(|at| own.lot(&format!("b{at}"))).collect();
        let below = lots.iter().filter(|lot| **lot < 0.5).count();
        assert!((350..650).contains(&below), "{below} of 1000 below the half");
        assert_ne!(ContestSecret::batch_name().unwrap(), ContestSecret::batch_name().unwrap());
    }

    #[test]
    fn a_secret_is_stored_and_invalid_files_are_reported() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bus.json");
        let drawn = ContestSecret::keep(&path).unwrap();
        let kept = ContestSecret::keep(&path).unwrap();
        assert!(!ContestSecret::draw().unwrap().write(&path).unwrap(), "the first stays");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no draft is left");
        assert_eq!(drawn.token("b", "k", &[1]), kept.token("b", "k", &[1]));
        for text in ["", "{}", r#"{"contest":"a.*.>","secret":""}"#] {
            fs::write(&path, text).unwrap();
            let refused = ContestSecret::keep(&path);
            assert!(matches!(refused, Err(SecretError::Damaged { .. })), "{text}");
        }
    }
}
