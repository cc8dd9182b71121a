//! A public value that was unknown when entries closed: a round of the drand beacon, whose
//! signature is checked here without the network, or a value that the host gives.

use crate::error::{AwaitedRound, DrawMismatch};
use drand_verify::{G1Pubkey, G2PubkeyRfc, Pubkey};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

/// A chain of the League of Entropy.
struct DrandChain {
    hash: &'static str,
    /// In hexadecimal digits.
    key: &'static str,
    /// The time of the first round, in seconds since 1970.
    genesis: i64,
    /// Seconds between rounds.
    period: i64,
    /// Whether each round signs the one before.
    is_chained: bool,
}

/// The known chains: that of 2020 and `quicknet`.
const CHAINS: [DrandChain; 2] = [
    DrandChain {
        hash: "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce",
        key: "868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a5699\
              37c529eeda66c7293784a9402801af31",
        genesis: 1_595_431_050,
        period: 30,
        is_chained: true,
    },
    DrandChain {
        hash: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
        key: "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c\
              8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb\
              5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
        genesis: 1_692_803_367,
        period: 3,
        is_chained: false,
    },
];

/// The kind of public value to mix in, fixed before entries close.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "beacon", rename_all = "lowercase", deny_unknown_fields)]
pub enum Beacon {
    /// The first round of a chain at or after the time when entries close plus a delay.
    Drand {
        chain: String,
        /// The delay after entries have closed, in seconds.
        after: i64,
    },
    Hand,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum PublicValue {
    /// A round of a beacon, as its servers return it.
    Round {
        round: u64,
        /// In hexadecimal digits.
        signature: String,
        /// The signature of the round before, where rounds are chained.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        previous_signature: Option<String>,
    },
    Given {
        value: String,
    },
}

impl Beacon {
    /// The hashes of the known chains.
    pub fn chains() -> [&'static str; 2] {
        CHAINS.each_ref().map(|chain| chain.hash)
    }

    /// A round of this chain, this long after entries have closed; `None` for an unknown chain.
    pub(crate) fn drand(chain: &str, after: SignedDuration) -> Option<Beacon> {
        let chain = CHAINS.iter().find(|known| known.hash == chain)?;
        Some(Beacon::Drand { chain: chain.hash.to_owned(), after: after.as_secs() })
    }

    /// The round that a draw waits for, if entries close at `due`.
    ///
    /// # Errors
    ///
    /// The chain is unknown.
    pub fn awaited(&self, due: Timestamp) -> Result<Option<AwaitedRound>, DrawMismatch> {
        let Beacon::Drand { chain, after } = self else { return Ok(None) };
        let known = find(chain)?;
        let since = due.as_second() + i64::from(due.subsec_nanosecond() > 0) + after;
        let rounds = (since - known.genesis).max(0);
        let before = rounds / known.period + i64::from(rounds % known.period > 0);
        let at = Timestamp::from_second(known.genesis + before * known.period);
        let url = format!("https://api.drand.sh/{chain}/public/{}", before + 1);
        let at = at.unwrap_or(Timestamp::MAX);
        Ok(Some(AwaitedRound { round: before as u64 + 1, at, url }))
    }

    /// The bytes of `value`, if it is the awaited one for entries that close at `due`.
    ///
    /// # Errors
    ///
    /// The value is another one, or invalid.
    pub fn bytes(&self, value: &PublicValue, due: Timestamp) -> Result<Vec<u8>, DrawMismatch> {
        match (self, value) {
            (Beacon::Hand, PublicValue::Given { value }) => Ok(value.clone().into_bytes()),
            (
                Beacon::Drand { chain, .. },
                PublicValue::Round { round, signature, previous_signature },
            ) => {
                let awaited = self.awaited(due)?.map(|awaited| awaited.round);
                if awaited != Some(*round) {
                    let due = awaited.unwrap_or_default();
                    return Err(DrawMismatch::OtherRound { given: *round, due });
                }
                let known = find(chain)?;
                let signature = unhex(signature)?;
                let previous = previous_signature.as_deref().map(unhex).transpose()?;
                let previous = previous.filter(|_| known.is_chained).unwrap_or_default();
                if !known.signed(*round, &previous, &signature) {
                    return Err(DrawMismatch::Signature { round: *round });
                }
                Ok(drand_verify::derive_randomness(&signature).to_vec())
            }
            _ => Err(DrawMismatch::OtherValue),
        }
    }
}

impl DrandChain {
    fn signed(&self, round: u64, previous: &[u8], signature: &[u8]) -> bool {
        let Ok(key) = unhex(self.key) else { return false };
        let verified = if self.is_chained {
            G1Pubkey::from_variable(&key).map(|key| key.verify(round, previous, signature))
        } else {
            G2PubkeyRfc::from_variable(&key).map(|key| key.verify(round, previous, signature))
        };
        matches!(verified, Ok(Ok(true)))
    }
}

fn find(chain: &str) -> Result<&'static DrandChain, DrawMismatch> {
    let unknown = || DrawMismatch::UnknownChain { chain: chain.to_owned() };
    CHAINS.iter().find(|known| known.hash == chain).ok_or_else(unknown)
}

