//! Scans of all kinds.

use crate::support::{BitsOf, Check, Processes, Whole, same_bits, spread, wave, ways};

/// An operator that takes long, so that ranges of a block are scanned side by side.
fn composed((a, b): (f64, f64), (c, d): (f64, f64)) -> (f64, f64) {
    (a * c, b * c + d)
}

same_bits! {
    sums(xs: [f64] = |i| wave(i)) -> (Vec<f64>, Vec<f64>, f64) {
        (scan(0.5, |a, b| a + b, xs), scan_exclusive(0.5, |a, b| a + b, xs), fold(0.0, |a, b| a + b, xs))
    }

    single_precision(xs: [f32] = |i| wave(i) as f32) -> (Vec<f32>, f32) {
        let running = scan(0.0, |a, b| a + b, xs);
        (running, fold(f32::NEG_INFINITY, |a, b| a.max(b), running))
    }

    any_and_all(xs: [f64] = |i| wave(i)) -> (Vec<bool>, Vec<bool>) {
        let large = map(|x| x > 99.0, xs);
        let small = map(|x| x < 99.9, xs);
        (scan(false, |a, b| a | b, large), scan_exclusive(true, |a, b| a & b, small))
    }

    offsets(xs: [usize] = |i| i * 7919 % 5) -> (Vec<usize>, usize) {
        let total = fold(0, |a, b| a + b, xs);
        let starts = scan_exclusive(0, |a, b| a + b, xs);
        (map(|start| total - start, starts), total)
    }

    maxima(xs: [f64] = |i| wave(i) + i as f64 / 100.0) -> (Vec<f64>, Vec<usize>) {
        let most = scan(f64::NEG_INFINITY, |a, b| a.max(b), xs);
        let is_record = map(|x, m| x == m, xs, most);
        let records = filter(|(_, is)| is, zip_with_index(is_record));
        (most, map(|(i, _)| i, records))
    }

    of_scans(xs: [f64] = |i| wave(i)) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
        let once = scan(0.0, |a, b| a + b, xs);
        let twice = scan(0.0, |a, b| a + b, map(|x| x * 1e-3, once));
        let thrice = scan_exclusive(1.0, |a, b| a.max(b), map(|x, y| x - y, xs, twice));
        (once, twice, thrice)
    }

    of_what_a_filter_keeps(xs: [f64] = |i| wave(i)) -> (Vec<f64>, usize) {
        let positive = filter(|x| x > 0.0, xs);
        let running = scan(0.0, |a, b| a + b, map(|x| x.sqrt(), positive));
        (running, len(positive))
    }

    of_expensive_elements(xs: [f64] = |i| wave(i)) -> (Vec<f64>, Vec<f64>) {
        let large = map(|x| (x.sin() * 3.0).exp().ln_1p() + x.cos().atan2(x), xs);
        let running = scan(0.0, |a, b| a + b, large);
        (running, map(|x, y| x * y, large, running))
    }

    of_maps_that_do_not_commute(xs: [f64] = |i| wave(i)) -> (Vec<f64>, Vec<f64>) {
        let maps = map(|x| (1.0 + x * 1e-4, x), xs);
        let all = scan((1.0, 0.0), composed, maps);
        (map(|(a, _)| a, all), map(|(_, b)| b, all))
    }

    products_after_products(xs: [f64] = |i| wave(i)) -> (Vec<f64>, Vec<f64>) {
        let once = scan(1.0, |a, b| a * b, map(|x| 1.0 + x * 1e-5, xs));
        let twice = scan(1.0, |a, b| a * b, map(|x| x * 0.5, once));
        (once, twice)
    }

    within_segments(xs: [f64] = |i| wave(i), keys: [u32] = |i| (i / 700 * 31 % 17) as u32) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
        let heads = map(|x| x > 99.5, xs);
        let running = scan_by(heads, 0.0, |a, b| a + b, xs);
        let before = scan_exclusive_by(heads, 1.0, |a, b| a.max(b), xs);
        let (_, sums) = fold_by(keys, 0.0, |a, b| a + b, xs);
        (running, before, sums)
    }

    one_segment(xs: [i64] = |i| i as i64 % 100) -> (Vec<i64>, Vec<i64>) {
        let heads = map(|x| x > 1000, xs);
        let running = scan_by(heads, 7, |a, b| a + b, xs);
        (running, map(|x, y| x + y, xs, running))
    }

    recurrences_that_compose(xs: [f64] = |i| wave(i)) -> (Vec<f64>, f64) {
        let smooth = recurrence(0.0, |y, x| 0.9 * y + 0.1 * x, xs);
        (smooth, fold(0.0, |a, b| a + b, smooth))
    }

    recurrences_of_pairs(xs: [f64] = |i| wave(i)) -> (Vec<f64>, Vec<f64>) {
        let (position, speed) = recurrence((1.0, 0.0), |(p, v), x| (p + 0.01 * v, v - 0.01 * p + x), xs);
        (position, speed)
    }

    recurrences_of_integers(xs: [u32] = |i| (i * 7919 % 1009) as u32) -> (Vec<u32>, u32) {
        let hash = recurrence(17u32, |h, x| h.wrapping_mul(31).wrapping_add(x), xs);
        (hash, fold(0, |a, b| a ^ b, hash))
    }

    recurrences_whose_numbers_overflow(xs: [f64] = |i| if i == 600 || i == 40_000 { f64::INFINITY } else { wave(i) }) -> (Vec<f64>, Vec<f64>) {
        let capped = map(|x| if x > 1e300 { f64::INFINITY } else { 0.5 }, xs);
        let after = recurrence(1.0, |y, a, x| a * y + x, capped, xs);
        (after, recurrence(0.0, |y, x| 0.9 * y + x, xs))
    }

    recurrences_that_do_not_compose(xs: [f64] = |i| wave(i)) -> (Vec<f64>, f64) {
        let floor = recurrence(0.0, |y, x| (y + x) % 3.0, xs);
        let running = scan(0.0, |a, b| a + b, floor);
        (running, fold(0.0, |a, b| a + b, xs))
    }

    beside_a_recurrence(xs: [f64] = |i| wave(i)) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
        let running = scan(0.0, |a, b| a + b, xs);
        let smooth = recurrence(0.0, |y, x| 0.5 * y + x, running);
        let after = scan_exclusive(0.0, |a, b| a + b, smooth);
        (running, smooth, after)
    }
}
