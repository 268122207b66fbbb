//! Hidden Markov models: scores are logarithms of probabilities.

use crate::programs::joined;

/// A model and what is observed.
pub(crate) struct Model {
    /// The score of each state at first.
    pub(crate) start: Vec<f64>,
    /// The scores of the changes, a row for each state before.
    pub(crate) changes: Vec<f64>,
    /// The scores of what is observed, a row for each time.
    pub(crate) seen: Vec<Vec<f64>>,
}

/// A sequence of states, and its score.
#[derive(Debug, PartialEq)]
pub(crate) struct Path {
    pub(crate) states: Vec<usize>,
    pub(crate) score: f64,
}

/// A step: the program, or loops.
pub(crate) type Step = fn(&[f64], &[f64], &[f64]) -> (Vec<f64>, Vec<u32>);

impl Model {
    /// The number of states.
    pub(crate) fn states(&self) -> usize {
        self.start.len()
    }

    /// The scores of the states at first, with what is observed then.
    fn first(&self) -> Vec<f64> {
        let both = self.start.iter().zip(&self.seen[0]);
        both.map(|(start, seen)| start + seen).collect()
    }

    /// The sequence of states with the best score.
    pub(crate) fn best(&self, step: Step) -> Path {
        let mut scores = self.first();
        let mut before = Vec::new();
        for seen in &self.seen[1..] {
            let (next, from) = step(&scores, &self.changes, seen);
            scores = next;
            before.push(from);
        }
        let (mut state, score) = best(&scores);
        let mut states = vec![state];
        for from in before.iter().rev() {
            state = from[state] as usize;
            states.push(state);
        }
        states.reverse();
        Path { states, score }
    }

    /// The best score alone, by halves: the products of matrices may be taken in any order.
    pub(crate) fn best_score_by_halves(&self) -> f64 {
        let n = self.states();
        let steps = self.seen[1..].iter().map(|seen| -> Vec<f64> {
            let rows = self.changes.chunks(n);
            rows.flat_map(|row| row.iter().zip(seen).map(|(change, seen)| change + seen))
                .collect()
        });
        let mut matrices: Vec<Vec<f64>> = steps.collect();
        while matrices.len() > 1 {
            let pairs = matrices.chunks(2).map(|pair| match pair {
                [left, right] => joined(n, left, right),
                alone => alone[0].clone(),
            });
            matrices = pairs.collect();
        }
        let first = self.first();
        let Some(all) = matrices.first() else {
            return best(&first).1;
        };
        let ends = all.chunks(n).zip(&first);
        ends.map(|(row, score)| score + best(row).1)
            .fold(f64::NEG_INFINITY, f64::max)
    }

    /// The score of a sequence of states.
    pub(crate) fn score(&self, states: &[usize]) -> f64 {
        let n = self.states();
        let changes = states
            .windows(2)
            .map(|pair| self.changes[pair[0] * n + pair[1]]);
        let seen = states
            .iter()
            .zip(&self.seen)
            .map(|(state, seen)| seen[*state]);
        self.start[states[0]] + changes.sum::<f64>() + seen.sum::<f64>()
    }
}

/// The place of the best score, the first of several, and the score.
fn best(scores: &[f64]) -> (usize, f64) {
    let mut best = (0, f64::NEG_INFINITY);
    for (state, score) in scores.iter().enumerate() {
        if *score > best.1 {
            best = (state, *score);
        }
    }
    best
}
