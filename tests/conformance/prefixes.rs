//! Prefixes over an index: along the rows of arrays, and down their columns.

use crate::harness::conformance;

conformance! {
    down_columns(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - 3 * ys[j]);
        let sums = generate(|i, j| sum(..=i, |k| a[[k, j]]));
        let before = generate(|i, j| fold(2i64, |x, y| x.wrapping_mul(y), ..i, |k| a[[k, j]] | 1));
        let most = generate(|i, j| a[[i, j]] - fold(-5, i64::max, ..=i, |k| a[[k, j]] + xs[k]));
        (sums, before, most)
    }

    of_what_takes_long(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - 3 * ys[j]);
        let of_long = generate(|i, j| sum(..=i, |k| {
            let x = a[[k, j]];
            x / 2 + x / 3 + x / 5 + x / 7 + x / 11 + x % 13 + x % 17 + x % 19 + x % 23
        }));
        let long_of = generate(|i, j| {
            let s = sum(..=i, |k| a[[k, j]]);
            s / 2 + s / 3 + s / 5 + s / 7 + s / 11 + s % 13 + s % 17 + s % 19 + s % 23
        });
        (of_long, long_of)
    }

    of_both_axes(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - 3 * ys[j]);
        let areas = generate(|i, j| sum(..=i, |u| sum(..=j, |v| a[[u, v]])));
        let open = generate(|i, j| sum(..i, |u| sum(..j, |v| a[[u, v]])));
        let turned = generate(|i, j| sum(..=j, |v| sum(..=i, |u| a[[u, v]])));
        (areas, open, turned)
    }

    whole_and_folded(xs: &[i64], ys: &[i64]) -> (i64, i64, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - 3 * ys[j]);
        let sums = generate(|i, j| sum(..=i, |k| a[[k, j]]));
        let kept = filter(|x| x % 2 == 0, flatten(sums));
        (fold(i64::MIN, i64::max, sums), fold(0, |x, y| x + y, sums), kept)
    }

    of_three_axes(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 7, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 5, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j, k| xs[i] - 3 * ys[j] + 5 * xs[k]);
        let first = generate(|i, j, k| sum(..=i, |u| a[[u, j, k]]));
        let second = generate(|i, j, k| fold(1, i64::min, ..=j, |u| a[[i, u, k]]));
        let all = generate(|i, j, k| sum(..=i, |u| sum(..=j, |v| sum(..=k, |w| a[[u, v, w]]))));
        (first, second, all)
    }

    of_neighbours(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - 3 * ys[j]);
        let p = pad(edge, a);
        let sums = generate(|i, j| sum(..=i, |k| p[[k - 1, j + 1]] - p[[k + 1, j]]));
        let across = generate(|i, j| sum(..=i, |k| a[[j, k]]));
        (sums, across)
    }

    suffixes(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>) {
        let ends = generate(|j| sum(j.., |k| xs[k] % 1000));
        let behind = generate(|j| xs[j] % 1000 - fold(0, i64::max, j + 1.., |k| xs[k] % 1000));
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x % 1000), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y % 1000), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - 3 * ys[j]);
        let right = generate(|i, j| sum(j.., |k| a[[i, k]]));
        let down = generate(|i, j| a[[i, j]] - sum(i + 1.., |k| a[[k, j]]));
        (ends, behind, right, down, generate(|i| fold(0, |a, b| a + b, i.., |k| xs[k])))
    }

    one_row_and_one_column(xs: &[i64];; one: usize = 1) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let n = len(xs);
        let (row, column) = (reshape(xs, [one, n]), reshape(xs, [n, one]));
        let a = generate(|i, j| sum(..=i, |k| row[[k, j]]));
        let b = generate(|i, j| sum(..=i, |k| column[[k, j]].wrapping_mul(3) % 1000));
        (a, b, generate(|i, j| sum(..i, |k| row[[k, j]])))
    }

    in_place_of_itself(; xs: &mut [i64]; one: usize = 1) -> () {
        let n = len(xs);
        let a = reshape(xs, [n, one]);
        *a = generate(|i, j| sum(..=i, |k| a[[k, j]] % 1000));
    }
}

conformance! {
    on_hosts_only;

    floats_from_the_first_row_on(xs: &[f64], ys: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - 0.3 * ys[j]);
        let sums = generate(|i, j| 0.5 * sum(..=i, |k| a[[k, j]] * a[[k, j]]));
        let least = generate(|i, j| fold(f64::INFINITY, f64::min, ..=i, |k| a[[k, j]]));
        (sums, least)
    }
}
