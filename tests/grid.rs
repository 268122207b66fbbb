//! Index notation of several indices, against plain loops.

use fusus::cnf;

cnf! {
    fn jacobi(h: usize, w: usize, pixels: &[f64]) -> Vec<f64> {
        let a = reshape(pixels, [h, w]);
        generate(|i, j| 0.25 * (a[[i - 1, j]] + a[[i + 1, j]] + a[[i, j - 1]] + a[[i, j + 1]]))
    }

    fn twice(h: usize, w: usize, pixels: &[i64]) -> (Vec<i64>, i64) {
        let a = reshape(pixels, [h, w]);
        let right = generate(|i, j| a[[i, j + 1]] - a[[i, j]]);
        let down = generate(|i, j| right[[i + 2, j]] - 3 * right[[i, j]]);
        let both = generate(|i, j| down[[i, j]] * right[[i, j + 1]]);
        (both, fold(0, |a, b| a + b, both))
    }

    fn transposed(h: usize, w: usize, xs: &[i32]) -> (Vec<i32>, Vec<i32>) {
        let a = reshape(xs, [h, w]);
        let t = generate(|i, j| a[[j, i]]);
        (t, generate(|i, j| t[[j, i]] - a[[i, j]]))
    }

    fn outer(xs: &[f32], ys: &[f32]) -> Vec<f32> {
        generate(|i, j| xs[i] - ys[j])
    }

    fn scaled(h: usize, w: usize, xs: &[f64], rows: &[f64], columns: &[f64]) -> (Vec<f64>, f64) {
        let a = reshape(xs, [h, w]);
        let s = generate(|i, j| a[[i, j]] * rows[i] + columns[j]);
        (s, fold(0.0, f64::max, s))
    }

    fn indices(h: usize, w: usize) -> Vec<usize> {
        generate([h, w], |y, x| 100 * y + x)
    }

    fn points(n: usize, xs: &[f64]) -> Vec<f64> {
        let p = reshape(xs, [n, 3]);
        generate(|i| p[[i, 0]] * p[[i, 1]] + p[[i, 2]])
    }

    fn border(h: usize, w: usize, xs: &[i64]) -> Vec<(usize, usize)> {
        let a = reshape(xs, [h, w]);
        let at = generate(|i, j| (a[[i, j]] == a[[i - 1, j + 1]], i, j));
        map(|(_, i, j)| (i, j), filter(|(same, _, _)| same, at))
    }

    fn medians(h: usize, w: usize, xs: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let a = reshape(xs, [h, w]);
        let rows = map(of_row, around(a, [0, 1]));
        (rows, map(median, around(pad(edge, a), [SIDE, SIDE])), map(weighed, around(xs, 1), at(xs, 2)))
    }

    /// The distance of a median.
    const SIDE: usize = 1;

    fn of_row([[a, b, c]]: [[i64; 3]; 1]) -> i64 {
        a.max(b).min(c.max(a.min(b)))
    }

    fn cube(n: usize, xs: &[i64]) -> Vec<i64> {
        let a = reshape(xs, [n, n, n]);
        generate(|i, j, k| a[[i + 1, j, k]] + 2 * a[[k, i, j]] - a[[i, i, i]])
    }

    fn in_halves(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        let e = generate(|i, j| ((a[[i, j]] - a[[i + 1, j + 1]]) / 8.0).exp());
        generate(|i, j| e[[i, j]].sin() + a[[i + 1, j]].cos())
    }

    fn shapes(h: usize, w: usize, xs: &[i64]) -> (usize, usize, usize, Vec<i64>) {
        let a = reshape(xs, [h, w]);
        let b = generate(|i, j| a[[i + 1, j + 2]]);
        let [n, m] = shape(b);
        (n, m, len(b), flatten(b))
    }
}

fn numbers(count: usize) -> Vec<i64> {
    (0..count as i64).map(|k| k * k % 23 - 7).collect()
}

const SHAPES: [(usize, usize); 10] = [
    (0, 0),
    (0, 5),
    (5, 0),
    (1, 1),
    (1, 7),
    (3, 3),
    (4, 5),
    (33, 17),
    (200, 301),
    (3, 70_000),
];

#[test]
fn stencils_have_the_interior() {
    for (h, w) in SHAPES {
        let xs: Vec<f64> = numbers(h * w).into_iter().map(|x| x as f64).collect();
        let mut expected = Vec::new();
        for i in 1..h.max(2) - 1 {
            for j in 1..w.max(2) - 1 {
                let at = |i: usize, j: usize| xs[i * w + j];
                expected.push(0.25 * (at(i - 1, j) + at(i + 1, j) + at(i, j - 1) + at(i, j + 1)));
            }
        }
        assert_eq!(jacobi(h, w, &xs), expected, "{h} x {w}");
    }
}

#[test]
fn arrays_keep_their_coordinates() {
    for (h, w) in SHAPES {
        let xs = numbers(h * w);
        let at = |i: usize, j: usize| xs[i * w + j];
        let right = |i: usize, j: usize| at(i, j + 1) - at(i, j);
        let mut expected = Vec::new();
        for i in 0..h.max(2) - 2 {
            for j in 0..w.max(2) - 2 {
                let down = right(i + 2, j) - 3 * right(i, j);
                expected.push(down * right(i, j + 1));
            }
        }
        let sum = expected.iter().sum();
        assert_eq!(twice(h, w, &xs), (expected, sum), "{h} x {w}");
    }
}

