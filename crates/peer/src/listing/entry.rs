//! An entry of a list: what a player offers, signed by the player's key.

use super::say;
use crate::{
    OutOfScope, check_scope, fits_name,
    identity::PrivateKey,
    seal::{PublicKey, Signature},
};
use certamen_game::{Conditions, DynGame, Map, SeatEntry, Table, arbiter::Arbiter};
use certamen_i18n::{Localize, Message, quoted};
use serde::{Deserialize, Serialize};
use std::{ops::Deref, time::Duration};

/// The longest entry, in bytes, without the end of line.
pub const MAX_ENTRY: usize = 4 << 10;
/// How long an entry is listed after it was issued, in milliseconds.
pub const LIFETIME_MS: u64 = 15 * 60 * 1000;
/// How often an open player issues a new one.
pub const REPEAT: Duration = Duration::from_secs(5 * 60);
/// How far the clock of a player may be ahead of that of the list, in milliseconds.
const AHEAD_MS: u64 = 2 * 60 * 1000;
/// The longest address, in bytes: a host name of 253, a colon and a port.
const MAX_ADDRESS: usize = 259;
/// The purpose of the signed hash.
const CONTEXT: &str = "certamen peer entry v1";
/// What separates the signed part of a line from its signature.
const SIGNATURE: &str = ",\"signature\":\"";

/// What an open player offers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Entry {
    /// The name of the player: 1 to 40 characters, none of them invisible.
    pub alias: String,
    /// The public key that challengers expect, and that signed the entry.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = r"^U[A-Z2-7]{55}$")))]
    pub key: String,
    /// Where the player listens: `HOST:PORT`.
    pub address: String,
    /// The slug of the game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The options of the game, as given.
    pub options: Map,
    /// The limits under which the match is played.
    pub conditions: Conditions,
    /// The number of matches left; 0 withdraws the entry.
    pub left: u32,
    /// When the player stops, in milliseconds since 1970, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
    /// The name of the bot: 1 to 40 characters, none of them invisible.
    pub bot: String,
    /// The language that the bot is written in; empty if unknown, at most 40 characters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub language: String,
    /// When it was issued, in milliseconds since 1970: greater than in earlier entries of the key.
    pub issued: u64,
}

/// An entry whose signature is right.
#[derive(Clone, PartialEq, Debug)]
pub struct SignedEntry {
    entry: Entry,
    line: String,
}

/// Why bytes are no entry.
#[derive(Clone, PartialEq, Debug, Localize)]
#[localize(error)]
pub enum EntryError {
    /// It is longer than [`MAX_ENTRY`].
    #[localize(say::entry_too_long(MAX_ENTRY))]
    TooLong,
    /// It is no JSON object with the keys of an entry and a signature at its end.
    #[localize(say::entry_unreadable(quoted(_0)))]
    Unreadable(String),
    /// Its key did not sign it.
    #[localize(say::entry_signature())]
    Signature,
}

/// Why an entry with a right signature is not accepted.
#[derive(Clone, PartialEq, Debug, Localize)]
#[localize(error)]
pub enum EntryFault {
    /// A text is empty, too long, or has invisible characters.
    #[localize(say::entry_text(_0))]
    Text(&'static str),
    /// Not `HOST:PORT`.
    #[localize(say::entry_address(quoted(_0)))]
    Address(String),
    /// There is no such game.
    #[localize(say::entry_game(quoted(_0)))]
    Game(String),
    /// Other rules than those here.
    #[localize(say::entry_rules(given, known))]
    Rules {
        /// The version of the entry.
        given: u32,
        /// The version here.
        known: u32,
    },
    /// The game cannot be played directly.
    #[localize(transparent)]
    Scope(OutOfScope),
    /// The options of the game are invalid.
    #[localize(_0.clone())]
    Options(Message),
    /// It was issued more than 15 minutes ago, or is over.
    #[localize(say::entry_expired())]
    Expired,
    /// It was issued in the future.
    #[localize(say::entry_ahead())]
    Ahead,
}

/// Whether a text is a host name or an IP address, a colon and a port. It is shown and copied, and
/// this module never connects to it.
fn is_address(text: &str) -> bool {
    let Some((host, port)) = text.rsplit_once(':') else { return false };
    let is_port = port.parse::<u16>().is_ok_and(|number| number > 0 && number.to_string() == port);
    let is_host =
        if let Some(inside) = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            inside.parse::<std::net::Ipv6Addr>().is_ok()
        } else {
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-".contains(&byte);
            !host.is_empty() && !host.starts_with(['.', '-']) && host.bytes().all(plain)
        };
    text.len() <= MAX_ADDRESS && is_port && is_host
}

