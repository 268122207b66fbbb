//! More arrays than anyone should pass.
#![deny(warnings)]

#[test]
fn main() {
    let x = [1u64, 2];
    let sums = fusus::cnf! {
        map(
            |a, b, c, d, e, f, g, h, i, j, k, l, m, n| a + b + c + d + e + f + g + h + i + j + k + l + m + n,
            x, x, x, x, x, x, x, x, x, x, x, x, x, x,
        )
    };
    assert_eq!(sums, [14, 28]);
}
