//! Writes into `&mut` parameters.

use crate::harness::conformance;

conformance! {
    saxpy(xs: &[f64]; ys: &mut [f64]; a: f64 = 1.5) -> () {
        *ys = map(|x, y| a * x + y, xs, ys);
    }

    read_after_write(xs: &[i32]; ys: &mut [i32]) -> i32 {
        *ys = map(|x, y| x + y, xs, ys);
        fold(0, |a, b| a + b, ys)
    }

    read_before_write(xs: &[i32]; ys: &mut [i32]) -> (i32, Vec<i32>) {
        let old = fold(0, |a, b| a + b, ys);
        let kept = map(|y| y * 2, ys);
        *ys = map(|x| x - old, xs);
        (old, kept)
    }

    write_twice(xs: &[i32]; ys: &mut [i32]) -> Vec<i32> {
        *ys = map(|y| y + 1, ys);
        let between = map(|y| y * 3, ys);
        *ys = map(|x, y| x * y, xs, ys);
        between
    }

    gather_before_write(xs: &[i32], is: &[usize]; ys: &mut [i32]) -> Vec<i32> {
        let picked = gather(ys, is);
        *ys = map(|x| x + 1, xs);
        let again = gather(ys, is);
        map(|a, b| a * 1000 + b, picked, again)
    }

    permuted(is: &[usize]; ys: &mut [i32]) -> () {
        *ys = gather(ys, is);
    }

    indexes_itself(xs: &[i32]; ys: &mut [i32]) -> () {
        let n = len(ys);
        *ys = map(|i, x| x + ys[n - 1 - i], 0..len(ys), xs);
    }

    swap(; xs: &mut [i32], ys: &mut [i32]) -> () {
        let t = map(|x| x, xs);
        *xs = ys;
        *ys = t;
    }

    two_written(xs: &[f64]; ys: &mut [f64], zs: &mut [f64]) -> f64 {
        let sum = fold(0.0, |a, b| a + b, xs);
        *ys = map(|x| x - sum, xs);
        *zs = map(|y, z| y + z, ys, zs);
        sum
    }

    generated_into(xs: &[i64]; ys: &mut [i64]) -> i64 {
        *ys = generate(len(ys), |i| i as i64);
        fold(0, |a, b| a + b, map(|x, y| x * y % 101, xs, ys))
    }

    scanned_into(xs: &[i64]; ys: &mut [i64]) -> () {
        *ys = scan(0, |a, b| a + b, xs);
    }
    // Several names of the elements that are overwritten, which other loops read before.
    conformed_and_written(xs: &[i64]; ys: &mut [i64]) -> (Vec<i64>, Vec<i64>, i64) {
        let old = conform(ys, xs);
        let sum = fold(0, |a, b| a + b, xs);
        let before = map(|y| y + sum, old);
        let again = conform(old, xs);
        *ys = map(|y, o, a, x| y + 2 * o + 3 * a + x, ys, old, again, xs);
        let new = conform(ys, xs);
        let total = fold(0, |a, b| a + b, new);
        (before, map(|n, y| n * 2 + y % 7, new, ys), total)
    }

    conformed_and_itself(xs: &[i64], ys: &[i64]) -> (Vec<i64>, i64) {
        let same = conform(xs, ys);
        let again = conform(same, ys);
        let products = map(|x, s, y, a| x * s % 101 + y - a, xs, same, ys, again);
        (products, fold(0, |a, b| a + b, same))
    }

    conformed_and_scanned(xs: &[i64]; ys: &mut [i64]) -> Vec<i64> {
        let old = conform(ys, xs);
        let kept = filter(|y| y % 2 == 0, old);
        *ys = scan(0, |a, b| a + b, map(|o, y| o + y, old, ys));
        kept
    }

    conformed_and_scattered(xs: &[i64]; ys: &mut [i64]) -> i64 {
        let old = conform(ys, xs);
        let last = len(ys);
        let sum = fold(0, |a, b| a + b, old);
        *ys = scatter(ys, map(|i| last - 1 - i, 0..last), old);
        sum
    }

    // A long map behind scans is a loop of its own, over what these have left for the block: it
    // overwrites what they read.
    scanned_and_long(; ys: &mut [f64]) -> () {
        *ys = map(|t| (t * 0.01).exp(), scan(f64::NEG_INFINITY, f64::max, ys));
    }

    scanned_and_long_with_old_elements(xs: &[f64]; ys: &mut [f64]) -> () {
        let least = scan(f64::INFINITY, f64::min, map(|y| (y * 0.1).sin(), ys));
        *ys = map(|t, y, x| (t * 0.01).exp() + y - x, least, ys, xs);
    }

    // And it reads again what they have written.
    scanned_and_read_again(xs: &[f64]; ys: &mut [f64], zs: &mut [f64]) -> f64 {
        *ys = scan(f64::NEG_INFINITY, f64::max, xs);
        *zs = map(|y, z| (y * 0.01).sin() + z, ys, zs);
        fold(f64::NEG_INFINITY, f64::max, zs)
    }

    overwritten_and_read_again(; ys: &mut [f64], zs: &mut [f64]) -> Vec<f64> {
        let old = map(|y| y * 2.0, ys);
        *ys = scan(f64::NEG_INFINITY, f64::max, map(|y, z| y + z, ys, zs));
        *zs = map(|y, z, o| (y * 0.01).exp() + z - o, ys, zs, old);
        map(|y, z| y * z, ys, zs)
    }

    // Each kind of result has a loop of its own, which reads elements before they are overwritten.
    kinds_of_old_elements(xs: &[f64]; ys: &mut [f64]) -> (Vec<f64>, f64, f64) {
        let kept = filter(|y| y > 0.25, ys);
        let nearest = fold(f64::INFINITY, |a: f64, b| if b.abs() < a.abs() { b } else { a }, ys);
        *ys = map(|t, x| (t * 0.01).exp() * x, scan(f64::NEG_INFINITY, f64::max, ys), xs);
        (kept, nearest, fold(f64::INFINITY, f64::min, ys))
    }

    kinds_beside_a_map(xs: &[f64]; ys: &mut [f64]) -> (f64, Vec<f64>) {
        let nearest = fold(f64::INFINITY, |a: f64, b| if b.abs() < a.abs() { b } else { a }, ys);
        let kept = filter(|y| y > 0.25, ys);
        *ys = map(|y, x| y * x + 1.0, ys, xs);
        (nearest, kept)
    }

    crosswise(; xs: &mut [f64], ys: &mut [f64]) -> f64 {
        let (a, b) = (map(|x| x + 1.0, xs), map(|y| y - 1.0, ys));
        let nearest = fold(f64::INFINITY, |a: f64, b| if b.abs() < a.abs() { b } else { a }, xs);
        *xs = map(|t| (t * 0.01).exp(), scan(f64::NEG_INFINITY, f64::max, b));
        *ys = map(|t| (t * 0.1).sin(), scan(f64::INFINITY, f64::min, a));
        nearest
    }
}
