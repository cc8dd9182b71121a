//! How long a contest will take, from a short probe or from what was played before.

use crate::say::play;
use certamen_hall::Stage;
use certamen_speech::{GivenUp, Language};
use serde_json::json;
use std::io::{Write, stdout};

/// Prints a forecast; tries some matches if none were played, and hands nothing in.
pub fn print(stage: &mut Stage, as_json: bool, language: Language) -> Result<(), GivenUp> {
    let Some(forecast) = stage.forecast_or_probe()? else {
        let progress = stage.contest.progress();
        let is_over = progress.finished >= progress.total;
        let why =
            if is_over || stage.is_here() { play::no_forecast() } else { play::not_tried_here() };
        eprintln!("{}", why.get(language));
        return Ok(());
    };
    let mut out = stdout().lock();
    let bots = stage.bots.len();
    if as_json {
        let mut line = json!(forecast);
        line["bots"] = bots.into();
        writeln!(out, "{line}")?;
    } else {
        writeln!(out, "{}", forecast.told(bots, language))?;
    }
    Ok(())
}

/// Says on standard error how long the rest will take, if enough was played before.
pub fn tell(stage: &mut Stage, language: Language) -> Result<(), GivenUp> {
    if let Some(forecast) = stage.forecast()? {
        eprintln!("{}", forecast.told(stage.bots.len(), language));
    }
    Ok(())
}
