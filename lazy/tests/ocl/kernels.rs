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

#[test]
fn folds_of_rows_have_lanes() {
    let m = Array::from_shape([2, 3], vec![1.0_f32; 6]);
    let means = m.transpose().at(s![.., ..; -1]).sum_axis(1) / 2.0;
    insta::assert_snapshot!(kernels(|| means.to_vec()));
}

#[test]
fn folds_of_columns_go_along_the_axis() {
    let m = Array::from_shape([2, 3], vec![1_u32; 6]);
    let greatest = (&m + 1).max_axis(0);
    insta::assert_snapshot!(kernels(|| greatest.to_vec()));
}

#[test]
fn an_update_writes_the_old_and_the_new_elements() {
    let m = Array::from_shape([3, 4], vec![1_u8; 12]);
    let updated = m.with(s![1.., ..; 2], 5);
    insta::assert_snapshot!(kernels(|| updated.to_vec()));
}

#[test]
fn kept_elements_are_counted_and_then_written() {
    let x = Array::from_vec(vec![1.0_f32, 2.0, 3.0]);
    let kept = (&x * 2.0).keep(x.gt(1.0));
    insta::assert_snapshot!(kernels(|| kept.to_vec()));
}

#[test]
fn a_scan_is_two_kernels() {
    let x = Array::from_vec(vec![1_u16, 2, 3]);
    let sums = x.scan_sum();
    insta::assert_snapshot!(kernels(|| sums.to_vec()));
}
