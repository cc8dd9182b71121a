//! Symmetric positive-definite systems by Cholesky's factorisation; not a matrix library.

/// The lower factor of a symmetric positive-definite matrix, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Cholesky {
    size: usize,
    lower: Vec<f64>,
}

impl Cholesky {
    /// Factorises a matrix of `size` rows, of which the lower triangle is read; `None` where it is
    /// not positive definite.
    pub(crate) fn new(mut matrix: Vec<f64>, size: usize) -> Option<Cholesky> {
        for row in 0..size {
            let (above, below) = matrix.split_at_mut(row * size);
            let own = &mut below[..size];
            for column in 0..row {
                let other = &above[column * size..column * size + size];
                let inner = dot(&own[..column], &other[..column]);
                own[column] = (own[column] - inner) / other[column];
            }
            let left = own[row] - dot(&own[..row], &own[..row]);
            if left.is_nan() || left <= 0.0 {
                return None;
            }
            own[row] = left.sqrt();
        }
        Some(Cholesky { size, lower: matrix })
    }

    /// The lower factor times `right`: of independent lots, lots with the matrix as their covariance.
    pub(crate) fn spread(&self, right: &[f64]) -> Vec<f64> {
        let rows = self.lower.chunks_exact(self.size).enumerate();
        rows.map(|(row, factors)| dot(&factors[..=row], &right[..=row])).collect()
    }

    /// The x with `matrix * x = right`.
    pub(crate) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut x = self.forward(right, 0);
        for row in (0..self.size).rev() {
            x[row] /= self.at(row, row);
            let known = x[row];
            for (column, value) in x[..row].iter_mut().enumerate() {
                *value -= self.at(row, column) * known;
            }
        }
        x
    }

    /// The inverse of the matrix, row by row.
    pub(crate) fn inverse(&self) -> Vec<f64> {
        let size = self.size;
        // The rows of the transposed inverse factor, each of which starts at its own column.
        let columns: Vec<Vec<f64>> = (0..size)
            .map(|column| {
                let mut unit = vec![0.0; size];
                unit[column] = 1.0;
                self.forward(&unit, column)
            })
            .collect();
        let mut inverse = vec![0.0; size * size];
        for row in 0..size {
            for column in 0..=row {
                let product = dot(&columns[row][row..], &columns[column][row..]);
                inverse[row * size + column] = product;
                inverse[column * size + row] = product;
            }
        }
        inverse
    }

    /// The y with `lower * y = right`, where `right` is zero before `start`.
    fn forward(&self, right: &[f64], start: usize) -> Vec<f64> {
        let mut y = right.to_vec();
        for row in start..self.size {
            let factors = &self.lower[row * self.size..];
            let inner = dot(&factors[start..row], &y[start..row]);
            y[row] = (y[row] - inner) / factors[row];
        }
        y
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        self.lower[row * self.size + column]
    }
}

/// The inner product, in four sums that do not wait for each other.
fn dot(one: &[f64], other: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (ones, others) = (one.chunks_exact(4), other.chunks_exact(4));
    let rest: f64 = ones.remainder().iter().zip(others.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in ones.zip(others) {
        for lane in 0..4 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum::<f64>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_not_positive_definite_has_no_factor() {
        assert!(Cholesky::new(vec![1.0, 2.0, 2.0, 1.0], 2).is_none());
        assert!(Cholesky::new(vec![f64::NAN], 1).is_none());
    }

    proptest! {
        #[test]
        fn systems_are_solved(
            size in 1usize..9, numbers in prop::collection::vec(-1.0f64..1.0, 81 + 9),
        ) {
            // A * transposed A + 1 is positive definite.
            let a = |row: usize, column: usize| numbers[row * 9 + column];
            let entry = |row: usize, column: usize| {
                let one = f64::from(u8::from(row == column));
                one + (0..size).map(|k| a(row, k) * a(column, k)).sum::<f64>()
            };
            let matrix: Vec<f64> =
                (0..size * size).map(|index| entry(index / size, index % size)).collect();
            let factor = Cholesky::new(matrix, size).expect("positive definite");
            let right = &numbers[81..81 + size];
            let (x, inverse) = (factor.solve(right), factor.inverse());
            for row in 0..size {
                let product: f64 = (0..size).map(|k| entry(row, k) * x[k]).sum();
                prop_assert!((product - right[row]).abs() < 1e-9);
                let by_inverse: f64 = (0..size).map(|k| inverse[row * size + k] * right[k]).sum();
                prop_assert!((by_inverse - x[row]).abs() < 1e-9);
            }
        }
    }
}
