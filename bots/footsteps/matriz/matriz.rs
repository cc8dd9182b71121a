//! matriz: the optimal strategy, solved by backward induction.
//!
//! A state is the token's place and both players' points. Every turn is a matrix game: a row for
//! each own bid, a column for each bid of the rival, the value of the next state in the cell. As
//! every turn costs somebody a point, the states can be solved from the poorest to the richest;
//! a win is worth 1, a draw 0, a loss -1. The usual board, 7 squares and 50 points, is solved
//! exactly before the first bid. With more points they are counted in coarser coins; on strips
//! too long for that the bids are drawn round a fair price.

use std::io::{self, BufRead, Write};

/// Points, or coins, that the tables reach.
const COINS: u64 = 50;
/// The longest way from the middle to an end that is solved, and the number of cells solved.
const REACH: u64 = 10;
const CELLS: u64 = 12_500;

/// A whole number of CERTAMEN_OPTIONS (a JSON object), or its usual value.
fn option(key: &str, usual: u64) -> u64 {
    let options = std::env::var("CERTAMEN_OPTIONS").unwrap_or_default();
    let Some((_, rest)) = options.split_once(&format!("\"{key}\"")) else { return usual };
    let rest = rest.trim_start_matches([' ', '\t', ':']);
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().unwrap_or(usual)
}

/// SplitMix64: small, and the same everywhere.
struct Lots(u64);

