//! Tests of these reads against the definition, position by position.

use super::super::Across;
use super::super::{Near, Place, Sources};
use super::{Inner, Totals};

/// The totals of a block of rows, piece by piece, and one by one.
fn both<S: Sources>(sources: S, start: usize, len: usize, width: usize) -> [Vec<S::Items>; 2] {
    let mut stage = S::stage();
    // SAFETY: all positions are within the loop, and pieces within rows.
    unsafe {
        let sources = sources.from(start);
        sources.prepare(len, &mut stage);
        let mut place = sources.place();
        let rows = (0..len).step_by(width).flat_map(|row| {
            let near = sources.near(&place, row, width, &mut stage);
            place.advance(width);
            (0..width).map(|j| near.get(j)).collect::<Vec<_>>()
        });
        let rows = rows.collect();
        [rows, (0..len).map(|k| sources.get(k)).collect()]
    }
}

fn floats(count: usize, times: usize) -> Vec<f64> {
    let float = |x: usize| (x * times % 31) as f64 / 7.0 - 2.0;
    (0..count).map(float).collect()
}

/// `sum(|k| a[[i, k]] * b[[k, j]])` of an array of n x l and one of l x m.
fn product(n: usize, l: usize, m: usize) {
    let (a, b) = (floats(n * l, 7), floats(l * m, 11));
    let (a, b) = (&a[..], &b[..]);
    let totals = Totals::of(
        [n, m],
        [0, 0],
        |[i, j]: [usize; 2]| {
            let row = Across::<_, 0, 1, 2>::of(a, [(n, i, 0), (l, 0, 1)]);
            let column = Across::<_, 1, 0, 2>::of(b, [(l, 0, 1), (m, j, 0)]);
            (0, l, 0.0, (row, (column, ())))
        },
        |_, _, (x, (y, ()))| x * y,
        |a, b| a + b,
    );
    let [tiled, single] = both((totals, ()), 0, n * m, m);
    assert_eq!(tiled, single, "{n} x {l} x {m}");
    if n > 3 {
        let [tiled, single] = both((totals, ()), 2 * m, (n - 3) * m, m);
        assert_eq!(tiled, single, "{n} x {l} x {m} from row 2 on");
    }
}

#[test]
fn tiles_have_the_totals_of_single_positions() {
    let sizes = [
        (64, 64, 64),
        (5, 300, 7),
        (17, 33, 35),
        (9, 600, 515),
        (4, 4, 256),
        (12, 300, 40),
        (13, 257, 48),
        (8, 16, 32),
    ];
    for (n, l, m) in sizes {
        product(n, l, m);
    }
    product(3, 5, 2);
    product(16, 0, 16);
}

/// `fold(z, max, |k| (a[[b, k, i]] - c[[b, j, k]] + w[k]).abs())`: batches, both operands the other
/// way round, a factor of the index alone, and terms that name coordinates.
#[test]
fn tiles_are_of_any_order_and_operator() {
    let (batches, n, l, m) = (3, 18, 21, 37);
    let a: Vec<i64> = (0..batches * l * n).map(|x| (x * 7 % 31) as i64).collect();
    let c: Vec<i64> = (0..batches * m * l).map(|x| (x * 5 % 37) as i64).collect();
    let w: Vec<i64> = (0..l + 2).map(|x| x as i64 % 5).collect();
    let (a, c, w) = (&a[..], &c[..], &w[..]);
    let totals = Totals::of(
        [batches, n, m],
        [0, 0, 0],
        |[b, i, j]: [usize; 3]| {
            let row = Across::<_, 0, 1, 3>::of(a, [(batches, b, 0), (l, 0, 1), (n, i, 0)]);
            let column = Across::<_, 2, 0, 3>::of(c, [(batches, b, 0), (m, j, 0), (l, 0, 1)]);
            let weight = Across::<_, 0, 0, 1>::of(w, [(l + 2, 2, 1)]);
            (0, l, i64::MIN, (row, (column, (weight, ()))))
        },
        |[b, i, j], k, (x, (y, (w, ())))| (x - y + w).abs() * (1 + b + 2 * i + 3 * j + k) as i64,
        i64::max,
    );
    let [tiled, single] = both((totals, ()), 0, batches * n * m, m);
    assert_eq!(tiled, single);
    let rows = 2 * n - 5;
    let [tiled, single] = both((totals, ()), 5 * m, rows * m, m);
    assert_eq!(tiled, single);
}

