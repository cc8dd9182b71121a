//! `certamen check BOT --from RECORD#TURN`: asks a bot a recorded question.

use super::CheckArgs;
use crate::{
    Result, commands,
    console::record_file,
    exit::ExitStatus,
    say::{check, play, refusal, table},
};
use certamen_contest::vocabulary;
use certamen_game::{Language, Move, Seat};
use certamen_host::{Isolation, Sandboxes, Workspace};
use certamen_i18n::{labelled, usage};
use certamen_runner::{
    Bot,
    check::{QueryOutcome, SeatQuery},
};
use serde_json::json;
use std::io::{Write, stdout};

/// Repeats the questions of a turn, to the seat with the bot's name or to all seats that acted.
pub(super) fn ask(
    arguments: &CheckArgs,
    from: &str,
    language: Language,
    sandboxes: &Sandboxes,
) -> Result<ExitStatus> {
    let (record, turn) = record_file::with_turn(from)?;
    let found = record_file::find(record)?;
    let (game, record) = (found.game, &found.record);
    if let Some(slug) = &arguments.game
        && *slug != game.info().slug
    {
        return Err(usage(refusal::other_game(slug, from, game.info().slug)));
    }
    let bot = Bot::find(&arguments.bot, game).map_err(usage)?;
    let questions = SeatQuery::of_turn(record, turn, &bot.name);
    if questions.is_empty() {
        return Err(usage(refusal::nobody_asked(from, turn)));
    }
    let bots = std::slice::from_ref(&bot);
    let sandbox = Isolation::of_user(sandboxes.clone()).sandbox(bots)?;
    commands::warn_unisolated(bots, sandbox.tier(), language);
    let workspace = Workspace::headless(game, sandbox)?;
    let ready = workspace.cache.prepare(&bot)?;
    let mut status = ExitStatus::Fine;
    for question in questions {
        let seat = question.seat;
        let asked = question.ask(&bot, &ready, &workspace.plan)?;
        if asked.answer.is_err() {
            status = ExitStatus::NotPlain;
        }
        if arguments.json {
            print_json(&asked, seat, turn, language)?;
        } else {
            print(&asked, seat, turn, language)?;
        }
    }
    Ok(status)
}

fn print(asked: &QueryOutcome, seat: Seat, turn: u64, language: Language) -> Result<()> {
    let say = |words: certamen_i18n::Message| words.get(language);
    let mut out = stdout().lock();
    writeln!(out, "{} {turn}, {} {seat}", say(play::turn()), say(table::seat()))?;
    for line in asked.exchange.lines(language) {
        writeln!(out, "  {line}")?;
    }
    if !asked.errors.is_empty() {
        writeln!(out, "{}", say(labelled(play::standard_error(), "")).trim_end())?;
        asked.errors.iter().try_for_each(|line| writeln!(out, "  {line}"))?;
    }
    let now = match &asked.answer {
        Ok(answer) => certamen_game::escaped(answer),
        Err(fault) => format!("({})", vocabulary::fault(*fault).get(language)),
    };
    let then = asked.recorded.as_ref().map(|entry| recorded(entry, language)).unwrap_or_default();
    let same = if asked.is_as_recorded() { check::the_same() } else { check::another() };
    let now = labelled(play::answer(), format!("{now} ({:.1} ms)", asked.ms));
    let then = labelled(check::recorded(), format!("{then} ({})", say(same)));
    writeln!(out, "{}\n{}", say(now), say(then))?;
    if let Some(finding) = &asked.finding {
        writeln!(out, "\n{}", finding.text(language))?;
    }
    Ok(())
}

fn print_json(asked: &QueryOutcome, seat: Seat, turn: u64, language: Language) -> Result<()> {
    let line = json!({
        "turn": turn,
        "seat": seat,
        "answer": asked.answer.as_ref().ok(),
        "fault": asked.answer.as_ref().err(),
        "recorded": asked.recorded.as_ref().and_then(|entry| entry.action.clone()),
        "advice": asked.finding.as_ref().map(|finding| finding.advice),
        "ms": certamen_game::number::json((asked.ms * 1e3).round() / 1e3),
        "exchange": asked.exchange.lines(language),
        "stderr": asked.errors,
    });
    Ok(writeln!(stdout(), "{line}")?)
}

fn recorded(entry: &Move, language: Language) -> String {
    let fault = entry.fault.map(|fault| format!("({})", vocabulary::fault(fault).get(language)));
    let action = entry.action.as_deref().map(certamen_game::escaped);
    [action, fault].into_iter().flatten().collect::<Vec<_>>().join(" ")
}
