//! Arrays and views of ndarray of several axes: in and out, of any strides.

use fusus::{Error, cnf};
use ndarray::{
    Array, Array1, Array2, Array3, Array4, Array6, ArrayRef2, ArrayView1, ArrayView2, ArrayView3,
    ArrayViewMut2, ArrayViewMut3, Axis, arr2, array, s,
};
use std::panic;

cnf! {
    fn blur(img: ArrayView2<'_, f32>) -> Array2<f32> {
        let p = pad(edge, img);
        let h = generate(|i, j| (p[[i, j - 1]] + p[[i, j]] + p[[i, j + 1]]) / 3.0);
        let q = pad(edge, h);
        generate(|i, j| (q[[i - 1, j]] + q[[i, j]] + q[[i + 1, j]]) / 3.0)
    }

    fn inner(a: &Array2<i64>) -> Array2<i64> {
        generate(|i, j| a[[i - 1, j]] + a[[i + 1, j]] - 2 * a[[i, j - 1]] + a[[i, j + 1]])
    }

    fn transposed(a: ArrayView2<'_, i64>) -> Array2<i64> {
        generate(|i, j| a[[j, i]])
    }

    fn plus(a: &ArrayRef2<i64>, b: ArrayView2<'_, i64>) -> Result<Array2<i64>, Error> {
        map(|a, b| a + b, a, b)
    }

    fn by_index(a: ArrayView2<'_, i64>, xs: &[i64], ys: ArrayView1<'_, i64>) -> Result<Vec<i64>, Error> {
        generate(|i, j| a[[i, j]] * xs[i] + ys[j])
    }

    fn faces(v: ArrayView3<'_, i64>) -> (Array3<i64>, i64, usize) {
        let [n, m, k] = shape(v);
        let d = generate(|i, j, l| v[[i, j, l + 1]] - v[[i, j, l]]);
        (d, fold(0, |a, b| a + b, v), n + 10 * m + 100 * k)
    }

    /// The sum of each row, each row without its least element, and prefix sums up the columns.
    fn by_rows(a: ArrayView2<'_, i64>) -> (Array1<i64>, Array2<i64>, Array2<i64>) {
        let (sums, above) = map(|row| {
            let least = fold(i64::MAX, i64::min, row);
            (fold(0, |a, b| a + b, row), map(|x| x - least, row))
        }, rows(a));
        (sums, above, map(|column| reverse(scan(0, |a, b| a + b, reverse(column))), columns(a)))
    }

    fn by_lanes(a: ArrayView3<'_, i64>) -> (Array2<i64>, Array3<i64>) {
        let tops = map(|lane| fold(i64::MIN, i64::max, lane), lanes(0, a));
        (tops, recurrence(0, |d, i, j, k| d[[i, j - 1, k]] % 5 + a[[i, j, k]]))
    }

    fn centre(mut a: ArrayViewMut2<'_, i64>) {
        *a = map(|row| {
            let first = fold(0, i64::max, row);
            map(|x| x - first, row)
        }, rows(a));
    }

    fn kept(a: ArrayView2<'_, i64>) -> Vec<i64> {
        filter(|x| x % 2 == 0, a)
    }

    fn table(xs: &[i64], ys: &[i64]) -> (Array2<i64>, Array4<i64>) {
        let a = generate(|i, j| xs[i] * ys[j]);
        (a, generate(|i, j, k, l| a[[i, l]] - a[[j, k]]))
    }

    fn six(n: usize) -> Array6<usize> {
        generate([n, 1, 2, n, 1, 2], |a, b, c, d, e, f| a + 10 * (b + c) + 100 * (d + e) + f)
    }

    fn reshaped(xs: &[i64], h: usize, w: usize) -> Array2<i64> {
        reshape(xs, [h, w])
    }

    /// The sizes of the views choose one of several orders.
    fn chain(a: ArrayView2<'_, i64>, b: ArrayView2<'_, i64>, c: ArrayView2<'_, i64>) -> Array2<i64> {
        generate(|i, l| sum(|j, k| a[[i, j]] * b[[j, k]] * c[[k, l]]))
    }

    fn same(a: ArrayView2<'_, i64>) -> Array2<i64> {
        a
    }

    fn guarded(a: ArrayView2<'_, i64>) -> Vec<i64> {
        if len(a) == 0 {
            return Vec::new();
        }
        let [h, w] = shape(a);
        generate(|i, j| a[[i, j]] * (h + w) as i64)
    }

    fn chained(x: ArrayView1<'_, f64>) -> Array1<f64> {
        map(|x| x + 1.0, x)
    }

    fn relax(mut a: ArrayViewMut2<'_, f64>) {
        *a = generate(|i, j| 0.25 * (a[[i - 1, j]] + a[[i + 1, j]] + a[[i, j - 1]] + a[[i, j + 1]]));
    }

    fn twice(a: &mut Array2<f64>) -> f64 {
        *a = generate(|i, j| a[[i - 1, j + 1]] - a[[i + 1, j]]);
        *a = map(|x| 2.0 * x, a);
        fold(0.0, f64::max, generate(|i, j| a[[i, j]] + a[[i + 1, j]]))
    }

    fn outer(mut a: ArrayViewMut2<'_, i64>, xs: &[i64], ys: &[i64]) -> Result<(), Error> {
        *a = generate(|i, j| xs[i] * ys[j]);
        Ok(())
    }

    fn rows_of(h: usize, w: usize, xs: &mut [i64]) -> i64 {
        let m = reshape(xs, [h, w]);
        *m = generate(|i, j| m[[i, j + 1]] - m[[i, j]]);
        fold(0, |a, b| a + b, m)
    }

    fn shifted(mut v: ArrayViewMut3<'_, i64>, w: ArrayView3<'_, i64>) -> Result<(), Error> {
        *v = generate(|i, j, k| w[[i - 1, j, k + 1]] + v[[i, j, k]]);
        Ok(())
    }
}

