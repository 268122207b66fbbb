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

    of_a_few_rows_or_columns(xs: &[i64], ws: &[u8]) -> (Vec<i64>, Vec<i64>, i64, i64) {
        let n = len(ws) % 4;
        let (_, few) = filter(|(i, _)| i < n, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, many) = filter(|(i, _)| i < 700, map(|i, x| (i, x % 7), 0..len(xs), xs));
        let wide = recurrence(1, |d, i, j| {
            let near = d[[i - 1, j - 1]] + d[[i, j - 1]] - d[[i - 1, j]];
            (near + few[i] * many[j]) % 1009
        });
        let high = recurrence(2, |d, i, j| {
            let near = d[[i - 1, j - 1]] - d[[i, j - 1]] + d[[i - 1, j]];
            (near + many[i] - few[j]) % 1009
        });
        (wide, high, fold(0, |_, last| last, wide), fold(0, |a, b| a + b, high))
    }

    #[cnf(loops = 3)]
    tables_that_nothing_keeps(xs: &[u8], ys: &[u8]) -> (u32, i32, i64, (u32, u32)) {
        let (_, xs) = filter(|(i, _)| i < 60, map(|i, x| (i, x % 5), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 1300, map(|i, y| (i, y % 5), 0..len(ys), ys));
        let common = recurrence(0u32, |d, i, j| {
            if xs[i] == ys[j] { d[[i - 1, j - 1]] + 1 } else { d[[i - 1, j]].max(d[[i, j - 1]]) }
        });
        let scores = recurrence(0i32, |d, i, j| {
            let here = if xs[i] == ys[j] { 2 } else { -1 };
            (d[[i - 1, j - 1]] + here).max(d[[i - 1, j]] - 1).max(d[[i, j - 1]] - 1).max(0)
        });
        let whole = map(|score| score as i64, scores);
        (
            fold(0, |_, last| last, common),
            fold(0, i32::max, scores),
            fold(0, |a, b| a + b, whole),
            fold((0, 0), |a, b| if a.0 < b.0 { b } else { a }, map(|d| (d % 7, d), common)),
        )
    }

    far_to_the_left_and_above(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>, i64) {
        let (_, xs) = filter(|(i, _)| i < 12, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let one = recurrence(1, |d, i, j| (d[[i - 2, j]] - d[[i, j - 3]] + xs[i] - ys[j]) % 1000);
        let two = recurrence(2, |d, i, j| {
            (d[[i - 3, j - 2]] + d[[i - 1, j - 3]] - d[[i - 2, j - 1]] + d[[i - 2, j]] + xs[i] + ys[j]) % 1000
        });
        let three = recurrence(3, |d, i, j| (d[[i - 4, j]] - d[[i, j - 1]] + xs[i] - ys[j]) % 1000);
        let four = recurrence(4, |d, i, j| (d[[i + 1, j]] - d[[i, j + 2]] + d[[i + 2, j + 2]] + ys[j] - xs[i]) % 1000);
        (one, two, three, four, fold(0, |_, last| last, two))
    }

    of_one_count_and_other_shapes(xs: &[i64], ws: &[u8]) -> (Vec<i64>, Vec<i64>) {
        let w = len(ws) % 9 + 1;
        let (_, few) = filter(|(i, _)| i < 600, map(|i, x| (i, x), 0..len(xs), xs));
        let h = len(few) / w;
        let few = generate([0..h * w], |i| few[i]);
        let (a, b) = (reshape(few, [h, w]), reshape(few, [w, h]));
        let one = recurrence(0, |d, i, j| (d[[i - 1, j]] - d[[i, j - 1]] + a[[i, j]]) % 1000);
        let two = recurrence(0, |d, i, j| (d[[i - 1, j]] + d[[i - 1, j - 1]] + b[[i, j]]) % 1000);
        (flatten(one), flatten(two))
    }

    in_each_plane(xs: &[i64], ys: &[i64]) -> (Vec<i64>, i64) {
        let (_, xs) = filter(|(i, _)| i < 7, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 40, map(|i, y| (i, y), 0..len(ys), ys));
        let all = recurrence(5, |d, i, j, k| {
            (d[[i, j - 1, k]] - d[[i, j, k - 1]] + d[[i, j - 1, k - 1]] + xs[i] + xs[j] - ys[k]) % 1000
        });
        (all, fold(0, |_, last| last, all))
    }

    with_prefixes_in_its_loop(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 12, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let d = recurrence(0, |d, i, j| (d[[i - 1, j]] - d[[i, j - 1]] + xs[i] * ys[j]) % 1000);
        (generate(|i, j| sum(..=j, |k| d[[i, k]])), generate(|i, j| sum(..=i, |k| d[[k, j]])))
    }

    panels_of_rows(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, i64, Vec<(i64, bool)>) {
        let (_, xs) = filter(|(i, _)| i < 131, map(|i, x| (i, x % 100), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 70, map(|i, y| (i, y % 100), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] * 3 - ys[j]);
        let one = recurrence(1, |d, i, j| {
            let near = d[[i - 1, j - 1]] - d[[i, j - 1]];
            (near + a[[i, j]] - a[[i, j + 1]] + i as i64) % 1000
        });
        let two = recurrence(2, |d, i, j| (d[[i + 1, j]] + d[[i, j + 1]] - ys[j] + xs[i]) % 1000);
        let (three, odd) = recurrence((3, true), |(d, odd), i, j| {
            let next = (d[[i, j - 1]] - d[[i - 2, j - 1]]) % 1000 + j as i64;
            (if odd[[i - 1, j]] { next - ys[j] } else { next + xs[i] }, next % 2 != 0)
        });
        (one, two, fold(0, |_, last| last, three), map(|x, y| (x, y), flatten(three), flatten(odd)))
    }

    of_spaces_that_are_given(xs: &[i64], ws: &[u8]) -> (Vec<u64>, Vec<i64>, Vec<i64>, Vec<u64>) {
        let n = len(ws) % 80;
        let (_, few) = filter(|(i, _)| i < 70, map(|i, x| (i, x % 100), 0..len(xs), xs));
        let ways = recurrence(0u64, [n, 70], |d, i, j| {
            if i == 0 || j == 0 { 1 } else { (d[[i - 1, j]] + d[[i, j - 1]]) % 1_000_003 }
        });
        let part = recurrence(1, [1..n + 1, ..], |d, i, j| {
            (d[[i, j + 1]] - d[[i - 1, j]] + few[j] * i as i64) % 1009
        });
        // The axes change places.
        let turned = recurrence(2, [.., n], |d, i, j| (d[[i + 1, j - 1]] + d[[i - 1, j]] - few[i]) % 1009);
        let line = recurrence(1, 0..n, |f, i| (f[i - 1] + f[i - 2] * 3) % 1009);
        (ways, flatten(part), flatten(turned), line)
    }
}
