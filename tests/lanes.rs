//! Programs over rows and columns, windows and recurrences over indices, held against loops by hand.

use fusus::{Error, ErrorKind, cnf};

cnf! {
    fn of_fours(xs: &[i32]) -> Result<Vec<i32>, Error> {
        let c = chunks(4, xs);
        map(|c| fold(0, |a, b| a + b, c), rows(c))
    }

    fn of_any(k: usize, xs: &[i32]) -> Result<Vec<i32>, Error> {
        let kept = filter(|x| x > 0, xs);
        let c = chunks(k + 1, kept);
        generate(|i| fold(i32::MIN, i32::max, |j| c[[i, j]]))
    }

    fn by_hand(k: usize, xs: &[i32]) -> Result<Vec<i32>, Error> {
        let n = len(xs);
        let a = reshape(xs, [n / k, k]);
        generate(|i, j| a[[j, i]])
    }

    /// As the message says.
    fn of_first_fours(xs: &[i32]) -> Result<Vec<i32>, Error> {
        let kept = filter(|x| x > 0, xs);
        let c = chunks(4, generate(0..len(kept) / 4 * 4, |i| kept[i]));
        map(|c| fold(0, |a, b| a + b, c), rows(c))
    }

    fn of_filled_fours(xs: &[i32]) -> Result<Vec<i32>, Error> {
        let kept = filter(|x| x > 0, xs);
        let n = len(kept);
        let c = chunks(4, gather(kept, generate((n + 3) / 4 * 4, |i| i.min(n - 1))));
        map(|c| fold(0, |a, b| a + b, c), rows(c))
    }

    fn softmax(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let x = reshape(xs, [h, w]);
        map(|row| {
            let m = fold(f64::NEG_INFINITY, f64::max, row);
            let e = map(|x| (x - m).exp(), row);
            let z = fold(0.0, |a, b| a + b, e);
            map(|e| e / z, e)
        }, rows(x))
    }

    fn totals(h: usize, w: usize, xs: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<usize>, Vec<i64>) {
        let a = reshape(xs, [h, w]);
        let (sums, counts) = map(|row| {
            let gts = filter(|x| x > 0, row);
            (fold(1, |a, b| a + b, gts), len(gts))
        }, rows(a));
        let tops = map(|column| fold(i64::MIN, i64::max, column), columns(a));
        let wide = map(|_| len(a) as i64, rows(a));
        (sums, tops, counts, wide)
    }

    fn scans(h: usize, w: usize, xs: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>) {
        let a = reshape(xs, [h, w]);
        let right = map(|row| scan(0, |a, b| a + b, row), rows(a));
        let left = map(|row| reverse(scan(0, |a, b| a + b, reverse(row))), rows(a));
        let down = map(|column| scan_exclusive(0, |a, b| a + b, column), columns(a));
        let kept = map(|row| fold(0, i64::max, scan(0, |a, b| a + b, filter(|x| x > 0, row))), rows(a));
        (right, left, down, kept)
    }

    fn stepped(h: usize, w: usize, xs: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>) {
        let a = reshape(xs, [h, w]);
        let right = recurrence(1, |d, i, j| 2 * d[[i, j - 1]] % 1009 + a[[i, j]]);
        let down = recurrence(7, |d, i, j| (d[[i - 1, j]] - 2 * d[[i - 2, j]]) % 1009 + a[[i, j]]);
        let up = recurrence(3, |d, i, j| d[[i + 1, j]] % 5 - a[[i, j]]);
        let left = map(|row| recurrence(0, |y, x| y % 7 + x, row), rows(a));
        (right, down, up, left)
    }

    fn fibonacci(n: usize, xs: &[u64]) -> (Vec<u64>, Vec<u64>) {
        let a = recurrence(1, |f, i| f[i - 1] + f[i - 2] + xs[i]);
        let s = n % 3;
        (a, recurrence(0, |f, i| f[i + 1] % 100 + xs[i + s]))
    }

    fn coupled(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let (a, b) = recurrence((0, 1), |(a, b), i| (b[i - 1] + xs[i], a[i - 1] % 11 - b[i - 1] % 13));
        (a, b)
    }

    fn parts(k: usize, xs: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>) {
        let w = windows(k, xs);
        let sums = map(|w| fold(0, |a, b| a + b, w), rows(w));
        let firsts = generate(|i| w[[i, 0]] - w[[i, 1]]);
        let squares = map(|x| x * x, xs);
        let pairs = windows(2, squares);
        let weighted = generate(|i| sum(|j| pairs[[i, j]] * (j as i64 + 1)));
        (sums, firsts, weighted, pairs)
    }

    fn chunked(k: usize, xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
        let c = chunks(k, xs);
        (map(|c| fold(0, |a, b| a + b, c), rows(c)), map(|x| x + 1, chunks(k, xs)))
    }

    /// Each row has the sum 0, in place.
    fn centre(h: usize, w: usize, xs: &mut [i64]) {
        let a = reshape(xs, [h, w]);
        *xs = flatten(map(|row| {
            let mean = fold(0, |a, b| a + b, row) / (len(row) as i64).max(1);
            map(|x| x - mean, row)
        }, rows(a)));
    }

    fn moved(s: usize, xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
        (map(|x, y| y - x, xs, at(xs, s + 1)), at(xs, 2 * s))
    }

    fn moved_back(s: usize, xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
        (map(|x, y| x - y, xs, at(xs, -s)), map(|x, y| x - y, xs, at(pad(5, xs), -s)))
    }
}

