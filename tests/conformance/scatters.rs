//! Writes at computed positions, all distinct.

use crate::harness::conformance;

conformance! {
    reversed(xs: &[f64]) -> Vec<f64> {
        let n = len(xs);
        scatter(xs, map(|i| n - 1 - i, 0..len(xs)), xs)
    }

    every_third(xs: &[i32], ys: &[i32]) -> Vec<i32> {
        let (is, vs) = filter(|(i, _)| i % 3 == 0, map(|i, y| (i, y), 0..len(ys), ys));
        scatter(xs, is, vs)
    }

    functions(xs: &[f64]; ys: &mut [f64]) -> Vec<f64> {
        let n = len(xs);
        let zs = map(|x| (x / 16.0).exp() + (x * 0.25).cos(), xs);
        *ys = scatter(ys, map(|i| n - 1 - i, 0..len(xs)), zs);
        scatter(xs, 0..len(xs), map(|x| (x * x + 1.0).ln(), zs))
    }

    into_a_parameter(xs: &[i64]; ys: &mut [i64]) -> i64 {
        let before = fold(0, |a, b| a + b, ys);
        let n = len(ys);
        *ys = scatter(ys, map(|i| n - 1 - i, 0..len(xs)), map(|x| x * 2, xs));
        before - fold(0, |a, b| a + b, ys)
    }

    filtered_into_a_parameter(xs: &[i64]; ys: &mut [i64]) -> usize {
        let (is, vs) = filter(|(i, _)| i % 3 == 1, map(|i, x| (i, x), 0..len(xs), xs));
        let sums = scan(0, |a, b| a + b, vs);
        *ys = scatter(ys, is, sums);
        len(is)
    }

    pairs_into_a_parameter(xs: &[i64]; ys: &mut [i64]) -> () {
        // Every pair of the first few with itself has a place of its own.
        let few = filter(|i| i < 3, 0..len(xs));
        let (i, j) = cross(few, few);
        let (is, vs) = filter(|(i, _)| i < 3, map(|i, j| (if i == j { i } else { 3 }, 10 * j as i64), i, j));
        *ys = scatter(ys, is, vs);
    }

    then_read(xs: &[u32]) -> (Vec<u32>, u32) {
        let n = len(xs);
        let turned = scatter(xs, map(|i| (i + n / 2) % n.max(1), 0..len(xs)), xs);
        (map(|a, b| a + b, turned, xs), fold(0, |a, b| a ^ b, turned))
    }

    radix_pass(xs: &[u32]) -> Vec<u32> {
        // One bit of the radix sort of Futhark's thesis, listing 15.
        let zeros = map(|x| usize::from(x & 1 == 0), xs);
        let ones = map(|x| usize::from(x & 1 == 1), xs);
        let before = scan_exclusive(0, |a, b| a + b, zeros);
        let after = scan_exclusive(0, |a, b| a + b, ones);
        let total = fold(0, |a, b| a + b, zeros);
        let places = map(|x, b, a| if x & 1 == 0 { b } else { total + a }, xs, before, after);
        scatter(xs, places, xs)
    }
}
