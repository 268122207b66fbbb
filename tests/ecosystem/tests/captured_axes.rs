//! Arrays of several axes that the expression form captures: the program says how many they have.

use fusus::cnf;
use ndarray::{Array, Array2, ArrayView2, s};

fn numbers(h: usize, w: usize) -> Array2<i64> {
    Array::from_shape_fn((h, w), |(i, j)| (7 * i * i + 3 * j * j * j) as i64 % 101)
}

/// Arrays in fields, which get names in programs.
struct Picture {
    pixels: Array2<i64>,
    weights: Vec<i64>,
}

impl Picture {
    fn weighted(&self) -> Vec<i64> {
        cnf! {
            let (a, ws) = (&self.pixels, &self.weights);
            generate(|i, j| a[[i, j]] * ws[j])
        }
    }

    fn smooth(&self) -> (Vec<i64>, i64) {
        cnf! {
            let a = &self.pixels;
            let p = pad(edge, a);
            let ws = self.weights;
            (generate(|i, j| p[[i, j - 1]] + p[[i, j + 1]]), sum(|j| ws[j]))
        }
    }
}

const SIZES: [(usize, usize); 6] = [(0, 0), (0, 4), (1, 1), (1, 5), (5, 1), (40, 30)];

#[test]
fn rows_columns_and_neighbours_say_it() {
    for (h, w) in SIZES {
        let whole = numbers(h, 2 * w);
        let a = whole.slice(s![.., ..;2]);
        let at = |i: isize, j: isize| match i < 0 || j < 0 {
            true => 0,
            false => a.get((i as usize, j as usize)).copied().unwrap_or(0),
        };
        let (rows, columns) = cnf! {
            (map(|row| sum(row), rows(a)), map(|column| sum(column), columns(a)))
        };
        assert_eq!(
            rows,
            a.outer_iter().map(|row| row.sum()).collect::<Vec<_>>()
        );
        assert_eq!(
            columns,
            (0..w).map(|j| a.column(j).sum()).collect::<Vec<_>>()
        );
        let around =
            cnf! { map(|[[_, n, _], [l, _, r], [_, s, _]]| n - l + 2 * r - s, around(pad(0, a))) };
        let beside = cnf! { map(|x, y| y - x, a, at(a, [0, 1])) };
        let doubled = cnf! {
            let b = map(|x| 2 * x, a);
            let p = pad(0, b);
            generate(|i, j| p[[i - 1, j]])
        };
        let [mut all, mut steps, mut above] = [const { Vec::new() }; 3];
        for (i, j) in (0..h as isize).flat_map(|i| (0..w as isize).map(move |j| (i, j))) {
            all.push(at(i - 1, j) - at(i, j - 1) + 2 * at(i, j + 1) - at(i + 1, j));
            above.push(2 * at(i - 1, j));
            if j + 1 < w as isize {
                steps.push(at(i, j + 1) - at(i, j));
            }
        }
        assert_eq!((around, beside, doubled), (all, steps, above), "{h} x {w}");
        let other = cnf! {
            let b = &a;
            generate(|i, j| b[[j, i]])
        };
        assert_eq!(other, a.t().iter().copied().collect::<Vec<_>>());
    }
}

#[test]
fn captured_arrays_are_written() {
    for (h, w) in SIZES {
        let a = numbers(h, w);
        let mut own = a.clone();
        cnf! { *own = generate([.., 1..w], |i, j| own[[i, j - 1]] + 1); }
        let expected = |(i, j): (usize, usize)| match j {
            0 => a[[i, 0]],
            _ => a[[i, j - 1]] + 1,
        };
        if w > 0 {
            assert_eq!(own, Array::from_shape_fn((h, w), expected), "{h} x {w}");
        }
        let mut wide = numbers(h, 2 * w);
        let mut view = wide.slice_mut(s![.., ..;-2]);
        cnf! { *view = generate(|i, j| -a[[i, j]]); }
        assert_eq!(view, -&a, "{h} x {w}");
        let sum: i64 = cnf! {
            *view = generate(|i, j| view[[i, j]] * 2);
            sum(|i, j| view[[i, j]])
        };
        assert_eq!(sum, -2 * a.sum());
    }
}

#[test]
fn fields_are_arrays() {
    for (h, w) in SIZES {
        let picture = Picture {
            pixels: numbers(h, w),
            weights: (0..w as i64).collect(),
        };
        let a: ArrayView2<'_, i64> = picture.pixels.view();
        let weighted = a.indexed_iter().map(|((_, j), x)| x * j as i64);
        assert_eq!(picture.weighted(), weighted.collect::<Vec<_>>());
        let near = |i: usize, j: usize| a[[i, j.saturating_sub(1)]] + a[[i, (j + 1).min(w - 1)]];
        let smooth = a.indexed_iter().map(|((i, j), _)| near(i, j));
        let sum = picture.weights.iter().sum();
        assert_eq!(picture.smooth(), (smooth.collect(), sum));
    }
}
