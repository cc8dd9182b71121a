//! The report at the end of a match: faults, the bots' last output, and the command that explains a
//! fault.

use crate::console::say::play;
use certamen_contest::vocabulary;
use certamen_game::{Fault, Language, MatchRecord, Move, Outcome, Seat, escaped, legible};
use certamen_i18n::labelled;
use certamen_sandbox::StderrTail;
use serde::Serialize;
use std::{
    collections::BTreeSet,
    io::{self, Write, stderr},
    sync::Arc,
};

/// Maximum number of lines shown of a bot's standard error.
const LINES: usize = 12;

/// The command that explains each bot's faults; none for bots that need no advice.
#[derive(Debug)]
pub(crate) struct CheckCommands(pub(crate) Vec<Option<String>>);

impl CheckCommands {
    pub(crate) fn of(&self, bot: usize) -> Option<&str> {
        self.0.get(bot)?.as_deref()
    }
}

#[derive(Serialize)]
pub(crate) struct MatchReport<'a> {
    game: &'a str,
    seed: u64,
    turns: usize,
    seats: Vec<SeatReport<'a>>,
    outcome: Option<&'a Outcome>,
    faults: Vec<FailedMove<'a>>,
}

#[derive(Serialize)]
struct SeatReport<'a> {
    bot: &'a str,
    #[serde(skip_serializing_if = "String::is_empty")]
    stderr: String,
    /// The command that explains its fault, if it committed one.
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<&'a str>,
}

#[derive(Serialize)]
struct FailedMove<'a> {
    turn: u64,
    seat: Seat,
    fault: Fault,
    /// What it sent instead of a valid answer, if anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    reply: Option<&'a str>,
}

impl<'a> MatchReport<'a> {
    /// The report; `order` maps seats to bots.
    pub(crate) fn of(
        record: &'a MatchRecord,
        words: &[Arc<StderrTail>],
        order: &[usize],
        check_commands: &'a CheckCommands,
    ) -> MatchReport<'a> {
        let failed = |turn: u64| {
            move |entry: &'a Move| {
                let (seat, reply) = (entry.seat, entry.reply.as_deref());
                entry.fault.map(|fault| FailedMove { turn, seat, fault, reply })
            }
        };
        let turns = record.turns.iter();
        let faults: Vec<FailedMove<'a>> =
            turns.flat_map(|turn| turn.moves.iter().filter_map(failed(turn.turn))).collect();
        let seats = record.table.seats.iter().zip(words).zip(order).enumerate();
        let seats = seats.map(|(seat, ((entry, words), bot))| {
            let has_failed = faults.iter().any(|fault| fault.seat.index() == seat);
            SeatReport {
                bot: &entry.bot,
                stderr: String::from_utf8_lossy(&words.tail()).into_owned(),
                check: check_commands.of(*bot).filter(|_| has_failed),
            }
        });
        MatchReport {
            game: &record.table.game,
            seed: record.table.seed,
            turns: record.turns.len(),
            seats: seats.collect(),
            outcome: record.outcome.as_ref(),
            faults,
        }
    }

    /// The same as one line of JSON; `number` is the match's, from 1.
    pub(crate) fn json(&self, number: u32) -> String {
        #[derive(Serialize)]
        struct Numbered<'a> {
            #[serde(rename = "match")]
            number: u32,
            #[serde(flatten)]
            story: &'a MatchReport<'a>,
        }
        let line = Numbered { number, story: self };
        serde_json::to_string(&line).expect("a report is plain data")
    }
}

/// The bots whose faults were explained; of several matches, only the first one of each bot is.
#[derive(Default)]
pub(crate) struct Explained(BTreeSet<String>);

impl Explained {
    /// Explains the first fault of each bot that has not been explained yet.
    pub(crate) fn print(
        &mut self,
        match_report: &MatchReport<'_>,
        language: Language,
    ) -> io::Result<()> {
        for failed in &match_report.faults {
            let seat = &match_report.seats[failed.seat.index()];
            if let Some(command) = seat.check
                && self.0.insert(seat.bot.to_owned())
            {
                explain(failed, seat, command, language)?;
            }
        }
        Ok(())
    }
}

fn explain(
    failed: &FailedMove<'_>,
    seat: &SeatReport<'_>,
    command: &str,
    language: Language,
) -> io::Result<()> {
    let mut out = stderr().lock();
    let fault = vocabulary::fault(failed.fault);
    writeln!(out, "\n{}", play::failed(escaped(seat.bot), failed.turn, fault).get(language))?;
    if let Some(reply) = failed.reply {
        let reply = labelled(play::answer(), format!("\"{}\"", legible(reply)));
        writeln!(out, "  {}", reply.get(language))?;
    }
    let lines: Vec<&str> = seat.stderr.lines().collect();
    if !lines.is_empty() {
        writeln!(out, "  {}", labelled(play::standard_error(), "").get(language).trim_end())?;
    }
    for line in &lines[lines.len().saturating_sub(LINES)..] {
        writeln!(out, "    {}", legible(line))?;
    }
    writeln!(out, "  {}", play::check_explains(command).get(language))
}
