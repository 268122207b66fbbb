//! Elements that masks keep, and scans.

use fusus_lazy::{Array, Launches, Section, eval_all, on};

use crate::support::{device, same};

/// Lengths around those of chunks.
const LENGTHS: [usize; 8] = [0, 1, 63, 64, 65, 1000, 5003, 70_000];

fn row(len: usize) -> Array<f64> {
    Array::from_vec((0..len).map(|i| (i * 7919 % 1009) as f64 * 0.1).collect())
}

#[test]
fn masks_keep_elements_in_order() {
    for len in LENGTHS {
        let x = row(len);
        same(&["some", "others", "doubled", "none", "all"], || {
            let kept = x.keep(x.gt(30.0));
            let others = x.keep(x.le(30.0) & x.ne(0.0));
            let doubled = &kept * 2.0;
            vec![kept, others, doubled, x.keep(x.lt(0.0)), x.keep(x.ge(0.0))]
        });
    }
}

#[test]
fn kept_elements_share_a_loop_with_folds_and_results() {
    let x = row(5000);
    let of = || {
        let mask = x.gt(50.0);
        let kept = (&x * 3.0).keep(&mask);
        let (sum, stored) = (kept.sum(), &x + 1.0);
        let again = kept.keep(kept.lt(200.0));
        let small = again.cast::<i16>();
        eval_all([&kept, &sum, &stored, &again]).expect("results");
        let vectors = [&kept, &stored, &again].map(|array| array.to_vec().expect("elements"));
        (vectors, sum.item(), small.to_vec(), mask.to_vec())
    };
    let (there, launches) = Launches::of(|| on(&device(), of));
    assert_eq!(launches.on_host, 0);
    assert_eq!(there, of());
}

#[test]
fn elements_without_a_result_fail_only_where_they_are_kept() {
    let x = Array::from_vec((0..200).collect::<Vec<i32>>());
    let quotients = || {
        let kept = x.keep(x.ne(0));
        (100 / kept).to_vec()
    };
    assert_eq!(on(&device(), quotients), quotients());
    let failing = || (100 / (x.keep(x.gt(5)) - 7)).to_vec();
    let (there, here) = (on(&device(), failing), failing());
    let kinds = [here, there].map(|result| result.expect_err("a division by zero").kind().clone());
    assert_eq!(kinds[0], kinds[1]);
}

#[test]
fn scans_whose_order_does_not_show_run_on_the_device() {
    for len in LENGTHS {
        let x = row(len);
        let integers = (&x * 1e6).cast::<i32>().eval().unwrap();
        same(&["sum", "product", "min", "max"], || {
            vec![
                integers.scan_sum(),
                (&integers | 1).scan_product(),
                integers.scan_min(),
                integers.at(Section::from(..).by(-2)).scan_max() + 1,
            ]
        });
        same(&["least", "greatest"], || vec![x.scan_min(), x.scan_max()]);
        // The host has one loop for them all, and the device a kernel for the sums.
        same(&["least", "sum", "squares", "product"], || {
            let squares = &x * &x;
            vec![
                x.scan_min(),
                x.sum(),
                squares.sum(),
                (1.0 + &x * 1e-6).product(),
            ]
        });
    }
    let holes = Array::from_vec(vec![f64::NAN, 3.0, f64::NAN, 5.0, 1.0, f64::INFINITY]);
    same(&["least", "greatest"], || {
        vec![holes.scan_min(), holes.scan_max()]
    });
}

#[test]
fn sums_of_floats_are_scanned_by_the_host() {
    let x = row(5003);
    let of = || (&x * 0.3).scan_sum().to_vec();
    let (there, launches) = Launches::of(|| on(&device(), of));
    assert_eq!((launches.on_host, there), (1, of()));
}
