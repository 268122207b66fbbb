//! Programs whose text does not tell the cost of a position: a call, or a loop in a worker.

use fusus::cnf;

/// Rounds of arithmetic that wait for each other.
pub(crate) fn work(x: f64, rounds: u32) -> f64 {
    (0..rounds).fold(x, |y, _| y * 0.999_999 + 0.5 / (1.0 + y * y))
}

/// A function of which the compiler of a program knows nothing, and which costs next to nothing.
#[inline(never)]
pub(crate) fn cheap(x: f64) -> f64 {
    2.0 * x + 1.0
}

/// The dot product of a row of a matrix and a vector.
pub(crate) fn dot(row: &[f64], vector: &[f64]) -> f64 {
    row.iter().zip(vector).map(|(a, b)| a * b).sum()
}

/// The greatest of a row, and the sum of its exponentials below that.
pub(crate) fn scale(row: &[f64]) -> (f64, f64) {
    let most = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (most, row.iter().map(|x| (x - most).exp()).sum())
}

/// The number of the nearest of some points.
pub(crate) fn nearest_of(query: (f64, f64), points: &[(f64, f64)]) -> usize {
    let mut best = (f64::INFINITY, 0);
    for (number, point) in points.iter().enumerate() {
        let (dx, dy) = (point.0 - query.0, point.1 - query.1);
        let distance = dx * dx + dy * dy;
        if distance < best.0 {
            best = (distance, number);
        }
    }
    best.1
}

cnf! {
    pub(crate) fn mapped(xs: &[f64], rounds: u32) -> Vec<f64> {
        map(|x| work(x, rounds), xs)
    }

    pub(crate) fn mapped_cheap(xs: &[f64]) -> Vec<f64> {
        map(cheap, xs)
    }

    pub(crate) fn summed_cheap(xs: &[f64]) -> f64 {
        fold(0.0, |a, b| a + b, map(cheap, xs))
    }

    #[cnf(grain = 100_000)]
    pub(crate) fn mapped_in_one_block(xs: &[f64]) -> Vec<f64> {
        map(cheap, xs)
    }

    #[cnf(grain = 100_000)]
    pub(crate) fn summed_in_one_block(xs: &[f64]) -> f64 {
        fold(0.0, |a, b| a + b, map(cheap, xs))
    }

    pub(crate) fn nearest(queries: &[(f64, f64)], points: &[(f64, f64)]) -> Vec<usize> {
        map(|q| nearest_of(q, points), queries)
    }

    pub(crate) fn matrix_vector(matrix: &[f64], vector: &[f64]) -> Vec<f64> {
        let n = len(vector);
        map(|i| dot(&matrix[i * n..(i + 1) * n], vector), 0..len(matrix) / n)
    }

    pub(crate) fn softmax(matrix: &[f64], n: usize) -> Vec<f64> {
        let scales = map(|i| scale(&matrix[i * n..(i + 1) * n]), 0..len(matrix) / n);
        let rows   = map(|i| i / n, 0..len(matrix));
        map(|x, (most, sum)| (x - most).exp() / sum, matrix, gather(scales, rows))
    }
}
