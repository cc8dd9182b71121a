//! Whether format, ranking and policy go together: what contradicts is refused with its key.

use crate::{
    FormatConfig, OnDisqualified, RankingConfig, Rule,
    format::{Divisions, Knockout, MOST_DIVISIONS, MOST_IN_BRACKET, Seeding, Swiss},
    ranking::TieBreak,
};
use std::collections::BTreeSet;

/// Keys that contradict each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contradiction {
    /// The key at fault, with its section.
    pub key: &'static str,
    /// What is wrong, and the way out.
    pub reason: String,
}

type Checked = Result<(), Contradiction>;

/// No count in a contest file may be larger, so that numbers of matches fit.
const MOST: u32 = 1_000_000;

fn refuse(key: &'static str, reason: impl Into<String>) -> Checked {
    Err(Contradiction { key, reason: reason.into() })
}

/// Whether format and ranking go together, and with the policy if anybody may be disqualified.
pub fn check(
    format: &FormatConfig,
    ranking: &RankingConfig,
    policy: Option<OnDisqualified>,
) -> Checked {
    check_counts(format)?;
    check_ranking(format, ranking)?;
    check_stop(format, ranking)?;
    match format {
        FormatConfig::Swiss(config) => check_swiss(config)?,
        FormatConfig::Knockout(config) => check_knockout(config)?,
        FormatConfig::Divisions(config) => check_divisions(config)?,
        FormatConfig::RoundRobin(config) if config.stop.is_some() && config.replay_ties => {
            return refuse(
                "format.stop",
                "`replay_ties` replays while the lead is shared, `stop` until the order is \
                 settled: use one of them",
            );
        }
        FormatConfig::Ladder(config) if config.stop.is_some() && config.matches.is_none() => {
            return refuse(
                "format.matches",
                "equals are never settled: say with `stop` how many matches are played at most",
            );
        }
        FormatConfig::Gauntlet(config) if config.challengers.is_empty() => {
            return refuse("format.challengers", "nobody is named: name one bot or more");
        }
        _ => {}
    }
    policy.map_or(Ok(()), |policy| check_policy(format, policy))
}

/// Whether a contest can be held among entrants of these names.
pub fn check_entrants(format: &FormatConfig, ranking: &RankingConfig, names: &[&str]) -> Checked {
    let count = names.len();
    match format {
        FormatConfig::Gauntlet(config) => {
            check_names("format.challengers", &config.challengers, names)?;
            if names.iter().all(|name| config.challengers.iter().any(|own| own == name)) {
                return refuse(
                    "format.challengers",
                    "all bots are named, and nobody is left to \
                     meet them: name fewer, or use round-robin",
                );
            }
        }
        FormatConfig::Ladder(config) => {
            check_names("format.references", &config.references, names)?;
        }
        FormatConfig::Swiss(_) if count < 3 => {
            return refuse(
                "format.kind",
                format!(
                    "a Swiss system needs three entrants or more, \
                 {count} are given: use round-robin"
                ),
            );
        }
        FormatConfig::Knockout(_) if count > MOST_IN_BRACKET => {
            return refuse(
                "format.kind",
                format!(
                    "{count} entrants are too many for a knockout, \
                 {MOST_IN_BRACKET} are possible"
                ),
            );
        }
        FormatConfig::Divisions(config)
            if count as u64 > u64::from(config.size.get()) * u64::from(MOST_DIVISIONS) =>
        {
            return refuse(
                "format.size",
                format!(
                    "{count} entrants would be more than \
                 {MOST_DIVISIONS} divisions: make them larger"
                ),
            );
        }
        _ => {}
    }
    let among_two = |tie_break: &TieBreak| *tie_break != TieBreak::MostWins;
    if format.table_size(count) > 2 && ranking.tie_breaks.iter().any(among_two) {
        return refuse(
            "ranking.tie_breaks",
            "at tables of more than two only `most-wins` says \
             anything: use that, or none",
        );
    }
    if let Rule::ReferencesBeaten(config) = &ranking.rule {
        check_names("ranking.references", &config.references, names)?;
        let bots: Vec<String> = config.pairs.values().flatten().cloned().collect();
        check_names("ranking.pairs", &bots, names)?;
    }
    Ok(())
}