#[test]
fn axes_may_be_exchanged() {
    for (h, w) in SHAPES {
        let xs: Vec<i32> = (0..(h * w) as i32).collect();
        let mut expected = Vec::new();
        for i in 0..w {
            expected.extend((0..h).map(|j| xs[j * w + i]));
        }
        assert_eq!(transposed(h, w, &xs), (expected, vec![0; h * w]));
    }
}

#[test]
fn axes_may_be_missing() {
    for (h, w) in SHAPES {
        let (xs, ys) = (
            vec![2.0f32; h],
            (0..w).map(|y| y as f32).collect::<Vec<_>>(),
        );
        let expected: Vec<f32> = (0..h).flat_map(|_| ys.iter().map(|y| 2.0 - y)).collect();
        assert_eq!(outer(&xs, &ys), expected);
        let all: Vec<f64> = numbers(h * w).into_iter().map(|x| x as f64).collect();
        let rows: Vec<f64> = (0..h).map(|i| i as f64).collect();
        let columns: Vec<f64> = (0..w).map(|j| 0.5 * j as f64).collect();
        let at = |k: usize| all[k] * rows[k / w] + columns[k % w];
        let expected: Vec<f64> = (0..h * w).map(at).collect();
        let most = expected.iter().copied().fold(0.0, f64::max);
        assert_eq!(scaled(h, w, &all, &rows, &columns), (expected, most));
    }
}

#[test]
fn indices_are_numbers() {
    for (h, w) in SHAPES {
        let expected: Vec<usize> = (0..h)
            .flat_map(|y| (0..w).map(move |x| 100 * y + x))
            .collect();
        assert_eq!(indices(h, w), expected);
        let xs = vec![1; h * w];
        let all = border(h, w, &xs);
        let expected: Vec<_> = (1..h)
            .flat_map(|i| (0..w.max(1) - 1).map(move |j| (i, j)))
            .collect();
        assert_eq!(all, expected);
    }
}

#[test]
fn positions_may_be_fixed() {
    let xs = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    assert_eq!(points(2, &xs), [5.0, 26.0]);
}

#[test]
fn there_may_be_three_axes() {
    for n in [0, 1, 2, 5, 40] {
        let xs = numbers(n * n * n);
        let at = |i: usize, j: usize, k: usize| xs[(i * n + j) * n + k];
        let mut expected = Vec::new();
        for i in 0..n.max(1) - 1 {
            for j in 0..n {
                expected.extend((0..n).map(|k| at(i + 1, j, k) + 2 * at(k, i, j) - at(i, i, i)));
            }
        }
        assert_eq!(cube(n, &xs), expected);
    }
}

fn median<const N: usize>(window: [[i64; N]; N]) -> i64 {
    let mut all = window.concat();
    all.sort_unstable();
    all[all.len() / 2]
}

fn weighed(near: [i64; 3], far: i64) -> i64 {
    near.iter().sum::<i64>() - 3 * far
}

#[test]
fn paths_take_neighbours_as_arrays() {
    for (h, w) in SHAPES {
        let xs = numbers(h * w);
        let (rows, all, sequence) = medians(h, w, &xs);
        let at = |i: usize, j: usize| xs[i.clamp(1, h) * w - w + j.clamp(1, w) - 1];
        let (mut of_rows, mut of_all) = (Vec::new(), Vec::new());
        for i in 0..h {
            for j in 0..w {
                let [a, b, c] = [i, i + 1, i + 2].map(|i| [at(i, j), at(i, j + 1), at(i, j + 2)]);
                of_all.push(median([a, b, c]));
                if j > 0 && j + 1 < w {
                    let mut row = b;
                    row.sort_unstable();
                    of_rows.push(row[1]);
                }
            }
        }
        let windows = xs.windows(4).map(|w| weighed([w[0], w[1], w[2]], w[3]));
        assert_eq!((rows, all, sequence), (of_rows, of_all, windows.collect()));
    }
}

#[test]
fn bodies_in_halves_stay_in_rows() {
    for (h, w) in SHAPES {
        let xs: Vec<f64> = numbers(h * w).into_iter().map(|x| x as f64).collect();
        let mut expected = Vec::new();
        for i in 0..h.max(1) - 1 {
            for j in 0..w.max(1) - 1 {
                let e = ((xs[i * w + j] - xs[(i + 1) * w + j + 1]) / 8.0).exp();
                expected.push(e.sin() + xs[(i + 1) * w + j].cos());
            }
        }
        let found = in_halves(h, w, &xs);
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(&expected) {
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        }
    }
}

#[test]
fn a_shape_is_a_number_for_each_axis() {
    let xs = numbers(20);
    let expected = (1..4)
        .flat_map(|i| xs[5 * i + 2..5 * i + 5].to_vec())
        .collect();
    assert_eq!(shapes(4, 5, &xs), (3, 3, 9, expected));
}

#[test]
#[should_panic(expected = "a")]
fn a_reshape_has_all_elements() {
    shapes(4, 5, &numbers(21));
}
