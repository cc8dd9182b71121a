//! `certamen check`: tries a bot, or all entrants of a contest, and says what is wrong.

mod again;
mod entrants;
mod evaluation;
mod submission;
mod watch;

use super::play::{move_ms, options};
use crate::command_error::{CommandError, usage};
use crate::say::refusal;
use crate::{arguments::Check, ending::Ending, setting};
use certamen_checkup::{Examination, Report, refused};
use certamen_game::{Conditions, DynGame, Language, Map, Table};
use certamen_hall::{Bench, Isolation};
use certamen_worker::{Bot, BotError};
use std::{
    io::{Write, stdout},
    path::Path,
};

/// Tries what was given.
pub(crate) fn check(arguments: &Check, language: Language) -> Result<Ending, CommandError> {
    let once = || try_once(arguments, language);
    if arguments.watch { watch::watch(arguments, language, once) } else { once() }
}

fn try_once(arguments: &Check, language: Language) -> Result<Ending, CommandError> {
    if let Some(from) = &arguments.from {
        return again::ask(arguments, from, language);
    }
    if let Some(contest) = &arguments.contest {
        return entrants::check_one(arguments, contest, language);
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
        Err(error @ (BotError::Language { .. } | BotError::NoManifest { .. })) => {
            return Ok(refused(&arguments.bot, "-", error)?);
        }
        Err(error) => return Err(usage(error)),
    };
    let bots = std::slice::from_ref(&bot);
    let sandbox = Isolation::of_user(arguments.tier).sandbox(bots)?;
    setting::banner(bots, sandbox.tier(), language);
    let seats = usize::from(*game.info().seats.start());
    let move_ms = move_ms(arguments.move_time.as_ref(), seats, game, &options, language)?;
    let memory = arguments.memory.unwrap_or(256 << 20);
    let conditions = Conditions::usual(move_ms, memory, sandbox.tier().to_string());
    let bench = Bench::alone(game, sandbox)?;
    let (bot, plan, workshop) = (&bot, &bench.plan, &bench.workshop);
    let (options, conditions, patience) = (&options, &conditions, arguments.patience);
    Ok(Examination { bot, plan, workshop, options, conditions, patience }.report()?)
}

/// Refuses options with which no match can begin.
fn start_is_possible(game: &dyn DynGame, options: &Map) -> Result<(), CommandError> {
    let table = Table::new(game).options(options.clone());
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
