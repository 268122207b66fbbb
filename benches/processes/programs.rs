//! The programs that are raced.

use fusus::cnf;

cnf! {
    /// One step of the heat in a plate with insulated sides.
    #[backend(mpi, cpu)]
    pub(crate) fn heat(h: usize, w: usize, plate: &[f64]) -> Vec<f64> {
        let p = pad(edge, reshape(plate, [h, w]));
        generate(|i, j| p[[i, j]] + 0.2 * (p[[i - 1, j]] + p[[i + 1, j]] + p[[i, j - 1]] + p[[i, j + 1]] - 4.0 * p[[i, j]]))
    }

    #[backend(mpi, cpu)]
    pub(crate) fn scaled_sum(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        map(|x, y| 1.5 * x + y, xs, ys)
    }

    #[backend(mpi, cpu)]
    pub(crate) fn square(xs: &[f64]) -> f64 {
        fold(0.0, |a, b| a + b, map(|x| x * x, xs))
    }

    #[backend(mpi, cpu)]
    pub(crate) fn running(xs: &[f64]) -> Vec<f64> {
        scan(0.0, |a, b| a + b, xs)
    }

    #[backend(mpi, cpu)]
    pub(crate) fn positive(xs: &[f64]) -> Vec<f64> {
        filter(|x| x > 0.0, xs)
    }

    #[backend(mpi, cpu)]
    pub(crate) fn product(m: usize, n: usize, a: &[f64], b: &[f64]) -> Vec<f64> {
        let (a, b) = (reshape(a, [m, n]), reshape(b, [n, n]));
        generate(|i, j| sum(|k| a[[i, k]] * b[[k, j]]))
    }

    #[backend(mpi, cpu)]
    pub(crate) fn few_rows(m: usize, k: usize, n: usize, a: &[f64], b: &[f64]) -> Vec<f64> {
        let (a, b) = (reshape(a, [m, k]), reshape(b, [k, n]));
        generate(|i, j| sum(|l| a[[i, l]] * b[[l, j]]))
    }

    #[backend(mpi, cpu)]
    pub(crate) fn vector_by_matrix(n: usize, x: &[f64], a: &[f64]) -> Vec<f64> {
        let a = reshape(a, [len(x), n]);
        generate(|j| sum(|i| x[i] * a[[i, j]]))
    }

    #[backend(mpi, cpu)]
    pub(crate) fn pairs(xs: &[f64], ys: &[f64]) -> f64 {
        fold(0.0, |a, b| a + b, map(|(x, y)| (x - y) * (x - y), cross(xs, ys)))
    }
}
