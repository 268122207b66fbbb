//! Products of arrays, kept small by a filter on the position.

use crate::harness::conformance;

conformance! {
    all_pairs(xs: &[i64], ys: &[i64]) -> Vec<(i64, i64)> {
        let (_, a) = filter(|(i, _)| i % 97 == 0 && i < 2000, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, b) = filter(|(i, _)| i % 89 == 1 && i < 2000, map(|i, y| (i, y), 0..len(ys), ys));
        cross(a, b)
    }

    folded(xs: &[i64], ys: &[i64]) -> (i64, i64) {
        let (_, a) = filter(|(i, _)| i % 97 == 0 && i < 4000, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, b) = filter(|(i, _)| i % 89 == 1 && i < 4000, map(|i, y| (i, y), 0..len(ys), ys));
        let (l, r) = cross(a, b);
        let dot = fold(0, |p, q| p + q, map(|l, r| l * r, l, r));
        let most = fold(i64::MIN, i64::max, map(|l, r| l - r, l, r));
        (dot, most)
    }

    closest(xs: &[f64]) -> f64 {
        let (_, a) = filter(|(i, _)| i < 60, map(|i, x| (i, x), 0..len(xs), xs));
        let pairs = cross(a, a);
        fold(f64::INFINITY, f64::min, map(|(p, q)| if p < q { q - p } else { f64::INFINITY }, pairs))
    }

    filtered_pairs(xs: &[i32]) -> (Vec<i32>, usize) {
        let (_, a) = filter(|(i, _)| i < 33, map(|i, x| (i, x), 0..len(xs), xs));
        let big = filter(|(p, q)| p > q, cross(a, a));
        let sums = map(|(p, q)| p * 3 + q, big);
        (sums, len(big))
    }

    with_the_producer(xs: &[i32], ys: &[i32]) -> (i32, Vec<i32>) {
        let (_, b) = filter(|(i, _)| i < 5, map(|i, y| (i, y), 0..len(ys), ys));
        let a = map(|x| x + 1, xs);
        let products = map(|(p, q)| (p * q) % 7, cross(a, b));
        (fold(0, |p, q| p + q, products), a)
    }

    nearest_of_three(xs: &[f64]) -> (f64, f64) {
        let three = generate(3, |i| i as f64 * 4.0 - 4.0);
        let far = map(|(x, c)| (x - c).abs(), cross(xs, three));
        (fold(0.0, f64::max, far), fold(f64::INFINITY, f64::min, far))
    }

    strings_of_products(xs: &[i64]) -> i64 {
        let four = generate(4, |i| i as i64);
        let pairs = map(|(a, b)| a * 10 + b, cross(four, four));
        let triples = map(|(p, c)| p * 10 + c, cross(pairs, four));
        fold(0, |a, b| a + b, triples) + fold(0, |a, b| a + b, xs)
    }

    // By the paper's rules all of these are loops of one size.
    beside_the_pairs(xs: &[i32]) -> (Vec<usize>, Vec<i32>, i32) {
        let (_, a) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (l, r) = cross(a, a);
        let places = 0..len(l);
        let sevens = generate(len(r), |i| i as i32 % 7);
        (places, sevens, fold(0, |p, q| p + q, map(|l, r| l - r, l, r)))
    }

    // What a loop keeps of its pairs has no part in the sweep that finds totals.
    half_of_the_pairs(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let n = len(xs) as u64;
        let three = generate(3, |i| i as i64);
        let places = map(|x| (x as u64 % n) as usize, xs);
        let sums = scan(0, |a, b| a.wrapping_add(b), gather(xs, places));
        let (left, right) = cross(xs, three);
        let prefixes = scan(11, |a, b| a.wrapping_add(b), left);
        let pairs = len(right) as u64;
        let again = gather(right, map(|x| (x as u64 % pairs) as usize, prefixes));
        (sums, again)
    }

    // How many pairs come before must be known where what is crossed is not.
    pairs_of_sums(xs: &[i64]) -> Vec<i64> {
        let three = generate(3, |i| i as i64 * 100);
        let sums = scan(0, |a, b| a.wrapping_add(b), filter(|x| x % 2 == 0, xs));
        map(|(s, c)| s.wrapping_add(c), cross(sums, three))
    }

    // Arrays of three sizes come of one loop, and a scatter for each pair.
    pairs_and_pairs_of_pairs(xs: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>) {
        let two = generate(2, |i| i as i64);
        let three = generate(3, |i| i as i64 * 10);
        let pairs = map(|(x, c)| x.wrapping_add(c), cross(xs, two));
        let others = map(|(x, c)| x.wrapping_sub(c), cross(xs, three));
        let triples = map(|(p, c)| p ^ c, cross(pairs, three));
        let n = len(pairs);
        let places = generate(n, |i| n - 1 - i);
        let reversed = scatter(generate(n, |_| 0i64), places, pairs);
        (pairs, others, triples, reversed)
    }
}
