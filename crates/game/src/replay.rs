//! Going through a record: every state computed, every move checked, the outcome compared.

use crate::{DynGame, MatchRecord, Outcome, arbiter::Arbiter};

/// Why a record cannot be what was played.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct ReplayError {
    /// The line of the record, counted from 1.
    pub line: usize,
    /// What does not agree there.
    pub reason: String,
}

/// Replays `record`, showing `watch` the start and the state after each turn. Stops at the first
/// turn that cannot have been played. The outcome is not compared: see [`compare`].
pub fn replay(
    game: &dyn DynGame,
    record: &MatchRecord,
    watch: &mut dyn FnMut(&Arbiter),
) -> Result<Arbiter, ReplayError> {
    let known = game.info().version;
    if record.table.rules != known {
        let given = record.table.rules;
        let reason = format!("key `rules`: version {given}, this certamen has version {known}");
        return Err(ReplayError { line: 1, reason });
    }
    let mut arbiter = Arbiter::start(game, record.table.clone())
        .map_err(|error| ReplayError { line: 1, reason: error.to_string() })?;
    watch(&arbiter);
    for (index, turn) in record.turns.iter().enumerate() {
        arbiter.replay(turn).map_err(|reason| ReplayError { line: index + 2, reason })?;
        watch(&arbiter);
    }
    Ok(arbiter)
}

/// Compares a recorded outcome with the one that was computed; keys unknown here are ignored.
pub fn compare(recorded: &Outcome, computed: &Outcome) -> Result<(), String> {
    let differs = |key: &str, recorded: String, computed: String| {
        if recorded == computed {
            return Ok(());
        }
        Err(format!("outcome.{key}: recorded {recorded}, computed {computed}"))
    };
    let show = |outcome: &Outcome| format!("{:?}", outcome.scores);
    differs("scores", show(recorded), show(computed))?;
    let show = |outcome: &Outcome| format!("{:?}", outcome.termination).to_lowercase();
    differs("termination", show(recorded), show(computed))?;
    let show = |outcome: &Outcome| format!("{:?}", outcome.seats);
    differs("seats", show(recorded), show(computed))?;
    let show = |outcome: &Outcome| outcome.reason.map_or("none", |fault| fault.word()).to_owned();
    differs("reason", show(recorded), show(computed))?;
    for (key, value) in &computed.detail {
        let recorded = recorded.detail.get(key).map(ToString::to_string).unwrap_or_default();
        differs(&format!("detail.{key}"), recorded, value.to_string())?;
    }
    Ok(())
}

certamen_speech::plain!(ReplayError);
