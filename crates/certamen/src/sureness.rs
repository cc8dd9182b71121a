//! What is told below a table about how sure it is: what is settled, which matches only repeat
//! others, and who is not as deterministic as was declared.

use crate::command_error::CommandError;
use crate::text;
use certamen_contest::{Line, Nondeterminism, Repetition, Results};
use certamen_game::{Language, Words};
use certamen_tournament::{format::Done, statistics::Settlement};
use std::io::{self, Write};

/// So many pairs whose matches repeat each other are told one by one.
const MOST_PAIRS: usize = 10;

const ENDED_SETTLED: Words = Words {
    en: "settled at 95 %: there is no need to play more",
    es: "decidido al 95 %: no hace falta jugar más",
    fr: "acquis à 95 % : inutile de jouer davantage",
    it: "deciso al 95 %: non serve giocare altro",
};
const ENDED_UNSETTLED: Words = Words {
    en: "all matches allowed are played, and not everything is settled",
    es: "se jugaron todas las partidas permitidas y no todo está decidido",
    fr: "toutes les parties permises sont jouées et tout n'est pas acquis",
    it: "tutte le partite consentite sono giocate e non tutto è deciso",
};
const REPEATED: Words = Words {
    en: "matches of deterministic bots that only repeat others; how sure something is counts them once",
    es: "partidas de bots deterministas que solo repiten otras; para la certeza cuentan una vez",
    fr: "parties de bots déterministes qui en répètent d'autres ; pour la certitude elles comptent une fois",
    it: "partite di bot deterministici che ne ripetono altre; per la certezza contano una volta",
};
const GAMES_DISTINCT: Words = Words {
    en: "{games} games, {distinct} distinct",
    es: "{games} partidas, {distinct} distintas",
    fr: "{games} parties, {distinct} distinctes",
    it: "{games} partite, {distinct} distinte",
};
const AND_MORE: Words = Words {
    en: "and {} more pairs",
    es: "y {} parejas más",
    fr: "et {} paires de plus",
    it: "e altre {} coppie",
};
const NOT_DETERMINISTIC: Words = Words {
    en: "is declared deterministic and is not: two answers to one question, matches {matches}, turn {turn}",
    es: "está declarado determinista y no lo es: dos respuestas a una pregunta, partidas {matches}, turno {turn}",
    fr: "est déclaré déterministe et ne l'est pas : deux réponses à une question, parties {matches}, tour {turn}",
    it: "è dichiarato deterministico e non lo è: due risposte a una domanda, partite {matches}, turno {turn}",
};

/// Says, where a contest could end early, whether it did so because enough was settled, and otherwise
/// about how many matches are missing.
pub(crate) fn tell_stop(
    out: &mut dyn Write,
    results: &Results,
    lines: &[Line],
    done: Done,
    language: Language,
) -> Result<(), CommandError> {
    let Some(stop) = results.stop()? else { return Ok(()) };
    let said = match done {
        Done::Settled => ENDED_SETTLED,
        Done::Complete | Done::LeadShared => ENDED_UNSETTLED,
    };
    let said = said.get(language);
    let settlements = results.settlements(lines)?;
    let missing = settlements.iter().filter_map(|known| match known {
        Some(Settlement::About(more)) => Some(*more),
        _ => None,
    });
    let more = missing.max().filter(|_| done != Done::Settled);
    let more = more.map(|more| text::MORE_MATCHES.get(language).replace("{}", &more.to_string()));
    let more = more.map(|more| format!("; {more}")).unwrap_or_default();
    Ok(writeln!(out, "\n{stop}: {said}{more}")?)
}

/// Says which matches only repeat others, and whose declaration is void.
pub(crate) fn tell_repeats(
    out: &mut dyn Write,
    results: &Results,
    language: Language,
) -> Result<(), CommandError> {
    pairs(out, &results.repetitions()?, language)?;
    for Nondeterminism { bot, matches: [one, other], turn } in results.nondeterminism()? {
        let said = NOT_DETERMINISTIC.get(language);
        let said = said.replace("{matches}", &format!("{one}, {other}"));
        writeln!(out, "\n{bot} {}", said.replace("{turn}", &turn.to_string()))?;
    }
    Ok(())
}

fn pairs(out: &mut dyn Write, repeated: &[Repetition], language: Language) -> io::Result<()> {
    if repeated.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{}:", REPEATED.get(language))?;
    for Repetition { bots, games, distinct } in repeated.iter().take(MOST_PAIRS) {
        let said = GAMES_DISTINCT.get(language).replace("{games}", &games.to_string());
        let said = said.replace("{distinct}", &distinct.to_string());
        writeln!(out, "  {}: {said}", bots.join(" - "))?;
    }
    match repeated.len().saturating_sub(MOST_PAIRS) {
        0 => Ok(()),
        more => writeln!(out, "  {}", AND_MORE.get(language).replace("{}", &more.to_string())),
    }
}
