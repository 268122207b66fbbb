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

    // The pairs that a loop keeps have no part in the sweep that finds totals.
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

    // The number of pairs before must be known where the arrays that are crossed are not.
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

    // Rows side by side where elements have components, and a row's own pairs where they have none.

    points_by_points(xs: &[i64], ys: &[f64]) -> (i64, f64, f64, usize) {
        let (i, x, y) = filter(|(i, _, _)| i % 3 == 0 && i < 1500, map(|i, x, y| (i, x, y), 0..len(xs), xs, conform(ys, xs)));
        let a = map(|i, x| (i as i64, x), i, x);
        let b = map(|x, y| (y, x as f64), x, y);
        let exact = map(|((i, x), (j, z))| (i - z) * (x + j), cross(a, filter(|(i, _)| i % 2 == 0, a)));
        let near = map(|((px, py), (qx, qy))| (px - qx).abs() + (py - qy).abs(), cross(b, b));
        (
            fold(0, |p, q| p + q, exact),
            fold(f64::INFINITY, f64::min, near),
            fold(0.0, |p, q| p + q, near),
            len(filter(|d| d < 8.0, near)),
        )
    }

    rows_of_what_is_kept(xs: &[i64]) -> (i64, i64, Vec<i64>, i64) {
        let few = generate(17, |j| (j as i64, 3 - j as i64));
        let points = map(|x, i| (x, i as i64), xs, 0..len(xs));
        let kept = filter(|(x, _)| x % 3 == 0, points);
        let products = map(|((x, i), (a, b))| (x * a + i * b) % 1009, cross(kept, few));
        (
            fold(0, |p, q| p + q, filter(|p| p % 2 == 0, products)),
            fold(0, |p, q| p ^ q, products),
            scan(0, |a, b| a + b, xs),
            fold(0, i64::max, map(|p| p.1, points)),
        )
    }

    sums_beside_the_pairs(xs: &[f64]) -> (Vec<f64>, f64, f64) {
        let three = generate(3, |j| (j as f64, j as f64 * 0.5));
        let points = map(|x| (x, x * 0.5), xs);
        let products = map(|((x, y), (u, v))| (x - u) * (y - v), cross(points, three));
        let sums = scan(0.0, |a, b| a + b, xs);
        (sums, fold(0.0, |a, b| a + b, products), fold(0.0, |a, b| a + b, xs))
    }

    sums_beside_a_choice(xs: &[f64]) -> (Vec<f64>, f64) {
        let three = generate(3, |j| j as f64 * 4.0);
        let sums = scan(0.0, |a, b| a + b, xs);
        let far = map(|(x, c)| (x - c).abs(), cross(xs, three));
        (sums, fold(0.0, |a, b| if b > a { b } else { a }, far))
    }

    // Second arguments that processes pass round where they are long.

    pairs_with_long_arrays(xs: &[f64], ys: &[i64]) -> (f64, i64) {
        let (_, few) = filter(|(i, _)| i < 3, map(|i, x| (i, x), 0..len(xs), xs));
        let (a, x) = cross(few, xs);
        let (_, y) = cross(few, conform(ys, xs));
        let far = map(|a, x, y| (a - x).abs() * (y % 7) as f64, a, x, y);
        (fold(0.0, |p, q| p + q, far), fold(i64::MIN, i64::max, map(|a, y| y - a as i64, a, y)))
    }

    choices_of_long_rows(xs: &[f64], ys: &[i64]) -> (f64, usize, i64, (i64, i64)) {
        let (_, few) = filter(|(i, _)| i < 9, map(|i, y| (i, y), 0..len(ys), ys));
        let pairs = map(|(y, (x, i))| ((x - y as f64).abs(), i), cross(few, map(|x, i| (x, i), xs, 0..len(xs))));
        let (d, i) = fold((f64::INFINITY, 0), |a, b| if b.0 < a.0 { b } else { a }, pairs);
        let sums = map(|(a, b)| (a & 63, a ^ b), cross(few, ys));
        let last = fold(0, |_, b| b, map(|(k, v)| k ^ v, sums));
        (d, i, last, fold((0, 0), |a, b| if b.0 >= a.0 { b } else { a }, sums))
    }

    // Scans behind filters, with pairs of what these keep and of everything.

    parts_beside_pairs(xs: &[i64], ys: &[i64]) -> (Vec<i64>, i64, Vec<i64>) {
        let (_, few) = filter(|(i, _)| i < 5, map(|i, y| (i, y), 0..len(ys), ys));
        let even = filter(|x| x % 2 == 0, xs);
        let pairs = map(|(a, b)| (a & 255) * (b & 15), cross(xs, few));
        let tops = scan(i64::MIN, |a, b| a.max(b), filter(|x| x % 3 != 0, xs));
        (scan(0, |a, b| a ^ b, even), fold(0, |a, b| a ^ b, pairs), tops)
    }

    pairs_in_parts(xs: &[i64], ys: &[i64]) -> (Vec<i64>, i64, i64) {
        let (_, few) = filter(|(i, _)| i < 5, map(|i, y| (i, y), 0..len(ys), ys));
        let sums = scan(0, |a, b| a ^ b, filter(|x| x % 2 == 0, xs));
        let pairs = map(|(a, b)| (a & 255) * (b & 15), cross(sums, few));
        (sums, fold(0, |a, b| a ^ b, pairs), fold(i64::MAX, i64::min, pairs))
    }

    choices_in_parts(xs: &[i64], ys: &[i64]) -> (Vec<i64>, i64, i64) {
        let (_, few) = filter(|(i, _)| i < 5, map(|i, y| (i, y), 0..len(ys), ys));
        let even = filter(|x| x % 2 == 0, xs);
        let points = map(|(a, b)| (a & 7, b & 7), cross(even, few));
        let (x, y) = fold((99, 99), |a, b| if b.0 < a.0 { b } else { a }, points);
        (scan(i64::MIN, |a, b| a.max(b), even), x, y)
    }
}
