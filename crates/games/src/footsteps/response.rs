//! The best answer to a side whose bids are known lotteries, and what it wins.

use super::solve::{Mix, Outlook, Solution};

/// The best answer from every position of a board.
#[derive(Clone, Debug)]
pub struct Response {
    reach: i32,
    points: usize,
    /// What each position is worth to the answering player, and its bid there.
    cells: Vec<(f64, u64)>,
}

impl Response {
    /// The best answer, on the board of `solution`, to a side that bids as `policy` says for what
    /// it sees.
    pub fn to(solution: &Solution, policy: impl Fn(Outlook) -> Mix) -> Response {
        let (reach, points) = (solution.reach(), solution.points() as usize);
        let cells = vec![(0.0, 0); (2 * reach - 1) as usize * (points + 1) * (points + 1)];
        let mut response = Response { reach, points, cells };
        for total in 1..=2 * points {
            for own in total.saturating_sub(points)..=points.min(total) {
                for ahead in 1 - reach..reach {
                    let outlook = Outlook { ahead, own: own as u64, rival: (total - own) as u64 };
                    let answer = response.answer(outlook, &policy(outlook.exchanged()));
                    let cell = response.cell(outlook);
                    response.cells[cell] = answer;
                }
            }
        }
        response
    }

    /// What `outlook` is worth to the one who answers.
    pub fn value(&self, outlook: Outlook) -> f64 {
        match outlook.ahead {
            ahead if ahead.abs() >= self.reach => f64::from(ahead.signum()),
            _ => self.cells[self.cell(outlook)].0,
        }
    }

    /// Its bid there; the match is still open.
    pub fn bid(&self, outlook: Outlook) -> u64 {
        self.cells[self.cell(outlook)].1
    }

    /// The best bid against `mix`, and what it is worth.
    fn answer(&self, outlook: Outlook, mix: &Mix) -> (f64, u64) {
        // Of equal bids the lowest.
        let bids = outlook.own.min(1)..=outlook.highest();
        let valued = bids.map(|bid| {
            let worth = |(rival, p): (u64, f64)| p * self.value(outlook.after(bid, rival));
            (mix.bids().map(worth).sum::<f64>(), bid)
        });
        let best = valued.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.expect("a side always has a bid")
    }

    fn cell(&self, outlook: Outlook) -> usize {
        let Outlook { ahead, own, rival } = outlook;
        let row = (ahead + self.reach - 1) as usize * (self.points + 1) + own as usize;
        row * (self.points + 1) + rival as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(policy: impl Fn(Outlook) -> Mix, expected: f64) {
        let solution = Solution::of(7, 50).expect("a small board");
        let found = Response::to(&solution, policy).value(Outlook { ahead: 0, own: 50, rival: 50 });
        assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
    }

    #[test]
    fn the_solution_cannot_be_exploited() {
        let solution = Solution::of(7, 50).expect("a small board");
        check(|outlook| solution.mix(outlook), 0.0);
    }

    #[test]
    fn a_predictable_player_loses() {
        check(|outlook| Mix::sure(outlook.own.min(1)), 1.0);
        check(|outlook| Mix::sure(outlook.own), 1.0);
        check(|outlook| Mix::sure(outlook.own.div_ceil(2)), 1.0);
    }

    #[test]
    fn points_to_spare_may_be_wasted() {
        let solution = Solution::of(5, 4).expect("a small board");
        let waster = Response::to(&solution, |outlook| Mix::sure(outlook.own));
        // It needs two steps, has two points, and spends both at once.
        assert_eq!(waster.value(Outlook { ahead: 0, own: 0, rival: 2 }), 0.0);
        assert_eq!(solution.value(Outlook { ahead: 0, own: 0, rival: 2 }), -1.0);
    }
}
