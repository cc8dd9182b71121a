//! `certamen show`: every state of a recorded match, computed.

use crate::command_error::{CommandError, Context, usage};
use crate::say::{machine, play, refusal};
use crate::{
    ending::Ending,
    last_words,
    record_file::{self, FoundRecord},
    stepper, transcript,
};
use certamen_contest::vocabulary;
use certamen_game::{Audience, Language, Move, Seat, Table, arbiter::Arbiter, replay};
use clap::Args;
use serde_json::json;
use std::io::{self, Write, stdout};

#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    /// A file, or a contest's folder, # and the number of a match
    pub(crate) record: String,
    /// Print states as JSON lines
    #[arg(long)]
    pub(crate) json: bool,
    /// Only the state after this turn; 0 is the start
    #[arg(long)]
    pub(crate) turn: Option<u64>,
    /// Print all states even where there is a terminal to step through them
    #[arg(long)]
    pub(crate) print: bool,
    /// Instead, the last words of the bot on this seat on its standard error
    #[arg(long, value_name = "SEAT", conflicts_with_all = ["json", "turn"])]
    pub(crate) stderr: Option<u8>,
    /// Tell a match of Mancala8 as the course's own program prints it
    #[arg(long, conflicts_with_all = ["json", "turn", "stderr"])]
    pub(crate) transcript: bool,
    #[command(flatten)]
    pub(crate) transcribing: crate::transcript::Transcribing,
}

/// Shows the states of a record; stops at the first turn that cannot have been played.
pub(crate) fn show(arguments: &ShowArgs, language: Language) -> Result<Ending, CommandError> {
    let found = record_file::find(&arguments.record)?;
    if let Some(seat) = arguments.stderr {
        return last_words(arguments, &found.record.table, Seat(seat), language);
    }
    if arguments.transcript {
        transcript::tell(&mut stdout().lock(), &found, &arguments.transcribing, language)
            .context(&arguments.record)?;
        return Ok(Ending::Fine);
    }
    let printed = arguments.print || arguments.json || arguments.turn.is_some();
    if !printed && stepper::is_possible() {
        return step(arguments, &found, language);
    }
    let mut out = stdout().lock();
    let mut shown = Ok(());
    let mut watch = |arbiter: &Arbiter| {
        let wanted = arguments.turn.is_none_or(|turn| turn == arbiter.turns().len() as u64);
        if wanted && shown.is_ok() {
            shown = if arguments.json {
                json_line(&mut out, arbiter)
            } else {
                picture(&mut out, arbiter, language)
            };
        }
    };
    let replayed = replay::replay(found.game, &found.record, &mut watch);
    shown?;
    let end = replayed.context(&arguments.record)?;
    if let Some(turn) = arguments.turn {
        let played = end.turns().len() as u64;
        if turn > played {
            return Err(CommandError::new(refusal::turn(&arguments.record, turn, played)));
        }
    } else if end.outcome().is_none() && !arguments.json {
        writeln!(out, "{}", play::unfinished().get(language))?;
    }
    Ok(Ending::Fine)
}

/// Lets a user step through the states, as far as the record can be played.
fn step(
    arguments: &ShowArgs,
    found: &FoundRecord,
    language: Language,
) -> Result<Ending, CommandError> {
    let mut pages = Vec::new();
    let mut trouble = Ok(());
    let mut watch = |arbiter: &Arbiter| {
        let mut page = Vec::new();
        let drawn = picture(&mut page, arbiter, language);
        pages.push(String::from_utf8_lossy(&page).into_owned());
        if trouble.is_ok() {
            trouble = drawn;
        }
    };
    let replayed = replay::replay(found.game, &found.record, &mut watch);
    trouble?;
    if let (Ok(end), Some(last)) = (&replayed, pages.last_mut())
        && end.outcome().is_none()
    {
        last.push_str(&play::unfinished().get(language));
    }
    if pages.is_empty() {
        replayed.context(&arguments.record)?;
        return Ok(Ending::Failed);
    }
    let ending = stepper::step(&pages, language)?;
    replayed.context(&arguments.record)?;
    Ok(ending)
}