/// `sum(|j| b[[j, r]] * sum(|k| x[[i, j, k]] * c[[k, r]]))` of `n` rows and `w` columns.
fn nested(n: usize, w: usize, (outer, inner): (usize, usize)) {
    let (x, b, c) = (
        floats(n * outer * inner, 7),
        floats(outer * w, 11),
        floats(inner * w, 13),
    );
    let (x, b, c) = (&x[..], &b[..], &c[..]);
    let of_inner = Inner::of(
        |[i, r]: [usize; 2], j: usize| {
            let row = Across::<_, 0, 1, 3>::of(x, [(n, i, 0), (outer, j, 0), (inner, 0, 1)]);
            let column = Across::<_, 1, 0, 2>::of(c, [(inner, 0, 1), (w, r, 0)]);
            (0, inner, 0.0, (row, (column, ())))
        },
        |[_, r]: [usize; 2], [j, k]: [usize; 2], (x, (c, ()))| x * c + (r + 2 * j + 3 * k) as f64,
        |a, b| a + b,
    );
    let totals = Totals::nested(
        [n, w],
        [0, 0],
        of_inner,
        |[_, r]: [usize; 2]| {
            let column = Across::<_, 1, 0, 2>::of(b, [(outer, 0, 1), (w, r, 0)]);
            (0, outer, 0.5, (column, ()))
        },
        |[i, _]: [usize; 2], j, (b, ()), inner: f64| b * inner - (i + j) as f64,
        f64::max,
    );
    let expected = (0..n * w).map(|at| {
        let (i, r) = (at / w, at % w);
        let terms = (0..outer).map(|j| {
            let inner = (0..inner).fold(0.0, |sum, k| {
                let product = x[(i * outer + j) * inner + k] * c[k * w + r];
                sum + (product + (r + 2 * j + 3 * k) as f64)
            });
            b[j * w + r] * inner - (i + j) as f64
        });
        (terms.fold(0.5, f64::max), ())
    });
    let expected: Vec<_> = expected.collect();
    let [tiled, single] = both((totals, ()), 0, n * w, w);
    assert_eq!(tiled, expected, "{n} x {w} of {outer} and {inner}");
    assert_eq!(single, expected, "{n} x {w} of {outer} and {inner}");
    if n > 3 {
        let [tiled, _] = both((totals, ()), 2 * w, (n - 3) * w, w);
        assert_eq!(tiled, expected[2 * w..][..(n - 3) * w]);
    }
}

#[test]
fn folds_within_folds_have_the_totals_of_their_terms() {
    for (n, w) in [
        (21, 16),
        (9, 4),
        (5, 37),
        (8, 33),
        (4, 64),
        (3, 16),
        (6, 3),
        (1, 1),
    ] {
        for indices in [(21, 21), (1, 300), (40, 1), (0, 5), (5, 0)] {
            nested(n, w, indices);
        }
    }
}

/// Folds of which the last index is the row of a matrix and the first one of its columns: both are
/// read where they are.
#[test]
fn narrow_tiles_have_the_totals_of_single_positions() {
    for (n, l, m) in [
        (21, 441, 16),
        (16, 625, 16),
        (4, 300, 100),
        (8, 300, 33),
        (63, 9, 31),
    ] {
        product(n, l, m);
    }
}

/// The totals of a block in the pieces of a sweep.
fn swept<S: Sources>(sources: S, start: usize, len: usize) -> Vec<S::Items> {
    let mut stage = S::stage();
    // SAFETY: all positions are within the loop, and pieces are those of a sweep.
    unsafe {
        let sources = sources.from(start);
        let inside = sources.inside(len);
        sources.prepare(len, &mut stage);
        let (mut place, mut first, mut all) = (sources.place(), 0, Vec::new());
        while first < len {
            let end = sources.piece_end(&place, first, len, &inside);
            assert!(end > first && end <= len);
            let near = sources.near(&place, first, end - first, &mut stage);
            all.extend((0..end - first).map(|j| near.get(j)));
            place.advance(end - first);
            first = end;
        }
        all
    }
}

