//! The exact solution of small boards: backward induction, one matrix game for each position.
//!
//! A win is worth 1, a draw 0, a loss -1. Every turn costs a player a point, so positions are
//! solved from the poorest to the richest.

use super::say;
use super::{
    Position,
    matrix_game::{Equilibrium, Matrix},
};
use crate::worth::{ActionValue, ActionWorth, Worth};
use certamen_game::{OptionsError, Rng, Seat};

/// A position as one side sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Outlook {
    /// Squares from the middle towards the own goal, negative on the other half.
    pub ahead: i32,
    pub own: u64,
    /// The other's points.
    pub rival: u64,
}

/// The values of all positions of a board.
#[derive(Clone, Debug)]
pub struct Solution {
    reach: i32,
    points: usize,
    values: Vec<f64>,
    gap: f64,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Mix {
    /// The bid of the first probability: 1, or 0 for a player without points.
    pub lowest: u64,
    /// How likely that bid and those above it are; they sum to 1.
    pub probabilities: Vec<f64>,
}

/// The longest board and the most points that are solved.
pub const MOST: (u32, u64) = (21, 100);

/// The largest board that is solved while a user waits, as squares times points times points.
const AT_ONCE: u64 = 7 * 50 * 50;

/// Whether it takes no long time to solve the board of `position` for the points that are left.
pub(crate) fn is_solved_at_once(position: &Position) -> bool {
    let points = most_points(position);
    let effort =
        points.checked_mul(points).and_then(|all| all.checked_mul(position.squares.into()));
    effort.is_some_and(|effort| effort <= AT_ONCE)
        && Solution::fits(position.squares, points).is_ok()
}

/// What `position` is worth, by what was solved before or else is solved now: that takes as long as
/// [`is_solved_at_once`] allows.
pub(crate) fn worth(position: &Position, solved: &mut Option<Solution>) -> Option<Worth> {
    let points = most_points(position);
    let reach = (position.squares / 2).cast_signed();
    let fits = |solution: &Solution| solution.reach == reach && points <= solution.points();
    if !solved.as_ref().is_some_and(fits) {
        *solved = Some(Solution::of(position.squares, points).ok()?);
    }
    let solution = solved.as_ref()?;
    let of = |seat| Outlook::of(position, seat);
    let actions = [Seat(0), Seat(1)].into_iter().flat_map(|seat| {
        let mix = solution.mix(of(seat));
        let moves = mix.bids().map(move |(bid, share)| ActionWorth {
            seat,
            action: bid.to_string(),
            figure: ActionValue::Share(share),
        });
        moves.collect::<Vec<_>>()
    });
    let value = (Seat(0), solution.value(of(Seat(0))));
    Some(Worth { how: say::how_worth(), value, actions: actions.collect() })
}

fn most_points(position: &Position) -> u64 {
    position.points[0].max(position.points[1])
}

impl Solution {
    /// Solves the board of this many squares, odd and at least 3, for up to `points` a side.
    pub fn of(squares: u32, points: u64) -> Result<Solution, OptionsError> {
        Solution::fits(squares, points)?;
        let (reach, points) = ((squares / 2).cast_signed(), points as usize);
        let cells = (2 * reach - 1) as usize * (points + 1) * (points + 1);
        let mut solution = Solution { reach, points, values: vec![0.0; cells], gap: 0.0 };
        for total in 2..=2 * points {
            // The other half of the positions are these, seen by the other side.
            for own in total.div_ceil(2)..=points.min(total - 1) {
                for ahead in 1 - reach..reach {
                    solution.add(Outlook { ahead, own: own as u64, rival: (total - own) as u64 });
                }
            }
        }
        Ok(solution)
    }

    /// Whether a board is small enough; the error names what is not.
    pub fn fits(squares: u32, points: u64) -> Result<(), OptionsError> {
        let refuse = |key, given: u64, most: u64| {
            OptionsError::new(key, say::too_large_to_solve(given, most))
        };
        if squares > MOST.0 {
            return Err(refuse("squares", squares.into(), MOST.0.into()));
        }
        if points > MOST.1 {
            return Err(refuse("points", points, MOST.1));
        }
        Ok(())
    }

    /// The most points that are solved.
    pub fn points(&self) -> u64 {
        self.points as u64
    }

    /// How far the ends are from the middle.
    pub fn reach(&self) -> i32 {
        self.reach
    }

    /// The largest gap of all matrix games; see [`Equilibrium::gap`].
    pub fn gap(&self) -> f64 {
        self.gap
    }

