fusus::cnf! {
    /// Attention: the softmax of the products of `n` queries with `m` keys of `w` numbers each, as
    /// weights of the rows of `v`.
    pub(crate) fn attention(n: usize, m: usize, w: usize, e: usize, q: &[f32], k: &[f32], v: &[f32]) -> Vec<f32> {
        let (q, k, v) = (reshape(q, [n, w]), reshape(k, [m, w]), reshape(v, [m, e]));
        let scores = generate(|i, j| sum(|d| q[[i, d]] * k[[j, d]]));
        let most = generate(|i| fold(f32::NEG_INFINITY, f32::max, |j| scores[[i, j]]));
        let weights = generate(|i, j| (scores[[i, j]] - most[i]).exp());
        let total = generate(|i| sum(|j| weights[[i, j]]));
        generate(|i, d| sum(|j| weights[[i, j]] * v[[j, d]]) / total[i])
    }
}
