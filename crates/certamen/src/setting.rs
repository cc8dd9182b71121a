//! Shared by `play` and `run`: finding games, and warnings about the sandbox.

use crate::command_error::{CommandError, usage};
use crate::say::{play, refusal};
use certamen_contest::RelativeMoveTime;
use certamen_game::{DynGame, Language, number::milliseconds};
use certamen_host::runs_programs;
use certamen_runner::Bot;
use certamen_sandbox::Tier;
use std::time::Duration;

/// The game with this slug.
pub(crate) fn find_game(slug: &str) -> Result<&'static dyn DynGame, CommandError> {
    certamen_games::find(slug).ok_or_else(|| {
        let known: Vec<&str> = certamen_games::ALL.iter().map(|game| game.info().slug).collect();
        usage(refusal::unknown_game(slug, known.join(", ")))
    })
}

/// Warns if programs run without isolation.
pub(crate) fn banner(bots: &[Bot], tier: Tier, language: Language) {
    if runs_programs(bots) && tier == Tier::D {
        eprintln!("{}", play::unisolated().get(language));
    }
}

/// Prints the time limit that a relative one amounts to on this machine.
pub(crate) fn tell_move_time(share: &RelativeMoveTime, limit: Duration, language: Language) {
    let limit = milliseconds(limit);
    let share = share.told().get(language);
    eprintln!("{}: {limit} ms ({share})", play::move_time().get(language));
}
