//! A step by loops, to compare with.

/// The best score of a path to each state, one step on, and the state before it on that path.
pub(crate) fn step(scores: &[f64], changes: &[f64], seen: &[f64]) -> (Vec<f64>, Vec<u32>) {
    let n = scores.len();
    let mut best = vec![f64::NEG_INFINITY; n];
    let mut before = vec![u32::MAX; n];
    for s in 0..n {
        for t in 0..n {
            let score = scores[s] + changes[s * n + t];
            if score > best[t] {
                best[t] = score;
                before[t] = s as u32;
            }
        }
    }
    for (best, seen) in best.iter_mut().zip(seen) {
        *best += seen;
    }
    (best, before)
}
