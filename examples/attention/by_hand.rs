//! Attention by loops, a query after the other, to compare with.

/// The softmax of the products of queries and keys of `w` numbers each, as weights of the `e` numbers
/// of each key.
pub(crate) fn attention(w: usize, e: usize, q: &[f32], k: &[f32], v: &[f32]) -> Vec<f32> {
    let mut results = Vec::with_capacity(q.len() / w * e);
    let mut scores = vec![0.0; k.len() / w];
    for query in q.chunks_exact(w) {
        for (score, key) in scores.iter_mut().zip(k.chunks_exact(w)) {
            let products = query.iter().zip(key).map(|(x, y)| x * y);
            *score = products.sum::<f32>();
        }
        let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let (mut total, mut sums) = (0.0, vec![0.0; e]);
        for (score, value) in scores.iter().zip(v.chunks_exact(e)) {
            let weight = (score - most).exp();
            total += weight;
            for (sum, value) in sums.iter_mut().zip(value) {
                *sum += weight * value;
            }
        }
        results.extend(sums.iter().map(|sum| sum / total));
    }
    results
}
