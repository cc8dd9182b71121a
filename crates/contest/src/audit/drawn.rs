//! The draw compared with who began, and with what was published before.

use super::{Finding, Luck, Remark, findings::Findings};
use crate::draw::{Beacon, Closed, Draw};

/// What somebody kept of a draw.
#[derive(Default)]
pub(super) struct Published {
    commitment: Option<String>,
    entrants: Option<Vec<String>>,
}

impl Published {
    /// Keeps this commitment, which was published before entries closed.
    pub(super) fn expect_commitment(&mut self, commitment: String) {
        self.commitment = Some(commitment);
    }

    /// Keeps these digests of entrants, which were published when entries closed.
    pub(super) fn expect_entrants(&mut self, mut digests: Vec<String>) {
        digests.sort();
        self.entrants = Some(digests);
    }

    /// Compares a draw with what was kept of it.
    fn check(&self, draw: Option<&Draw>, findings: &mut Findings) {
        let Published { commitment, entrants } = self;
        let told = draw.map(|draw| &draw.commitment);
        if commitment.is_some() && commitment.as_ref() != told {
            findings.add(Finding::OtherCommitment);
        }
        let closed = draw.and_then(|draw| draw.closed.as_ref());
        let told = closed.map(|closed| &closed.digests);
        if entrants.is_some() && entrants.as_ref() != told {
            findings.add(Finding::OtherList);
        }
    }
}

/// What luck came from in a contest, and who began it.
pub(super) struct DrawnContest<'a> {
    /// The draw, if there was one.
    pub(super) draw: Option<&'a Draw>,
    /// The seed that it was played with, where that is known.
    pub(super) seed: Option<u64>,
    /// The names and digests of those who began, in order of entry.
    pub(super) began: Vec<(&'a str, &'a str)>,
    /// What the draw calls one of them.
    pub(super) identity: &'a dyn Fn(&str, &str) -> String,
}

impl DrawnContest<'_> {
    /// Where luck came from, and what is wrong with it.
    pub(super) fn check(
        &self,
        published: &Published,
        findings: &mut Findings,
        remarks: &mut Vec<Remark>,
    ) -> Luck {
        published.check(self.draw, findings);
        let is_hidden =
            |draw: &Draw| draw.secret.is_none() && (draw.closed.is_some() || draw.hides);
        if self.draw.is_some_and(is_hidden) {
            return Luck::Hidden;
        }
        if self.seed.is_none() {
            findings.add(Finding::NoContestSeed);
        }
        let Some(draw) = self.draw else { return Luck::Chosen };
        match (draw.seed(), self.seed) {
            (Ok(drawn), Some(seed)) if drawn != seed => {
                findings.add(Finding::ContestSeed { seed, drawn });
            }
            (Ok(_), _) => {}
            (Err(fault), _) => findings.add(Finding::Draw(fault)),
        }
        let Some(closed) = &draw.closed else { return Luck::Preliminary };
        if !self.are_those(draw, closed) {
            findings.add(Finding::OtherEntrants);
        }
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

    /// Whether those who began are the ones that the draw was made among.
    fn are_those(&self, draw: &Draw, closed: &Closed) -> bool {
        if draw.mix == 1 {
            let mixed = closed.entrants.iter().map(|one| (&*one.bot, &*one.digest));
            return mixed.eq(self.began.iter().copied());
        }
        let began = self.began.iter().map(|(bot, digest)| (self.identity)(bot, digest));
        let mut began: Vec<String> = began.collect();
        began.sort();
        began == closed.digests
    }
}