/// Numbers without a pattern, some of them negative.
fn numbers(n: usize) -> Vec<i64> {
    let mut state = 12_345_u64;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as i64 % 20 - 9
    };
    (0..n).map(|_| next()).collect()
}

const SHAPES: [(usize, usize); 9] = [
    (0, 0),
    (0, 4),
    (3, 0),
    (1, 1),
    (1, 7),
    (7, 1),
    (5, 17),
    (33, 40),
    (300, 211),
];

#[test]
fn a_softmax_of_rows_is_that_of_each() {
    for (h, w) in SHAPES {
        let xs: Vec<f64> = numbers(h * w).iter().map(|x| *x as f64 / 4.0).collect();
        let mut expected = Vec::new();
        for row in xs.chunks(w.max(1)) {
            let m = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let e: Vec<f64> = row.iter().map(|x| (x - m).exp()).collect();
            let z: f64 = e.iter().sum();
            expected.extend(e.iter().map(|e| e / z));
        }
        let found = softmax(h, w, &xs);
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(&expected) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
    }
}

#[test]
fn rows_and_columns_have_their_totals() {
    for (h, w) in SHAPES {
        let xs = numbers(h * w);
        let row = |i: usize| &xs[i * w..(i + 1) * w];
        let gts = |i| row(i).iter().copied().filter(|x| *x > 0);
        let sums: Vec<i64> = (0..h).map(|i| 1 + gts(i).sum::<i64>()).collect();
        let counts: Vec<usize> = (0..h).map(|i| gts(i).count()).collect();
        let column = |j: usize| (0..h).map(move |i| i * w + j);
        let tops: Vec<i64> = (0..w)
            .map(|j| column(j).map(|at| xs[at]).fold(i64::MIN, i64::max))
            .collect();
        let wide = vec![(h * w) as i64; h];
        assert_eq!(totals(h, w, &xs), (sums, tops, counts, wide), "{h} {w}");
    }
}

#[test]
fn scans_go_along_both_axes_in_both_directions() {
    for (h, w) in SHAPES {
        let xs = numbers(h * w);
        let (mut right, mut left, mut down) = (xs.clone(), xs.clone(), vec![0; h * w]);
        let mut kept = vec![0; h];
        for i in 0..h {
            for j in 1..w {
                right[i * w + j] += right[i * w + j - 1];
                left[i * w + w - 1 - j] += left[i * w + w - j];
            }
            let mut sum = 0;
            for j in 0..w {
                if i > 0 {
                    down[i * w + j] = down[(i - 1) * w + j] + xs[(i - 1) * w + j];
                }
                sum += xs[i * w + j].max(0);
            }
            kept[i] = sum;
        }
        assert_eq!(scans(h, w, &xs), (right, left, down, kept), "{h} {w}");
    }
}

#[test]
fn recurrences_go_along_an_axis() {
    for (h, w) in SHAPES {
        let xs = numbers(h * w);
        let mut all = [xs.clone(), xs.clone(), xs.clone(), xs.clone()];
        let read = |d: &[i64], i: Option<usize>, j: Option<usize>, outside| match (i, j) {
            (Some(i), Some(j)) if i < h && j < w => d[i * w + j],
            _ => outside,
        };
        for i in 0..h {
            for j in 0..w {
                let at = i * w + j;
                let x = xs[at];
                all[0][at] = 2 * read(&all[0], Some(i), j.checked_sub(1), 1) % 1009 + x;
                let one = read(&all[1], i.checked_sub(1), Some(j), 7);
                let two = read(&all[1], i.checked_sub(2), Some(j), 7);
                all[1][at] = (one - 2 * two) % 1009 + x;
                let (up, from) = (h - 1 - i, (h - 1 - i) * w + j);
                all[2][from] = read(&all[2], Some(up + 1), Some(j), 3) % 5 - xs[from];
                all[3][at] = read(&all[3], Some(i), j.checked_sub(1), 0) % 7 + x;
            }
        }
        let [right, down, up, left] = all;
        assert_eq!(stepped(h, w, &xs), (right, down, up, left), "{h} {w}");
    }
}