/// Whether all of `given` are entrants, each named once.
fn check_names(key: &'static str, given: &[String], names: &[&str]) -> Checked {
    let mut seen = BTreeSet::new();
    for name in given {
        if !names.contains(&name.as_str()) {
            return refuse(
                key,
                format!("no entrant is called `{name}`: there are {}", listed(names)),
            );
        }
        if !seen.insert(name) {
            return refuse(key, format!("`{name}` is named twice: name it once"));
        }
    }
    Ok(())
}

fn listed(names: &[&str]) -> String {
    let shown = names.iter().take(20).copied().collect::<Vec<_>>().join(", ");
    if names.len() > 20 { format!("{shown}, …") } else { shown }
}

/// Every count with its key must be possible.
fn check_counts(format: &FormatConfig) -> Checked {
    let optional =
        |number: Option<std::num::NonZeroU32>| number.map_or(0, std::num::NonZeroU32::get);
    let counts = match format {
        FormatConfig::RoundRobin(config) => vec![
            ("format.games_per_pair", config.games_per_pair.get(), MOST),
            ("format.max_cycles", config.max_cycles.get(), 1_000),
        ],
        FormatConfig::OneTable(config) => vec![("format.games", config.games.get(), MOST)],
        FormatConfig::Gauntlet(config) => {
            vec![("format.games_per_pair", config.games_per_pair.get(), MOST)]
        }
        FormatConfig::Swiss(config) => vec![
            ("format.rounds", optional(config.rounds), 1_000),
            ("format.games_per_round", config.games_per_round.get(), 10_000),
        ],
        FormatConfig::Knockout(config) => vec![
            ("format.best_of", config.best_of.get(), 999),
            ("format.max_replays", config.max_replays, 1_000),
            ("format.qualifying_games", optional(config.qualifying_games), MOST),
        ],
        FormatConfig::Ladder(config) => vec![
            ("format.matches", optional(config.matches), 100 * MOST),
            ("format.floor", config.floor, MOST),
        ],
        FormatConfig::Divisions(config) => vec![
            ("format.size", config.size.get(), 1_000),
            ("format.seasons", config.seasons.get(), 1_000),
            ("format.games_per_pair", config.games_per_pair.get(), 1_000),
        ],
    };
    match counts.into_iter().find(|(_, given, most)| given > most) {
        Some((key, given, most)) => refuse(key, format!("{given} is too much, {most} is possible")),
        None => Ok(()),
    }
}

fn check_ranking(format: &FormatConfig, ranking: &RankingConfig) -> Checked {
    let possible: &[&str] = match format {
        // Byes are won without a score, and who is paired with whom depends on results.
        FormatConfig::Swiss(_) | FormatConfig::Knockout(_) => &["wins", "points", "win-share"],
        // Not everybody plays equally often: sums would go to who plays most.
        FormatConfig::Ladder(_) => {
            &["win-share", "copeland", "schulze", "references-beaten", "rating"]
        }
        FormatConfig::Divisions(_) => {
            &["wins", "points", "win-share", "total-score", "borda", "copeland", "schulze"]
        }
        FormatConfig::RoundRobin(_) | FormatConfig::OneTable(_) | FormatConfig::Gauntlet(_) => &[],
    };
    let (kind, rule) = (format.kind(), ranking.kind());
    if !possible.is_empty() && !possible.contains(&rule) {
        let known = possible.join(", ");
        let reason = format!("`{rule}` does not go with the format {kind}: use {known}");
        return refuse("ranking.kind", reason);
    }
    let mut seen = Vec::new();
    for tie_break in &ranking.tie_breaks {
        if seen.contains(tie_break) {
            let name = tie_break.key().replace('_', "-");
            return refuse(
                "ranking.tie_breaks",
                format!("`{name}` is there twice: once is enough"),
            );
        }
        seen.push(*tie_break);
    }
    match &ranking.rule {
        Rule::ReferencesBeaten(config) if config.references.is_empty() => {
            refuse("ranking.references", "nobody is named: name one bot or more")
        }
        _ => Ok(()),
    }
}

/// A table is settled by what a match gives on average or by strength, which not every ranking goes
/// by; where who plays whom depends on results, by strength only.
fn check_stop(format: &FormatConfig, ranking: &RankingConfig) -> Checked {
    let rule = ranking.kind();
    let known = match format {
        FormatConfig::Ladder(_) => &["rating"][..],
        _ => &["wins", "points", "total-score", "win-share", "rating"],
    };
    if format.stop().is_none() || known.contains(&rule) {
        return Ok(());
    }
    let reason = format!(
        "it is not known when an order by `{rule}` is settled: leave it out, or use as \
         `ranking.kind`: {}",
        known.join(", ")
    );
    refuse("format.stop", reason)
}

