//! Recurrences whose elements follow from others along several axes.

use crate::harness::conformance;

conformance! {
    on_hosts_only;

    #[cnf(loops = 3)]
    common_subsequences(xs: &[u8], ys: &[u8]) -> (Vec<u32>, u32) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x % 5), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y % 5), 0..len(ys), ys));
        let d = recurrence(0u32, |d, i, j| {
            if xs[i] == ys[j] { d[[i - 1, j - 1]] + 1 } else { d[[i - 1, j]].max(d[[i, j - 1]]) }
        });
        (d, fold(0, |_, last| last, d))
    }

    from_all_corners(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 12, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 17, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - 3 * ys[j]);
        let one = recurrence(1, |d, i, j| (d[[i - 1, j]] + d[[i, j - 2]] + a[[i, j]]) % 1000);
        let two = recurrence(2, |d, i, j| (d[[i + 1, j]] - d[[i, j + 1]] + a[[i, j]]) % 1000);
        let three = recurrence(3, |d, i, j| (d[[i - 1, j]] - d[[i + 2, j + 1]] + xs[i]) % 1000 - ys[j]);
        let four = recurrence(4, |d, i, j| (d[[i - 2, j + 1]] + d[[i - 1, j - 2]] + ys[j]) % 1000 + xs[i]);
        (one, two, three, map(|x, y| x - y, flatten(four), flatten(a)))
    }

    of_the_diagonal_alone(xs: &[f64], ys: &[f64]) -> (Vec<f64>, f64) {
        let (_, xs) = filter(|(i, _)| i < 12, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 17, map(|i, y| (i, y), 0..len(ys), ys));
        let d = recurrence(0.5, |d, i, j| d[[i - 1, j - 1]] * 0.5 + xs[i] - ys[j + 1]);
        (d, fold(0.0, f64::max, d))
    }

    errors_diffused(xs: &[f64], ws: &[u8]) -> (Vec<f64>, Vec<bool>) {
        let w = len(ws) % 9 + 1;
        let (_, few) = filter(|(i, _)| i < 600, map(|i, x| (i, x), 0..len(xs), xs));
        let h = len(few) / w;
        let few = generate([0..h * w], |i| few[i]);
        let a = reshape(few, [h, w]);
        let (errors, points) = recurrence((0.0, false), |(e, _), i, j| {
            let near = 7.0 * e[[i, j - 1]] + e[[i - 1, j - 1]] + 5.0 * e[[i - 1, j]] + 3.0 * e[[i - 1, j + 1]];
            let value = a[[i, j]] + near / 16.0;
            (if value > 0.5 { value - 1.0 } else { value }, value > 0.5)
        });
        (errors, points)
    }

    of_three_axes(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 7, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 5, map(|i, y| (i, y), 0..len(ys), ys));
        let all = recurrence(1, |d, i, j, k| {
            (d[[i - 1, j, k]] - d[[i, j - 1, k + 1]] + d[[i, j, k - 1]] + xs[i] - ys[j] + xs[k]) % 1000
        });
        let each = recurrence(-1, |d, i, j, k| {
            (d[[i, j - 1, k]] + d[[i, j, k + 1]] + xs[i] * ys[j] - ys[k]) % 1000
        });
        (all, each)
    }

    among_other_loops(xs: &[i64], ys: &[i64]; ; start: i64 = 3) -> (Vec<i64>, Vec<i64>, i64, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 22, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 19, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - ys[j]);
        let d = recurrence(start, |d, i, j| (d[[i - 1, j]].max(d[[i, j - 1]]) + a[[i, j + 1]]) % 1000);
        let steps = generate(|i, j| d[[i, j + 1]] - d[[i, j]]);
        let kept = filter(|x| x % 3 == 0, flatten(d));
        (scan(0, |a, b| a + b, flatten(d)), kept, sum(flatten(d)), generate(|i| sum(|j| steps[[i, j]])))
    }
}
