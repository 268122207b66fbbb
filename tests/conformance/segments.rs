//! Scans that begin anew at each segment, and folds of runs of equal keys.

use crate::harness::conformance;

conformance! {
    #[cnf(loops = 1)]
    running(heads: &[bool], xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let inclusive = scan_by(heads, 100, |a, b| a + b, xs);
        let exclusive = heads.scan_exclusive_by(100, |a, b| a + b, xs);
        (inclusive, exclusive)
    }

    before_another_scan(heads: &[bool], xs: &[usize]) -> (Vec<usize>, Vec<usize>) {
        let starts = scan_exclusive_by(heads, 7, |a, b| a + b, xs);
        (starts, scan_exclusive(11, |a, b| a.max(b), starts))
    }

    floats_in_a_loop(xs: &[f64], ys: &[f64]) -> (Vec<f64>, f64) {
        let heads = map(|x| x > 14.0, xs);
        let sums = scan_by(heads, 0.5, |a, b| a + b, map(|x, y| x * y, xs, ys));
        let shown = map(|s| s * 0.5, sums);
        (shown, fold(f64::NEG_INFINITY, f64::max, shown))
    }

    no_first_segment(us: &[u32], xs: &[i64]) -> Vec<i64> {
        let count = scan(0, |a, b| a + b, us);
        let heads = map(|c| c % 20_000 < 60, count);
        scan_by(heads, i64::MIN, |a, b| a.max(b), xs)
    }

    only_associative_by_segments(bs: &[u8], us: &[u32]) -> (Vec<u32>, Vec<u32>) {
        let heads = map(|b| b < 3, bs);
        let pairs = map(|u| (u % 7 + 1, u % 5), us);
        let steps = scan_by(heads, (1, 0), |(a, b), (c, d)| (a * c % 1009, (b * c + d) % 1009), pairs);
        let (a, b) = map(|(a, b)| (a, b), steps);
        (a, b)
    }

    #[cnf(loops = 1)]
    group_sums(keys: &[bool], xs: &[i64]) -> (Vec<bool>, Vec<i64>) {
        let (ks, sums) = fold_by(keys, 0, |a, b| a + b, xs);
        (ks, sums)
    }

    #[cnf(loops = 1)]
    computed_keys(us: &[u32], bs: &[u8], xs: &[f64]) -> (Vec<(u32, bool)>, Vec<f64>) {
        let hours = map(|u| u / 8, us);
        let keys = map(|h, b| (h % 3, b > 99), hours, bs);
        let (ks, sums) = fold_by(keys, 0.5, |a, b| a + b, map(|x| x * 2.0, xs));
        (ks, sums)
    }

    long_runs(us: &[u32], xs: &[f64]) -> (Vec<u32>, Vec<f64>, usize) {
        let times = scan(0, |a, b| a + b, us);
        let minutes = map(|t| t / 100_000, times);
        let (minute, total) = fold_by(minutes, 0.25, |a, b| a + b, xs);
        (minute, total, len(total))
    }

    runs_of_pairs(bs: &[u8], us: &[u32]) -> (Vec<(u8, bool)>, u32) {
        let keys = map(|b, u| (b / 40, u % 16 == 0), bs, us);
        let (ks, most) = keys.fold_by(0, |a, b| a.max(b), us);
        let large = filter(|(_, m)| m > 50, map(|k, m| (k, m), ks, most));
        (map(|(k, _)| k, large), fold(0, |a, b| a + b, most))
    }

    runs_of_what_is_kept(xs: &[i64], bs: &[u8]) -> (Vec<u8>, Vec<i64>) {
        let pairs = filter(|(x, _)| x % 3 != 0, map(|x, b| (x, b), xs, bs));
        let keys = map(|(_, b)| b / 50, pairs);
        let (ks, sums) = fold_by(keys, 1, |a, b| a + b, map(|(x, _)| x, pairs));
        (ks, scan(0, |a, b| a + b, sums))
    }
}

// Names of the user's that the expression behind the combinators has as well.
conformance! {
    names_of_its_own(heads: &[bool], xs: &[i64]; ; head: i64 = 2, begun: i64 = 3, prefix: i64 = 5) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let x = scan_by(heads, prefix * begun, |a, b| a + b + head - 2, map(|x| x * begun, xs));
        let (k, last) = fold_by(map(|h| h & true, heads), prefix, |b, a| b + a + begun - 3, xs);
        (x, map(|k| k as i64, k), last)
    }

    keys_made_in_place(xs: &[i64]) -> (Vec<usize>, Vec<i64>, Vec<usize>, Vec<i64>) {
        let (each, ones) = fold_by(0..len(xs), 1, |a, b| a + b, xs);
        let (threes, sums) = fold_by(map(|i| i / 3, 0..len(xs)), 0, |a, b| a + b, xs);
        (each, ones, threes, sums)
    }
}
