//! The programs, written in the obvious way.

use fusus::cnf;

/// The bins of the histogram.
pub(crate) const BINS: usize = 64;

/// A point of the plane.
pub(crate) type Point = (f64, f64);

/// The square of the distance between two points.
pub(crate) fn distance(p: Point, q: Point) -> f64 {
    let (dx, dy) = (p.0 - q.0, p.1 - q.1);
    dx * dx + dy * dy
}

/// Puts a number among the eight largest, if it is one of them.
pub(crate) fn keep(best: &mut [f64; 8], x: f64) {
    if x > best[7] {
        best[7] = x;
        best.sort_unstable_by(|a, b| b.total_cmp(a));
    }
}

cnf! {
    pub(crate) fn moving_average(xs: &[f64]) -> Vec<f64> {
        recurrence(0.0, |y, x| 0.9 * y + 0.1 * x, xs)
    }

    pub(crate) fn drawdown(prices: &[f64]) -> f64 {
        let peaks = scan(f64::NEG_INFINITY, f64::max, prices);
        let losses = map(|peak, price| (peak - price) / peak, peaks, prices);
        fold(0.0, f64::max, losses)
    }

    pub(crate) fn histogram(values: &[f64]) -> Vec<u32> {
        let none = generate(BINS, |_| 0u32);
        let bins = map(|x| (x * BINS as f64) as usize, values);
        reduce_by_index(none, |a, b| a + b, bins, map(|_| 1u32, values))
    }

    pub(crate) fn group_sums(keys: &[u32], xs: &[f64]) -> (Vec<u32>, Vec<f64>) {
        let (groups, sums) = fold_by(keys, 0.0, |a, b| a + b, xs);
        (groups, sums)
    }

    /// The mean and the standard deviation of each column.
    pub(crate) fn column_statistics(n: usize, m: usize, cells: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let a = reshape(cells, [n, m]);
        let sums = generate(|j| sum(|i| a[[i, j]]));
        let squares = generate(|j| sum(|i| a[[i, j]] * a[[i, j]]));
        let means = map(|s| s / n as f64, sums);
        let deviations = map(|mean, s| (s / n as f64 - mean * mean).sqrt(), means, squares);
        (means, deviations)
    }

    /// The number of the nearest of the points, for each query.
    pub(crate) fn nearest(queries: &[Point], points: &[Point]) -> Vec<usize> {
        map(
            |q| {
                fold(
                    (f64::INFINITY, 0),
                    |a, b| if b.0 < a.0 { b } else { a },
                    |k| (distance(q, points[k]), k),
                ).1
            },
            queries,
        )
    }

    /// The mean of three by three pixels.
    pub(crate) fn blur(h: usize, w: usize, pixels: &[f32]) -> Vec<f32> {
        let image = pad(edge, reshape(pixels, [h, w]));
        map(
            |[[a, b, c], [d, e, f], [g, h, i]]| (a + b + c + d + e + f + g + h + i) / 9.0,
            around(image),
        )
    }

    pub(crate) fn matrix_vector(n: usize, m: usize, cells: &[f64], xs: &[f64]) -> Vec<f64> {
        let a = reshape(cells, [n, m]);
        generate(|i| sum(|j| a[[i, j]] * xs[j]))
    }

    /// The softmax of each row.
    pub(crate) fn softmax(n: usize, m: usize, cells: &[f64]) -> Vec<f64> {
        let a = reshape(cells, [n, m]);
        let most = generate(|i| fold(f64::NEG_INFINITY, f64::max, |j| a[[i, j]]));
        let powers = generate(|i, j| (a[[i, j]] - most[i]).exp());
        let sums = generate(|i| sum(|j| powers[[i, j]]));
        generate(|i, j| powers[[i, j]] / sums[i])
    }

    /// The next generation of the Game of Life on a torus.
    pub(crate) fn life(h: usize, w: usize, cells: &[u8]) -> Vec<u8> {
        let torus = pad(wrap, reshape(cells, [h, w]));
        map(
            |[[a, b, c], [d, own, e], [f, g, h]]| {
                let n = a + b + c + d + e + f + g + h;
                (n == 3 || n == 2 && own == 1) as u8
            },
            around(torus),
        )
    }

    /// A sparse matrix times a vector. Row `r` has the entries `offsets[r]..offsets[r + 1]`.
    pub(crate) fn sparse(offsets: &[usize], columns: &[u32], values: &[f64], xs: &[f64]) -> Vec<f64> {
        map(
            |from, to| sum(from..to, |k| values[k] * xs[columns[k] as usize]),
            offsets,
            at(offsets, 1),
        )
    }

    pub(crate) fn compaction(xs: &[f64]) -> Vec<f64> {
        filter(|x| x < 0.5, xs)
    }

    /// The eight largest, in descending order.
    pub(crate) fn top8(xs: &[f64]) -> [f64; 8] {
        fold(
            [f64::NEG_INFINITY; 8],
            |mut best, x| {
                if x > best[7] {
                    best[7] = x;
                    best.sort_unstable_by(|a, b| b.total_cmp(a));
                }
                best
            },
            |mut best: [f64; 8], others| {
                for x in others {
                    keep(&mut best, x);
                }
                best
            },
            xs,
        )
    }
}
