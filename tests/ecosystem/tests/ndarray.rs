//! One-dimensional arrays and views of ndarray: in, out and in place.

use fusus::{Error, cnf};
use ndarray::{Array1, Array2, ArrayRef1, ArrayView1, ArrayViewMut1, Axis, CowArray, array, s};
use std::panic;
use std::sync::Arc;

cnf! {
    /// Views in, an array and a scalar out.
    #[cnf(loops = 1)]
    fn weighted(xs: ArrayView1<'_, f64>, ws: &Array1<f64>) -> (Array1<f64>, f64) {
        let products = map(|x, w| x * w, xs, ws);
        (products, fold(0.0, |a, b| a + b, products))
    }

    fn checked(xs: &ArrayRef1<f32>, ys: &[f32]) -> Result<Array1<f32>, Error> {
        // The literal is of the type that the result says.
        map(|x, y| x + y + 0.5, xs, ys)
    }

    /// Parameters that are written.
    #[cnf(loops = 1)]
    fn swap(xs: &mut Array1<i32>, mut ys: ArrayViewMut1<'_, i32>) {
        let old = map(|x| x, xs);
        *xs = map(|y| y, ys);
        *ys = map(|x| x, old);
    }

    /// Arrays as other owners of a slice.
    fn owners(n: usize) -> (Box<[f32]>, Arc<[usize]>, Array1<f32>) {
        (generate(n, |_| 0.5), generate(n, |i| i), generate(n, |_| 1.5))
    }

    /// An input that is returned as it is.
    fn same(xs: ArrayView1<'_, i32>) -> Array1<i32> {
        xs
    }
}

#[test]
fn parameters_and_results() {
    let xs = Array1::linspace(0.0, 99_999.0, 100_000);
    let ws = Array1::from_elem(100_000, 2.0);
    let (products, sum) = weighted(xs.view(), &ws);
    assert_eq!(products, &xs * &ws);
    assert_eq!(sum, 2.0 * 99_999.0 * 50_000.0);

    assert_eq!(
        checked(&array![1.0, 2.0], &[1.0, 2.0]),
        Ok(array![2.5, 4.5])
    );
    assert!(checked(&array![1.0], &[1.0, 2.0]).is_err());
    assert_eq!(checked(&array![], &[]), Ok(array![]));

    let (half, counted, more) = owners(2);
    assert_eq!(
        (&*half, &*counted, more),
        (&[0.5; 2][..], &[0, 1][..], array![1.5, 1.5])
    );
    assert_eq!(same(array![1, 2].view()), array![1, 2]);
}

#[test]
fn in_place() {
    let mut xs = array![1, 2, 3];
    let mut table: Array2<i32> = Array2::zeros((2, 3));
    swap(&mut xs, table.row_mut(1));
    assert_eq!(xs, array![0, 0, 0]);
    assert_eq!(table, array![[0, 0, 0], [1, 2, 3]]);

    // In the expression form, an array, and a view that is a temporary.
    let mut ys = array![1, 2, 3];
    let mut row = table.row_mut(0);
    cnf! {
        *row = map(|y| 10 * y, ys);
        *ys = map(|y| y + 1, ys);
    }
    assert_eq!(ys, array![2, 3, 4]);
    assert_eq!(table.row(0), array![10, 20, 30]);

    let reference = &mut ys;
    cnf! { *reference = map(|y| y - 2, reference); }
    assert_eq!(*reference, array![0, 1, 2]);
}

#[test]
fn everything_that_is_side_by_side_is_an_array() {
    let table = Array2::from_shape_fn((3, 4), |(i, j)| (4 * i + j) as i64);
    let row = cnf! { fold(0, |a, b| a + b, table.row(1)) };
    assert_eq!(row, 4 + 5 + 6 + 7);
    let part = table.row(2);
    let part = cnf! { map(|x| x, part.slice(s![1..3])) };
    assert_eq!(part, [9, 10]);

    let shared = array![1, 2].into_shared();
    let cow = CowArray::from(array![3, 4]);
    assert_eq!(cnf! { map(|a, b| a * b, shared, cow) }, [3, 8]);
    // A column of one row lies side by side, and so does nothing.
    let one = Array2::from_elem((1, 4), 7);
    assert_eq!(cnf! { map(|x| x, one.column(2)) }, [7]);
    let none = table.slice(s![0..0, 2]);
    assert_eq!(cnf! { map(|x| x, none) }, []);
}

/// The message of a panic, and the file that it names.
fn panic_of(f: impl FnOnce() + panic::UnwindSafe) -> String {
    let payload = panic::catch_unwind(f).expect_err("it panics");
    payload
        .downcast_ref::<String>()
        .expect("it says why")
        .clone()
}

#[test]
fn parameters_may_have_any_stride() {
    let table = Array2::from_shape_fn((3, 4), |(i, j)| (4 * i + j) as f64);
    let (products, sum) = weighted(table.column(1), &array![1.0, 2.0, 0.5]);
    assert_eq!((products, sum), (array![1.0, 10.0, 4.5], 15.5));

    let mut reversed = array![1, 2, 3];
    reversed.invert_axis(Axis(0));
    let mut pairs = array![[7, 0], [8, 0], [9, 0]];
    swap(&mut reversed, pairs.column_mut(0));
    assert_eq!(reversed, array![7, 8, 9]);
    assert_eq!(pairs, array![[3, 0], [2, 0], [1, 0]]);
}

#[test]
fn captured_strided_views_are_refused_with_a_cure() {
    let table = Array2::<f64>::zeros((3, 4));
    let column = table.column(1);
    let said = panic_of(|| {
        let _ = cnf! { map(|x| x, column) };
    });
    assert!(
        said.starts_with("this array is a view with stride 4, "),
        "{said}"
    );
    assert!(said.contains("`view.as_standard_layout()`"), "{said}");

    // The help of the message helps.
    let column = column.as_standard_layout();
    assert_eq!(cnf! { map(|x| x + 1.0, column) }, [1.0; 3]);
}
