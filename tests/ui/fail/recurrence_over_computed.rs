fusus::cnf! {
    fn knapsack(capacity: usize, weights: &[usize], values: &[u64]) -> Vec<u64> {
        let w = generate(capacity + 1, |w| w);
        recurrence(0, |best, i, c| {
            let without = best[[i - 1, c]];
            if w[c] < weights[i] { without } else { without.max(best[[i - 1, c - weights[i]]] + values[i]) }
        })
    }
}

fn main() {}
