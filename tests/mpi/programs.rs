//! Programs without scans.

use crate::support::{BitsOf, Check, Processes, Whole, same_bits, spread, wave, ways};

same_bits! {
    statistics(xs: [f64] = |i| wave(i)) -> (f64, f64, Vec<f64>) {
        let sum = fold(0.0, |a, b| a + b, xs);
        let most = fold(f64::NEG_INFINITY, |a, b| a.max(b), xs);
        let mean = sum / len(xs) as f64;
        (sum, most, map(|x| (x - mean) * (x - mean), xs))
    }

    several_of_several(xs: [f64] = |i| wave(i), ys: [i64] = |i| i as i64 % 13) -> (Vec<f64>, Vec<i64>, i64) {
        let scaled = map(|x, y| x * y as f64, xs, ys);
        let doubled = map(|y| y * 2, ys);
        (scaled, doubled, fold(0, |a, b| a + b, doubled))
    }

    kept_elements(xs: [f64] = |i| wave(i)) -> (Vec<f64>, usize, f64) {
        let positive = filter(|x| x > 0.0, xs);
        let roots = map(|x| x.sqrt(), positive);
        let long = filter(|x| x > 3.0, roots);
        (long, len(positive), fold(0.0, |a, b| a + b, long))
    }

    two_filters_of_one(xs: [i64] = |i| (i * 31 % 17) as i64) -> (Vec<i64>, Vec<i64>, i64) {
        let even = filter(|x| x % 2 == 0, xs);
        let odd = filter(|x| x % 2 != 0, xs);
        (map(|x| x / 2, even), odd, fold(1, |a, b| a.wrapping_mul(b), map(|x| x | 1, xs)))
    }

    positions(xs: [f64] = |i| wave(i)) -> (Vec<f64>, Vec<usize>) {
        let weights = generate(len(xs), |i| 1.0 / (1 + i) as f64);
        let weighted = map(|x, w| x * w, xs, weights);
        let negative = filter(|(_, x)| x < 0.0, zip_with_index(xs));
        (weighted, map(|(i, _)| i, negative))
    }

    the_least_and_where(xs: [f64] = |i| wave(i)) -> (f64, usize) {
        let pairs = zip_with_index(xs);
        let (at, least) = fold((0, f64::INFINITY), |a, b| if b.1 < a.1 { b } else { a }, pairs);
        (least, at)
    }

    products_that_do_not_commute(xs: [f64] = |i| wave(i)) -> (f64, f64) {
        let maps = map(|x| (1.0 + x * 1e-4, x), xs);
        fold((1.0, 0.0), |(a, b), (c, d)| (c * a, c * b + d), maps)
    }

    from_left_to_right(xs: [f64] = |i| wave(i)) -> (f64, usize) {
        let (sum, far) = fold((0.0, 0), |(sum, far), x| (sum + x * 0.1, far + usize::from(x > 50.0)), |(a, b), (c, d)| (a + c, b + d), xs);
        (sum, far)
    }

    #[cnf(strict)]
    strictly(xs: [f64] = |i| wave(i)) -> (f64, Vec<f64>) {
        let running = scan(0.0, |a, b| a + b, xs);
        (fold(0.0, |a, b| a + b, xs), running)
    }

    looking_up(xs: [f64] = |i| wave(i), at: [usize] = |i| i * i % (i + 1)) -> (Vec<f64>, f64) {
        let found = gather(xs, at);
        (found, fold(0.0, |a, b| a + b, found))
    }

    looking_up_far_away(xs: [f64] = |i| wave(i)) -> (Vec<f64>, f64, Vec<f64>) {
        let n = len(xs);
        let far = generate(8 * n + 9, |i| i as f64 * 0.5);
        let at = map(|i| (n - 1 - i) * 7 + 2, generate(n, |i| i));
        let list = reverse(reverse(at));
        let found = gather(far, list);
        let running = scan(0.0, |a, b| a + b, map(|x, y| x * y, found, xs));
        (found, fold(0.0, |a, b| a + b, found), running)
    }

    looking_up_by_lists(at: [usize] = |i| i * 31 + 7, also: [u16] = |i| (i % 500) as u16) -> (Vec<f64>, Vec<f64>) {
        let far = generate(32 * len(at) + 600, |i| (i as f64).sqrt());
        let both = map(|x, y| x - y, gather(far, at), gather(far, also));
        (both, scan(0.0, |a, b| a + b, both))
    }

    looking_up_what_is_kept(at: [usize] = |i| i * 31 + 7) -> (Vec<f64>, f64) {
        let far = generate(32 * len(at) + 600, |i| (i as f64).sqrt());
        let found = gather(far, at);
        let kept = filter(|x| x > 40.0, found);
        (kept, fold(0.0, |a, b| a + b, found))
    }

    backwards(xs: [f64] = |i| wave(i)) -> (Vec<f64>, f64) {
        let back = reverse(xs);
        let both = map(|x, y| x - y * 0.5, xs, back);
        (both, fold(0.0, |a, b| a + b, both))
    }

    neighbours(xs: [f64] = |i| wave(i)) -> (Vec<f64>, f64) {
        let padded = pad(edge, xs);
        let smooth = generate(|i| (padded[i - 1] + xs[i] + padded[i + 2]) / 3.0);
        (smooth, fold(0.0, |a, b| a.max(b), smooth))
    }

    neighbours_kept(xs: [i64] = |i| (i * i % 77) as i64) -> (Vec<i64>, Vec<i64>) {
        let before = map(|x, y| x.max(y), xs, at(pad(edge, xs), -2));
        let (_, kept) = filter(|(place, _)| place < 900, zip_with_index(before));
        let odd = filter(|d| d % 2 != 0, map(|x, y| (x - y) / 3 + x % 7 * y, xs, at(pad(wrap, xs), 1)));
        (kept, odd)
    }

    far_around(xs: [f64] = |i| wave(i)) -> (Vec<f64>, f64, Vec<f64>) {
        let (around, mirrored, valued) = (pad(wrap, xs), pad(reflect, xs), pad(-2.0, xs));
        let mixed = generate(|i| around[i - 700] - mirrored[i + 3] * 0.5 + valued[i - 5] * xs[i]);
        let high = filter(|x| x > 0.0, mixed);
        (mixed, fold(0.0, |a, b| a + b, mixed), high)
    }

    nothing_else_in_step(xs: [i64] = |i| (i * i % 77) as i64) -> (Vec<i64>, Vec<i64>) {
        let valued = pad(9, xs);
        let pairs = generate(|i| xs[2 * i + 1] - xs[2 * i]);
        (generate(|i| valued[i - 1] * valued[i + 2]), pairs)
    }

    shifted_and_scanned(xs: [f64] = |i| wave(i)) -> (Vec<f64>, Vec<f64>, f64) {
        let around = pad(edge, xs);
        let rises = generate(|i| xs[i + 1] - xs[i]);
        let running = scan(0.0, |a, b| a + b, generate(|i| around[i - 1] * 0.5 + xs[i]));
        let back = scan(0.0, |a, b| a + b, map(|x, y| x * y, reverse(xs), xs));
        (running, back, fold(0.0, |a, b| a + b, rises))
    }
}
