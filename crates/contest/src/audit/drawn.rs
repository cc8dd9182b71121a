//! Compares the draw with the first entrants, and with what was published before.

use super::{AuditFinding, AuditNote, SeedStatus, report::Findings};
use crate::draw::{Beacon, Draw, DrawClosing};
use certamen_tournament::Edition;

/// What a participant saved of a draw.
#[derive(Default)]
pub(super) struct PublishedDraw {
    commitment: Option<String>,
    /// Digests and names, sorted.
    entrants: Option<Vec<(String, String)>>,
}

impl PublishedDraw {
    /// Keeps this commitment, which was published before entries closed.
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

    /// Compares a draw, and who began it under which name, with what was kept of it.
    fn check(&self, draw: Option<&Draw>, began: &[(String, &str)], findings: &mut Findings) {
        let PublishedDraw { commitment, entrants } = self;
        let told = draw.map(|draw| &draw.commitment);
        if commitment.is_some() && commitment.as_ref() != told {
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
    /// By which formulas it is held.
    pub(super) edition: Edition,
}

impl DrawnContest<'_> {
    /// Where luck came from, and what is wrong with it.
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

    /// Whether those who began are the ones that the draw was made among.
    fn are_those(&self, draw: &Draw, closed: &DrawClosing, began: &[(String, &str)]) -> bool {
        if draw.mix == 1 {
            let mixed = closed.entrants.iter().map(|one| (&*one.bot, &*one.digest));
            return mixed.eq(self.began.iter().copied());
        }
        began.iter().map(|(identity, _)| identity).eq(&closed.digests)
    }
}
