//! Errors about keys that contradict each other, or the entrants.

use crate::{OnDisqualified, say};
use certamen_i18n::{Localize, Message};
use std::collections::BTreeSet;

/// Keys that contradict each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contradiction {
    /// The key at fault, with its section.
    pub key: &'static str,
    /// What is wrong, and the way out.
    pub reason: Reason,
}

/// What is wrong with a key.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the texts say what each one is")]
pub enum Reason {
    ReplayTiesAndStop,
    NeverSettled,
    NobodyNamed,
    AllNamed,
    TooFewForSwiss {
        count: usize,
    },
    TooManyForKnockout {
        count: usize,
        most: usize,
    },
    TooManyDivisions {
        count: usize,
        most: u32,
    },
    TieBreaksAtTables,
    NoEntrant {
        name: String,
        known: Vec<String>,
    },
    NamedTwice {
        name: String,
    },
    TooMuch {
        given: u32,
        most: u32,
    },
    RankingAndFormat {
        ranking: &'static str,
        format: &'static str,
        known: Vec<&'static str>,
    },
    TieBreakTwice {
        name: &'static str,
    },
    NeverKnownAsSettled {
        ranking: &'static str,
        known: Vec<&'static str>,
    },
    NothingPlayedBefore,
    QualifyingNeeded,
    QualifyingUnused,
    OneAlone,
    TooManyPromoted {
        promoted: u32,
        size: u32,
    },
    NobodyCanLeave,
    AwardsAreNoStrength,
    PolicyAndFormat {
        policy: OnDisqualified,
        format: &'static str,
        known: &'static [OnDisqualified],
    },
}

/// Nothing, or the first contradiction.
pub(crate) type Soundness = Result<(), Contradiction>;

/// At most this many names are listed; more would hide what is wrong.
const LISTED: usize = 20;

pub(crate) fn refuse(key: &'static str, reason: Reason) -> Soundness {
    Err(Contradiction { key, reason })
}

/// Whether all of `given` are entrants, each named once.
pub(crate) fn check_names(key: &'static str, given: &[String], names: &[&str]) -> Soundness {
    let mut seen = BTreeSet::new();
    for name in given {
        if !names.contains(&name.as_str()) {
            let known = names.iter().map(|name| (*name).to_owned()).collect();
            return refuse(key, Reason::NoEntrant { name: name.clone(), known });
        }
        if !seen.insert(name) {
            return refuse(key, Reason::NamedTwice { name: name.clone() });
        }
    }
    Ok(())
}

impl Localize for Contradiction {
    fn message(&self) -> Message {
        say::contradiction(self.key, &self.reason)
    }
}

impl Localize for Reason {
    fn message(&self) -> Message {
        match self {
            Reason::ReplayTiesAndStop => say::replay_ties_and_stop(),
            Reason::NeverSettled => say::never_settled(),
            Reason::NobodyNamed => say::nobody_named(),
            Reason::AllNamed => say::all_named(),
            Reason::TooFewForSwiss { count } => say::too_few_for_swiss(count),
            Reason::TooManyForKnockout { count, most } => say::too_many_for_knockout(count, most),
            Reason::TooManyDivisions { count, most } => say::too_many_divisions(count, most),
            Reason::TieBreaksAtTables => say::tie_breaks_at_tables(),
            Reason::NoEntrant { name, known } => say::no_entrant(name, listed(known)),
            Reason::NamedTwice { name } => say::named_twice(name),
            Reason::TooMuch { given, most } => say::too_much(given, most),
            Reason::RankingAndFormat { ranking, format, known } => {
                say::ranking_and_format(ranking, format, known.join(", "))
            }
            Reason::TieBreakTwice { name } => say::tie_break_twice(name),
            Reason::NeverKnownAsSettled { ranking, known } => {
                say::never_known_as_settled(ranking, known.join(", "))
            }
            Reason::NothingPlayedBefore => say::nothing_played_before(),
            Reason::QualifyingNeeded => say::qualifying_needed(),
            Reason::QualifyingUnused => say::qualifying_unused(),
            Reason::OneAlone => say::one_alone(),
            Reason::TooManyPromoted { promoted, size } => {
                say::too_many_promoted(promoted, size, size / 2)
            }
            Reason::NobodyCanLeave => say::nobody_can_leave(),
            Reason::AwardsAreNoStrength => say::awards_are_no_strength(),
            Reason::PolicyAndFormat { policy, format, known } => {
                say::policy_and_format(policy.word(), format, alternatives(known))
            }
        }
    }
}

certamen_i18n::error!(Contradiction);
certamen_i18n::said!(Reason);

fn listed(names: &[String]) -> String {
    let shown = names.iter().take(LISTED).cloned().collect::<Vec<_>>().join(", ");
    if names.len() > LISTED { format!("{shown}, …") } else { shown }
}

/// `this` or `that`.
fn alternatives(policies: &[OnDisqualified]) -> Message {
    let words = policies.iter().map(|policy| Message::verbatim(format!("`{}`", policy.word())));
    words.reduce(say::either).unwrap_or_else(|| Message::verbatim(""))
}
