//! A part of a recurrence's elements that is of another type than outside.
use fusus::cnf;

cnf! {
    fn program(a: &[u8], b: &[u8]) -> (Vec<i32>, Vec<u8>) {
        let (score, direction) = recurrence((0i32, 0u8), |(s, _), i, j| {
            let best = s[[i - 1, j]].max(s[[i, j - 1]]) as i64 + i64::from(a[i] == b[j]);
            (best, 1)
        });
        (score, direction)
    }
}

fn main() {}
