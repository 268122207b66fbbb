#![forbid(unsafe_code, unused_imports)]
#![deny(warnings, clippy::all, clippy::pedantic)]
//! Generated code is safe code.

fusus::cnf! {
    /// Everything in one.
    #[must_use]
    pub fn everything(xs: &[f64], at: &[u32], ys: &mut [f64]) -> (Vec<f64>, Vec<f64>, f64) {
        let gathered = gather(xs, at);
        let kept = filter(|x| x > 0.0, gathered);
        let sums = scan(0.0, |a, b| a + b, kept);
        *ys = map(|y, x| y + x, ys, xs);
        let pairs = cross(kept, xs);
        let total = fold(0.0, |a, b| a + b, map(|(a, b)| a * b, pairs));
        (sums, kept, total)
    }

    /// A choice by a key that is kept, and one by a key that is not.
    #[must_use]
    pub fn chosen<'s>(xs: &[f64], words: &[&'s str]) -> ((f64, f64), (&'s str, &'s str)) {
        let pairs = cross(xs, xs);
        let least = fold((1e9, 0.0), |a, b| if gap(b) < gap(a) { b } else { a }, pairs);
        let both = cross(words, words);
        let first = fold(("~", "~"), |a, b| if joined(b) < joined(a) { b } else { a }, both);
        (least, first)
    }
}

fn gap((a, b): (f64, f64)) -> f64 {
    a - b
}

fn joined((a, b): (&str, &str)) -> String {
    [a, b].concat()
}

#[test]
fn main() {
    let mut ys = [1.0, 1.0];
    let (sums, kept, total) = everything(&[1.0, 2.0], &[1, 0, 1], &mut ys);
    assert_eq!((sums, kept), (vec![2.0, 3.0, 5.0], vec![2.0, 1.0, 2.0]));
    assert!((total - 15.0).abs() < f64::EPSILON);
    assert!((ys[1] - 3.0).abs() < f64::EPSILON);
    let ((least, most), first) = chosen(&[2.0, 1.0, 3.0], &["b", "a"]);
    assert!((least - 1.0).abs() < f64::EPSILON && (most - 3.0).abs() < f64::EPSILON);
    assert_eq!(first, ("a", "a"));
}
