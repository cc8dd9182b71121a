//! The messages of the protocol: one JSON object a line. Unknown keys are ignored, unknown types are
//! an error.

use crate::{PeerLimits, hash::Hash, say, seal::Signature};
use certamen_game::{Conditions, Map, Move, legible};
use certamen_i18n::{Localize, quoted};
use serde::{Deserialize, Serialize};

/// The version of the protocol.
pub const VERSION: u32 = 1;
/// The longest alias and the longest name of a bot, in characters.
const LONGEST_NAME: usize = 40;
/// The longest text of a refusal or an error, in characters.
const LONGEST_TEXT: usize = 200;

/// Any message.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[expect(missing_docs, reason = "the types say it")]
pub enum PeerMessage {
    Hello(Hello),
    Offer(Box<Offer>),
    Accept(Accept),
    Refuse(Refuse),
    Commit(Commit),
    Reveal(Reveal),
    Move(PlayedMove),
    Resume(Resume),
    Seal(Signed),
    Error(Abort),
}

/// The first message of both sides.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hello {
    /// [`VERSION`].
    pub v: u32,
    /// The version of the program, for people.
    pub version: String,
    /// The author's name, 1 to 40 characters.
    pub alias: String,
    /// Random, a new one for each connection.
    pub nonce: Hash,
}

/// What the opener offers to play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Offer {
    /// The game's slug.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    pub options: Map,
    /// Limits and policies of the match.
    pub conditions: Conditions,
    /// How many matches the opener will play, this one included.
    pub left: u32,
    /// The name of the opener's bot, 1 to 40 characters.
    pub bot: String,
    /// The hash of its files, if it has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<Hash>,
}

/// The challenger's consent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Accept {
    /// The BLAKE3 hash of the line with the offer, without its end.
    pub offer: Hash,
    /// The name of the challenger's bot, 1 to 40 characters.
    pub bot: String,
    /// The hash of its files, if it has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<Hash>,
}

/// Why there is no match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Refuse {
    /// The reason for programs.
    pub why: RefuseReason,
    /// The reason for people, at most 200 characters.
    pub text: String,
    /// When it may be different, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_s: Option<u64>,
}

/// The reasons of a refusal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Localize)]
#[serde(rename_all = "lowercase")]
pub enum RefuseReason {
    /// The game, its rules or options, or the bot.
    #[localize(say::why_rules())]
    Rules,
    /// Another match is played.
    #[localize(say::why_busy())]
    Busy,
    /// The key is not permitted.
    #[localize(say::why_key())]
    Key,
    /// A limit is exceeded.
    #[localize(say::why_limit())]
    Limit,
    /// All matches have been played.
    #[localize(say::why_done())]
    Done,
}

/// A commitment to a half of the seed (turn 0), or to a move in a turn in which both seats act.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Commit {
    /// The turn, from 1; 0 is the seed.
    pub turn: u64,
    /// See the page of the protocol for what is hashed.
    pub hash: Hash,
}

/// What was committed to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Reveal {
    /// The turn of the commitment.
    pub turn: u64,
    /// The nonce of the commitment.
    pub nonce: Hash,
    /// Half of the seed, or a move.
    pub value: Revealed,
}

/// Half of the seed, or a move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
#[expect(clippy::large_enum_variant, reason = "one is there at a time")]
pub enum Revealed {
    /// In turn 0.
    Half(Hash),
    /// In any other.
    Move(Move),
}

impl Revealed {
    /// The text that is hashed.
    pub(crate) fn text(&self) -> String {
        match self {
            Revealed::Half(half) => half.to_string(),
            Revealed::Move(entry) => move_text(entry),
        }
    }
}

/// A move as its record has it.
pub(crate) fn move_text(entry: &Move) -> String {
    serde_json::to_string(entry).expect("moves are plain data")
}

/// A move in a turn in which one seat acts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedMove {
    /// The turn, from 1.
    pub turn: u64,
    /// The move, as in records.
    #[serde(rename = "move")]
    pub entry: Move,
}

/// The first message on a connection that replaces a broken one; the opener answers with its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Resume {
    /// The match's id.
    pub id: Hash,
    /// The first turn that is not complete; 0 while the seed is exchanged.
    pub turn: u64,
    /// The hash of the record's lines so far.
    pub digest: Hash,
}

/// The signature of the result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Signed {
    /// The hash of all lines before the last.
    pub digest: Hash,
    /// Of the hash of id, digest and outcome.
    pub signature: Signature,
}

/// The end of a match before its time; the connection is closed after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Abort {
    /// The reason for programs.
    pub why: AbortReason,
    /// The reason for people, at most 200 characters.
    pub text: String,
}

/// The reasons of an end before its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AbortReason {
    /// The other side broke the protocol or the rules.
    Protocol,
    /// The other side took too long.
    Patience,
    /// Its user stopped it.
    Left,
    /// Its player cannot play.
    Failed,
}

/// A message of the other side that cannot be used.
#[derive(Debug, Localize)]
#[localize(error)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum MessageError {
    /// JSON that is nested too deeply.
    Nested { max: usize },
    /// No JSON object with a known type and its keys.
    #[localize(say::unreadable(quoted(_0)))]
    Unreadable(serde_json::Error),
    /// The name or text of this key is empty, too long or contains invisible characters.
    #[localize(say::unfit_text(*key, *max))]
    Text { key: &'static str, max: usize },
}

