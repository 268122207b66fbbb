//! The text of kernels.

use fusus_lazy::{Array, Launches, on, s};

use crate::support::device;

/// The kernels that a function launches.
fn kernels<R>(of: impl FnOnce() -> R) -> String {
    let (_, launches) = Launches::of(|| on(&device(), of));
    launches.kernels.join("\n")
}

#[test]
fn a_formula_is_one_kernel() {
    let x = Array::from_vec(vec![1.0_f32, 2.0, 3.0]);
    let y = x.gt(1.0).select(&x * &x, 2.0) - x.sigmoid();
    insta::assert_snapshot!(kernels(|| y.to_vec()));
}

#[test]
fn a_stencil_reads_sections_along_strides() {
    let m = Array::from_shape([4, 5], vec![1.0; 20]);
    let mean = (m.at(s![..-2, 1..-1]) + m.at(s![2.., 1..-1])) * 0.5;
    insta::assert_snapshot!(kernels(|| mean.to_vec()));
}

#[test]
fn sums_leave_a_part_for_each_lane() {
    let x = Array::from_vec(vec![1_i64, 2, 3]);
    let sum = x.keep(x.gt(1)).sum();
    insta::assert_snapshot!(kernels(|| sum.item()));
}

#[test]
fn divisions_and_gathers_tell_of_failures() {
    let x = Array::from_vec(vec![1_i16, 2, 3]);
    let y = x.gather(&x - 1) / &x;
    insta::assert_snapshot!(kernels(|| y.to_vec()));
}
