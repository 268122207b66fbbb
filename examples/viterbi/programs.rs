//! The most probable sequence of states: products of matrices with `max` for `+` and `+` for `·`.

use fusus::cnf;

cnf! {
    /// The best score of a path to each state, one step on, and the state before it on that path, the
    /// first of several. `seen` is the score of what is observed in each state.
    pub(crate) fn step(scores: &[f64], changes: &[f64], seen: &[f64]) -> (Vec<f64>, Vec<u32>) {
        let n = len(scores);
        let changes = reshape(changes, [n, n]);
        let best = generate(|t| fold(
            (f64::NEG_INFINITY, u32::MAX),
            |a, b| if b.0 > a.0 { b } else { a },
            |s| (scores[s] + changes[[s, t]], s as u32),
        ));
        let (scores, before) = map(|(score, before), seen| (score + seen, before), best, seen);
        (scores, before)
    }

    /// The best score of all paths through two intervals, by the states at both ends.
    pub(crate) fn joined(n: usize, left: &[f64], right: &[f64]) -> Vec<f64> {
        let (a, b) = (reshape(left, [n, n]), reshape(right, [n, n]));
        generate(|s, u| fold(f64::NEG_INFINITY, f64::max, |t| a[[s, t]] + b[[t, u]]))
    }
}
