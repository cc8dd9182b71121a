//! How much a bot can be exploited: what the best opponent wins against it on average.
//!
//! Against a bot that can be foreseen a line of bids is looked for that beats it. Against one that
//! draws lots its policy is learned in some matches and answered as well as possible in others.
//! It asks through a trait and knows no programs.

use super::{
    model::OpponentModel,
    response::Response,
    solve::{Outlook, Solution},
};
use certamen_game::{Rng, number::Z95};

/// The player under study, match by match, on the opposite seat.
pub trait Subject {
    /// What can go wrong with asking; not the subject's fault.
    type Error;

    /// Begins a match. Equal seeds give players that draw lots the same luck.
    fn begin(&mut self, seed: u64) -> Result<(), Self::Error>;

    /// Its bid, which is lawful; none if it does something that loses the match.
    fn bid(&mut self) -> Result<Option<u64>, Self::Error>;

    /// Lets it know the answer to its bid. Not told when the match is over.
    fn hear(&mut self, answer: u64) -> Result<(), Self::Error>;
}

/// A line that beats a bot, or the best one found.
#[derive(Clone, PartialEq, Debug)]
pub struct BidLine {
    /// What it ends with for the opponent: 1, 0 or -1.
    pub value: f64,
    /// The subject's bid and the answer to it, turn by turn. The bid is missing where the subject
    /// lost by itself.
    pub bids: Vec<(Option<u64>, u64)>,
}

/// What is known of a bot that draws lots.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// What its opponent won on average in the measured matches.
    pub mean: f64,
    /// The truth lies above this and below `high` in 19 of 20 studies.
    pub low: f64,
    /// See `low`.
    pub high: f64,
    /// Matches from which it was learned.
    pub learned: u32,
    /// Matches that were measured.
    pub measured: u32,
}

/// Looks for a line of bids that beats `subject`, which gets `seed` again and again; at most
/// `questions` bids are asked for. `None` if it answers the same words differently.
pub fn foresee<S: Subject>(
    solution: &Solution,
    start: Outlook,
    subject: &mut S,
    seed: u64,
    questions: u32,
) -> Result<Option<BidLine>, S::Error> {
    let best = BidLine { value: -1.0, bids: Vec::new() };
    let mut search = Lookahead { solution, subject, seed, left: questions, line: Vec::new(), best };
    search.subject.begin(seed)?;
    let steady = search.explore(start)?;
    Ok(steady.then_some(search.best))
}

/// Whether `subject` plays this line with another seed, too.
pub fn plays<S: Subject>(subject: &mut S, line: &BidLine, seed: u64) -> Result<bool, S::Error> {
    subject.begin(seed)?;
    for (turn, &(bid, _)) in line.bids.iter().enumerate() {
        if turn > 0 {
            subject.hear(line.bids[turn - 1].1)?;
        }
        if subject.bid()? != bid {
            return Ok(false);
        }
    }
    Ok(true)
}

struct Lookahead<'a, S> {
    solution: &'a Solution,
    subject: &'a mut S,
    seed: u64,
    left: u32,
    /// The line that the subject is in.
    line: Vec<(Option<u64>, u64)>,
    best: BidLine,
}

impl<S: Subject> Lookahead<'_, S> {
    /// Goes on from where the subject stands; whether it is steady.
    fn explore(&mut self, here: Outlook) -> Result<bool, S::Error> {
        if let Some(value) = over(here, self.solution.reach()) {
            self.keep(value);
            return Ok(true);
        }
        if self.left == 0 {
            return Ok(true);
        }
        self.left -= 1;
        let Some(bid) = self.subject.bid()? else {
            self.line.push((None, 0));
            self.keep(1.0);
            self.line.pop();
            return Ok(true);
        };
        let mut moved = false;
        for answer in self.answers(here, bid) {
            if self.best.value >= 1.0 || self.left == 0 {
                break;
            }
            if moved && !self.back(bid)? {
                return Ok(false);
            }
            moved = true;
            self.line.push((Some(bid), answer));
            let after = here.after(answer, bid);
            if over(after, self.solution.reach()).is_none() {
                self.subject.hear(answer)?;
            }
            if !self.explore(after)? {
                return Ok(false);
            }
            self.line.pop();
        }
        Ok(true)
    }

    /// Who knows the other's bid takes the step, keeps the token, or lets it go at the least
    /// price; the most promising first.
    fn answers(&self, here: Outlook, bid: u64) -> Vec<u64> {
        let lowest = here.own.min(1);
        let mut answers = vec![bid + 1, bid, lowest];
        answers.retain(|&answer| (lowest..=here.own).contains(&answer));
        answers.dedup();
        let value = |answer: u64| self.solution.value(here.after(answer, bid));
        answers.sort_by(|&a, &b| value(b).total_cmp(&value(a)));
        answers
    }

    /// A new match up to where the line stands and its `next` bid; whether it bids as it did.
    fn back(&mut self, next: u64) -> Result<bool, S::Error> {
        self.subject.begin(self.seed)?;
        for &(bid, answer) in &self.line {
            self.left = self.left.saturating_sub(1);
            if self.subject.bid()? != bid {
                return Ok(false);
            }
            self.subject.hear(answer)?;
        }
        Ok(self.subject.bid()? == Some(next))
    }

    fn keep(&mut self, value: f64) {
        if value > self.best.value || self.best.bids.is_empty() {
            self.best = BidLine { value, bids: self.line.clone() };
        }
    }
}

