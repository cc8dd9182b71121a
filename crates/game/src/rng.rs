//! Reproducible chance: every draw follows from the match seed and the turn it belongs to.
//!
//! The generator is pinned to ChaCha8 and the ways of drawing are written out here, because a
//! record must replay in ten years and libraries are free to change how they map bits to numbers.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng};

/// A stream of draws for one purpose: one turn of the rules, or one decision of a built-in player.
#[derive(Clone, Debug)]
pub struct Rng(ChaCha8Rng);

impl Rng {
    /// The draws of the rules in turn `turn` of the match `seed`; turn 0 sets up the start.
    pub fn of_turn(seed: u64, turn: u64) -> Rng {
        Rng::from_words("rules", [seed, turn, 0])
    }

    /// The draws of the player on `seat` in turn `turn`: never those of the rules.
    pub fn of_player(seed: u64, seat: crate::Seat, turn: u64) -> Rng {
        Rng::from_words("player", [seed, turn, u64::from(seat.0)])
    }

    fn from_words(domain: &str, words: [u64; 3]) -> Rng {
        let mut seed = [0u8; 32];
        for (place, word) in words.into_iter().enumerate() {
            seed[place * 8..place * 8 + 8].copy_from_slice(&word.to_le_bytes());
        }
        for (place, byte) in domain.bytes().take(8).enumerate() {
            seed[24 + place] = byte;
        }
        Rng(ChaCha8Rng::from_seed(seed))
    }

    /// The key of the generator: with it, another program draws the same.
    pub fn key(&self) -> [u8; 32] {
        self.0.get_seed()
    }

    /// The draws that follow from `key`.
    pub fn of_key(key: [u8; 32]) -> Rng {
        Rng(ChaCha8Rng::from_seed(key))
    }

    /// Whether nothing was drawn from it since [`Rng::of_turn`] with the same `seed` and `turn`.
    pub fn is_untouched(&self, seed: u64, turn: u64) -> bool {
        self.0 == Rng::of_turn(seed, turn).0
    }

    /// A number from 0 to `bound` - 1, each equally likely. `bound` is at least 1.
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "nothing lies below 0");
        // Lemire, "Fast random integer generation in an interval" (2019): unbiased by rejection.
        let threshold = bound.wrapping_neg() % bound;
        loop {
            let wide = u128::from(self.0.next_u64()) * u128::from(bound);
            if wide as u64 >= threshold {
                return (wide >> 64) as u64;
            }
        }
    }

    /// One of `items`, each equally likely; `None` if there is none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        (!items.is_empty()).then(|| &items[self.below(items.len() as u64) as usize])
    }

    /// Puts `items` in an order drawn uniformly (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }

    /// `count` of `items` from different places in the order drawn; all of them if there are fewer.
    pub fn sample<T: Clone>(&mut self, items: &[T], count: usize) -> Vec<T> {
        let mut rest = items.to_vec();
        let count = count.min(rest.len());
        for place in 0..count {
            let chosen = place + self.below((rest.len() - place) as u64) as usize;
            rest.swap(place, chosen);
        }
        rest.truncate(count);
        rest
    }
}

/// The seed of a match: a hash of the contest's seed and of what distinguishes the match from the
/// others. Always below 2^53, so that any JSON reader keeps it exact.
pub fn match_seed(contest_seed: u64, pairing: &str) -> u64 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&contest_seed.to_le_bytes());
    hasher.update(pairing.as_bytes());
    let bytes: [u8; 8] = hasher.finalize().as_bytes()[..8].try_into().expect("8 of 32 bytes");
    u64::from_le_bytes(bytes) >> 11
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_pinned() {
        let mut rng = Rng::of_turn(7, 3);
        let draws: Vec<u64> = (0..6).map(|_| rng.below(1000)).collect();
        assert_eq!(draws, PINNED);
        assert_eq!(match_seed(1, "a b 0"), PINNED_SEED);
    }

    const PINNED: [u64; 6] = [833, 808, 714, 794, 153, 192];
    const PINNED_SEED: u64 = 6_491_709_048_361_755;

    /// What every library of `crates/external/libraries` compares its own generator with. To write
    /// it again after an addition: `INSTA_UPDATE=always cargo nextest run -p certamen-game vectors`.
    #[test]
    fn the_vectors_of_the_libraries_are_those_of_this_generator() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../external/libraries/rng_vectors.json");
        let tables = [(7, 3), (0, 0), (1, 1), ((1 << 53) - 1, 999), (20_260_101, 40)];
        let lines: Vec<String> =
            tables.map(|(seed, turn)| vector(seed, turn).to_string()).into_iter().collect();
        let text = format!("[\n{}\n]\n", lines.join(",\n"));
        if std::env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always") {
            std::fs::write(path, &text).unwrap();
        }
        assert_eq!(std::fs::read_to_string(path).unwrap(), text);
    }

    /// Draws from fresh copies of one key. 40 numbers are more than one block of the cipher has,
    /// and half of the draws below 2^63 + 1 are rejected. Numbers of 64 bits are strings, because
    /// JavaScript reads others inexactly.
    fn vector(seed: u64, turn: u64) -> serde_json::Value {
        let fresh = || Rng::of_turn(seed, turn);
        let below = |bound: u64, count: usize| {
            let mut rng = fresh();
            (0..count).map(|_| rng.below(bound).to_string()).collect::<Vec<_>>()
        };
        let ten: Vec<u64> = (0..10).collect();
        let mut shuffled = ten.clone();
        fresh().shuffle(&mut shuffled);
        let mut raw = fresh();
        serde_json::json!({
            "key": hex(fresh().key()),
            "next_u64": (0..40).map(|_| raw.0.next_u64().to_string()).collect::<Vec<_>>(),
            "below_1000": below(1000, 6),
            "below_1": below(1, 3),
            "below_2^63+1": below((1 << 63) + 1, 20),
            "choice_of_abc": fresh().pick(&["a", "b", "c"]),
            "shuffle_10": shuffled,
            "sample_4_of_10": fresh().sample(&ten, 4),
        })
    }

    fn hex(key: [u8; 32]) -> String {
        blake3::Hash::from_bytes(key).to_hex().to_string()
    }

    #[test]
    fn a_key_starts_the_same_stream() {
        let mut rng = Rng::of_turn(7, 3);
        let key = rng.key();
        let rules = "72756c6573000000";
        let expected = format!("0700000000000000{}{}{rules}", "0300000000000000", "0".repeat(16));
        assert_eq!(hex(key), expected);
        let first = rng.below(1000);
        assert_eq!(rng.key(), key);
        assert_eq!(Rng::of_key(key).below(1000), first);
    }

    #[test]
    fn a_sample_has_different_places_and_at_most_all() {
        let mut rng = Rng::of_turn(7, 3);
        assert_eq!(rng.sample(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 4), [8, 0, 7, 1]);
        let mut all = rng.sample(&[3, 1, 2], 9);
        all.sort_unstable();
        assert_eq!(all, [1, 2, 3]);
        assert!(rng.sample::<u8>(&[], 2).is_empty());
    }

    #[test]
    fn all_values_come_up_about_equally_often() {
        let mut rng = Rng::of_turn(1, 1);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
    }

    #[test]
    fn rules_and_players_never_share_draws() {
        let mut rules = Rng::of_turn(1, 1);
        let mut player = Rng::of_player(1, crate::Seat(0), 1);
        assert_ne!(rules.below(u64::MAX), player.below(u64::MAX));
    }
}
