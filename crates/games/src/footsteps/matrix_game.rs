//! Matrix games: two choose at the same time, and what one wins the other loses.
//!
//! Solved with the simplex method in its short form; what it finds is checked from scratch.

/// What the player of the rows wins for each pair of choices.
#[derive(Clone, PartialEq, Debug)]
pub struct Matrix {
    columns: usize,
    /// Row after row.
    cells: Vec<f64>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Equilibrium {
    /// What the player of the rows can be sure of, on average.
    pub value: f64,
    pub rows: Vec<f64>,
    /// How likely the other chooses each column.
    pub columns: Vec<f64>,
    /// What a best answer to `columns` wins, less what a best answer to `rows` leaves: 0 for a
    /// perfect solution, and the true value lies within this distance of `value`.
    pub gap: f64,
}

impl Matrix {
    /// A matrix of this many rows and columns, at least one of each.
    pub fn new(rows: usize, columns: usize, cell: impl Fn(usize, usize) -> f64) -> Matrix {
        assert!(rows > 0 && columns > 0, "both sides have a choice");
        let cells = (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j)));
        Matrix { columns, cells: cells.map(|(i, j)| cell(i, j)).collect() }
    }

    pub fn solve(&self) -> Equilibrium {
        let (rows, columns) = self.saddle().unwrap_or_else(|| Tableau::of(self).solve());
        let (low, high) = (self.least(&rows), self.most(&columns));
        Equilibrium { value: f64::midpoint(low, high), gap: high - low, rows, columns }
    }

    /// What `rows` win at least, whatever the other chooses.
    pub fn least(&self, rows: &[f64]) -> f64 {
        let mut wins = vec![0.0; self.columns];
        for (row, &probability) in self.rows().zip(rows) {
            for (sum, cell) in wins.iter_mut().zip(row) {
                *sum += probability * cell;
            }
        }
        wins.into_iter().fold(f64::INFINITY, f64::min)
    }

    /// What can be won at most against `columns`.
    pub fn most(&self, columns: &[f64]) -> f64 {
        let wins = self.rows().map(|row| row.iter().zip(columns).map(|(cell, p)| cell * p).sum());
        wins.fold(f64::NEG_INFINITY, f64::max)
    }

    fn rows(&self) -> impl Iterator<Item = &[f64]> {
        self.cells.chunks_exact(self.columns)
    }

    /// One choice for each, where neither needs to draw lots.
    fn saddle(&self) -> Option<(Vec<f64>, Vec<f64>)> {
        let worst = self.rows().map(|row| row.iter().copied().fold(f64::INFINITY, f64::min));
        let (row, low) =
            worst.enumerate().reduce(|best, next| if next.1 > best.1 { next } else { best })?;
        let highest = |j: usize| self.rows().map(|row| row[j]).fold(f64::NEG_INFINITY, f64::max);
        let high = (0..self.columns).map(|j| (j, highest(j)));
        let (column, high) = high.reduce(|best, next| if next.1 < best.1 { next } else { best })?;
        let sure = |chosen, count| (0..count).map(|k| f64::from(u8::from(k == chosen))).collect();
        let count = self.cells.len() / self.columns;
        (low >= high).then(|| (sure(row, count), sure(column, self.columns)))
    }
}

/// The simplex tableau: one row more for the goal, one column more for the bounds.
struct Tableau {
    cells: Vec<f64>,
    rows: usize,
    columns: usize,
    /// Which strategy is next to each row: those of the rows are 0.., of the columns behind.
    left: Vec<usize>,
    /// The same above each column.
    top: Vec<usize>,
}

/// What counts as zero.
const SMALL: f64 = 1e-12;

impl Tableau {
    fn of(matrix: &Matrix) -> Tableau {
        let (rows, columns) = (matrix.cells.len() / matrix.columns, matrix.columns);
        // The method wants all cells above zero.
        let lowest = matrix.cells.iter().copied().fold(f64::INFINITY, f64::min);
        let mut cells = Vec::with_capacity((rows + 1) * (columns + 1));
        for row in matrix.rows() {
            cells.extend(row.iter().map(|cell| cell - lowest + 1.0));
            cells.push(1.0);
        }
        cells.extend(std::iter::repeat_n(-1.0, columns));
        cells.push(0.0);
        let (left, top) = ((0..rows).collect(), (rows..rows + columns).collect());
        Tableau { cells, rows, columns, left, top }
    }