/// Learns how `subject` bids and measures what the best answer to that wins: `matches` in all, half
/// of them to learn.
pub fn estimate<S: Subject>(
    solution: &Solution,
    start: Outlook,
    subject: &mut S,
    seed: u64,
    matches: u32,
) -> Result<Estimate, S::Error> {
    let mut model = OpponentModel::new(solution);
    let learned = matches / 2;
    let measured = matches - learned;
    let mut rng = Rng::of_turn(seed, 0);
    let mut response = None;
    for number in 0..learned {
        // First it meets the best play, then, time and again, what seems to be the best answer.
        if number > 0 && number % (learned / ROUNDS).max(1) == 0 {
            response = Some(Response::to(solution, |outlook| model.mix(outlook)));
        }
        let answer = |outlook| match &response {
            Some(response) => response.bid(outlook),
            None => solution.mix(outlook).draw(&mut rng),
        };
        let played = played(solution, start, subject, match_seed(seed, "learn", number), answer)?;
        for (outlook, bid) in played.bids {
            model.see(outlook, bid);
        }
    }
    let response = Response::to(solution, |outlook| model.mix(outlook));
    let mut counts = [0; 3];
    for number in 0..measured {
        let answer = |outlook| response.bid(outlook);
        let seed = match_seed(seed, "measure", number);
        let score = played(solution, start, subject, seed, answer)?.score;
        counts[if score > 0.0 { 0 } else { 1 + usize::from(score < 0.0) }] += 1;
    }
    let [won, drawn, lost] = counts;
    let mean = (f64::from(won) - f64::from(lost)) / f64::from(measured.max(1));
    let (low, high) = interval(won, drawn, lost);
    Ok(Estimate { mean, low, high, learned, measured })
}

/// How often the answer is made better while learning.
const ROUNDS: u32 = 8;

/// A match that fails for no fault of the subject's is played again at most this often.
const TRIES: u32 = 3;

fn match_seed(seed: u64, part: &str, number: u32) -> u64 {
    certamen_game::match_seed(seed, &format!("{part} {number}"))
}

/// A match against an opponent.
struct PlayedBids {
    /// The opponent's score: 1, 0 or -1.
    score: f64,
    /// The opponent's bids, with what it saw.
    bids: Vec<(Outlook, u64)>,
}

/// One match against `subject`.
fn played<S: Subject>(
    solution: &Solution,
    start: Outlook,
    subject: &mut S,
    seed: u64,
    mut answer: impl FnMut(Outlook) -> u64,
) -> Result<PlayedBids, S::Error> {
    let mut tries = 1;
    loop {
        match played_once(solution.reach(), start, subject, seed, &mut answer) {
            Err(_) if tries < TRIES => tries += 1,
            result => return result,
        }
    }
}

fn played_once<S: Subject>(
    reach: i32,
    start: Outlook,
    subject: &mut S,
    seed: u64,
    answer: &mut impl FnMut(Outlook) -> u64,
) -> Result<PlayedBids, S::Error> {
    subject.begin(seed)?;
    let (mut here, mut bids) = (start, Vec::new());
    loop {
        let Some(bid) = subject.bid()? else { return Ok(PlayedBids { score: 1.0, bids }) };
        bids.push((here.exchanged(), bid));
        let own = answer(here);
        here = here.after(own, bid);
        match over(here, reach) {
            Some(score) => return Ok(PlayedBids { score, bids }),
            None => subject.hear(own)?,
        }
    }
}

/// What it is worth, if it is over.
fn over(here: Outlook, reach: i32) -> Option<f64> {
    match here {
        Outlook { ahead, .. } if ahead.abs() >= reach => Some(f64::from(ahead.signum())),
        Outlook { own: 0, rival: 0, .. } => Some(0.0),
        _ => None,
    }
}

