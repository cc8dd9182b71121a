//! A recorded match of Mancala8 in the output format of the course's own program.

use crate::{
    Result,
    console::{record_file::RecordSource, say::refusal, shown::result},
};
use certamen_game::{Language, arbiter::Arbiter, job::BotSpec};
use certamen_games::mancala8::{
    Action, Position,
    narration::Narrator,
    searcher::Searcher,
    transcript::{Transcript, Verbosity, person},
};
use certamen_i18n::{Context, usage};
use clap::ValueEnum;
use std::io::Write;

/// Prefix of the player names in the course's program.
const PREFIX: &str = "Ju-Mmx-";

#[derive(Clone, Debug)]
pub(crate) struct TranscriptOptions {
    pub(crate) without: Vec<Switch>,
    /// Below 2, there are no boards, no points and no end.
    pub(crate) debug_level: u8,
    /// All moves that the search of a built-in player tries.
    pub(crate) debug_mmx: bool,
    /// Search depth of the players in plies, unless their names set it.
    pub(crate) depth: u32,
}

/// A part of a transcript.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Switch {
    /// What happens: who plays what
    Verb,
    /// The boards
    Verjugada,
    /// The points, where there are no boards
    Vermarcador,
}

/// Prints the match up to the first illegal turn.
pub(crate) fn print(
    out: &mut dyn Write,
    source: &RecordSource,
    how: &TranscriptOptions,
    language: Language,
) -> Result<()> {
    let mut positions = Vec::new();
    let mut watch = |arbiter: &Arbiter| {
        positions.extend(arbiter.state().as_any().downcast_ref::<Position>().copied());
    };
    let replayed = source.replay(&mut watch);
    let [first, ..] = positions[..] else {
        let slug = source.game.info().slug;
        return Err(usage(refusal::mancala_only(slug))).context(source.name());
    };
    let transcript = transcript(source, how, language);
    write!(out, "{}", transcript.opening())?;
    let mut last = first;
    for ((before, after), turn) in positions.iter().zip(&positions[1..]).zip(&source.record.turns) {
        let action = turn.moves.first().and_then(|entry| entry.action.as_deref());
        if let Some(action) = action.and_then(Action::parse) {
            write!(out, "{}", transcript.turn(before, action))?;
        }
        last = *after;
    }
    write!(out, "{}", transcript.ending(&last))?;
    let end = replayed?;
    // The rules have no text for a forfeit.
    if let Some(outcome) = end.outcome().filter(|outcome| outcome.reason.is_some()) {
        writeln!(out, "{}", result(end.table(), outcome, language))?;
    }
    Ok(())
}

fn transcript(source: &RecordSource, how: &TranscriptOptions, language: Language) -> Transcript {
    let seats = &source.record.table.seats;
    let given = |side: usize| seats.get(side).map_or("", |seat| seat.bot.as_str());
    let is_person =
        |name: &str| name == "human" || Language::ALL.iter().any(|of| person(*of) == name);
    let name = |side: usize| match given(side) {
        "human" => person(language),
        name => certamen_game::escaped(name),
    };
    let on = |switch: Switch| !how.without.contains(&switch);
    Transcript {
        narrator: Narrator { language, names: [name(0), name(1)] },
        verbosity: Verbosity {
            verb: on(Switch::Verb),
            verjugada: on(Switch::Verjugada),
            vermarcador: on(Switch::Vermarcador),
            debug_level: how.debug_level,
            debug_mmx: how.debug_mmx,
        },
        depth: how.depth,
        people: [0, 1].map(|side| is_person(given(side))),
        searchers: [0, 1].map(|side| searcher(given(side), how.depth)),
    }
}

/// The search of a built-in player with this name: `bueno`, `bueno:depth=4`, `Ju-Mmx-Bueno`.
fn searcher(name: &str, depth: u32) -> Option<Searcher> {
    let name = name.strip_prefix(PREFIX).unwrap_or(name).to_lowercase();
    let spec = BotSpec::of_builtin(&name).ok()?;
    let (name, mut arguments) = spec.builtin()?;
    arguments.entry("depth".to_owned()).or_insert_with(|| depth.to_string());
    // A bot with such a name and unknown arguments is not a built-in player.
    Searcher::named(name, &arguments).ok().flatten()
}
