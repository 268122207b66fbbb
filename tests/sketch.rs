//! IDE stubs of programs have the types that the programs have: rustc checks it here, as
//! rust-analyzer does elsewhere. Nothing of it runs.

#![allow(unused, reason = "a sketch computes nothing")]
#![allow(clippy::type_complexity)]

use fusus::__macros::{cnf_sketch, fused_sketch};
use fusus::Error;

#[derive(Clone, Copy)]
struct Point {
    x: f64,
    y: f64,
}

cnf_sketch! { (::fusus)
    /// The program of the README.
    #[backend(cpu, sequential)]
    #[cnf(loops = 2)]
    pub fn normalize2(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let gts = filter(|x| x > 0.0, xs);
        let sum1 = fold(0.0, |a, b| a + b, xs);
        let sum2 = gts.fold(0.0, |a, b| a + b);
        let ys1 = map(|x| x / sum1, xs);
        let ys2 = map(|x| x / sum2, xs);
        (ys1, ys2)
    }

    fn everything<T: Copy + Send + Sync + Into<f64>>(
        n: usize,
        ts: &[T],
        points: &mut [Point],
        table: &[f32],
    ) -> Result<f64, Error> {
        let wide = map(|t| -> f64 { t.into() }, ts);
        let (xs, ys) = map(|p, w| (p.x, p.y + w), points, wide);
        let sums = scan(0.0, |a, b| a + b, xs.rev()).scan_exclusive(0.0, f64::max);
        let positions = map(|i| i % len(table), generate(n, |i| i * i));
        let slopes = generate(|i| xs[i + 1] - ys[2 + i]).map(|s: f64| s / 2.0);
        let steps = map(|a, b| b - a, slopes, at(slopes, -1));
        let found = gather(table, positions);
        let pairs = cross(found, 0..n).filter(|(f, i)| f > 1.0 && i < 3);
        let spread = scatter(xs, conform(positions, xs), reverse(ys));
        let sums_of = spread.reduce_by_index(|a, b| a + b, positions, ys);
        let best = reduce_by_index(sums_of, f64::max, map(|p| p as u8, positions), reverse(xs));
        let image = reshape(ys, [n, len(ts)]);
        let edges = generate(|i, j| image[[i, j + 1]] - image[[i + 1, j]]);
        let [rows, columns] = shape(edges);
        let squared = generate([rows, columns], |i, j| (i * j) as f64).map(|e: f64| e * e);
        let flat = flatten(squared);
        let row = generate(|i| flat[i + 1]);
        let sorted: [f64] = external(best.to_vec());
        let (low, high) = fold((0.0, 0.0), |a, b| a, map(|s| (s, s), sorted));
        let squares = fold((0usize, 0.0f32), |(n, q), f| (n + 1, q + f * f), |a, b| (a.0 + b.0, a.1 + b.1), found);
        let smooth = recurrence(0.0, |y, x| 0.9 * y + x, xs);
        let back = recurrence(0.0, |y, i| 0.9 * y[i + 1] + xs[i]);
        let down = recurrence(0.0, |d, i, j| d[[i - 1, j]] + image[[i, j]]);
        let ways = recurrence(1, [4, 5], |d, i, j| d[[i - 1, j]] + d[[i, j - 1]]);
        let (slow, fast) = recurrence((0.0, 0.0), |(a, b), x, y| (a + x * y, a - b), smooth, xs);
        let held = xs.recurrence(0u8, |n, x, y| n + (x > y) as u8, slow);
        let dot = xs.fold(0.0, |s, x, y| s + x * y, |a, b| a + b, ys);
        let total = table.fold(0.0f64, |s, t| s + f64::from(t), |a, b| a + b);
        *points = map(|p, s| Point { x: s, ..p }, points, sums);
        let mean = fold(0.0, |a, b| a + b, sorted) / len(sorted) as f64;
        mean + low + high + fast.len() as f64 + held.len() as f64 + dot + total + squares.1 as f64 + fold(0.0, f64::max, map(|(f, i)| f as f64 * i as f64, pairs))
    }
}

#[fused_sketch]
fn lanes_of(n: usize, xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let a = reshape(xs, [n, 3]);
    let means = map(
        |w, c| fold(0.0, |a, b| a + b, w) / len(c) as f64,
        rows(windows(3, xs)),
        columns(chunks(n, xs)),
    );
    let tops = map(
        |row| {
            let top = fold(0.0, f64::max, row);
            top
        },
        lanes(0, a),
    );
    (means, tops)
}

#[fused_sketch]
fn lengths(points: &[Point]) -> f64 {
    fold(0.0, |a, b| a + b, map(|p| p.x.hypot(p.y), points))
}

#[test]
fn functions_have_their_signatures() {
    let _: [fn(&[f64]) -> (Vec<f64>, Vec<f64>); 2] = [normalize2, normalize2_sequential];
    let _: fn(usize, &[f32], &mut [Point], &[f32]) -> Result<f64, Error> = everything::<f32>;
    let _: fn(&[Point]) -> f64 = lengths;
}

/// Arrays leave the expression form as vectors, scalars as they are.
#[test]
fn expressions_have_their_types() {
    let _: fn(Vec<f64>) -> (Vec<(f64, usize)>, f64) = |data| {
        cnf_sketch! { (::fusus)
            let kept = filter(|x| x > 0.0, data);
            let pairs = cross(kept, 0..3usize);
            (pairs, fold(0.0, |a, b| a + b, kept))
        }
    };
    let _: fn(&[f64]) -> Vec<f32> = |data| cnf_sketch! { (::fusus) map(|x| x as f32, data[1..]) };
}
