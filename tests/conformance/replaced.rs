//! Results in the memory of arrays that are of no use afterwards, and arrays that are of use.

use crate::harness::conformance;

conformance! {
    shares(xs: &[f64]) -> Vec<f64> {
        let most = fold(f64::NEG_INFINITY, |a, b| a.max(b), xs);
        let es = map(|x| (x - most) * (x - most), xs);
        let sum = fold(0.5, |a, b| a + b, es);
        map(|e| e / sum, es)
    }

    other_type_of_one_size(xs: &[i32]) -> Vec<f32> {
        let ys = map(|x| x * 3, xs);
        let sum = fold(1, |a, b| a + b, ys);
        map(|y| (y + sum) as f32, ys)
    }

    larger_elements(xs: &[i32]) -> Vec<f64> {
        let ys = map(|x| x * 3, xs);
        let sum = fold(1, |a, b| a + b, ys);
        map(|y| (y + sum) as f64, ys)
    }

    smaller_elements(xs: &[f64]) -> Vec<bool> {
        let ys = map(|x| x * 3.0, xs);
        let sum = fold(1.0, |a, b| a + b, ys);
        map(|y| y * 100.0 > sum, ys)
    }

    two_for_one(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let ys = map(|x| x * x, xs);
        let most = fold(0, |a, b| a.max(b), ys);
        (map(|y| most - y, ys), map(|x, y| x + most - y, xs, ys))
    }

    one_for_two(xs: &[i64]) -> Vec<i64> {
        let (ys, zs) = map(|x| (x * x, x + 1), xs);
        let most = fold(0, |a, b| a.max(b), map(|y, z| y + z, ys, zs));
        map(|y, z| most - y * z, ys, zs)
    }

    pairs(xs: &[i64]) -> Vec<(i64, i64)> {
        let pairs = map(|x| (x * x, x + 1), xs);
        let most = fold(0, |a, b| a.max(b), map(|p| p.0 + p.1, pairs));
        map(|(a, b)| (b - most, a), pairs)
    }

    returned_as_well(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let ys = map(|x| x * x, xs);
        let most = fold(0, |a, b| a.max(b), ys);
        (ys, map(|y| most - y, ys))
    }

    gathered_later(xs: &[i64], is: &[usize]) -> (Vec<i64>, Vec<i64>) {
        let ys = map(|x| x * x, xs);
        let most = fold(0, |a, b| a.max(b), ys);
        let zs = map(|y| most - y, ys);
        let last = fold(0, |a, b| a + b, zs);
        (map(|z| z + last, zs), map(|g| g - last, gather(ys, is)))
    }

    measured_later(xs: &[i64]) -> (usize, Vec<i64>) {
        let ys = filter(|x| x % 3 != 0, xs);
        let most = fold(0, |a, b| a.max(b), ys);
        let zs = map(|y| most - y, ys);
        (len(ys), zs)
    }

    kept_and_replaced(xs: &[i64]) -> Vec<i64> {
        let ys = filter(|x| x % 3 != 0, xs);
        let most = fold(0, |a, b| a.max(b), ys);
        map(|y| most - y, ys)
    }

    reversed_as_well(xs: &[i64]) -> Vec<i64> {
        let ys = map(|x| x * x, xs);
        let most = fold(0, |a, b| a.max(b), ys);
        map(|y, z| most + y - 2 * z, ys, reverse(ys))
    }

    a_chain_of_loops(xs: &[i64]) -> Vec<i64> {
        let ys = map(|x| x * x % 1009, xs);
        let a = fold(0, |a, b| a + b, ys);
        let zs = map(|y| (y + a) % 1013, ys);
        let b = fold(0, |a, b| a.max(b), zs);
        let vs = map(|z| b - z, zs);
        let c = fold(0, |a, b| a.max(b), vs);
        map(|v| v - c, vs)
    }

    a_fold_beside_it(xs: &[i64]) -> (Vec<i64>, i64) {
        let ys = map(|x| x * x % 1009, xs);
        let a = fold(0, |a, b| a + b, ys);
        let zs = map(|y| (y + a) % 1013, ys);
        (zs, fold(0, |a, b| a + b, zs))
    }

    a_scan_of_it(xs: &[i64]) -> Vec<i64> {
        let ys = map(|x| x * x % 1009, xs);
        let a = fold(0, |a, b| a + b, ys);
        scan(a, |a, b| a + b, ys)
    }

    a_gather_by_it(xs: &[i64]) -> Vec<i64> {
        let at = map(|x| (x.rem_euclid(1000)) as usize, xs);
        let most = fold(0, |a: usize, b| a.max(b), at);
        let table = generate(most + 1, |i| i as i64 * 3);
        gather(table, at)
    }

    conformed(xs: &[i64], vs: &[i64]) -> Vec<i64> {
        let ys = conform(filter(|x| x % 5 != 7, vs), xs);
        let most = fold(0, |a, b| a.max(b), ys);
        map(|x, y| x + most - y, xs, ys)
    }
}
