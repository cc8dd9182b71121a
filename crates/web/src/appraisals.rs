//! What positions of matches are worth, found out once for each record and remembered for some: it is
//! the work of many moves, and pages are written anew whenever anything changes in their contest.

use crate::http_error::HttpError;
use certamen_game::{DynGame, MatchRecord, replay};
use certamen_games::worth::{PositionValuer, Worth};
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

/// So many matches are remembered.
const KEPT: usize = 128;
/// Of so many positions of a match it is told, from its beginning: longer ones of games that are
/// analysed are not played.
const MOST: usize = 500;

/// What the positions of a match are worth of which that is known: the turn after which each stands.
pub(crate) type Appraised = Arc<Vec<(u64, Worth)>>;

/// What was found out, the latest last, by the BLAKE3 of the record.
#[derive(Default)]
pub(crate) struct Appraisals(Mutex<VecDeque<(blake3::Hash, Appraised)>>);

impl Appraisals {
    /// What the positions of the match are worth that these bytes are the record of.
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
        let found = Arc::new(appraise(game, record)?);
        let mut all = known();
        if all.len() == KEPT {
            all.pop_front();
        }
        all.push_back((digest, Arc::clone(&found)));
        Ok(found)
    }
}

/// As far as the record can be replayed.
fn appraise(game: &dyn DynGame, record: &MatchRecord) -> Result<Vec<(u64, Worth)>, HttpError> {
    let (mut position_valuer, mut found, mut states) = (PositionValuer::default(), Vec::new(), 0);
    let replayed = replay::replay(game, record, &mut |arbiter| {
        if found.len() < MOST {
            found.extend(position_valuer.worth(arbiter.state()).map(|worth| (states, worth)));
        }
        states += 1;
    });
    match replayed {
        Err(trouble) if states == 0 => Err(HttpError::Replay(trouble)),
        _ => Ok(found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::{Map, conformance::check_match};

    #[test]
    fn a_match_is_appraised_once_and_the_oldest_are_forgotten() {
        let game = certamen_games::find("mancala8").unwrap();
        let record = check_match(game, Map::new(), 2, 1, 5).unwrap();
        let appraisals = Appraisals::default();
        let of = |bytes: &[u8]| appraisals.of(bytes, (game, &record)).unwrap();
        let first = of(b"first");
        assert!(first.len() >= record.turns.len() && !record.turns.is_empty());
        assert!(Arc::ptr_eq(&first, &of(b"first")));
        for other in 0..KEPT {
            of(&other.to_le_bytes());
        }
        assert!(!Arc::ptr_eq(&first, &of(b"first")));
        assert_eq!(appraisals.0.lock().unwrap().len(), KEPT);
    }
}