fn unhex(text: &str) -> Result<Vec<u8>, DrawMismatch> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let pair = |two: &[u8]| Some(digit(two[0])? << 4 | digit(*two.get(1)?)?);
    // The longest point of the curve has 96 bytes.
    let bytes: Option<Vec<u8>> = match text.len() {
        0..=192 => text.as_bytes().chunks(2).map(pair).collect(),
        _ => None,
    };
    bytes.ok_or(DrawMismatch::NoHex)
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUICKNET: &str = CHAINS[1].hash;
    const SIGNATURE: &str = "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482\
                             e26cd02df835d3546d23c4b13e0dfc92";

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn quicknet(after: i64) -> Beacon {
        Beacon::Drand { chain: QUICKNET.to_owned(), after }
    }

    fn round(round: u64, signature: &str) -> PublicValue {
        let signature = signature.to_owned();
        PublicValue::Round { round, signature, previous_signature: None }
    }

    #[test]
    fn the_round_is_the_first_at_or_after_closing_and_the_time_after() {
        let number = |due: &str, after| quicknet(after).awaited(at(due)).unwrap().unwrap().round;
        assert_eq!(number("2023-08-23T15:09:27Z", 0), 1);
        assert_eq!(number("2023-08-23T15:09:28Z", 0), 2);
        assert_eq!(number("2023-08-23T15:15:33Z", 0), 123);
        assert_eq!(number("2023-08-23T15:05:33Z", 600), 123);
        assert_eq!(number("2023-08-23T15:05:33.1Z", 600), 124);
        assert_eq!(number("2000-01-01T00:00:00Z", 0), 1);
        let awaited = quicknet(600).awaited(at("2023-08-23T15:05:33Z")).unwrap().unwrap();
        assert_eq!(awaited.at, at("2023-08-23T15:15:33Z"));
        assert!(awaited.url.ends_with("e971/public/123"), "{}", awaited.url);
    }

    #[test]
    fn a_round_is_taken_with_its_signature_only() {
        let due = at("2023-08-23T15:05:33Z");
        let bytes = quicknet(600).bytes(&round(123, SIGNATURE), due).unwrap();
        assert_eq!(bytes.len(), 32);
        let forged = SIGNATURE.replacen("b7", "b6", 1);
        let wrong = quicknet(600).bytes(&round(123, &forged), due);
        assert_eq!(wrong, Err(DrawMismatch::Signature { round: 123 }));
        let other = quicknet(0).bytes(&round(123, SIGNATURE), due);
        assert_eq!(other, Err(DrawMismatch::OtherRound { given: 123, due: 1 }));
        assert_eq!(quicknet(600).bytes(&round(123, "xy"), due), Err(DrawMismatch::NoHex));
        let given = PublicValue::Given { value: "7".to_owned() };
        assert_eq!(quicknet(600).bytes(&given, due), Err(DrawMismatch::OtherValue));
        assert_eq!(Beacon::Hand.bytes(&given, due), Ok(b"7".to_vec()));
    }

    #[test]
    fn a_chained_round_is_taken_with_the_one_before() {
        let beacon = Beacon::Drand { chain: CHAINS[0].hash.to_owned(), after: 0 };
        let signature = "82f5d3d2de4db19d40a6980e8aa37842a0e55d1df06bd68bddc8d60002e8e959\
                         eb9cfa368b3c1b77d18f02a54fe047b80f0989315f83b12a74fd8679c4f12aae\
                         86eaf6ab5690b34f1fddd50ee3cc6f6cdf59e95526d5a5d82aaa84fa6f181e42";
        let previous = "a609e19a03c2fcc559e8dae14900aaefe517cb55c840f6e69bc8e4f66c8d18e8\
                        a609685d9917efbfb0c37f058c2de88f13d297c7e19e0ab24813079efe57a182\
                        554ff054c7638153f9b26a60e7111f71a0ff63d9571704905d3ca6df0b031747";
        let value = |previous: Option<&str>| PublicValue::Round {
            round: 72785,
            signature: signature.to_owned(),
            previous_signature: previous.map(str::to_owned),
        };
        let due = at("2020-08-16T21:49:30Z");
        assert!(beacon.bytes(&value(Some(previous)), due).is_ok());
        assert_eq!(beacon.bytes(&value(None), due), Err(DrawMismatch::Signature { round: 72785 }));
    }

    #[test]
    fn chains_of_others_are_not_known() {
        let beacon = Beacon::Drand { chain: "00".to_owned(), after: 0 };
        let unknown = DrawMismatch::UnknownChain { chain: "00".to_owned() };
        assert_eq!(beacon.awaited(Timestamp::UNIX_EPOCH), Err(unknown));
        assert_eq!(Beacon::drand("00", SignedDuration::ZERO), None);
    }
}