impl Entry {
    /// Signs it; the key that it names becomes this one.
    ///
    /// # Errors
    ///
    /// If it is too long.
    pub fn sign(mut self, key: &PrivateKey) -> Result<SignedEntry, EntryError> {
        self.key = key.public();
        let text = serde_json::to_string(&self);
        let text = text.map_err(|error| EntryError::Unreadable(error.to_string()))?;
        let signature = key.signature(&hash(text.as_bytes()));
        let body = text.strip_suffix('}').unwrap_or(&text);
        let line = format!("{body}{SIGNATURE}{signature}\"}}");
        if line.len() > MAX_ENTRY {
            return Err(EntryError::TooLong);
        }
        Ok(SignedEntry { entry: self, line })
    }

    /// Whether it can be listed at `now`, in milliseconds since 1970. `find` finds games by slug.
    pub fn check(
        &self,
        now: u64,
        find: impl Fn(&str) -> Option<&'static dyn DynGame>,
    ) -> Result<(), EntryFault> {
        if self.is_expired(now) {
            return Err(EntryFault::Expired);
        }
        if self.issued > now.saturating_add(AHEAD_MS) {
            return Err(EntryFault::Ahead);
        }
        let texts = [
            ("alias", fits_name(&self.alias)),
            ("bot", fits_name(&self.bot)),
            ("language", self.language.is_empty() || fits_name(&self.language)),
        ];
        if let Some((key, _)) = texts.iter().find(|(_, fits)| !fits) {
            return Err(EntryFault::Text(key));
        }
        if !is_address(&self.address) {
            return Err(EntryFault::Address(self.address.clone()));
        }
        let game = find(&self.game).ok_or_else(|| EntryFault::Game(self.game.clone()))?;
        let info = game.info();
        check_scope(game).map_err(EntryFault::Scope)?;
        if self.rules != info.version {
            return Err(EntryFault::Rules { given: self.rules, known: info.version });
        }
        let seats = ["a", "b"].map(SeatEntry::named);
        let table = Table::new(game).options(self.options.clone()).seats(seats);
        let started = Arbiter::start(game, table);
        started.map(drop).map_err(|error| EntryFault::Options(error.message()))
    }

    /// How it is called: `HOST:PORT#KEY`.
    pub fn target(&self) -> String {
        format!("{}#{}", self.address, self.key)
    }

    /// When it is no longer listed, in milliseconds since 1970.
    pub fn expires(&self) -> u64 {
        self.issued.saturating_add(LIFETIME_MS)
    }

    /// Whether it is no longer listed at `now`, in milliseconds since 1970.
    pub fn is_expired(&self, now: u64) -> bool {
        self.expires() <= now
    }

    /// Whether the player waits for a challenge at `now`, in milliseconds since 1970.
    pub fn is_open(&self, now: u64) -> bool {
        self.left > 0 && !self.is_expired(now) && self.until.is_none_or(|until| until > now)
    }
}

impl SignedEntry {
    /// Reads a line of at most [`MAX_ENTRY`] bytes, with or without its end, and checks its
    /// signature. The signed bytes are those of the line without its last key: what a list shows is
    /// what was signed, whatever keys a later version adds.
    pub fn read(line: &[u8]) -> Result<SignedEntry, EntryError> {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        if line.len() > MAX_ENTRY {
            return Err(EntryError::TooLong);
        }
        let read = SignedEntry::unverified(line)?;
        let unsigned = || EntryError::Signature;
        let (body, signature) = parts(&read.line).ok_or_else(unsigned)?;
        let key: PublicKey = read.entry.key.parse().map_err(|_| unsigned())?;
        let signature: Signature = signature.parse().map_err(|_| unsigned())?;
        let signed = format!("{body}}}");
        if key.verify(&hash(signed.as_bytes()), &signature) { Ok(read) } else { Err(unsigned()) }
    }

    /// The same of a line whose signature was checked when it was stored.
    pub fn unverified(line: &[u8]) -> Result<SignedEntry, EntryError> {
        let unreadable = |why: &dyn ToString| EntryError::Unreadable(why.to_string());
        let text = str::from_utf8(line).map_err(|error| unreadable(&error))?;
        let entry = serde_json::from_slice(line).map_err(|error| unreadable(&error))?;
        if parts(text).is_none() {
            return Err(unreadable(&"signature"));
        }
        Ok(SignedEntry { entry, line: text.to_owned() })
    }

    /// The line, without its end.
    pub fn line(&self) -> &str {
        &self.line
    }
}

impl Deref for SignedEntry {
    type Target = Entry;

    fn deref(&self) -> &Entry {
        &self.entry
    }
}

/// The line up to its last key, and the text of its signature.
fn parts(line: &str) -> Option<(&str, &str)> {
    let (body, rest) = line.rsplit_once(SIGNATURE)?;
    Some((body, rest.strip_suffix("\"}")?))
}

fn hash(signed: &[u8]) -> [u8; 32] {
    blake3::derive_key(CONTEXT, signed)
}
