//! What a coordinator knows of the contest whose matches it hands out.

use crate::{
    BundleParts, ContestSecret, Terms,
    message::{BatchRules, PlayerSource, WritePolicy},
};
use certamen_game::{DynGame, job::SubmissionId};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone)]
pub struct ContestJob {
    /// Known to its coordinator only.
    pub secret: ContestSecret,
    pub game: &'static dyn DynGame,
    /// The program that its rules are, if they are one; its bundle is among the others.
    pub rules: Option<BatchRules>,
    pub weakest: String,
    pub policy: WritePolicy,
    pub bots: BTreeMap<SubmissionId, PlayerSource>,
    /// The bundles of those that are programs.
    pub bundles: Vec<BundleParts>,
    /// Bots that play alike on every worker.
    pub repeatable: BTreeSet<SubmissionId>,
    /// Bots declared deterministic, so that their first matches are compared.
    pub declared: BTreeSet<SubmissionId>,
    /// How much of what they play is played again elsewhere, from 0 to 1.
    pub audit: f64,
    pub suspended: BTreeSet<String>,
    pub level: u8,
    /// Whether all are to be played by workers of one class, and of which, if some were played
    /// before.
    pub class_binding: Option<ClassBinding>,
    pub terms: Terms,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClassBinding {
    /// The one with most slots when it begins.
    Largest,
    Class(String),
}
