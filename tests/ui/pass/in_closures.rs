//! Inside closures, loops, statics and other expressions.
#![deny(warnings)]

use fusus::cnf;

#[test]
fn main() {
    let sum = |xs: &[i64]| cnf! { fold(0, |a, b| a + b, xs) };
    assert_eq!(sum(&[1, 2]), 3);

    let mut totals = Vec::new();
    for row in [[1, 2], [3, 4]] {
        totals.push(cnf! { fold(0, |a, b| a + b, row) });
    }
    assert_eq!(totals, [3, 7]);

    let lazy = std::sync::LazyLock::new(|| cnf! { generate(4, |i| i * i) });
    assert_eq!(*lazy, [0, 1, 4, 9]);

    let nested = cnf! { map(|i| cnf! { fold(0, |a, b| a + b, 0..i) }, 0..4) };
    assert_eq!(nested, [0, 0, 1, 3]);

    assert!(if cnf! { fold(true, |a, b| a && b, [true, true]) } { true } else { false });
}