/// The definition of `relax`.
fn relaxed(a: &Array2<f64>) -> Array2<f64> {
    let (h, w) = a.dim();
    Array::from_shape_fn((h, w), |(i, j)| {
        match i > 0 && j > 0 && i + 1 < h && j + 1 < w {
            true => 0.25 * (a[[i - 1, j]] + a[[i + 1, j]] + a[[i, j - 1]] + a[[i, j + 1]]),
            false => a[[i, j]],
        }
    })
}

#[test]
fn a_region_is_written_and_the_rest_stays() {
    for (h, w) in [(0, 0), (1, 7), (2, 2), (3, 3), (41, 38), (210, 300)] {
        let a = numbers(h, w).mapv(|x| x as f64);
        let mut own = a.clone();
        relax(own.view_mut());
        assert_eq!(own, relaxed(&a), "{h} x {w}");
        // A view that is not contiguous is written in its own places.
        let mut turned = a.t().to_owned();
        relax(turned.view_mut().reversed_axes());
        assert_eq!(turned.t(), relaxed(&a), "{h} x {w}");
        let mut large = Array2::from_elem((h + 2, 2 * w + 1), -1.0);
        large.slice_mut(s![1..=h, 1..;2]).assign(&a);
        relax(large.slice_mut(s![1..=h, 1..;2]));
        assert_eq!(large.slice(s![1..=h, 1..;2]), relaxed(&a), "{h} x {w}");
        assert!(
            large
                .column(0)
                .iter()
                .chain(large.row(0))
                .all(|x| *x == -1.0)
        );
    }
}

#[test]
fn writes_follow_each_other() {
    let a = numbers(20, 30).mapv(|x| x as f64);
    let mut own = a.clone();
    let greatest = twice(&mut own);
    let expected = Array::from_shape_fn((20, 30), |(i, j)| {
        2.0 * match i > 0 && i < 19 && j < 29 {
            true => a[[i - 1, j + 1]] - a[[i + 1, j]],
            false => a[[i, j]],
        }
    });
    assert_eq!(own, expected);
    let sums = &expected.slice(s![..-1, ..]) + &expected.slice(s![1.., ..]);
    assert_eq!(greatest, sums.fold(0.0, |a: f64, b| a.max(*b)));

    let mut table = Array2::zeros((2, 3));
    assert_eq!(outer(table.view_mut(), &[1, 2], &[3, 4, 5]), Ok(()));
    assert_eq!(table, array![[3, 4, 5], [6, 8, 10]]);
    let error = outer(table.view_mut(), &[1, 2, 3], &[4, 5]).expect_err("other axes");
    let error = error.to_string();
    assert!(
        error.contains("`axis 0 of a`") && error.contains("`xs`"),
        "{error}"
    );

    let mut xs = [1, 4, 9, 16, 25, 36];
    assert_eq!(rows_of(2, 3, &mut xs), 3 + 5 + 9 + 9 + 11 + 36);
    assert_eq!(xs, [3, 5, 9, 9, 11, 36]);

    let w = Array::from_shape_fn((3, 4, 5), |(i, j, k)| (100 * i + 10 * j + k) as i64);
    let mut v = Array3::from_elem((3, 4, 5), 1);
    assert_eq!(shifted(v.view_mut(), w.view()), Ok(()));
    assert!(v.index_axis(Axis(0), 0).iter().all(|x| *x == 1));
    assert_eq!(v[[2, 3, 3]], w[[1, 3, 4]] + 1);
    assert_eq!(v[[2, 3, 4]], 1);
}

