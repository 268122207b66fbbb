//! Programs over rows, columns and lanes of other axes.

use crate::harness::conformance;

conformance! {
    row_totals(xs: &[i64], ws: &[u8]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let k = len(ws) % 7 + 1;
        let h = len(xs) / k;
        let xs = generate(h * k, |i| xs[i]);
        let a = reshape(xs, [h, k]);
        let sums = map(|row| fold(0, |a, b| a + b, row), rows(a));
        let tops = map(|column| fold(i64::MIN, i64::max, map(|x| x - 3, column)), columns(a));
        (sums, tops, map(|row, s| s - fold(0, |a, b| a + b, map(|x| x * 2, row)), rows(a), sums))
    }

    centred_rows(xs: &[f64], ws: &[u8]) -> (Vec<f64>, Vec<f64>) {
        let k = len(ws) % 7 + 1;
        let h = len(xs) / k;
        let xs = generate(h * k, |i| xs[i]);
        let a = reshape(xs, [h, k]);
        let (means, centred) = map(|row| {
            let mean = fold(0.0, |a, b| a + b, row) / len(row) as f64;
            (mean, map(|x| x - mean, row))
        }, rows(a));
        (means, map(|column| {
            let most = fold(f64::NEG_INFINITY, f64::max, column);
            let e = map(|x| (x - most) * 0.5, column);
            let z = fold(0.0, |a, b| a + b, e);
            map(|e| e - z, e)
        }, columns(centred)))
    }

    row_scans(xs: &[i64], ws: &[u8]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>) {
        let k = len(ws) % 7 + 1;
        let h = len(xs) / k;
        let xs = generate(h * k, |i| xs[i]);
        let a = reshape(xs, [h, k]);
        let along = map(|row| scan(1, |a, b| a + b, row), rows(a));
        let down = map(|column| scan_exclusive(0, i64::max, map(|x| x - 1, column)), columns(a));
        let back = map(|row| reverse(scan(0, |a, b| a + b, reverse(row))), rows(a));
        let sorted = map(|row| {
            let top = fold(i64::MIN, i64::max, row);
            let sums = scan(0, |a, b| a + b, map(|x| x - top, row));
            map(|s, x| s + x * 2, sums, row)
        }, rows(a));
        (along, down, back, sorted)
    }

    row_filters(xs: &[i64], ws: &[u8]) -> (Vec<i64>, Vec<usize>, Vec<i64>) {
        let k = len(ws) % 7 + 1;
        let h = len(xs) / k;
        let xs = generate(h * k, |i| xs[i]);
        let a = reshape(xs, [h, k]);
        let (sums, counts) = map(|row| {
            let gts = filter(|x| x > 3, row);
            let even = filter(|x| x % 2 == 0, map(|x| x + 1, gts));
            (fold(10, |a, b| a + b, gts), len(gts) * 100 + len(even))
        }, rows(a));
        let lasts = map(|column| {
            let mean = fold(0, |a, b| a + b, column) / (len(column) as i64 + 1);
            let gts = filter(|x| x > mean, column);
            let sums = scan(0, |a, b| a + b, gts);
            fold(0, i64::max, map(|s, x| s * 2 - x, sums, gts))
        }, columns(a));
        (sums, counts, lasts)
    }

    row_neighbours(xs: &[i64], ws: &[u8]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>) {
        let k = len(ws) % 7 + 1;
        let h = len(xs) / k;
        let xs = generate(h * k, |i| xs[i]);
        let a = reshape(xs, [h, k]);
        let steps = map(|row| map(|x, next| next - x, row, at(row, 1)), rows(a));
        let padded = map(|column| {
            let p = pad(edge, column);
            map(|[before, x, after]| before + 2 * x - after, around(p))
        }, columns(a));
        let turned = map(|row| map(|x, r| x - r, row, reverse(row)), rows(a));
        let most = map(|row| fold(0, i64::max, generate(|j| (row[j + 1] - row[j]).abs())), rows(a));
        (steps, padded, turned, most)
    }

    rows_and_others(xs: &[i64], ws: &[u8]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<(usize, i64)>) {
        let k = len(ws) % 7 + 1;
        let h = len(xs) / k;
        let xs = generate(h * k, |i| xs[i]);
        let a = reshape(xs, [h, k]);
        let b = generate(|j, i| a[[i, j]] * 2 - 1);
        let weights = generate(k, |j| (j * j) as i64);
        let dots = map(|row, column| fold(0, |a, b| a + b, map(|x, y| x * y, row, column)), rows(a), columns(b));
        let weighted = map(|row, d| {
            let top = fold(0, i64::max, row);
            map(|x, w, place| x * w + d - top + place as i64, row, weights, 0..len(row))
        }, rows(a), dots);
        let summed = map(|row| sum(|j| row[j] * weights[j]) - row[0], rows(a));
        (dots, weighted, summed, map(|row| zip_with_index(row), rows(a)))
    }

    lanes_of_three_axes(xs: &[i64], ws: &[u8]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let k = len(ws) % 3 + 1;
        let h = len(xs) / (k * 2);
        let xs = generate(h * k * 2, |i| xs[i]);
        let a = reshape(xs, [h, 2, k]);
        let sums = map(|lane| fold(0, |a, b| a + b, lane), lanes(1, a));
        let scans = map(|lane, s| map(|x| x - s, scan(0, |a, b| a + b, lane)), lanes(0, a), map(|lane| len(lane), lanes(0, a)).map(|n| n as i64));
        (sums, scans, map(|lane| { let t = fold(1, |a, b| a + b, lane); map(|x| x * t, lane) }, lanes(2, a)))
    }

    rows_by_segments(xs: &[i64], ws: &[u8]) -> (Vec<i64>, Vec<i64>, i64) {
        let k = len(ws) % 7 + 1;
        let h = len(xs) / k;
        let xs = generate(h * k, |i| xs[i]);
        let a = reshape(xs, [h, k]);
        let runs = map(|row| scan_by(map(|x| x % 3 == 0, row), 0, |a, b| a + b, row), rows(a));
        let (lo, hi) = map(|row| (fold(i64::MAX, i64::min, row), fold(i64::MIN, i64::max, row)), rows(a));
        let widest = fold(0, i64::max, map(|lo, hi| hi - lo, lo, hi));
        (runs, map(|row| fold(0, |n, x| n + x % 2, |a, b| a + b, row), rows(a)), widest)
    }

    recurrences_along_axes(xs: &[i64], ws: &[u8]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<f64>) {
        let k = len(ws) % 7 + 1;
        let h = len(xs) / k;
        let xs = generate(h * k, |i| xs[i]);
        let a = reshape(xs, [h, k]);
        let right = recurrence(1, |d, i, j| 2 * d[[i, j - 1]] % 101 + a[[i, j]]);
        let up = recurrence(-1, |d, i, j| d[[i + 1, j]] % 7 - d[[i + 2, j]] % 5 + a[[i, j]]);
        let inner = recurrence(3, |d, i, j| d[[i - 1, j]] % 11 - a[[i, j + 1]] + right[[i, j]]);
        let smooth = map(|row| recurrence(0.5, |y, x| 0.5 * y + x as f64, row), rows(a));
        (right, up, inner, smooth)
    }

    recurrences_of_one_index(xs: &[i64], ys: &[f64]) -> (Vec<i64>, Vec<f64>, Vec<i64>, Vec<f64>) {
        let back = recurrence(1, |d, i| d[i + 1] % 9 + xs[i] - xs[i + 1]);
        let biquad = recurrence(0.0, |y, i| 0.25 * y[i - 1] - 0.125 * y[i - 2] + ys[i]);
        let (a, b) = recurrence((0, 1.0), |(a, b), i| (a[i - 1] % 13 + xs[i], 0.5 * b[i - 1] + ys[i]));
        (back, biquad, a, b)
    }

    windows_and_chunks(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>) {
        let squares = map(|y| y % 10, ys);
        let w = windows(3, squares);
        let sums = map(|w| fold(0, |a, b| a + b, w), rows(w));
        let tops = map(|w| fold(i64::MIN, i64::max, map(|x| x - w[1], w)), rows(windows(4, xs)));
        let kernel = generate(|i| sum(|j| w[[i, j]] * (j as i64 + 1)));
        let n = len(xs) / 5 * 5;
        let c = chunks(5, generate(n, |i| xs[i]));
        (sums, tops, kernel, map(|c| fold(0, i64::max, c), rows(c)))
    }

    windows_as_arrays(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (_, few) = filter(|(i, _)| i < 30, map(|i, x| (i, x), 0..len(xs), xs));
        let w = windows(4, few);
        let centred = map(|row| {
            let most = fold(i64::MIN, i64::max, row);
            map(|x| most - x, row)
        }, rows(w));
        (centred, map(|x, y| y - x, ys, at(ys, 3 * len(few) / 7)))
    }

    one_name_for_two_arrays(xs: &[i64], ws: &[u8]) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ws) = filter(|(i, _)| i < 37, map(|i, w| (i, w), 0..len(ws), ws));
        let t = generate(|i, j| xs[i] * 2 + ws[j] as i64);
        let t = generate(|i| fold(3, i64::max, |j| t[[i, j]]));
        let u = generate(|i| sum(|k| t[k] * (k as i64)) - t[i]);
        (t, u)
    }

    starts_of_rows(xs: &[i64], ws: &[u8]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>) {
        let k = len(ws) % 7 + 1;
        let h = len(xs) / k;
        let xs = generate(h * k, |i| xs[i]);
        let a = reshape(xs, [h, k]);
        let starts = generate(h, |i| i as i64 * 3 - 1);
        let sums = map(|row, s| scan(s, |a, b| a + b, row), rows(a), starts);
        let tops = map(|column| {
            let least = fold(i64::MAX, i64::min, column);
            scan_exclusive(least, i64::max, map(|x| x / 2, column))
        }, columns(a));
        let kept = map(|row, s| {
            let few = filter(|x| x % 3 != 0, row);
            fold(0, i64::max, map(|x, y| x - y, scan(s, |a, b| a + b, few), few))
        }, rows(a), starts);
        let states = map(|row, s| recurrence(s, |y, x| (y * 2 + x) % 97, row), rows(a), starts);
        (sums, tops, kept, states)
    }

    padded_in_place(xs: &[i64], ws: &[u8]) -> (Vec<i64>, Vec<i64>) {
        let k = len(ws) % 7 + 1;
        let h = len(xs) / k;
        let xs = generate(h * k, |i| xs[i]);
        let a = reshape(xs, [h, k]);
        let smooth = map(|row| map(|[l, x, r]| l - 2 * x + r, around(pad(edge, row))), rows(a));
        (smooth, map(|column| map(|x, y| x - y, column, at(pad(0, column), -2)), columns(a)))
    }

    recurrences_over_places(xs: &[i64], ws: &[u8]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let k = len(ws) % 7 + 1;
        let h = len(xs) / k;
        let xs = generate(h * k, |i| xs[i]);
        let a = reshape(xs, [h, k]);
        let shifts = generate(h, |i| i as i64 * 3 - 1);
        let forwards = map(|row, s| {
            let least = fold(i64::MAX, i64::min, row);
            recurrence(0, |y, k| y[k - 1] % 7 + row[k] - least + s)
        }, rows(a), shifts);
        let upwards = map(|c| recurrence(1, |y, k| (y[k + 1] + y[k + 2]) % 5 + c[k]), columns(a));
        let pairs = map(|row| {
            let both = recurrence((0, 1), |(a, b), k| (b[k - 1], a[k - 1] % 9 + row[k]));
            map(|(x, y)| x - y, both)
        }, rows(a));
        (forwards, upwards, pairs)
    }

    rows_that_begin_late(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let s = len(ys) % 3;
        let a = generate(|i, j| xs[i] * ys[j]);
        let b = generate(|i, j| a[[i, j]] - a[[i, j - s]] + 1);
        let sums = map(|row| {
            let sums = scan(0, |a, b| a + b, map(|x| x & 255, row));
            let states = recurrence(1, |y, x| (y * 3 + x) & 1023, sums);
            map(|x, y, z| x - y + z, sums, row, states)
        }, rows(b));
        (sums, map(|c| { let t = sum(c); map(|x, y| x + y - t, c, reverse(c)) }, columns(b)))
    }

    parts_in_rows(xs: &[i64], ws: &[u8]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>) {
        let k = len(ws) % 7 + 1;
        let h = len(xs) / k;
        let xs = generate(h * k, |i| xs[i]);
        let a = reshape(xs, [h, k]);
        let starts = generate(h, |i| (i as i64 % 5, 1));
        let estimates = map(|row| {
            let (x, p) = recurrence((0, 1), |(x, p), z| ((x * p + z) % 97, (p * 5 + x) % 31), row);
            map(|x, p, z| x + p - z, x, p, row)
        }, rows(a));
        let last = map(|row, s| {
            let (x, _) = recurrence(s, |(x, n), z| ((x + n * z) % 89, n + 1), row);
            fold(0, |_, b| b, x)
        }, rows(a), starts);
        let extremes = map(|column| {
            let (least, most) = scan((i64::MAX, i64::MIN), |a, b| (a.0.min(b.0), a.1.max(b.1)), map(|x| (x, x), column));
            map(|a, b| (a ^ b) & 1023, least, most)
        }, columns(a));
        let places = map(|row| {
            let pairs = map(|(i, x)| (i as i64, x), zip_with_index(row));
            let (back, value) = reverse(pairs);
            sum(map(|i, x| i * (x & 63), back, value))
        }, rows(a));
        (estimates, last, extremes, places)
    }
}
