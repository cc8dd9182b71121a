//! Whether format, ranking and policy go together, among these entrants.

use crate::{
    FormatConfig, OnDisqualified, RankingConfig,
    contradiction::{Contradiction, Reason, Soundness, refuse},
    ranking::TieBreak,
};

/// Whether format and ranking go together, and with the policy if anybody may be disqualified.
pub fn check(
    format: &FormatConfig,
    ranking: &RankingConfig,
    policy: Option<OnDisqualified>,
) -> Soundness {
    let keys = format.keys();
    if let Some(count) = keys.counts().into_iter().find(|count| count.given > count.most) {
        let (given, most) = (count.given, count.most);
        return refuse(count.key, Reason::TooMuch { given, most });
    }
    check_ranking(format, ranking)?;
    check_stop(format, ranking)?;
    keys.check()?;
    policy.map_or(Ok(()), |policy| check_policy(format, policy))
}

/// Whether matches may be awarded where this ranking counts them. Contests that were held before
/// anybody asked are audited without.
pub fn check_awards(ranking: &RankingConfig, policy: OnDisqualified) -> Soundness {
    if policy == OnDisqualified::OpponentWins && ranking.rule.keys().estimates() {
        return refuse("programs.on_disqualified", Reason::AwardsAreNoStrength);
    }
    Ok(())
}

/// Whether a contest can be held among entrants of these names. `absent` are those who would take
/// part if they could: the named one may be one of them.
pub fn check_entrants(
    format: &FormatConfig,
    ranking: &RankingConfig,
    (names, absent): (&[&str], &[&str]),
) -> Soundness {
    format.keys().check_entrants(names, absent)?;
    let among_two = |tie_break: &TieBreak| *tie_break != TieBreak::MostWins;
    if format.table_size(names.len()) > 2 && ranking.tie_breaks.iter().any(among_two) {
        return refuse("ranking.tie_breaks", Reason::TieBreaksAtTables);
    }
    ranking.rule.keys().check_entrants(names, absent)
}

/// The policy for the matches of bots that leave although the host set none: as
/// `wanted`, or as the format can. None where it cannot go on without a bot.
pub fn policy(format: &FormatConfig, wanted: OnDisqualified) -> Option<OnDisqualified> {
    let known = format.keys().policies();
    known.iter().find(|policy| **policy == wanted).or(known.first()).copied()
}

fn check_ranking(format: &FormatConfig, ranking: &RankingConfig) -> Soundness {
    let class = format.keys().class();
    if !ranking.rule.suits(class) {
        return Err(Contradiction {
            key: "ranking.kind",
            reason: Reason::RankingAndFormat {
                ranking: ranking.kind(),
                format: format.kind(),
                known: RankingConfig::suiting(class),
            },
        });
    }
    for (place, tie_break) in ranking.tie_breaks.iter().enumerate() {
        if ranking.tie_breaks[..place].contains(tie_break) {
            let reason = Reason::TieBreakTwice { name: tie_break.name() };
            return refuse("ranking.tie_breaks", reason);
        }
    }
    ranking.rule.keys().check()
}

fn check_stop(format: &FormatConfig, ranking: &RankingConfig) -> Soundness {
    let class = format.keys().class();
    if format.stop().is_none() || ranking.rule.settles(class) {
        return Ok(());
    }
    let (ranking, known) = (ranking.kind(), RankingConfig::settling(class));
    refuse("format.stop", Reason::NeverKnownAsSettled { ranking, known })
}

fn check_policy(format: &FormatConfig, policy: OnDisqualified) -> Soundness {
    let known = format.keys().policies();
    if known.is_empty() {
        return refuse("programs.disqualify_on", Reason::NoBotCanLeave);
    }
    if known.contains(&policy) {
        return Ok(());
    }
    let format = format.kind();
    refuse("programs.on_disqualified", Reason::PolicyAndFormat { policy, format, known })
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
    fn matches_are_not_awarded_where_strengths_are_estimated() {
        let refused = |kind: &str, policy| {
            let ranking = RankingConfig::read(kind, Map::new()).unwrap();
            check_awards(&ranking, policy).err().map(|found| found.key)
        };
        for ranking in ["rating", "points", "win-share"] {
            for policy in OnDisqualified::ALL {
                let lies = ranking == "rating" && policy == OnDisqualified::OpponentWins;
                let key = lies.then_some("programs.on_disqualified");
                assert_eq!(refused(ranking, policy), key, "{ranking} {policy:?}");
            }
        }
    }

    #[test]
    fn contradicting_stop_rules_are_refused_by_key() {
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