fn numbers(h: usize, w: usize) -> Array2<i64> {
    Array::from_shape_fn((h, w), |(i, j)| (7 * i * i + 3 * j * j * j) as i64 % 101)
}

/// The definition of `inner`.
fn by_hand(a: ArrayView2<'_, i64>) -> Array2<i64> {
    let (h, w) = a.dim();
    let shape = (h.saturating_sub(2), w.saturating_sub(2));
    Array::from_shape_fn(shape, |(i, j)| {
        let (i, j) = (i + 1, j + 1);
        a[[i - 1, j]] + a[[i + 1, j]] - 2 * a[[i, j - 1]] + a[[i, j + 1]]
    })
}

#[test]
fn regions_are_arrays() {
    for (h, w) in [(0, 0), (1, 5), (2, 2), (3, 3), (40, 37), (300, 500)] {
        let a = numbers(h, w);
        assert_eq!(inner(&a), by_hand(a.view()), "{h} x {w}");
        assert_eq!(transposed(a.view()), a.t(), "{h} x {w}");
        assert_eq!(same(a.view()), a);
    }
}

#[test]
fn views_of_any_strides_are_inputs() {
    let a = numbers(30, 40);
    let mut reversed = a.view();
    reversed.invert_axis(Axis(0));
    reversed.invert_axis(Axis(1));
    let row = a.row(5);
    let views = [
        a.t(),
        a.slice(s![2..9, 3..;2]),
        a.slice(s![..;-3, ..]),
        a.slice(s![4..5, ..]),
        a.slice(s![.., 7..8]),
        a.slice(s![3..3, ..]),
        reversed,
        a.row(3).insert_axis(Axis(0)),
        a.column(3).insert_axis(Axis(0)),
        row.broadcast((4, 40)).expect("one row for each"),
    ];
    for view in views {
        let owned = view.to_owned();
        assert_eq!(transposed(view), owned.t());
        assert_eq!(kept(view), kept(owned.view()));
        assert_eq!(inner(&view.to_owned()), by_hand(view));
        assert_eq!(plus(&owned, view), Ok(&owned + &view));
    }
    let column = numbers(5, 4).mapv(|x| x as f64);
    assert_eq!(chained(column.column(2)), &column.column(2) + 1.0);
}

#[test]
fn borders_are_those_of_the_padding() {
    let img = numbers(31, 45).mapv(|x| x as f32);
    let at = |i: isize, j: isize| img[[i.clamp(0, 30) as usize, j.clamp(0, 44) as usize]];
    let h = Array::from_shape_fn((31, 45), |(i, j)| {
        let (i, j) = (i as isize, j as isize);
        (at(i, j - 1) + at(i, j) + at(i, j + 1)) / 3.0
    });
    let at = |i: isize, j: usize| h[[i.clamp(0, 30) as usize, j]];
    let v = Array::from_shape_fn((31, 45), |(i, j)| {
        let i = i as isize;
        (at(i - 1, j) + at(i, j) + at(i + 1, j)) / 3.0
    });
    assert_eq!(blur(img.view()), v);
}

#[test]
fn more_axes() {
    let v = Array::from_shape_fn((4, 5, 6), |(i, j, k)| (i * i + 3 * j + k * k) as i64);
    let (d, sum, shape) = faces(v.view());
    assert_eq!(d, &v.slice(s![.., .., 1..]) - &v.slice(s![.., .., ..-1]));
    assert_eq!((sum, shape), (v.sum(), 4 + 50 + 600));
    let turned = v.view().permuted_axes([2, 0, 1]);
    assert_eq!(faces(turned).1, v.sum());
    assert_eq!(faces(turned).2, 6 + 40 + 500);

    let (a, b) = table(&[1, 2, 3], &[4, 5]);
    assert_eq!(a, arr2(&[[4, 5], [8, 10], [12, 15]]));
    assert_eq!(b.shape(), [3, 3, 2, 2]);
    assert_eq!(b[[2, 1, 0, 1]], a[[2, 1]] - a[[1, 0]]);
    let all = six(2);
    assert_eq!(all.shape(), [2, 1, 2, 2, 1, 2]);
    assert_eq!(all[[1, 0, 1, 1, 0, 1]], 1 + 10 + 100 + 1);
    assert_eq!(
        reshaped(&[1, 2, 3, 4, 5, 6], 2, 3),
        array![[1, 2, 3], [4, 5, 6]]
    );
}

#[test]
fn guards_know_the_axes() {
    assert_eq!(guarded(Array2::zeros((0, 3)).view()), []);
    assert_eq!(guarded(array![[1], [2]].view()), [3, 6]);
}

