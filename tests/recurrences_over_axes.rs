//! Recurrences over several axes, held against loops by hand.

use fusus::cnf;

cnf! {
    /// The length of the longest common subsequence of each two prefixes.
    fn common(a: &[u8], b: &[u8]) -> Vec<u32> {
        recurrence(0u32, |d, i, j| {
            if a[i] == b[j] { d[[i - 1, j - 1]] + 1 } else { d[[i - 1, j]].max(d[[i, j - 1]]) }
        })
    }

    /// The length of that of both texts.
    #[cnf(loops = 1)]
    fn longest_common(a: &[u8], b: &[u8]) -> u32 {
        let d = recurrence(0u32, |d, i, j| {
            if a[i] == b[j] { d[[i - 1, j - 1]] + 1 } else { d[[i - 1, j]].max(d[[i, j - 1]]) }
        });
        fold(0, |_, last| last, d)
    }

    /// The cheapest path from each place down to the right.
    fn cheapest(h: usize, w: usize, costs: &[i64]) -> Vec<i64> {
        let c = reshape(costs, [h, w]);
        recurrence(i64::MAX, |d, i, j| {
            let next = d[[i + 1, j]].min(d[[i, j + 1]]);
            c[[i, j]] + if next == i64::MAX { 0 } else { next }
        })
    }

    /// Error diffusion by Floyd and Steinberg: the errors, and the points.
    fn dithered(h: usize, w: usize, light: &[f64]) -> (Vec<f64>, Vec<bool>) {
        let a = reshape(light, [h, w]);
        let (errors, points) = recurrence((0.0, false), |(e, _), i, j| {
            let near = 7.0 * e[[i, j - 1]] + 3.0 * e[[i - 1, j + 1]];
            let above = 5.0 * e[[i - 1, j]] + e[[i - 1, j - 1]];
            let value = a[[i, j]] + (near + above) / 16.0;
            let is_light = value > 0.5;
            (value - if is_light { 1.0 } else { 0.0 }, is_light)
        });
        (errors, points)
    }

    /// Columns first, since elements follow from some of rows below.
    fn by_columns(h: usize, w: usize, xs: &[i64]) -> Vec<i64> {
        let a = reshape(xs, [h, w]);
        recurrence(7, |d, i, j| (d[[i + 1, j - 1]] - d[[i - 1, j]] + a[[i, j]]) % 1000)
    }
}

/// A score, and the cell that it is of.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Score {
    value: i32,
    place: (usize, usize),
}

impl Score {
    const OUTSIDE: Score = Score {
        value: 0,
        place: (usize::MAX, usize::MAX),
    };

    fn better(self, other: Score) -> Score {
        if self.value < other.value {
            other
        } else {
            self
        }
    }
}

cnf! {
    fn plus(score: Score, value: i32) -> Score {
        Score { value: score.value + value, ..score }
    }

    /// The best local alignment: its score, and where it ends.
    fn best_alignment(a: &[u8], b: &[u8]) -> Score {
        let scores = recurrence(Score::OUTSIDE, |d, i, j| {
            let here = if a[i] == b[j] { 2 } else { -1 };
            let gap = plus(d[[i - 1, j]].better(d[[i, j - 1]]), -1);
            let value = plus(d[[i - 1, j - 1]], here).better(gap).value.max(0);
            Score { value, place: (i, j) }
        });
        fold(Score::OUTSIDE, |a, b| if a.value < b.value { b } else { a }, scores)
    }
}

#[test]
fn elements_may_be_structs() {
    for (n, m) in SHAPES.into_iter().chain([(900, 1100)]) {
        let (a, b) = (letters(n, 29), letters(m, 31));
        let mut best = Score::OUTSIDE;
        let mut above = vec![0; m + 1];
        for (i, x) in a.iter().enumerate() {
            let mut row = vec![0; m + 1];
            for (j, y) in b.iter().enumerate() {
                let here = if x == y { 2 } else { -1 };
                let gap = above[j + 1].max(row[j]) - 1;
                row[j + 1] = (above[j] + here).max(gap).max(0);
                let place = (i, j);
                let value = row[j + 1];
                best = best.better(Score { value, place });
            }
            above = row;
        }
        assert_eq!(best_alignment(&a, &b), best, "{n} x {m}");
    }
}