    /// What `outlook` is worth to its player, if both go on playing best.
    pub fn value(&self, outlook: Outlook) -> f64 {
        match outlook.end(self.reach) {
            Some(value) => value,
            None => self.values[self.cell(outlook)],
        }
    }

    /// The best lottery there; if there are several, one of them.
    pub fn mix(&self, outlook: Outlook) -> Mix {
        if outlook.own == 0 {
            return Mix::sure(0);
        }
        let rows = match outlook.end(self.reach) {
            // No one answers: each step costs a point.
            Some(_) => vec![1.0],
            None => self.equilibrium(outlook).rows,
        };
        Mix { lowest: 1, probabilities: rows }
    }

    /// How both play best where both have points and neither has won.
    fn equilibrium(&self, outlook: Outlook) -> Equilibrium {
        // More than one point above all that the other has is only dearer.
        let [rows, columns] = [outlook.highest(), outlook.exchanged().highest()];
        let cell = |i, j| self.value(outlook.after(i as u64 + 1, j as u64 + 1));
        Matrix::new(rows as usize, columns as usize, cell).solve()
    }

    fn add(&mut self, outlook: Outlook) {
        let Equilibrium { value, gap, .. } = self.equilibrium(outlook);
        self.gap = self.gap.max(gap);
        let (here, there) = (self.cell(outlook), self.cell(outlook.exchanged()));
        self.values[here] = value;
        self.values[there] = -value;
    }

    fn cell(&self, outlook: Outlook) -> usize {
        let Outlook { ahead, own, rival } = outlook;
        let row = (ahead + self.reach - 1) as usize * (self.points + 1) + own as usize;
        row * (self.points + 1) + rival as usize
    }
}

impl Outlook {
    /// What `seat` sees.
    pub fn of(position: &Position, seat: Seat) -> Outlook {
        // Seat 0 plays left.
        let ahead = if seat == Seat(0) { -position.position } else { position.position };
        let [own, rival] = [seat, seat.other()].map(|seat| position.points[seat.index()]);
        Outlook { ahead, own, rival }
    }

    /// What the other side sees.
    #[must_use]
    pub fn exchanged(self) -> Outlook {
        Outlook { ahead: -self.ahead, own: self.rival, rival: self.own }
    }

    /// What is seen after these bids.
    #[must_use]
    pub fn after(self, own: u64, rival: u64) -> Outlook {
        let ahead = self.ahead + i32::from(own > rival) - i32::from(own < rival);
        Outlook { ahead, own: self.own - own, rival: self.rival - rival }
    }

    /// The highest bid that can be worth its price.
    pub fn highest(self) -> u64 {
        self.own.min(self.rival + 1)
    }

    /// What it is worth if nothing is left to decide: over, or one side has no points.
    pub fn end(self, reach: i32) -> Option<f64> {
        let steps = |ahead: i32| u64::from((reach - ahead).unsigned_abs());
        match self {
            Outlook { ahead, .. } if ahead.abs() >= reach => Some(f64::from(ahead.signum())),
            // Without an answering player, one point buys one step, and no turn goes by without
            // one.
            Outlook { own: 0, rival, ahead } if steps(-ahead) <= rival => Some(-1.0),
            Outlook { rival: 0, own, ahead } if steps(ahead) <= own => Some(1.0),
            Outlook { own: 0, .. } | Outlook { rival: 0, .. } => Some(0.0),
            _ => None,
        }
    }
}

impl Mix {
    /// Always the same bid.
    pub fn sure(bid: u64) -> Mix {
        Mix { lowest: bid, probabilities: vec![1.0] }
    }

    /// Any legal bid of a player with this many points, all equally likely.
    pub fn even(own: u64) -> Mix {
        match own {
            0 => Mix::sure(0),
            _ => Mix { lowest: 1, probabilities: vec![1.0 / own as f64; own as usize] },
        }
    }

    /// The bids that are possible at all, with their probabilities.
    pub fn bids(&self) -> impl Iterator<Item = (u64, f64)> + '_ {
        let bids = (self.lowest..).zip(self.probabilities.iter().copied());
        bids.filter(|(_, probability)| *probability > 0.0)
    }

    /// A bid, drawn.
    pub fn draw(&self, rng: &mut Rng) -> u64 {
        // As fine as a binary64 number can represent.
        let mut lot = rng.below(1 << 53) as f64 / (1u64 << 53) as f64;
        let drawn = self.bids().find(|(_, probability)| {
            lot -= probability;
            lot < 0.0
        });
        drawn.or_else(|| self.bids().last()).map_or(self.lowest, |(bid, _)| bid)
    }
}
