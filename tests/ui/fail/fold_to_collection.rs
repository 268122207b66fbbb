use std::collections::HashMap;

fusus::cnf! {
    fn kept(xs: &[f64]) -> Vec<f64> {
        fold(Vec::new(), |mut kept, x| { if x > 0.0 { kept.push(x); } kept }, xs)
    }

    fn joined(words: &[&'static str]) -> String {
        fold(String::new(), |a, b| a + b, words)
    }

    fn counted(words: &[&'static str]) -> usize {
        let counts = fold(
            Default::default(),
            |mut counts: HashMap<&'static str, usize>, word| { *counts.entry(word).or_insert(0) += 1; counts },
            words,
        );
        counts.len()
    }
}

fn main() {}
