//! Index notation of several indices.

use crate::harness::conformance;

conformance! {
    outer(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        generate(|i, j| xs[i] - ys[j])
    }

    stencil(xs: &[f64], ys: &[f64]) -> (Vec<f64>, f64) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] * ys[j]);
        let b = generate(|i, j| (a[[i + 1, j]] - a[[i, j + 1]]) + a[[i - 1, j - 1]] * 0.5);
        let c = map(|x| x + 1.0, b);
        (c, fold(0.0, f64::max, b))
    }

    a_chain(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let a = generate(|i, j| xs[i + 1] - xs[j]);
        let right = generate(|i, j| a[[i, j + 1]] - a[[i, j]]);
        let down = generate(|i, j| right[[i + 2, j]] + 3 * right[[i, j]]);
        (generate(|i, j| down[[i, j]] * right[[i, j + 1]]), down)
    }

    transposes(xs: &[i32], ys: &[i32]) -> (Vec<i32>, Vec<i32>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - 2 * ys[j]);
        let t = generate(|i, j| a[[j, i]]);
        (t, generate(|i, j| t[[j, i + 1]] + a[[i, j]]))
    }

    diagonals_and_slices(xs: &[i64]) -> (Vec<i64>, Vec<i64>, i64) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let a = generate(|i, j| 10 * xs[i] + xs[j]);
        let b = reshape(generate([4, 6], |i, j| i * 10 + j), [4, 6]);
        let d = generate(|i| a[[i, i]] - xs[i + 1]);
        (d, generate(|i, j| xs[i] + b[[3, j]] as i64), fold(0, |a, b| a + b, generate(|k| b[[k, 5]] as i64)))
    }

    indices(xs: &[i64], ys: &[i64]) -> (Vec<usize>, i64) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let at = generate(|i, j| (xs[i + 1] * ys[j], 100 * i + j));
        let kept = filter(|(x, _)| x % 3 == 0, at);
        (map(|(_, k)| k, kept), fold(0, |a, b| a + b, map(|(x, k)| x * k as i64, at)))
    }

    strided(xs: &[u32]) -> (Vec<u32>, u32) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let a = generate(|i, j| xs[i] ^ (xs[j] << 1));
        let halves = generate(|i, j| a[[2 * i + 1, 2 * j]] ^ a[[2 * i, 2 * j + 1]]);
        (halves, fold(0, |a, b| a ^ b, halves))
    }

    of_what_a_filter_keeps(xs: &[i64]) -> (Vec<i64>, usize, usize) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let kept = filter(|x| x % 3 != 0, xs);
        let table = generate(|i, j| kept[i] * xs[j]);
        let [n, m] = shape(table);
        (generate(|i, j| table[[i, j + 1]] - table[[i, j]]), n, m)
    }

    reshaped(xs: &[f32]) -> (Vec<f32>, Vec<f32>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let n = len(xs);
        let all = map(|(x, y)| x * y, cross(xs, xs));
        let a = reshape(all, [n, n]);
        let sums = scan(0.0, f32::max, flatten(generate(|i, j| a[[j, i]] - xs[i])));
        (sums, generate(|i, j| a[[i, j]] + xs[j]))
    }

    three_axes(xs: &[i64], ys: &[i64]) -> Vec<i64> {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j, k| xs[i] * ys[j] - ys[k]);
        generate(|k, i, j| a[[i, j + 1, k]] - a[[i, k, j]])
    }

    beside_other_loops(xs: &[i64], ys: &[i64]) -> (i64, Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - ys[j]);
        let pairs = map(|(x, y)| x + y, cross(xs, ys));
        let both = map(|a, p| a * p, flatten(a), pairs);
        (fold(0, i64::max, both), reverse(both), map(|x| x + 1, xs))
    }

    rows_of_three(xs: &[i64]) -> (Vec<i64>, i64, Vec<i64>) {
        let (_, few) = filter(|(i, _)| i < 3, map(|i, x| (i, x), 0..len(xs), xs));
        let points = generate(|i, j| xs[i] - few[j]);
        let steps = generate(|i, j| (points[[i + 1, j]] - points[[i, j]], j));
        let (kept, _) = filter(|(d, j)| d % 2 == 0 && j != 1, steps);
        (kept, fold(0, |a, b| a + b, map(|(d, _)| d, steps)), scan(0, |a, b| a + b, flatten(points)))
    }

    long_rows(xs: &[f64]) -> (Vec<f64>, f64) {
        let n = len(xs);
        let row = reshape(xs, [1, n]);
        let column = generate(|i, j| row[[j, i]]);
        let tripled = generate([3, n], |k, j| (k + j) as f64);
        let next = generate(|k, j| tripled[[k + 1, j]] * xs[j] - tripled[[k, j + 1]]);
        (map(|x, y| x + y, conform(flatten(column), xs), xs), fold(f64::MIN, f64::max, next))
    }

    in_place(xs: &[i64]; ys: &mut [i64]) -> Vec<i64> {
        let n = len(ys);
        let a = reshape(ys, [n, 1]);
        let t = generate(|i, j| a[[j, i]] * 2 + xs[j]);
        *ys = conform(flatten(t), ys);
        generate(|i| ys[i + 1] - xs[i])
    }

    #[cnf(loops = 4)]
    blurred(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] * ys[j]);
        let across = generate(|i, j| (a[[i, j - 1]] + a[[i, j]] + a[[i, j + 1]]) * 0.25);
        generate(|i, j| (across[[i - 1, j]] + across[[i, j]] + across[[i + 1, j]]) * 0.25)
    }

    #[cnf(loops = 4)]
    a_deep_chain(xs: &[i64], ys: &[i64]) -> (i64, Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - ys[j]);
        let right = generate(|i, j| a[[i, j + 1]] - a[[i, j - 1]]);
        let down = generate(|i, j| right[[i + 1, j]] - right[[i - 1, j]]);
        let both = generate(|i, j| down[[i, j + 1]] + right[[i, j]]);
        let odd = filter(|x| x % 2 != 0, both);
        (fold(0, |a, b| a + b, both), both, odd)
    }

    #[cnf(loops = 3)]
    every_other_row(xs: &[f32], ys: &[f32]) -> (Vec<f32>, f32) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 37, map(|i, y| (i, y), 0..len(ys), ys));
        let a = generate(|i, j| xs[i] - ys[j]);
        let across = generate(|i, j| a[[i, j + 1]] - ys[j]);
        let less = generate(|i, j| across[[2 * i + 1, 2 * j]] - across[[2 * i, 2 * j]]);
        (less, fold(f32::MIN, f32::max, less))
    }

    coordinates_of_one_index(xs: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 40, map(|i, x| (i, x), 0..len(xs), xs));
        let t = generate(|i, j| xs[i] - 2 * xs[j]);
        // From 1 on, as all that is made of it.
        let b = generate(|i| xs[i - 1] + t[[i + 1, i]]);
        let sums = scan(3, |a, b| a + b, b);
        let mirrored = map(|[a, _, b]| a - b, around(pad(reflect, b)));
        let steps = map(|x, y| y - x, reverse(b), at(b, 1));
        let last = generate(|i| sums[i] + b[i - 1]);
        (last, generate(|i| mirrored[i] - 2 * xs[i]), generate(|i| steps[i] * xs[i]), at(sums, -1))
    }
}
