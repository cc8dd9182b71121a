//! Notes below the standings about certainty: whether ranks are certain, which matches only repeat
//! others, and which bots are not as deterministic as declared.

use crate::print::say::table;
use certamen_contest::{Nondeterminism, Repetition, Results, StandingsRow};
use certamen_game::{Language, escaped};
use certamen_i18n::{Message, UserError, labelled};
use certamen_tournament::{format::FormatEnd, statistics::RankCertainty};
use std::io::{self, Write};

/// Maximum number of pairs with repeated matches that are listed.
const MOST_PAIRS: usize = 100;

/// A line, for a contest with a stop rule, that says whether it ended early because enough ranks
/// were certain, and otherwise roughly how many matches are missing.
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

/// A line with the number of pairs that repeat matches and of bots that are not as deterministic as
/// declared, and with the `command` that lists them; none if there are none.
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

/// Lists the repeated matches and the bots whose declaration is void.
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

/// Lists the bots whose matches were always equal although they are not declared deterministic.
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
