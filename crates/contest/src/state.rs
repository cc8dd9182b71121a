//! The current state of a contest: its rules, its entrants, its matches. A run, a reader and an
//! audit compute plans and standings from this one value.

use crate::{
    StandingsColumns, StandingsRow, compiled_rules::CompiledRules, deterministic::ObservedRepeats,
};
use certamen_game::job::SubmissionId;
use certamen_tournament::{
    Entrant, Format, History, Next, Standing, Status, VoidedMatches, after_departures, table,
};
use std::borrow::Cow;

/// The number of matches planned at a time.
const BATCH: usize = 200_000;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ContestProgress {
    /// Matches finished, in this run and before.
    pub finished: u64,
    /// The expected number of matches, as far as known.
    pub total: u64,
    pub faults: u64,
}

#[derive(Clone, Copy)]
pub(crate) struct ContestState<'a> {
    pub(crate) rules: &'a CompiledRules,
    pub(crate) planner: &'a dyn Format,
    /// In order of entry.
    pub(crate) submissions: &'a [SubmissionId],
    /// The same, with names and status.
    pub(crate) entrants: &'a [Entrant],
    pub(crate) history: &'a History,
    /// The part of it that was in play when a bot left.
    pub(crate) too_late: &'a VoidedMatches,
    /// Which matches repeat each other, as far as known.
    pub(crate) known: &'a ObservedRepeats,
}

impl<'a> ContestState<'a> {
    /// The counted history. Where a contest stops once its ranks are certain, repeats are marked:
    /// they do not make a rank certain.
    pub(crate) fn settled(self) -> Cow<'a, History> {
        let mut settled = self.counting();
        if self.rules.format.stop().is_some() {
            self.known.note_repeating(self.submissions, settled.to_mut());
        }
        settled
    }

    /// The counted history, with a note on what only repeats something.
    pub(crate) fn distinct(self) -> History {
        let mut counting = self.counting().into_owned();
        self.known.note_repeating(self.submissions, &mut counting);
        counting
    }

    pub(crate) fn next(self) -> Next {
        self.planner.next(self.entrants, &self.settled(), BATCH)
    }

    pub(crate) fn total(self) -> u64 {
        self.planner.total(self.entrants, &self.settled())
    }

    pub(crate) fn progress(self) -> ContestProgress {
        let totals = self.history.totals(self.entrants.len());
        let faults = totals.iter().map(|tally| tally.faults).sum();
        ContestProgress { finished: self.settled().finished(), total: self.total(), faults }
    }

    pub(crate) fn standings(self) -> Vec<Standing> {
        let ranking = self.rules.table_rule();
        table(self.planner, &*ranking, self.entrants, &self.settled())
    }

    /// The standings as they are printed.
    pub(crate) fn lines(self) -> Vec<StandingsRow> {
        let standings = self.standings().into_iter();
        standings.map(|standing| self.line(standing)).collect()
    }

    fn counting(self) -> Cow<'a, History> {
        let meetings = self.planner.meetings(self.entrants, self.history);
        let Some(policy) = self.rules.policy() else { return Cow::Borrowed(self.history) };
        after_departures(self.history, self.too_late, self.entrants, (policy, &meetings))
    }

    fn line(self, standing: Standing) -> StandingsRow {
        let entrant = &self.entrants[standing.entrant.index()];
        let tally = &standing.tally;
        StandingsRow {
            rank: standing.rank,
            bot: entrant.name.clone(),
            language: entrant.language.clone(),
            played: tally.played,
            won: tally.won,
            drawn: tally.drawn,
            lost: tally.lost,
            score: (!self.rules.is_order_only()).then_some(standing.score),
            faults: tally.faults,
            disqualified: match entrant.status {
                Status::Disqualified(cause) => Some(cause),
                Status::Active => None,
            },
            usage: None,
            columns: StandingsColumns(standing.columns),
        }
    }
}
