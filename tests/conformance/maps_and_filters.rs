//! Maps of every arity and shape, generation, filters of filters.

use crate::harness::conformance;

conformance! {
    one_map(xs: &[f64]) -> Vec<f64> { map(|x| x * 2.0 + 1.0, xs) }

    two_outputs(xs: &[f64]) -> (Vec<f64>, Vec<bool>) {
        let (ys, zs) = map(|x| (x.abs(), x < 0.0), xs);
        (ys, zs)
    }

    nested_outputs(xs: &[i32]) -> (Vec<i32>, Vec<i32>, Vec<i32>) {
        let (a, (b, _, c)) = map(|x| (x, (x + 1, x + 2, x + 3)), xs);
        (a, b, c)
    }

    one_of_two(xs: &[i32]) -> Vec<i32> {
        let (_, b) = map(|x| (x, -x), xs);
        b
    }

    three_arguments(xs: &[f64], ys: &[f64], zs: &[f64]) -> Vec<f64> {
        map(|x, y, z| x * y + z, xs, ys, zs)
    }

    the_same_array_twice(xs: &[i32]) -> (Vec<i32>, Vec<i32>) {
        let ys = map(|a, b| a - b + 1, xs, xs);
        (ys, ys)
    }

    an_input_returned(xs: &[i32]) -> (Vec<i32>, i32) {
        (xs, fold(0, |a, b| a + b, xs))
    }

    paths_as_workers(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        map(f64::sqrt, map(f64::abs, map(f64::max, xs, ys)))
    }

    folded_before_long_steps(xs: &[f64]) -> (Vec<f64>, f64, usize, f64) {
        let ys = map(|x| ((x * x + 0.5) * x - 2.0) * x + (x * 0.25 - 1.0) * x + x * x * x * 0.1, xs);
        let pairs = map(|x, i| (x, i), xs, 0..len(xs));
        let (most, at) = fold((f64::NEG_INFINITY, 0), |a, b| if b.0 > a.0 { b } else { a }, pairs);
        (ys, most, at, fold(0.0, f64::min, xs))
    }

    folded_between_halves(xs: &[f64]) -> (Vec<f64>, f64, f64, f64) {
        let ys = map(|x| ((x * x + 0.5) * x - 2.0) * x + (x * 0.25 - 1.0) * x + x * x * 0.1, xs);
        let least = fold(0.0, f64::min, map(|y| y - 1.0, ys));
        (filter(|y| y > 0.0, ys), fold(0.0, |a, b| a + b, ys), fold(0.0, f64::max, xs), least)
    }

    folded_between_halves_of_integers(xs: &[i32]) -> (Vec<i32>, Vec<i32>, i64, bool) {
        let ys = map(|x| (x % 7) * (x % 5) * 3 + (x % 11) * (x % 3) - (x % 13) * 2 + 1, xs);
        let total = fold(0, |a, b| a + b, map(|y| y as i64, ys));
        let any = fold(false, |a, b| a || b, map(|y| y == 4, ys));
        (filter(|y| y % 2 == 0, ys), filter(|y| y > 5, ys), total, any)
    }

    five_ways(xs: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>) {
        let first  = filter(|x| x % 8 == 0, xs);
        let second = filter(|x| x % 8 == 1, xs);
        let third  = filter(|x| x % 8 == 2 || x > 50, xs);
        let fourth = filter(|x| x % 8 == 3, xs);
        (first, second, third, fourth, filter(|x| x < 0, xs))
    }

    five_ways_of_pairs(xs: &[f64], ys: &[f64]) -> (Vec<(f64, f64)>, Vec<(f64, f64)>, Vec<(f64, f64)>, Vec<(f64, f64)>, Vec<(f64, f64)>) {
        let ps = map(|x, y| (x, y), xs, ys);
        let first  = filter(|(x, y)| x * 2.0 + y * x - y * y < 0.5 && x > y, ps);
        let second = filter(|(x, y)| x * 3.0 - y * x + y * y < 0.5 && x < y, ps);
        let third  = filter(|(x, y)| x * x + y * y > 3.0 && x * y < 7.0, ps);
        let fourth = filter(|(x, y)| x * x * y > 3.0 || x * y * y < 2.0, ps);
        (first, second, third, fourth, filter(|(x, y)| x + y * 0.5 > x * y, ps))
    }

    generated(xs: &[i64]) -> Vec<i64> {
        let is = generate(len(xs), |i| i as i64 * 3);
        map(|i, x| i - x, is, xs)
    }

    indexed(xs: &[i64], ys: &[i32]) -> (Vec<(usize, i64)>, Vec<usize>, Vec<i64>, usize, Vec<(usize, i64)>) {
        let pairs = zip_with_index(xs);
        let (places, values) = xs.map(|x| x * 3).filter(|x| x % 2 == 0).enumerate();
        let last = fold(0, usize::max, map(|(i, _)| i, ys.enumerate()));
        (pairs, places, values, last, zip_with_index(generate(5, |i| i as i64)))
    }

    ranges(xs: &[i64]; ; n: usize = 1000) -> (Vec<i64>, Vec<usize>, i32) {
        let n3 = n / 3;
        let ys = map(|i, x| x * i as i64, 0..len(xs), xs);
        let squares = map(|i| i * i, 0..n3);
        let total = fold(0, |a, b| a + b, -5..20);
        (ys, squares, total)
    }

    literal_sizes(xs: &[i64]) -> (Vec<usize>, i64) {
        let a = generate(10, |i| i * 2);
        let b = 0..10usize;
        (map(|x, y| x + y, a, b), fold(0, |a, b| a + b, xs))
    }

    filters_of_filters(xs: &[i32]) -> (Vec<i32>, Vec<i32>, Vec<i32>) {
        let a = filter(|x| x > -50, xs);
        let b = filter(|x| x % 2 == 0, a);
        let c = map(|x| x * 10, b);
        (a, b, c)
    }

    contracted_filters(xs: &[i32]) -> (i32, i32) {
        let a = filter(|x| x > -50, xs);
        let b = map(|x| x + 1, a);
        let c = filter(|x| x % 2 == 0, b);
        (fold(0, |a, b| a + b, b), fold(0, |a, b| a + b, c))
    }

    kept_together(xs: &[f64]) -> (Vec<f64>, Vec<f64>, f64) {
        let ps = filter(|x| x >= 0.0, xs);
        let roots = map(|p| p.sqrt(), ps);
        let sum = fold(0.0, |a, b| a + b, roots);
        (ps, roots, sum)
    }

    four_ways(ps: &[(f64, f64)]; ; xm: f64 = 0.5, ym: f64 = -0.25) -> (Vec<(f64, f64)>, Vec<(f64, f64)>, Vec<(f64, f64)>, Vec<(f64, f64)>) {
        let sw = filter(|(x, y)| x < xm && y < ym, ps);
        let se = filter(|(x, y)| x >= xm && y < ym, ps);
        let nw = filter(|(x, y)| x < xm && y >= ym, ps);
        let ne = filter(|(x, y)| x >= xm && y >= ym, ps);
        (sw, se, nw, ne)
    }

    split_pairs(ps: &[(i32, f64)]) -> (Vec<i32>, Vec<f64>) {
        let (ks, vs) = filter(|(k, _)| k > 0, ps);
        (ks, vs)
    }

    shadowed(xs: &[i32]) -> (Vec<i32>, i32) {
        let n = fold(0, |a, b| a + b, xs);
        let xs = map(|x| x + n, xs);
        let n = fold(1, |a, b| a.max(b), xs);
        let xs = map(|x| x - n, xs);
        (xs, n)
    }

    scalars_between(xs: &[f64]) -> (Vec<f64>, f64) {
        let n = len(xs) as f64;
        let q = fold(0.0, |a, b| a + b, map(|x| x * x, xs));
        let m = fold(0.0, |a, b| a + b, xs) / n.max(1.0);
        let sd = (q / n.max(1.0) - m * m).abs().sqrt().max(1e-3);
        (map(|x| (x - m) / sd, xs), sd)
    }

    gathered(xs: &[f64], is: &[usize]) -> Vec<f64> {
        map(|x| x + 1.0, gather(xs, is))
    }

    gather_what_was_made(xs: &[i32], is: &[usize]) -> (Vec<i32>, i32) {
        let squares = map(|x| x * x, xs);
        let ys = gather(squares, is);
        (ys, fold(0, |a, b| a + b, filter(|y| y > 100, ys)))
    }

    indexed_by_a_worker(xs: &[i32], table: &[i32]) -> Vec<i32> {
        map(|i, x| x + table[i / 2], 0..len(xs), xs)
    }

    conformed(xs: &[i32], ys: &[i32]) -> Vec<i32> {
        let pos = filter(|x| x >= -1000, xs);
        let zs = conform(ys, pos);
        map(|a, b| a - b, pos, zs)
    }

    returned_under_two_names(xs: &[i32], ys: &[i32]) -> (Vec<i32>, Vec<i32>, Vec<i32>, Vec<i32>) {
        let pos = filter(|x| x >= -1000, xs);
        let same = conform(pos, ys);
        let again = conform(same, xs);
        (pos, again, same, pos)
    }

    externals(xs: &[i32]) -> (Vec<i32>, usize) {
        let ys = map(|x| x + 1, xs);
        let n = external(ys.len() + xs.len());
        (map(|y| y - 1, ys), n)
    }

    no_loop_at_all(xs: &[(f64, u64)]) -> (u32, usize) {
        let seven = 7u32;
        (seven, len(xs) + 1)
    }

    twelve_operators(xs: &[f64], ys: &[f64]) -> (Vec<f64>, f64, f64) {
        let a = map(|x, y| x * y, xs, ys);
        let b = filter(|a| a > 0.0, a);
        let c = map(|b| b.sqrt(), b);
        let sum = fold(0.0, |p, q| p + q, c);
        let top = fold(0.0, f64::max, a);
        let d = map(|x| x / (1.0 + top), xs);
        let e = scan(0.0, |p, q| p + q, d);
        let f = filter(|e| e > 0.0, e);
        let g = map(|f| f * 0.5, f);
        let low = fold(f64::INFINITY, f64::min, g);
        let h = map(|e, y| e + y, e, ys);
        let i = map(|h| h - sum / (1.0 + top), h);
        (i, sum, low)
    }

    // The long steps are a half of their own.
    filters_behind_long_steps(xs: &[f64]) -> (Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>) {
        let ys = map(|x| ((x * x + 0.5) * x - 2.0) * x + x * 0.25 - 1.0, xs);
        let zs = map(|x, y| (y - x) * 0.5 + y * y * 0.125 - x * x + y * x * 3.0, xs, ys);
        let low = filter(|y| y < 10.0, ys);
        let shifted = map(|z| z - 1.0, filter(|z| z > 0.0, zs));
        (low, shifted, filter(|x| x > 0.0, xs), zs)
    }

    filters_behind_long_steps_of_other_sizes(ks: &[u32], xs: &[f64]) -> (Vec<(f64, u32)>, Vec<u32>, Vec<u64>) {
        let hashes = map(|k| ((k ^ (k >> 7)).wrapping_mul(0x9E37) ^ (k << 3)).rotate_left(5), ks);
        let pairs = map(|x, k| (x * x * 0.5 + x * 3.0 - 1.0 + x * (x + 2.0) * 0.25, k & 31), xs, hashes);
        let wide = filter(|h| h % 3 == 1, map(|h| u64::from(h) << 2, hashes));
        (filter(|p| p.1 < 20, pairs), filter(|h| h & 1 == 0, hashes), wide)
    }

    // Long predicates, of which there are two copies.
    filters_that_take_long(xs: &[f64], ks: &[i32]) -> (Vec<f64>, Vec<i32>, Vec<f64>) {
        let near = filter(|x| ((x * x - 2.0) * x + 1.0) * x * x - ((x + 3.0) * x - 5.0) * x < 40.0, xs);
        let far = map(|x| x * 2.0, filter(|x| ((x + 1.0) * x - 7.0) * x + (x * 0.5 - 1.0) * x > 0.0, xs));
        let odd = filter(|k| (k.wrapping_mul(31) ^ (k >> 3)).wrapping_add(k << 2) & 5 == 1, ks);
        (near, odd, far)
    }

    // A block is swept for folds first, and then for what filters keep.

    folds_beside_what_is_kept(xs: &[i64], ys: &[i64]) -> (i64, usize, Vec<i64>, Vec<i64>, Vec<i64>) {
        let sums = map(|x, y| x + y, xs, ys);
        let even = filter(|s| s % 2 == 0, sums);
        let high = filter(|s| s > 40, sums);
        let top = fold(i64::MIN, i64::max, high);
        (fold(top, |a, b| a + b, even), len(filter(|y| y > 3, ys)), even, high, map(|x| x + 1, xs))
    }

    extremes_beside_what_is_kept(xs: &[f64]) -> (f64, f64, f64, Vec<(f64, f64)>) {
        let points = map(|x| (x, x + 1.0), xs);
        let kept = filter(|p| p.0 > 1.0, points);
        let nested = filter(|p| p.1 > 3.0, kept);
        let (low, high) = fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), (c, d)| (a.min(c), b.max(d)), points);
        (low, high, fold(0.0, |a, b| a + b, map(|p| p.0, nested)), kept)
    }

    // Compacted elements are folded from where they are.

    the_farthest_of_what_is_kept(xs: &[f64], ys: &[f64]) -> ((f64, f64), Vec<(f64, f64)>, f64) {
        let points = map(|x, y| (x, y), xs, ys);
        let above = filter(|p| p.0 + p.1 > 1.0, points);
        let farthest = fold((0.0, 0.0), |a, b| if b.0 - b.1 > a.0 - a.1 { b } else { a }, above);
        (farthest, above, fold(0.0, f64::max, map(|p| p.1, above)))
    }

    folds_of_what_several_filters_keep(xs: &[i64]) -> ((i64, i64), (i64, i64), Vec<i64>, Vec<i64>, Vec<i64>) {
        let odd = filter(|x| x % 2 != 0, xs);
        let squares = map(|x| x * x, odd);
        let low = map(|x| x - 7, filter(|x| x < 3, xs));
        let small = filter(|s| s < 400, squares);
        let maps = map(|s| (s % 5, s), small);
        let all = fold((1, 0), |(a, b): (i64, i64), (c, d)| (a.wrapping_mul(c), b.wrapping_mul(c).wrapping_add(d)), maps);
        let sum = fold(0, |a, b| a + b, odd);
        let least = fold(i64::MAX, i64::min, low);
        ((sum, least), all, squares, low, small)
    }

    folds_of_packed_sums(xs: &[f64], ys: &[f64]) -> (f64, f64, f64, Vec<f64>, Vec<f64>) {
        let sums = scan(0.0, |a, b| a + b, map(|x, y| x / (1.0 + y.abs()), xs, ys));
        let some = filter(|s| s > 0.5, sums);
        let doubled = map(|s| s * 2.0, some);
        let first = fold(f64::NAN, |a, b| if a.is_nan() { b } else { a }, doubled);
        (first, fold(0.0, f64::max, some), fold(f64::INFINITY, f64::min, sums), some, doubled)
    }

    nothing_that_is_packed_to_fold(xs: &[i64]) -> (i64, i64, Vec<i64>) {
        let none = filter(|x| x > 1_000_000, xs);
        (fold(5, |a, b| if b > a { b } else { a }, none), fold(6, |a, b| a + b, none), none)
    }

    // At the end of a block `{ x } & 15` is a block and a reference.
    operations_that_begin_with_blocks(xs: &[i64], ys: &[i64]) -> (Vec<i64>, i64, Vec<i64>, i64) {
        let a = map(|x| match x % 3 { 0 => x, _ => 1 - x } & 15, xs);
        let b = fold(0, |a: i64, b: i64| if a > b { a } else { b } | 1, map(|x| x % 1000, xs));
        let c = recurrence(0, |y, x| if y > 50 { 0 } else { y } + x % 7, xs);
        let d = sum(|i| match ys[i] % 2 { 0 => 1, _ => 0 } * 3);
        (a, b, c, d)
    }

    /// Filters that look at neighbours: several elements are kept at a time between the ends.
    first_of_runs(xs: &[i32], ys: &[f64]) -> (Vec<i32>, Vec<usize>, Vec<f64>, usize) {
        let small = map(|x| x % 3, xs);
        let (i, first, _) = filter(|(_, _, is_new)| is_new,
            map(|(i, x), before| (i, x, i == 0 || x != before), zip_with_index(small), at(pad(edge, small), -1)));
        let (peaks, _) = filter(|(_, is_high)| is_high,
            map(|[before, y, behind]| (y, before < y && behind < y), around(pad(0.0, ys))));
        let changes = filter(|is_new| is_new, map(|[a, b, _]| a != b, around(pad(wrap, small))));
        (first, i, peaks, len(changes))
    }
}
