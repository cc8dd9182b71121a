//! The values of positions of the matches that were analysed last.

use crate::http_error::HttpError;
use certamen_game::{DynGame, MatchRecord, replay};
use certamen_games::worth::{PositionValuer, Worth};
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

const MAX_MATCHES: usize = 128;
/// The maximum number of positions of a match that are valued, from its start; the games that can
/// be analysed have no longer matches.
const MAX_POSITIONS: usize = 500;

/// The values of the positions of a match where they are known, each with the turn it follows.
pub(crate) type Appraised = Arc<Vec<(u64, Worth)>>;

/// The cached values by the BLAKE3 digest of the record, the latest last.
#[derive(Default)]
pub(crate) struct Appraisals(Mutex<VecDeque<(blake3::Hash, Appraised)>>);

impl Appraisals {
    /// The values of the positions of the match with these record bytes.
    pub(crate) fn of(
        &self,
        bytes: &[u8],
        (game, record): (&dyn DynGame, &MatchRecord),
    ) -> Result<Appraised, HttpError> {
        let digest = blake3::hash(bytes);
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, found)) = known().iter().find(|(own, _)| *own == digest) {
            return Ok(Arc::clone(found));
        }
        let (mut valuer, mut found, mut states) = (PositionValuer::default(), Vec::new(), 0);
        let replayed = replay::replay(game, record, &mut |arbiter| {
            if found.len() < MAX_POSITIONS {
                found.extend(valuer.worth(arbiter.state()).map(|worth| (states, worth)));
            }
            states += 1;
        });
        // A record that cannot be replayed to its end is analysed as far as possible.
        if let Err(error) = replayed
            && states == 0
        {
            return Err(HttpError::Replay(error));
        }
        let found = Arc::new(found);
        let mut all = known();
        if all.len() == MAX_MATCHES {
            all.pop_front();
        }
        all.push_back((digest, Arc::clone(&found)));
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::{Map, conformance::check_match};

    #[test]
    fn a_match_is_analysed_once_and_the_oldest_are_evicted() {
        let game = certamen_games::find("mancala8").unwrap();
        let record = check_match(game, Map::new(), 2, 1, 5).unwrap();
        let appraisals = Appraisals::default();
        let of = |bytes: &[u8]| appraisals.of(bytes, (game, &record)).unwrap();
        let first = of(b"first");
        assert!(first.len() >= record.turns.len() && !record.turns.is_empty());
        assert!(Arc::ptr_eq(&first, &of(b"first")));
        for other in 0..MAX_MATCHES {
            of(&other.to_le_bytes());
        }
        assert!(!Arc::ptr_eq(&first, &of(b"first")));
        assert_eq!(appraisals.0.lock().unwrap().len(), MAX_MATCHES);
    }
}
