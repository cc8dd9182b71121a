//! What is told below a table about how sure it is: what is settled, which matches only repeat
//! others, and who is not as deterministic as was declared.

use crate::print::say::table;
use certamen_contest::{Nondeterminism, Repetition, Results, StandingsRow};
use certamen_game::{Language, escaped};
use certamen_i18n::{Message, UserError, labelled};
use certamen_tournament::{format::FormatEnd, statistics::RankCertainty};
use std::io::{self, Write};

/// So many pairs whose matches repeat each other are told one by one.
const MOST_PAIRS: usize = 100;

/// Says in a line, where a contest could end early, whether it did so because enough was settled,
/// and otherwise about how many matches are missing.
pub fn stop_note(
    results: &Results<'_>,
    lines: &[StandingsRow],
    done: FormatEnd,
    language: Language,
) -> Result<Option<String>, UserError> {
    let Some(stop) = results.stop() else { return Ok(None) };
    let said = match done {
        FormatEnd::Settled => table::ended_settled(),
        FormatEnd::Complete | FormatEnd::LeadShared => table::ended_unsettled(),
    };
    let said = said.get(language);
    let settlements = results.settlements(lines)?;
    let missing = settlements.iter().filter_map(|known| match known {
        Some(RankCertainty::About(more)) => Some(*more),
        _ => None,
    });
    let more = missing.max().filter(|_| done != FormatEnd::Settled);
    let more = more.map(|more| table::more_matches(more).get(language));
    let more = more.map(|more| format!("; {more}")).unwrap_or_default();
    Ok(Some(labelled(stop.to_string(), format!("{said}{more}")).get(language)))
}

/// Says in a line how many pairs repeat matches and how many bots are not as deterministic as was
/// declared, and that `command` lists them; nothing if there are none.
pub fn repeats_note(
    results: &Results<'_>,
    command: &str,
    language: Language,
) -> Result<Option<String>, UserError> {
    let pairs = results.repetitions()?.len();
    let bots: Vec<String> = results.nondeterminism()?.into_iter().map(|it| it.bot).collect();
    let told = [
        (pairs > 0).then(|| table::pairs_repeat(pairs)),
        (!bots.is_empty()).then(|| table::bots_undeclared(bots.join(", "))),
    ];
    let told: Vec<String> = told.into_iter().flatten().map(|note| note.get(language)).collect();
    let note = table::listed_by(told.join(", "), escaped(command));
    Ok((!told.is_empty()).then(|| note.get(language)))
}

/// Says which matches only repeat others, and whose declaration is void.
pub fn tell_repeats(
    out: &mut dyn Write,
    results: &Results<'_>,
    language: Language,
) -> Result<(), UserError> {
    pairs(out, (&results.repetitions()?[..], &table::repeated()), language)?;
    for Nondeterminism { bot, matches: [one, other], turn } in results.nondeterminism()? {
        let two = if one == other { one.to_string() } else { format!("{one}, {other}") };
        let said = table::not_deterministic(two, turn);
        writeln!(out, "\n{bot} {}", said.get(language))?;
    }
    Ok(())
}

/// Says whose matches went alike each time though nobody declared it.
pub fn tell_alike(
    out: &mut dyn Write,
    results: &Results<'_>,
    language: Language,
) -> Result<(), UserError> {
    Ok(pairs(out, (&results.alike()?[..], &table::alike()), language)?)
}

fn pairs(
    out: &mut dyn Write,
    (repeated, heading): (&[Repetition], &Message),
    language: Language,
) -> io::Result<()> {
    if repeated.is_empty() {
        return Ok(());
    }
    let heading = labelled(heading.clone(), "").get(language);
    writeln!(out, "\n{}", heading.trim_end())?;
    for Repetition { bots, games, distinct } in repeated.iter().take(MOST_PAIRS) {
        let said = table::games_distinct(*games, *distinct).get(language);
        writeln!(out, "  {}", labelled(bots.join(" - "), said).get(language))?;
    }
    match repeated.len().saturating_sub(MOST_PAIRS) {
        0 => Ok(()),
        more => writeln!(out, "  {}", table::and_more_pairs(more).get(language)),
    }
}
