//! The expected duration of a contest, from a short probe or from earlier matches.

use crate::console::say::play;
use certamen_host::{RunningContest, is_lower_bound, runs_programs};
use certamen_i18n::{Language, UserError};
use serde_json::json;
use std::io::{Write, stdout};

/// Prints a forecast. Plays some matches if none were played; their results are not stored.
pub fn print(
    running: &mut RunningContest,
    as_json: bool,
    language: Language,
) -> Result<(), UserError> {
    let Some(forecast) = running.forecast_or_probe()? else {
        let progress = running.contest.progress();
        let is_over = progress.finished >= progress.total;
        let why =
            if is_over || running.is_here() { play::no_forecast() } else { play::not_tried_here() };
        eprintln!("{}", why.get(language));
        return Ok(());
    };
    let mut out = stdout().lock();
    let bots = running.bots.len();
    if as_json {
        let mut line = json!(forecast);
        line["bots"] = bots.into();
        writeln!(out, "{line}")?;
    } else {
        writeln!(out, "{}", forecast.told(bots, language))?;
    }
    Ok(())
}

/// Prints one line on standard error when a run starts: players, matches, format, isolation level,
/// and the remaining time as far as earlier matches allow an estimate.
pub fn print_start(running: &mut RunningContest, language: Language) -> Result<(), UserError> {
    let progress = running.contest.progress();
    let is_over = progress.finished >= progress.total;
    let estimate = match running.forecast()? {
        Some(forecast) => play::left_for(forecast.left, forecast.time(language)).get(language),
        None if is_over => play::all_played().get(language),
        None => play::estimate_follows().get(language),
    };
    let format = &running.contest.file().format;
    let matches = match progress.total.to_string() {
        total if is_lower_bound(format) && !is_over => play::at_least(total).get(language),
        total => total,
    };
    let (players, kind) = (running.bots.len(), format.kind());
    // Built-in players need no isolation, and remote workers have levels of their own.
    let line = if running.is_here() && runs_programs(&running.bots) {
        play::starts_isolated(players, matches, kind, running.tier().to_string(), estimate)
    } else {
        play::starts(players, matches, kind, estimate)
    };
    eprintln!("{}", line.get(language));
    Ok(())
}