impl Lots {
    /// A number from 0 to 1, 1 excluded.
    fn draw(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// The values of all states with up to `coins` coins a side, seen by whoever has `own`.
struct Table {
    reach: i64,
    coins: usize,
    values: Vec<f64>,
}

impl Table {
    fn solve(reach: i64, coins: usize) -> Table {
        let cells = (2 * reach as usize - 1) * (coins + 1) * (coins + 1);
        let mut table = Table { reach, coins, values: vec![0.0; cells] };
        for total in 2..=2 * coins {
            // The other half of the states are these with the players exchanged.
            for own in total.div_ceil(2)..=coins.min(total - 1) {
                for place in 1 - reach..reach {
                    table.solve_state(place, own, total - own);
                }
            }
        }
        table
    }

    fn solve_state(&mut self, place: i64, own: usize, rival: usize) {
        let matrix = self.matrix(place, own, rival);
        let value = saddle(&matrix).unwrap_or_else(|| equilibrium(&matrix).0);
        let (here, there) = (self.cell(place, own, rival), self.cell(-place, rival, own));
        self.values[here] = value;
        self.values[there] = -value;
    }

    /// `place` counts from the middle towards the own goal.
    fn cell(&self, place: i64, own: usize, rival: usize) -> usize {
        let row = (place + self.reach - 1) as usize * (self.coins + 1) + own;
        row * (self.coins + 1) + rival
    }

    fn value(&self, place: i64, own: usize, rival: usize) -> f64 {
        if place.abs() >= self.reach {
            return place.signum() as f64;
        }
        match (own, rival) {
            // With nobody to answer, one point buys one step.
            (0, _) => f64::from(u8::from(self.reach + place <= rival as i64)) * -1.0,
            (_, 0) => f64::from(u8::from(self.reach - place <= own as i64)),
            _ => self.values[self.cell(place, own, rival)],
        }
    }

    fn matrix(&self, place: i64, own: usize, rival: usize) -> Vec<Vec<f64>> {
        // More than one point above the other's last one is only dearer.
        let (rows, columns) = (own.min(rival + 1), rival.min(own + 1));
        let value = |i: usize, j: usize| {
            let step = i64::from(i > j) - i64::from(i < j);
            self.value(place + step, own - i, rival - j)
        };
        (1..=rows).map(|i| (1..=columns).map(|j| value(i, j)).collect()).collect()
    }

    /// The optimal probabilities of the bids 1, 2, ...
    fn strategy(&self, place: i64, own: usize, rival: usize) -> Vec<f64> {
        equilibrium(&self.matrix(place, own, rival)).1
    }
}

/// The value of a matrix game in which neither player needs to draw lots.
fn saddle(matrix: &[Vec<f64>]) -> Option<f64> {
    let worst = |row: &Vec<f64>| row.iter().copied().fold(f64::INFINITY, f64::min);
    let low = matrix.iter().map(worst).fold(f64::NEG_INFINITY, f64::max);
    let highest = |j: usize| matrix.iter().map(|row| row[j]).fold(f64::NEG_INFINITY, f64::max);
    let high = (0..matrix[0].len()).map(highest).fold(f64::INFINITY, f64::min);
    (low >= high).then_some(low)
}

/// The value of a matrix game for the player of the rows, and his optimal probabilities.
///
/// The simplex method in its short form: pivoting exchanges a row's strategy with a column's.
fn equilibrium(matrix: &[Vec<f64>]) -> (f64, Vec<f64>) {
    let (rows, columns) = (matrix.len(), matrix[0].len());
    // Values lie from -1 to 1; the method wants them positive.
    let shift = 2.0;
    let mut tableau: Vec<Vec<f64>> = matrix
        .iter()
        .map(|row| row.iter().map(|value| value + shift).chain([1.0]).collect())
        .collect();
    tableau.push([vec![-1.0; columns], vec![0.0]].concat());
    // Rows are numbered 0.., columns from `rows` on.
    let mut left: Vec<usize> = (0..rows).collect();
    let mut top: Vec<usize> = (rows..rows + columns).collect();
    // The bound is never met but for a rounding accident: the strategy is then nearly optimal.
    for round in 0..20 * (rows + columns) {
        let careful = round > 5 * (rows + columns);
        let Some((i, j)) = pivot_place(&tableau, &left, &top, careful) else { break };
        pivot(&mut tableau, i, j);
        std::mem::swap(&mut left[i], &mut top[j]);
    }
    let total = tableau[rows][columns];
    let mut strategy = vec![0.0; rows];
    for (j, &label) in top.iter().enumerate() {
        if label < rows {
            strategy[label] = (tableau[rows][j] / total).max(0.0);
        }
    }
    (1.0 / total - shift, strategy)
}

/// Where to pivot next; `careful` follows Bland's rule, which never goes in circles.
fn pivot_place(
    tableau: &[Vec<f64>],
    left: &[usize],
    top: &[usize],
    careful: bool,
) -> Option<(usize, usize)> {
    const SMALL: f64 = 1e-11;
    let (rows, columns) = (left.len(), top.len());
    let candidates = (0..columns).filter(|&j| tableau[rows][j] < -SMALL);
    let j = if careful {
        candidates.min_by_key(|&j| top[j])?
    } else {
        candidates.min_by(|&a, &b| tableau[rows][a].total_cmp(&tableau[rows][b]))?
    };
    let ratio = |i: usize| tableau[i][columns] / tableau[i][j];
    let i = (0..rows)
        .filter(|&i| tableau[i][j] > SMALL)
        .min_by(|&a, &b| ratio(a).total_cmp(&ratio(b)).then(left[a].cmp(&left[b])))?;
    Some((i, j))
}

fn pivot(tableau: &mut [Vec<f64>], i: usize, j: usize) {
    let by = tableau[i][j];
    let mut pivot_row = std::mem::take(&mut tableau[i]);
    for (k, row) in tableau.iter_mut().enumerate() {
        if k == i {
            continue;
        }
        let factor = row[j] / by;
        for (cell, &above) in row.iter_mut().zip(&pivot_row) {
            *cell -= above * factor;
        }
        row[j] = -factor;
    }
    for cell in &mut pivot_row {
        *cell /= by;
    }
    pivot_row[j] = 1.0 / by;
    tableau[i] = pivot_row;
}

/// What is known of the match.
struct Match {
    reach: i64,
    place: i64,
    own: u64,
    rival: u64,
}

impl Match {
    fn choose(&self, table: Option<&Table>, coin: u64, lots: &mut Lots) -> u64 {
        if self.own == 0 {
            return 0;
        }
        let bid = match table {
            Some(table) => self.draw_from(table, coin, lots),
            None => self.near_fair_price(lots),
        };
        bid.clamp(1, self.own).min(self.rival + 1)
    }

    fn draw_from(&self, table: &Table, coin: u64, lots: &mut Lots) -> u64 {
        let (own, rival) = ((self.own / coin) as usize, self.rival.div_ceil(coin) as usize);
        if own == 0 || rival == 0 {
            return 1;
        }
        let mut lot = lots.draw();
        let strategy = table.strategy(self.place, own, rival.min(table.coins));
        let chosen = strategy.iter().position(|&probability| {
            lot -= probability;
            lot < 0.0
        });
        // Coarse coins are hidden in a little change, or equal bids would be too frequent.
        let change = (lots.draw() * coin as f64) as u64;
        (chosen.unwrap_or(0) as u64 + 1) * coin - change
    }

    fn near_fair_price(&self, lots: &mut Lots) -> u64 {
        let nearer = (self.reach - self.place.abs()) as u64;
        (self.own as f64 / (1 + nearer) as f64 * (0.5 + lots.draw())) as u64
    }
}

fn main() -> io::Result<()> {
    let (squares, points) = (option("squares", 7), option("points", 50));
    let seed = std::env::var("CERTAMEN_SEED").ok().and_then(|seed| seed.trim().parse().ok());
    let mut lots = Lots(seed.unwrap_or(0));
    let reach = (squares / 2).max(1);
    let fitting = (CELLS / (2 * reach - 1)).isqrt().min(COINS);
    let coin = points.div_ceil(fitting.max(1)).max(1);
    let table =
        (reach <= REACH).then(|| Table::solve(reach as i64, points.div_ceil(coin) as usize));
    let mut game = Match { reach: reach as i64, place: 0, own: points, rival: points };
    let mut lines = io::stdin().lock().lines();
    loop {
        let bid = game.choose(table.as_ref(), coin, &mut lots);
        println!("{bid}");
        io::stdout().flush()?;
        // `fin`, or nobody there any more.
        let Some(Ok(line)) = lines.next() else { return Ok(()) };
        let Ok(answer) = line.trim().parse::<u64>() else { return Ok(()) };
        game.own -= bid;
        game.rival = game.rival.saturating_sub(answer);
        game.place += i64::from(bid > answer) - i64::from(bid < answer);
    }
}
