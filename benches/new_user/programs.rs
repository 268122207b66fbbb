//! The programs, written in the obvious way.

use std::ops::{Add, Mul};

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

/// A complex number.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Complex {
    pub(crate) re: f64,
    pub(crate) im: f64,
}

impl Add for Complex {
    type Output = Complex;

    fn add(self, other: Complex) -> Complex {
        let (re, im) = (self.re + other.re, self.im + other.im);
        Complex { re, im }
    }
}

impl Mul for Complex {
    type Output = Complex;

    fn mul(self, other: Complex) -> Complex {
        let re = self.re * other.re - self.im * other.im;
        let im = self.re * other.im + self.im * other.re;
        Complex { re, im }
    }
}

/// A particle that a centre attracts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Particle {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) vx: f32,
    pub(crate) vy: f32,
}

impl Particle {
    /// Moves it on by a moment.
    pub(crate) fn moved(self, dt: f32) -> Particle {
        let r2 = self.x * self.x + self.y * self.y + 0.01;
        let f = -1.0 / (r2 * r2.sqrt());
        let (vx, vy) = (self.vx + dt * f * self.x, self.vy + dt * f * self.y);
        let (x, y) = (self.x + dt * vx, self.y + dt * vy);
        Particle { x, y, vx, vy }
    }
}

/// An entry of an account.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) cents: i64,
    pub(crate) fee: i64,
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

    /// The lines and the words of a text.
    pub(crate) fn words(text: &[u8]) -> (u64, u64) {
        let lines = sum(map(|b| if b == b'\n' { 1u64 } else { 0 }, text));
        let padded = pad(b' ', text);
        let words = sum(map(|b, before| if b > b' ' && before <= b' ' { 1u64 } else { 0 }, text, at(padded, -1)));
        (lines, words)
    }

    /// The bytes of runs of equal ones, and the lengths of the runs.
    pub(crate) fn run_lengths(bytes: &[u8]) -> (Vec<u8>, Vec<u32>) {
        let (values, lengths) = fold_by(bytes, 0u32, |a, b| a + b, map(|_| 1u32, bytes));
        (values, lengths)
    }

    /// The first elements of runs of equal ones.
    pub(crate) fn firsts(keys: &[u32]) -> Vec<u32> {
        let padded = pad(edge, keys);
        let marked = map(|(i, x), before| (x, i == 0 || x != before), zip_with_index(keys), at(padded, -1));
        let (kept, _) = filter(|(_, new)| new, marked);
        kept
    }

    /// The balance after each entry, and the lowest one.
    pub(crate) fn balances(entries: &[Entry]) -> (Vec<i64>, i64) {
        let balance = scan(0i64, |a, b| a + b, map(|entry| entry.cents - entry.fee, entries));
        let low = fold(i64::MAX, |a, b| if a < b { a } else { b }, balance);
        (balance, low)
    }

    /// The sum of the products of complex numbers.
    pub(crate) fn complex_products(xs: &[Complex], ys: &[Complex]) -> Complex {
        fold(Complex::default(), |a, b| a + b, map(|x, y| x * y, xs, ys))
    }

    /// The sum of the complex numbers that a filter keeps.
    pub(crate) fn complex_kept(xs: &[Complex]) -> Complex {
        fold(Complex::default(), |a, b| a + b, filter(|x| x.re > 0.5, xs))
    }

    pub(crate) fn particles(all: &[Particle], dt: f32) -> Vec<Particle> {
        map(|one| one.moved(dt), all)
    }

    /// A picture through a table of its colours.
    pub(crate) fn recoloured(table: &[u8], picture: &[u8]) -> Vec<u8> {
        gather(table, map(|p| p as usize, picture))
    }
}
