//! Compares the draw with the first entrants, and with what was published before.

use super::{AuditFinding, AuditNote, SeedStatus, contest::AuditedContest, report::Findings};
use crate::draw::{Beacon, BuiltinSpecs, Draw};

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

    /// Saves the list of entrants published when entries closed: a line is a digest and a name,
    /// which may be missing.
    pub(super) fn expect_entrants(&mut self, list: &str) {
        let lines = list.lines().map(str::trim).filter(|line| !line.is_empty());
        let pairs = lines.map(|line| line.split_once(char::is_whitespace).unwrap_or((line, "")));
        let owned = |(digest, name): (&str, &str)| (digest.to_owned(), name.trim().to_owned());
        let mut entrants: Vec<(String, String)> = pairs.map(owned).collect();
        entrants.sort();
        self.entrants = Some(entrants);
    }

    /// Compares a draw and the first entrants, with their identities, with the saved parts.
    fn compare(&self, draw: Option<&Draw>, began: &[(String, &str)], findings: &mut Findings) {
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

    /// Checks the draw of a contest. `began` has the names and digests of the first entrants, in order
    /// of entry. Returns the origin of the seed, with remarks.
    pub(super) fn check(
        &self,
        contest: &AuditedContest,
        began: &[(&str, &str)],
        specs: &BuiltinSpecs,
        findings: &mut Findings,
    ) -> (SeedStatus, Vec<AuditNote>) {
        let (draw, seed) = (contest.header.draw.as_ref(), contest.header.seed);
        let identities = began.iter().map(|(bot, digest)| (specs.identity(bot, digest), *bot));
        let mut identities: Vec<(String, &str)> = identities.collect();
        identities.sort();
        self.compare(draw, &identities, findings);
        let is_hidden =
            |draw: &Draw| draw.secret.is_none() && (draw.closed.is_some() || draw.hides);
        if draw.is_some_and(is_hidden) {
            return (SeedStatus::Hidden, Vec::new());
        }
        if seed.is_none() {
            findings.add(AuditFinding::NoContestSeed);
        }
        let Some(draw) = draw else { return (SeedStatus::Chosen, Vec::new()) };
        match (draw.seed(), seed) {
            (Ok(drawn), Some(seed)) if drawn != seed => {
                findings.add(AuditFinding::ContestSeed { seed, drawn });
            }
            (Ok(_), _) => {}
            (Err(fault), _) => findings.add(AuditFinding::Draw(fault)),
        }
        let Some(closed) = &draw.closed else { return (SeedStatus::Preliminary, Vec::new()) };
        if !identities.iter().map(|(identity, _)| identity).eq(&closed.digests) {
            findings.add(AuditFinding::OtherEntrants);
        }
        let mut remarks = Vec::new();
        if draw.drawn >= closed.due.unwrap_or(closed.at) {
            remarks.push(AuditNote::LateSecret);
        }
        let status = match &draw.beacon {
            None => SeedStatus::Drawn,
            Some(Beacon::Drand { .. }) => SeedStatus::Public,
            Some(Beacon::Hand) => SeedStatus::ByHand,
        };
        (status, remarks)
    }
}
