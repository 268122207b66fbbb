cnf! {
    /// One step of the heat in a cube of `n` positions a side, from all 27 neighbours.
    pub fn heat(n: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [n, n, n]);
        generate(|i, j, k| {
            let faces = a[[i - 1, j, k]] + a[[i + 1, j, k]] + a[[i, j - 1, k]] + a[[i, j + 1, k]]
                + a[[i, j, k - 1]] + a[[i, j, k + 1]];
            let edges = a[[i - 1, j - 1, k]] + a[[i - 1, j + 1, k]] + a[[i + 1, j - 1, k]]
                + a[[i + 1, j + 1, k]] + a[[i - 1, j, k - 1]] + a[[i - 1, j, k + 1]]
                + a[[i + 1, j, k - 1]] + a[[i + 1, j, k + 1]] + a[[i, j - 1, k - 1]]
                + a[[i, j - 1, k + 1]] + a[[i, j + 1, k - 1]] + a[[i, j + 1, k + 1]];
            let corners = a[[i - 1, j - 1, k - 1]] + a[[i - 1, j - 1, k + 1]]
                + a[[i - 1, j + 1, k - 1]] + a[[i - 1, j + 1, k + 1]] + a[[i + 1, j - 1, k - 1]]
                + a[[i + 1, j - 1, k + 1]] + a[[i + 1, j + 1, k - 1]] + a[[i + 1, j + 1, k + 1]];
            OWN * a[[i, j, k]] + FACE * faces + EDGE * edges + CORNER * corners
        })
    }
}
