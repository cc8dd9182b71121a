//! Sums of results.

use certamen_game::{MatchRecord, Outcome, Scoring};

/// What one match was for one seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    Won,
    /// Drawn, or the first place shared.
    Drawn,
    Lost,
}

/// What one match gave one seat.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SeatResult {
    pub verdict: Verdict,
    pub score: f64,
    pub faults: u32,
}

impl SeatResult {
    /// What a bye is worth: a match that is won.
    pub const BYE: SeatResult = SeatResult { verdict: Verdict::Won, score: 1.0, faults: 0 };
}

/// The sum of some results of one entrant.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tally {
    pub played: u64,
    pub won: u64,
    pub drawn: u64,
    pub lost: u64,
    pub score: f64,
    pub faults: u64,
}

impl Tally {
    pub fn add(&mut self, result: &SeatResult) {
        self.played += 1;
        self.won += u64::from(result.verdict == Verdict::Won);
        self.drawn += u64::from(result.verdict == Verdict::Drawn);
        self.lost += u64::from(result.verdict == Verdict::Lost);
        self.score += result.score;
        self.faults += u64::from(result.faults);
    }

    /// Takes one result away that is in.
    pub fn take(&mut self, result: &SeatResult) {
        self.played -= 1;
        self.won -= u64::from(result.verdict == Verdict::Won);
        self.drawn -= u64::from(result.verdict == Verdict::Drawn);
        self.lost -= u64::from(result.verdict == Verdict::Lost);
        self.score -= result.score;
        self.faults -= u64::from(result.faults);
    }

    pub fn merge(&mut self, other: &Tally) {
        self.played += other.played;
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
        self.score += other.score;
        self.faults += other.faults;
    }
}

/// What `record`, a finished match, gave each seat; `None` if it is unfinished.
pub fn verdicts(record: &MatchRecord, scoring: Scoring) -> Option<Vec<SeatResult>> {
    let outcome = record.outcome.as_ref()?;
    let mut faults = vec![0; outcome.scores.len()];
    for entry in record.turns.iter().flat_map(|turn| &turn.moves) {
        faults[entry.seat.index()] += u32::from(entry.fault.is_some());
    }
    Some(seat_results(outcome, &faults, scoring))
}

/// What `outcome` gave each seat, which committed this many `faults`.
pub fn seat_results(outcome: &Outcome, faults: &[u32], scoring: Scoring) -> Vec<SeatResult> {
    let seats = outcome.scores.iter().zip(faults);
    let result = |(score, faults): (&f64, &u32)| SeatResult {
        verdict: verdict(outcome, *score, scoring),
        score: *score,
        faults: *faults,
    };
    seats.map(result).collect()
}

fn verdict(outcome: &Outcome, score: f64, scoring: Scoring) -> Verdict {
    let best = outcome.scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let first = match scoring {
        // 1 wins, 1/2 draws, 0 loses, even if none has more.
        Scoring::WinLoss if score >= 1.0 => return Verdict::Won,
        Scoring::WinLoss if score > 0.0 => return Verdict::Drawn,
        Scoring::WinLoss => return Verdict::Lost,
        Scoring::Score => score >= best,
    };
    let shared = outcome.scores.iter().filter(|score| **score >= best).count() > 1;
    match (first, shared) {
        (true, false) => Verdict::Won,
        (true, true) => Verdict::Drawn,
        (false, _) => Verdict::Lost,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(scores: &[f64], scoring: Scoring, expected: &[Verdict]) {
        let outcome = Outcome::scored(scores);
        let found: Vec<_> = scores.iter().map(|s| verdict(&outcome, *s, scoring)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn scores_decide_who_won() {
        use Verdict::{Drawn, Lost, Won};
        check(&[1.0, 0.0], Scoring::WinLoss, &[Won, Lost]);
        check(&[0.5, 0.5], Scoring::WinLoss, &[Drawn, Drawn]);
        // Both failed to act: both lose.
        check(&[0.0, 0.0], Scoring::WinLoss, &[Lost, Lost]);
        check(&[3.0, -7.0, 4.0], Scoring::Score, &[Lost, Lost, Won]);
        check(&[4.0, -7.0, 4.0], Scoring::Score, &[Drawn, Lost, Drawn]);
    }
}
