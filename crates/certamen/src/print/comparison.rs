//! The output of a comparison: lines in the format that readers of chess engine tests parse.

use crate::print::say::compare;
use certamen_contest::vocabulary;
use certamen_game::Language;
use certamen_host::series::{CompareEvidence, CompareResult, CompareRun};
use certamen_tournament::statistics::{BlockEstimate, Blocks, SequentialTest};
use serde_json::json;
use std::io::{self, Write, stdout};

pub(crate) fn print(
    compare_run: &CompareRun,
    evidence: &CompareEvidence,
    language: Language,
) -> io::Result<()> {
    let mut out = stdout().lock();
    let [new, old] = [0, 1].map(|bot| compare_run.bots[bot].0.bot.as_str());
    writeln!(
        out,
        "{} {new} vs {old} ({}):",
        compare::results_of().get(language),
        compare_run.table.game
    )?;
    let blocks = &evidence.blocks;
    if !blocks.is_empty() {
        writeln!(
            out,
            "Elo: {}, nElo: {}",
            estimate_text(blocks.elo()),
            estimate_text(blocks.normalised_elo())
        )?;
        let superior = 100.0 * blocks.likelihood_of_superiority();
        let [won, drawn, lost] = evidence.results;
        let games = won + drawn + lost;
        let points = won as f64 + drawn as f64 / 2.0;
        let share = |part: f64| 100.0 * part / games as f64;
        writeln!(out, "LOS: {superior:.2} %, DrawRatio: {:.2} %", share(drawn as f64))?;
        writeln!(
            out,
            "Games: {games}, Wins: {won}, Losses: {lost}, Draws: {drawn}, Points: {points:.1} ({:.2} %)",
            share(points),
        )?;
        writeln!(out, "Ptnml(0-{}): {:?}", blocks.matches(), blocks.counts())?;
    }
    writeln!(out, "{}", line(blocks, &compare_run.test))?;
    if evidence.repeated > 0 {
        writeln!(out, "{}: {}", compare::repeated_blocks().get(language), evidence.repeated)?;
    }
    for (faults, bot) in evidence.faults.iter().zip([new, old]) {
        let kinds = faults
            .iter()
            .map(|(fault, times)| format!("{} {times}", vocabulary::fault(*fault).get(language)));
        let kinds: Vec<String> = kinds.collect();
        if !kinds.is_empty() {
            writeln!(out, "{}: {}", compare::faults_of(bot).get(language), kinds.join(", "))?;
        }
    }
    if matches!(evidence.result, CompareResult::Better | CompareResult::NotBetter) {
        writeln!(out, "{}", compare::stopped_early().get(language))?;
    }
    let answer = match evidence.result {
        CompareResult::Better => compare::better(),
        CompareResult::NotBetter => compare::not_better(),
        CompareResult::AllPlayed | CompareResult::Stopped => compare::undecided(),
        CompareResult::NothingNew => compare::nothing_new(),
    };
    writeln!(out, "{}", answer.get(language))
}

/// Prints the same as a line of JSON; numbers that do not exist are null.
pub(crate) fn print_json(compare_run: &CompareRun, evidence: &CompareEvidence) -> io::Result<()> {
    let [new, old] = [0, 1].map(|bot| compare_run.bots[bot].0.bot.as_str());
    let (blocks, test) = (&evidence.blocks, &compare_run.test);
    let estimate = |of: fn(&Blocks) -> BlockEstimate| {
        let found = (!blocks.is_empty()).then(|| of(blocks));
        found.map(|BlockEstimate { value, reach }| json!({ "value": value, "reach": reach }))
    };
    let superior = (!blocks.is_empty()).then(|| blocks.likelihood_of_superiority());
    let [won, drawn, lost] = evidence.results;
    let answer = match evidence.result {
        CompareResult::Better => "better",
        CompareResult::NotBetter => "not-better",
        CompareResult::AllPlayed => "undecided",
        CompareResult::Stopped => "interrupted",
        CompareResult::NothingNew => "nothing-new",
    };
    let (low, high) = test.bounds();
    let line = json!({
        "new": new,
        "old": old,
        "game": compare_run.table.game,
        "answer": answer,
        "blocks": blocks.len(),
        "matches_per_block": blocks.matches(),
        "counts": blocks.counts(),
        "won": won,
        "drawn": drawn,
        "lost": lost,
        "elo": estimate(Blocks::elo),
        "normalised_elo": estimate(Blocks::normalised_elo),
        "superiority": superior,
        "log_likelihood_ratio": test.ratio(blocks),
        "bounds": [low, high],
        "hypotheses": [test.elo0, test.elo1],
        "repeated_blocks": evidence.repeated,
        "faults": { "new": evidence.faults[0], "old": evidence.faults[1] },
    });
    writeln!(stdout().lock(), "{line}")
}

/// The log-likelihood ratio, its bounds and the tested hypotheses.
pub(crate) fn line(blocks: &Blocks, test: &SequentialTest) -> String {
    let (ratio, (low, high)) = (test.ratio(blocks), test.bounds());
    let done = 100.0 * if ratio < 0.0 { ratio / low } else { ratio / high };
    let SequentialTest { elo0, elo1, .. } = test;
    format!("LLR: {ratio:.2} ({done:.1}%) ({low:.2}, {high:.2}) [{elo0:.2}, {elo1:.2}]")
}

/// An estimate in the notation of chess engine tests. Without variance, there is no interval.
fn estimate_text(BlockEstimate { value, reach }: BlockEstimate) -> String {
    let reach = reach.map_or_else(|| "-".to_owned(), |reach| format!("{reach:.2}"));
    format!("{value:.2} +/- {reach}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_without_variance_has_a_dash() {
        let text = |reach| estimate_text(BlockEstimate { value: -2400.0, reach });
        assert_eq!(text(None), "-2400.00 +/- -");
        assert_eq!(text(Some(12.345)), "-2400.00 +/- 12.35");
    }
}
