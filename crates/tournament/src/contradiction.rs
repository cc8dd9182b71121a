//! Errors about keys that contradict each other, or the entrants.

use crate::{OnDisqualified, say};
use certamen_i18n::{Localize, Message};
use std::collections::BTreeSet;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contradiction {
    /// The key at fault, with its section.
    pub key: &'static str,
    /// What is wrong, and the way out.
    pub reason: Reason,
}

#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[expect(missing_docs, reason = "the texts say what each one is")]
#[localize(display)]
pub enum Reason {
    ReplayTiesAndStop,
    NeverSettled,
    #[localize(say::no_bot_named())]
    NoBotNamed,
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
    #[localize(say::no_entrant(name, listed(known)))]
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
    #[localize(say::ranking_and_format(ranking, format, known.join(", ")))]
    RankingAndFormat {
        ranking: &'static str,
        format: &'static str,
        known: Vec<&'static str>,
    },
    TieBreakTwice {
        name: &'static str,
    },
    #[localize(say::never_known_as_settled(ranking, known.join(", ")))]
    NeverKnownAsSettled {
        ranking: &'static str,
        known: Vec<&'static str>,
    },
    NothingPlayedBefore,
    QualifyingNeeded,
    QualifyingUnused,
    OneAlone,
    #[localize(say::too_many_promoted(promoted, size, size / 2))]
    TooManyPromoted {
        promoted: u32,
        size: u32,
    },
    #[localize(say::no_bot_can_leave())]
    NoBotCanLeave,
    AwardsAreNoStrength,
    #[localize(say::policy_and_format(policy.word(), format, alternatives(known)))]
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

certamen_i18n::error!(Contradiction);
fn listed(names: &[String]) -> String {
    let shown = names.iter().take(LISTED).cloned().collect::<Vec<_>>().join(", ");
    if names.len() > LISTED { format!("{shown}, …") } else { shown }
}

/// `this` or `that`.
fn alternatives(policies: &[OnDisqualified]) -> Message {
    let words = policies.iter().map(|policy| Message::verbatim(format!("`{}`", policy.word())));
    words.reduce(say::either).unwrap_or_else(|| Message::verbatim(""))
}