    /// The probabilities of the rows and of the columns.
    fn solve(mut self) -> (Vec<f64>, Vec<f64>) {
        // The bound is there so that no rounding accident can go on for ever; the caller sees a
        // gap then.
        for round in 0..50 * (self.rows + self.columns) {
            let careful = round > 5 * (self.rows + self.columns);
            let Some((i, j)) = self.pivot_place(careful) else { break };
            self.pivot(i, j);
            std::mem::swap(&mut self.left[i], &mut self.top[j]);
        }
        let (mut rows, mut columns) = (vec![0.0; self.rows], vec![0.0; self.columns]);
        for (j, &strategy) in self.top.iter().enumerate().filter(|(_, s)| **s < self.rows) {
            rows[strategy] = self.at(self.rows, j).max(0.0);
        }
        for (i, &strategy) in self.left.iter().enumerate().filter(|(_, s)| **s >= self.rows) {
            columns[strategy - self.rows] = self.at(i, self.columns).max(0.0);
        }
        (shares(rows), shares(columns))
    }

    fn at(&self, i: usize, j: usize) -> f64 {
        self.cells[i * (self.columns + 1) + j]
    }

    /// Where to pivot next; `careful` follows Bland's rule, which never cycles.
    fn pivot_place(&self, careful: bool) -> Option<(usize, usize)> {
        let gain = |j: usize| self.at(self.rows, j);
        let candidates = (0..self.columns).filter(|&j| gain(j) < -SMALL);
        let j = if careful {
            candidates.min_by_key(|&j| self.top[j])?
        } else {
            candidates.min_by(|&a, &b| gain(a).total_cmp(&gain(b)))?
        };
        let ratio = |i: usize| self.at(i, self.columns) / self.at(i, j);
        let i = (0..self.rows)
            .filter(|&i| self.at(i, j) > SMALL)
            .min_by(|&a, &b| ratio(a).total_cmp(&ratio(b)).then(self.left[a].cmp(&self.left[b])))?;
        Some((i, j))
    }

    fn pivot(&mut self, i: usize, j: usize) {
        let width = self.columns + 1;
        let by = self.at(i, j);
        let mut pivot_row = self.cells[i * width..(i + 1) * width].to_vec();
        for (k, row) in self.cells.chunks_exact_mut(width).enumerate().filter(|(k, _)| *k != i) {
            debug_assert!(k <= self.rows);
            let factor = row[j] / by;
            if factor != 0.0 {
                for (cell, above) in row.iter_mut().zip(&pivot_row) {
                    *cell -= above * factor;
                }
            }
            row[j] = -factor;
        }
        for cell in &mut pivot_row {
            *cell /= by;
        }
        pivot_row[j] = 1.0 / by;
        self.cells[i * width..(i + 1) * width].copy_from_slice(&pivot_row);
    }
}

/// Parts of a whole.
fn shares(mut parts: Vec<f64>) -> Vec<f64> {
    let total: f64 = parts.iter().sum();
    for part in &mut parts {
        *part /= total;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(cells: &[&[f64]], value: f64, rows: &[f64], columns: &[f64]) {
        let found = Matrix::new(cells.len(), cells[0].len(), |i, j| cells[i][j]).solve();
        let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
        let all_near = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| near(*a, *b));
        assert!(near(found.value, value) && (0.0..1e-12).contains(&found.gap), "{found:?}");
        assert!(all_near(&found.rows, rows) && all_near(&found.columns, columns), "{found:?}");
    }

    #[test]
    fn games_of_the_textbooks_are_solved() {
        let third = [1.0 / 3.0; 3];
        // Rock, paper, scissors.
        check(&[&[0., -1., 1.], &[1., 0., -1.], &[-1., 1., 0.]], 0.0, &third, &third);
        // Matching pennies, one side paying more.
        check(&[&[2., -1.], &[-1., 1.]], 0.2, &[0.4, 0.6], &[0.4, 0.6]);
        // No lots are needed here.
        check(&[&[4., 1.], &[3., 2.]], 2.0, &[0., 1.], &[0., 1.]);
        // A row that is never worth choosing.
        check(&[&[2., -1.], &[-1., 1.], &[-2., -2.]], 0.2, &[0.4, 0.6, 0.], &[0.4, 0.6]);
        check(&[&[-7.]], -7.0, &[1.], &[1.]);
    }

    #[test]
    fn play_that_is_not_best_shows_a_gap() {
        let pennies = Matrix::new(2, 2, |i, j| if i == j { 1.0 } else { -1.0 });
        assert_eq!((pennies.least(&[0.75, 0.25]), pennies.most(&[1.0, 0.0])), (-0.5, 1.0));
        assert!(pennies.solve().gap < 1e-12);
    }
}
