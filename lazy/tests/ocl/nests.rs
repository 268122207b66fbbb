//! Folds along an axis: the order of the host.

use fusus_lazy::{Array, s};

use crate::support::same;

fn table(dims: [usize; 3]) -> Array<f64> {
    let len = dims.iter().product();
    let element = |i: usize| ((i * 7919 % 1009) as f64 - 500.0) * 0.01;
    Array::from_vec((0..len).map(element).collect()).reshape(dims)
}

/// Shapes whose last axes are around the number of lanes, and longer than a piece of the host.
const SHAPES: [[usize; 3]; 8] = [
    [2, 3, 1],
    [3, 1, 7],
    [1, 4, 8],
    [2, 2, 9],
    [5, 3, 100],
    [1, 2, 5000],
    [2, 3, 0],
    [0, 3, 2],
];

#[test]
fn folds_along_each_axis_have_the_bits_of_the_host() {
    for shape in SHAPES {
        let m = table(shape);
        for axis in 0..3 {
            same(&["sum", "product", "least", "greatest"], || {
                vec![
                    m.sum_axis(axis),
                    m.product_axis(axis),
                    m.min_axis(axis),
                    m.max_axis(axis),
                ]
            });
        }
    }
}

#[test]
fn integers_and_truth_values_are_folded_along_axes() {
    let m = table([3, 5, 11]).cast::<i16>().eval().unwrap();
    let mask = m.gt(0).eval().unwrap();
    for axis in 0..3 {
        same(&["sum", "least"], || {
            vec![m.sum_axis(axis), m.min_axis(axis)]
        });
        same(&["any", "all"], || {
            vec![mask.any_axis(axis), mask.all_axis(axis)]
        });
    }
    let row = m.reshape([165]).eval().unwrap();
    same(&["one axis"], || vec![row.sum_axis(0)]);
}

#[test]
fn elements_and_results_share_a_kernel_with_the_folds() {
    let m = table([4, 6, 9]);
    let (r, c) = (
        table([1, 1, 9]).reshape([9]),
        table([1, 4, 6]).reshape([4, 6]),
    );
    same(&["means"], || {
        let weighted = (&m * r.at(s![new, new, ..])).abs();
        vec![weighted.sum_axis(2) / 9.0 - &c]
    });
    same(&["softmax"], || {
        let shifted = &m - m.max_axis(2).at(s![.., .., new]);
        let exponents = &shifted * &shifted;
        vec![&exponents / exponents.sum_axis(2).at(s![.., .., new])]
    });
    same(&["sections"], || {
        let turned = m.transpose();
        let middle = m.at(s![1.., .., ..; 2]);
        vec![turned.sum_axis(0), middle.sum_axis(1), middle.max_axis(2)]
    });
    same(&["transposed results"], || {
        vec![m.sum_axis(0).transpose() + m.sum_axis(0).at(s![0, 0])]
    });
}
