//! `--from RECORD#TURN`: a match that continues another one from a given turn.

use crate::command_error::{CommandError, Context, usage};
use crate::console::{record_file, say::refusal as of_record};
use crate::say::refusal;
use certamen_game::{DynGame, Map, Turn, arbiter::Arbiter};

/// The part of a match before a turn.
pub(super) struct ResumedMatch {
    pub(super) options: Map,
    pub(super) seed: u64,
    pub(super) turns: Vec<Turn>,
    /// The argument as the user typed it.
    pub(super) from: String,
}

impl ResumedMatch {
    /// Reads the match that `from` names, up to just before its turn.
    pub(super) fn find(
        from: &str,
        game: &'static dyn DynGame,
    ) -> Result<ResumedMatch, CommandError> {
        let (record, turn) = record_file::with_turn(from)?;
        let found = record_file::find(record)?;
        let slug = game.info().slug;
        if found.game.info().slug != slug {
            return Err(usage(refusal::played_there(slug, from, found.game.info().slug)));
        }
        let found = found.record;
        let played = found.turns.len();
        let before = usize::try_from(turn).unwrap_or(usize::MAX) - 1;
        if before > played || before == played && found.outcome.is_some() {
            return Err(usage(of_record::turn(record, turn, played)));
        }
        let turns = found.turns[..before].to_vec();
        let table = &found.table;
        let mut arbiter = Arbiter::start(game, table.clone()).context(record)?;
        for turn in &turns {
            arbiter.replay(turn).context(record)?;
        }
        let (options, seed) = (table.options.clone(), table.seed);
        Ok(ResumedMatch { options, seed, turns, from: from.to_owned() })
    }
}
