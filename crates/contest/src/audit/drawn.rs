//! The draw compared with who began, and with what was published before.

use super::{
    Finding, Luck, Remark,
    auditor::{AuditedContest, Auditor},
};
use crate::draw::{Beacon, Closed, Draw};

/// What somebody kept of a draw.
#[derive(Default)]
pub(super) struct Published {
    commitment: Option<String>,
    entrants: Option<Vec<String>>,
}

impl Auditor {
    /// Expects this commitment, which was published before entries closed.
    pub fn expect_commitment(&mut self, commitment: String) {
        self.published.commitment = Some(commitment);
    }

    /// Expects these digests of entrants, which were published when entries closed.
    pub fn expect_entrants(&mut self, mut digests: Vec<String>) {
        digests.sort();
        self.published.entrants = Some(digests);
    }

    pub(super) fn check_draw(&mut self, held: &AuditedContest, remarks: &mut Vec<Remark>) -> Luck {
        self.check_published(held.draw.as_ref());
        let hidden = held
            .draw
            .as_ref()
            .is_some_and(|draw| draw.secret.is_none() && (draw.closed.is_some() || draw.hides));
        if hidden {
            return Luck::Hidden;
        }
        if !held.is_open {
            self.findings.add(Finding::NoContestSeed);
        }
        let Some(draw) = &held.draw else { return Luck::Chosen };
        match draw.seed() {
            Ok(drawn) if held.is_open && drawn != held.regulations.seed => {
                self.findings.add(Finding::ContestSeed { seed: held.regulations.seed, drawn });
            }
            Ok(_) => {}
            Err(fault) => self.findings.add(Finding::Draw(fault)),
        }
        let Some(closed) = &draw.closed else { return Luck::Preliminary };
        self.check_entrants(draw, closed);
        if draw.drawn >= closed.due.unwrap_or(closed.at) {
            remarks.push(Remark::LateSecret);
        }
        if draw.mix == 1 {
            remarks.push(Remark::OldMix);
        }
        match &draw.beacon {
            None => Luck::Drawn,
            Some(Beacon::Drand { .. }) => Luck::Public,
            Some(Beacon::Hand) => Luck::ByHand,
        }
    }

    fn check_entrants(&mut self, draw: &Draw, closed: &Closed) {
        let began = self.phases.first().map(|phase| &phase.submissions);
        let began = began.into_iter().flatten();
        let began = began.filter_map(|id| self.submissions.get(&id.0));
        let agrees = if draw.mix == 1 {
            let mixed = closed.entrants.iter().map(|one| (&one.bot, &one.digest));
            mixed.eq(began.map(|found| (&found.bot, &found.digest)))
        } else {
            let identity = |found: &crate::ToldSubmission| {
                self.asking.specs.identity(&found.bot, &found.digest)
            };
            let mut began: Vec<String> = began.map(identity).collect();
            began.sort();
            began == closed.digests
        };
        if !agrees {
            self.findings.add(Finding::OtherEntrants);
        }
    }

    /// Compares a draw with what was kept of it.
    fn check_published(&mut self, draw: Option<&Draw>) {
        let Published { commitment, entrants } = &self.published;
        let told = draw.map(|draw| &draw.commitment);
        if commitment.is_some() && commitment.as_ref() != told {
            self.findings.add(Finding::OtherCommitment);
        }
        let closed = draw.and_then(|draw| draw.closed.as_ref());
        let told = closed.map(|closed| &closed.digests);
        if entrants.is_some() && entrants.as_ref() != told {
            self.findings.add(Finding::OtherList);
        }
    }
}
