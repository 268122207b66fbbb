//! Loops over rows that are done band by band.

use crate::harness::conformance;

conformance! {
    layer_norm(xs: &[f64], ys: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let (_, xs) = filter(|(i, _)| i < 70, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let m = len(ys) as f64;
        let x = generate(|i, j| xs[i] / 64.0 - ys[j] / 100.0);
        let mean = generate(|i| sum(|j| x[[i, j]]) / m);
        let d = generate(|i, j| x[[i, j]] - mean[i]);
        let scale = generate(|i| 1.0 / (sum(|j| d[[i, j]] * d[[i, j]]) / m + 0.01).sqrt());
        let y = generate(|i, j| d[[i, j]] * scale[i] + ys[j]);
        (flatten(y), scale)
    }

    numbers_between_loops(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let (_, xs) = filter(|(i, _)| i < 70, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let e = generate(|i, j| (xs[i] / 64.0 - ys[j] / 100.0).exp());
        let n = len(e) as f64 + 1.0;
        let m = generate(|i| sum(|j| e[[i, j]]) / n);
        let [_, k] = shape(e);
        let half = k as f64 / 2.0;
        generate(|i, j| e[[i, j]] / (m[i] + 1.0) - half)
    }

    // Each band writes its rows where they are.
    into_the_callers_array(xs: &[f64]; ys: &mut [f64]) -> () {
        let (_, few) = filter(|(i, _)| i < 37, map(|i, x| (i, x), 0..len(xs), xs));
        let n = len(ys);
        let x = generate([n, len(few)], |i, j| i as f64 / 64.0 - few[j]);
        let most = generate(|i| fold(f64::NEG_INFINITY, f64::max, |j| x[[i, j]]));
        let e = generate(|i, j| (x[[i, j]] - most[i]).exp());
        *ys = generate(|i| sum(|j| e[[i, j]]) - most[i]);
    }

    attention(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let (_, xs) = filter(|(i, _)| i < 70, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let q = generate(|i, c| xs[i] / 64.0 + ys[c] / 50.0);
        let k = generate(|j, c| ys[j] / 40.0 - ys[c] / 30.0);
        let s = generate(|i, j| sum(|c| q[[i, c]] * k[[j, c]]) / 1000.0);
        let t = generate(|i| fold(f64::NEG_INFINITY, f64::max, |j| s[[i, j]]));
        let e = generate(|i, j| (s[[i, j]] - t[i]).exp());
        let z = generate(|i| sum(|j| e[[i, j]]));
        let p = generate(|i, j| e[[i, j]] / z[i]);
        generate(|i, c| sum(|j| p[[i, j]] * k[[j, c]]))
    }

    integers_of_three_axes(xs: &[i64], ys: &[i64]) -> (Vec<i64>, i64) {
        let (_, xs) = filter(|(i, _)| i < 50, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 7, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j, k| xs[i] - ys[j] * ys[k]);
        let rows = generate(|i, j| fold(i64::MIN, i64::max, |k| a[[i, j, k]]));
        let b = generate(|i, j, k| a[[i, k, j]] - rows[[i, j]]);
        let sums = generate(|i| sum(|j, k| b[[i, j, k]]));
        let c = generate(|i, j| sums[i] - rows[[i, j]]);
        (flatten(c), fold(0, |a, b| a + b, sums))
    }

    // Nothing of these rows can be done before all of the others are there.
    rows_and_all(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 40, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - 2 * ys[j]);
        let sums = generate(|i| sum(|j| a[[i, j]]));
        let b = generate(|i, j| a[[i, j]] - sums[i]);
        let gram = generate(|i, j| sum(|k| b[[i, k]] * b[[j, k]]));
        let last = generate(|i| sum(|j| gram[[i, j]]) + sum(|j| b[[i, j]]) * 3);
        (flatten(gram), last)
    }

    // Stages that take too long to be computed again where they are read need rows around those of a
    // band.
    rows_around(xs: &[i64], ys: &[i64]) -> Vec<i64> {
        let (_, xs) = filter(|(i, _)| i < 70, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 40, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| (xs[i] * 7 + ys[j]) % 1009 % 91 % 57 % 31);
        let b = generate(|i, j| (a[[i - 1, j]] + a[[i + 1, j]] * a[[i, j - 1]]) % 997 % 83 % 61 % 29);
        let c = generate(|i, j| (b[[i, j]] * 5 - b[[i + 2, j + 1]]) % 499 % 89 % 53 % 23);
        flatten(generate(|i, j| c[[i - 1, j]] + 2 * c[[i, j]] + a[[i, j]]))
    }

    // The first rows of `a` are read by nobody.
    rows_behind(xs: &[i64], ys: &[i64]) -> Vec<i64> {
        let (_, xs) = filter(|(i, _)| i < 70, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 40, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| (xs[i] * 3 - ys[j]) % 1009 % 91 % 57 % 31);
        let n = len(xs).saturating_sub(5);
        let b = generate([n, len(ys)], |i, j| (a[[i + 3, j]] * 5 + a[[i + 5, j]]) % 997 % 83 % 61 % 29);
        let c = generate(|i, j| (b[[i + 1, j]] - b[[i, j]]) % 499 % 89 % 53 % 23);
        let d = generate(|i, j| b[[i + 2, j]] * 3 + c[[i, j]] * c[[i + 1, j]]);
        flatten(d)
    }

    // `b` is returned, and has two rows more than what is made of it.
    rows_around_a_result(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 70, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 40, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| (xs[i] * 7 + ys[j]) % 1009 % 91 % 57 % 31);
        let b = generate(|i, j| (a[[i - 1, j]] + a[[i + 1, j]] * a[[i, j - 1]]) % 997 % 83 % 61 % 29);
        let c = generate(|i, j| (b[[i, j]] * 5 - b[[i + 2, j + 1]]) % 499 % 89 % 53 % 23);
        (flatten(generate(|i, j| c[[i - 1, j]] + 2 * c[[i, j]])), flatten(b))
    }

    // Sums of rows are read at another row than the elements.
    totals_of_rows_around(xs: &[i64], ys: &[i64]) -> Vec<i64> {
        let (_, xs) = filter(|(i, _)| i < 70, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 40, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| (xs[i] * 7 + ys[j]) % 1009 % 91 % 57 % 31);
        let sums = generate(|i| sum(|j| a[[i, j]]));
        flatten(generate(|i, j| a[[i, j]] * 3 - sums[i - 1] * sums[i + 1]))
    }

    chain_of_steep_slopes(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let (_, xs) = filter(|(i, _)| i < 64, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 50, map(|i, y| (i, y), 0..len(ys), ys));
        let x = generate(|i, j| (xs[i] / 64.0 - ys[j] / 100.0).sin());
        let slope = generate(|i, j| {
            let (a, b) = (x[[i, j - 1]] - x[[i, j + 1]], x[[i - 1, j]] - x[[i + 1, j]]);
            (a * a + b * b).sqrt()
        });
        let bent = generate(|i, j| (slope[[i - 1, j]] * slope[[i + 1, j + 1]] + 0.5).sqrt());
        flatten(generate(|i, j| bent[[i, j]] - bent[[i + 1, j]] / (1.0 + slope[[i, j]])))
    }

    shifted_rows(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 60, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 30, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] * ys[j]);
        let means = generate(|i| sum(|j| a[[i, j]]));
        let b = generate(|i, j| a[[i, j]] - means[i]);
        let across = generate(|i, j| b[[i, j + 1]] - b[[i, j]]);
        let down = generate(|i, j| b[[i + 1, j]] - b[[i, j]]);
        (flatten(across), flatten(down))
    }

    numbered_rows(xs: &[i64], ys: &[i64]) -> Vec<i64> {
        let (_, xs) = filter(|(i, _)| i < 60, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 30, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] * ys[j] + i as i64);
        let sums = generate(|i| sum(|j| a[[i, j]]) + i as i64);
        let b = generate(|i, j| a[[i, j]] - sums[i] * (i as i64) + j as i64);
        let again = generate(|i| sum(|j| b[[i, j]]));
        flatten(generate(|i, j| b[[i, j]] * 2 - again[i]))
    }

    // The order of the terms of `few` depends on the number of its positions.
    own_elements(xs: &[f64], ys: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let (_, xs) = filter(|(i, _)| i < 70, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] / 64.0 - ys[j] / 100.0);
        let sums = generate(|i| sum(|j| a[[i, j]]));
        let few = generate(|i| sum(|k| sums[i] * ys[k] + ys[k]));
        let b = generate(|i, j| a[[i, j]] - few[i]);
        (generate(|i| sum(|j| b[[i, j]])), few)
    }

    // Of one row, or of two, there is none of `d`, and all of `a`.
    results_with_more_rows(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 70, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 40, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| (xs[i] * 7 + ys[j]) % 1009 % 91 % 57 % 31);
        let b = generate(|i, j| (a[[i + 1, j]] - a[[i, j]]) % 997 % 83 % 61 % 29);
        let c = generate(|i, j| (b[[i + 1, j]] * 3 - b[[i, j]] + a[[i + 1, j]]) % 499 % 89 % 53 % 23);
        let d = generate(|i, j| c[[i, j]] * 5 - c[[i + 1, j + 1]]);
        (flatten(a), flatten(b), flatten(d))
    }

    totals_of_a_stencil(xs: &[i64], ys: &[i64]) -> (i64, i64, i64, i64) {
        let (_, xs) = filter(|(i, _)| i < 70, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 40, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| (xs[i] * 7 + ys[j]) % 1009 % 91 % 57 % 31);
        let m = generate(|i, j| (a[[i, j]] - a[[i + 1, j]] * 3) % 991 % 89 % 67 % 37);
        let b = generate(|i, j| (m[[i - 1, j]] + m[[i + 1, j]] * m[[i, j - 1]]) % 997 % 83 % 61 % 29);
        let most = fold(i64::MIN, i64::max, b);
        let least = fold(i64::MAX, |least, x| least.min(x.abs()), i64::min, b);
        let (sum, count) = fold((0, 0), |(s, n), (t, m)| (s + t, n + m), map(|x| (x, 1), b));
        (most, least, sum, count)
    }

    // Sums of floats are combined block by block, in an order that no band changes.
    sums_of_what_is_returned(xs: &[f64], ys: &[f64]) -> (Vec<f64>, f64, f64) {
        let (_, xs) = filter(|(i, _)| i < 90, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 70, map(|i, y| (i, y), 0..len(ys), ys));
        let x = generate(|i, j| (xs[i] / 64.0 - ys[j] / 100.0).sin());
        let slope = generate(|i, j| {
            let (a, b) = (x[[i, j - 1]] - x[[i, j + 1]], x[[i - 1, j]] - x[[i + 1, j]]);
            (a * a + b * b + 0.1).sqrt()
        });
        let bent = generate(|i, j| slope[[i - 1, j]] * 0.5 + slope[[i + 1, j + 1]] * 0.25);
        let most = fold(0.0, |most, x| most.max(x.abs()), f64::max, bent);
        let square = fold(0.0, |a, b| a + b, map(|x| x * x, bent));
        (flatten(bent), most, square)
    }

    // Two loops have totals: of rows of another length each.
    totals_of_two_loops(xs: &[i64], ys: &[i64]) -> (i64, i64, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 90, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 70, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| (xs[i] * 7 + ys[j]) % 1009 % 91 % 57 % 31);
        let b = generate(|i, j| (a[[i, j]] * 3 - a[[i, j + 2]]) % 997 % 83 % 61 % 29);
        let c = generate(|i, k| (b[[i, 2 * k]] + xs[i]) % 97 % 89 % 53 % 23);
        let sum = fold(0, |a, b| a + b, map(|b| b % 7, b));
        let most = fold(0, |a, b| a.max(b), c);
        (sum, most, flatten(generate(|i, k| c[[i, k]] * 2 - xs[i])))
    }

    // A loop that needs a total is done behind the band.
    normalised_by_the_greatest(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let (_, xs) = filter(|(i, _)| i < 90, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 70, map(|i, y| (i, y), 0..len(ys), ys));
        let x = generate(|i, j| (xs[i] / 64.0 - ys[j] / 100.0).cos());
        let slope = generate(|i, j| ((x[[i, j]] - x[[i + 1, j]]) * x[[i, j + 1]] + 2.0).sqrt());
        let bent = generate(|i, j| slope[[i, j]] * slope[[i + 2, j]]);
        let most = fold(1.0, f64::max, bent);
        let half = most / 2.0;
        flatten(generate(|i, j| bent[[i, j]] / most - half * bent[[i + 1, j]]))
    }
}