impl PeerMessage {
    /// The word of its type.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            PeerMessage::Hello(_) => "hello",
            PeerMessage::Offer(_) => "offer",
            PeerMessage::Accept(_) => "accept",
            PeerMessage::Refuse(_) => "refuse",
            PeerMessage::Commit(_) => "commit",
            PeerMessage::Reveal(_) => "reveal",
            PeerMessage::Move(_) => "move",
            PeerMessage::Resume(_) => "resume",
            PeerMessage::Seal(_) => "seal",
            PeerMessage::Error(_) => "error",
        }
    }

    /// The line, without its end.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("messages are plain data")
    }

    /// Reads a line, which is not longer than the limit.
    ///
    /// # Errors
    ///
    /// If it is not a message, or one of its texts is unfit.
    pub fn read(line: &[u8], limits: &PeerLimits) -> Result<PeerMessage, MessageError> {
        if nesting(line) > limits.nesting {
            return Err(MessageError::Nested { max: limits.nesting });
        }
        let message: PeerMessage =
            serde_json::from_slice(line).map_err(MessageError::Unreadable)?;
        let texts: &[(&'static str, &str, usize)] = match &message {
            PeerMessage::Hello(hello) => {
                &[("alias", &hello.alias, LONGEST_NAME), ("version", &hello.version, LONGEST_NAME)]
            }
            PeerMessage::Offer(offer) => {
                &[("bot", &offer.bot, LONGEST_NAME), ("game", &offer.game, LONGEST_NAME)]
            }
            PeerMessage::Accept(accept) => &[("bot", &accept.bot, LONGEST_NAME)],
            PeerMessage::Refuse(refuse) => &[("text", &refuse.text, LONGEST_TEXT)],
            PeerMessage::Error(abort) => &[("text", &abort.text, LONGEST_TEXT)],
            _ => &[],
        };
        match texts.iter().find(|(_, text, max)| !fits(text, *max)) {
            Some((key, _, max)) => Err(MessageError::Text { key, max: *max }),
            None => Ok(message),
        }
    }
}

/// Whether a text fits as the name of an author or a bot: 1 to 40 visible characters.
pub fn fits_name(text: &str) -> bool {
    fits(text, LONGEST_NAME)
}

/// Whether a text of the other side can be shown and recorded.
fn fits(text: &str, max: usize) -> bool {
    let is_visible = !text.contains('\t') && legible(text) == text;
    is_visible && !text.trim().is_empty() && text.chars().count() <= max
}

/// The start of `text` that fits into a name.
pub(crate) fn name(text: &str) -> String {
    shortened(text, LONGEST_NAME)
}

/// The start of `text` that fits into a refusal or an error.
pub(crate) fn reason(text: &str) -> String {
    shortened(text, LONGEST_TEXT)
}

fn shortened(text: &str, max: usize) -> String {
    let text: String = legible(text).replace('\t', " ").chars().take(max).collect();
    if text.trim().is_empty() { "-".to_owned() } else { text }
}

/// How deeply arrays and objects are nested; a text that is no JSON has any depth.
fn nesting(line: &[u8]) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let (mut is_text, mut is_escaped) = (false, false);
    for byte in line {
        if is_text {
            is_text = is_escaped || *byte != b'"';
            is_escaped = !is_escaped && *byte == b'\\';
            continue;
        }
        match byte {
            b'"' => is_text = true,
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn brackets_in_texts_are_not_nested() {
        assert_eq!(nesting(br#"{"a":["[[[\"[[",[[]]]}"#), 4);
        let limits = PeerLimits::default();
        let deep = |depth| {
            let (open, close) = ("[".repeat(depth), "]".repeat(depth));
            format!(r#"{{"type":"error","why":"left","text":"x","more":{open}{close}}}"#)
        };
        assert!(PeerMessage::read(deep(15).as_bytes(), &limits).is_ok());
        let refused = PeerMessage::read(deep(16).as_bytes(), &limits);
        assert!(matches!(refused, Err(MessageError::Nested { max: 16 })));
    }

    #[test]
    fn unfit_texts_and_unknown_types_are_named() {
        let limits = PeerLimits::default();
        let nonce = Hash([7; 32]);
        let hello = |alias: &str| {
            let (v, version, alias) = (VERSION, "1".to_owned(), alias.to_owned());
            let line = PeerMessage::Hello(Hello { v, version, alias, nonce }).line();
            PeerMessage::read(line.as_bytes(), &limits)
        };
        assert!(hello("ana").is_ok());
        for alias in ["", " ", "a\tb", "a\u{1b}[2J", "\u{202e}a", &"a".repeat(41)] {
            let refused = hello(alias).unwrap_err();
            assert!(matches!(refused, MessageError::Text { key: "alias", max: 40 }), "{alias}");
            assert!(refused.to_string().contains("40"), "{refused}");
            assert!(fits_name(&name(alias)), "{alias}");
        }
        let unknown = PeerMessage::read(br#"{"type":"shell","run":"x"}"#, &limits).unwrap_err();
        assert!(unknown.to_string().contains("shell"), "{unknown}");
    }

    proptest! {
        #[test]
        fn no_bytes_make_the_reader_panic(line in proptest::collection::vec(any::<u8>(), 0..200)) {
            drop(PeerMessage::read(&line, &PeerLimits::default()));
        }

        #[test]
        fn no_changed_message_makes_the_reader_panic(
            kind in proptest::sample::select(vec![
                "hello", "offer", "accept", "refuse", "commit", "reveal", "move", "resume", "seal",
                "error",
            ]),
            values in proptest::collection::vec("[0-9a-f]{64}|-?[0-9]{1,20}|true|null|\\PC{0,8}", 9),
        ) {
            let keys = ["v", "turn", "hash", "nonce", "value", "move", "text", "why", "game"];
            let mut object = serde_json::json!({"type": kind});
            for (key, value) in keys.iter().zip(values) {
                object[*key] = serde_json::from_str(&value).unwrap_or(value.into());
            }
            drop(PeerMessage::read(object.to_string().as_bytes(), &PeerLimits::default()));
        }
    }
}
