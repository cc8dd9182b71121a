//! Compares the draw with the first entrants, and with what was published before.

use super::{AuditFinding, AuditNote, SeedStatus, report::Findings};
use crate::draw::{Beacon, Draw, DrawClosing};
use certamen_tournament::Edition;

/// The parts of a draw that a participant saved.
#[derive(Default)]
pub(super) struct PublishedDraw {
    commitment: Option<String>,
    /// Digests and names, sorted.
    entrants: Option<Vec<(String, String)>>,
}

impl PublishedDraw {
    /// Expects this commitment, published before entries closed.
    pub(super) fn expect_commitment(&mut self, commitment: String) {
        self.commitment = Some(commitment);
    }

    /// Keeps this list of entrants, which was published when entries closed: a digest a line, with a
    /// name behind it, which may be missing.
    pub(super) fn expect_entrants(&mut self, list: &str) {
        let lines = list.lines().map(str::trim).filter(|line| !line.is_empty());
        let pairs = lines.map(|line| line.split_once(char::is_whitespace).unwrap_or((line, "")));
        let owned = |(digest, name): (&str, &str)| (digest.to_owned(), name.trim().to_owned());
        let mut entrants: Vec<(String, String)> = pairs.map(owned).collect();
        entrants.sort();
        self.entrants = Some(entrants);
    }

    /// Compares a draw and the first entrants with the saved parts.
    fn check(&self, draw: Option<&Draw>, began: &[(String, &str)], findings: &mut Findings) {
        let PublishedDraw { commitment, entrants } = self;
        let listed = draw.map(|draw| &draw.commitment);
        if commitment.is_some() && commitment.as_ref() != listed {
            findings.add(AuditFinding::OtherCommitment);
        }
        let closed = draw.and_then(|draw| draw.closed.as_ref());
        let Some(entrants) = entrants else { return };
        let digests = entrants.iter().map(|(digest, _)| digest);
        if !closed.is_some_and(|closed| digests.eq(&closed.digests)) {
            findings.add(AuditFinding::OtherList);
            return;
        }
        for (digest, name) in entrants.iter().filter(|(_, name)| !name.is_empty()) {
            let own = || began.iter().filter(|(identity, _)| identity == digest);
            if let Some((_, bot)) = own().next()
                && !own().any(|(_, bot)| bot == name)
            {
                let [listed, bot] = [name.as_str(), bot].map(certamen_game::escaped);
                findings.add(AuditFinding::OtherName { listed, bot });
            }
        }
    }
}

pub(super) struct DrawnContest<'a> {
    pub(super) draw: Option<&'a Draw>,
    /// The seed in force, where it is known.
    pub(super) seed: Option<u64>,
    /// The names and digests of the first entrants, in order of entry.
    pub(super) began: Vec<(&'a str, &'a str)>,
    pub(super) identity: &'a dyn Fn(&str, &str) -> String,
    pub(super) edition: Edition,
}

impl DrawnContest<'_> {
    /// Checks the draw and returns the origin of the seed.
    pub(super) fn check(
        &self,
        published_draw: &PublishedDraw,
        findings: &mut Findings,
        remarks: &mut Vec<AuditNote>,
    ) -> SeedStatus {
        let began = self.began.iter().map(|(bot, digest)| ((self.identity)(bot, digest), *bot));
        let mut began: Vec<(String, &str)> = began.collect();
        began.sort();
        published_draw.check(self.draw, &began, findings);
        let is_hidden =
            |draw: &Draw| draw.secret.is_none() && (draw.closed.is_some() || draw.hides);
        if self.draw.is_some_and(is_hidden) {
            return SeedStatus::Hidden;
        }
        if self.seed.is_none() {
            findings.add(AuditFinding::NoContestSeed);
        }
        let Some(draw) = self.draw else { return SeedStatus::Chosen };
        match (draw.seed(), self.seed) {
            (Ok(drawn), Some(seed)) if drawn != seed => {
                findings.add(AuditFinding::ContestSeed { seed, drawn });
            }
            (Ok(_), _) => {}
            (Err(fault), _) => findings.add(AuditFinding::Draw(fault)),
        }
        let Some(closed) = &draw.closed else { return SeedStatus::Preliminary };
        if !self.are_those(draw, closed, &began) {
            findings.add(AuditFinding::OtherEntrants);
        }
        if draw.drawn >= closed.due.unwrap_or(closed.at) {
            remarks.push(AuditNote::LateSecret);
        }
        if draw.mix == 1 {
            remarks.push(AuditNote::OldMix);
        }
        if self.edition < Edition::Fourth {
            remarks.push(AuditNote::SeedsOfNames);
        }
        match &draw.beacon {
            None => SeedStatus::Drawn,
            Some(Beacon::Drand { .. }) => SeedStatus::Public,
            Some(Beacon::Hand) => SeedStatus::ByHand,
        }
    }

    /// Whether the first entrants are those of the draw.
    fn are_those(&self, draw: &Draw, closed: &DrawClosing, began: &[(String, &str)]) -> bool {
        if draw.mix == 1 {
            let mixed = closed.entrants.iter().map(|one| (&*one.bot, &*one.digest));
            return mixed.eq(self.began.iter().copied());
        }
        began.iter().map(|(identity, _)| identity).eq(&closed.digests)
    }
}