/// What the bot on `seat` said on standard error, each line with everything escaped that could act
/// on a terminal.
fn last_words(
    arguments: &ShowArgs,
    table: &Table,
    seat: Seat,
    language: Language,
) -> Result<Ending, CommandError> {
    let given = &arguments.record;
    let Some(entry) = table.seats.get(seat.index()) else {
        let seats = table.seats.len();
        return Err(usage(refusal::seats_of(seat, given, seats - 1)));
    };
    let words = last_words::find(given, seat)?;
    if words.is_empty() {
        eprintln!("{}: {}", certamen_game::escaped(&entry.bot), play::said_nothing().get(language));
    }
    let mut out = stdout().lock();
    for line in String::from_utf8_lossy(&words).lines() {
        writeln!(out, "{}", certamen_game::escaped(line))?;
    }
    Ok(Ending::Fine)
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
    match arbiter.turns().last() {
        None => writeln!(out, "{}", heading(arbiter.table(), language))?,
        Some(turn) => {
            let moves = turn.moves.iter().map(|entry| told(arbiter.table(), entry, language));
            let moves = moves.collect::<Vec<_>>().join(", ");
            writeln!(out, "{} {}: {moves}", play::turn().get(language), turn.turn)?;
        }
    }
    out.write_all(arbiter.state().render(Audience::Everybody, language).as_bytes())?;
    if let Some(outcome) = arbiter.outcome() {
        writeln!(out, "{}", result(arbiter.table(), outcome, language))?;
    }
    Ok(())
}

/// Who plays what, and under which conditions.
pub(crate) fn heading(table: &Table, language: Language) -> String {
    let bots = table.seats.iter().map(|seat| certamen_game::escaped(&seat.bot)).collect::<Vec<_>>();
    format!(
        "{}: {} ({} {}, {} ms, {} {})",
        certamen_game::escaped(&table.game),
        bots.join(" - "),
        play::seed().get(language),
        table.seed,
        certamen_game::number::milliseconds(table.conditions.move_time()),
        machine::tier().get(language),
        certamen_game::escaped(&table.conditions.tier),
    )
}

/// What a seat did, with its bot's name.
pub(crate) fn told(table: &Table, entry: &Move, language: Language) -> String {
    let bot = table.seats.get(entry.seat.index()).map(|seat| certamen_game::escaped(&seat.bot));
    let action = entry.action.as_deref().map(certamen_game::escaped);
    let fault = entry.fault.map(|fault| vocabulary::fault(fault).get(language));
    let fault = fault.map(|fault| match &entry.reply {
        Some(reply) => format!("({fault}: \"{}\")", reply.replace(char::is_control, "?")),
        None => format!("({fault})"),
    });
    let parts = [bot, action, fault];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// How a match ended, in a line.
pub(crate) fn result(
    table: &Table,
    outcome: &certamen_game::Outcome,
    language: Language,
) -> String {
    let name = |seat: usize| certamen_game::escaped(&table.seats[seat].bot);
    let best = outcome.scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let first: Vec<usize> =
        (0..outcome.scores.len()).filter(|seat| outcome.scores[*seat] >= best).collect();
    let said = match first[..] {
        [winner] => format!("{} {}", name(winner), play::wins().get(language)),
        _ if best <= 0.0 && outcome.reason.is_some() => play::nobody().get(language),
        _ => play::draw().get(language),
    };
    let scores = outcome.scores.iter().map(|score| certamen_game::number::json(*score).to_string());
    let scores = scores.collect::<Vec<_>>().join(" : ");
    let failed = outcome.reason.map(|reason| {
        let failed: Vec<String> = outcome.seats.iter().map(|seat| name(seat.index())).collect();
        let reason = vocabulary::fault(reason).get(language);
        format!("{} {} {reason}", failed.join(", "), play::loses_by().get(language))
    });
    let facts = vocabulary::facts(&table.game, &outcome.detail, language);
    let said = std::iter::once(format!("{said} ({scores})"));
    said.chain(failed).chain(facts).collect::<Vec<_>>().join("; ")
}
