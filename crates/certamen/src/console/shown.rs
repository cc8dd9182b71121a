//! Computes all states of a recorded match and prints them, and the metrics that its bots printed.

use super::{
    output::Output,
    record_file::RecordSource,
    say::{play, refusal},
    stepper::{self, StepperExit, StepperPage},
};
use crate::{
    Result,
    print::{
        format::TableFormat,
        metrics::{Metric, MetricSource, StderrText, draw, print_metrics, read},
    },
};
use certamen_contest::vocabulary;
use certamen_game::{
    Audience, Language, Move, Seat, SeatEntry, Table, Turn, arbiter::Arbiter, escaped,
};
use certamen_i18n::{Localize, UserError, labelled, usage};
use certamen_sandbox::StderrTail;
use serde_json::json;
use std::{
    collections::BTreeMap,
    io::{self, Write, stdout},
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StateForm {
    /// Pictures, each with the moves before it.
    Pictures,
    Lines,
}

/// Prints the states of a recorded match, or only the one after `turn`; stops at the first illegal
/// turn.
pub(crate) fn print(
    source: &RecordSource,
    turn: Option<u64>,
    form: StateForm,
    language: Language,
) -> Result<()> {
    let mut out = stdout().lock();
    let mut shown = Ok(());
    let mut watch = |arbiter: &Arbiter| {
        let wanted = turn.is_none_or(|turn| turn == arbiter.turns().len() as u64);
        if wanted && shown.is_ok() {
            shown = match form {
                StateForm::Lines => json_line(&mut out, arbiter),
                StateForm::Pictures => picture(&mut out, arbiter, language),
            };
        }
    };
    let replayed = source.replay(&mut watch);
    shown?;
    let end = replayed?;
    if let Some(turn) = turn {
        let played = end.turns().len() as u64;
        if turn > played {
            return Err(UserError::new(refusal::turn(source.name(), turn, played)));
        }
    } else if end.outcome().is_none() && form == StateForm::Pictures {
        writeln!(out, "{}", play::unfinished().get(language))?;
    }
    Ok(())
}

/// Lets the user step through the states, up to the first illegal turn.
pub(crate) fn step(source: &RecordSource, language: Language) -> Result<StepperExit> {
    let mut pages = Vec::new();
    let mut all_drawn = Ok(());
    let mut watch = |arbiter: &Arbiter| {
        let mut page = Vec::new();
        let drawn = state(&mut page, arbiter, language);
        pages.push(StepperPage {
            text: String::from_utf8_lossy(&page).into_owned(),
            note: seats(arbiter.table(), language),
            is_faulty: arbiter
                .turns()
                .last()
                .is_some_and(|turn| turn.moves.iter().any(|entry| entry.fault.is_some())),
        });
        if all_drawn.is_ok() {
            all_drawn = drawn;
        }
    };
    let replayed = source.replay(&mut watch);
    all_drawn?;
    if pages.is_empty() {
        // The match cannot even start.
        return replayed.map(|_| StepperExit::Quit);
    }
    if let Ok(end) = &replayed {
        note_end(&mut pages, end, language);
    }
    let left = stepper::step(&pages, language)?;
    replayed.map(|_| left)
}

/// Adds to each page how the match ended; the last page has only that.
fn note_end(pages: &mut [StepperPage], end: &Arbiter, language: Language) {
    let ended = match end.outcome() {
        Some(outcome) => result(end.table(), outcome, language),
        None => play::unfinished().get(language),
    };
    let Some((last, others)) = pages.split_last_mut() else { return };
    for page in others {
        page.note = format!("{} · {ended}", page.note);
    }
    last.note = ended;
}

/// What the bot on `seat` wrote to standard error; control characters in each line are escaped.
pub(crate) fn print_last_words(
    source: &RecordSource,
    seat: Seat,
    language: Language,
) -> Result<()> {
    let seats = &source.record.table.seats;
    let Some(entry) = seats.get(seat.index()) else {
        return Err(usage(refusal::seats_of(seat, source.name(), seats.len() - 1)));
    };
    let words = source.last_words(seat)?;
    if words.is_empty() {
        let bot = certamen_game::escaped(&entry.bot);
        eprintln!("{}", labelled(bot, play::said_nothing()).get(language));
    }
    let mut out = stdout().lock();
    for line in String::from_utf8_lossy(&words).lines() {
        writeln!(out, "{}", certamen_game::escaped(line))?;
    }
    Ok(())
}

fn json_line(out: &mut impl Write, arbiter: &Arbiter) -> io::Result<()> {
    let to_act: Vec<_> = arbiter.to_act().iter().collect();
    let mut line = json!({
        "turn": arbiter.turns().len(),
        "to_act": to_act,
        "state": arbiter.state().json(),
    });
    if let Some(outcome) = arbiter.outcome() {
        line["outcome"] = serde_json::to_value(outcome)?;
    }
    writeln!(out, "{line}")
}

fn picture(out: &mut impl Write, arbiter: &Arbiter, language: Language) -> io::Result<()> {
    state(out, arbiter, language)?;
    if let Some(outcome) = arbiter.outcome() {
        writeln!(out, "{}", result(arbiter.table(), outcome, language))?;
    }
    Ok(())
}

/// Which bot has which seat, as boards number the seats, and on which side of the board.
fn seats(table: &Table, language: Language) -> String {
    let game = certamen_games::find(&table.game);
    let seat = |(seat, entry): (u8, &SeatEntry)| {
        let side = game.and_then(|game| game.side_of(Seat(seat)));
        let side = side.map(|side| format!(" ({})", side.get(language))).unwrap_or_default();
        format!("{seat} {}{side}", certamen_game::escaped(&entry.bot))
    };
    (0u8..).zip(&table.seats).map(seat).collect::<Vec<_>>().join(", ")
}

fn state(out: &mut impl Write, arbiter: &Arbiter, language: Language) -> io::Result<()> {
    match arbiter.turns().last() {
        None => writeln!(out, "{}", heading(arbiter.table(), language))?,
        Some(turn) => writeln!(out, "{}", turn_line(arbiter.table(), turn, language))?,
    }
    out.write_all(arbiter.state().render(Audience::Spectators, language).as_bytes())
}

pub(crate) fn heading(table: &Table, language: Language) -> String {
    let bots = table.seats.iter().map(|seat| certamen_game::escaped(&seat.bot)).collect::<Vec<_>>();
    format!(
        "{}: {} ({} {}, {} ms, {} {})",
        certamen_game::escaped(&table.game),
        bots.join(" - "),
        play::seed().get(language),
        table.seed,
        certamen_game::number::milliseconds(table.conditions.move_time()),
        play::tier().get(language),
        certamen_game::escaped(&table.conditions.tier),
    )
}

/// The number of a turn, and its moves.
pub(crate) fn turn_line(table: &Table, turn: &Turn, language: Language) -> String {
    let moves = turn.moves.iter().map(|entry| move_line(table, entry, language));
    let number = format!("{} {}", play::turn().get(language), turn.turn);
    labelled(number, moves.collect::<Vec<_>>().join(", ")).get(language)
}

/// A seat's move with its bot's name.
fn move_line(table: &Table, entry: &Move, language: Language) -> String {
    let bot = table.seats.get(entry.seat.index()).map(|seat| certamen_game::escaped(&seat.bot));
    let action = entry.action.as_deref().map(certamen_game::escaped);
    let fault = entry.fault.map(|fault| vocabulary::fault(fault).get(language));
    let fault = fault.map(|fault| match &entry.reply {
        Some(reply) => format!("({fault}: \"{}\")", certamen_game::legible(reply)),
        None => format!("({fault})"),
    });
    let game = certamen_games::find(&table.game).filter(|_| entry.automatic);
    let why = game.and_then(certamen_game::DynGame::automatic_reason);
    let why = why.map(|why| format!("({})", why.get(language)));
    let parts = [bot, action, fault, why];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The result in one sentence.
pub(crate) fn result(
    table: &Table,
    outcome: &certamen_game::Outcome,
    language: Language,
) -> String {
    let names = table.seats.iter().map(|seat| escaped(&seat.bot)).collect::<Vec<_>>();
    vocabulary::result(&table.game, outcome, &names).get(language)
}

/// The metrics of a recorded match; ignored lines are reported on standard error.
pub(crate) struct Measured {
    bots: Vec<String>,
    metrics: Vec<Metric>,
}

impl Measured {
    pub(crate) fn of(source: &RecordSource, language: Language) -> Result<Measured> {
        let table = &source.record.table;
        let mut metrics = points_by_turn(source)?;
        for seat in (0u8..).map(Seat).take(table.seats.len()) {
            let words = source.last_words(seat)?;
            let is_cut = words.len() >= StderrTail::LONGEST;
            let verdict = StderrText { seat, words: &words, is_cut };
            let (metric, ignored_lines) = read(&verdict, source.record.turns.len() as u64);
            for left_out in ignored_lines {
                eprintln!("{}", left_out.message().get(language));
            }
            metrics.extend(metric);
        }
        let bots = table.seats.iter().map(|entry| escaped(&entry.bot)).collect();
        Ok(Measured { bots, metrics })
    }

    pub(crate) fn print(&self, format: TableFormat, language: Language) -> Result<()> {
        let mut paper = Output::from(format);
        let layout = paper.layout(format);
        print_metrics(&mut paper, layout, (&self.bots, &self.metrics), language)?;
        Ok(())
    }

    pub(crate) fn draw(&self, title: &str, language: Language) -> String {
        draw(&escaped(title), &self.bots, &self.metrics, language)
    }
}

/// What each seat would score after each turn, if the game defines it.
fn points_by_turn(source: &RecordSource) -> Result<Vec<Metric>> {
    let mut seats = vec![BTreeMap::new(); source.record.table.seats.len()];
    let mut watch = |arbiter: &Arbiter| {
        let turn = arbiter.turns().len() as u64;
        for (values, score) in seats.iter_mut().zip(arbiter.state().scores()) {
            values.insert(turn, score);
        }
    };
    source.replay(&mut watch)?;
    let metric = |(seat, values)| {
        let seat = Seat(seat);
        Metric { seat, teller: MetricSource::Game, name: "score".to_owned(), values }
    };
    Ok((0u8..).zip(seats).map(metric).filter(|metric| !metric.values.is_empty()).collect())
}
