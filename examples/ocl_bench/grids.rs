//! The measured programs over rows and columns, and the same programs for the CPU to compare with.

fusus::cnf! {
    /// The mean of four neighbours.
    #[backend(ocl, cpu)]
    pub(crate) fn jacobi(xs: &[f32], rows: usize, columns: usize) -> Vec<f32> {
        let a = reshape(xs, [rows, columns]);
        generate(|i, j| 0.25 * (a[[i - 1, j]] + a[[i + 1, j]] + a[[i, j - 1]] + a[[i, j + 1]]))
    }

    /// The mean of nine, with the edges repeated outside.
    #[backend(ocl, cpu)]
    pub(crate) fn box_blur(xs: &[f32], rows: usize, columns: usize) -> Vec<f32> {
        let a = pad(edge, reshape(xs, [rows, columns]));
        generate([rows, columns], |i, j| {
            let above = a[[i - 1, j - 1]] + a[[i - 1, j]] + a[[i - 1, j + 1]];
            let here = a[[i, j - 1]] + a[[i, j]] + a[[i, j + 1]];
            let below = a[[i + 1, j - 1]] + a[[i + 1, j]] + a[[i + 1, j + 1]];
            (above + here + below) / 9.0
        })
    }

    #[backend(ocl, cpu)]
    pub(crate) fn transpose(xs: &[f32], rows: usize, columns: usize) -> Vec<f32> {
        let a = reshape(xs, [rows, columns]);
        generate(|j, i| a[[i, j]])
    }

    #[backend(ocl, cpu)]
    pub(crate) fn row_sums(xs: &[f32], rows: usize, columns: usize) -> Vec<f32> {
        let a = reshape(xs, [rows, columns]);
        generate(|i| sum(|j| a[[i, j]]))
    }

    #[backend(ocl, cpu)]
    pub(crate) fn column_sums(xs: &[f32], rows: usize, columns: usize) -> Vec<f32> {
        let a = reshape(xs, [rows, columns]);
        generate(|j| sum(|i| a[[i, j]]))
    }

    #[backend(ocl, cpu)]
    pub(crate) fn matrix_vector(xs: &[f32], rows: usize, columns: usize, ys: &[f32]) -> Vec<f32> {
        let a = reshape(xs, [rows, columns]);
        generate(|i| sum(|j| a[[i, j]] * ys[j]))
    }

    /// The softmax of each row.
    #[backend(ocl, cpu)]
    pub(crate) fn softmax(xs: &[f32], rows: usize, columns: usize) -> Vec<f32> {
        let a = reshape(xs, [rows, columns]);
        let most = generate(|i| fold(f32::MIN, f32::max, |j| a[[i, j]]));
        let total = generate(|i| sum(|j| (a[[i, j]] - most[i]).exp()));
        generate(|i, j| (a[[i, j]] - most[i]).exp() / total[i])
    }

    /// The product of two square matrices.
    #[backend(ocl, cpu)]
    pub(crate) fn product(xs: &[f32], ys: &[f32], n: usize) -> Vec<f32> {
        let a = reshape(xs, [n, n]);
        let b = reshape(ys, [n, n]);
        generate(|i, j| sum(|k| a[[i, k]] * b[[k, j]]))
    }
}