#[test]
fn recurrences_of_one_index_go_both_ways() {
    for n in [0usize, 1, 2, 3, 20] {
        let xs: Vec<u64> = (0..n as u64).collect();
        let mut a = Vec::new();
        for (i, x) in xs.iter().enumerate() {
            let before = |distance: usize| i.checked_sub(distance).map_or(1, |at: usize| a[at]);
            a.push(before(1) + before(2) + x);
        }
        let m = n.saturating_sub(n % 3);
        let mut b = vec![0; m];
        for i in (0..m).rev() {
            b[i] = b.get(i + 1).map_or(0, |b| b % 100) + xs[i + n % 3];
        }
        assert_eq!(fibonacci(n, &xs), (a, b), "{n}");
        let xs = numbers(n);
        let (mut a, mut b) = (vec![0; n], vec![0; n]);
        for i in 0..n {
            let (x, y) = if i > 0 { (a[i - 1], b[i - 1]) } else { (0, 1) };
            (a[i], b[i]) = (y + xs[i], x % 11 - y % 13);
        }
        assert_eq!(coupled(&xs), (a, b), "{n}");
    }
}

#[test]
fn windows_and_chunks_are_those_of_slices() {
    for n in [0, 1, 2, 5, 1000] {
        let xs = numbers(n);
        for k in [2, 3, 7] {
            let sums: Vec<i64> = xs.windows(k).map(|w| w.iter().sum()).collect();
            let firsts: Vec<i64> = xs.windows(k).map(|w| w[0] - w[1]).collect();
            let pairs = xs.windows(2).map(|w| [w[0] * w[0], w[1] * w[1]]);
            let weighted: Vec<i64> = pairs.clone().map(|[a, b]| a + 2 * b).collect();
            let flat: Vec<i64> = pairs.flatten().collect();
            assert_eq!(parts(k, &xs), (sums, firsts, weighted, flat), "{n} {k}");
            let whole = &xs[..n - n % k];
            let sums: Vec<i64> = whole.chunks(k).map(|c| c.iter().sum()).collect();
            let more: Vec<i64> = whole.iter().map(|x| x + 1).collect();
            assert_eq!(chunked(k, whole), (sums, more), "{n} {k}");
        }
    }
}

#[test]
#[should_panic(expected = "no multiple of the length 3 of a chunk")]
fn chunks_are_whole() {
    chunked(3, &[1, 2, 3, 4]);
}

#[test]
fn neighbours_are_a_scalar_away() {
    let xs = numbers(10);
    for s in 0..12 {
        let ahead = |k: usize| xs.get(k..).unwrap_or_default();
        let differences: Vec<i64> = ahead(s + 1).iter().zip(&xs).map(|(y, x)| y - x).collect();
        assert_eq!(moved(s, &xs), (differences, ahead(2 * s).to_vec()), "{s}");
        let (inside, padded) = moved_back(s, &xs);
        let behind = |i: usize| xs[i] - if i < s { 5 } else { xs[i - s] };
        assert_eq!(inside, (s..xs.len()).map(behind).collect::<Vec<_>>(), "{s}");
        assert_eq!(padded, (0..xs.len()).map(behind).collect::<Vec<_>>(), "{s}");
    }
}

#[test]
fn rows_are_written_in_place() {
    for (h, w) in SHAPES {
        let mut xs = numbers(h * w);
        let mut expected = xs.clone();
        for row in expected.chunks_mut(w.max(1)) {
            let mean = row.iter().sum::<i64>() / w as i64;
            row.iter_mut().for_each(|x| *x -= mean);
        }
        centre(h, w, &mut xs);
        assert_eq!(xs, expected, "{h} {w}");
    }
}

#[test]
fn elements_that_chunks_leave_over_are_counted() {
    assert_eq!(of_fours(&[1; 8]), Ok(vec![4, 4]));
    assert_eq!(of_fours(&[]), Ok(vec![]));
    let error = of_fours(&[1; 7]).unwrap_err();
    assert!(matches!(
        error.kind(),
        ErrorKind::Chunks {
            array: "xs",
            len: 7,
            chunk: 4,
            ..
        }
    ));
    assert_eq!(
        error.to_string(),
        "`of_fours`: in `c`: `xs` has length 7, which is no multiple of the length 4 of a chunk, 3 left over: \
         fill the last one up, `gather(xs, generate(8, |i| i.min(6)))`, or leave the rest out, \
         `generate(0..4, |i| xs[i])`"
    );
    assert_eq!(
        of_fours(&[1]).unwrap_err().to_string(),
        "`of_fours`: in `c`: `xs` has length 1, which is no multiple of the length 4 of a chunk, 1 left over: \
         fill the last one up, `gather(xs, generate(4, |i| i.min(0)))`"
    );
    let kind = |result: Result<Vec<i32>, Error>| result.unwrap_err().kind().clone();
    assert!(matches!(
        kind(of_any(2, &[1, 2, 0, 3, 4])),
        ErrorKind::Chunks {
            array: "kept",
            len: 4,
            chunk: 3,
            ..
        }
    ));
    assert_eq!(of_any(1, &[1, 2, 0, 4, 3]), Ok(vec![2, 4]));
    assert!(matches!(
        kind(by_hand(3, &[1; 8])),
        ErrorKind::Chunks {
            array: "xs",
            len: 8,
            chunk: 3,
            ..
        }
    ));
    assert_eq!(of_first_fours(&[1; 7]), Ok(vec![4]));
    assert_eq!(of_filled_fours(&[1, 1, 1, 1, 1, 5, 3]), Ok(vec![4, 12]));
}