/// Small products of each of two batches, with the left operand or the right one the other way round,
/// or the same for all: `sum(|k| a[[b, c, i, k]] * y[[b, c, k, j]] + …)`.
fn batch([outer, inner]: [usize; 2], [n, m, l]: [usize; 3], way: usize) {
    let numbers = |count: usize, times: usize| -> Vec<i64> {
        (0..count).map(|x| (x * times % 31) as i64 - 12).collect()
    };
    let (a, y) = (
        numbers(outer * inner * n * l, 7),
        numbers(outer * inner * l * m, 11),
    );
    let (a, y) = (&a[..], &y[..]);
    let at_left = |[b, c, i, k]: [usize; 4]| match way {
        1 => a[((b * inner + c) * l + k) * n + i],
        2 => a[i * l + k],
        _ => a[((b * inner + c) * n + i) * l + k],
    };
    let at_right = |[b, c, k, j]: [usize; 4]| match way {
        3 => y[((b * inner + c) * m + j) * l + k],
        _ => y[((b * inner + c) * l + k) * m + j],
    };
    let sizes = [outer, inner, n, m];
    let own = |[b, c, i, j]: [usize; 4], k: usize| (b + 2 * c + 3 * i + 5 * j + 7 * k) as i64;
    let expected: Vec<i64> = (0..outer * inner * n * m)
        .map(|at| {
            let (b, c) = (at / (inner * n * m), at / (n * m) % inner);
            let (i, j) = (at / m % n, at % m);
            (0..l).fold(3, |sum, k| {
                let product = at_left([b, c, i, k]) * at_right([b, c, k, j]);
                sum + product + own([b, c, i, j + 1], k)
            })
        })
        .collect();
    let none = (1, 0, 0);
    macro_rules! check {
        ($left:expr, $right:expr) => {
            let totals = Totals::of(
                sizes,
                [0, 0, 0, 1],
                |[b, c, i, j]: [usize; 4]| {
                    let j = j - 1;
                    (0, l, 3, ($left(b, c, i), ($right(b, c, j), ())))
                },
                |at: [usize; 4], k, (x, (y, ()))| x * y + own(at, k),
                |a, b| a + b,
            )
            .even();
            let all = outer * inner * n * m;
            for (start, len) in [(0, all), (m.min(all), all - m.min(all)), (all / 3, all / 2)] {
                let found = swept((totals, ()), start, len);
                let found: Vec<i64> = found.into_iter().map(|(total, ())| total).collect();
                assert_eq!(
                    found,
                    expected[start..start + len],
                    "{sizes:?}, {l} terms, way {way}, from {start}"
                );
            }
        };
    }
    let left = |b: usize, c: usize, i: usize| {
        Across::<_, 0, 1, 4>::of(a, [(outer, b, 0), (inner, c, 0), (n, i, 0), (l, 0, 1)])
    };
    let right = |b: usize, c: usize, j: usize| {
        Across::<_, 1, 0, 4>::of(y, [(outer, b, 0), (inner, c, 0), (l, 0, 1), (m, j, 0)])
    };
    match way {
        1 => {
            let left = |b: usize, c: usize, i: usize| {
                Across::<_, 0, 1, 4>::of(a, [(outer, b, 0), (inner, c, 0), (l, 0, 1), (n, i, 0)])
            };
            check!(left, right);
        }
        2 => {
            let left = |_: usize, _: usize, i: usize| {
                let rows = (outer * inner * n, i, 0);
                Across::<_, 0, 1, 4>::of(a, [none, none, rows, (l, 0, 1)])
            };
            check!(left, right);
        }
        3 => {
            let right = |b: usize, c: usize, j: usize| {
                Across::<_, 2, 0, 4>::of(y, [(outer, b, 0), (inner, c, 0), (m, j, 0), (l, 0, 1)])
            };
            check!(left, right);
        }
        _ => {
            check!(left, right);
        }
    }
}

#[test]
fn small_products_have_the_totals_of_single_positions() {
    for batches in [[1, 1], [1, 40], [3, 7], [40, 1]] {
        for size in [
            [2, 2, 2],
            [3, 3, 3],
            [4, 4, 4],
            [1, 3, 3],
            [2, 5, 3],
            [5, 5, 5],
            [3, 16, 9],
            [7, 17, 2],
            [1, 1, 1],
            [20, 3, 3],
            [70, 2, 2],
        ] {
            for way in 0..4 {
                batch(batches, size, way);
            }
        }
    }
    batch([0, 3], [2, 2, 2], 0);
    batch([2, 3], [2, 2, 0], 0);
}

/// `sum(|k| a[[i, k]] * b[[j, k]])` and, the other way round, `sum(|k| a[[k, i]] * b[[j, k]])`.
#[test]
fn rows_of_both_have_the_totals_of_single_positions() {
    for (n, m, l) in [
        (64, 64, 64),
        (5, 7, 300),
        (1, 100, 300),
        (3, 40, 16),
        (33, 2, 40),
        (12, 33, 257),
        (16, 31, 3),
        (9, 515, 257),
        (4, 1, 2000),
        (2, 3, 1),
        (3, 3, 0),
    ] {
        let (a, b) = (floats(n * l, 7), floats(m * l, 11));
        let (a, b) = (&a[..], &b[..]);
        macro_rules! check {
            ($rows:expr, $place:expr) => {
                let totals = Totals::of(
                    [n, m],
                    [0, 0],
                    |[i, j]: [usize; 2]| {
                        let column = Across::<_, 2, 0, 2>::of(b, [(m, j, 0), (l, 0, 1)]);
                        (0, l, 0.5, ($rows(i), (column, ())))
                    },
                    |_, _, (x, (y, ()))| x * y,
                    |a, b| a + b,
                );
                let expected = (0..n * m).map(|at| {
                    let (i, j) = (at / m, at % m);
                    (0..l).fold(0.5, |sum, k| sum + a[$place(i, k)] * b[j * l + k])
                });
                let expected: Vec<f64> = expected.collect();
                for (start, len) in [(0, n * m), (m, (n - 1) * m), (m / 2, n * m / 2)] {
                    for found in [
                        swept((totals, ()), start, len),
                        swept((totals.even(), ()), start, len),
                    ] {
                        let found: Vec<f64> = found.into_iter().map(|(total, ())| total).collect();
                        assert_eq!(found, expected[start..start + len], "{n} x {m} of {l}");
                    }
                }
            };
        }
        check!(
            |i| Across::<_, 0, 1, 2>::of(a, [(n, i, 0), (l, 0, 1)]),
            |i: usize, k: usize| i * l + k
        );
        check!(
            |i| Across::<_, 0, 1, 2>::of(a, [(l, 0, 1), (n, i, 0)]),
            |i: usize, k: usize| k * n + i
        );
    }
}
