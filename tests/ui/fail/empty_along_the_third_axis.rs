//! The third axis of an array has fewer positions than its index needs.

fusus::cnf! {
    fn beyond(xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [2, 2, 3]);
        flatten(generate(|i, j, k| a[[i, j, k + 4]]))
    }
}

fn main() {}