#[test]
fn axes_are_checked_on_entry() {
    let (a, b) = (numbers(3, 4), numbers(3, 5));
    let error = plus(&a, b.view()).expect_err("other columns");
    assert_eq!(
        error.to_string(),
        "`plus`: `axis 1 of a` has length 4 and `axis 1 of b` has length 5, they must have the same length"
    );
    let error = plus(&a, numbers(4, 3).view()).expect_err("as many elements in other rows");
    assert!(
        error.to_string().contains("`axis 0 of a` has length 3"),
        "{error}"
    );
    assert!(
        error.to_string().contains("`axis 0 of b` has length 4"),
        "{error}"
    );

    let error = by_index(a.view(), &[1, 2], array![0, 0, 0, 0].view());
    let error = error.expect_err("two numbers for three rows");
    assert!(error.to_string().contains("`xs` has length 2"), "{error}");
    assert!(error.to_string().contains("3"), "{error}");
    let right = by_index(a.view(), &[1, 2, 3], array![0, 0, 0, 1].view());
    assert_eq!(right.map(|all| all[11]), Ok(a[[2, 3]] * 3 + 1));

    let reshaped = panic::catch_unwind(|| reshaped(&[1, 2, 3], 2, 2));
    assert!(reshaped.is_err());
}

#[test]
fn sizes_of_views_choose_the_order_of_a_chain() {
    for [h, m, w, n] in [
        [1, 30, 2, 40],
        [30, 2, 40, 1],
        [3; 4],
        [0, 2, 3, 4],
        [4, 0, 2, 3],
    ] {
        let matrix = |rows: usize, columns: usize| {
            Array2::from_shape_fn((columns, rows), |(j, i)| (i * 7 + j * 3) as i64 % 5 - 2)
        };
        let (a, b, c) = (matrix(h, m), matrix(m, w), matrix(w, n));
        let (a, b, c) = (a.t(), b.t(), c.t());
        assert_eq!(chain(a, b, c), a.dot(&b).dot(&c));
    }
}

#[test]
fn rows_are_those_of_views_of_any_strides() {
    for (h, w) in [
        (0, 0),
        (0, 3),
        (3, 0),
        (1, 1),
        (1, 5),
        (5, 1),
        (4, 7),
        (60, 50),
    ] {
        let whole = numbers(w * 2 + 1, h);
        let contiguous = numbers(h, w);
        let strided = whole.slice(s![1..;2, ..]);
        for a in [contiguous.view(), strided.t()] {
            let (sums, above, up) = by_rows(a);
            assert_eq!(sums, a.sum_axis(Axis(1)));
            let least = |row: ArrayView1<'_, i64>| row.iter().copied().min().unwrap_or(0);
            for (found, row) in above.rows().into_iter().zip(a.rows()) {
                assert_eq!(found, &row - least(row));
            }
            let mut expected = a.to_owned();
            for i in (0..h.saturating_sub(1)).rev() {
                for j in 0..w {
                    expected[[i, j]] += expected[[i + 1, j]];
                }
            }
            assert_eq!(up, expected);
            let mut written = a.to_owned();
            centre(written.view_mut());
            for (found, row) in written.rows().into_iter().zip(a.rows()) {
                let most = row.iter().copied().fold(0, i64::max);
                assert_eq!(found, &row - most);
            }
        }
    }
    let v = Array3::from_shape_fn((3, 4, 5), |(i, j, k)| (i * 7 + j * 3 + k * 5) as i64 % 11);
    for a in [v.view(), v.view().permuted_axes([2, 0, 1])] {
        let (tops, states) = by_lanes(a);
        let expected = a.fold_axis(Axis(0), i64::MIN, |a, b| *a.max(b));
        assert_eq!(tops, expected);
        for ((i, j, k), state) in states.indexed_iter() {
            let before = if j > 0 { states[[i, j - 1, k]] % 5 } else { 0 };
            assert_eq!(*state, before + a[[i, j, k]]);
        }
    }
}

/// The uses of a name say how many axes it has.
#[test]
fn arrays_of_several_axes_are_captured() {
    for (h, w) in [(0, 0), (1, 1), (3, 5), (40, 30)] {
        let a = numbers(h, w);
        let t = a.t();
        let sums = cnf! { generate(|i| sum(|j| a[[i, j]])) };
        assert_eq!(sums, a.sum_axis(Axis(1)).to_vec());
        let (tops, n) = cnf! {
            let [n, _] = shape(t);
            (map(|row| fold(0, i64::max, row), rows(t)), n)
        };
        assert_eq!(n, w);
        assert_eq!(tops, a.fold_axis(Axis(0), 0, |a, b| *a.max(b)).to_vec());
        let flat = a.as_slice().expect("it is contiguous");
        let twice = cnf! {
            let flat = reshape(flat, [h, w]);
            generate(|i, j| a[[i, j]] + flat[[i, j]] + t[[j, i]] - a[[i, j]])
        };
        assert_eq!(twice, a.iter().map(|x| 2 * x).collect::<Vec<_>>());
    }
}