fn check_swiss(config: &Swiss) -> Checked {
    if config.seeding == Seeding::Ranking {
        let reason = "nothing was played before the first round: use `order` or `drawn`";
        return refuse("format.seeding", reason);
    }
    Ok(())
}

fn check_knockout(config: &Knockout) -> Checked {
    match (config.seeding, config.qualifying_games) {
        (Seeding::Ranking, None) => refuse(
            "format.qualifying_games",
            "`seeding = \"ranking\"` needs matches before the knockout: say how many a pair plays",
        ),
        (Seeding::Order | Seeding::Drawn, Some(_)) => refuse(
            "format.seeding",
            "qualifying matches are there to seed by: put `ranking`, or leave out `qualifying_games`",
        ),
        _ => Ok(()),
    }
}

fn check_divisions(config: &Divisions) -> Checked {
    let (size, promoted) = (config.size.get(), config.promoted);
    if size < 2 {
        return refuse("format.size", "one alone meets nobody: use 2 or more");
    }
    if promoted > size / 2 {
        let half = size / 2;
        return refuse(
            "format.promoted",
            format!(
                "{promoted} up and {promoted} down are more than the {size} of a division: use 0 to {half}"
            ),
        );
    }
    Ok(())
}

fn check_policy(format: &FormatConfig, policy: OnDisqualified) -> Checked {
    let word = |policy| match policy {
        OnDisqualified::StrikeMatches => "strike matches",
        OnDisqualified::OpponentWins => "opponent wins",
        OnDisqualified::PlayedMatchesStand => "played matches stand",
    };
    let possible: &[OnDisqualified] = match format {
        FormatConfig::OneTable(config) if config.seats.is_none() => {
            let reason = "a bot cannot leave the one table that there is: leave it empty";
            return refuse("programs.disqualify_on", reason);
        }
        FormatConfig::OneTable(_) => {
            &[OnDisqualified::StrikeMatches, OnDisqualified::PlayedMatchesStand]
        }
        // Who was beaten by somebody who leaves later cannot come back.
        FormatConfig::Knockout(_) => &[OnDisqualified::PlayedMatchesStand],
        _ => &OnDisqualified::ALL,
    };
    if possible.contains(&policy) {
        return Ok(());
    }
    let known: Vec<String> = possible.iter().map(|policy| format!("`{}`", word(*policy))).collect();
    let (policy, kind, known) = (word(policy), format.kind(), known.join(" or "));
    refuse(
        "programs.on_disqualified",
        format!("`{policy}` does not go with the format {kind}: use {known}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Map, Value, json};

    fn check_stop(kind: &str, keys: Value, ranking: &str) -> Option<&'static str> {
        let format = FormatConfig::read(kind, keys).unwrap();
        let ranking = RankingConfig::read(ranking, Map::new()).unwrap();
        check(&format, &ranking, None).err().map(|found| found.key)
    }

    #[test]
    fn stops_that_contradict_something_are_refused_by_key() {
        let round_robin = |keys| check_stop("round-robin", keys, "points");
        assert_eq!(round_robin(json!({"stop": "settled"})), None);
        let both = json!({"stop": "settled", "replay_ties": true});
        assert_eq!(round_robin(both), Some("format.stop"));
        let ladder = |keys| check_stop("ladder", keys, "rating");
        assert_eq!(ladder(json!({"stop": "settled top 3"})), Some("format.matches"));
        assert_eq!(ladder(json!({"stop": "settled top 3", "matches": 100})), None);
        let limited = json!({"stop": "settled", "matches": 100});
        assert_eq!(check_stop("ladder", limited, "win-share"), Some("format.stop"));
        let one_table = |ranking| check_stop("one-table", json!({"stop": "settled"}), ranking);
        assert_eq!(one_table("total-score"), None);
        assert_eq!(one_table("borda"), Some("format.stop"));
        assert!(FormatConfig::read("ladder", json!({"stop": "soon"})).is_err());
        assert!(FormatConfig::read("swiss", json!({"stop": "settled"})).is_err());
    }
}
