//! Plain loops, on one thread.

use crate::programs::{BINS, Complex, Entry, Particle, Point, distance, keep};

pub(crate) fn moving_average(xs: &[f64]) -> Vec<f64> {
    let mut y = 0.0;
    let step = |x: &f64| {
        y = 0.9 * y + 0.1 * x;
        y
    };
    xs.iter().map(step).collect()
}

pub(crate) fn drawdown(prices: &[f64]) -> f64 {
    let (mut peak, mut most) = (f64::NEG_INFINITY, 0.0_f64);
    for &price in prices {
        peak = peak.max(price);
        most = most.max((peak - price) / peak);
    }
    most
}

pub(crate) fn histogram(values: &[f64]) -> Vec<u32> {
    let mut bins = vec![0; BINS];
    for x in values {
        bins[(x * BINS as f64) as usize] += 1;
    }
    bins
}

pub(crate) fn group_sums(keys: &[u32], xs: &[f64]) -> (Vec<u32>, Vec<f64>) {
    let (mut groups, mut sums) = (Vec::new(), Vec::new());
    let mut sum = 0.0;
    for (i, (&key, x)) in keys.iter().zip(xs).enumerate() {
        sum += x;
        if keys.get(i + 1) != Some(&key) {
            groups.push(key);
            sums.push(sum);
            sum = 0.0;
        }
    }
    (groups, sums)
}

pub(crate) fn column_statistics(n: usize, m: usize, cells: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let (mut sums, mut squares) = (vec![0.0; m], vec![0.0; m]);
    for row in cells.chunks_exact(m.max(1)) {
        for ((x, sum), square) in row.iter().zip(&mut sums).zip(&mut squares) {
            *sum += x;
            *square += x * x;
        }
    }
    statistics(n, sums, &squares)
}

/// Means and deviations from sums, and from those of squares.
pub(crate) fn statistics(n: usize, mut sums: Vec<f64>, squares: &[f64]) -> (Vec<f64>, Vec<f64>) {
    for sum in &mut sums {
        *sum /= n as f64;
    }
    let pairs = sums.iter().zip(squares);
    let deviations = pairs.map(|(mean, square)| (square / n as f64 - mean * mean).sqrt());
    let deviations = deviations.collect();
    (sums, deviations)
}

pub(crate) fn nearest(queries: &[Point], points: &[Point]) -> Vec<usize> {
    queries
        .iter()
        .map(|query| nearest_of(*query, points))
        .collect()
}

pub(crate) fn nearest_of(query: Point, points: &[Point]) -> usize {
    let mut best = (f64::INFINITY, 0);
    for (number, point) in points.iter().enumerate() {
        let distance = distance(query, *point);
        if distance < best.0 {
            best = (distance, number);
        }
    }
    best.1
}

pub(crate) fn blur(h: usize, w: usize, pixels: &[f32]) -> Vec<f32> {
    let mut blurred = vec![0.0; pixels.len()];
    for i in 0..h {
        blur_row(i, h, w, pixels, &mut blurred[i * w..(i + 1) * w]);
    }
    blurred
}

pub(crate) fn blur_row(i: usize, h: usize, w: usize, pixels: &[f32], row: &mut [f32]) {
    let rows = [i.saturating_sub(1), i, (i + 1).min(h - 1)].map(|i| &pixels[i * w..(i + 1) * w]);
    for (j, pixel) in row.iter_mut().enumerate() {
        let columns = [j.saturating_sub(1), j, (j + 1).min(w - 1)];
        let mut sum = 0.0;
        for row in rows {
            for j in columns {
                sum += row[j];
            }
        }
        *pixel = sum / 9.0;
    }
}

pub(crate) fn matrix_vector(m: usize, cells: &[f64], xs: &[f64]) -> Vec<f64> {
    cells
        .chunks_exact(m.max(1))
        .map(|row| dot(row, xs))
        .collect()
}

pub(crate) fn dot(row: &[f64], xs: &[f64]) -> f64 {
    row.iter().zip(xs).map(|(a, b)| a * b).sum()
}

pub(crate) fn softmax(m: usize, cells: &[f64]) -> Vec<f64> {
    let mut result = vec![0.0; cells.len()];
    let rows = result.chunks_exact_mut(m.max(1));
    for (result, row) in rows.zip(cells.chunks_exact(m.max(1))) {
        softmax_row(row, result);
    }
    result
}

