//! Programs that write at computed positions.

use crate::support::{BitsOf, Check, Processes, Whole, same_bits, spread, wave, ways};

/// An operator of which nothing is known.
fn mixed(a: f64, b: f64) -> f64 {
    a + b + a * b * 1e-4
}

fn fifth(x: f64) -> usize {
    (0..4).filter(|part| x > f64::from(*part)).count()
}

fn slow(x: f64) -> f64 {
    (0..3).fold(x, |y, _| 0.5 * y + x)
}

same_bits! {
    permuted(xs: [f64] = |i| wave(i)) -> (Vec<f64>, f64) {
        let n = len(xs);
        let at = map(|i| n - 1 - i, generate(n, |i| i));
        let back = scatter(xs, at, map(|x| x * 2.0, xs));
        (back, fold(0.0, |a, b| a + b, xs))
    }

    into_a_longer_array(xs: [f64] = |i| wave(i), to: [u32] = |i| 2 * i as u32 + 1) -> (Vec<f64>, Vec<u32>) {
        let zeros = generate(2 * len(xs) + 3, |i| i as f64);
        (scatter(zeros, to, xs), map(|i| i + 1, to))
    }

    kept_at_positions(xs: [f64] = |i| wave(i)) -> (Vec<f64>, usize) {
        let positive = filter(|(_, x)| x > 0.0, zip_with_index(xs));
        let at = map(|(i, _)| i, positive);
        (scatter(xs, at, map(|(_, x)| x.sqrt(), positive)), len(at))
    }

    the_last_of_a_position_stays(xs: [f64] = |i| wave(i)) -> (Vec<f64>, Vec<usize>) {
        let pairs = zip_with_index(xs);
        let none = generate(10, |i| (i, -1.0));
        let last = scatter(none, map(|(i, _)| i * 7 % 10, pairs), pairs);
        (map(|(_, x)| x, last), map(|(i, _)| i, last))
    }

    counts_of_few(xs: [f64] = |i| wave(i)) -> (Vec<u32>, f64) {
        let zeros = generate(7, |_| 0u32);
        let bins = map(|x| ((x + 100.0) / 30.0) as usize, xs);
        let counts = reduce_by_index(zeros, |a, b| a + b, bins, map(|_| 1u32, xs));
        (counts, fold(0.0, |a, b| a + b, xs))
    }

    sums_of_few(xs: [f64] = |i| wave(i)) -> (Vec<f64>, Vec<f64>) {
        let zeros = generate(5, |i| if i.is_multiple_of(2) { -0.0 } else { 0.1 });
        let bins = generate(len(xs), |i| i * i % 3);
        let sums = reduce_by_index(zeros, |a, b| a + b, bins, xs);
        let most = reduce_by_index(map(|x: f64| -x / 0.0, zeros), |a: f64, b: f64| a.max(b), bins, xs);
        (sums, most)
    }

    sums_of_many(xs: [f64] = |i| wave(i)) -> (Vec<f64>, f64) {
        let zeros = generate(900, |i| 1.0 / (1 + i) as f64);
        let bins = generate(len(xs), |i| i * 7919 % 900);
        let sums = reduce_by_index(zeros, |a, b| a + b, bins, xs);
        (sums, fold(0.0, |a, b| a + b, sums))
    }

    as_many_as_elements(xs: [f64] = |i| wave(i)) -> (Vec<f64>, f64) {
        let bins = map(|(i, _)| i / 3, zip_with_index(xs));
        (reduce_by_index(xs, |a, b| a + b, bins, xs), fold(0.0, |a, b| a + b, xs))
    }

    by_any_operator(xs: [f64] = |i| wave(i)) -> (Vec<f64>, Vec<f64>) {
        let zeros = generate(13, |i| i as f64);
        let bins = generate(len(xs), |i| i * 31 % 13);
        let all = reduce_by_index(zeros, mixed, bins, xs);
        (all, map(|x| x + 1.0, xs))
    }

    of_functions_from_outside(xs: [f64] = |i| wave(i)) -> (Vec<f64>, Vec<f64>) {
        let sums = reduce_by_index(generate(5, |_| 0.1), |a, b| a + b, map(fifth, xs), map(slow, xs));
        let all = reduce_by_index(generate(3, |_| 1.0), mixed, map(|x| fifth(x) / 2, xs), map(slow, xs));
        (sums, all)
    }

    two_of_other_lengths(xs: [f64] = |i| wave(i)) -> (Vec<f64>, Vec<f64>) {
        let few = reduce_by_index(generate(4, |_| 0.0), |a, b| a + b, generate(len(xs), |i| i % 4), xs);
        let more = reduce_by_index(generate(400, |_| 1.0), |a, b| a * b, generate(len(xs), |i| i % 400), map(|x| 1.0 + x * 1e-3, xs));
        (few, more)
    }

    beside_a_scan(xs: [f64] = |i| wave(i)) -> (Vec<f64>, Vec<f64>) {
        let running = scan(0.0, |a, b| a + b, xs);
        let sums = reduce_by_index(generate(3, |_| 0.0), |a, b| a + b, generate(len(xs), |i| i % 3), running);
        (running, sums)
    }

    beside_a_filter(xs: [f64] = |i| wave(i)) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
        let positive = filter(|x| x > 0.0, xs);
        let bins = map(|x| x as usize % 6, positive);
        let sums = reduce_by_index(generate(6, |_| 0.0), |a, b| a + b, bins, positive);
        let all = reduce_by_index(generate(6, |_| 0.0), |a, b| a + b, generate(len(xs), |i| i % 6), xs);
        (positive, sums, all)
    }

    #[cnf(strict)]
    strictly_into_bins(xs: [f64] = |i| wave(i)) -> (Vec<f64>, f64) {
        let sums = reduce_by_index(generate(3, |_| 0.0), |a, b| a + b, generate(len(xs), |i| i % 3), xs);
        (sums, fold(0.0, |a, b| a + b, xs))
    }
}
