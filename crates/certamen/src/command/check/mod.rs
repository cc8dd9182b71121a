//! `certamen check`: tries a bot, or all entrants of a contest, and says what is wrong.

mod again;
mod entrants;
mod evaluation;
mod submission;

use super::play::{move_ms, options};
use crate::command_error::{CommandError, Context, usage};
use crate::say::refusal;
use crate::{arguments::Check, ending::Ending, setting};
use certamen_checkup::{Examination, Report, refused};
use certamen_game::{Conditions, DynGame, Language, Map, Seat, SeatEntry, Table, record};
use certamen_sandbox::{Sandbox, Tier};
use certamen_worker::{Bot, BotError, Scratch, SeatingPlan, Workshop, allowed_cores, pin_to_core};
use std::{
    io::{Write, stdout},
    path::Path,
    sync::Arc,
};

/// Tries what was given.
pub(crate) fn check(arguments: &Check, language: Language) -> Result<Ending, CommandError> {
    if let Some(from) = &arguments.from {
        return again::ask(arguments, from, language);
    }
    if Path::new(&arguments.bot).join("contest.toml").is_file() {
        return entrants::check(arguments, language);
    }
    let Some(slug) = &arguments.game else {
        return Err(usage(refusal::which_game(&arguments.bot)));
    };
    let game = setting::find_game(slug)?;
    if let Some(judged) = submission::judge(arguments, game) {
        judged.print(arguments.json, language)?;
        if judged.verdict() != certamen_course::Verdict::Accepted {
            return Ok(Ending::NotPlain);
        }
        return evaluation::check(arguments, game, &judged.bot, language);
    }
    let report = one(arguments, game, language)?;
    print(&report, arguments.json, language)?;
    Ok(if report.corrections() > 0 { Ending::NotPlain } else { Ending::Fine })
}

fn one(
    arguments: &Check,
    game: &'static dyn DynGame,
    language: Language,
) -> Result<Report, CommandError> {
    let options = options(&arguments.options)?;
    start_is_possible(game, &options)?;
    let bot = match Bot::find(&arguments.bot, game) {
        Ok(bot) => bot,
        Err(error @ BotError::Language { .. }) => return Ok(refused(&arguments.bot, "-", error)?),
        Err(error) => return Err(usage(error)),
    };
    let bots = std::slice::from_ref(&bot);
    let sandbox = sandbox(bots, arguments.tier)?;
    setting::banner(bots, sandbox.tier(), language);
    let seats = usize::from(*game.info().seats.start());
    let move_ms = move_ms(arguments.move_time.as_ref(), seats, game, &options, language)?;
    let memory = arguments.memory.unwrap_or(256 << 20);
    let conditions = Conditions::usual(move_ms, memory, sandbox.tier().to_string());
    let folder = tempfile::tempdir().context(refusal::folder_for_building())?;
    let workshop = Workshop::new(folder.path().join("builds"), sandbox.clone());
    let scratch = Scratch::Below(folder.path().join("scratch"));
    let plan = SeatingPlan { game, sandbox, scratch };
    pin_to_core(allowed_cores()[0]);
    let (bot, plan, workshop) = (&bot, &plan, &workshop);
    let (options, conditions, patience) = (&options, &conditions, arguments.patience);
    Ok(Examination { bot, plan, workshop, options, conditions, patience }.report()?)
}

/// The sandbox that was asked for, or the best there is.
fn sandbox(bots: &[Bot], tier: Option<Tier>) -> Result<Arc<dyn Sandbox>, CommandError> {
    let weakest = tier.unwrap_or(Tier::D);
    setting::sandbox(bots, tier, weakest, &format!("--tier {weakest}"))
}

/// Refuses options with which no match can begin.
fn start_is_possible(game: &dyn DynGame, options: &Map) -> Result<(), CommandError> {
    let info = game.info();
    let seats = (0..*info.seats.start()).map(|seat| SeatEntry::named(Seat(seat).to_string()));
    let table = Table {
        certamen: record::FORMAT,
        game: info.slug.to_owned(),
        rules: info.version,
        options: options.clone(),
        seed: 1,
        seats: seats.collect(),
        conditions: Conditions::usual(1000, 1 << 20, "D"),
        extra: Map::new(),
    };
    certamen_game::arbiter::Arbiter::start(game, table).map(drop).map_err(usage)
}

fn print(report: &Report, json: bool, language: Language) -> Result<(), CommandError> {
    let mut out = stdout().lock();
    if json {
        for line in report.json(language) {
            writeln!(out, "{line}")?;
        }
    } else {
        write!(out, "{}", report.text(language))?;
    }
    Ok(())
}
