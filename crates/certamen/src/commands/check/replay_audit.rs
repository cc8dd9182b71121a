//! `certamen check BOT --from RECORD#TURN`: asks a bot a recorded question.

use super::CheckRun;
use crate::{
    Result,
    console::record_file,
    exit::ExitStatus,
    say::{check, play, refusal, table},
};
use certamen_contest::vocabulary;
use certamen_game::{Fault, Language, Seat};
use certamen_host::Workspace;
use certamen_i18n::{labelled, usage};
use certamen_runner::{
    Bot,
    check::{QueryOutcome, SeatQuery},
};
use serde_json::json;
use std::io::{Write, stdout};

impl CheckRun<'_> {
    /// Repeats the questions of a turn, to the seat with the bot's name or to all seats that acted.
    pub(super) fn ask_again(&self, from: &str) -> Result<ExitStatus> {
        let arguments = self.arguments;
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
            return Err(usage(refusal::no_bot_asked(from, turn)));
        }
        let sandbox = self.sandbox(std::slice::from_ref(&bot))?;
        let workspace = Workspace::headless(game, sandbox)?;
        let ready = workspace.cache.prepare(&bot)?;
        let mut status = ExitStatus::Fine;
        for question in questions {
            let outcome = question.ask(&bot, &ready, &workspace.plan)?;
            if outcome.answer.is_err() {
                status = ExitStatus::NotPlain;
            }
            if arguments.output.json {
                let line = json!({
                    "turn": turn,
                    "seat": question.seat,
                    "answer": outcome.answer.as_ref().ok(),
                    "fault": outcome.answer.as_ref().err(),
                    "recorded": outcome.recorded.as_ref().and_then(|entry| entry.action.clone()),
                    "advice": outcome.finding.as_ref().map(|finding| finding.advice),
                    "ms": certamen_game::number::json((outcome.ms * 1e3).round() / 1e3),
                    "exchange": outcome.exchange.lines(self.language),
                    "stderr": outcome.errors,
                });
                writeln!(stdout(), "{line}")?;
            } else {
                print(&outcome, question.seat, turn, self.language)?;
            }
        }
        Ok(status)
    }
}

fn print(outcome: &QueryOutcome, seat: Seat, turn: u64, language: Language) -> Result<()> {
    let say = |words: certamen_i18n::Message| words.get(language);
    let mut out = stdout().lock();
    writeln!(out, "{} {turn}, {} {seat}", say(play::turn()), say(table::seat()))?;
    for line in outcome.exchange.lines(language) {
        writeln!(out, "  {line}")?;
    }
    if !outcome.errors.is_empty() {
        writeln!(out, "{}", say(labelled(play::standard_error(), "")).trim_end())?;
        outcome.errors.iter().try_for_each(|line| writeln!(out, "  {line}"))?;
    }
    let fault = |fault: Fault| format!("({})", vocabulary::fault(fault).get(language));
    let now = outcome.answer.as_ref().map_or_else(|f| fault(*f), |it| certamen_game::escaped(it));
    let recorded = outcome.recorded.as_ref().map(|entry| {
        let action = entry.action.as_deref().map(certamen_game::escaped);
        [action, entry.fault.map(fault)].into_iter().flatten().collect::<Vec<_>>().join(" ")
    });
    let recorded = recorded.unwrap_or_default();
    let same = if outcome.is_as_recorded() { check::the_same() } else { check::another() };
    let now = labelled(play::answer(), format!("{now} ({:.1} ms)", outcome.ms));
    let recorded = labelled(check::recorded(), format!("{recorded} ({})", say(same)));
    writeln!(out, "{}\n{}", say(now), say(recorded))?;
    if let Some(finding) = &outcome.finding {
        writeln!(out, "\n{}", finding.text(language))?;
    }
    Ok(())
}