fn letters(len: usize, by: usize) -> Vec<u8> {
    (0..len).map(|i| (i * i % by * 7 % 5) as u8).collect()
}

fn numbers(len: usize) -> Vec<i64> {
    (0..len as i64).map(|i| i * i % 23 - 11).collect()
}

const SHAPES: [(usize, usize); 8] = [
    (0, 0),
    (0, 4),
    (4, 0),
    (1, 1),
    (1, 9),
    (9, 1),
    (13, 8),
    (200, 300),
];

#[test]
fn subsequences_of_two_texts() {
    for (n, m) in SHAPES {
        let (a, b) = (letters(n, 29), letters(m, 31));
        let mut d = vec![0_u32; (n + 1) * (m + 1)];
        for i in 1..=n {
            for j in 1..=m {
                let at = |i: usize, j: usize| d[i * (m + 1) + j];
                d[i * (m + 1) + j] = match a[i - 1] == b[j - 1] {
                    true => at(i - 1, j - 1) + 1,
                    false => at(i - 1, j).max(at(i, j - 1)),
                };
            }
        }
        let inner = (1..=n).flat_map(|i| (1..=m).map(move |j| (i, j)));
        let expected: Vec<u32> = inner.map(|(i, j)| d[i * (m + 1) + j]).collect();
        assert_eq!(common(&a, &b), expected, "{n} x {m}");
        let last = d[d.len() - 1];
        assert_eq!(longest_common(&a, &b), last, "{n} x {m}");
    }
}

#[test]
fn paths_from_the_end() {
    for (h, w) in SHAPES {
        let costs = numbers(h * w);
        let mut expected = costs.clone();
        for place in (0..h * w).rev() {
            let (i, j) = (place / w, place % w);
            let below = (i + 1 < h).then(|| expected[place + w]);
            let right = (j + 1 < w).then(|| expected[place + 1]);
            let next = below.into_iter().chain(right).min();
            expected[place] += next.unwrap_or(0);
        }
        assert_eq!(cheapest(h, w, &costs), expected, "{h} x {w}");
    }
}

#[test]
fn errors_go_on_to_later_points() {
    for (h, w) in SHAPES {
        let light: Vec<f64> = (0..h * w).map(|i| (i * 37 % 64) as f64 / 64.0).collect();
        let mut errors = vec![0.0; h * w];
        let mut points = vec![false; h * w];
        for i in 0..h {
            for j in 0..w {
                let at = |i: usize, j: usize| match (i < h, j < w) {
                    (true, true) => errors[i * w + j],
                    _ => 0.0,
                };
                let (above, before) = (i.wrapping_sub(1), j.wrapping_sub(1));
                let near = 7.0 * at(i, before) + 3.0 * at(above, j + 1);
                let value = 5.0 * at(above, j) + at(above, before);
                let value = light[i * w + j] + (near + value) / 16.0;
                points[i * w + j] = value > 0.5;
                errors[i * w + j] = value - f64::from(u8::from(value > 0.5));
            }
        }
        assert_eq!(dithered(h, w, &light), (errors, points), "{h} x {w}");
    }
}

#[test]
fn the_order_of_axes_is_found() {
    for (h, w) in SHAPES {
        let xs = numbers(h * w);
        let mut expected = vec![0; h * w];
        for j in 0..w {
            for i in 0..h {
                let before = match i + 1 < h && j > 0 {
                    true => expected[(i + 1) * w + j - 1],
                    false => 7,
                };
                let above = if i > 0 { expected[(i - 1) * w + j] } else { 7 };
                expected[i * w + j] = (before - above + xs[i * w + j]) % 1000;
            }
        }
        assert_eq!(by_columns(h, w, &xs), expected, "{h} x {w}");
    }
}