pub(crate) fn softmax_row(row: &[f64], result: &mut [f64]) {
    let most = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut sum = 0.0;
    for (power, x) in result.iter_mut().zip(row) {
        *power = (x - most).exp();
        sum += *power;
    }
    for power in result {
        *power /= sum;
    }
}

pub(crate) fn life(h: usize, w: usize, cells: &[u8]) -> Vec<u8> {
    let mut next = vec![0; cells.len()];
    for i in 0..h {
        life_row(i, h, w, cells, &mut next[i * w..(i + 1) * w]);
    }
    next
}

pub(crate) fn life_row(i: usize, h: usize, w: usize, cells: &[u8], next: &mut [u8]) {
    let [above, own, below] = [(i + h - 1) % h, i, (i + 1) % h].map(|i| &cells[i * w..(i + 1) * w]);
    for (j, cell) in next.iter_mut().enumerate() {
        let left = if j == 0 { w - 1 } else { j - 1 };
        let right = if j + 1 == w { 0 } else { j + 1 };
        let n = above[left]
            + above[j]
            + above[right]
            + own[left]
            + own[right]
            + below[left]
            + below[j]
            + below[right];
        *cell = u8::from(n == 3 || n == 2 && own[j] == 1);
    }
}

pub(crate) fn sparse(offsets: &[usize], columns: &[u32], values: &[f64], xs: &[f64]) -> Vec<f64> {
    let rows = 0..offsets.len() - 1;
    rows.map(|row| sparse_row(row, offsets, columns, values, xs))
        .collect()
}

pub(crate) fn sparse_row(
    row: usize,
    offsets: &[usize],
    columns: &[u32],
    values: &[f64],
    xs: &[f64],
) -> f64 {
    let mut sum = 0.0;
    for k in offsets[row]..offsets[row + 1] {
        sum += values[k] * xs[columns[k] as usize];
    }
    sum
}

pub(crate) fn compaction(xs: &[f64]) -> Vec<f64> {
    xs.iter().copied().filter(|x| *x < 0.5).collect()
}

pub(crate) fn top8(xs: &[f64]) -> Vec<f64> {
    let mut best = [f64::NEG_INFINITY; 8];
    for &x in xs {
        keep(&mut best, x);
    }
    best.to_vec()
}

pub(crate) fn words(text: &[u8]) -> (u64, u64) {
    let (mut lines, mut words, mut before) = (0, 0, b' ');
    for &b in text {
        lines += u64::from(b == b'\n');
        words += u64::from(b > b' ' && before <= b' ');
        before = b;
    }
    (lines, words)
}

pub(crate) fn run_lengths(bytes: &[u8]) -> (Vec<u8>, Vec<u32>) {
    let (mut values, mut lengths) = (Vec::new(), Vec::<u32>::new());
    for &byte in bytes {
        match lengths.last_mut() {
            Some(length) if values.last() == Some(&byte) => *length += 1,
            _ => {
                values.push(byte);
                lengths.push(1);
            }
        }
    }
    (values, lengths)
}

pub(crate) fn firsts(keys: &[u32]) -> Vec<u32> {
    let mut firsts = Vec::with_capacity(keys.len());
    for (i, &key) in keys.iter().enumerate() {
        if i == 0 || keys[i - 1] != key {
            firsts.push(key);
        }
    }
    firsts
}

pub(crate) fn balances(entries: &[Entry]) -> (Vec<i64>, i64) {
    let mut balances = Vec::with_capacity(entries.len());
    let (mut balance, mut low) = (0, i64::MAX);
    for entry in entries {
        balance += entry.cents - entry.fee;
        balances.push(balance);
        low = low.min(balance);
    }
    (balances, low)
}

pub(crate) fn complex_products(xs: &[Complex], ys: &[Complex]) -> Complex {
    let products = xs.iter().zip(ys).map(|(x, y)| *x * *y);
    products.fold(Complex::default(), |sum, product| sum + product)
}

pub(crate) fn complex_kept(xs: &[Complex]) -> Complex {
    let kept = xs.iter().filter(|x| x.re > 0.5);
    kept.fold(Complex::default(), |sum, x| sum + *x)
}

pub(crate) fn particles(all: &[Particle], dt: f32) -> Vec<Particle> {
    all.iter().map(|one| one.moved(dt)).collect()
}

pub(crate) fn recoloured(table: &[u8; 256], picture: &[u8]) -> Vec<u8> {
    picture.iter().map(|p| table[usize::from(*p)]).collect()
}
