//! Scalar bindings are any Rust over scalars.
#![deny(warnings)]

use std::collections::HashMap;

fusus::cnf! {
    fn deviation(xs: &[f64]) -> (f64, f64) {
        let n = len(xs) as f64;
        let m = fold(0.0, |a, b| a + b, xs) / n;
        let q = fold(0.0, |a, b| a + b, map(|x| x * x, xs));
        let (low, high) = (m - 1.0, m + 1.0);
        let spread = if high > low { (q / n - m * m).sqrt() } else { 0.0 };
        (m, spread)
    }

    fn lookup(names: &HashMap<u8, f64>, config: (f64, &str), xs: &[u8]) -> Vec<f64> {
        let (default, _) = config;
        map(|x| names.get(&x).copied().unwrap_or(default), xs)
    }

    fn indexed(table: &[f64], xs: &[usize]) -> (Vec<f64>, f64) {
        let first = table[0];
        let t = table;
        (map(|i| t[i] - first, xs), first + table.len() as f64)
    }

    fn ended(xs: &[i32]) -> String {
        let n = fold(0, |a, b| a + b, xs);
        format!("{n} of {}", len(xs))
    }
}

#[test]
fn main() {
    assert_eq!(deviation(&[1.0, 3.0]), (2.0, 1.0));
    assert_eq!(lookup(&HashMap::from([(1, 5.0)]), (0.5, ""), &[1, 2]), [5.0, 0.5]);
    assert_eq!(indexed(&[1.0, 2.0], &[1, 0]), (vec![1.0, 0.0], 3.0));
    assert_eq!(ended(&[1, 2]), "3 of 2");
}