// The interval of the mean of results that are 1, 0 or -1, honest where all of them are equal.
//
// It is Tango's score interval: all differences between the probabilities of 1 and of -1 that a
// test with the variance of that very difference does not refuse (T. Tango, "Equivalence test and
// confidence interval for the difference in proportions for the paired-sample design", Statistics in
// Medicine 17, 1998). Where every result is 1 it is Wilson's.

/// Where the mean lies with a probability of 95 %: the lower and the upper end, from -1 to 1. Of
/// nothing nothing is known.
pub fn interval(ones: u32, noughts: u32, minus_ones: u32) -> (f64, f64) {
    let count = f64::from(ones) + f64::from(noughts) + f64::from(minus_ones);
    if count == 0.0 {
        return (-1.0, 1.0);
    }
    let (ones, minus_ones) = (f64::from(ones), f64::from(minus_ones));
    let mean = (ones - minus_ones) / count;
    let refused = |difference: f64| {
        let variance = count * variance(count, ones, minus_ones, difference);
        let apart = ones - minus_ones - count * difference;
        apart * apart > Z95 * Z95 * variance
    };
    (end(mean, -1.0, &refused), end(mean, 1.0, &refused))
}

/// The variance of a result, in the likeliest distribution of this difference.
fn variance(count: f64, ones: f64, minus_ones: f64, difference: f64) -> f64 {
    let a = 2.0 * count;
    let b = (2.0 * count - ones + minus_ones) * difference - ones - minus_ones;
    let c = -minus_ones * difference * (1.0 - difference);
    let rarer = ((b * b - 4.0 * a * c).max(0.0).sqrt() - b) / (2.0 * a);
    (2.0 * rarer + difference * (1.0 - difference)).max(0.0)
}

/// How far from `mean` one can go towards `edge` before it is refused.
fn end(mean: f64, edge: f64, refused: &impl Fn(f64) -> bool) -> f64 {
    let (mut held, mut lost) = (mean, edge);
    if !refused(edge) {
        return edge;
    }
    for _ in 0..60 {
        let middle = f64::midpoint(held, lost);
        if refused(middle) {
            lost = middle;
        } else {
            held = middle;
        }
    }
    f64::midpoint(held, lost)
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::Rng;

    fn check(counts: [u32; 3], low: f64, high: f64) {
        let [ones, noughts, minus_ones] = counts;
        let found = interval(ones, noughts, minus_ones);
        assert!((found.0 - low).abs() < 1e-4 && (found.1 - high).abs() < 1e-4, "{found:?}");
        let back = interval(minus_ones, noughts, ones);
        assert!((back.0 + high).abs() < 1e-4 && (back.1 + low).abs() < 1e-4, "{back:?}");
    }

    #[test]
    fn equal_results_have_the_interval_of_wilson() {
        // Wilson's lower end of n of n is n / (n + z²): twice that less 1.
        let z = Z95 * Z95;
        check([200, 0, 0], (200.0 - z) / (200.0 + z), 1.0);
        check([1, 0, 0], (1.0 - z) / (1.0 + z), 1.0);
        check([0, 0, 0], -1.0, 1.0);
        // Nothing but draws: either might come in a share of z² / (n + z²).
        check([0, 200, 0], -z / (200.0 + z), z / (200.0 + z));
    }

    #[test]
    fn large_samples_are_normal() {
        let (low, high) = interval(5000, 2000, 3000);
        let reach = Z95 * ((0.8 - 0.04) / 10_000.0f64).sqrt();
        assert!((low - 0.2 + reach).abs() < 1e-3 && (high - 0.2 - reach).abs() < 1e-3);
    }

    /// Also where results are nearly always the same, which is where the usual interval is empty.
    #[test]
    fn it_holds_the_truth_nineteen_times_of_twenty() {
        for (seed, [one, minus]) in
            [[0.99, 0.005], [0.7, 0.2], [0.02, 0.01], [0.5, 0.5]].into_iter().enumerate()
        {
            let mut rng = Rng::of_turn(12, seed as u64);
            let studies = 2000;
            let held = (0..studies)
                .filter(|_| {
                    let mut counts = [0; 3];
                    for _ in 0..100 {
                        let lot = rng.below(1 << 53) as f64 / (1u64 << 53) as f64;
                        counts[if lot < one { 0 } else { 1 + usize::from(lot < one + minus) }] += 1;
                    }
                    let (low, high) = interval(counts[0], counts[1], counts[2]);
                    (low..=high).contains(&(one - minus))
                })
                .count();
            let share = held as f64 / f64::from(studies);
            assert!((0.93..=0.995).contains(&share), "{one} {minus}: {share}");
        }
    }
}
